//! Names of one side and what they are called on the other: where each side has one rule set, table or strategy that the other
//! has not, these two are the same with something changed, and are compared. It knows rows and nothing of numbers.

use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

use super::facts::Row;
use super::side::Side;

/// Two names that are compared as if they were one.
#[derive(Debug, Clone, Serialize)]
pub struct Renamed {
    /// Of what: `rules`, `table`, `strategy`.
    pub column: &'static str,
    /// The name in A.
    pub a: String,
    /// The name in B.
    pub b: String,
}

/// The kinds of names, each with the columns that hold such.
const KINDS: [(&str, &[&str]); 3] = [
    ("rules", &["rules"]),
    ("table", &["table"]),
    ("strategy", &["strategy", "opponent"]),
];

/// The names that stand for each other.
#[derive(Debug, Default)]
pub struct Names {
    /// Them.
    pub renamed: Vec<Renamed>,
    by_b: BTreeMap<(&'static str, String), String>,
}

impl Names {
    /// Of two directories.
    #[must_use]
    pub fn of(a: &Side, b: &Side) -> Names {
        let mut names = Names::default();
        for (kind, columns) in KINDS {
            let [in_a, in_b] = [a, b].map(|side| {
                let rows = side.rows.values().flatten();
                let cells = rows.flat_map(|row| columns.iter().filter_map(|c| row.cell(c)));
                cells.collect::<BTreeSet<&str>>()
            });
            let mut only_a = in_a.difference(&in_b);
            let mut only_b = in_b.difference(&in_a);
            if let (Some(a), None, Some(b), None) =
                (only_a.next(), only_a.next(), only_b.next(), only_b.next())
            {
                names.renamed.push(Renamed {
                    column: kind,
                    a: (*a).to_string(),
                    b: (*b).to_string(),
                });
                for column in columns {
                    let key = (*column, (*b).to_string());
                    names.by_b.insert(key, (*a).to_string());
                }
            }
        }
        names
    }

    /// A row of B as A would name it.
    #[must_use]
    pub fn in_a(&self, row: &Row) -> Row {
        let cells = row.0.iter().map(|(column, cell)| {
            let name = self.by_b.get(&(*column, cell.clone()));
            (*column, name.unwrap_or(cell).clone())
        });
        Row(cells.collect())
    }

    /// What a name of B of that kind is called in A.
    #[must_use]
    pub fn name<'n>(&'n self, kind: &'static str, b: &'n str) -> &'n str {
        let found = self.renamed.iter().find(|r| r.column == kind && r.b == b);
        found.map_or(b, |renamed| &renamed.a)
    }
}
