//! Columns declared as data: name, type, meaning, and where in a row its value is found. Writers, metadata, documentation
//! and `describe` follow from the same list. It knows no game and no file format.

use serde_json::{Value, json};
use unosim_engine::Face;

use super::words::{Word, Words};

/// What a column holds. There are no missing values: what is not there is an empty text or -1, as the meaning says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// True or false.
    Bool,
    /// An integer from 0 to 255.
    UInt8,
    /// An integer from 0 to 65,535.
    UInt16,
    /// An integer of 32 bits without a sign.
    UInt32,
    /// An integer of 64 bits without a sign.
    UInt64,
    /// An integer from -128 to 127.
    Int8,
    /// An integer of 32 bits.
    Int32,
    /// A number of 64 bits (IEEE 754).
    Double,
    /// A text in UTF-8.
    Text,
}

impl Kind {
    /// Every kind.
    pub const ALL: [Kind; 9] = [
        Kind::Bool,
        Kind::UInt8,
        Kind::UInt16,
        Kind::UInt32,
        Kind::UInt64,
        Kind::Int8,
        Kind::Int32,
        Kind::Double,
        Kind::Text,
    ];

    /// Its name in the documentation and in metadata.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Kind::Bool => "bool",
            Kind::UInt8 => "uint8",
            Kind::UInt16 => "uint16",
            Kind::UInt32 => "uint32",
            Kind::UInt64 => "uint64",
            Kind::Int8 => "int8",
            Kind::Int32 => "int32",
            Kind::Double => "double",
            Kind::Text => "text",
        }
    }
}

/// A column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// Its name.
    pub name: String,
    /// What it holds.
    pub kind: Kind,
    /// What it means.
    pub meaning: &'static str,
}

/// The columns as metadata: a list of name, type and meaning.
#[must_use]
pub fn described(columns: &[Column]) -> Value {
    let one = |column: &Column| json!({ "name": column.name, "type": column.kind.name(), "meaning": column.meaning });
    columns.iter().map(one).collect()
}

/// How many columns there are of one meaning, and what they are told apart by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Each {
    /// One.
    One,
    /// One for each face: `R0` … `W4`.
    Face,
    /// One for each other seat, `1` … `9`: so many places clockwise from the seat in question.
    Other,
    /// One for each seat, `0` … `9`.
    Seat,
}

impl Each {
    /// What is put behind the stem, with the number by which a value is asked for.
    fn ends(self) -> Vec<(String, usize)> {
        let numbers = |range: std::ops::Range<usize>| range.map(|n| (n.to_string(), n)).collect();
        match self {
            Each::One => vec![(String::new(), 0)],
            Each::Face => Face::all()
                .map(|face| (face.name().into(), usize::from(face.number())))
                .collect(),
            Each::Other => numbers(1..10),
            Each::Seat => numbers(0..10),
        }
    }
}

/// Texts one after the other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Texts {
    /// All of them.
    pub bytes: Vec<u8>,
    /// Where each ends.
    pub ends: Vec<usize>,
}

impl Texts {
    /// Ends the text under way.
    pub fn end(&mut self) {
        self.ends.push(self.bytes.len());
    }

    /// Where each text lies.
    pub fn spans(&self) -> impl Iterator<Item = std::ops::Range<usize>> {
        let mut start = 0;
        self.ends.iter().map(move |end| {
            let span = start..*end;
            start = *end;
            span
        })
    }

    /// Adds a text to the one under way, with a space between.
    pub fn join(&mut self, text: &str) {
        let begun = self.ends.last().copied().unwrap_or(0);
        if self.bytes.len() > begun {
            self.bytes.push(b' ');
        }
        self.bytes.extend_from_slice(text.as_bytes());
    }
}

/// The values of a column.
#[derive(Clone, Debug, PartialEq)]
pub enum Cells {
    /// [`Kind::Bool`]
    Bool(Vec<bool>),
    /// [`Kind::UInt8`]
    UInt8(Vec<u8>),
    /// [`Kind::UInt16`]
    UInt16(Vec<u16>),
    /// [`Kind::UInt32`]
    UInt32(Vec<u32>),
    /// [`Kind::UInt64`]
    UInt64(Vec<u64>),
    /// [`Kind::Int8`]
    Int8(Vec<i8>),
    /// [`Kind::Int32`]
    Int32(Vec<i32>),
    /// [`Kind::Double`]
    Double(Vec<f64>),
    /// [`Kind::Text`], of few different texts.
    Word(Vec<Word>),
    /// [`Kind::Text`]
    Text(Texts),
}

