//! Tables as Parquet files: the columns of the library, in groups of rows, compressed with Snappy.

use crate::cli::CliError;
use crate::cli::output::OutFile;
use dracones::tools::matches::{Cell, Column, ColumnType, MATCH_FORMAT};
use parquet::basic::{Compression, LogicalType, Repetition, Type as PhysicalType};
use parquet::column::writer::ColumnWriter;
use parquet::data_type::ByteArray;
use parquet::errors::{ParquetError, Result};
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::schema::types::{Type, TypePtr};
use std::sync::Arc;

/// How many rows are kept until they are written.
const GROUP: usize = 10_000;

/// The values of a column that wait to be written: those that are there, and which are.
#[derive(Debug)]
struct Waiting {
    values: Values,
    /// 1 where there is a value, 0 where it is missing.
    present: Vec<i16>,
}

#[derive(Debug)]
enum Values {
    Integers(Vec<i64>),
    Reals(Vec<f64>),
    Texts(Vec<ByteArray>),
}

/// A Parquet file that is being written.
pub(super) struct ParquetFile {
    writer: SerializedFileWriter<OutFile>,
    columns: &'static [Column],
    waiting: Vec<Waiting>,
    rows: usize,
}

impl From<ParquetError> for CliError {
    fn from(error: ParquetError) -> Self {
        Self::input(format!("can't write a table: {error}"))
    }
}

impl ParquetFile {
    /// Begins a file; `run` is the hash of the run.
    ///
    /// # Errors
    /// If the disk is full and the like.
    pub(super) fn create(file: OutFile, columns: &'static [Column], run: &str) -> Result<Self> {
        let of = |key: &str, value: String| KeyValue::new(key.to_owned(), value);
        let about = vec![of("dracones.format", MATCH_FORMAT.to_string()), of("dracones.run", run.to_owned())];
        let properties = WriterProperties::builder()
            .set_compression(Compression::SNAPPY)
            .set_created_by(concat!("dracones version ", env!("CARGO_PKG_VERSION")).to_owned())
            .set_key_value_metadata(Some(about))
            .build();
        let writer = SerializedFileWriter::new(file, schema(columns)?, Arc::new(properties))?;
        Ok(Self { writer, columns, waiting: columns.iter().map(Waiting::new).collect(), rows: 0 })
    }

    /// Adds a row.
    ///
    /// # Errors
    /// If the disk is full and the like.
    pub(super) fn row(&mut self, cells: &[Cell<'_>]) -> Result<()> {
        for ((waiting, cell), column) in self.waiting.iter_mut().zip(cells).zip(self.columns) {
            waiting.add(cell, column)?;
        }
        self.rows += 1;
        if self.rows == GROUP { self.group() } else { Ok(()) }
    }

    /// Writes the rows that wait.
    fn group(&mut self) -> Result<()> {
        let mut group = self.writer.next_row_group()?;
        for (waiting, column) in self.waiting.iter_mut().zip(self.columns) {
            let Some(writer) = group.next_column()? else {
                return Err(ParquetError::General("the file has too few columns".to_owned()));
            };
            waiting.write(writer, column)?;
        }
        group.close()?;
        self.rows = 0;
        Ok(())
    }

    /// Ends the file: it still has to be put in its place.
    ///
    /// # Errors
    /// If the disk is full and the like.
    pub(super) fn end(mut self) -> Result<OutFile> {
        if self.rows > 0 {
            self.group()?;
        }
        self.writer.into_inner()
    }
}

/// The schema of a table.
fn schema(columns: &[Column]) -> Result<TypePtr> {
    let field = |column: &Column| {
        let (physical, logical) = match column.holds {
            ColumnType::Integer => (PhysicalType::INT64, None),
            ColumnType::Real => (PhysicalType::DOUBLE, None),
            ColumnType::Text => (PhysicalType::BYTE_ARRAY, Some(LogicalType::String)),
        };
        let repetition = if column.optional { Repetition::OPTIONAL } else { Repetition::REQUIRED };
        let field = Type::primitive_type_builder(column.name, physical);
        field.with_logical_type(logical).with_repetition(repetition).build().map(Arc::new)
    };
    let fields = columns.iter().map(field).collect::<Result<_>>()?;
    Ok(Arc::new(Type::group_type_builder("schema").with_fields(fields).build()?))
}

impl Waiting {
    fn new(column: &Column) -> Self {
        let values = match column.holds {
            ColumnType::Integer => Values::Integers(Vec::new()),
            ColumnType::Real => Values::Reals(Vec::new()),
            ColumnType::Text => Values::Texts(Vec::new()),
        };
        Self { values, present: Vec::new() }
    }

