//! Tables of results for Arrow, Polars, pandas and DuckDB, by the Arrow PyCapsule interface: nothing is copied.

use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{Array, ArrayRef, Float64Array, Int64Array, RecordBatch, RecordBatchIterator, StringArray};
use arrow_schema::ffi::FFI_ArrowSchema;
use arrow_schema::{DataType, Field, Schema};
use dracones::tools::matches::{Cell, Column, ColumnType};
use pyo3::exceptions::{PyKeyError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict, PyList, PyTuple};
use std::sync::Arc;

use crate::errors::engine;

/// How many rows notebooks show.
const SHOWN: usize = 10;

/// A column while it is filled.
enum Filling {
    Integer(Vec<Option<i64>>),
    Real(Vec<Option<f64>>),
    Text(Vec<Option<String>>),
}

/// A table while it is filled, row by row.
pub(crate) struct TableBuilder {
    fields: Vec<Field>,
    columns: Vec<Filling>,
}

impl TableBuilder {
    /// An empty table with these columns.
    pub(crate) fn new(columns: &[Column]) -> Self {
        let fields = columns.iter().map(|column| {
            let holds = match column.holds {
                ColumnType::Integer => DataType::Int64,
                ColumnType::Real => DataType::Float64,
                ColumnType::Text => DataType::Utf8,
            };
            Field::new(column.name, holds, column.optional)
        });
        let fill = |column: &Column| match column.holds {
            ColumnType::Integer => Filling::Integer(Vec::new()),
            ColumnType::Real => Filling::Real(Vec::new()),
            ColumnType::Text => Filling::Text(Vec::new()),
        };
        Self { fields: fields.collect(), columns: columns.iter().map(fill).collect() }
    }

    /// Adds a row: a value for each column.
    pub(crate) fn add<'r>(&mut self, cells: impl IntoIterator<Item = Cell<'r>>) {
        for (column, cell) in self.columns.iter_mut().zip(cells) {
            match (column, cell) {
                (Filling::Integer(list), Cell::Integer(n)) => list.push(Some(n)),
                (Filling::Integer(list), _) => list.push(None),
                (Filling::Real(list), Cell::Real(n)) => list.push(Some(n)),
                (Filling::Real(list), _) => list.push(None),
                (Filling::Text(list), Cell::Text(text)) => list.push(Some(text.into_owned())),
                (Filling::Text(list), _) => list.push(None),
            }
        }
    }

    /// The table.
    pub(crate) fn finish(self) -> PyResult<Table> {
        let arrays = self.columns.into_iter().map(|column| -> ArrayRef {
            match column {
                Filling::Integer(list) => Arc::new(Int64Array::from(list)),
                Filling::Real(list) => Arc::new(Float64Array::from(list)),
                Filling::Text(list) => Arc::new(StringArray::from(list)),
            }
        });
        let schema = Arc::new(Schema::new(self.fields));
        let batch = RecordBatch::try_new(schema, arrays.collect()).map_err(engine)?;
        Ok(Table { batch })
    }
}

/// A table of results. Polars, pandas, DuckDB and pyarrow read it without copies, by the Arrow PyCapsule interface.
#[pyclass(frozen, module = "dracones")]
pub(crate) struct Table {
    batch: RecordBatch,
}

impl Table {
    fn column(&self, py: Python<'_>, name: &str) -> PyResult<Py<PyList>> {
        let Some(column) = self.batch.column_by_name(name) else {
            let known: Vec<&str> = self.batch.schema_ref().fields().iter().map(|f| f.name().as_str()).collect();
            let message = format!("no column `{name}`: there are {}", known.join(", "));
            return Err(PyKeyError::new_err(message));
        };
        let there = |row: usize| column.is_valid(row);
        let any = column.as_any();
        let rows = 0..column.len();
        let list = if let Some(numbers) = any.downcast_ref::<Int64Array>() {
            PyList::new(py, rows.map(|row| there(row).then(|| numbers.value(row))).collect::<Vec<_>>())?
        } else if let Some(numbers) = any.downcast_ref::<Float64Array>() {
            PyList::new(py, rows.map(|row| there(row).then(|| numbers.value(row))).collect::<Vec<_>>())?
        } else if let Some(texts) = any.downcast_ref::<StringArray>() {
            PyList::new(py, rows.map(|row| there(row).then(|| texts.value(row))).collect::<Vec<_>>())?
        } else {
            return Err(PyValueError::new_err(format!("column `{name}` holds {}", column.data_type())));
        };
        Ok(list.unbind())
    }
}

#[pymethods]
impl Table {
    /// The names of the columns.
    #[getter]
    fn columns(&self) -> Vec<String> {
        self.batch.schema_ref().fields().iter().map(|field| field.name().clone()).collect()
    }

    fn __len__(&self) -> usize {
        self.batch.num_rows()
    }

    fn __getitem__(&self, py: Python<'_>, name: &str) -> PyResult<Py<PyList>> {
        self.column(py, name)
    }

    /// All columns as lists; what is missing is None.
    fn to_pydict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let all = PyDict::new(py);
        for name in self.columns() {
            let column = self.column(py, &name)?;
            all.set_item(name, column)?;
        }
        Ok(all)
    }

    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // The interface lets a producer ignore the wish; consumers convert then.
        drop(requested_schema);
        let schema = self.batch.schema();
        let batches = RecordBatchIterator::new(vec![Ok(self.batch.clone())], schema);
        PyCapsule::new_with_value(py, FFI_ArrowArrayStream::new(Box::new(batches)), c"arrow_array_stream")
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let schema = FFI_ArrowSchema::try_from(self.batch.schema_ref().as_ref()).map_err(engine)?;
        PyCapsule::new_with_value(py, schema, c"arrow_schema")
    }

    /// The table as a pyarrow.Table; needs pyarrow.
    fn to_arrow<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("pyarrow")?.call_method1("table", (slf,))
    }

    fn _repr_html_<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let head = Self { batch: self.batch.slice(0, self.batch.num_rows().min(SHOWN)) };
        let columns = head.columns().iter().map(|name| head.column(py, name)).collect::<PyResult<Vec<_>>>()?;
        let rows = py.import("builtins")?.getattr("zip")?.call1(PyTuple::new(py, columns)?)?;
        let rows = py.import("builtins")?.getattr("list")?.call1((rows,))?;
        py.import("dracones._html")?.call_method1("table", (self.columns(), rows, self.batch.num_rows()))
    }

    fn __repr__(&self) -> String {
        format!("Table({} rows: {})", self.batch.num_rows(), self.columns().join(", "))
    }
}
