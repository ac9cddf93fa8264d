use std::path::PathBuf;

use clap::{Args as ClapArgs, Parser, Subcommand, ValueEnum};
use grognard_core::Length;
use grognard_engine::decimal_comma;

use crate::failure::Failure;

const EXITS: &str = "Exit codes:
  0   done; the order is allowed
  1   the answer is no: order refused, script not as expected, plugin with a problem, clause without a case
  2   undetermined: the rules as known do not settle it
  64  the command line, a scenario, a script or an order cannot be understood
  70  a ruleset failed, or the program itself
  74  a file cannot be read or written";

/// Tabletop wargame rules that can be asked, checked and replayed.
#[derive(Debug, Parser)]
#[command(name = "grognard", version, after_help = EXITS)]
pub(crate) struct Args {
    /// Print one JSON document instead of text.
    #[arg(long, global = true)]
    pub json: bool,
    /// A plugin, or a folder of plugins, to look at first. May be given several times.
    #[arg(long = "plugin", value_name = "PATH", global = true)]
    pub plugins: Vec<PathBuf>,
    /// The language of findings and clauses, where the ruleset has it.
    #[arg(long, value_name = "CODE", default_value = "en", global = true)]
    pub lang: String,
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// List the rulesets that are installed.
    Rulesets,
    /// Ask for rulings on orders, without carrying them out. In a scenario an order is asked for the
    /// first phase that takes it; in a save, for the present.
    Check(Check),
    /// Measure from a unit: to another, or what is near.
    Measure(Measure),
    /// Find orders over several turns that bring a unit to a place.
    Plan(Plan),
    /// Play a script of orders.
    Play(Play),
    /// Draw the map.
    Show(Show),
    /// List the clauses of a ruleset.
    Clauses(Clauses),
    /// List what a ruleset's text leaves open, and the answers there are.
    Readings(OfRuleset),
    /// Print the charts of a ruleset, each number with where it comes from.
    Charts(OfRuleset),
    /// Tell where plugins are looked for, which were found, and what is wrong with the others.
    Doctor,
}

/// Which battle, and how it is to be played.
#[derive(Debug, ClapArgs)]
pub(crate) struct BattleArgs {
    /// A scenario, or a save.
    pub battle: PathBuf,
    /// The ruleset. A save, or a script, names its own.
    #[arg(long, value_name = "RULESET")]
    pub rules: Option<String>,
    /// The scale, where the ruleset has several.
    #[arg(long)]
    pub scale: Option<String>,
    /// The seed of the dice.
    #[arg(long)]
    pub seed: Option<u64>,
    /// A reading to play by. May be given several times.
    #[arg(long = "reading", value_name = "ID=VALUE")]
    pub readings: Vec<String>,
    /// A chart file that replaces numbers. May be given several times.
    #[arg(long = "chart", value_name = "FILE")]
    pub charts: Vec<PathBuf>,
    /// A single number to replace. May be given several times.
    #[arg(long = "cell", value_name = "KEY=VALUE")]
    pub cells: Vec<String>,
    /// Count numbers that had to be assumed as unknown.
    #[arg(long)]
    pub printed_only: bool,
    /// Let phases pass until this one begins.
    #[arg(long)]
    pub phase: Option<String>,
    /// Tell only what this side may know: what others have written is sealed until it is carried out.
    #[arg(long, value_name = "SIDE")]
    pub side: Option<String>,
}

/// `grognard check`.
#[derive(Debug, ClapArgs)]
pub(crate) struct Check {
    #[command(flatten)]
    pub battle: BattleArgs,
    /// An order: `SUBJECT: COURSE`, `SUBJECT: KIND name=value ...`, or JSON with kind, subject and args.
    /// Several are each asked by themselves.
    #[arg(long = "order", value_name = "ORDER", required = true)]
    pub orders: Vec<String>,
    /// Dice as they fell: `4` or `4,6`.
    #[arg(long, value_delimiter = ',')]
    pub dice: Vec<u32>,
}

