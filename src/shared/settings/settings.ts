import { z } from 'zod';
import { listName, maxViews, savedView } from './lists.ts';
import { readBaseUrl } from '../base/base-url.ts';
import {
  choice,
  describeSetting,
  kept,
  own,
  readDefaults,
  seconds,
  text,
  toggle,
  wholeNumber,
  words,
} from './setting.ts';
import { statusWords } from './status.ts';

// How to add a setting, and why so: docs/decisions/settings.md.

const scales = [
  { value: 'recognise', label: 'Recognize it' },
  { value: 'zero_to_one', label: '0 to 1' },
  { value: 'zero_to_ten', label: '0 to 10' },
  { value: 'zero_to_hundred', label: '0 to 100' },
] as const;
export type ScoreScale = (typeof scales)[number]['value'];

/** How the service writes dates; `recognise` sends ISO 8601. */
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

const shortText = z.string().trim().min(1).max(100);

/** What the service's interface leaves open. Can be exported to a file for other seats. */
export const serviceInterface = z.object({
  honoursIdempotencyKey: toggle('Unanswered requests', false, {
    label: 'This service applies each item only once',
    hint: 'Usually off. Every item carries a number that stays the same on each attempt (Idempotency-Key). If the service tracks these numbers, Gangway sends an invite again automatically when its answer was lost. Leave this off unless your administrator is sure: where the service ignores the numbers, vendors could get a second email.',
    notMoved: true,
  }),
  resubmittingIsHarmless: toggle('Unanswered requests', false, {
    label: 'Submitting the same details again does no harm',
    hint: 'Usually off. A license verification whose answer was lost is then submitted again automatically, three times at most. Leave this off where the service bills each submission or keeps each as a separate case.',
    notMoved: true,
  }),
  sendTimeoutS: seconds('Unanswered requests', 120, [10, 600], {
    label: 'Wait when sending, in seconds',
    hint: 'How long Gangway waits for an answer before the item reads “May have been sent”. From 10 to 600, usually 120.',
    width: 'half',
  }),
  readTimeoutS: seconds('Unanswered requests', 30, [5, 600], {
    label: 'Wait when reading, in seconds',
    hint: 'For results, documents and vendors. From 5 to 600, usually 30.',
    width: 'half',
  }),
  tokenRefusedStatuses: words('Response format', [401], z.number().int().min(400).max(499), {
    label: 'Status codes that refuse the token',
    hint: 'Separate with commas, from 400 to 499. Usually 401. A 400 or 403 that says invalid_token always counts.',
    problem: 'has to be a list of at most 20 status codes from 400 to 499.',
    width: 'half',
    mono: true,
    maxLength: 200,
    called: 'codes',
    separator: /[\s,;]+/,
    form: /^4\d\d$/,
    wrong: (code) => `${code} is not a code from 400 to 499. Correct it.`,
    take: (code) => (/^\d+$/.test(code) ? Number(code) : code),
  }),
  envelope: text('Response format', null, shortText.nullable(), {
    label: 'Answers are wrapped in',
    hint: 'The member that holds the data, such as data in {“data”: …}. Usually empty: answers are not wrapped.',
    problem: 'has to be a name of 1 to 100 characters, or null.',
    sortsResults: true,
    width: 'half',
    mono: true,
    form: /^(?!["“{[]).*(?<![}\]"”])$/,
    wrong: 'Enter only the name, without quotes or brackets, such as data.',
  }),
  /** The place of a queued verification's ID: a path such as `data.id`, or `Location`; null for `id`. */
  requestIdAt: text('Response format', null, shortText.nullable(), {
    label: 'ID of a verification',
    hint: 'Where the answer to a submitted verification has its ID, such as data.id, requestId or Location. Usually empty: at id.',
    problem: 'has to be the path of a member, such as data.id, or Location, or null.',
    mono: true,
    form: /^[\w$-]+(?:\.[\w$-]+)*$/,
    wrong: 'Enter names with dots between them, such as data.id, or Location.',
  }),
  answerRules: own('Response format', [], z.array(answerRule).max(50), {
    label: 'Unclear answers',
    problem: 'has to be a list of at most 50 rules, each with a conclusion, a pattern and treatAs.',
  }),
  scoreScale: choice('Scales of scores', 'recognise', scales, {
    label: 'Overall score',
    width: 'third',
    sortsResults: true,
  }),
  partScoreScale: choice('Scales of scores', 'recognise', scales, {
    label: 'Parts of the score',
    width: 'third',
  }),
  confidenceScale: choice('Scales of scores', 'recognise', scales, { label: 'Confidence', width: 'third' }),
  dateForm: own('Dates of the service', 'recognise', dateForm, {
    label: 'How the service writes dates',
    problem: `has to be ${dateForm.options.slice(0, -1).join(', ')} or ${dateForm.options.at(-1)}.`,
    sortsResults: true,
  }),
  /** Case does not count. */
  neverExpires: words('Dates of the service', [], shortText, {
    label: 'Words for “does not expire”',
    hint: 'What the service writes as the expiration of a license that doesn’t expire, such as Perpetual or 12/31/9999. Separate with commas.',
    problem: 'has to be a list of at most 20 words.',
    sortsResults: true,
    optional: true,
    maxLength: 1000,
    called: 'words',
    separator: /,/,
    form: /^.{1,100}$/,
    wrong: () => 'Enter words of at most 100 characters.',
  }),
  fileBaseUrl: text(
    'Response format',
    null,
    z
      .string()
      .max(2000)
      .refine((address) => readBaseUrl(address).ok)
      .nullable(),
    {
      label: 'Where relative addresses begin',
      hint: 'Where the service sends an address such as /files/12.pdf, Gangway looks for it here. Usually empty: at the service’s own address. The token goes only to the service’s own address.',
      problem: 'has to be an https address, or null.',
      notMoved: true,
      type: 'url',
      maxLength: 2000,
      read(typed) {
        const reading = readBaseUrl(typed);
        return reading.ok ? { ok: true, value: reading.baseUrl } : reading;
      },
    },
  ),
  defaultCompanyId: text('Defaults', null, z.number().int().nullable(), {
    label: 'Company ID of invites',
    hint: 'Sent as companyId with each new invite. Usually empty: nothing is sent.',
    problem: 'has to be a whole number, or null.',
    width: 'half',
    maxLength: 20,
    form: /^(?:0|-?[1-9]\d*)$/,
    wrong: 'Enter digits only, at most 15, without leading zeros.',
    take: Number,
  }),
  defaultVerificationType: text('Defaults', 'license', z.string().trim().min(1).max(100), {
    label: 'Type of verifications',
    hint: 'The type that a license is submitted as. Usually license.',
    problem: 'has to be a text of 1 to 100 characters.',
    width: 'half',
    mono: true,
    form: /./,
    wrong: 'Enter a type, such as license.',
  }),
  /** The person's sorting of status words and codes, by their matching form. */
  statusWords: own('Status words', {}, statusWords, {
    label: 'Status words',
    problem: 'has to name a category and whether it is final for each word.',
    sortsResults: true,
  }),
});
export type ServiceInterface = z.infer<typeof serviceInterface>;
export const serviceInterfaceChange = serviceInterface.partial();
export type ServiceInterfaceChange = z.infer<typeof serviceInterfaceChange>;
export const interfaceMember = serviceInterface.keyof();
export type InterfaceMember = z.infer<typeof interfaceMember>;

