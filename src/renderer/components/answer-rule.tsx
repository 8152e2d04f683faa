import type { AnswerRule } from '#shared/settings.ts';
import type { EntryKind, EntryReason } from '#shared/outbox.ts';
import { useAction } from '../stores/action.ts';
import { adoptWorkspace, useWorkspace } from '../stores/session.ts';
import { Problem } from './problem.tsx';
import { Select } from './select.tsx';

const conclusions: Record<EntryKind, AnswerRule['conclusion']> = { invite: 'invite', verification: 'queue' };

const choices = [
  { value: 'ask', label: 'Ask me each time' },
  { value: 'sent', label: 'Treat as sent' },
  { value: 'not_sent', label: 'Treat as not sent' },
] as const;

/** What becomes of further answers like one that did not say clearly whether an item was sent. Nothing for other reasons. */
export function AnswerRuleSelect({ reason, kind }: { reason: EntryReason | null; kind: EntryKind }) {
  const { settings, interfacePolicy } = useWorkspace();
  const update = useAction('workspaces.updateSettings', adoptWorkspace);
  const pattern = reason?.code === 'answer_not_clear' ? reason.pattern : undefined;
  if (pattern === undefined) return null;
  const conclusion = conclusions[kind];
  const others = settings.answerRules.filter(
    (rule) => rule.conclusion !== conclusion || rule.pattern !== pattern,
  );
  const own = settings.answerRules.find((rule) => !others.includes(rule));
  return (
    <>
      <Select
        label="Answers like this one"
        hint="For the next items. This one is yours to decide."
        value={own?.treatAs ?? 'ask'}
        choices={choices}
        disabled={interfacePolicy.members.includes('answerRules')}
        onChange={(treatAs) => {
          const kept = treatAs === 'ask' ? others : [...others, { conclusion, pattern, treatAs }];
          void update.run({ answerRules: kept });
        }}
      />
      <Problem error={update.error} />
    </>
  );
}
