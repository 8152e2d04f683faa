import { z } from 'zod';
import { ownNames } from '../base/own-member.ts';
import { call, vendorSubject as subject } from './call.ts';

const day = z.iso.date();

export const weekMeasures = {
  stopped: 'Became stopped',
  cleared: 'Cleared to work',
  ends: 'Ends in 30 days',
  asked: 'Asked, no reply',
} as const;
export const weekMeasure = z.enum(ownNames(weekMeasures));
export type WeekMeasure = z.infer<typeof weekMeasure>;

/** The last day of the week is today where it is null. */
export const weekQuestion = z.object({ through: day.nullable() });

/** How many vendors, this week and the week before; null where that is not known. */
const compared = z.object({ now: z.number().nullable(), before: z.number().nullable() });

const week = z.object({
  from: day,
  through: day,
  today: day,
  /** The day since which changes are counted, where that is after the beginning of the week before. */
  countsSince: day.nullable(),
  /** All vendors first, then each job site. */
  sites: z.array(z.object({ site: z.string().nullable(), counts: z.record(weekMeasure, compared) })),
  /** The vendors behind the counts of the site, the latest first; the first {@link maxListed}, or null where that is not known. */
  lists: z.record(weekMeasure, z.array(z.object({ subject, name: z.string(), day })).nullable()),
});
export type Week = z.infer<typeof week>;

export const maxListed = 200;

export const weekCalls = {
  'week.get': call(weekQuestion.extend({ site: z.string().max(200).nullable() }), week),
};
