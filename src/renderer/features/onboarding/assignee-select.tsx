import type { CallOutput } from '#shared/ipc/contract.ts';
import { Select, type Choice } from '../../components/select.tsx';

/** Whom a vendor can be assigned to. */
export type People = CallOutput<'onboarding.sets'>['people'];

const nobody = 'nobody';

/** A name as a value of a choice or an address; marked, so that no name reads as nobody. */
const toValue = (member: string | null): string => (member === null ? nobody : `=${member}`);

export function listAssignees({ own, others }: People, ownLabel: string): Choice<string>[] {
  return [
    ...(own === null ? [] : [{ value: toValue(own), label: ownLabel }]),
    ...others.map((name) => ({ value: toValue(name), label: name })),
    { value: nobody, label: 'Nobody' },
  ];
}

/** The name that an address gives; empty for nobody, null where it gives none. */
export const readAssignee = (value: string): string | null =>
  value === nobody ? '' : value.startsWith('=') ? value.slice(1) : null;

interface AssigneeSelectProps {
  people: People;
  /** Left out where none is shown, but the placeholder. */
  value?: string | null;
  placeholder?: string;
  onChange: (member: string | null) => void;
}

/** Chooses who takes care of a vendor. */
export function AssigneeSelect({ people, value, placeholder = 'Choose', onChange }: AssigneeSelectProps) {
  return (
    <Select
      label="Assign to"
      labelHidden
      placeholder={placeholder}
      value={value === undefined ? null : toValue(value)}
      onChange={(chosen) => onChange(readAssignee(chosen) || null)}
      choices={listAssignees(people, 'You')}
    />
  );
}
