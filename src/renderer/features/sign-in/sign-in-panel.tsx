import { unsentCount } from '#shared/outbox/outbox.ts';
import { Lock } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { tokenAwayMessages } from '#shared/words/keychain-messages.ts';
import { sealToken } from '#shared/base/sealed-token.ts';
import { FormDialog } from '../../components/dialog.tsx';
import { MessageBlock, Problem } from '../../components/message-block.tsx';
import { useAction } from '../../stores/action.ts';
import { useForm } from '../../stores/form.ts';
import { adoptWorkspace, useStart, useWorkspace } from '../../stores/session.ts';
import { useCondition, useSync } from '../../stores/sync.ts';
import { TryKeychain } from '../keychain/try-keychain.tsx';
import { AskAdministrator } from './ask-administrator.tsx';
import { TokenField, tokenProblem } from './token-field.tsx';

/** Takes a new token for the open workspace: after a 401, where none is kept, or to replace the present one. */
export function SignInPanel({ onClose }: { onClose: () => void }) {
  const { sealingKey } = useStart();
  const workspace = useWorkspace();
  const condition = useCondition();
  const status = useSync((store) => store.status);
  const replace = useAction('workspaces.replaceToken');
  const { formProps, ...form } = useForm({ token: '' }, { token: ({ token }) => tokenProblem(token) });
  const held = status === null ? 0 : unsentCount(status);
  const { kept, away } = workspace.token;
  const wasAway = useRef(false);
  const refused = condition.kind === 'signed_out' && condition.reason === 'refused';
  const gone = away === null ? null : tokenAwayMessages[away];
  const untouched = form.values.token === '';

  // Closes once the keychain returns the token after all, unless another one is being typed.
  useEffect(() => {
    const came = wasAway.current && kept === 'keychain';
    wasAway.current = kept === 'none' && away !== null;
    if (came && untouched) onClose();
  }, [kept, away, untouched, onClose]);

  async function submit(): Promise<void> {
    if (replace.pending) return;
    const sealed = await sealToken(form.values.token.trim(), sealingKey);
    const result = await replace.run({ token: sealed });
    if (!result.ok) return;
    form.reset({ token: '' });
    adoptWorkspace(result.value);
    onClose();
  }

  return (
    <FormDialog
      title={condition.kind === 'signed_out' ? 'Sign in' : 'Replace the access token'}
      subtitle={workspace.name}
      onClose={onClose}
      submit={{ children: 'Save token', pending: replace.pending }}
      form={formProps(() => void submit())}
    >
      {condition.kind === 'signed_out' ? (
        <MessageBlock
          tone="cau"
          icon={Lock}
          title={refused ? 'The service did not accept the token.' : (gone?.title ?? 'You’re signed out.')}
        >
          {gone === null ? '' : `${gone.text} `}
          {held === 0
            ? 'Nothing is lost.'
            : `${held} ${held === 1 ? 'item is' : 'items are'} waiting. Nothing is lost.`}
          {gone === null ? null : (
            <p>
              <TryKeychain variant="link" />
            </p>
          )}
        </MessageBlock>
      ) : null}
      <TokenField autoFocus {...form.bindOnSubmit('token')} />
      {away === null ? (
        <AskAdministrator question={{ workspace: workspace.name, address: workspace.baseUrl, refused }} />
      ) : null}
      <Problem error={replace.error} />
    </FormDialog>
  );
}
