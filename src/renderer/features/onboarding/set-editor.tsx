import { useRested } from '../../stores/reloading.ts';
import { Plus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { kindLabels, scopeLabels, scopeParts } from '#shared/onboarding/labels.ts';
import {
  requirementKinds,
  type Requirement,
  type RequirementSet,
} from '#shared/onboarding/requirement-set.ts';
import { LinkButton, SmallButton } from '../../components/button.tsx';
import { FormDialog } from '../../components/dialog.tsx';
import { Problem } from '../../components/message-block.tsx';
import { TextField } from '../../components/text-field.tsx';
import { useAction } from '../../stores/action.ts';
import { RequirementFields } from './requirement-fields.tsx';
import {
  fromDraft,
  newRequirement,
  type DraftProblem,
  type SetDraft,
  readList,
  readScope,
} from './set-draft.ts';
import { nearlyTheSame } from '#shared/comparison/profile.ts';
import { stateForm } from '#shared/base/states.ts';
import { pluralize } from '#shared/base/pluralize.ts';
import { foldText } from '#shared/base/fold-text.ts';
import type { CallOutput } from '#shared/ipc/contract.ts';
import { handleSubmit } from '../../stores/form.ts';
import { useLive } from '../../stores/live.ts';

interface SetEditorProps {
  draft: SetDraft;
  isNew: boolean;
  /** This workspace's other sets, before and after this one. */
  others: { before: readonly RequirementSet[]; after: readonly RequirementSet[] };
  onClose: () => void;
}

/** Edits a requirement set. Nothing is saved while anything is invalid; errors show in place. */
export function SetEditor({ draft: initial, others, isNew, onClose }: SetEditorProps) {
  const save = useAction('onboarding.save');
  const [draft, setDraft] = useState(initial);
  const [problems, setProblems] = useState<readonly DraftProblem[]>([]);
  const form = useRef<HTMLFormElement>(null);
  // After errors render, as the first may be scrolled out of view.
  useEffect(() => showFirstProblem(form.current), [problems]);

  function change(part: Partial<SetDraft>): void {
    setDraft({ ...draft, ...part });
    setProblems([]);
  }

  function changeRequirement(changed: Requirement): void {
    change({ requirements: draft.requirements.map((one) => (one.id === changed.id ? changed : one)) });
  }

  async function submit(): Promise<void> {
    const blank = findBlanks(draft);
    setProblems(blank);
    if (blank.length > 0) return;
    const result = await save.run({ sets: [...others.before, fromDraft(draft), ...others.after] });
    if (!result.ok) return;
    setProblems(result.value.problems.map((problem) => ({ ...problem, field: null })));
    if (result.value.problems.length === 0) onClose();
  }

  const findProblem = (requirementId: string | null) =>
    problems.find((one) => one.requirementId === requirementId) ?? null;
  const ofSet = findProblem(null);
  return (
    <FormDialog
      title={isNew ? 'New requirement set' : `Edit “${initial.name}”`}
      subtitle="Saving rechecks every vendor."
      width={720}
      onClose={onClose}
      submit={{ children: 'Save set', pending: save.pending }}
      form={{ ref: form, onSubmit: handleSubmit(submit) }}
    >
      <TextField
        label="Name"
        value={draft.name}
        onChange={(name) => change({ name })}
        error={ofSet?.field === 'name' ? ofSet.sentence : null}
        maxLength={80}
        autoFocus
      />
      <ScopeFields scope={draft.appliesTo} onChange={(appliesTo) => change({ appliesTo })} />
      {draft.requirements.map((requirement) => (
        <RequirementFields
          key={requirement.id}
          requirement={requirement}
          problem={findProblem(requirement.id)}
          onChange={changeRequirement}
          onRemove={() =>
            change({ requirements: draft.requirements.filter(({ id }) => id !== requirement.id) })
          }
        />
      ))}
      <div className="flow gap-8" role="group" aria-label="Add a requirement">
        {requirementKinds.map((kind) => (
          <SmallButton
            key={kind}
            icon={Plus}
            label={`Add a requirement: ${kindLabels[kind]}`}
            onPress={() => change({ requirements: [...draft.requirements, newRequirement(kind)] })}
          >
            {kindLabels[kind]}
          </SmallButton>
        ))}
      </div>
      <Problem error={ofSet === null ? save.error : ofSet.field === null ? ofSet.sentence : null} />
    </FormDialog>
  );
}

function findBlanks(draft: SetDraft): DraftProblem[] {
  const problem = (
    requirementId: string | null,
    field: DraftProblem['field'],
    sentence: string,
  ): DraftProblem => ({ setId: draft.id, requirementId, field, sentence });
  return [
    ...(draft.name.trim() === '' ? [problem(null, 'name', 'Give this set a name.')] : []),
    ...draft.requirements.flatMap((one) => {
      if (one.name.trim() === '') return [problem(one.id, 'name', 'Give this requirement a name.')];
      return one.kind === 'document' && one.documentType.trim() === ''
        ? [problem(one.id, 'documentType', 'Enter the document type.')]
        : [];
    }),
  ];
}

/** Leads to the first thing that is wrong: into its field, or to the message where it is about more than one. */
function showFirstProblem(form: HTMLFormElement | null): void {
  const first = form?.querySelector('[aria-invalid="true"], [role="alert"]');
  if (first instanceof HTMLInputElement) first.focus();
  else first?.scrollIntoView({ block: 'center' });
}

type Scope = SetDraft['appliesTo'];
type Part = keyof Scope;
type Known = CallOutput<'onboarding.scope'>['known'];

/** Pause in typing before vendors are counted, in milliseconds. */
const rest = 400;
const offered = 6;

const fold = (part: Part, value: string) => (part === 'states' ? stateForm(value) : foldText(value));

/** Which vendors a set applies to, with how many these are now, and what no vendor has. */
function ScopeFields({ scope, onChange }: { scope: Scope; onChange: (scope: Scope) => void }) {
  const asked = useRested(scope, rest);
  const { value: found } = useLive('onboarding.scope', { appliesTo: readScope(asked) }, []);
  return (
    <fieldset className="stack no-padding no-margin gap-8 narrows no-border">
      <legend className="bold below-4 no-padding">Applies to</legend>
      <p className="quiet-note">
        Vendors must match every field you fill in. Leave blank for all vendors. Separate values with commas.
      </p>
      <div className="grid two-columns start gap-12-16">
        {scopeParts.map((part) => (
          <PartField
            key={part}
            part={part}
            text={scope[part]}
            known={found?.known ?? null}
            onChange={(text) => onChange({ ...scope, [part]: text })}
          />
        ))}
      </div>
      <Count found={found} />
    </fieldset>
  );
}

/** As high for every answer: one that arrives must not move a button that is about to be pressed. */
function Count({ found }: { found: CallOutput<'onboarding.scope'> | null }) {
  const none = found?.count === 0;
  return (
    <p role="status" className={none ? 'note caution' : 'note'}>
      {found === null
        ? 'Counting vendors…'
        : none
          ? 'Applies to no vendor now. Check the values above. It still applies to vendors that match later.'
          : `Applies to ${found.partial ? 'at least ' : ''}${pluralize(found.count, 'vendor')}.`}
    </p>
  );
}

interface PartFieldProps {
  part: Part;
  text: string;
  known: Known | null;
  onChange: (text: string) => void;
}

function PartField({ part, text, known, onChange }: PartFieldProps) {
  const values = readList(text);
  const all = known?.[part] ?? [];
  const isKnown = (value: string) => all.some((one) => fold(part, one) === fold(part, value));
  const chosen = new Set(values.map((value) => fold(part, value)));
  const more = all.filter((one) => !chosen.has(fold(part, one))).slice(0, offered);
  const replace = (value: string, by: string) =>
    onChange(values.map((one) => (one === value ? by : one)).join(', '));
  return (
    <div className="stack gap-4 narrows">
      <TextField label={scopeLabels[part]} optional value={text} onChange={onChange} maxLength={2000} />
      {known === null
        ? null
        : values
            .filter((value) => !isKnown(value))
            .map((value) => {
              const near = all.find((one) => nearlyTheSame(value, one));
              return (
                <p key={value} className="note caution">
                  {`No vendor has “${value}”.`}
                  {near === undefined ? null : (
                    <LinkButton size="small" onPress={() => replace(value, near)}>
                      {`Use “${near}”`}
                    </LinkButton>
                  )}
                </p>
              );
            })}
      {more.length === 0 ? null : (
        <div className="flow gap-8" role="group" aria-label={`Known ${scopeLabels[part].toLowerCase()}`}>
          {more.map((one) => (
            <SmallButton
              key={one}
              variant="quiet"
              icon={Plus}
              label={`Add ${one}`}
              onPress={() => onChange([...values, one].join(', '))}
            >
              {one}
            </SmallButton>
          ))}
        </div>
      )}
    </div>
  );
}
