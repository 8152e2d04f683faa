import { Building2, ShieldAlert, ShieldCheck, Copy, Download, Pencil, Plus, Trash2 } from 'lucide-react';
import { describeScope } from '#shared/onboarding/labels.ts';
import { MessageBlock, LoadError, EmptyState } from '../../components/message-block.tsx';
import { Page, PageBody, PageHeader } from '../../components/page.tsx';
import { useLive } from '../../stores/live.ts';
import { vendorsParent } from '../../stores/navigation.ts';
import { useState } from 'react';
import { pluralize } from '#shared/base/pluralize.ts';
import type { Overridden } from '#shared/ipc/call.ts';
import type { RequirementSet } from '#shared/onboarding/requirement-set.ts';
import { maxSetFile, readSetFile, setFileName, writeSetFile } from '#shared/onboarding/set-file.ts';
import { OverriddenVersions } from '../../components/overridden-versions.tsx';
import { Button, IconButton } from '../../components/button.tsx';
import { ConfirmDialog } from '../../components/dialog.tsx';
import { JsonFileButton, UnusableFile, type ChosenFile } from '../../components/file-input.tsx';
import { useAction } from '../../stores/action.ts';
import { saveJson } from '../../stores/export-file.ts';
import { copySet, exampleSet, newSet, starterSet, toDraft, type SetDraft } from './set-draft.ts';
import { SetEditor } from './set-editor.tsx';

export function RequirementsScreen() {
  const live = useLive('onboarding.sets', null, ['onboarding.changed'], 1000);
  const sets = live.value;
  return (
    <Page>
      <PageHeader title="Requirements" parent={vendorsParent} ruled />
      <PageBody>
        <div className="stack gap-14 wide-760 pad-18-gutter-40">
          <p className="quiet">
            What a vendor needs before it may work. Several sets can apply to one vendor; its page shows what
            is met and what is missing.
          </p>
          <LoadError title="The requirements could not be read." of={live} />
          {sets !== null && sets.sharedProblem !== null ? (
            <MessageBlock
              tone="cau"
              icon={ShieldAlert}
              title="Your company’s requirements are not used."
              quote={sets.sharedProblem}
            >
              The file requirements.json has a mistake, so none of its sets apply. Tell your administrator.
            </MessageBlock>
          ) : null}
          {sets !== null && sets.shared.length > 0 ? (
            <MessageBlock tone="neu" icon={ShieldCheck} title="Your company’s requirements">
              They apply to everyone on this computer and cannot be changed here:{' '}
              {sets.shared.map(({ name, appliesTo }) => `${name} (${describeScope(appliesTo)})`).join('; ')}.
            </MessageBlock>
          ) : null}
          {sets === null ? null : (
            <OwnSets own={sets.own} overridden={sets.overridden} reload={live.reload} />
          )}
        </div>
      </PageBody>
    </Page>
  );
}

/** What came of importing a file: with a problem, none of its sets were saved. */
interface Outcome {
  sets: number;
  problems: readonly string[];
}

/** The sets of this workspace, which are read, and the ways to edit, import and export them. */
function OwnSets({
  own,
  overridden,
  reload,
}: {
  own: readonly RequirementSet[];
  overridden: readonly Overridden<RequirementSet>[];
  reload: () => void;
}) {
  const save = useAction('onboarding.save');
  const [editing, setEditing] = useState<SetDraft | null>(null);
  const [deleting, setDeleting] = useState<RequirementSet | null>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);

  async function take(file: ChosenFile): Promise<void> {
    const reading = file.ok ? readSetFile(file.text) : { ok: false as const, problems: [file.problem] };
    if (reading.ok) setOutcome({ sets: reading.sets.length, problems: await add(reading.sets) });
    else setOutcome({ sets: 0, problems: reading.problems });
  }

  /** Saves these sets in place of all; returns why not. */
  async function saveAll(sets: RequirementSet[]): Promise<string[]> {
    const result = await save.run({ sets });
    reload();
    return result.ok ? result.value.problems.map(({ sentence }) => sentence) : [result.error.message];
  }

  /** Sets with the same ID are replaced. */
  const add = (sets: readonly RequirementSet[]): Promise<string[]> =>
    saveAll([...new Map([...own, ...sets].map((set) => [set.id, set])).values()]);

  const at = own.findIndex(({ id }) => id === editing?.id);
  return (
    <>
      <OverriddenVersions of={overridden} onUse={async (set) => (await add([set]))[0] ?? null} />
      {own.length === 0 ? (
        <EmptyState
          title="No requirements yet."
          action={
            <Button variant="primary" icon={Plus} onPress={() => setEditing(starterSet())}>
              Start with a profile, W-9 and insurance
            </Button>
          }
        >
          Say what a vendor needs before it may work. Start with a set for all vendors, add your own, or
          import a colleague’s.
        </EmptyState>
      ) : (
        <ul className="ruled-above" aria-label="Requirement sets">
          {own.map((set) => (
            <li key={set.id} className="row gap-12 ruled-below pad-3-0 least-38">
              <span className="grow">
                <span className="medium">{set.name}</span>
                <br />
                <span className="faint-note">
                  {`${describeScope(set.appliesTo)} · ${pluralize(set.requirements.length, 'requirement')}`}
                </span>
              </span>
              <IconButton icon={Pencil} label={`Edit ${set.name}`} onPress={() => setEditing(toDraft(set))} />
              <IconButton icon={Copy} label={`Copy ${set.name}`} onPress={() => setEditing(copySet(set))} />
              <IconButton icon={Trash2} label={`Delete ${set.name}`} onPress={() => setDeleting(set)} />
            </li>
          ))}
        </ul>
      )}
      <div className="flow gap-8">
        <Button icon={Plus} onPress={() => setEditing(newSet())}>
          Add a set
        </Button>
        <Button icon={Building2} onPress={() => setEditing(exampleSet())}>
          Example for property managers
        </Button>
        <Button
          icon={Download}
          disabled={own.length === 0}
          onPress={() => saveJson(writeSetFile(own), setFileName)}
        >
          Export sets
        </Button>
        <JsonFileButton
          inputLabel="File of requirement sets"
          maxBytes={maxSetFile}
          pending={save.pending}
          onChoose={take}
        >
          Import sets
        </JsonFileButton>
      </div>
      {outcome === null ? null : outcome.problems.length > 0 ? (
        <UnusableFile problems={outcome.problems} />
      ) : (
        <MessageBlock tone="pos" live title={`${pluralize(outcome.sets, 'set')} imported.`}>
          Sets with the same ID were replaced.
        </MessageBlock>
      )}
      {editing === null ? null : (
        <SetEditor
          key={editing.id}
          draft={editing}
          isNew={at === -1}
          others={
            at === -1 ? { before: own, after: [] } : { before: own.slice(0, at), after: own.slice(at + 1) }
          }
          onClose={() => {
            setEditing(null);
            reload();
          }}
        />
      )}
      {deleting === null ? null : (
        <ConfirmDialog
          title={`Delete “${deleting.name}”?`}
          confirmLabel="Delete set"
          danger
          onConfirm={async () => (await saveAll(own.filter(({ id }) => id !== deleting.id)))[0] ?? null}
          onClose={() => setDeleting(null)}
        >
          Its requirements no longer apply. Waivers and confirmations stay in the history.
        </ConfirmDialog>
      )}
    </>
  );
}
