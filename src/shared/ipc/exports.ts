import { z } from 'zod';
import { figureIds } from '../onboarding/figures.ts';
import { letterLimits } from '../letters/letter-templates.ts';
import { answerRef } from './answers.ts';
import { call, nothing, entryId } from './call.ts';
import { documentGroup, documentQuery } from './documents.ts';
import { expiryPart, verificationQuery } from './verifications.ts';
import { gateQuestion } from './gate.ts';
import { historyQuery } from './history.ts';
import { inviteQuery } from './invites.ts';
import { lookUpId, lookUpOutcome } from './look-ups.ts';
import { onboardingFilter } from './onboarding.ts';
import { weekQuestion } from './week.ts';

/** The list's columns, or each result field by field with the decision on it. */
const lines = z.enum(['list', 'results']).default('list');

export const exportSource = z.discriminatedUnion('list', [
  z.object({
    list: z.literal('vendors'),
    filter: onboardingFilter.prefault({}),
    sort: z.enum(['urgency', 'name']).default('urgency'),
  }),
  z.object({ list: z.literal('invites'), query: inviteQuery.prefault({}) }),
  verificationQuery.extend({ list: z.literal('verifications'), lines }),
  documentQuery.extend({
    list: z.literal('documents'),
    group: documentGroup.nullable().default(null),
    lines,
    employerIds: z.boolean().default(false),
  }),
  z.object({ list: z.literal('outbox') }),
  z.object({ list: z.literal('figure'), figure: z.enum(figureIds) }),
  z.object({ list: z.literal('look-up'), id: lookUpId, outcome: lookUpOutcome.nullable().default(null) }),
  historyQuery.extend({ list: z.literal('history') }),
  z.object({ list: z.literal('license-expiry'), part: expiryPart.nullable().default(null) }),
]);
export type ExportSource = z.infer<typeof exportSource>;

const exportFormat = z.enum(['csv', 'xlsx']);
export type ExportFormat = z.infer<typeof exportFormat>;

export const begunExport = z.object({ exportId: z.uuid(), fileName: z.string(), contentType: z.string() });

const oneExport = z.object({ exportId: z.uuid() });

export const exportCalls = {
  'exports.begin': call(z.object({ source: exportSource, format: exportFormat }), begunExport),
  'exports.beginWorkspace': call(nothing, begunExport),
  /** A vendor's report as a PDF. Fails with `not_found` where the vendor was never looked up here. */
  'exports.beginVendorReport': call(
    z.object({
      vendorId: z.string().min(1).max(200),
      /** Attaches the files of documents on file. */
      withFiles: z.boolean().default(false),
    }),
    begunExport,
  ),
  /** A gate sheet as a PDF. Refused while vendors are rechecked, and for a past day. */
  'exports.beginGateSheet': call(gateQuestion, begunExport),
  'exports.beginWeek': call(weekQuestion, begunExport),
  /** Expirations for a calendar: of one license, a period (null for all), or requirements. Refused if none is readable. */
  'exports.beginCalendar': call(
    z.union([
      z.object({ entryId }),
      z.object({ part: expiryPart.nullable() }),
      z.object({ vendors: onboardingFilter }),
    ]),
    begunExport,
  ),
  /** A letter to a vendor as an email draft to save. */
  'exports.beginLetter': call(
    z.object({
      name: z.string().max(400),
      to: z.string().max(400),
      subject: z.string().max(letterLimits.subject),
      body: z.string().max(letterLimits.body),
    }),
    begunExport,
  ),
  'exports.beginAnswer': call(z.object({ answer: answerRef }), begunExport),
  /** The next part of the file, in base64. `done` and `total` count rows, or bytes of a workspace. */
  'exports.next': call(
    oneExport,
    z.object({ part: z.string(), done: z.number(), total: z.number(), finished: z.boolean() }),
  ),
  'exports.drop': call(oneExport, nothing),
};
