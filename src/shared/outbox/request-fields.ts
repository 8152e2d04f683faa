import { listWords } from '../base/fold-text.ts';
import type { EntryKind } from './outbox.ts';

export type JsonPath = readonly (string | number)[];

interface FieldFacts {
  readonly path: readonly string[];
  readonly label: string;
  /** Its members are not described: whatever is inside belongs to this field. */
  readonly open?: true;
}

/** The fields of an invitation by their names in the form, in its order. */
export const invitationFields = {
  email: { path: ['vendor', 'email'], label: 'Vendor email' },
  phoneNumber: { path: ['vendor', 'phoneNumber'], label: 'Phone' },
  firstName: { path: ['vendor', 'firstName'], label: 'First name' },
  lastName: { path: ['vendor', 'lastName'], label: 'Last name' },
  companyName: { path: ['vendor', 'companyName'], label: 'Company' },
  jobTitle: { path: ['vendor', 'jobTitle'], label: 'Job title' },
  inviteMessage: { path: ['inviteMessage'], label: 'Message' },
  vendorId: { path: ['vendorId'], label: 'Vendor ID' },
  status: { path: ['status'], label: 'Status' },
  complianceStatus: { path: ['complianceStatus'], label: 'Compliance status' },
  id: { path: ['id'], label: 'ID' },
  companyId: { path: ['companyId'], label: 'Company ID' },
  dateInvited: { path: ['dateInvited'], label: 'Date invited' },
  dateAccepted: { path: ['dateAccepted'], label: 'Date accepted' },
  dateRejected: { path: ['dateRejected'], label: 'Date rejected' },
  lastComplianceRefresh: { path: ['lastComplianceRefresh'], label: 'Last compliance refresh' },
  lastComplianceUpdate: { path: ['lastComplianceUpdate'], label: 'Last compliance update' },
  vendorMore: { path: ['vendor'], label: 'More about the vendor', open: true },
  company: { path: ['company'], label: 'Company details', open: true },
  checklistTasks: { path: ['checklistTasks'], label: 'Checklist tasks', open: true },
} as const satisfies Record<string, FieldFacts>;

const place = 'locationWhereLicenseIsValid';

/** The fields of a verification request by their names in the form, in its order. */
export const verificationFields = {
  licenseNumber: { path: ['data', 'licenseNumber'], label: 'License number' },
  type: { path: ['type'], label: 'Type' },
  licenseTradeType: { path: ['data', 'licenseTradeType'], label: 'Trade type' },
  serviceType: { path: ['data', 'serviceType'], label: 'Service type' },
  effectiveDate: { path: ['data', 'effectiveDate'], label: 'Effective date' },
  expiryDate: { path: ['data', 'expiryDate'], label: 'Expiration date' },
  licenseeName: { path: ['data', 'licenseeName'], label: 'Licensee name' },
  qualifiedParty: { path: ['data', 'qualifiedParty'], label: 'Qualified party' },
  licenseeAddress: { path: ['data', 'licenseeAddress'], label: 'Licensee address' },
  state: { path: ['data', place, 'state'], label: 'State' },
  county: { path: ['data', place, 'county'], label: 'County' },
  city: { path: ['data', place, 'city'], label: 'City' },
  zipCode: { path: ['data', place, 'zipCode'], label: 'ZIP code' },
  verifyingWebsite: { path: ['data', 'verifyingWebsite'], label: 'Verifying website' },
  isMatch: { path: ['data', 'isMatch'], label: 'Match' },
} as const satisfies Record<string, FieldFacts>;

export interface RequestField extends FieldFacts {
  readonly name: string | null;
}

const named = (fields: Record<string, FieldFacts>): RequestField[] =>
  Object.entries(fields).map(([name, facts]) => ({ name, ...facts }));

/** Objects come first, so that `vendor` as a whole is not mistaken for something inside it. */
const getFields: Record<EntryKind, readonly RequestField[]> = {
  invite: [{ name: null, path: ['vendor'], label: 'Vendor' }, ...named(invitationFields)],
  verification: [
    { name: null, path: ['data', place], label: 'Where it is valid' },
    { name: null, path: ['data'], label: 'License details' },
    ...named(verificationFields),
  ],
};

export type MatchedPath =
  /** `inside`: where in an open field; empty for the field itself. */
  { kind: 'field'; field: RequestField; inside: string } | { kind: 'whole_request' } | { kind: 'unknown' };

/** Names that frameworks put before the path: a part of the HTTP request, or what their code calls the body. */
const wrappers = new Set(
  listWords(`
    body, requestbody, request, req, query, path, params, payload, json, form, content, data, attributes,
    input, variables, args, root, dto, model, command, obj, object, invitation, vendorinvitation, invite,
    invitevendor, verification, queueverification, licensedetails, parameters
  `),
);

/** Finds the request's field by a path in any notation: `vendor.email`, `/vendor/email`, `$.vendor[email]`, `email`. */
export function matchPath(kind: EntryKind | null, path: JsonPath): MatchedPath {
  const fields = kind === null ? [] : getFields[kind];
  let steps = path.flatMap((step) => (typeof step === 'number' ? [step] : stepsIn(step)));
  for (;;) {
    const [first] = steps;
    if (first === undefined) return { kind: 'whole_request' };
    const forms = steps.map(getForm);
    const ends = (end: readonly string[]) => fields.find((one) => isEnd(one, end));
    const same = fields.find((one) => one.path.length === forms.length && isStart(one, forms));
    const field = same ?? ends(forms);
    if (field !== undefined) return { kind: 'field', field, inside: '' };
    const around = fields.find((one) => one.name !== null && isStart(one, forms));
    if (around !== undefined) {
      const inside = around.open === true ? pathLabel(steps.slice(around.path.length)) : '';
      return { kind: 'field', field: around, inside };
    }
    // A list may be named where the request has one value.
    const listed = ends(forms.slice(0, steps.findLastIndex((step) => typeof step === 'string') + 1));
    if (listed !== undefined) return { kind: 'field', field: listed, inside: '' };
    if (!wrappers.has(getForm(first))) return { kind: 'unknown' };
    steps = steps.slice(1);
  }
}

/** A path for people: checklist 2 · status. */
export const pathLabel = (path: JsonPath): string =>
  path.map((step) => (typeof step === 'number' ? `${step + 1}` : step)).join(' · ');

/** A name without capitals and separators, for comparing. */
export const nameForm = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

const getForm = (step: string | number): string => (typeof step === 'number' ? `${step}` : nameForm(step));

function stepsIn(text: string): (string | number)[] {
  const trimmed = text.trim();
  // A JSON Pointer (RFC 6901), or one in the fragment of a URI.
  const steps = /^#?\//.test(trimmed)
    ? trimmed
        .slice(trimmed.indexOf('/') + 1)
        .split('/')
        .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    : (trimmed.replace(/^\$/, '').match(/[^.[\]"'/]+/g) ?? []);
  return steps.filter((step) => step !== '').map((step) => (/^\d{1,9}$/.test(step) ? Number(step) : step));
}

const isStart = ({ path }: RequestField, forms: readonly string[]): boolean =>
  path.length <= forms.length && path.every((step, index) => nameForm(step) === forms[index]);

/** Whether the steps end the field's path, or are all of it in one name, such as vendorEmail. */
function isEnd({ path }: RequestField, forms: readonly string[]): boolean {
  if (forms.length === 0) return false;
  const own = path.map(nameForm);
  if (forms.length > 1)
    return forms.length <= own.length && own.slice(-forms.length).join('.') === forms.join('.');
  return own.some((_, index) => own.slice(index).join('') === forms[0]);
}
