//! A dataset is enough: from a Parquet file alone everything is rebuilt that an observation told, and compared with the game
//! played beside it.

#[path = "../engine/tests/table/view.rs"]
#[allow(dead_code)]
mod view;

use assert_cmd::Command;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::{Field, Row};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs::File;
use std::path::Path;
use unosim::play::{Key, play_listened};
use unosim::seating::Seating;
use unosim_engine::{ActionSet, Cards, Color, Face, Phase, Rules, Witness, rule_set, rule_sets};
use unosim_strategies::{Spec, split_list};
use view::{View, view};

/// A row by column.
struct Told(BTreeMap<String, Field>);

impl Told {
    fn of(row: &Row) -> Told {
        let columns = row.get_column_iter();
        Told(columns.map(|(n, f)| (n.clone(), f.clone())).collect())
    }

    fn number(&self, column: &str) -> i64 {
        match &self.0[column] {
            Field::UByte(n) => i64::from(*n),
            Field::UShort(n) => i64::from(*n),
            Field::UInt(n) => i64::from(*n),
            Field::Byte(n) => i64::from(*n),
            Field::Int(n) => i64::from(*n),
            other => panic!("{column}: {other:?}"),
        }
    }

    fn long(&self, column: &str) -> u64 {
        match &self.0[column] {
            Field::ULong(n) => *n,
            other => panic!("{column}: {other:?}"),
        }
    }

    fn yes(&self, column: &str) -> bool {
        self.0[column] == Field::Bool(true)
    }

    fn text(&self, column: &str) -> &str {
        match &self.0[column] {
            Field::Str(text) => text,
            other => panic!("{column}: {other:?}"),
        }
    }

    fn faces(&self, stem: &str) -> Vec<Face> {
        Face::all()
            .flat_map(|face| {
                let count = self.number(&format!("{stem}{face}")) as usize;
                std::iter::repeat_n(face, count)
            })
            .collect()
    }

    fn face(&self, column: &str) -> Option<Face> {
        let text = self.text(column);
        (!text.is_empty()).then(|| Face::parse(text).unwrap())
    }

    /// By seat what stands by places clockwise.
    fn by_seat<T>(&self, value: impl Fn(usize) -> T) -> Vec<T> {
        let (seat, seats) = (self.number("seat") as usize, self.number("seats") as usize);
        (0..seats)
            .map(|s| value((s + seats - seat) % seats))
            .collect()
    }

    /// The cards that a text such as `R5` stands for, wilds aside.
    fn matching(&self, column: &str) -> Cards {
        let text = self.text(column);
        let every: Cards = Face::all().fold(Cards::NONE, |all, face| all | face.cards());
        match (text, text.chars().next().and_then(Color::from_letter)) {
            ("", _) => Cards::NONE,
            ("*", _) => every - Cards::WILDS,
            (one, Some(color)) if one.len() == 1 => Cards::of_color(color),
            (face, Some(color)) => {
                Cards::of_color(color) | Face::parse(face).unwrap().same_symbol()
            }
            other => panic!("{other:?}"),
        }
    }

    fn lack(&self, away: usize) -> (Vec<Face>, u32) {
        let since = self.number(&format!("lack_since_{away}")) as u32;
        (self.matching(&format!("lack_{away}")).faces(), since)
    }

