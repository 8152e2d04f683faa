import type { ImportField } from '#shared/import-fields.ts';

/** Headings that people give their columns, folded as {@link foldHeading} does. */
const headings: Record<Exclude<ImportField, 'skip'>, readonly string[]> = {
  email: [
    'email',
    'emailaddress',
    'mail',
    'contactemail',
    'vendoremail',
    'emails',
    'correo',
    'courriel',
    'emailadresse',
  ],
  firstName: [
    'firstname',
    'first',
    'givenname',
    'forename',
    'contactfirstname',
    'vorname',
    'prenom',
    'nombre',
  ],
  lastName: ['lastname', 'last', 'surname', 'familyname', 'contactlastname', 'nachname', 'nom', 'apellido'],
  fullName: ['name', 'fullname', 'contact', 'contactname', 'contactperson', 'person', 'primarycontact'],
  companyName: [
    'company',
    'companyname',
    'vendor',
    'vendorname',
    'business',
    'businessname',
    'organization',
    'organisation',
    'supplier',
    'firma',
    'empresa',
    'legalname',
  ],
  phoneNumber: [
    'phone',
    'phonenumber',
    'tel',
    'telephone',
    'mobile',
    'cell',
    'cellphone',
    'contactphone',
    'telefon',
    'telefono',
  ],
  jobTitle: ['jobtitle', 'title', 'role', 'position', 'function'],
  vendorId: ['vendorid', 'vendornumber', 'vendorno', 'supplierid', 'vendorcode'],
  inviteMessage: ['invitemessage', 'message', 'greeting', 'note', 'invitationmessage'],
  id: ['id', 'invitationid', 'inviteid'],
  companyId: ['companyid'],
  company: ['companyjson'],
  status: ['status', 'invitationstatus'],
  complianceStatus: ['compliancestatus', 'compliance'],
  dateInvited: ['dateinvited', 'invited', 'invitedon'],
  dateAccepted: ['dateaccepted', 'accepted', 'acceptedon'],
  dateRejected: ['daterejected', 'rejected', 'rejectedon'],
  lastComplianceRefresh: ['lastcompliancerefresh'],
  lastComplianceUpdate: ['lastcomplianceupdate'],
  checklistTasks: ['checklisttasks', 'checklisttasksjson'],
};

const fieldByHeading = new Map<string, ImportField>();
for (const [field, names] of Object.entries(headings)) {
  for (const name of names) {
    if (isField(field)) fieldByHeading.set(name, field);
  }
}

function isField(name: string): name is Exclude<ImportField, 'skip'> {
  return Object.hasOwn(headings, name);
}

/** The form in which two headings are the same: without case, accents, spaces and marks. */
export function foldHeading(heading: string): string {
  return heading
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

const address = /^[^\s@]+@[^\s@]+$/;

/**
 * Whether the first row is headings: it is where it names a field, and it is not where it holds an e-mail address or
 * looks like the rows below.
 */
export function looksLikeHeadings(first: readonly string[], others: readonly (readonly string[])[]): boolean {
  if (first.some((cell) => address.test(cell))) return false;
  if (first.some((cell) => fieldByHeading.has(foldHeading(cell)))) return true;
  return first.some(
    (cell, column) =>
      !/\d/.test(cell) &&
      others.some((row) => address.test(row[column] ?? '') || /\d/.test(row[column] ?? '')),
  );
}

/**
 * What each column fills: as it was chosen for the same heading before, by its heading, and the column with the most
 * e-mail addresses where no heading says which one it is. No field is filled twice.
 */
export function guessFields(
  headingsOfFile: readonly string[],
  samples: readonly (readonly string[])[],
  remembered: Readonly<Record<string, ImportField>>,
): ImportField[] {
  const used = new Set<ImportField>();
  const fields: ImportField[] = headingsOfFile.map(() => 'skip');

  function take(column: number, field: ImportField | undefined): void {
    if (field === undefined || field === 'skip' || used.has(field) || fields[column] !== 'skip') return;
    fields[column] = field;
    used.add(field);
  }

  const folded = headingsOfFile.map(foldHeading);
  folded.forEach((heading, column) => take(column, remembered[heading]));
  folded.forEach((heading, column) => {
    if (remembered[heading] === undefined) take(column, fieldByHeading.get(heading));
  });
  if (!used.has('email')) {
    const counts = fields.map((field, column) =>
      field === 'skip' && remembered[folded[column] ?? ''] === undefined
        ? samples.filter((row) => address.test(row[column] ?? '')).length
        : 0,
    );
    const most = Math.max(0, ...counts);
    if (most > 0) take(counts.indexOf(most), 'email');
  }
  // A name in one column and its parts in others would fill the same place twice.
  if (used.has('firstName') || used.has('lastName')) {
    const whole = fields.indexOf('fullName');
    if (whole !== -1) fields[whole] = 'skip';
  }
  return fields;
}

/** What is missing before anything can be queued, in a sentence. */
export function mappingProblem(fields: readonly ImportField[]): string | null {
  if (fields.includes('email') || fields.includes('vendorId')) return null;
  return 'Say which column holds the e-mail address, or the vendor ID.';
}

/** The headings of a file with the fields that were chosen for them, for the next file that has them. */
export function headingsToRemember(
  columns: readonly { heading: string; field: ImportField }[],
): Record<string, ImportField> {
  return Object.fromEntries(
    columns
      .map(({ heading, field }) => [foldHeading(heading), field] as const)
      .filter(([heading]) => heading !== ''),
  );
}
