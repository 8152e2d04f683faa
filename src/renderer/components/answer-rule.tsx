import type { AnswerRule } from '#shared/settings/settings.ts';
import type { EntryKind, EntryReason } from '#shared/outbox/outbox.ts';
import { useAction } from '../stores/action.ts';
import { adoptWorkspace, useWorkspace } from '../stores/session.ts';
import { Button } from './button.tsx';
import { Problem } from './message-block.tsx';

const conclusions: Record<EntryKind, AnswerRule['conclusion']> = { invite: 'invite', verification: 'queue' };

/** What becomes of further answers like one that did not say clearly whether an item was sent. Nothing for other reasons. */
export function AnswerRuleChoice({ reason, kind }: { reason: EntryReason | null; kind: EntryKind }) {
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
          <Button size="small" disabled={held} onPress={() => keep('sent')}>
            Treat as sent
          </Button>{' '}
          <Button size="small" disabled={held} onPress={() => keep('not_sent')}>
            Treat as not sent
          </Button>
        </>
      ) : (
        <Button size="small" disabled={held} onPress={() => keep(null)}>
          Ask me each time
        </Button>
      )}
      <Problem error={update.error} />
    </div>
  );
}