    /// The observation, as far as it can be told from a row and the rules. `printed` repeats the rest.
    fn view(&self, rules: &Rules, printed: String) -> View {
        let seats = self.number("seats") as usize;
        let seat = self.number("seat") as usize;
        let at = |away: usize| (seat + away) % seats;
        let hand = self.faces("hand_");
        let discards = self.faces("seen_");
        let mut known = vec![Vec::new(); seats];
        for word in self.text("known").split_whitespace() {
            let (away, face) = word.split_once(':').unwrap();
            known[at(away.parse().unwrap())].push(Face::parse(face).unwrap());
        }
        let mut unseen = rules.deck().faces();
        for face in known.iter().flatten().chain(&hand).chain(&discards) {
            let place = unseen.iter().position(|other| other == face).unwrap();
            unseen.remove(place);
        }
        let top = self.face("top").unwrap();
        let color = Color::from_letter(self.text("color").chars().next().unwrap_or(' '));
        let fitting = self.matching("fitting") | Cards::WILDS;
        let of_face = |face: &&Face| fitting.has(**face);
        let live: Vec<bool> = self.by_seat(|away| self.number("live") >> away & 1 == 1);
        let clockwise = self.yes("clockwise");
        let step = |from: usize| match clockwise {
            true => (from + 1) % seats,
            false => (from + seats - 1) % seats,
        };
        let next_live = |from: usize| {
            let order = std::iter::successors(Some(step(from)), |s| Some(step(*s)));
            order.take(seats).find(|s| live[*s]).unwrap_or(from)
        };
        let next = std::iter::successors(Some(seat), |s| Some(next_live(*s)));
        let mask = u128::from(self.long("legal_mask_low"))
            | u128::from(self.long("legal_mask_high")) << 64
            | u128::from(self.yes("may_err")) << 63;
        let numbers = (0..128u8).filter(|n| mask >> n & 1 == 1);
        let phase = self.text("phase");
        View {
            seat,
            rules: *rules,
            seats,
            live: live
                .iter()
                .enumerate()
                .fold(0, |m, (s, l)| m | u16::from(*l) << s),
            phase: *Phase::ALL.iter().find(|p| p.name() == phase).unwrap(),
            to_move: seat,
            hand_len: self.by_seat(|away| match away {
                0 => self.number("hand_size") as u32,
                away => self.number(&format!("size_{away}")) as u32,
            }),
            top,
            color,
            clockwise,
            pile: self.number("pile") as usize,
            claimed: self.yes("claimed"),
            face_down: self.number("face_down") as u32,
            called: self.yes("called"),
            known,
            lack: {
                let mut lack = self.by_seat(|away| match away {
                    0 => (Vec::new(), 0),
                    away => self.lack(away),
                });
                lack[seat] = (Vec::new(), 0);
                lack
            },
            unseen,
            pending: self.number("pending") as u32,
            dealer: at(self.number("dealer") as usize),
            turns: self.number("turn") as u32,
            totals: self.by_seat(|away| self.number(&format!("total_{away}")) as i32),
            next: next.take(seats + 1).collect(),
            drawn: self.face("drawn"),
            fits: hand.iter().filter(of_face).copied().collect(),
            fitting: fitting.faces(),
            legal: numbers
                .map(|n| unosim_engine::Action::from_number(n).unwrap())
                .collect(),
            cause: match self.number("cause") {
                -1 => None,
                away => Some(at(away as usize)),
            },
            hand,
            discards,
            printed,
        }
    }
}

/// What was seen of a choice, and what was done.
struct Saw {
    at: (u64, u32, u32),
    view: View,
    offered: ActionSet,
    legal: String,
    action: String,
    forced: bool,
}

#[derive(Default)]
struct Looks {
    key: (u64, u32),
    hand: u32,
    saw: Vec<Saw>,
}

impl Witness for Looks {}

/// Everything that is seen in these deals.
fn play(rules: &Rules, strategies: &str, seating: Seating, deals: u64) -> Vec<Saw> {
    let specs: Vec<Spec> = split_list(strategies)
        .iter()
        .map(|s| Spec::parse(s).unwrap())
        .collect();
    let mut looks = Looks::default();
    for deal in 0..deals {
        for rotation in 0..seating.rotations(specs.len()) {
            let slots = seating.slots(specs.len(), 1, deal, rotation);
            let mut bots: Vec<_> = slots.iter().map(|slot| specs[*slot].build()).collect();
            (looks.key, looks.hand) = ((deal, rotation), 0);
            let key = Key {
                seed: 1,
                deal,
                rotation,
            };
            play_listened(
                rules,
                &seating.schedule(specs.len()),
                &mut bots,
                key,
                &mut looks,
                |looks, _, _, _| looks.hand += 1,
                |looks, choice| {
                    let game = choice.game;
                    let seen = game.observe(game.seat());
                    let mut view = view(&seen);
                    // What a seat showed that it lacked itself is of no use to it.
                    view.lack[game.seat()] = (Vec::new(), 0);
                    looks.saw.push(Saw {
                        at: (looks.key.0, looks.key.1, looks.hand),
                        view,
                        offered: choice.offered,
                        legal: game.action_texts(choice.offered).join(" "),
                        action: game.action_text(choice.action),
                        forced: choice.bot.is_none(),
                    });
                },
            )
            .unwrap();
        }
    }
    looks.saw
}

