//! How a run begins: what is there already, of this run or of another one, and what is to be done with it. It reads what tells
//! runs apart; it writes nothing and plays nothing.

use anyhow::{Context, Result, bail, ensure};
use std::path::Path;

use crate::cli::RunArgs;
use crate::input;
use crate::part::Part;
use crate::recipe;
use crate::report::files;
use crate::report::manifest::fingerprint;

/// How a run begins.
pub enum Start {
    /// An earlier one has done everything.
    Nothing,
    /// With what lies in this directory of counts, if anything does.
    Play {
        /// The directory.
        part: Part,
        /// Whether results may be overwritten.
        overwrite: bool,
    },
}

/// What is there already, and what is to be done with it.
///
/// # Errors
/// If it is of another run, or damaged, or would be overwritten though nobody allowed that.
pub fn begin(new: Part, args: &RunArgs, out: &Path) -> Result<Start> {
    let dir = new.dir().to_path_buf();
    if args.force {
        // What lies there, damaged or not, is of no use any more.
        return Ok(Start::Play {
            part: new,
            overwrite: true,
        });
    }
    let (part, overwrite) = match (Part::find(&dir)?, args.resume) {
        (Some(part), true) => {
            part.same_as(&new)?;
            // Results beside these counts are those of the same run, as far as it had come.
            (part, true)
        }
        (Some(_), false) => bail!(
            "{} holds what an earlier run has counted; go on with --resume, begin anew with --force, or choose another directory \
             with --out",
            dir.display()
        ),
        (None, true) if args.shard.is_none() && is_complete(out, &new)? => {
            if !args.quiet {
                println!("{} is complete already", out.display());
            }
            return Ok(Start::Nothing);
        }
        (None, _) => (new, false),
    };
    Ok(Start::Play { part, overwrite })
}

/// Whether results are there, all of them, of the same experiment.
fn is_complete(out: &Path, new: &Part) -> Result<bool> {
    let path = out.join("manifest.json");
    let Some(text) = input::results_text(&path)? else {
        return Ok(false);
    };
    let there: serde_json::Map<_, _> = serde_json::from_str(&text)
        .with_context(|| format!("{} is damaged; begin anew with --force", path.display()))?;
    let differences = recipe::differences(&there, &new.recipe);
    ensure!(
        differences.is_empty(),
        "{} holds results of another run: {}; choose another directory with --out, or overwrite them with --force",
        out.display(),
        differences.join("; ")
    );
    if there.get("complete") != Some(&true.into()) {
        return Ok(false);
    }
    ensure!(
        there.get("fingerprint") == Some(&fingerprint(&files::csv(out)?).into()),
        "{} holds other CSV files than {} says (fingerprint): some were lost or changed; begin anew with --force",
        out.display(),
        path.display()
    );
    Ok(true)
}
