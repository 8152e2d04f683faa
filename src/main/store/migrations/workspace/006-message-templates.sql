-- Texts for the message of an invite, kept by name. `name_key` is the form in which two names are the same.
CREATE TABLE message_template (
  id         TEXT PRIMARY KEY,
  name       TEXT NOT NULL,
  name_key   TEXT NOT NULL UNIQUE,
  text       TEXT NOT NULL,
  changed_at INTEGER NOT NULL
) STRICT;

INSERT INTO message_template (id, name, name_key, text, changed_at) VALUES (
  'e2b1f1a4-5f0c-4d57-9a53-0f3f6c1d2b10',
  'Standard invite',
  'standard invite',
  'Hello {first name},

please join us as a vendor with {company}. The link in this e-mail leads to the sign-up. Have your licence and insurance at hand.

If something is unclear, just answer this e-mail.',
  0
);
