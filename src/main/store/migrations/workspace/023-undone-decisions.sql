-- The decisions that were undone last are found without reading those that stand.
CREATE INDEX decision_undone ON decision (undone_at) WHERE undone_at IS NOT NULL;
