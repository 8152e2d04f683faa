import { dayMs, dayText, toCalendarDay, type DayNumber } from '../base/dates.ts';
import { isVendorsTurn, type Judgement } from '../onboarding/judge-vendor.ts';
import { vendorFieldLabel } from '../service/vendor-fields.ts';
import { renewalDays } from './renewals.ts';
import type { Language, LetterKind } from './letter-templates.ts';

/** What a letter needs of a judgement. */
export type Asked = Pick<Judgement, 'requirement' | 'state' | 'until' | 'record' | 'asOf' | 'stale' | 'step'>;

type Profile = Extract<Judgement['requirement'], { kind: 'profile' }>;
type License = Extract<Judgement['requirement'], { kind: 'license' }>;

const licenseName = ({ state, trade }: License): string =>
  [state, trade].filter((part) => part !== null).join(' ');
const your = (license: License): string => `${licenseName(license)} license`.trim();
const su = (license: License): string => {
  const name = licenseName(license);
  return name === '' ? 'licencia' : `licencia (${name})`;
};
const listIn = (language: Language, type: 'conjunction' | 'disjunction') => {
  const format = new Intl.ListFormat(language === 'en' ? 'en-US' : 'es-US', { type });
  return (names: readonly string[]) => format.format(names);
};
const spanishDay = new Intl.DateTimeFormat('es-US', { dateStyle: 'long', timeZone: 'UTC' });

/** What a letter asks a vendor for. `on` is a day as in `on Mar 31, 2027`, or `soon`. */
const english = {
  on: (until: DayNumber | null) => (until === null ? 'soon' : `on ${dayText(toCalendarDay(until))}`),
  list: listIn('en', 'conjunction'),
  forSites: (sites: string) => `For ${sites}:`,
  renewLicense: (license: License, on: string) =>
    `Your renewed ${your(license)}: the one we have expires ${on}.`,
  newLicense: (license: License) =>
    `Your ${your(license)}: its number, the name on it and its expiration date.`,
  validLicense: (license: License) =>
    `A valid ${your(license)}: the one we have could not be confirmed or has expired.`,
  licenseEnd: (license: License) =>
    `The expiration date of your ${your(license)}, with a copy that shows it.`,
  renewDocument: (type: string, on: string) => `A new ${type}: the one we have expires ${on}.`,
  newDocument: (type: string) => `Your ${type}.`,
  newCopy: (type: string) =>
    `A new copy of your ${type}: flat, in even light, with all four corners visible.`,
  validDocument: (type: string) => `A new ${type}: the one we have is no longer valid.`,
  arrange: (name: string) => `${name}: please arrange it with us.`,
  arrangeAgain: (name: string, on: string) => `${name}: it expires ${on}. Please arrange it with us again.`,
  openItems: 'The open items in our invite: please complete them there.',
  acceptInvite: 'Your profile: please accept our invite and fill it in. If you didn’t get it, let us know.',
  profileField: (field: string) => `In your profile: ${field}.`,
  values: (values: readonly string[]) => `We need ${listIn('en', 'disjunction')(values)}.`,
};
type Lines = typeof english;

const spanish: Lines = {
  on: (until) => (until === null ? 'pronto' : `el ${spanishDay.format(until * dayMs)}`),
  list: listIn('es', 'conjunction'),
  forSites: (sites) => `Para ${sites}:`,
  renewLicense: (license, on) => `Su ${su(license)} renovada: la que tenemos vence ${on}.`,
  newLicense: (license) =>
    `Su ${su(license)}: el número, el nombre que figura en ella y la fecha de vencimiento.`,
  validLicense: (license) =>
    `Una ${su(license)} vigente: la que tenemos no se pudo confirmar o ya ha vencido.`,
  licenseEnd: (license) =>
    `La fecha de vencimiento de su ${su(license)}, con una copia en la que se pueda leer.`,
  renewDocument: (type, on) => `Un nuevo documento «${type}»: el que tenemos vence ${on}.`,
  newDocument: (type) => `Su documento «${type}».`,
  newCopy: (type) =>
    `Una nueva copia de su documento «${type}»: plana, con luz uniforme y con las cuatro esquinas visibles.`,
  validDocument: (type) => `Un nuevo documento «${type}»: el que tenemos ya no es válido.`,
  arrange: (name) => `«${name}»: por favor, acuérdelo con nosotros.`,
  arrangeAgain: (name, on) => `«${name}»: vence ${on}. Por favor, acuérdelo de nuevo con nosotros.`,
  openItems: 'Los puntos pendientes de nuestra invitación: por favor, complételos allí.',
  acceptInvite:
    'Su perfil: por favor, acepte nuestra invitación y complételo. Si no la ha recibido, avísenos.',
  profileField: (field) => `En su perfil: «${field}».`,
  values: (values) => `Necesitamos: ${listIn('es', 'disjunction')(values)}.`,
};

export const linesIn: Readonly<Record<Language, Lines>> = { en: english, es: spanish };

/** The line that asks a vendor for a requirement in a letter of this kind; null if the letter does not. */
export function writeLine(kind: LetterKind, asked: Asked, today: DayNumber, lines: Lines): string | null {
  switch (kind) {
    case 'missing':
      return askForMissing(asked, lines);
    case 'renewal':
      return renewalDays(asked, today) === null ? null : askForRenewal(asked, lines);
    case 'invite':
      return asked.record?.kind === 'invite' ? askForMissing(asked, lines) : null;
  }
}

function askForRenewal({ requirement, until }: Asked, lines: Lines): string | null {
  if (requirement.kind === 'license') return lines.renewLicense(requirement, lines.on(until));
  return requirement.kind === 'document'
    ? lines.renewDocument(requirement.documentType, lines.on(until))
    : null;
}

/** What to ask the vendor for a requirement; null if the next step is ours. */
function askForMissing(judged: Asked, lines: Lines): string | null {
  if (judged.stale || !isVendorsTurn(judged)) return null;
  const { requirement, state, until, record, asOf } = judged;
  switch (requirement.kind) {
    case 'profile':
      return askForProfile(requirement, judged, lines);
    case 'license':
      if (state === 'expiring') return askForRenewal(judged, lines);
      if (record === null) return lines.newLicense(requirement);
      if (state === 'failed') return lines.validLicense(requirement);
      // It was answered, or else it is for us to send it.
      return asOf === null ? null : lines.licenseEnd(requirement);
    case 'document':
      if (state === 'expiring') return askForRenewal(judged, lines);
      if (record === null) return lines.newDocument(requirement.documentType);
      return until === null
        ? lines.newCopy(requirement.documentType)
        : lines.validDocument(requirement.documentType);
    case 'attestation':
      return state === 'expiring'
        ? lines.arrangeAgain(requirement.name, lines.on(until))
        : lines.arrange(requirement.name);
  }
}

function askForProfile({ ask }: Profile, { state, record }: Asked, lines: Lines): string | null {
  if (ask.what === 'compliance')
    return state === 'failed' && record?.kind === 'invite' ? lines.openItems : null;
  if (record?.kind === 'invite') return state === 'waiting' ? lines.acceptInvite : null;
  if (ask.what === 'readable' || record?.kind !== 'profile') return null;
  const field = lines.profileField(vendorFieldLabel(ask.field.split('.')));
  return ask.what === 'given' ? field : `${field} ${lines.values(ask.values)}`;
}
