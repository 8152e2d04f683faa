import type { VendorInvitation } from '../service/vendor-invitation.ts';

/** What a message can name of the invite it goes with, as it is written between braces. */
export const placeholders = [
  'first name',
  'last name',
  'contact',
  'company',
  'job title',
  'email',
  'phone',
  'vendor ID',
] as const;
export type Placeholder = (typeof placeholders)[number];

/** The meaning of each placeholder, in words. */
export const placeholderMeanings: Record<Placeholder, string> = {
  'first name': 'The contact’s first name',
  'last name': 'The contact’s last name',
  contact: 'First and last name',
  company: 'The vendor’s company',
  'job title': 'The contact’s job title',
  email: 'The address that the invite goes to',
  phone: 'The vendor’s phone number',
  'vendor ID': 'The vendor’s ID with your company',
};

/** What an invite has for each placeholder; empty where it has nothing. */
export type PlaceholderValues = Record<Placeholder, string>;

export interface FilledMessage {
  text: string;
  /** Placeholders that the invite has no value for, each once. */
  empty: Placeholder[];
  /** Words in braces that are no placeholder and stay as written, each once. */
  unknown: string[];
}

const inBraces = /\{([^{}\r\n]{1,40})\}/g;

/** A placeholder as written in a message. */
export function written(placeholder: Placeholder): string {
  return `{${placeholder}}`;
}

function getPlaceholder(word: string): Placeholder | undefined {
  const typed = word.trim().replace(/\s+/g, ' ').toLowerCase();
  return placeholders.find((one) => one.toLowerCase() === typed);
}

/** Whether something in a message stands between braces: it goes out otherwise than written, or looks as if it did. */
export function hasPlaceholders(message: string): boolean {
  return message.search(inBraces) !== -1;
}

/** Fills a message with an invite's values. Empty placeholders leave no double space; braces in values are not expanded. */
export function fillMessage(message: string, values: PlaceholderValues): FilledMessage {
  const empty = new Set<Placeholder>();
  const unknown = new Set<string>();
  let text = '';
  let from = 0;
  for (const match of message.matchAll(inBraces)) {
    const [whole, word = ''] = match;
    const end = match.index + whole.length;
    text += message.slice(from, match.index);
    from = end;
    const placeholder = getPlaceholder(word);
    const value = placeholder === undefined ? whole : values[placeholder].trim();
    if (placeholder === undefined) unknown.add(word);
    else if (value === '') empty.add(placeholder);
    text += value;
    const next = message.charAt(end);
    // A name such as “Kestrel Roofing Co.” brings the full stop of its sentence along.
    if (next === '.' && value.endsWith('.')) from = end + 1;
    if (value !== '') continue;
    if (next === ' ' && /(^|[ \n])$/.test(text)) from = end + 1;
    else if (next === '' || /[\r\n,.;:!?)]/.test(next)) text = text.replace(/ $/, '');
  }
  return { text: text + message.slice(from), empty: [...empty], unknown: [...unknown] };
}

/** What an invite has to fill a message with. */
export function placeholderValues(invitation: VendorInvitation): PlaceholderValues {
  const {
    firstName = '',
    lastName = '',
    companyName,
    email,
    phoneNumber,
    jobTitle,
  } = invitation.vendor ?? {};
  return {
    'first name': firstName,
    'last name': lastName,
    contact: `${firstName} ${lastName}`.trim(),
    company: companyName ?? '',
    'job title': jobTitle ?? '',
    email: email ?? '',
    phone: phoneNumber ?? '',
    'vendor ID': invitation.vendorId ?? '',
  };
}
