import { z } from 'zod';
import { ownNames } from '../base/own-member.ts';
import type { VendorInvitation } from '../service/vendor-invitation.ts';

export const placeholderMeanings = {
  'first name': 'The contact’s first name',
  'last name': 'The contact’s last name',
  contact: 'First and last name',
  company: 'The vendor’s company',
  'job title': 'The contact’s job title',
  email: 'The address that the invite goes to',
  phone: 'The vendor’s phone number',
  'vendor ID': 'The vendor’s ID with your company',
} as const;
export const placeholders = ownNames(placeholderMeanings);
export type Placeholder = keyof typeof placeholderMeanings;

/** A message that a person saved; `changedAt` in milliseconds since 1970, 0 for one that comes with Gangway. */
export const messageTemplate = z.object({
  id: z.uuid(),
  name: z.string(),
  text: z.string(),
  changedAt: z.int().min(0),
});

export type PlaceholderValues = Record<Placeholder, string>;

const inBraces = /\{([^{}\r\n]{1,40})\}/g;

export const written = (placeholder: string): string => `{${placeholder}}`;

/** Whether a message has braces: it is sent differently from what was written, or looks so. */
export const hasPlaceholders = (message: string): boolean => message.search(inBraces) !== -1;

/**
 * Fills a message with the values of its placeholders. Empty ones leave no double space and no line of their own; braces
 * in values are not expanded.
 * `empty`: placeholders without a value. `unknown`: words in braces that are none and stay as written.
 */
export function fillMessage<P extends string>(message: string, values: Readonly<Record<P, string>>) {
  const names = ownNames(values);
  const empty = new Set<P>();
  const unknown = new Set<string>();
  let text = '';
  let from = 0;
  for (const match of message.matchAll(inBraces)) {
    const [whole, word = ''] = match;
    const end = match.index + whole.length;
    text += message.slice(from, match.index);
    from = end;
    const typed = word.trim().replace(/\s+/g, ' ').toLowerCase();
    const placeholder = names.find((one) => one.toLowerCase() === typed);
    const value = placeholder === undefined ? whole : values[placeholder].trim();
    if (placeholder === undefined) unknown.add(word);
    else if (value === '') empty.add(placeholder);
    text += value;
    const next = message.charAt(end);
    // A name such as “Kestrel Roofing Co.” brings its own full stop.
    if (next === '.' && value.endsWith('.')) from = end + 1;
    if (value !== '') continue;
    const begins = text === '' || text.endsWith('\n');
    if ((begins && next === '\n') || (next === ' ' && (begins || text.endsWith(' ')))) from = end + 1;
    else if (next === '' || /[\r\n,.;:!?)]/.test(next)) text = text.replace(/ $/, '');
  }
  return { text: text + message.slice(from), empty: [...empty], unknown: [...unknown] };
}

export function placeholderValues({ vendor = {}, vendorId }: VendorInvitation): PlaceholderValues {
  const { firstName = '', lastName = '' } = vendor;
  return {
    'first name': firstName,
    'last name': lastName,
    contact: `${firstName} ${lastName}`.trim(),
    company: vendor.companyName ?? '',
    'job title': vendor.jobTitle ?? '',
    email: vendor.email ?? '',
    phone: vendor.phoneNumber ?? '',
    'vendor ID': vendorId ?? '',
  };
}
