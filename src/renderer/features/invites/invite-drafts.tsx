import { Page } from '../../components/page.tsx';
import { DraftList } from '../drafts/draft-list.tsx';
import { InviteTabs } from './invite-tabs.tsx';

/** Invites that are typed and not queued yet. */
export function InviteDrafts() {
  return (
    <Page>
      <InviteTabs value="drafts" />
      <DraftList kind="invite" newLabel="New invite" form={{ screen: 'invites', path: ['new'] }} />
    </Page>
  );
}
