import type Database from 'better-sqlite3';
import { z } from 'zod';
import type { SentInvitationResult } from '#shared/service/vendor-invitation.ts';
import { openObject, type OpenObject } from '#shared/service/json.ts';
import { ownMember } from '#shared/base/own-member.ts';
import { refused, type Outcome } from './errors.ts';
import { writeMail } from './mail.ts';
import { createVendor, emailKey, findVendor, findVendorByEmail, type StoredVendor } from './vendors.ts';
import { complianceScenes } from './sample-data.ts';

/** The fields that decide what happens. All others are kept as they came. */
const invitationRequest = z.looseObject({
  vendorId: z.string().nullish(),
  inviteMessage: z.string().nullish(),
  vendor: openObject.nullish(),
  company: openObject.nullish(),
});

export interface Invited {
  result: SentInvitationResult;
  mailId: number;
}

/** Invites a vendor, creating an unknown one, and writes the email, all in the caller's transaction. */
export function inviteVendor(
  db: Database.Database,
  body: unknown,
  baseUrl: string,
  now: number,
  refusesRepeats: boolean,
): Outcome<Invited> {
  const parsed = invitationRequest.safeParse(body);
  if (!parsed.success) {
    const where = parsed.error.issues[0]?.path.join('.') ?? '';
    const message = where === '' ? 'the body has to be an invitation object' : `${where} has the wrong type`;
    return refused(422, 'invalid_invitation', message);
  }
  const request = parsed.data;
  const known = typeof request.vendorId === 'string' ? findVendor(db, request.vendorId) : null;
  const email = usableEmail(request.vendor?.['email'] ?? known?.profile.email);
  if (email === null) return refused(422, 'invalid_email', 'email is invalid');
  if (refusesRepeats && isInvited(db, email))
    return refused(409, 'already_invited', 'this vendor was already invited by your company');

  const contact: OpenObject = { ...request.vendor, email };
  const vendor = known ?? findVendorByEmail(db, email) ?? createVendor(db, contact, now);
  const { lastInsertRowid } = db
    .prepare('INSERT INTO invitations (vendor, email, request, invited_at) VALUES (?, ?, ?, ?)')
    .run(vendor.number, emailKey(email), JSON.stringify(request), now);
  const id = Number(lastInsertRowid);
  const vendorURL = `${baseUrl}/vendors/${vendor.number}`;
  const company = companyName(request.company);
  const mailId = writeMail(
    db,
    {
      invitation: id,
      recipient: email,
      subject: `${company} invites you to join its vendor list`,
      body: invitationText(company, vendor, request.inviteMessage ?? '', vendorURL),
    },
    now,
  );
  const result: SentInvitationResult = {
    vendorURL,
    metadata: { vendorId: String(vendor.number), invitedEmail: email, company, practice: true },
    id,
    ...complianceFor(id, baseUrl, now),
  };
  return { ok: true, value: { result, mailId } };
}

const isInvited = (db: Database.Database, email: string): boolean =>
  db.prepare('SELECT 1 FROM invitations WHERE email = ?').get(emailKey(email)) !== undefined;

/** The trimmed address; null where no email can be sent to it (RFC 2606 reserves .invalid). */
function usableEmail(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const email = z.email().max(254).safeParse(value.trim());
  if (!email.success || email.data.toLowerCase().endsWith('.invalid')) return null;
  return email.data;
}

function companyName(company: OpenObject | null | undefined): string {
  for (const field of ['name', 'companyName']) {
    const name = ownMember(company ?? {}, field);
    if (typeof name === 'string' && name.trim() !== '') return name.replace(/\s+/g, ' ').trim().slice(0, 120);
  }
  return 'A practice company';
}

function invitationText(company: string, vendor: StoredVendor, inviteMessage: string, vendorURL: string) {
  const { firstName } = vendor.profile;
  const greeting = typeof firstName === 'string' && firstName !== '' ? `Hello ${firstName},` : 'Hello,';
  return [
    greeting,
    `${company} invites you to join its vendor list.`,
    ...(inviteMessage.trim() === '' ? [] : [inviteMessage.trim()]),
    `Your vendor page: ${vendorURL}`,
    'This email comes from the practice service of Gangway. No company has sent it.',
    '',
  ].join('\n\n');
}

type Standing = Required<
  Pick<
    SentInvitationResult,
    'complianceStatus' | 'vendorStatus' | 'lastComplianceUpdate' | 'lastComplianceRefresh' | 'checklist'
  >
>;

/** The state of an invitation's vendor: one scene of seven, by number. `now` in ms since 1970. */
export function complianceFor(invitationId: number, baseUrl: string, now: number): Standing {
  const scenes = complianceScenes();
  const scene = scenes[(invitationId - 1) % scenes.length];
  if (scene === undefined)
    throw new RangeError(`There is no compliance scene for invitation ${invitationId}.`);
  const refreshed = new Date(now);
  refreshed.setUTCHours(6, 0, 0, 0);
  if (refreshed.getTime() > now) refreshed.setUTCDate(refreshed.getUTCDate() - 1);
  return {
    complianceStatus: scene.complianceStatus,
    vendorStatus: scene.vendorStatus,
    lastComplianceUpdate: new Date(now).toISOString(),
    lastComplianceRefresh: refreshed.toISOString(),
    checklist: scene.checklist.map(({ sample, ...item }, index) => ({
      ...item,
      documentURL: sample === undefined ? null : `${baseUrl}/files/${sample}`,
      documentId: sample === undefined ? null : 88_000 + invitationId * 10 + index,
    })),
  };
}
