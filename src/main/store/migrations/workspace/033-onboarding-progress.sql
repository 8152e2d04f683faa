-- What became of a vendor over time.

-- The rank before the one that it has; null where it has had no other.
ALTER TABLE onboarding_standing ADD COLUMN rank_before INTEGER;
CREATE INDEX onboarding_changed ON onboarding_standing (site, since) WHERE rank_before IS NOT NULL;

-- When a vendor first reached each stage, in the numbers of `onboarding.stage`; it keeps it where it falls back. Derived too.
CREATE TABLE onboarding_stage (
  number INTEGER NOT NULL REFERENCES onboarding (number) ON DELETE CASCADE,
  stage  INTEGER NOT NULL,
  at     INTEGER NOT NULL,
  PRIMARY KEY (number, stage)
) STRICT, WITHOUT ROWID;

-- Vendors of which a person has seen on Today that they became blocked, and when; what came after that is news again.
CREATE TABLE onboarding_seen (
  subject TEXT PRIMARY KEY,
  at      INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
