-- Of whom something was asked, for Today.
CREATE INDEX decision_asked ON decision (at) WHERE choice IN ('ask_vendor', 'ask_new_copy') AND undone_at IS NULL;
