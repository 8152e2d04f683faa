import { fromServiceDate, toServiceDate } from './service-dates.ts';
import type { DateForm } from '../settings/settings.ts';
import type { VendorInvitation } from './vendor-invitation.ts';
import type { VerificationRequest } from './verification.ts';

const licenseDates = ['effectiveDate', 'expiryDate'] as const;
const invitationDates = [
  'lastComplianceRefresh',
  'dateInvited',
  'dateAccepted',
  'dateRejected',
  'lastComplianceUpdate',
] as const;

function rewritten<T extends object, N extends string & keyof T>(
  details: T,
  names: readonly N[],
  rewrite: (text: string) => string,
): T {
  const dates = names.flatMap((name) => {
    const text = details[name];
    return typeof text === 'string' ? [[name, rewrite(text)] as const] : [];
  });
  return { ...details, ...Object.fromEntries(dates) };
}

/** A verification as it is sent: its dates in the form that the service wants. */
export function verificationToSend(entered: VerificationRequest, form: DateForm): VerificationRequest {
  return { ...entered, data: rewritten(entered.data, licenseDates, (text) => toServiceDate(text, form)) };
}

/** A verification as it was entered, of one that was sent with its dates in a form. */
export function enteredVerification(sent: VerificationRequest, form: DateForm): VerificationRequest {
  return { ...sent, data: rewritten(sent.data, licenseDates, (text) => fromServiceDate(text, form)) };
}

/** An invite as it is sent: its dates in the form that the service wants. */
export function invitationToSend(entered: VendorInvitation, form: DateForm): VendorInvitation {
  return rewritten(entered, invitationDates, (text) => toServiceDate(text, form));
}

/** An invite as it was entered, of one that was sent with its dates in a form. */
export function enteredInvitation(sent: VendorInvitation, form: DateForm): VendorInvitation {
  return rewritten(sent, invitationDates, (text) => fromServiceDate(text, form));
}

/** The stored date form of an entry; null for ISO 8601, which most entries have. */
export function keptDateForm(form: DateForm): DateForm | null {
  return form === 'recognise' || form === 'iso' ? null : form;
}
