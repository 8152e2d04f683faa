-- Follow-ups that wait for something, by when they ended: the week's report counts those that were open on a day.
CREATE INDEX vendor_note_awaiting ON vendor_note (ended_at) WHERE follow_up IS NOT NULL AND awaits <> '[]';
