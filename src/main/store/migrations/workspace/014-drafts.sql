-- What stands in forms that are not handed over yet, field by field as it was typed. `key` names the form of its kind.
CREATE TABLE draft (
  kind     TEXT NOT NULL CHECK (kind IN ('invite', 'verification')),
  key      TEXT NOT NULL,
  title    TEXT NOT NULL,
  fields   TEXT NOT NULL,
  saved_at INTEGER NOT NULL,
  PRIMARY KEY (kind, key)
) STRICT, WITHOUT ROWID;

-- The one draft that was kept before stood as the invite that it would become.
INSERT INTO draft (kind, key, title, fields, saved_at)
  SELECT 'invite', 'new', COALESCE(vendor ->> '$.companyName', vendor ->> '$.email', ''),
    json_object(
      'email', COALESCE(vendor ->> '$.email', ''), 'firstName', COALESCE(vendor ->> '$.firstName', ''),
      'lastName', COALESCE(vendor ->> '$.lastName', ''), 'companyName', COALESCE(vendor ->> '$.companyName', ''),
      'phoneNumber', COALESCE(vendor ->> '$.phoneNumber', ''), 'jobTitle', COALESCE(vendor ->> '$.jobTitle', ''),
      'inviteMessage', COALESCE(invitation ->> '$.inviteMessage', ''), 'vendorId', COALESCE(invitation ->> '$.vendorId', ''),
      'status', COALESCE(invitation ->> '$.status', ''), 'complianceStatus', COALESCE(invitation ->> '$.complianceStatus', ''),
      'id', CAST(COALESCE(invitation ->> '$.id', '') AS TEXT),
      'companyId', CAST(COALESCE(invitation ->> '$.companyId', '') AS TEXT),
      'dateInvited', COALESCE(invitation ->> '$.dateInvited', ''), 'dateAccepted', COALESCE(invitation ->> '$.dateAccepted', ''),
      'dateRejected', COALESCE(invitation ->> '$.dateRejected', ''),
      'lastComplianceRefresh', COALESCE(invitation ->> '$.lastComplianceRefresh', ''),
      'lastComplianceUpdate', COALESCE(invitation ->> '$.lastComplianceUpdate', ''),
      'company', COALESCE(invitation ->> '$.company', ''), 'checklistTasks', COALESCE(invitation ->> '$.checklistTasks', ''),
      'vendorMore', COALESCE(NULLIF(json_remove(vendor, '$.email', '$.firstName', '$.lastName', '$.companyName',
        '$.phoneNumber', '$.jobTitle') || '', '{}'), '')),
    saved_at
  FROM (
    SELECT value -> '$.invitation' AS invitation, COALESCE(value -> '$.invitation.vendor', '{}') AS vendor,
      CAST(value ->> '$.savedAt' AS INTEGER) AS saved_at
    FROM setting WHERE name = 'invite.draft' AND json_valid(value) AND json_type(value, '$.invitation') = 'object');
DELETE FROM setting WHERE name = 'invite.draft';