impl Cells {
    /// How many values.
    #[must_use]
    pub fn len(&self) -> usize {
        match self {
            Cells::Bool(cells) => cells.len(),
            Cells::UInt8(cells) => cells.len(),
            Cells::UInt16(cells) | Cells::Word(cells) => cells.len(),
            Cells::UInt32(cells) => cells.len(),
            Cells::UInt64(cells) => cells.len(),
            Cells::Int8(cells) => cells.len(),
            Cells::Int32(cells) => cells.len(),
            Cells::Double(cells) => cells.len(),
            Cells::Text(texts) => texts.ends.len(),
        }
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// How the values of a column are found: from rows, and the number of the column in its family.
pub enum Read<R> {
    /// [`Kind::Bool`]
    Bool(fn(&[R], usize, &mut Vec<bool>)),
    /// [`Kind::UInt8`]
    UInt8(fn(&[R], usize, &mut Vec<u8>)),
    /// [`Kind::UInt16`]
    UInt16(fn(&[R], usize, &mut Vec<u16>)),
    /// [`Kind::UInt32`]
    UInt32(fn(&[R], usize, &mut Vec<u32>)),
    /// [`Kind::UInt64`]
    UInt64(fn(&[R], usize, &mut Vec<u64>)),
    /// [`Kind::Int8`]
    Int8(fn(&[R], usize, &mut Vec<i8>)),
    /// [`Kind::Int32`]
    Int32(fn(&[R], usize, &mut Vec<i32>)),
    /// [`Kind::Double`]
    Double(fn(&[R], usize, &mut Vec<f64>)),
    /// [`Kind::Text`], of few different texts.
    Word(fn(&[R], usize, &mut Vec<Word>)),
    /// [`Kind::Text`]
    Text(fn(&[R], usize, &Words, &mut Texts)),
}

// Derived, they would ask the same of the rows.
impl<R> Clone for Read<R> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<R> Copy for Read<R> {}

impl<R> Read<R> {
    fn kind(self) -> Kind {
        match self {
            Read::Bool(_) => Kind::Bool,
            Read::UInt8(_) => Kind::UInt8,
            Read::UInt16(_) => Kind::UInt16,
            Read::UInt32(_) => Kind::UInt32,
            Read::UInt64(_) => Kind::UInt64,
            Read::Int8(_) => Kind::Int8,
            Read::Int32(_) => Kind::Int32,
            Read::Double(_) => Kind::Double,
            Read::Word(_) | Read::Text(_) => Kind::Text,
        }
    }

    fn empty(self) -> Cells {
        match self {
            Read::Bool(_) => Cells::Bool(Vec::new()),
            Read::UInt8(_) => Cells::UInt8(Vec::new()),
            Read::UInt16(_) => Cells::UInt16(Vec::new()),
            Read::UInt32(_) => Cells::UInt32(Vec::new()),
            Read::UInt64(_) => Cells::UInt64(Vec::new()),
            Read::Int8(_) => Cells::Int8(Vec::new()),
            Read::Int32(_) => Cells::Int32(Vec::new()),
            Read::Double(_) => Cells::Double(Vec::new()),
            Read::Word(_) => Cells::Word(Vec::new()),
            Read::Text(_) => Cells::Text(Texts::default()),
        }
    }
}

/// `each!(UInt8, |row, n| …)`: how the value of one row is found makes how those of many are.
macro_rules! each {
    (Text, |$row:ident, $n:tt, $words:tt, $out:ident| $value:expr) => {
        $crate::dataset::columns::Read::Text(|rows, $n, $words, $out| {
            for $row in rows {
                $value;
                $out.end();
            }
        })
    };
    ($kind:ident, |$row:ident, $n:tt| $value:expr) => {
        $crate::dataset::columns::Read::$kind(|rows, $n, out| {
            out.extend(rows.iter().map(|$row| $value));
        })
    };
}
pub(crate) use each;

/// Columns of one meaning.
pub struct Family<R> {
    /// Their name, or its beginning.
    pub stem: &'static str,
    /// How many.
    pub each: Each,
    /// Where the values are found.
    pub read: Read<R>,
    /// What they mean.
    pub meaning: &'static str,
}

impl<R> Family<R> {
    /// What all of them are called in the documentation.
    #[must_use]
    pub fn title(&self) -> String {
        let ends = self.each.ends();
        let name = |end: &(String, usize)| format!("`{}{}`", self.stem, end.0);
        match ends.as_slice() {
            [only] => name(only),
            [first, second, .., last] => {
                format!("{}, {} … {}", name(first), name(second), name(last))
            }
            _ => String::new(),
        }
    }

    /// Their type.
    #[must_use]
    pub fn kind(&self) -> Kind {
        self.read.kind()
    }
}

/// What can be a row.
pub trait Row: Sized + 'static {
    /// Its columns; those of `hidden` cards only if they are asked for.
    fn families(hidden: bool) -> Vec<Family<Self>>;
}

/// The columns of a kind of rows.
#[must_use]
pub fn columns<R: Row>(hidden: bool) -> Vec<Column> {
    Table::<R>::new(hidden).columns
}

/// Rows as columns, until they are written.
pub struct Table<R> {
    /// The columns.
    pub columns: Vec<Column>,
    /// Their values.
    pub cells: Vec<Cells>,
    /// How many rows.
    pub rows: usize,
    reads: Vec<(usize, Read<R>)>,
}

impl<R: Row> Table<R> {
    /// No rows.
    #[must_use]
    pub fn new(hidden: bool) -> Table<R> {
        let mut table = Table {
            columns: Vec::new(),
            cells: Vec::new(),
            rows: 0,
            reads: Vec::new(),
        };
        for family in R::families(hidden) {
            for (end, n) in family.each.ends() {
                table.columns.push(Column {
                    name: format!("{}{end}", family.stem),
                    kind: family.kind(),
                    meaning: family.meaning,
                });
                table.cells.push(family.read.empty());
                table.reads.push((n, family.read));
            }
        }
        table
    }

