import type { JudgedRequirement } from '#shared/ipc/onboarding.ts';
import type { Requirement } from '#shared/onboarding/requirement-set.ts';
import { settingsPlace } from '../settings/settings-places.ts';
import type { RouteTarget } from '../../stores/navigation.ts';

type Stepped = Pick<JudgedRequirement, 'step' | 'record'> & { requirement: Requirement };

const noLicense = { trade: null, state: null };
const recordScreens = {
  invite: 'invites',
  verification: 'verifications',
  document: 'documents',
  profile: null,
  filed: null,
  attestation: null,
} as const;

/** Where the record that a judgement rests on is looked at; null where there is none, or it is on the vendor's own page. */
export function toRecordPlace(record: JudgedRequirement['record']): RouteTarget | null {
  const screen = record === null ? null : recordScreens[record.kind];
  return record === null || screen === null ? null : { screen, path: [record.id] };
}

/**
 * Where the next step is taken, prefilled; null for the vendor's own page. @param subject the vendor's ID, or @ and an address
 */
export function toStepPlace({ step, record, requirement }: Stepped, subject: string): RouteTarget | null {
  switch (step) {
    case 'invite':
      return {
        screen: 'invites',
        path: ['new'],
        query: record?.kind === 'invite' ? { replaces: record.id } : { vendor: subject },
      };
    case 'submit': {
      const { trade, state } = requirement.kind === 'license' ? requirement : noLicense;
      return licenseForm(subject, { ...(trade !== null && { trade }), ...(state !== null && { state }) });
    }
    case 'sort_word':
      return settingsPlace('Status words');
    case 'see_invite':
    case 'see_verification':
    case 'check_now':
    case 'review':
    case 'ask_new_copy':
      return toRecordPlace(record);
    case 'add_document':
    case 'look_up':
    case 'refresh':
    case 'give_date':
    case 'attest':
    case null:
      return null;
  }
}

/** The form that verifies a license of a vendor, with what is known of the license. */
export const licenseForm = (subject: string, known: Readonly<Record<string, string>> = {}): RouteTarget => ({
  screen: 'verifications',
  path: ['new'],
  query: { vendor: subject, ...known },
});
