//! Where rows go: a file under a name that is not yet its own, hashed while it is written, and put in place whole. It knows
//! bytes and formats by name; what stands in the bytes, `parquet` and `plain` know.

use anyhow::{Context, Result};
use clap::ValueEnum;
use std::fs;
use std::io::{BufWriter, IntoInnerError, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

use super::columns::{Cells, Column};
use super::words::Words;
use crate::hash::Fnv;
use crate::store;

/// What kind of files.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Apache Parquet: typed columns, small, and quick to query
    Parquet,
    /// Comma-separated values with a header
    Csv,
    /// One JSON object a line
    Jsonl,
}

/// How files are compressed.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compress {
    /// Zstandard; CSV and JSONL files end in `.zst`
    Zstd,
    /// Not at all
    None,
}

/// A format with its compression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Coding {
    /// The format.
    pub format: Format,
    /// The compression.
    pub compress: Compress,
}

impl Format {
    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Format::Parquet => "parquet",
            Format::Csv => "csv",
            Format::Jsonl => "jsonl",
        }
    }
}

impl Compress {
    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Compress::Zstd => "zstd",
            Compress::None => "none",
        }
    }
}

impl Coding {
    /// Every one that differs in its files' names.
    pub const ALL: [Coding; 5] = [
        Coding::of(Format::Parquet, Compress::Zstd),
        Coding::of(Format::Csv, Compress::None),
        Coding::of(Format::Csv, Compress::Zstd),
        Coding::of(Format::Jsonl, Compress::None),
        Coding::of(Format::Jsonl, Compress::Zstd),
    ];

    const fn of(format: Format, compress: Compress) -> Coding {
        Coding { format, compress }
    }

    /// How the names of its files end.
    #[must_use]
    pub fn extension(self) -> &'static str {
        match (self.format, self.compress) {
            (Format::Parquet, _) => "parquet",
            (Format::Csv, Compress::None) => "csv",
            (Format::Csv, Compress::Zstd) => "csv.zst",
            (Format::Jsonl, Compress::None) => "jsonl",
            (Format::Jsonl, Compress::Zstd) => "jsonl.zst",
        }
    }
}

/// Writes rows in a format.
pub trait Sink {
    /// Writes a group of rows.
    ///
    /// # Errors
    /// If the disk refuses.
    fn group(&mut self, columns: &[Column], cells: &[Cells], words: &Words) -> Result<()>;

    /// Writes what stands at the end, and gives the file back.
    ///
    /// # Errors
    /// If the disk refuses.
    fn finish(self: Box<Self>) -> Result<Draft>;
}

/// A file of a dataset, whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// Bytes.
    pub bytes: u64,
    /// Their hash.
    pub hash: String,
}

impl Written {
    /// Of a file that is there.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn of(path: &Path) -> Result<Written> {
        let content = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
        let mut hash = Fnv::default();
        hash.add(&content);
        Ok(Written {
            bytes: content.len() as u64,
            hash: hash.hex(),
        })
    }
}

/// A file under way. Dropped, it leaves nothing behind.
pub struct Draft {
    out: BufWriter<NamedTempFile>,
    path: PathBuf,
    bytes: u64,
    hash: Fnv,
}

impl Draft {
    /// A file that will have that name.
    ///
    /// # Errors
    /// If the disk refuses.
    pub fn create(dir: &Path, name: &str) -> Result<Draft> {
        let path = dir.join(name);
        let draft = store::draft(dir, name);
        let draft = draft.with_context(|| format!("cannot write {}", path.display()))?;
        Ok(Draft {
            out: BufWriter::with_capacity(1 << 18, draft),
            path,
            bytes: 0,
            hash: Fnv::default(),
        })
    }

    /// Puts it in place.
    ///
    /// # Errors
    /// If the disk refuses.
    pub fn place(self) -> Result<Written> {
        let draft = self.out.into_inner().map_err(IntoInnerError::into_error);
        draft
            .and_then(|draft| store::place(draft, &self.path))
            .with_context(|| format!("cannot write {}", self.path.display()))?;
        Ok(Written {
            bytes: self.bytes,
            hash: self.hash.hex(),
        })
    }
}

impl Write for Draft {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        let written = self.out.write(bytes)?;
        self.hash.add(&bytes[..written]);
        self.bytes += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.out.flush()
    }
}
