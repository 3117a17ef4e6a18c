//! The table `[tune]` of an experiment file: its keys and their forms.

use schemars::JsonSchema;
use serde::Deserialize;

use super::Goal;
use crate::experiment_file::{Against, Strategy, Whole};

/// A search for the numbers with which a strategy plays best.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TuneFile {
    /// The strategy, with parameters that shall stay as they are.
    pub strategy: Option<Strategy>,
    /// The parameters to tune; without it, every number that is not set.
    pub parameters: Option<Vec<String>>,
    /// The other strategies of one table, or a list of such lists.
    pub against: Option<Against>,
    /// What shall be as high as possible.
    pub goal: Option<Goal>,
    /// Generations.
    pub generations: Option<Whole<1>>,
    /// Candidates of a generation.
    pub population: Option<Whole<2>>,
    /// Fresh deals on which the result is compared with the start.
    pub check_deals: Option<Whole<1>>,
}
