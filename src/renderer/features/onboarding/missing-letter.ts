import { dayText, readDate } from '#shared/base/dates.ts';
import type { JudgedRequirement, JudgedVendor } from '#shared/ipc/onboarding.ts';
import { isVendorsTurn } from '#shared/onboarding/judge-vendor.ts';
import { vendorFieldLabel } from '#shared/service/vendor-fields.ts';
import { greet, type MailDraft } from '../../mail-draft.ts';

export interface MissingLetter extends MailDraft {
  /** The IDs of the requirements that it asks for. */
  asked: string[];
}

/** A letter listing what a vendor still has to send; null if that is nothing. */
export function missingLetter(
  { contact, requirements }: Pick<JudgedVendor, 'contact' | 'requirements'>,
  site: string | null,
): MissingLetter | null {
  const asked = requirements.flatMap((one) => {
    const line = askFor(one);
    return line === null ? [] : [{ id: one.requirement.id, line }];
  });
  if (asked.length === 0) return null;
  const where = site === null ? '' : ` at ${site}`;
  return {
    to: contact.email ?? '',
    subject: site === null ? 'What we still need from you' : `What we still need from you for ${site}`,
    body: [
      greet(contact),
      '',
      `So that you can work with us${where}, we still need:`,
      '',
      ...new Set(asked.map(({ line }) => `- ${line}`)),
      '',
      'Please answer this email with what you can send now.',
      '',
      'Thank you',
    ].join('\n'),
    asked: asked.map(({ id }) => id),
  };
}

/** What to ask the vendor for a requirement; null if the next step is ours. */
function askFor(judged: JudgedRequirement): string | null {
  if (judged.stale || !isVendorsTurn(judged)) return null;
  const { requirement, state, until, record, asOf } = judged;
  const end = readDate(until)?.day;
  const ending = end === undefined ? 'soon' : `on ${dayText(end)}`;
  switch (requirement.kind) {
    case 'profile':
      return askForProfile(requirement, state, record?.kind);
    case 'license': {
      const kind = [requirement.state, requirement.trade].filter((part) => part !== null).join(' ');
      const license = `${kind === '' ? '' : `${kind} `}license`;
      if (state === 'expiring') return `Your renewed ${license}: the one we have expires ${ending}.`;
      if (record === null) return `Your ${license}: its number, the name on it and its expiration date.`;
      if (state === 'failed')
        return `A valid ${license}: the one we have could not be confirmed or has expired.`;
      // It was answered, or else it is for us to send it.
      return asOf === null ? null : `The expiration date of your ${license}, with a copy that shows it.`;
    }
    case 'document': {
      const { documentType } = requirement;
      if (state === 'expiring') return `A new ${documentType}: the one we have expires ${ending}.`;
      if (record === null) return `Your ${documentType}.`;
      return end === undefined
        ? `A new copy of your ${documentType}: flat, in even light, with all four corners visible.`
        : `A new ${documentType}: the one we have is no longer valid.`;
    }
    case 'attestation':
      return state === 'expiring'
        ? `${requirement.name}: it expires ${ending}. Please arrange it with us again.`
        : `${requirement.name}: please arrange it with us.`;
  }
}

function askForProfile(
  { ask }: Extract<JudgedRequirement['requirement'], { kind: 'profile' }>,
  state: JudgedRequirement['state'],
  record: string | undefined,
): string | null {
  if (ask.what === 'compliance') {
    return state === 'failed' && record === 'invite'
      ? 'The open items in our invite: please complete them there.'
      : null;
  }
  if (record === 'invite') {
    return state === 'waiting'
      ? 'Your profile: please accept our invite and fill it in. If you didn’t get it, let us know.'
      : null;
  }
  if (ask.what === 'readable' || record !== 'profile') return null;
  const field = `In your profile: ${vendorFieldLabel(ask.field.split('.'))}.`;
  return ask.what === 'given' ? field : `${field} We need ${ask.values.join(' or ')}.`;
}
