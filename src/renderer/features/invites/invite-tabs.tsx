import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { inviteTab, type InviteTab } from '#shared/ipc/invites.ts';
import { Button } from '../../components/button.tsx';
import { PageHeader } from '../../components/page.tsx';
import { TabBar } from '../../components/tab-bar.tsx';
import { shortcutKeys, useShortcut } from '../../shortcuts.ts';
import { useLive } from '../../stores/live.ts';
import { changeQuery, navigate } from '../../stores/navigation.ts';
import { ImportButton } from '../imports/import-button.tsx';

const tabLabels: Record<InviteTab, string> = {
  all: 'All',
  waiting: 'Waiting',
  invited: 'Invited',
  needs_you: 'Needs you',
  done: 'Done',
  cancelled: 'Canceled',
};

export function newInvite(): void {
  navigate({ screen: 'invites', path: ['new'] });
}

/** Shows a tab of the list: it stays narrowed and sorted as it is. */
export function showInviteTab(tab: InviteTab): void {
  changeQuery({ tab: tab === 'all' ? null : tab });
}

/** The head of the invites: what can be begun, and the tabs. Drafts have one for as long as there are any. */
export function InviteTabs({ value, trailing }: { value: InviteTab | 'drafts'; trailing?: ReactNode }) {
  const { state: counts } = useLive('invites.counts', null, [{ event: 'entries.changed', id: null }]);
  const { state: drafts } = useLive('drafts.list', { kind: 'invite' }, [
    { event: 'drafts.changed', id: null },
  ]);
  const draftCount = drafts.kind === 'ready' ? drafts.value.length : null;
  useShortcut(shortcutKeys.invite, newInvite);
  const tabs = inviteTab.options.map((id) => ({
    id,
    label: tabLabels[id],
    count: counts.kind === 'ready' ? counts.value[id] : null,
  }));
  return (
    <>
      <PageHeader
        title="Invites"
        subtitle="Tracked on this computer"
        actions={
          <>
            <ImportButton list="invites" />
            <Button variant="primary" icon={Plus} keys={shortcutKeys.invite} onPress={newInvite}>
              Invite vendor
            </Button>
          </>
        }
      />
      {value === 'all' && draftCount === 0 && counts.kind === 'ready' && counts.value.all === 0 ? null : (
        <TabBar<InviteTab | 'drafts'>
          label="Invites by state"
          tabs={
            value === 'drafts' || (draftCount !== null && draftCount > 0)
              ? [...tabs, { id: 'drafts', label: 'Drafts', count: draftCount }]
              : tabs
          }
          value={value}
          onChange={(tab) => {
            if (tab !== 'drafts' && value !== 'drafts') showInviteTab(tab);
            else navigate({ screen: 'invites', query: tab === 'all' ? {} : { tab } }, true);
          }}
          trailing={trailing}
        />
      )}
    </>
  );
}
