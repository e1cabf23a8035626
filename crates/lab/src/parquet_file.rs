//! Tables as Parquet files.

use crate::table::{Cell, Holds, Table};
use parquet::basic::{LogicalType, Repetition, Type as Physical};
use parquet::data_type::{ByteArray, ByteArrayType, DoubleType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::Type;
use std::sync::Arc;

impl Table {
    /// As a Parquet file, every column optional.
    ///
    /// # Errors
    /// Says what could not be written; not met with tables of this module.
    pub fn parquet(&self) -> Result<Vec<u8>, String> {
        self.write_parquet().map_err(|why| format!("{}.parquet: {why}", self.name))
    }

    fn write_parquet(&self) -> Result<Vec<u8>, ParquetError> {
        let field = |(name, holds): &(String, Holds)| {
            let (physical, logical) = match holds {
                Holds::Whole => (Physical::INT64, None),
                Holds::Number => (Physical::DOUBLE, None),
                Holds::Text => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
            };
            let field = Type::primitive_type_builder(name, physical);
            field.with_repetition(Repetition::OPTIONAL).with_logical_type(logical).build().map(Arc::new)
        };
        let fields = self.columns.iter().map(field).collect::<Result<Vec<_>, _>>()?;
        let schema = Arc::new(Type::group_type_builder(self.name).with_fields(fields).build()?);
        // Neither the clock nor the machine stands in the file, so that the same results give the same bytes.
        let properties = WriterProperties::builder().set_created_by("grognard".to_owned()).build();
        let mut writer = SerializedFileWriter::new(Vec::new(), schema, Arc::new(properties))?;
        let mut group = writer.next_row_group()?;
        for (i, (_, holds)) in self.columns.iter().enumerate() {
            let Some(mut column) = group.next_column()? else { break };
            let cells = || self.rows.iter().map(|row| &row[i]);
            let levels: Vec<i16> = cells().map(|cell| i16::from(*cell != Cell::Empty)).collect();
            match holds {
                Holds::Whole => {
                    let values: Vec<i64> = cells().filter_map(|c| if let Cell::Whole(n) = c { Some(*n) } else { None }).collect();
                    column.typed::<Int64Type>().write_batch(&values, Some(&levels), None)?;
                }
                Holds::Number => {
                    let values: Vec<f64> =
                        cells().filter_map(|c| if let Cell::Number(n) = c { Some(*n) } else { None }).collect();
                    column.typed::<DoubleType>().write_batch(&values, Some(&levels), None)?;
                }
                Holds::Text => {
                    let text = |c: &Cell| if let Cell::Text(t) = c { Some(ByteArray::from(t.as_str())) } else { None };
                    let values: Vec<ByteArray> = cells().filter_map(text).collect();
                    column.typed::<ByteArrayType>().write_batch(&values, Some(&levels), None)?;
                }
            }
            column.close()?;
        }
        group.close()?;
        writer.into_inner()
    }
}

#[cfg(test)]
mod tests {
    use crate::table::Table;
    use crate::table::tests::table;
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::Field;

    #[test]
    fn parquet_reads_back() {
        let bytes = table().parquet().unwrap();
        let reader = SerializedFileReader::new(bytes::Bytes::from(bytes)).unwrap();
        let rows: Vec<Vec<Field>> = reader
            .get_row_iter(None)
            .unwrap()
            .map(|row| row.unwrap().get_column_iter().map(|(_, field)| field.clone()).collect())
            .collect();
        assert_eq!(rows[0], [Field::Long(1), Field::Double(0.5), Field::Str("plain".to_owned())]);
        assert_eq!(rows[1], [Field::Long(-2), Field::Null, Field::Str("say \"a, b\"".to_owned())]);
        assert_eq!(rows[2], [Field::Null, Field::Double(-3.25), Field::Null]);
        assert_eq!(table().parquet().unwrap(), table().parquet().unwrap());
        let empty = Table { rows: Vec::new(), ..table() };
        assert!(SerializedFileReader::new(bytes::Bytes::from(empty.parquet().unwrap())).is_ok());
    }
}
