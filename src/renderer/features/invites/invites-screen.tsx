import { isUuid } from '#shared/service/operations.ts';
import { useRoute } from '../../stores/navigation.ts';
import { ImportScreen } from '../imports/import-screen.tsx';
import { TemplatesScreen } from '../templates/templates-screen.tsx';
import { InviteFormScreen } from './invite-form-screen.tsx';
import { InviteList, InviteTabs } from './invite-list.tsx';
import { DraftScreen } from '../drafts/drafts.tsx';

export function InvitesScreen() {
  const { path, query } = useRoute();
  const [first] = path;
  if (first === 'import') return <ImportScreen list="invites" />;
  if (first === 'templates') {
    const [, id] = path;
    return <TemplatesScreen openId={id !== undefined && isUuid(id) ? id : null} />;
  }
  if (first === 'new') return <InviteFormScreen />;
  if (query['tab'] === 'drafts' && first === undefined)
    return (
      <DraftScreen kind="invite">
        <InviteTabs value="drafts" />
      </DraftScreen>
    );
  return <InviteList openId={first !== undefined && isUuid(first) ? first : null} />;
}
