//! Ways to break a file, and what must hold of a command that reads it: one clear error, nothing changed, and never a panic or a
//! wait without end.

use assert_cmd::Command;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Bytes that are no text of any kind of file.
pub fn garbage() -> Vec<Vec<u8>> {
    let noise = (0u32..4000).map(|i| (i.wrapping_mul(2_654_435_761) >> 24) as u8);
    vec![
        Vec::new(),
        vec![0],
        vec![0xff; 100],
        b"\xef\xbb\xbf".to_vec(),
        b"\x1f\x8b\x08\x00".to_vec(),
        noise.collect(),
        b"\"".to_vec(),
        vec![b'\n'; 3000],
        vec![b','; 3000],
        vec![b'['; 100_000],
        b"{\"a\":".repeat(50_000),
        b"a={".repeat(50_000),
        [b"a", &b".a".repeat(50_000)[..], b" = 1"].concat(),
    ]
}

/// The text cut off at some places, and with single bytes that do not belong there.
pub fn broken(text: &[u8], places: usize) -> Vec<Vec<u8>> {
    let step = text.len().div_ceil(places).max(1);
    let cut = (0..text.len()).step_by(step).map(|at| text[..at].to_vec());
    let struck = (0..text.len()).step_by(step).flat_map(|at| {
        [0xff, 0, b'"', b'-', b'9'].map(|byte| {
            let mut text = text.to_vec();
            text[at] = byte;
            text
        })
    });
    cut.chain(struck).collect()
}

/// What lies in a directory and below.
pub fn snapshot(dir: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        let there = fs::symlink_metadata(&path).unwrap();
        let content = match () {
            () if there.is_dir() => {
                found.extend(snapshot(&path));
                b"a directory".to_vec()
            }
            // A link may lead to what has no end, and a large file is told by its size.
            () if !there.is_file() => b"a link".to_vec(),
            () if there.len() > 1_000_000 => there.len().to_string().into(),
            () => fs::read(&path).unwrap_or_default(),
        };
        found.insert(path, content);
    }
    found
}

/// Runs a command in a directory: it is right (or finds a difference), or it says in one line what is wrong and has changed
/// nothing. Returns what it said, if it found something wrong.
pub fn run(dir: &Path, args: &[&str], what: &str) -> Option<String> {
    let before = snapshot(dir);
    let mut command = Command::cargo_bin("unosim").unwrap();
    command.current_dir(dir).args(args).env("NO_COLOR", "1");
    let output = command.timeout(Duration::from_secs(60)).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let told = || format!("{args:?} with {what}: {:?}\n{said}", output.status);
    let wrong = match (args[0], output.status.code()) {
        ("diff", Some(2)) => true,
        ("diff", Some(1)) | (_, Some(0)) => false,
        (_, Some(1)) => true,
        _ => panic!("{}", told()),
    };
    if !wrong {
        return None;
    }
    assert_eq!(before, snapshot(dir), "{}", told());
    // These two judge files one by one, on standard output.
    if args[1] == "check" && said.is_empty() {
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(said.starts_with("not ok "), "{}", told());
        return Some(said);
    }
    let errors = said.lines().filter(|l| l.starts_with("error: ")).count();
    assert_eq!(errors, 1, "{}", told());
    assert!(said.len() < 4000, "{}", told());
    Some(said)
}

/// Every place of a JSON value.
pub fn places(value: &Value, at: &str, found: &mut Vec<String>) {
    found.push(at.to_string());
    match value {
        Value::Object(map) => map.iter().for_each(|(k, v)| {
            places(
                v,
                &format!("{at}/{}", k.replace('~', "~0").replace('/', "~1")),
                found,
            );
        }),
        Value::Array(list) => {
            list.iter()
                .enumerate()
                .take(2)
                .for_each(|(i, v)| places(v, &format!("{at}/{i}"), found));
        }
        _ => {}
    }
}

pub fn wrong_values() -> Vec<Value> {
    let deep = (0..100).fold(json!(1), |inner, _| json!([inner]));
    vec![
        json!(null),
        json!(-1),
        json!(1e308),
        json!(0),
        json!(u64::MAX),
        json!(0.5),
        json!("x\u{1b}[2J\u{0}"),
        json!([]),
        json!({}),
        json!([null, {"name": 3}]),
        deep,
    ]
}

/// With a file that may not be read; who may read everything has no such file.
#[cfg(unix)]
pub fn closed(path: &Path, then: impl Fn()) {
    use std::os::unix::fs::PermissionsExt;
    let set = |mode| fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    set(0o000);
    if fs::read(path).is_err() {
        then();
    }
    set(0o644);
}
