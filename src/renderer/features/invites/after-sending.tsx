import { Archive, ArchiveRestore, BellRing } from 'lucide-react';
import type { InviteDetail } from '#shared/ipc/invites.ts';
import { ChoiceList } from '../../components/choice-list.tsx';
import { Problem } from '../../components/message-block.tsx';
import { useAction } from '../../stores/action.ts';
import { navigate } from '../../stores/navigation.ts';
import { getFirstName } from './duplicates.ts';
import { tellArchived } from './many-invites.ts';

/** What can be done with an invite that is out: ask once more, or put it aside. */
export function AfterSending({ invite }: { invite: InviteDetail }) {
  const archive = useAction('invites.archive');
  if (invite.state !== 'accepted') return null;
  const who = getFirstName(invite.contactName) ?? 'The vendor';
  const archived = invite.archivedAt !== null;
  async function putAside(): Promise<void> {
    const result = await archive.run({ entryIds: [invite.entryId], archived: !archived });
    if (result.ok) tellArchived(result.value.changed, !archived);
  }

  return (
    <>
      <ChoiceList
        label="What to do"
        choices={[
          {
            id: 'remind',
            icon: BellRing,
            label: 'Remind',
            consequence: `Opens a new invite with these details. ${who} gets a second email.`,
            onChoose: () =>
              navigate({ screen: 'invites', path: ['new'], query: { reminds: invite.entryId } }),
          },
          {
            id: 'archive',
            icon: archived ? ArchiveRestore : Archive,
            label: archived ? 'Unarchive' : 'Archive',
            consequence: invite.settled
              ? 'Stays under Done. Nothing is sent.'
              : archived
                ? 'Moves back to Invited. Nothing is sent.'
                : 'Moves from Invited to Done. Nothing is sent.',
            pending: archive.pending,
            onChoose: () => void putAside(),
          },
        ]}
      />
      <Problem error={archive.error} />
    </>
  );
}