/// The rules in the metadata of a file.
fn rules(reader: &SerializedFileReader<File>) -> Rules {
    let metadata = reader.metadata().file_metadata();
    let all = metadata.key_value_metadata().unwrap();
    let entry = all
        .iter()
        .find(|entry| entry.key == "unosim.rules")
        .unwrap();
    let options: Value = serde_json::from_str(entry.value.as_ref().unwrap()).unwrap();
    let (_, options) = options.as_object().unwrap().iter().next().unwrap();
    let mut rules = Rules::default();
    for (name, value) in options.as_object().unwrap() {
        let value = toml::Value::try_from(value).unwrap();
        rules.set(name, &value).unwrap();
    }
    rules
}

/// How often rare things were seen.
type Rare = BTreeMap<&'static str, u32>;

/// Writes a dataset and rebuilds what was seen.
fn rebuild(
    source: &str,
    set: &[&str],
    strategies: &str,
    seating: Seating,
    deals: u64,
    rare: &mut Rare,
) {
    let dir = tempfile::tempdir().unwrap();
    let mut command = Command::cargo_bin("unosim").unwrap();
    command.args([
        "dataset",
        "--level",
        "decisions",
        "--quiet",
        "--deals-per-file",
        "1000",
    ]);
    command.args(["--rules", source, "--strategies", strategies]);
    command.args([
        "--seating",
        seating.name(),
        "--deals",
        &deals.to_string(),
        "--out",
    ]);
    command.arg(dir.path());
    set.iter().for_each(|change| {
        command.args(["--set", change]);
    });
    command.assert().success();
    let file = File::open(dir.path().join("decisions-00000.parquet")).unwrap();
    let reader = SerializedFileReader::new(file).unwrap();
    let rules = rules(&reader);
    let saw = play(&rules, strategies, seating, deals);
    let mut rows = 0;
    for (row, saw) in reader.get_row_iter(None).unwrap().zip(&saw) {
        let told = Told::of(&row.unwrap());
        let at = (
            told.long("deal"),
            told.number("rotation") as u32,
            told.number("hand") as u32,
        );
        assert_eq!(at, saw.at, "{source}");
        let view = told.view(&rules, saw.view.printed.clone());
        if let Some(difference) = saw.view.differs(&view) {
            panic!(
                "{source} {at:?}, question {}: {difference}",
                told.number("question")
            );
        }
        assert_eq!(told.text("legal"), saw.legal, "{source} {at:?}");
        assert_eq!(told.text("action"), saw.action, "{source} {at:?}");
        assert_eq!(told.yes("forced"), saw.forced);
        assert_eq!(told.number("legal_count") as u32, saw.offered.len());
        rows += 1;
        note(rare, &told, &view, partners(seating));
    }
    assert_eq!(rows, saw.len(), "{source}");
}

fn partners(seating: Seating) -> bool {
    seating == Seating::Partners
}

fn note(rare: &mut Rare, told: &Told, view: &View, partners: bool) {
    let all = (1 << view.seats) - 1;
    for (what, is) in [
        ("a seat that is out", view.live != all),
        ("counter-clockwise", !view.clockwise),
        ("a claim", view.claimed),
        ("a card face down", view.face_down > 0),
        ("a call in question", view.called),
        ("a known card", view.known.iter().any(|k| !k.is_empty())),
        (
            "a lack",
            view.lack.iter().any(|(cards, _)| !cards.is_empty()),
        ),
        (
            "a card got since",
            view.lack.iter().any(|(_, since)| *since > 0),
        ),
        ("a penalty", view.pending > 0),
        ("a drawn card", view.drawn.is_some()),
        ("a cause", view.cause.is_some()),
        ("no color", view.color.is_none()),
        ("totals", view.totals.iter().any(|total| *total != 0)),
        ("an error that was not offered", told.yes("may_err")),
        ("a high action", told.long("legal_mask_high") > 0xf),
        (
            "another player",
            partners && told.number("player") != told.number("seat"),
        ),
    ] {
        *rare.entry(what).or_default() += u32::from(is);
    }
}

