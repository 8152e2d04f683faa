import { Page } from '../../components/page.tsx';
import { navigate } from '../../stores/navigation.ts';
import { DraftList } from '../drafts/draft-list.tsx';
import { InviteTabs } from './invite-tabs.tsx';

/** Invites that are typed and not queued yet. */
export function InviteDrafts() {
  return (
    <Page>
      <InviteTabs
        value="drafts"
        onChange={(tab) => navigate({ screen: 'invites', query: tab === 'all' ? {} : { tab } }, true)}
      />
      <DraftList kind="invite" newLabel="New invite" form={{ screen: 'invites', path: ['new'] }} />
    </Page>
  );
}
