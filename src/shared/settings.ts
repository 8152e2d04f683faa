import { z } from 'zod';
import { listName, maxViews, savedView } from './lists.ts';
import { readBaseUrl } from './service/base-url.ts';
import { shortcutChanges } from './shortcut-keys.ts';
import { statusWords } from './status.ts';

export const appSettings = z.object({
  theme: z.enum(['system', 'light', 'dark']),
  /** Whether keys without Ctrl or Cmd act as shortcuts. */
  singleKeys: z.boolean(),
  /** The keys that the person gave to shortcuts in place of the usual ones. */
  shortcuts: shortcutChanges,
  badge: z.boolean(),
  /** Whether the system tells the person when results arrive. */
  notifyResults: z.boolean(),
  openAtLogin: z.boolean(),
  /** Whether the form of a verification shows all its fields; otherwise only the number, the vendor, the state and the type. */
  moreDetails: z.boolean(),
  /** What the person is called in decisions, waivers and reports; empty where nobody said so yet. */
  personName: z.string().trim().max(100),
});
export type AppSettings = z.infer<typeof appSettings>;
export const appSettingsChange = appSettings.partial();
/** The settings as they are kept. Shortcuts of another version do not cost the person the other settings. */
export const keptAppSettings = appSettingsChange.extend({
  shortcuts: shortcutChanges.optional().catch(undefined),
});

export const defaultAppSettings: AppSettings = {
  theme: 'system',
  singleKeys: true,
  shortcuts: {},
  badge: true,
  notifyResults: true,
  openAtLogin: false,
  moreDetails: false,
  personName: '',
};

const scoreScale = z.enum(['recognise', 'zero_to_one', 'zero_to_ten', 'zero_to_hundred']);
export type ScoreScale = z.infer<typeof scoreScale>;

/** How dates are written by the service, and to it; `recognise` sends ISO 8601. */
export const dateForm = z.enum([
  'recognise',
  'iso',
  'month_first',
  'day_first',
  'epoch_seconds',
  'epoch_milliseconds',
]);
export type DateForm = z.infer<typeof dateForm>;

export const answerRule = z.object({
  conclusion: z.enum(['invite', 'queue']),
  pattern: z.string().max(1000),
  treatAs: z.enum(['sent', 'not_sent']),
});
export type AnswerRule = z.infer<typeof answerRule>;

/** What the service's interface leaves open. It can be exported to a file for other seats. */
export const serviceInterface = z.object({
  /** Whether the service is known to apply a request with the same Idempotency-Key once only. */
  honoursIdempotencyKey: z.boolean(),
  /** Whether submitting the same license details again does no harm, so that an unanswered submission may be repeated. */
  resubmittingIsHarmless: z.boolean(),
  /** How long the answer to a request that changes something is waited for, in seconds. */
  sendTimeoutS: z.number().int().min(10).max(600),
  /** How long the answer to a request that only reads is waited for, in seconds. */
  readTimeoutS: z.number().int().min(5).max(600),
  /** Answers with these status codes refuse the token; so does any 400 or 403 that says `invalid_token`. */
  tokenRefusedStatuses: z.array(z.number().int().min(400).max(499)).max(20),
  /** The member that the service wraps its answers in; null where it wraps them in none. */
  envelope: z.string().trim().min(1).max(100).nullable(),
  /** Where the answer to a queued verification has its ID: a path such as `data.id`, or `Location`; null: the member `id`. */
  requestIdAt: z.string().trim().min(1).max(100).nullable(),
  /** How answers are treated that do not say clearly whether something was sent. */
  answerRules: z.array(answerRule).max(50),
  /** What the service writes as the expiration of a license that does not expire, in any case. */
  neverExpires: z.array(z.string().trim().min(1).max(100)).max(20),
  scoreScale,
  partScoreScale: scoreScale,
  confidenceScale: scoreScale,
  dateForm,
  /** What relative addresses of files are resolved against; null: the address of the service. */
  fileBaseUrl: z
    .string()
    .max(2000)
    .refine((address) => readBaseUrl(address).ok)
    .nullable(),
  /** What invites carry as companyId where nobody enters another one. */
  defaultCompanyId: z.number().int().nullable(),
  /** The type of a verification where nobody enters another one. */
  defaultVerificationType: z.string().trim().min(1).max(100),
  /** The person's own sorting of status words and numeric status codes, by their matching form. */
  statusWords,
});
export type ServiceInterface = z.infer<typeof serviceInterface>;
export const serviceInterfaceChange = serviceInterface.partial();
export type ServiceInterfaceChange = z.infer<typeof serviceInterfaceChange>;
export const interfaceMember = serviceInterface.keyof();
export type InterfaceMember = z.infer<typeof interfaceMember>;

const scaleProblem = 'has to be recognise, zero_to_one, zero_to_ten or zero_to_hundred.';