    /// Adds rows.
    pub fn add(&mut self, rows: &[R], words: &Words) {
        self.rows += rows.len();
        for (cells, (n, read)) in self.cells.iter_mut().zip(&self.reads) {
            match (cells, read) {
                (Cells::Bool(out), Read::Bool(read)) => read(rows, *n, out),
                (Cells::UInt8(out), Read::UInt8(read)) => read(rows, *n, out),
                (Cells::UInt16(out), Read::UInt16(read)) => read(rows, *n, out),
                (Cells::UInt32(out), Read::UInt32(read)) => read(rows, *n, out),
                (Cells::UInt64(out), Read::UInt64(read)) => read(rows, *n, out),
                (Cells::Int8(out), Read::Int8(read)) => read(rows, *n, out),
                (Cells::Int32(out), Read::Int32(read)) => read(rows, *n, out),
                (Cells::Double(out), Read::Double(read)) => read(rows, *n, out),
                (Cells::Word(out), Read::Word(read)) => read(rows, *n, out),
                (Cells::Text(out), Read::Text(read)) => read(rows, *n, words, out),
                // Each was made empty by its own read.
                _ => debug_assert!(false, "cells of another kind"),
            }
        }
    }

    /// Takes all rows away, and keeps the room they had.
    pub fn clear(&mut self) {
        self.rows = 0;
        for cells in &mut self.cells {
            match cells {
                Cells::Bool(cells) => cells.clear(),
                Cells::UInt8(cells) => cells.clear(),
                Cells::UInt16(cells) => cells.clear(),
                Cells::UInt32(cells) => cells.clear(),
                Cells::UInt64(cells) => cells.clear(),
                Cells::Int8(cells) => cells.clear(),
                Cells::Int32(cells) => cells.clear(),
                Cells::Double(cells) => cells.clear(),
                Cells::Word(cells) => cells.clear(),
                Cells::Text(texts) => {
                    texts.bytes.clear();
                    texts.ends.clear();
                }
            }
        }
    }
}