    fn add(&mut self, cell: &Cell<'_>, column: &Column) -> Result<()> {
        match (cell, &mut self.values) {
            (Cell::Missing, _) if column.optional => {
                self.present.push(0);
                return Ok(());
            }
            (Cell::Integer(number), Values::Integers(all)) => all.push(*number),
            (Cell::Real(number), Values::Reals(all)) => all.push(*number),
            (Cell::Text(text), Values::Texts(all)) => all.push(text.as_bytes().into()),
            (other, _) => {
                return Err(ParquetError::General(format!("`{}` can't hold {other:?}", column.name)));
            }
        }
        self.present.push(1);
        Ok(())
    }

    /// Writes the values and forgets them.
    fn write(&mut self, mut writer: SerializedColumnWriter<'_>, column: &Column) -> Result<()> {
        let present = column.optional.then_some(self.present.as_slice());
        match (writer.untyped(), &mut self.values) {
            (ColumnWriter::Int64ColumnWriter(writer), Values::Integers(all)) => {
                writer.write_batch(all, present, None)?;
                all.clear();
            }
            (ColumnWriter::DoubleColumnWriter(writer), Values::Reals(all)) => {
                writer.write_batch(all, present, None)?;
                all.clear();
            }
            (ColumnWriter::ByteArrayColumnWriter(writer), Values::Texts(all)) => {
                writer.write_batch(all, present, None)?;
                all.clear();
            }
            _ => return Err(ParquetError::General(format!("`{}` has another type in the file", column.name))),
        }
        self.present.clear();
        writer.close()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::output::Replace;
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::RowAccessor;
    use std::fs::File;

    const COLUMNS: &[Column] = &[
        Column { name: "n", holds: ColumnType::Integer, optional: false },
        Column { name: "rate", holds: ColumnType::Real, optional: true },
        Column { name: "word", holds: ColumnType::Text, optional: true },
    ];

    #[test]
    fn what_is_written_is_read_back_over_several_groups() {
        let folder = std::env::temp_dir().join(format!("dracones-parquet-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let place = folder.join("table.parquet");
        let file = OutFile::create(&place, Replace::Yes, []).unwrap();
        let mut table = ParquetFile::create(file, COLUMNS, "a run").unwrap();
        let number = GROUP as i64 * 2 + 7;
        for n in 0..number {
            let rate = if n % 3 == 0 { Cell::Missing } else { Cell::Real(n as f64 / 2.0) };
            let word = if n % 5 == 0 { Cell::Missing } else { Cell::Text(format!("é {n}").into()) };
            table.row(&[Cell::Integer(n), rate, word]).unwrap();
        }
        assert!(table.row(&[Cell::Missing, Cell::Missing, Cell::Missing]).is_err());
        table.end().unwrap().finish().unwrap();
        let reader = SerializedFileReader::new(File::open(&place).unwrap()).unwrap();
        let about = reader.metadata().file_metadata();
        assert_eq!((about.num_rows(), reader.num_row_groups()), (number, 3));
        let pairs = about.key_value_metadata().unwrap();
        assert!(pairs.iter().any(|pair| pair.key == "dracones.run" && pair.value.as_deref() == Some("a run")));
        for (n, row) in (0..).zip(reader.get_row_iter(None).unwrap()) {
            let row = row.unwrap();
            assert_eq!(row.get_long(0).unwrap(), n);
            assert_eq!(row.get_double(1).ok(), (n % 3 != 0).then_some(n as f64 / 2.0));
            assert_eq!(row.get_string(2).ok().cloned(), (n % 5 != 0).then(|| format!("é {n}")));
        }
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
