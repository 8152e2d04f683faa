import type { ImportField, InviteField } from '#shared/import-fields.ts';
import { emailKey } from '../store/invites.ts';
import { headingsOf } from './columns.ts';
import type { KnownItems, ListRules } from './list-rules.ts';
import { checkRow } from './row-check.ts';

/** Headings that people give their columns, folded. */
const names: Record<InviteField, readonly string[]> = {
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

const address = /^[^\s@]+@[^\s@]+$/;

export const inviteHeadings = headingsOf(names, (cell) => address.test(cell), 'email');

/** What is missing before anything can be queued, in a sentence. */
export function mappingProblem(fields: readonly ImportField[]): string | null {
  if (fields.includes('email') || fields.includes('vendorId')) return null;
  return 'Say which column holds the e-mail address, or the vendor ID.';
}

/** Lists of vendors to invite. Who has the same address or ID is the same vendor. */
export function createInviteList(known: KnownItems): ListRules {
  return {
    list: 'invites',
    entryKind: 'invite',
    headings: inviteHeadings,
    known,
    usualType: () => '',
    mappingProblem: ({ fields }) => mappingProblem(fields),
    checkRow(cells, { fields, message }) {
      const checked = checkRow(cells, fields, message);
      return checked.ok ? { ok: true, item: { kind: 'invite', invitation: checked.invitation } } : checked;
    },
    keysOf(cells, { fields }) {
      const email = cells[fields.indexOf('email')] ?? '';
      const vendorId = cells[fields.indexOf('vendorId')] ?? '';
      const keys: string[] = [];
      if (email !== '') keys.push(`e${emailKey(email)}`);
      if (vendorId !== '') keys.push(`v${vendorId}`);
      return keys;
    },
  };
}
