-- From a hit to its subject without reading the hit's whole text: a broad search has tens of thousands of hits.
CREATE INDEX search_row_by_row ON search_row (row, kind, subject);
