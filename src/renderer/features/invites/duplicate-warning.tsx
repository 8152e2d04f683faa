import { bindClasses } from '../../class-names.ts';
import { Button } from '../../components/button.tsx';
import { MessageBlock } from '../../components/message-block.tsx';
import { navigate } from '../../stores/navigation.ts';
import { useNow } from '../../stores/now.ts';
import { duplicateSentence, type EarlierInvite } from './duplicate-messages.ts';
import styles from './invite-form.module.css';

const cls = bindClasses(styles);
const shownAtMost = 3;

/** Says which earlier invites went to the same vendor, before another one is queued. */
export function DuplicateWarning({
  found,
  problem,
}: {
  found: readonly EarlierInvite[];
  problem: string | null;
}) {
  const now = useNow('minute');
  if (problem !== null) {
    return (
      <MessageBlock tone="cau" title="Earlier invites could not be looked up." live>
        {`${problem} The vendor may have been invited before.`}
      </MessageBlock>
    );
  }
  const more = found.length - shownAtMost;
  const mayDeliverTwice = found.some(({ state }) => state !== 'rejected' && state !== 'dead');
  return (
    <MessageBlock tone="cau" live>
      <ul className={cls('earlier')}>
        {found.slice(0, shownAtMost).map((invite) => (
          <li key={invite.entryId}>
            <strong>{duplicateSentence(invite, now)}</strong>
            <Button
              variant="link"
              size="small"
              label={`Open the invite to ${invite.contactName ?? invite.email ?? 'this vendor'}`}
              onPress={() => navigate({ screen: 'invites', path: [invite.entryId] })}
            >
              Open
            </Button>
          </li>
        ))}
      </ul>
      {more > 0 ? `${more} more like ${more === 1 ? 'it' : 'them'}. ` : null}
      {mayDeliverTwice ? 'Another invite may deliver a second email.' : null}
    </MessageBlock>
  );
}
