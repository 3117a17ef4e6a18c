//! Reads the files of a dataset back, column by column. It knows formats; what the values mean, it does not know.

use anyhow::{Context, Result, bail, ensure};
use parquet::column::reader::{ColumnReader, ColumnReaderImpl};
use parquet::data_type::{ByteArray, DataType};
use parquet::file::reader::{FileReader, SerializedFileReader};
use serde_json::{Map, Value};
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

use super::columns::{Cells, Column, Kind, Texts};
use super::play::GROUP;
use super::sink::{Coding, Compress, Format};

/// The text of a file that is no Parquet file.
///
/// # Errors
/// If it cannot be read.
pub fn lines(path: &Path, coding: Coding) -> Result<BufReader<Box<dyn Read>>> {
    let file = BufReader::new(File::open(path)?);
    let text: Box<dyn Read> = match coding.compress {
        Compress::None => Box::new(file),
        Compress::Zstd => Box::new(zstd::stream::read::Decoder::with_buffer(file)?),
    };
    Ok(BufReader::new(text))
}

/// Gives the rows of a file to `each`, some tens of thousands at once, as columns; texts are [`Cells::Text`].
///
/// # Errors
/// If the file cannot be read, or its columns are not these.
pub fn groups(
    path: &Path,
    coding: Coding,
    columns: &[Column],
    mut each: impl FnMut(&[Cells]),
) -> Result<()> {
    match coding.format {
        Format::Parquet => {
            let reader = SerializedFileReader::new(File::open(path)?)?;
            let there = reader.metadata().file_metadata().schema_descr().columns();
            let names = there.iter().map(|column| column.name());
            ensure!(
                names.eq(columns.iter().map(|column| column.name.as_str())),
                "its columns are others"
            );
            for group in 0..reader.num_row_groups() {
                let group = reader.get_row_group(group)?;
                let rows = group.metadata().num_rows() as usize;
                let cells = columns.iter().enumerate().map(|(at, column)| {
                    let reader = group.get_column_reader(at)?;
                    stored(reader, column.kind, rows).with_context(|| column.name.clone())
                });
                each(&cells.collect::<Result<Vec<_>>>()?);
            }
        }
        Format::Csv => {
            let mut reader = csv::Reader::from_reader(lines(path, coding)?);
            ensure!(
                reader
                    .headers()?
                    .iter()
                    .eq(columns.iter().map(|column| column.name.as_str())),
                "its columns are others"
            );
            let mut rows = Rows::new(columns);
            for record in reader.records() {
                let record = record?;
                for (cells, text) in rows.cells.iter_mut().zip(&record) {
                    parsed(cells, text)?;
                }
                rows.give(false, &mut each);
            }
            rows.give(true, &mut each);
        }
        Format::Jsonl => {
            let mut rows = Rows::new(columns);
            for line in lines(path, coding)?.lines() {
                let line: Map<String, Value> = serde_json::from_str(&line?)?;
                for (cells, column) in rows.cells.iter_mut().zip(columns) {
                    match line.get(&column.name) {
                        Some(Value::String(text)) => parsed(cells, text)?,
                        Some(value) => parsed(cells, &value.to_string())?,
                        None => bail!("a line has no {}", column.name),
                    }
                }
                rows.give(false, &mut each);
            }
            rows.give(true, &mut each);
        }
    }
    Ok(())
}

/// Rows of a text file, until they are given away.
struct Rows<'a> {
    columns: &'a [Column],
    cells: Vec<Cells>,
}