export const interfaceLabel = (name: InterfaceMember): string =>
  describeSetting(serviceInterface.shape[name]).label;

function isTimeZone(name: string): boolean {
  try {
    return Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

export const workspaceSettings = serviceInterface.extend({
  concurrency: wholeNumber('Sending', 4, [1, 16], { label: 'Requests at once', hint: 'From 1 to 16' }),
  /** 0: nothing can be undone. */
  sendDelayS: wholeNumber('Sending', 10, [0, 60], {
    label: 'Seconds to undo what you queue together',
    hint: 'From 0 to 60. Lists, reminders and items that you resend together wait this long, so Undo can cancel all of them.',
  }),
  delaySingles: toggle('Sending', false, {
    label: 'Also delay single items',
    hint: 'You can then undo each invite and verification for the same time.',
    needs: 'sendDelayS',
  }),
  scoreThreshold: wholeNumber('Document scores', 70, [1, 99], {
    label: 'Fair from',
    note: (fair) =>
      `Under ${Math.max(0, fair - 20)} is poor, under ${fair} weak, under ${Math.min(100, fair + 15)} fair, and good from there.`,
  }),
  pictureCacheMb: wholeNumber('Pictures of documents', 500, [50, 20_000], {
    label: 'Maximum size (MB)',
    note: () =>
      'When the space is full, Gangway removes the picture you opened longest ago. Your own copies stay until you remove them.',
  }),
  /** The IANA time zone for requirements; null for that of this computer. */
  timeZone: own('Time zone and rechecks', null, z.string().max(60).refine(isTimeZone).nullable(), {
    label: 'Time zone',
    hint: 'Days begin and end in this time zone. Choose the one your company works in, so everyone sees the same.',
  }),
  recheckDays: wholeNumber('Time zone and rechecks', 7, [0, 365], {
    label: 'Recheck verified licenses after (days)',
    hint: 'A license can be revoked after it was verified. 0 turns this off.',
  }),
  soonDays: wholeNumber('Time zone and rechecks', 30, [1, 90], {
    label: 'Expires soon (days)',
    hint: 'From 1 to 90. Today, verification results and requirements without their own number warn this many days before something expires.',
    sortsResults: true,
  }),
  ownDomains: words('Name and address', [], z.string().trim().toLowerCase().min(1).max(253), {
    label: 'Your company’s email domains',
    hint: 'Import points out vendors with an address at one of these, such as yourcompany.com. Separate with commas.',
    optional: true,
    maxLength: 1000,
    called: 'domains',
    separator: /[\s,;]+/,
    form: /^(?:[a-z\d-]{1,63}\.){1,8}[a-z]{2,63}$/,
    wrong: (domain) => `“${domain}” is not a domain, such as yourcompany.com.`,
    take: (typed) => typed.slice(typed.lastIndexOf('@') + 1).toLowerCase(),
  }),
  firstStepsDismissed: kept(false, z.boolean()),
  /** Column IDs by list; the usual ones where a list is missing. */
  columns: kept({}, z.partialRecord(listName, z.array(z.string().max(40)).max(40))),
  /** In CSS pixels, by column ID. */
  columnWidths: kept(
    {},
    z.partialRecord(listName, z.record(z.string().max(40), z.number().int().min(20).max(2000))),
  ),
  views: kept({}, z.partialRecord(listName, z.array(savedView).max(maxViews))),
});
export type WorkspaceSettings = z.infer<typeof workspaceSettings>;
export const workspaceSettingsChange = workspaceSettings.partial();

export const defaultServiceInterface = serviceInterface.parse(readDefaults(serviceInterface.shape));
export const defaultWorkspaceSettings = workspaceSettings.parse(readDefaults(workspaceSettings.shape));

export function changedSettings<T extends object>(
  settings: T,
  change: { [K in keyof T]?: T[K] | undefined },
): T {
  const named = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  return { ...settings, ...named };
}
