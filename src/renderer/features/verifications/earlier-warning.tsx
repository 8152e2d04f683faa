import type { VerificationRow } from '#shared/ipc/verifications.ts';
import { bindClasses } from '../../class-names.ts';
import { Button } from '../../components/button.tsx';
import { MessageBlock } from '../../components/message-block.tsx';
import { navigate } from '../../stores/navigation.ts';
import { useNow } from '../../stores/now.ts';
import { earlierCheckSentence } from './earlier-checks.ts';
import styles from './license-form.module.css';

const cls = bindClasses(styles);
const shownAtMost = 3;

/** Says which earlier checks there are of the same license, before another one is submitted. */
export function EarlierWarning({
  found,
  problem,
}: {
  found: readonly VerificationRow[];
  problem: string | null;
}) {
  const now = useNow('minute');
  if (problem !== null) {
    return (
      <MessageBlock tone="cau" title="Earlier checks could not be looked up." live>
        {`${problem} The license may have been submitted before.`}
      </MessageBlock>
    );
  }
  const more = found.length - shownAtMost;
  return (
    <MessageBlock tone="cau" live>
      <ul className={cls('earlier')}>
        {found.slice(0, shownAtMost).map((row) => (
          <li key={row.entryId}>
            <strong>{earlierCheckSentence(row, now)}</strong>
            <Button
              variant="link"
              size="small"
              label={`Open the check of ${row.licenseeName ?? row.licenseNumber ?? 'this license'}`}
              onPress={() => navigate({ screen: 'verifications', path: [row.entryId] })}
            >
              Open
            </Button>
          </li>
        ))}
      </ul>
      {more > 0 ? `${more} more like ${more === 1 ? 'it' : 'them'}. ` : null}
      This submits a second verification. What you typed stays here as a draft.
    </MessageBlock>
  );
}
