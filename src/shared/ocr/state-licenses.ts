import { ownMember } from '../base/own-member.ts';
import { stateForm } from '../base/states.ts';

interface StateLicense {
  /** The authority, as its licenses name it. */
  title: RegExp;
  /** The form of its numbers, without spaces. */
  number: RegExp;
}

/** Contractors' licenses by state; the sources are in docs/decisions/reading-a-page.md. */
const stateLicenses: Readonly<Record<string, StateLicense>> = {
  AZ: { title: /registrar of contractors/i, number: /^(?:ROC)?\d{5,6}$/ },
  CA: { title: /contractors state license board|\bCSLB\b/i, number: /^(?:[ABC]-?)?\d{5,8}$/ },
  FL: {
    title: /department of business (?:and|&) professional regulation|\bDBPR\b|myfloridalicense/i,
    number: /^(?:C[ABCFGMPRUV]C|SCC|FRO|Q[BA]|R[ABCFGMPRXU]|E[CFGRSYZ])\d{4,8}$/,
  },
  NV: { title: /nevada state contractors board/i, number: /^\d{5,7}[A-Z]?$/ },
  NY: {
    title: /department of consumer (?:and|&) worker protection|department of consumer affairs|\bDCWP\b/i,
    number: /^\d{6,7}-(?:DCA|DCWP)$/,
  },
  OR: { title: /construction contractors board/i, number: /^\d{3,6}$/ },
  TX: {
    title: /texas department of licensing (?:and|&) regulation|texas state board of plumbing|\bTDLR\b/i,
    number: /^(?:TACL[AB]\d{3,6}[CER]|TECL\d{3,6}|M-?\d{4,6}|\d{4,8})$/,
  },
  WA: { title: /labor (?:and|&) industries|\bL&I\b|RCW 18/i, number: /^[A-Z][A-Z*&\d]{5,6}\d{3}[A-Z\d]{2}$/ },
};

/** The states whose authority or name a text has. */
export function findStates(text: string): string[] {
  const titled = Object.entries(stateLicenses).flatMap(([state, { title }]) =>
    title.test(text) ? [state] : [],
  );
  const named = /\b(?:state|commonwealth)\s+of\s+([a-z]+(?:\s+[a-z]+)?)/i.exec(text)?.[1] ?? '';
  const before = /^([a-z]+(?:\s[a-z]+)?)\s+(?:state\b|department\s+of\b|board\s+of\b)/i.exec(text)?.[1] ?? '';
  const forms = [named, named.split(/\s+/)[0] ?? '', before].filter((name) => name.length > 2).map(stateForm);
  return [...titled, ...forms.filter((form) => /^[a-z]{2}$/.test(form)).map((form) => form.toUpperCase())];
}

export const isStateNumber = (number: string): boolean =>
  Object.keys(stateLicenses).some((state) => fitsState(number, state));

/** Whether a number has the form that its state gives; never of a state that is not known here. */
export const fitsState = (number: string, state: string | null): boolean =>
  state !== null &&
  (ownMember(stateLicenses, state)?.number.test(number.replaceAll(/\s/g, '').toUpperCase()) ?? false);
