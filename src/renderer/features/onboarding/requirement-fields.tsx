import { Trash2 } from 'lucide-react';
import { useState, type ComponentProps, type ReactNode } from 'react';
import { pluralize } from '#shared/base/pluralize.ts';
import { vendorFieldLabel } from '#shared/service/vendor-fields.ts';
import { kindLabels } from '#shared/onboarding/labels.ts';
import {
  askableFields,
  type AttestationRequirement,
  type DocumentRequirement,
  type LicenseRequirement,
  type ProfileRequirement,
  type Requirement,
} from '#shared/onboarding/requirement-set.ts';
import type { FieldProps } from '../../components/field-parts.tsx';
import { IconButton } from '../../components/button.tsx';
import { NumberField, TextField } from '../../components/text-field.tsx';
import { Problem } from '../../components/message-block.tsx';
import { Select } from '../../components/select.tsx';
import { Checkbox } from '../../components/toggles.tsx';
import { useWorkspace } from '../../stores/session.ts';
import { readList, type DraftProblem } from './set-draft.ts';

interface KindProps<R extends Requirement> {
  requirement: R;
  problem: DraftProblem | null;
  onChange: (requirement: R) => void;
}

interface RequirementFieldsProps {
  requirement: Requirement;
  problem: DraftProblem | null;
  onChange: (requirement: Requirement) => void;
  onRemove: () => void;
}

export function RequirementFields({ requirement, problem, onChange, onRemove }: RequirementFieldsProps) {
  return (
    <section className="stack card gap-12 pad-12-16-16">
      <div className="row between">
        <h3>{kindLabels[requirement.kind]}</h3>
        <IconButton
          icon={Trash2}
          label={`Remove ${requirement.name === '' ? kindLabels[requirement.kind] : requirement.name}`}
          onPress={onRemove}
        />
      </div>
      <TextField
        label="Name"
        hint="Shown in lists."
        value={requirement.name}
        onChange={(name) => onChange({ ...requirement, name })}
        error={problem?.field === 'name' ? problem.sentence : null}
        maxLength={80}
        autoFocus={requirement.name === ''}
      />
      <KindFields requirement={requirement} problem={problem} onChange={onChange} />
      <Problem error={problem?.field === null ? problem.sentence : null} />
    </section>
  );
}

function KindFields({ requirement, problem, onChange }: KindProps<Requirement>) {
  switch (requirement.kind) {
    case 'profile':
      return <ProfileFields requirement={requirement} onChange={onChange} />;
    case 'license':
      return <LicenseFields requirement={requirement} onChange={onChange} />;
    case 'document':
      return <DocumentFields requirement={requirement} problem={problem} onChange={onChange} />;
    case 'attestation':
      return <AttestationFields requirement={requirement} onChange={onChange} />;
  }
}

/** What a field of a requirement takes. */
function bindTo<R extends Requirement>(requirement: R, onChange: (requirement: R) => void) {
  return <K extends keyof R>(name: K) => ({
    value: requirement[name],
    onChange: (value: R[K]) => onChange({ ...requirement, [name]: value }),
  });
}

function AttestationFields({ requirement, onChange }: Omit<KindProps<AttestationRequirement>, 'problem'>) {
  const bind = bindTo(requirement, onChange);
  return (
    <Pair>
      <Days label="Valid for (days)" {...bind('maxDays')} />
      <Soon {...bind('soonDays')} />
    </Pair>
  );
}

const asks = [
  { value: 'readable', label: 'Profile on file' },
  { value: 'compliance', label: 'Compliance status is good' },
  { value: 'given', label: 'A field is provided' },
  { value: 'one_of', label: 'A field has an allowed value' },
] as const;

const fieldChoices = askableFields.map(({ id, path }) => ({ value: id, label: vendorFieldLabel(path) }));

