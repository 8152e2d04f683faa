-- The first of a list's rows is found without reading those of other lists, which may lie before it.
CREATE INDEX import_row_by_batch ON import_row (batch);