/// `grognard measure`.
#[derive(Debug, ClapArgs)]
pub(crate) struct Measure {
    #[command(flatten)]
    pub battle: BattleArgs,
    /// The unit.
    #[arg(long)]
    pub unit: String,
    /// The unit to measure to.
    #[arg(long, value_name = "UNIT", conflicts_with = "within")]
    pub to: Option<String>,
    /// List every unit within this distance in place of it.
    #[arg(long, value_name = "LENGTH")]
    pub within: Option<String>,
    /// How high above its ground the unit looks from.
    #[arg(long, value_name = "LENGTH", requires = "to")]
    pub eye: Option<String>,
    /// How high above its ground the other is seen.
    #[arg(long, value_name = "LENGTH", requires = "to")]
    pub target: Option<String>,
    /// How high units stand that are in the way of sight, `any` for any height; they are not without.
    #[arg(long, value_name = "LENGTH", requires = "to")]
    pub units: Option<String>,
}

/// `grognard plan`.
#[derive(Debug, ClapArgs)]
pub(crate) struct Plan {
    #[command(flatten)]
    pub battle: BattleArgs,
    /// The unit.
    #[arg(long)]
    pub unit: String,
    /// Where the middle of its front edge is to come: millimetres of the table, east and north.
    #[arg(long, value_name = "X,Y", allow_hyphen_values = true, value_parser = place)]
    pub to: (f64, f64),
    /// The way it is to face, degrees clockwise from north; any when not given.
    #[arg(long, value_name = "DEGREES", allow_hyphen_values = true)]
    pub facing: Option<f64>,
    /// The formation it is to be in; any when not given.
    #[arg(long)]
    pub formation: Option<String>,
    /// How near the place is near enough.
    #[arg(long, value_name = "LENGTH", default_value = "1 cm")]
    pub within: String,
    /// How many degrees off the facing are exact enough.
    #[arg(long, value_name = "DEGREES", default_value_t = 1.0)]
    pub within_degrees: f64,
    /// The most turns of its side it may take, the present one among them.
    #[arg(long, default_value_t = 6)]
    pub turns: u32,
    /// Draw where it stands at the end of each turn.
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
}

fn place(text: &str) -> Result<(f64, f64), String> {
    let wrong =
        || format!("'{text}' is no place; write two numbers with a comma between: 300,-450");
    let (x, y) = text.split_once(',').ok_or_else(wrong)?;
    let number = |text: &str| text.trim().parse::<f64>().map_err(|_| wrong());
    Ok((number(x)?, number(y)?))
}

/// The length that a flag was given.
pub(crate) fn length(flag: &str, text: &str) -> Result<Length, Failure> {
    text.parse().map_err(|error| {
        let comma = decimal_comma(text);
        Failure::BadInput(format!("{flag} {text}: {error}{comma}"))
    })
}

/// `grognard play`.
#[derive(Debug, ClapArgs)]
pub(crate) struct Play {
    #[command(flatten)]
    pub battle: BattleArgs,
    /// The script.
    pub script: PathBuf,
    /// Save the battle here when the script is done.
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,
    /// Draw the map here when the script is done.
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
}

/// `grognard show`.
#[derive(Debug, ClapArgs)]
pub(crate) struct Show {
    #[command(flatten)]
    pub battle: BattleArgs,
    /// Where to draw the map; standard output when not given.
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    /// Play this script first.
    #[arg(long, value_name = "SCRIPT")]
    pub after: Option<PathBuf>,
    /// Show where this order would lead. May be given several times.
    #[arg(long = "order", value_name = "ORDER")]
    pub orders: Vec<String>,
    /// Point out a unit. May be given several times.
    #[arg(long, value_name = "UNIT")]
    pub highlight: Vec<String>,
    /// What to write beside the units.
    #[arg(long, value_enum, default_value = "ids")]
    pub labels: LabelChoice,
    /// The width of the picture in pixels.
    #[arg(long, default_value_t = 900.0)]
    pub width: f64,
}

/// What to write beside the units.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum LabelChoice {
    /// The ids that orders use.
    Ids,
    /// The names.
    Names,
    /// Nothing.
    None,
}

/// `grognard clauses`.
#[derive(Debug, ClapArgs)]
pub(crate) struct Clauses {
    /// The ruleset.
    pub ruleset: String,
    /// A folder of case files: tells how many cases each clause has.
    #[arg(long, value_name = "CASES_DIR")]
    pub coverage: Option<PathBuf>,
}

/// A command about a ruleset alone.
#[derive(Debug, ClapArgs)]
pub(crate) struct OfRuleset {
    /// The ruleset.
    pub ruleset: String,
}
