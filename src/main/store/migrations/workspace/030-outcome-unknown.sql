-- The event has the name that code and docs use now.
UPDATE history SET event = 'outcome_unknown' WHERE event = 'lost_sight';
