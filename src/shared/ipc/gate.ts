import { z } from 'zod';
import { vendorAnswer } from '../onboarding/answer.ts';
import { call, instant, loadPage, pageRequest, vendorSubject as subject } from './call.ts';

const site = z.string().trim().min(1).max(200);
/** The day is today where it is null. */
export const gateQuestion = z.object({ site, day: z.iso.date().nullable() });
const search = z.string().max(200).default('');

const gateRow = z.object({
  subject,
  name: z.string(),
  contact: z.string().nullable(),
  answer: vendorAnswer,
  /** The last day it may work, or why not. */
  detail: z.string(),
});
export type GateRow = z.infer<typeof gateRow>;

const gateSheet = z.object({
  /** The sites of all profiles, those with most vendors first. */
  sites: z.array(z.object({ site: z.string(), count: z.number() })),
  /** The requested site as profiles write it, or the only one there is; null where one has to be chosen. */
  site: site.nullable(),
  asOf: instant,
  /** When the oldest profile of the sheet was fetched. */
  oldestProfileAt: instant.nullable(),
  /** How many vendors have no site in their profile, so that no sheet has them. */
  withoutSite: z.number(),
  /** How many vendors are still being rechecked. */
  judging: z.number(),
});

export const gateCalls = {
  'gate.get': call(z.object({ site: site.nullable() }), gateSheet),
  /** Vendors at a site: today by their stored answers, worst first; on another day by name. Refused for a past day. */
  'gate.page': call(pageRequest.extend({ ...gateQuestion.shape, search }), loadPage(gateRow)),
};