impl<'a> Rows<'a> {
    fn new(columns: &'a [Column]) -> Rows<'a> {
        let cells = columns.iter().map(|column| empty(column.kind)).collect();
        Rows { columns, cells }
    }

    /// Gives them away if they are many, or the last.
    fn give(&mut self, last: bool, each: &mut impl FnMut(&[Cells])) {
        let rows = self.cells.first().map_or(0, Cells::len);
        if rows >= GROUP || last && rows > 0 {
            each(&self.cells);
            *self = Rows::new(self.columns);
        }
    }
}

fn empty(kind: Kind) -> Cells {
    match kind {
        Kind::Bool => Cells::Bool(Vec::new()),
        Kind::UInt8 => Cells::UInt8(Vec::new()),
        Kind::UInt16 => Cells::UInt16(Vec::new()),
        Kind::UInt32 => Cells::UInt32(Vec::new()),
        Kind::UInt64 => Cells::UInt64(Vec::new()),
        Kind::Int8 => Cells::Int8(Vec::new()),
        Kind::Int32 => Cells::Int32(Vec::new()),
        Kind::Double => Cells::Double(Vec::new()),
        Kind::Text => Cells::Text(Texts::default()),
    }
}

/// Adds a value that is written as a text.
fn parsed(cells: &mut Cells, text: &str) -> Result<()> {
    let wrong = || format!("\"{text}\" is no value of its column");
    match cells {
        Cells::Bool(cells) => cells.push(text.parse().with_context(wrong)?),
        Cells::UInt8(cells) => cells.push(text.parse().with_context(wrong)?),
        Cells::UInt16(cells) => cells.push(text.parse().with_context(wrong)?),
        Cells::UInt32(cells) => cells.push(text.parse().with_context(wrong)?),
        Cells::UInt64(cells) => cells.push(text.parse().with_context(wrong)?),
        Cells::Int8(cells) => cells.push(text.parse().with_context(wrong)?),
        Cells::Int32(cells) => cells.push(text.parse().with_context(wrong)?),
        Cells::Double(cells) => cells.push(text.parse().with_context(wrong)?),
        Cells::Text(texts) => {
            texts.bytes.extend_from_slice(text.as_bytes());
            texts.end();
        }
        Cells::Word(_) => bail!("{}", wrong()),
    }
    Ok(())
}

/// The values of a column of a row group.
fn stored(reader: ColumnReader, kind: Kind, rows: usize) -> Result<Cells> {
    Ok(match (reader, kind) {
        (ColumnReader::BoolColumnReader(reader), Kind::Bool) => Cells::Bool(all(reader, rows)?),
        (ColumnReader::DoubleColumnReader(reader), Kind::Double) => {
            Cells::Double(all(reader, rows)?)
        }
        (ColumnReader::Int64ColumnReader(reader), Kind::UInt64) => {
            let values = all(reader, rows)?;
            Cells::UInt64(values.into_iter().map(|v| v as u64).collect())
        }
        (ColumnReader::Int32ColumnReader(reader), kind) => {
            let values = all(reader, rows)?.into_iter();
            match kind {
                Kind::UInt8 => Cells::UInt8(values.map(u8::try_from).collect::<Result<_, _>>()?),
                Kind::UInt16 => Cells::UInt16(values.map(u16::try_from).collect::<Result<_, _>>()?),
                Kind::UInt32 => Cells::UInt32(values.map(|v| v as u32).collect()),
                Kind::Int8 => Cells::Int8(values.map(i8::try_from).collect::<Result<_, _>>()?),
                Kind::Int32 => Cells::Int32(values.collect()),
                _ => bail!("its type is another one"),
            }
        }
        (ColumnReader::ByteArrayColumnReader(reader), Kind::Text) => {
            let mut texts = Texts::default();
            for value in all(reader, rows)? {
                let value: ByteArray = value;
                texts.bytes.extend_from_slice(value.data());
                texts.end();
            }
            Cells::Text(texts)
        }
        _ => bail!("its type is another one"),
    })
}

fn all<T: DataType>(mut reader: ColumnReaderImpl<T>, rows: usize) -> Result<Vec<T::T>> {
    let mut values = Vec::with_capacity(rows);
    while values.len() < rows {
        let (_, read, _) = reader.read_records(rows - values.len(), None, None, &mut values)?;
        ensure!(read > 0, "it ends before its last row");
    }
    Ok(values)
}
