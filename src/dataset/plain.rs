//! CSV and JSONL files: the same columns for who has no Parquet, compressed or not.

use anyhow::Result;
use std::io::Write;

use super::columns::{Cells, Column};
use super::sink::{Compress, Draft, Format, Sink};
use super::words::Words;

/// The usual level.
const LEVEL: i32 = 3;

/// A text file under way.
pub struct Plain {
    out: Out,
    format: Format,
}

/// Compressed or not.
enum Out {
    Bare(Draft),
    Zstd(zstd::stream::write::Encoder<'static, Draft>),
}

impl Write for Out {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        match self {
            Out::Bare(out) => out.write(bytes),
            Out::Zstd(out) => out.write(bytes),
        }
    }

    fn flush(&mut self) -> std::io::Result<()> {
        match self {
            Out::Bare(out) => out.flush(),
            Out::Zstd(out) => out.flush(),
        }
    }
}

impl Plain {
    /// A file of these columns.
    ///
    /// # Errors
    /// If the disk refuses.
    pub fn new(out: Draft, columns: &[Column], format: Format, how: Compress) -> Result<Plain> {
        let mut out = match how {
            Compress::None => Out::Bare(out),
            Compress::Zstd => Out::Zstd(zstd::stream::write::Encoder::new(out, LEVEL)?),
        };
        if format == Format::Csv {
            let names: Vec<&str> = columns.iter().map(|c| c.name.as_str()).collect();
            writeln!(out, "{}", names.join(","))?;
        }
        Ok(Plain { out, format })
    }
}

impl Sink for Plain {
    fn group(&mut self, columns: &[Column], cells: &[Cells], words: &Words) -> Result<()> {
        let rows = cells.first().map_or(0, Cells::len);
        let ends: Vec<Vec<std::ops::Range<usize>>> = cells.iter().map(spans).collect();
        let csv = self.format == Format::Csv;
        let mut lines = Vec::new();
        for row in 0..rows {
            for (at, (column, cells)) in columns.iter().zip(cells).enumerate() {
                match (csv, at) {
                    (true, 0) => {}
                    (false, 0) => write!(lines, "{{\"{}\":", column.name)?,
                    (true, _) => lines.push(b','),
                    (false, _) => write!(lines, ",\"{}\":", column.name)?,
                }
                let text = match cells {
                    Cells::Word(cells) => words.text(cells[row]),
                    Cells::Text(texts) => std::str::from_utf8(&texts.bytes[ends[at][row].clone()])?,
                    number => {
                        write_number(&mut lines, number, row)?;
                        continue;
                    }
                };
                match csv {
                    true => quoted(&mut lines, text),
                    false => serde_json::to_writer(&mut lines, text)?,
                }
            }
            lines.extend_from_slice(if csv { b"\n" } else { b"}\n" });
            if lines.len() > 1 << 18 {
                self.out.write_all(&lines)?;
                lines.clear();
            }
        }
        self.out.write_all(&lines)?;
        Ok(())
    }

    fn finish(self: Box<Self>) -> Result<Draft> {
        Ok(match self.out {
            Out::Bare(out) => out,
            Out::Zstd(out) => out.finish()?,
        })
    }
}

fn spans(cells: &Cells) -> Vec<std::ops::Range<usize>> {
    match cells {
        Cells::Text(texts) => texts.spans().collect(),
        _ => Vec::new(),
    }
}

fn write_number(out: &mut Vec<u8>, cells: &Cells, row: usize) -> std::io::Result<()> {
    match cells {
        Cells::Bool(cells) => write!(out, "{}", cells[row]),
        Cells::UInt8(cells) => write!(out, "{}", cells[row]),
        Cells::UInt16(cells) => write!(out, "{}", cells[row]),
        Cells::UInt32(cells) => write!(out, "{}", cells[row]),
        Cells::UInt64(cells) => write!(out, "{}", cells[row]),
        Cells::Int8(cells) => write!(out, "{}", cells[row]),
        Cells::Int32(cells) => write!(out, "{}", cells[row]),
        // The shortest text that reads back as the same number.
        Cells::Double(cells) => write!(out, "{}", cells[row]),
        Cells::Word(_) | Cells::Text(_) => Ok(()),
    }
}

/// A field of a CSV file, in quotes only if it needs them.
fn quoted(out: &mut Vec<u8>, text: &str) {
    if !text.contains(['"', ',', '\n', '\r']) {
        return out.extend_from_slice(text.as_bytes());
    }
    out.push(b'"');
    out.extend_from_slice(text.replace('"', "\"\"").as_bytes());
    out.push(b'"');
}
