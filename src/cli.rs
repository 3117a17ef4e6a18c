//! What may be typed: commands, flags and their help. It knows no rule, no file and no game; every command is carried
//! out by the module of its name.

use clap::{Args, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;
use std::time::Duration;

use crate::dataset::DatasetArgs;
use crate::diff::DiffArgs;
use crate::duel::DuelArgs;
use crate::league::LeagueArgs;
use crate::merge::MergeArgs;
use crate::numbers::{parse_count, parse_seconds, parse_seed};
use crate::rerun::RerunArgs;
use crate::seating::Seating;
use crate::shard::Shard;
use crate::tune::Goal;

const EXAMPLES: &str = "\
Examples:
  unosim run --strategies random,greedy --deals 1e5
  unosim run experiments/strategies.toml
  unosim run experiments/strategies.toml --rules unoai --seed 7 --out results/unoai
  unosim duel greedy random --sprt 0,5
  unosim league random greedy diversity
  unosim replay --strategies random,greedy --seed 1 --deal 12
  unosim rules show mattel";

/// Plays millions of seeded UNO hands in parallel between pluggable bots and writes win rates and score
/// distributions to CSV.
#[derive(Parser, Debug)]
#[command(name = "unosim", version, after_help = EXAMPLES, arg_required_else_help = true)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// The commands.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// Play an experiment and write its results
    Run(RunArgs),
    /// Join the parts of a run that was divided with `run --shard`
    Merge(MergeArgs),
    /// Make results again from their manifest, and compare them byte for byte
    Rerun(RerunArgs),
    /// Find out whether one strategy is better than another, with as few games as that takes
    Duel(DuelArgs),
    /// Rate many strategies by games of everyone with everyone
    League(LeagueArgs),
    /// Record games as tables for analysis and learning: a row a game, a hand or a decision
    Dataset(DatasetArgs),
    /// Write a page of the results of a run: answer, figures, tables
    #[command(after_help = REPORT_EXAMPLES)]
    Report(ReportArgs),
    /// Say in what the results of two runs differ, and what of it is more than luck
    Diff(DiffArgs),
    /// Print one game, move by move
    Replay(ReplayArgs),
    /// Check written positions against the rules
    Scenario {
        /// What to do with them.
        #[command(subcommand)]
        command: ScenarioCommand,
    },
    /// Ask a strategy what it would do in a written position, and why
    #[command(after_help = ANALYZE_EXAMPLES)]
    Analyze(AnalyzeArgs),
    /// Measure what house rules do to the game
    Balance(BalanceArgs),
    /// Search for the numbers with which a strategy plays best
    Tune(TuneArgs),
    /// List the strategies and their parameters
    Strategies,
    /// List the rule sets, show or compare some, or check rule files
    #[command(after_help = RULES_EXAMPLES)]
    Rules {
        /// What to do with them; without it they are listed.
        #[command(subcommand)]
        command: Option<RulesCommand>,
    },
    /// List the experiment files and the question each one asks
    Experiments {
        /// Where they lie
        #[arg(long, value_name = "DIR", default_value = "experiments")]
        dir: PathBuf,
    },
    /// Print the JSON Schema of a kind of file, for editors that check and complete while one types
    #[command(after_help = SCHEMA_EXAMPLES)]
    Schema {
        /// Of which files
        kind: SchemaKind,
    },
    /// Print a hash of every choice in a fixed set of games: equal hashes mean equal behavior
    Fingerprint,
}

const SCHEMA_EXAMPLES: &str = "\
Examples:
  unosim schema experiment > experiment.schema.json

An editor with TOML support (taplo, Even Better TOML) takes it from the first lines of a file:
  #:schema ./experiment.schema.json";

/// Files that have a schema.
#[derive(ValueEnum, Debug, Clone, Copy, PartialEq, Eq)]
pub enum SchemaKind {
    /// Experiment files
    Experiment,
}