function ProfileFields({ requirement, onChange }: Omit<KindProps<ProfileRequirement>, 'problem'>) {
  const { ask } = requirement;
  const field = 'field' in ask ? ask.field : 'enrollmentDetails.licensed';
  const change = (next: ProfileRequirement['ask']) => onChange({ ...requirement, ask: next });
  const choose = (what: ProfileRequirement['ask']['what']) => {
    if (what === 'readable' || what === 'compliance') change({ what });
    else if (what === 'given') change({ what, field });
    else change({ what, field, values: ask.what === 'one_of' ? ask.values : ['Yes'] });
  };
  return (
    <>
      <Select label="Requirement" value={ask.what} onChange={choose} choices={asks} />
      {ask.what === 'given' || ask.what === 'one_of' ? (
        <Pair>
          <Select
            label="Field"
            value={ask.field}
            onChange={(next) => change({ ...ask, field: next })}
            choices={fieldChoices}
          />
          {ask.what === 'one_of' ? (
            <TypedList
              key={requirement.id}
              label="Allowed values"
              values={ask.values}
              onChange={(values) => change({ ...ask, values })}
            />
          ) : null}
        </Pair>
      ) : null}
      <Days label="Oldest accepted (days)" {...bindTo(requirement, onChange)('maxAgeDays')} />
    </>
  );
}

function LicenseFields({ requirement, onChange }: Omit<KindProps<LicenseRequirement>, 'problem'>) {
  const bind = bindTo(requirement, onChange);
  return (
    <>
      <Pair>
        <OptionalText label="Trade" hint="Exactly as submitted. Blank means any trade." {...bind('trade')} />
        <OptionalText label="State" {...bind('state')} />
      </Pair>
      <Pair>
        <Soon {...bind('soonDays')} />
        <Days label="Recheck after (days)" {...bind('maxAgeDays')} />
      </Pair>
    </>
  );
}

function DocumentFields({ requirement, problem, onChange }: KindProps<DocumentRequirement>) {
  const bind = bindTo(requirement, onChange);
  return (
    <>
      <Pair>
        <TextField
          label="Type of document"
          hint="The service’s word, such as W-9."
          {...bind('documentType')}
          error={problem?.field === 'documentType' ? problem.sentence : null}
          maxLength={200}
        />
        <NumberField
          label="Minimum quality"
          optional
          hint="Blank: someone must accept it."
          {...bind('minScore')}
          min={1}
          max={100}
        />
      </Pair>
      <Pair>
        <Soon {...bind('soonDays')} />
        <Days label="Oldest accepted (days)" {...bind('maxAgeDays')} />
      </Pair>
      <Checkbox checked={requirement.needsEndDate} onChange={bind('needsEndDate').onChange}>
        Require an expiration date
      </Checkbox>
    </>
  );
}

function Pair({ children }: { children: ReactNode }) {
  return <div className="grid two-columns start gap-12-16">{children}</div>;
}

function OptionalText({
  value,
  onChange,
  ...field
}: Pick<FieldProps, 'label' | 'hint'> & { value: string | null; onChange: (value: string | null) => void }) {
  return (
    <TextField
      {...field}
      optional
      value={value ?? ''}
      onChange={(text) => onChange(text === '' ? null : text)}
      maxLength={200}
    />
  );
}

interface TypedListProps {
  label: string;
  values: readonly string[];
  onChange: (values: string[]) => void;
}

function TypedList({ label, values, onChange }: TypedListProps) {
  const [typed, setTyped] = useState(values.join(', '));
  return (
    <TextField
      label={label}
      hint="Separate with commas."
      value={typed}
      onChange={(text) => {
        setTyped(text);
        onChange(readList(text));
      }}
      maxLength={2000}
    />
  );
}

function Days(props: Pick<ComponentProps<typeof NumberField>, 'label' | 'value' | 'onChange'>) {
  return <NumberField {...props} optional min={1} max={3650} />;
}

function Soon(props: Pick<ComponentProps<typeof NumberField>, 'value' | 'onChange'>) {
  const { soonDays } = useWorkspace().settings;
  return (
    <NumberField
      {...props}
      label="Warn before expiration (days)"
      optional
      hint={`Blank: ${pluralize(soonDays, 'day')}, as in Settings.`}
      min={0}
      max={365}
    />
  );
}
