//! What a strategy thinks of a written position. It knows files, positions and strategies; how a strategy weighs actions
//! is its own business.

use anyhow::{Context, Result, anyhow, bail, ensure};
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;
use unosim_engine::{Game, Rng, Role};
use unosim_strategies::{Spec, Strategy};

use crate::cli::AnalyzeArgs;
use crate::experiment::refuse_cheats;
use crate::input;
use crate::scenario;
use crate::style::Style;

/// `unosim analyze`: prints what the strategy would do in each position, and how it weighs the actions; with `--check`
/// returns whether every choice is among those that its file calls best.
///
/// # Errors
/// If there is no such strategy, or a file is no position in which a seat has a choice.
pub fn run(args: &AnalyzeArgs) -> Result<bool> {
    let spec = Spec::parse(&args.strategy)?;
    refuse_cheats([&spec], args.allow_cheats)?;
    let style = Style::stdout();
    let mut good = true;
    for path in &args.files {
        let file = path.display();
        let (game, best) = load(path).with_context(|| format!("{file}"))?;
        ensure!(
            !args.check || !best.is_empty(),
            "{file}: --check needs a list of the best actions: best = [\"R5\"]"
        );
        let mut bot = spec.build();
        let choice = ask(bot.as_mut(), &game, args.seed);
        let mut text = String::new();
        let chosen = style.strong(&choice);
        if args.check {
            let right = best.contains(&choice);
            good &= right;
            let verdict = if right { "ok" } else { "not ok" };
            let _ = write!(text, "{verdict} {file}: {chosen}");
            if !right {
                let _ = write!(text, ", best: {}", best.join(", "));
            }
            text.push('\n');
        } else {
            let _ = writeln!(
                text,
                "{file}: seat {} in phase {}: {chosen}",
                game.seat(),
                game.phase().name()
            );
            table(&mut text, bot.as_ref(), &game);
        }
        // A closed pipe ends the command in good order.
        std::io::stdout().lock().write_all(text.as_bytes())?;
    }
    Ok(good)
}

fn load(path: &Path) -> Result<(Game, Vec<String>)> {
    let text = input::written(path).context("cannot be read")?;
    let (game, best) = scenario::position(&text).map_err(|message| anyhow!(message))?;
    ensure!(
        !game.is_over(),
        "the hand is over: there is nothing to choose"
    );
    let legal = game.action_texts(game.legal());
    if let Some(unknown) = best.iter().find(|action| !legal.contains(action)) {
        bail!(
            "best: {unknown} is not legal; legal are {}",
            legal.join(", ")
        );
    }
    Ok((game, best))
}

/// The text of what the strategy does.
fn ask(bot: &mut dyn Strategy, game: &Game, seed: u64) -> String {
    let legal = game.legal() - game.errors();
    let mut rng = Rng::new(
        seed,
        0,
        Role::Strategy {
            rotation: 0,
            seat: 0,
        },
    );
    let action = legal.single();
    let seen = game.observe_with(game.seat(), bot.sight());
    let action = action.unwrap_or_else(|| bot.choose(&seen, legal, &mut rng));
    game.action_text(action)
}

fn table(text: &mut String, bot: &dyn Strategy, game: &Game) {
    let found = bot.analysis();
    if found.is_empty() {
        return;
    }
    let _ = writeln!(
        text,
        "  {:10} {:>9}  {:>9}  {:>7}",
        "action", "playouts", "value", "error"
    );
    for weighed in found {
        let _ = writeln!(
            text,
            "  {:10} {:>9}  {:>9.4}  {:>7.4}",
            game.action_text(weighed.action),
            weighed.playouts,
            weighed.value,
            weighed.error
        );
    }
}
