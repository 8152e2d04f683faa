import { Plus } from 'lucide-react';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { kindLabels } from '#shared/onboarding/labels.ts';
import {
  requirementKinds,
  type Requirement,
  type RequirementSet,
} from '#shared/onboarding/requirement-set.ts';
import { Button } from '../../components/button.tsx';
import { DialogFrame } from '../../components/dialog.tsx';
import { Problem } from '../../components/message-block.tsx';
import { TextField } from '../../components/text-field.tsx';
import { useAction } from '../../stores/action.ts';
import { RequirementFields } from './requirement-fields.tsx';
import { ScopeFields } from './scope-fields.tsx';
import { fromDraft, newRequirement, type DraftProblem, type SetDraft } from './set-draft.ts';

/** Edits a requirement set. Nothing is kept where anything is wrong; what is wrong is said where it stands. */
export function SetEditor({
  draft: initial,
  others,
  isNew,
  onClose,
}: {
  draft: SetDraft;
  /** Whether it is not one of this workspace yet. */
  isNew: boolean;
  /** The other sets of this workspace, the ones before and after it. */
  others: { before: readonly RequirementSet[]; after: readonly RequirementSet[] };
  onClose: () => void;
}) {
  const save = useAction('onboarding.save');
  const [draft, setDraft] = useState(initial);
  const [problems, setProblems] = useState<readonly DraftProblem[]>([]);
  const form = useRef<HTMLFormElement>(null);
  // Once what is wrong is drawn, which may be far above or below what is seen of a long set.
  useEffect(() => showFirstProblem(form.current), [problems]);

  function change(part: Partial<SetDraft>): void {
    setDraft({ ...draft, ...part });
    setProblems([]);
  }

  function changeRequirement(changed: Requirement): void {
    change({ requirements: draft.requirements.map((one) => (one.id === changed.id ? changed : one)) });
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
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
    <DialogFrame
      title={isNew ? 'New requirement set' : `Edit “${initial.name}”`}
      subtitle="Saving rechecks every vendor."
      width={720}
      onClose={onClose}
      foot={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button type="submit" form="requirement-set" variant="primary" pending={save.pending}>
            Save set
          </Button>
        </>
      }
    >
      <form
        id="requirement-set"
        ref={form}
        className="stack gap-16"
        onSubmit={(event) => void submit(event)}
        noValidate
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
            <Button
              key={kind}
              size="small"
              icon={Plus}
              label={`Add a requirement: ${kindLabels[kind]}`}
              onPress={() => change({ requirements: [...draft.requirements, newRequirement(kind)] })}
            >
              {kindLabels[kind]}
            </Button>
          ))}
        </div>
        <Problem error={ofSet === null ? save.error : ofSet.field === null ? ofSet.sentence : null} />
      </form>
    </DialogFrame>
  );
}

/** What has to be filled in and is not. */
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
