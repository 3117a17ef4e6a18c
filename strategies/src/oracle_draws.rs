//! `oracle-draws`: another strategy that sees the draw pile, to measure what that would be worth.

use crate::Entry;
use crate::cheat::Sighted;
use unosim_engine::Sight;

/// What the registry says about this strategy.
pub const ENTRY: Entry = Entry {
    name: "oracle-draws",
    summary: "another strategy that sees the cards of the draw pile in their order: oracle-draws(monte-carlo)",
    inner: &["player"],
    parameters: &[],
    build: |arguments| Sighted::around(arguments.strategy("player"), Sight::PILE),
};
