import { z } from 'zod';
import { ownNames } from '../base/own-member.ts';

export const letterKindLabels = {
  missing: 'What’s missing',
  renewal: 'Renewal',
  invite: 'Invite reminder',
} as const;
export const letterKinds = ownNames(letterKindLabels);
export type LetterKind = keyof typeof letterKindLabels;

export const languageLabels = { en: 'English', es: 'Spanish' } as const;
export const language = z.enum(ownNames(languageLabels));
export type Language = z.infer<typeof language>;

export const letterPlaceholders = {
  'first name': 'The contact’s first name',
  company: 'The vendor’s name',
  site: 'The vendor’s job sites',
  missing: 'What the letter asks for, by job site',
  'your name': 'Your name, from Settings',
  'your company': 'Your company’s name',
} as const;
export type LetterPlaceholder = keyof typeof letterPlaceholders;

export const letterLimits = { subject: 300, body: 10_000 } as const;

export const letterTemplate = z.object({
  subject: z.string().trim().min(1).max(letterLimits.subject),
  body: z.string().trim().min(1).max(letterLimits.body),
});
export type LetterTemplate = z.infer<typeof letterTemplate>;