const ANALYZE_EXAMPLES: &str = "\
Examples:
  unosim analyze my-position.toml
  unosim analyze my-position.toml --strategy \"ismcts(iterations=20000)\"
  unosim analyze tests/positions/*.toml --check";

/// What to analyze.
#[derive(Args, Debug)]
pub struct AnalyzeArgs {
    /// Scenario files; the position after the last step is analyzed
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Who is asked
    #[arg(
        long,
        value_name = "STRATEGY",
        default_value = "monte-carlo(playouts=5000)"
    )]
    pub strategy: String,
    /// Seed of the strategy's own randomness
    #[arg(long, value_name = "N", value_parser = parse_seed, default_value = "1")]
    pub seed: u64,
    /// Let strategies play that see what no player may, such as cheat(…): for research only
    #[arg(long)]
    pub allow_cheats: bool,
    /// Compare each choice with the file's list `best`; the exit code is 1 if one is not in it
    #[arg(long)]
    pub check: bool,
}

const RUN_EXAMPLES: &str = "\
Examples:
  unosim run --strategies random,greedy                      two players, Mattel rules
  unosim run --strategies random,greedy --set uno.call=off   one option changed
  unosim run experiments/strategies.toml --deals 1e4         an experiment, fewer deals
  unosim run experiments/published.toml --out results/mine --force
  unosim run --strategies random,greedy --rules mattel,go-wild,unoai
                                                             the same table under three rule sets
  unosim run --strategies random,greedy --until 0.002        as many deals as it takes to know win rates to ± 0.2 points
  unosim run --strategies random,greedy,diversity,ranking --seating partners --rules partners
             --set match.format=hands --set match.hands=4    four hands with each partner
  unosim run experiments/strategies.toml --resume            go on after a crash, with the counts of a few seconds ago
  unosim run experiments/strategies.toml --shard 3/16 --out parts/3
                                                             a sixteenth of the deals; then `unosim merge parts/*`

A deal is played once for every rotation of the strategies over the seats, so four strategies and 1,000 deals make
4,000 games. The same seed gives the same result files, byte for byte, whatever the number of threads.
Ctrl-C and SIGTERM finish the games under way and write what has been played (exit code 130). What has been counted is kept
in OUT/checkpoint every few seconds, so that --resume loses no more than that, and ends in the same bytes.";

/// What is played: an experiment file, and flags that override it.
#[derive(Args, Debug, Clone, Default)]
pub struct PlayArgs {
    /// Experiment file, or the name of one in experiments/; flags override what it says
    pub experiment: Option<PathBuf>,
    /// Strategies, one a seat: random,greedy,… (see `unosim strategies`)
    #[arg(long, value_name = "LIST")]
    pub strategies: Option<String>,
    /// Rule set (see `unosim rules`) or rule file, or several: mattel,phone,…; `all` is every rule set
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    pub rules: Option<Vec<String>>,
    /// Change one option of the rules; may be repeated
    #[arg(long, value_name = "OPTION=VALUE")]
    pub set: Vec<String>,
    /// Deals, each played once a rotation [default: 10,000]
    #[arg(long, value_name = "N", value_parser = parse_count, allow_hyphen_values = true)]
    pub deals: Option<u64>,
    /// Seed of all randomness [default: 1]
    #[arg(long, value_name = "N", value_parser = parse_seed, allow_hyphen_values = true)]
    pub seed: Option<u64>,
    /// How strategies come to their seats [default: shuffled]
    #[arg(long, value_name = "HOW")]
    pub seating: Option<Seating>,
    /// Let strategies play that see what no player may, such as cheat(…): for research only
    #[arg(long)]
    pub allow_cheats: bool,
}

/// `unosim run`
#[derive(Args, Debug, Clone, Default)]
#[command(after_help = RUN_EXAMPLES)]
pub struct RunArgs {
    /// What is played.
    #[command(flatten)]
    pub play: PlayArgs,
    /// Play until all win rates are known to ± this (95 %), 0.002 for instance, or --deals are played [default: 10,000,000]
    #[arg(long, value_name = "CI", allow_hyphen_values = true)]
    pub until: Option<f64>,
    /// Threads [default: all processors]
    #[arg(long, value_name = "N", value_parser = parse_count, allow_hyphen_values = true)]
    pub threads: Option<u64>,
    /// Directory of the results [default: results/NAME, NAME being that of the experiment file, or `run`]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Go on where an earlier run of this into the same directory stopped, however it ended
    #[arg(long)]
    pub resume: bool,
    /// Play only one part of the deals, such as 3/16, and leave its counts to `unosim merge`
    #[arg(long, value_name = "K/N")]
    pub shard: Option<Shard>,
    /// Seconds between two checkpoints [default: 5]
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds, allow_hyphen_values = true)]
    pub checkpoint_every: Option<Duration>,
    /// Overwrite results that are already there
    #[arg(long, conflicts_with = "resume")]
    pub force: bool,
    /// Print neither progress nor the table
    #[arg(long, short)]
    pub quiet: bool,
}

const BALANCE_EXAMPLES: &str = "\
Examples:
  unosim balance                                        every rule set against mattel, 4 players
  unosim balance --rules phone,campus --players 6       two of them, six players
  unosim balance --rules mattel --set jump_in.cards=colored
                                                        one house rule alone
  unosim balance --rules my-rules.toml --baseline phone --deals 1e5 --out results/mine
  unosim balance --strategy ranking --ladder random,diversity,expert

Under every rule set the same deals are played, a hand each: by one strategy on all seats (length,
choices, penalties, drama, the luck of the seat), again with one seat left to the weakest of the
ladder (how much one player decides about the others), and by the ladder, whose strategies have
every seat once (what skill is worth).
In OUT: balance.csv (each measure under each of the rules, with its difference from the baseline)
and manifest.json. Printed is what the rules change, most changed first; told are only differences
that hold together at 5 % (Holm). docs/balance.md says what every measure means.
Ctrl-C finishes the hands under way and writes the rule sets that are complete.";

/// `unosim balance`
#[derive(Args, Debug, Clone)]
#[command(after_help = BALANCE_EXAMPLES)]
pub struct BalanceArgs {
    /// Rule set (see `unosim rules`) or rule file, or several; those that cannot be played by so many are skipped
    /// [default: all]
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    pub rules: Option<Vec<String>>,
    /// Rule set or rule file with which the others are compared [default: mattel]
    #[arg(long, value_name = "NAME|FILE")]
    pub baseline: Option<String>,
    /// Change one option of the rules, but not of the baseline; may be repeated
    #[arg(long, value_name = "OPTION=VALUE")]
    pub set: Vec<String>,
    /// Players [default: 4]
    #[arg(long, value_name = "N", value_parser = parse_count, allow_hyphen_values = true)]
    pub players: Option<u64>,
    /// Who sits on every seat [default: expert]
    #[arg(long, value_name = "STRATEGY")]
    pub strategy: Option<String>,
    /// Strategies from the weakest to the strongest [default: random,greedy,ranking,expert]
    #[arg(long, value_name = "LIST")]
    pub ladder: Option<String>,
    /// Deals under each of the rules [default: 50,000]
    #[arg(long, value_name = "N", value_parser = parse_count, allow_hyphen_values = true)]
    pub deals: Option<u64>,
    /// Seed of all randomness [default: 1]
    #[arg(long, value_name = "N", value_parser = parse_seed, allow_hyphen_values = true)]
    pub seed: Option<u64>,
    /// Threads [default: all processors]
    #[arg(long, value_name = "N", value_parser = parse_count, allow_hyphen_values = true)]
    pub threads: Option<u64>,
    /// Directory of the results [default: results/balance]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Overwrite results that are already there
    #[arg(long)]
    pub force: bool,
    /// Print neither progress nor the comparison
    #[arg(long, short)]
    pub quiet: bool,
}

const REPORT_EXAMPLES: &str = "\
Examples:
  unosim report results/strategies                        results/strategies/report.html, and its figures
  unosim report results/reference --out /tmp/page.html    elsewhere; the figures go beside it, to /tmp/figures/

The page stands alone: nothing is loaded from the network, it prints, and follows light and dark. It shows what is there of
the CSV files and manifest.json (docs/results.md); without manifest.json it does not know what made them. The same
files give the same bytes. An older report is overwritten, any other file never.";

/// `unosim report`
#[derive(Args, Debug, Clone)]
pub struct ReportArgs {
    /// Directory of the results
    #[arg(value_name = "DIR")]
    pub dir: PathBuf,
    /// The page to write; figures/ is made beside it [default: DIR/report.html]
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

const TUNE_EXAMPLES: &str = "\
Examples:
  unosim tune expert --against random --rules unoai --goal points --parameters color,symbol,last_color
  unosim tune 'expert(bluff=1)' --against ranking --against diversity,diversity,diversity
  unosim tune experiments/tune-expert-points.toml --generations 100 --out results/longer
  unosim tune experiments/tune-expert-points.toml --resume

Each generation plays its candidates on the same new deals and moves the search (CMA-ES) toward the better half. In the end
the start values and the tuned ones play fresh deals, and the gain is told with its 95 % interval.
In OUT: tune.json (the search so far), tune.csv (its course), tuned.toml (start and result, to be played by `unosim run`).
Ctrl-C finishes the generation under way; --resume goes on and ends in the same bytes as if nothing had happened.";

/// `unosim tune`
#[derive(Args, Debug, Clone)]
#[command(after_help = TUNE_EXAMPLES)]
pub struct TuneArgs {
    /// The strategy, with parameters that shall stay as they are: 'expert(bluff=1)'; or an experiment file with a table
    /// `[tune]`, which flags override
    #[arg(value_name = "STRATEGY|FILE")]
    pub what: String,
    /// Those it plays against, one a seat; may be repeated: the mean over all tables counts
    #[arg(long, value_name = "LIST")]
    pub against: Vec<String>,
    /// The parameters to tune [default: every number that is not set]
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    pub parameters: Option<Vec<String>>,
    /// Rule set or rule file, or several: the mean over them counts [default: mattel]
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    pub rules: Option<Vec<String>>,
    /// Change one option of the rules; may be repeated
    #[arg(long, value_name = "OPTION=VALUE")]
    pub set: Vec<String>,
    /// What shall be as high as possible [default: win]
    #[arg(long, value_name = "GOAL")]
    pub goal: Option<Goal>,
    /// Deals that each candidate plays, at each table under each of the rules [default: 2,000]
    #[arg(long, value_name = "N", value_parser = parse_count, allow_hyphen_values = true)]
    pub deals: Option<u64>,
    /// Generations [default: 30]
    #[arg(long, value_name = "N", value_parser = parse_count, allow_hyphen_values = true)]
    pub generations: Option<u64>,
    /// Candidates of a generation [default: 4 + 3 ln(parameters), rounded down]
    #[arg(long, value_name = "N", value_parser = parse_count, allow_hyphen_values = true)]
    pub population: Option<u64>,
    /// Fresh deals on which the result is compared with the start [default: 50,000]
    #[arg(long, value_name = "N", value_parser = parse_count, allow_hyphen_values = true)]
    pub check_deals: Option<u64>,
    /// Seed of all randomness [default: 1]
    #[arg(long, value_name = "N", value_parser = parse_seed, allow_hyphen_values = true)]
    pub seed: Option<u64>,
    /// How strategies come to their seats [default: shuffled]
    #[arg(long, value_name = "HOW")]
    pub seating: Option<Seating>,
    /// Threads [default: all processors]
    #[arg(long, value_name = "N", value_parser = parse_count, allow_hyphen_values = true)]
    pub threads: Option<u64>,
    /// Directory of the results [default: results/NAME, NAME being that of the experiment file, or `tune-STRATEGY`]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Go on where an earlier search with these settings stopped; more generations may be asked for
    #[arg(long)]
    pub resume: bool,
    /// Overwrite results that are already there
    #[arg(long, conflicts_with = "resume")]
    pub force: bool,
    /// Print neither progress nor the result
    #[arg(long, short)]
    pub quiet: bool,
}

const RULES_EXAMPLES: &str = "\
Examples:
  unosim rules                       every rule set and where it comes from
  unosim rules show phone            every option of one
  unosim rules diff mattel phone     what sets two apart
  unosim rules check my-rules.toml   is a rule file right?";

/// `unosim replay`
#[derive(Args, Debug, Clone)]
#[command(after_help = "\
Examples:
  unosim replay --strategies random,greedy --seed 1 --deal 12
  unosim replay --strategies greedy,random,random --deal 3 --rotation 2 --format jsonl")]
pub struct ReplayArgs {
    /// Rule set or rule file
    #[arg(long, value_name = "NAME|FILE", default_value = "mattel")]
    pub rules: String,
    /// Change one option of the rules; may be repeated
    #[arg(long, value_name = "OPTION=VALUE")]
    pub set: Vec<String>,
    /// Strategies, as the run listed them
    #[arg(long, value_name = "LIST")]
    pub strategies: String,
    /// Seed of the run
    #[arg(long, value_name = "N", value_parser = parse_seed, default_value = "1", allow_hyphen_values = true)]
    pub seed: u64,
    /// Which deal of the run, counted from 0
    #[arg(long, value_name = "N", value_parser = parse_seed, default_value = "0", allow_hyphen_values = true)]
    pub deal: u64,
    /// Which rotation of the deal, counted from 0
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub rotation: u32,
    /// How strategies came to their seats
    #[arg(long, value_name = "HOW", default_value = "shuffled")]
    pub seating: Seating,
    /// Let strategies play that see what no player may, such as cheat(…): for research only
    #[arg(long)]
    pub allow_cheats: bool,
    /// How to print the game
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: Format,
}

/// How a game is printed.
#[derive(ValueEnum, Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// For people
    Text,
    /// One JSON event a line
    Jsonl,
}

/// `unosim scenario …`
#[derive(Subcommand, Debug)]
pub enum ScenarioCommand {
    /// Run scenario files and report the first difference of each
    Check(ScenarioCheckArgs),
}

/// `unosim scenario check`
#[derive(Args, Debug, Clone)]
pub struct ScenarioCheckArgs {
    /// Scenario files (TOML)
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Print one JSON object a file
    #[arg(long)]
    pub json: bool,
}

/// `unosim rules …`
#[derive(Subcommand, Debug)]
pub enum RulesCommand {
    /// Print every option of a rule set, its changes from the default marked
    #[command(after_help = "\
Examples:
  unosim rules show phone
  unosim rules show my-rules.toml --set uno.call=off")]
    Show {
        /// Rule set or rule file
        #[arg(value_name = "NAME|FILE")]
        rules: String,
        /// Change one option; may be repeated
        #[arg(long, value_name = "OPTION=VALUE")]
        set: Vec<String>,
    },
    /// Print the options in which two rule sets differ
    #[command(after_help = "\
Examples:
  unosim rules diff mattel phone
  unosim rules diff phone my-rules.toml")]
    Diff {
        /// Rule set or rule file
        #[arg(value_name = "A")]
        a: String,
        /// The one to compare it with
        #[arg(value_name = "B")]
        b: String,
    },
    /// Check rule files: names, values, and at how many seats they can be played
    #[command(after_help = "\
Example:
  unosim rules check my-rules.toml

A rule file names the rule set that it changes, and the changes:
  base = \"phone\"
  uno.penalty = 4
  [stacking]
  max_cards = 3
The exit code is 1 if any file is wrong.")]
    Check {
        /// Rule files (TOML)
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
    },
}
