import { Phone } from 'lucide-react';
import type { ReactNode } from 'react';
import type { InviteDetail } from '#shared/ipc/invites.ts';
import { readRefusal } from '#shared/outbox/refusal.ts';
import { toDoubt, reasonSentence, repeatSentence } from '#shared/words/sentences.ts';
import { bindClasses } from '../../class-names.ts';
import { Button } from '../../components/button.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { EntryChoices } from '../../components/entry-choices.tsx';
import { Icon } from '../../components/icon.tsx';
import { MessageBlock } from '../../components/message-block.tsx';
import { RefusalQuote } from '../../components/refusal-message.tsx';
import { useRowChip } from '../../components/state-chip.tsx';
import { navigate } from '../../stores/navigation.ts';
import { getFirstName } from './duplicates.ts';
import styles from './invite-panel.module.css';

const cls = bindClasses(styles);

/** Why the invite is where it is, and the ways on with their consequences. */
export function InviteDecision({
  invite,
  said,
}: {
  invite: InviteDetail;
  /** Whether it is said above already when the invite goes out. */
  said: boolean;
}) {
  const first = getFirstName(invite.contactName);
  const name = first ?? invite.email ?? 'The vendor';
  return (
    <>
      <Explanation invite={invite} said={said} />
      <EntryChoices entry={invite} kind="invite" name={name} />
      {invite.state === 'in_doubt' ? (
        <AskThem name={first ?? 'the vendor'} phone={invite.phoneNumber} email={invite.email} />
      ) : null}
    </>
  );
}

function Explanation({ invite, said }: { invite: InviteDetail; said: boolean }) {
  const { sentence } = useRowChip(invite, 'invite', invite.settled);
  const { reason, vendorId } = invite;
  switch (invite.state) {
    case 'accepted':
      if (invite.settled && vendorId !== null) {
        return (
          <Plain>
            {sentence}{' '}
            <Button
              variant="link"
              size="small"
              onPress={() => navigate({ screen: 'vendors', path: [vendorId] })}
            >
              Open the profile
            </Button>
          </Plain>
        );
      }
      return invite.markedByPerson ? <Plain>{sentence}</Plain> : null;
    case 'queued':
      return said ? null : <Plain>{sentence}</Plain>;
    case 'cancelled':
    case 'sending':
      return <Plain>{sentence}</Plain>;
    case 'waiting':
      return (
        <Plain>
          {reason === null
            ? sentence
            : [reasonSentence(reason, 'invite'), repeatSentence(reason) ?? '', sentence].join(' ')}
        </Plain>
      );
    case 'dead':
      return (
        <MessageBlock tone="neg" title={sentence}>
          {reason === null ? null : reasonSentence(reason, 'invite')}
        </MessageBlock>
      );
    case 'rejected':
      return (
        <MessageBlock tone="neg">
          <strong>{reason === null ? 'The service refused this.' : reasonSentence(reason, 'invite')}</strong>
          <RefusalQuote refusal={readRefusal(reason, 'invite')} />
        </MessageBlock>
      );
    case 'in_doubt': {
      const doubt = toDoubt(reason, 'invite');
      return (
        <MessageBlock tone="cau">
          <strong className="block">{doubt.headline}</strong>
          {doubt.sentence}
        </MessageBlock>
      );
    }
  }
}

function Plain({ children }: { children: ReactNode }) {
  return <p className="quiet">{children}</p>;
}

/** Whoever was invited knows best whether the email came. */
function AskThem({ name, phone, email }: { name: string; phone: string | null; email: string | null }) {
  const way = phone ?? email;
  if (way === null) return null;
  return (
    <p className={`${cls('ask')} row gap-8 quiet`}>
      <Icon of={Phone} />
      <span>
        Not sure? Ask {name}: <span className="text breakable">{way}</span>
      </span>
      <CopyButton text={way} what={phone === null ? 'the email address' : 'the phone number'} word="Copy" />
    </p>
  );
}
