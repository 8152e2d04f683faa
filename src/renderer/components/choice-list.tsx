import { LoaderCircle } from 'lucide-react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { bindClasses } from '../class-names.ts';
import { useShortcut } from '../shortcuts.ts';
import { useShortcutLabel, adoptWorkspace, useWorkspace } from '../stores/session.ts';
import styles from './choice-list.module.css';
import { Icon } from './icon.tsx';
import { KeyCap, speakingKeys } from './key-cap.tsx';
import { useEntryChoices, isEditable, type ConsequenceChoice } from './entry-choices.tsx';
import { entryLabels } from '#shared/outbox/entry-labels.ts';
import type { EntryProgress } from '#shared/ipc/outbox.ts';
import type { EntryKind, EntryReason } from '#shared/outbox/outbox.ts';
import type { AnswerRule } from '#shared/settings/settings.ts';
import { useAction } from '../stores/action.ts';
import { SmallButton } from './button.tsx';
import { MessageBlock, Problem, Note } from './message-block.tsx';

const cls = bindClasses(styles);

/** Choices with consequences: full-width rows, none preselected. Their keys work while the list is shown. */
export function ChoiceList({ label, choices }: { label: string; choices: readonly ConsequenceChoice[] }) {
  return (
    <ul aria-label={label} className={`${cls('list')} surface clipped card`}>
      {choices.map((choice) => (
        <li key={choice.id}>
          <ChoiceRow choice={choice} />
        </li>
      ))}
    </ul>
  );
}

function ChoiceRow({ choice }: { choice: ConsequenceChoice }) {
  const getKeys = useShortcutLabel();
  const { pending = false } = choice;
  useShortcut(choice.keys ?? 'none', choice.onChoose, { enabled: choice.keys !== undefined && !pending });
  return (
    <AriaButton
      className={`${cls('choice')} row-top gap-10 whole-width left ring-inside fades`}
      isPending={pending}
      onPress={choice.onChoose}
      {...speakingKeys(choice.keys === undefined ? undefined : getKeys(choice.keys))}
    >
      <span className="accent drop-2">
        <Icon of={pending ? LoaderCircle : choice.icon} turning={pending} />
      </span>
      <span className="stack grows">
        <span className="medium">{choice.label}</span>
        <span className="quiet-note">{choice.consequence}</span>
      </span>
      {choice.keys === undefined ? null : <KeyCap keys={choice.keys} />}
    </AriaButton>
  );
}

/** What a person can do with an open entry. `name` is the recipient. */
export function EntryChoices({ entry, kind, name }: { entry: EntryProgress; kind: EntryKind; name: string }) {
  const { choices, problem, dialog } = useEntryChoices(entry, kind, name);
  return (
    <>
      {choices.length === 0 ? null : <ChoiceList label="What to do" choices={choices} />}
      <Problem error={problem} />
      <AnswerRuleChoice reason={entry.reason} kind={kind} />
      {dialog}
    </>
  );
}

/** Above the form of an edit: what saving does, or why saving is no longer possible. */
export function EditNote({ entry, kind }: { entry: EntryProgress; kind: EntryKind }) {
  const { screen, labels } = entryLabels[kind];
  if (isEditable(entry)) {
    return <Note>{`This ${labels.one} isn’t sent yet. What you save is sent in its place.`}</Note>;
  }
  return (
    <MessageBlock
      tone="cau"
      live
      title={`This ${labels.one} can’t be edited anymore.`}
      actions={<SmallButton to={{ screen, path: [entry.entryId] }}>{`Open the ${labels.one}`}</SmallButton>}
    >
      Sending has started, or it was canceled.
    </MessageBlock>
  );
}

const conclusions: Record<EntryKind, AnswerRule['conclusion']> = { invite: 'invite', verification: 'queue' };

/** Sets how further answers like an unclear one are treated; null for other reasons. */
function AnswerRuleChoice({ reason, kind }: { reason: EntryReason | null; kind: EntryKind }) {
  const { settings, interfacePolicy } = useWorkspace();
  const update = useAction('workspaces.updateSettings', adoptWorkspace);
  const pattern = reason?.code === 'answer_not_clear' ? reason.pattern : undefined;
  if (pattern === undefined) return null;
  const conclusion = conclusions[kind];
  const others = settings.answerRules.filter(
    (rule) => rule.conclusion !== conclusion || rule.pattern !== pattern,
  );
  const own = settings.answerRules.find((rule) => !others.includes(rule));
  const held = interfacePolicy.members.includes('answerRules');
  const keep = (treatAs: AnswerRule['treatAs'] | null) => {
    const kept = treatAs === null ? others : [...others, { conclusion, pattern, treatAs }];
    void update.run({ answerRules: kept });
  };
  return (
    <div role="group" aria-label="Answers like this one">
      <p className="quiet">
        {own === undefined
          ? 'Choose how Gangway treats answers like this one from now on. You still decide on this item.'
          : `From now on, answers like this one are treated as ${own.treatAs === 'sent' ? 'sent' : 'not sent'}.`}
      </p>
      {own === undefined ? (
        <>
          <SmallButton disabled={held} onPress={() => keep('sent')}>
            Treat as sent
          </SmallButton>{' '}
          <SmallButton disabled={held} onPress={() => keep('not_sent')}>
            Treat as not sent
          </SmallButton>
        </>
      ) : (
        <SmallButton disabled={held} onPress={() => keep(null)}>
          Ask me each time
        </SmallButton>
      )}
      <Problem error={update.error} />
    </div>
  );
}

/** Above a form that corrects an altered entry, see docs/decisions/damaged-data.md. */
export function AlteredNote() {
  return (
    <MessageBlock tone="cau" title="This was altered on the disk and was not sent.">
      The form shows what is there now, not what you queued. Check every field before you send it.
    </MessageBlock>
  );
}