/** The label of each setting, and what is wrong with one in a file, as the end of a sentence after its label. */
export const interfaceMembers: Readonly<Record<InterfaceMember, { label: string; problem: string }>> = {
  honoursIdempotencyKey: {
    label: 'This service applies each item only once',
    problem: 'has to be true or false.',
  },
  resubmittingIsHarmless: {
    label: 'Submitting the same details again does no harm',
    problem: 'has to be true or false.',
  },
  sendTimeoutS: {
    label: 'Wait when sending, in seconds',
    problem: 'has to be a whole number of seconds from 10 to 600.',
  },
  readTimeoutS: {
    label: 'Wait when reading, in seconds',
    problem: 'has to be a whole number of seconds from 5 to 600.',
  },
  tokenRefusedStatuses: {
    label: 'Status codes that refuse the token',
    problem: 'has to be a list of at most 20 status codes from 400 to 499.',
  },
  envelope: {
    label: 'Answers are wrapped in',
    problem: 'has to be a name of 1 to 100 characters, or null.',
  },
  requestIdAt: {
    label: 'ID of a verification',
    problem: 'has to be the path of a member, such as data.id, or Location, or null.',
  },
  answerRules: {
    label: 'Unclear answers',
    problem: 'has to be a list of at most 50 rules, each with a conclusion, a pattern and treatAs.',
  },
  neverExpires: {
    label: 'Words for “does not expire”',
    problem: 'has to be a list of at most 20 words.',
  },
  scoreScale: {
    label: 'Overall score',
    problem: scaleProblem,
  },
  partScoreScale: {
    label: 'Parts of the score',
    problem: scaleProblem,
  },
  confidenceScale: {
    label: 'Confidence',
    problem: scaleProblem,
  },
  dateForm: {
    label: 'How the service writes dates',
    problem: 'has to be recognise, iso, month_first, day_first, epoch_seconds or epoch_milliseconds.',
  },
  fileBaseUrl: {
    label: 'Where relative addresses begin',
    problem: 'has to be an https address, or null.',
  },
  defaultCompanyId: {
    label: 'Company ID of invites',
    problem: 'has to be a whole number, or null.',
  },
  defaultVerificationType: {
    label: 'Type of verifications',
    problem: 'has to be a text of 1 to 100 characters.',
  },
  statusWords: {
    label: 'Status words',
    problem: 'has to name a category and whether it is final for each word.',
  },
};

function isTimeZone(name: string): boolean {
  try {
    return Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

export const workspaceSettings = serviceInterface.extend({
  /** Requests under way at once. */
  concurrency: z.number().int().min(1).max(16),
  /** From this score on (0 to 100) a document counts as fair. */
  scoreThreshold: z.number().int().min(1).max(99),
  /** How many MB of fetched document pictures are kept on this computer. */
  pictureCacheMb: z.number().int().min(50).max(20_000),
  /** After so many days a license with a final result is checked again; 0: never. */
  recheckDays: z.number().int().min(0).max(365),
  /** The IANA name of the time zone whose calendar days requirements go by; null: that of this computer. */
  timeZone: z.string().max(60).refine(isTimeZone).nullable(),
  /** Whether the person put the first steps on Today away. */
  firstStepsDismissed: z.boolean(),
  /** How many seconds what is enqueued together waits before it is sent, so that it can be undone; 0: not at all. */
  sendDelayS: z.number().int().min(0).max(60),
  /** Whether what is enqueued on its own waits as long. */
  delaySingles: z.boolean(),
  /** Email domains of the company itself: an imported list does not invite its own people. */
  ownDomains: z.array(z.string().trim().toLowerCase().min(1).max(253)).max(20),
  /** The columns that a list shows, by their ids; the usual ones where it is not named. */
  columns: z.partialRecord(listName, z.array(z.string().max(40)).max(40)),
  /** How wide a person made columns of a list, in CSS pixels by their ids. */
  columnWidths: z.partialRecord(listName, z.record(z.string().max(40), z.number().int().min(20).max(2000))),
  /** The views of each list that a person saved, in the order in which they were. */
  views: z.partialRecord(listName, z.array(savedView).max(maxViews)),
});
export type WorkspaceSettings = z.infer<typeof workspaceSettings>;
export const workspaceSettingsChange = workspaceSettings.partial();

export const defaultServiceInterface: ServiceInterface = {
  honoursIdempotencyKey: false,
  resubmittingIsHarmless: false,
  sendTimeoutS: 120,
  readTimeoutS: 30,
  tokenRefusedStatuses: [401],
  envelope: null,
  requestIdAt: null,
  answerRules: [],
  neverExpires: [],
  scoreScale: 'recognise',
  partScoreScale: 'recognise',
  confidenceScale: 'recognise',
  dateForm: 'recognise',
  fileBaseUrl: null,
  defaultCompanyId: null,
  defaultVerificationType: 'license',
  statusWords: {},
};

export const defaultWorkspaceSettings: WorkspaceSettings = {
  ...defaultServiceInterface,
  concurrency: 4,
  scoreThreshold: 70,
  recheckDays: 7,
  timeZone: null,
  pictureCacheMb: 500,
  sendDelayS: 10,
  delaySingles: false,
  ownDomains: [],
  columns: {},
  firstStepsDismissed: false,
  columnWidths: {},
  views: {},
};

/** The settings with those changed that the change names. */
export function changedSettings<T extends object>(
  settings: T,
  change: { [K in keyof T]?: T[K] | undefined },
): T {
  const named = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  return { ...settings, ...named };
}