#[test]
fn every_observation_can_be_rebuilt_from_a_file_alone() {
    let mut rare = Rare::new();
    for set in rule_sets() {
        for strategies in ["random,greedy", "random,expert,random,greedy"] {
            let seats = strategies.split(',').count();
            if rule_set(set.name).unwrap().validate(seats).is_ok() {
                rebuild(set.name, &[], strategies, Seating::Shuffled, 1, &mut rare);
            }
        }
    }
    for house in [
        &["wild_draw_four.face_down=true", "uno.errors=true"][..],
        &[
            "wild.functions=[\"color\", \"look\", \"trade\"]",
            "jump_in.cards=all",
        ],
        &[
            "match.format=last_standing",
            "swap.zero=rotate",
            "swap.seven=swap",
        ],
    ] {
        rebuild(
            "mattel",
            house,
            "random,random,greedy,random,expert",
            Seating::Shuffled,
            4,
            &mut rare,
        );
    }
    let partners = ["match.format=hands", "match.hands=1"];
    rebuild(
        "partners",
        &partners,
        "random,greedy,random,expert",
        Seating::Partners,
        2,
        &mut rare,
    );
    let never: Vec<_> = rare.iter().filter(|(_, count)| **count == 0).collect();
    assert!(never.is_empty(), "never seen: {never:?}");
}

#[test]
fn hidden_columns_stand_apart_and_are_true() {
    let dir = tempfile::tempdir().unwrap();
    let write = |name: &str, more: &[&str]| {
        let out: &Path = &dir.path().join(name);
        Command::cargo_bin("unosim")
            .unwrap()
            .args(["dataset", "--level", "decisions", "--quiet", "--deals", "3"])
            .args(["--strategies", "random,greedy,random", "--out"])
            .arg(out)
            .args(more)
            .assert()
            .success();
        let file = File::open(out.join("decisions-00000.parquet")).unwrap();
        let reader = SerializedFileReader::new(file).unwrap();
        let rows: Vec<Told> = reader
            .get_row_iter(None)
            .unwrap()
            .map(|row| Told::of(&row.unwrap()))
            .collect();
        rows
    };
    let (bare, with) = (write("bare", &[]), write("with", &["--with-hidden"]));
    assert_eq!(bare.len(), with.len());
    let deck = Rules::default().deck().faces();
    for (bare, with) in bare.iter().zip(&with) {
        let hidden: Vec<&String> = with.0.keys().filter(|k| !bare.0.contains_key(*k)).collect();
        assert_eq!(hidden.len(), 9);
        assert!(hidden.iter().all(|name| name.starts_with("hidden_hand_")));
        for (name, field) in &bare.0 {
            assert_eq!(&with.0[name], field, "{name}");
        }
        let mut rest = deck.clone();
        let mut take = |face: Face| {
            let at = rest.iter().position(|other| *other == face).unwrap();
            rest.remove(at);
        };
        with.faces("hand_").into_iter().for_each(&mut take);
        with.faces("seen_").into_iter().for_each(&mut take);
        for away in 1..=9 {
            let cards = with.text(&format!("hidden_hand_{away}"));
            let cards: Vec<Face> = cards
                .split_whitespace()
                .map(|c| Face::parse(c).unwrap())
                .collect();
            assert_eq!(cards.len() as i64, with.number(&format!("size_{away}")));
            cards.into_iter().for_each(&mut take);
        }
        assert_eq!(rest.len() as i64, with.number("pile"));
    }
}
