import type { JudgedRequirement } from '#shared/ipc/onboarding.ts';
import type { Requirement } from '#shared/onboarding/requirement-set.ts';
import { settingsPlace } from '../settings/settings-places.ts';
import type { RouteTarget } from '../../stores/navigation.ts';

type Stepped = Pick<JudgedRequirement, 'step' | 'record'> & { requirement: Requirement };

/** Where the record that a judgement rests on is looked at; null where there is none, or it is on the vendor's own page. */
export function toRecordPlace(record: JudgedRequirement['record']): RouteTarget | null {
  switch (record?.kind) {
    case 'invite':
      return { screen: 'invites', path: [record.id] };
    case 'verification':
      return { screen: 'verifications', path: [record.id] };
    case 'document':
      return { screen: 'documents', path: [record.id] };
    case 'profile':
    case 'attestation':
    case undefined:
      return null;
  }
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
    case 'submit':
      return {
        screen: 'verifications',
        path: ['new'],
        query: {
          vendor: subject,
          ...(requirement.kind === 'license' && requirement.trade !== null
            ? { trade: requirement.trade }
            : {}),
          ...(requirement.kind === 'license' && requirement.state !== null
            ? { state: requirement.state }
            : {}),
        },
      };
    case 'add_document':
      return { screen: 'documents', path: ['add'], query: { vendor: subject } };
    case 'sort_word':
      return settingsPlace('Status words');
    case 'see_invite':
    case 'see_verification':
    case 'check_now':
    case 'review':
    case 'ask_new_copy':
      return toRecordPlace(record);
    case 'look_up':
    case 'refresh':
    case 'give_date':
    case 'attest':
    case null:
      return null;
  }
}
