//! Parquet files (docs/datasets.md): required columns with a logical type, row groups of bounded size, Zstandard, and the
//! columns' meaning as metadata.

use anyhow::Result;
use parquet::basic::{Compression, LogicalType, Repetition, Type as Physical, ZstdLevel};
use parquet::column::writer::{ColumnWriter, ColumnWriterImpl};
use parquet::data_type::{ByteArray, DataType};
use parquet::file::metadata::KeyValue;
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::{ColumnPath, Type};
use serde_json::Value;
use std::sync::Arc;

use super::columns::{Cells, Column, Kind};
use super::sink::{Compress, Draft, Sink};
use super::words::Words;

/// Values that are converted at once.
const CHUNK: usize = 1024;
/// Higher levels take much longer and save a few percent.
const LEVEL: i32 = 1;

/// A Parquet file under way.
pub struct Parquet {
    file: SerializedFileWriter<Draft>,
}

impl Parquet {
    /// A file of these columns. `metadata` is put into its footer, each value as JSON.
    ///
    /// # Errors
    /// If the disk refuses.
    pub fn new(
        out: Draft,
        columns: &[Column],
        compress: Compress,
        metadata: &[(&str, Value)],
    ) -> Result<Parquet> {
        let fields: Result<Vec<_>, _> = columns.iter().map(|c| field(c).map(Arc::new)).collect();
        let schema = Type::group_type_builder("row")
            .with_fields(fields?)
            .build()?;
        let compression = match compress {
            Compress::Zstd => Compression::ZSTD(ZstdLevel::try_new(LEVEL)?),
            Compress::None => Compression::UNCOMPRESSED,
        };
        let entry = |(key, value): &(&str, Value)| {
            KeyValue::new(format!("unosim.{key}"), value.to_string())
        };
        let mut properties = WriterProperties::builder()
            .set_created_by(format!("unosim {}", env!("CARGO_PKG_VERSION")))
            .set_compression(compression)
            // Nobody looks for a row by most columns, and their statistics take time and room.
            .set_statistics_enabled(EnabledStatistics::None)
            .set_offset_index_disabled(true)
            .set_key_value_metadata(Some(metadata.iter().map(entry).collect()));
        for column in columns {
            let path = || ColumnPath::from(column.name.as_str());
            if KEYS.contains(&column.name.as_str()) {
                properties =
                    properties.set_column_statistics_enabled(path(), EnabledStatistics::Chunk);
            }
            // For numbers a dictionary takes more time than it saves room.
            let alike =
                column.kind == Kind::Text && !UNLIKE.iter().any(|u| column.name.starts_with(u));
            properties = properties.set_column_dictionary_enabled(path(), alike);
        }
        let file = SerializedFileWriter::new(out, Arc::new(schema), Arc::new(properties.build()))?;
        Ok(Parquet { file })
    }
}

/// By what rows are looked for.
const KEYS: &[&str] = &["deal", "rotation", "hand"];
/// Texts of which a dictionary would not pay: they rarely come twice, or nearly all are empty.
const UNLIKE: &[&str] = &["legal", "search_", "lack_", "known", "hidden_"];

fn field(column: &Column) -> Result<Type> {
    let integer = |bits, signed| Some(LogicalType::integer(bits, signed));
    let (physical, logical) = match column.kind {
        Kind::Bool => (Physical::BOOLEAN, None),
        Kind::UInt8 => (Physical::INT32, integer(8, false)),
        Kind::UInt16 => (Physical::INT32, integer(16, false)),
        Kind::UInt32 => (Physical::INT32, integer(32, false)),
        Kind::UInt64 => (Physical::INT64, integer(64, false)),
        Kind::Int8 => (Physical::INT32, integer(8, true)),
        Kind::Int32 => (Physical::INT32, integer(32, true)),
        Kind::Double => (Physical::DOUBLE, None),
        Kind::Text => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
    };
    let field = Type::primitive_type_builder(&column.name, physical)
        .with_repetition(Repetition::REQUIRED)
        .with_logical_type(logical)
        .build()?;
    Ok(field)
}

impl Sink for Parquet {
    fn group(&mut self, _: &[Column], cells: &[Cells], words: &Words) -> Result<()> {
        let words: Vec<ByteArray> = words
            .texts()
            .iter()
            .map(|text| text.as_bytes().to_vec().into())
            .collect();
        let mut group = self.file.next_row_group()?;
        for cells in cells {
            let Some(mut column) = group.next_column()? else {
                break;
            };
            write(column.untyped(), cells, &words)?;
            column.close()?;
        }
        group.close()?;
        Ok(())
    }

    fn finish(self: Box<Self>) -> Result<Draft> {
        Ok(self.file.into_inner()?)
    }
}

fn write(to: &mut ColumnWriter<'_>, cells: &Cells, words: &[ByteArray]) -> Result<()> {
    match (to, cells) {
        (ColumnWriter::BoolColumnWriter(to), Cells::Bool(cells)) => converted(to, cells, |c| *c),
        (ColumnWriter::Int32ColumnWriter(to), Cells::UInt8(cells)) => {
            converted(to, cells, |c| i32::from(*c))
        }
        (ColumnWriter::Int32ColumnWriter(to), Cells::UInt16(cells)) => {
            converted(to, cells, |c| i32::from(*c))
        }
        // Without a sign, as the logical type says: the same bits.
        (ColumnWriter::Int32ColumnWriter(to), Cells::UInt32(cells)) => {
            converted(to, cells, |c| *c as i32)
        }
        (ColumnWriter::Int64ColumnWriter(to), Cells::UInt64(cells)) => {
            converted(to, cells, |c| *c as i64)
        }
        (ColumnWriter::Int32ColumnWriter(to), Cells::Int8(cells)) => {
            converted(to, cells, |c| i32::from(*c))
        }
        (ColumnWriter::Int32ColumnWriter(to), Cells::Int32(cells)) => converted(to, cells, |c| *c),
        (ColumnWriter::DoubleColumnWriter(to), Cells::Double(cells)) => {
            converted(to, cells, |c| *c)
        }
        (ColumnWriter::ByteArrayColumnWriter(to), Cells::Word(cells)) => {
            converted(to, cells, |c| words[usize::from(*c)].clone())
        }
        (ColumnWriter::ByteArrayColumnWriter(to), Cells::Text(texts)) => {
            let all: ByteArray = texts.bytes.clone().into();
            let spans: Vec<_> = texts.spans().collect();
            converted(to, &spans, |span| all.slice(span.start, span.len()))
        }
        // The schema was made of the same columns.
        _ => anyhow::bail!("a column of another type"),
    }
}

fn converted<T: DataType, C>(
    to: &mut ColumnWriterImpl<'_, T>,
    cells: &[C],
    value: impl Fn(&C) -> T::T,
) -> Result<()> {
    let mut values = Vec::with_capacity(CHUNK);
    for chunk in cells.chunks(CHUNK) {
        values.clear();
        values.extend(chunk.iter().map(&value));
        to.write_batch(&values, None, None)?;
    }
    Ok(())
}
