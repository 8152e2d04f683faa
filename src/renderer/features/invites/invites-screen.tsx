import { isUuid } from '#shared/service/operations.ts';
import { useRoute } from '../../stores/navigation.ts';
import { InviteFormScreen } from './invite-form-screen.tsx';
import { InviteList } from './invite-list.tsx';

/** Invites: the list with what is open beside it, or the form of a new one. */
export function InvitesScreen() {
  const { path, query } = useRoute();
  const [first] = path;
  if (first === 'new') {
    const replaces = query['replaces'];
    const reminds = query['reminds'];
    return (
      <InviteFormScreen
        replaces={replaces !== undefined && isUuid(replaces) ? replaces : null}
        reminds={reminds !== undefined && isUuid(reminds) ? reminds : null}
      />
    );
  }
  return <InviteList openId={first !== undefined && isUuid(first) ? first : null} />;
}
