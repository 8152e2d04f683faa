import type { ReactNode } from 'react';
import { invitationFields } from '#shared/outbox/request-fields.ts';
import { bindClasses } from '../../class-names.ts';
import { Disclosure } from '../../components/raw-record.tsx';
import { TextArea, TextField } from '../../components/text-field.tsx';
import { dateFields, type InviteField, type InviteValues } from './invitation-values.ts';
import styles from './invite-form.module.css';

const cls = bindClasses(styles);

const words: readonly { name: InviteField; hint?: string }[] = [
  { name: 'status' },
  { name: 'complianceStatus' },
  { name: 'id', hint: 'A number.' },
];

const objects: readonly { name: InviteField; hint: string; placeholder: string }[] = [
  {
    name: 'vendorMore',
    hint: 'A JSON object. Its fields are sent beside the contact’s, inside vendor.',
    placeholder: '{"taxId": "12-3456789"}',
  },
  {
    name: 'company',
    hint: 'A JSON object, sent as company.',
    placeholder: '{"name": "Harbor Lane Homes"}',
  },
  {
    name: 'checklistTasks',
    hint: 'A JSON list of objects, sent as checklistTasks.',
    placeholder: '[{"type": "W-9"}]',
  },
];

/** The fields of an invite that are seldom needed: closed at first, each sent only where it is filled in. */
export function AllFields({
  open,
  values,
  errorAt,
  fallbackCompanyId,
  onChange,
  onLeave,
}: {
  open: boolean;
  values: InviteValues;
  errorAt: (name: InviteField) => ReactNode;
  /** What is sent for a company ID that is left empty; null for nothing. */
  fallbackCompanyId: number | null;
  onChange: (name: InviteField, value: string) => void;
  onLeave: (name: InviteField) => void;
}) {
  const bind = (name: InviteField) => ({
    value: values[name],
    onChange: (value: string) => onChange(name, value),
    onLeave: () => onLeave(name),
    label: invitationFields[name].label,
    error: errorAt(name),
    optional: true,
    mono: true,
  });
  return (
    <Disclosure title="All fields" open={open}>
      <div className="gap-16 grid two-columns start">
        <p className={`${cls('part')} quiet across`}>Rarely needed. Empty fields are not sent.</p>
        {words.map(({ name, hint }) => (
          <TextField key={name} {...bind(name)} {...(hint === undefined ? {} : { hint })} maxLength={400} />
        ))}
        <TextField
          {...bind('companyId')}
          hint={
            fallbackCompanyId === null ? 'A number.' : `A number. If empty, ${fallbackCompanyId} is sent.`
          }
          maxLength={400}
        />
        {dateFields.map((name) => (
          <TextField
            key={name}
            hint="2026-06-09, or with a time 2026-06-09T14:30:00Z."
            {...bind(name)}
            maxLength={40}
          />
        ))}
        {objects.map(({ name, hint, placeholder }) => (
          <div key={name} className="across">
            <TextArea hint={hint} placeholder={placeholder} {...bind(name)} rows={4} />
          </div>
        ))}
      </div>
    </Disclosure>
  );
}
