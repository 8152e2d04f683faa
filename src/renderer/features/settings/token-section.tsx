import { ShieldAlert, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import type { KeychainStatus, OpenWorkspace } from '#shared/ipc/app.ts';
import { keychainTrouble, tokenAwayMessages } from '#shared/words/keychain-messages.ts';
import { Button } from '../../components/button.tsx';
import { ConfirmDialog } from '../../components/dialog.tsx';
import { Icon } from '../../components/icon.tsx';
import { MessageBlock } from '../../components/message-block.tsx';
import { bindClasses } from '../../class-names.ts';
import { act } from '../../stores/undo-registry.ts';
import { openSignIn } from '../../stores/navigation.ts';
import { useNow } from '../../stores/now.ts';
import { adoptWorkspace, useStart, useWorkspace } from '../../stores/session.ts';
import { detailTime, listTime } from '../../time.ts';
import { TryKeychain } from '../keychain/try-keychain.tsx';
import styles from './settings-parts.module.css';

const cls = bindClasses(styles);

/** What is known of a token that is kept: when it was saved and last accepted. Never the token. */
function tokenSentence(token: OpenWorkspace['token'], now: number): string {
  if (token.kept === 'none') {
    return token.away === null ? 'No token on this computer.' : tokenAwayMessages[token.away].title;
  }
  const saved = token.savedAt === null ? 'Saved' : `Saved ${listTime(token.savedAt, now)}`;
  const accepted =
    token.lastAcceptedAt === null ? 'not used yet' : `last accepted ${listTime(token.lastAcceptedAt, now)}`;
  const until = token.kept === 'this_session' ? ' It is kept until you close Gangway.' : '';
  return `${saved}, ${accepted}.${until}`;
}

export function AccessToken() {
  const { keychain } = useStart();
  const { token } = useWorkspace();
  const now = useNow('minute');
  const [forgetting, setForgetting] = useState(false);
  return (
    <>
      <div className={`${cls('line')} row gap-8 between`}>
        <span title={token.savedAt === null ? undefined : detailTime(token.savedAt, now)}>
          {tokenSentence(token, now)}
        </span>
        <span className={`${cls('line')} row gap-8`}>
          <Button onPress={openSignIn}>{token.kept === 'none' ? 'Sign in' : 'Replace'}</Button>
          {token.kept === 'none' ? null : (
            <Button variant="danger" onPress={() => setForgetting(true)}>
              Forget
            </Button>
          )}
        </span>
      </div>
      <KeychainPart keychain={keychain} away={token.away} />
      {forgetting ? (
        <ConfirmDialog
          title="Forget the access token?"
          confirmLabel="Forget it"
          cancelLabel="Keep it"
          danger
          onClose={() => setForgetting(false)}
          onConfirm={async () => {
            const result = await act('workspaces.forgetToken', null);
            if (result.ok) adoptWorkspace(result.value);
            return result.ok ? null : result.error.message;
          }}
        >
          Items in the outbox wait until you sign in again. Nothing is lost.
        </ConfirmDialog>
      ) : null}
    </>
  );
}

interface KeychainPartProps {
  keychain: KeychainStatus;
  away: OpenWorkspace['token']['away'];
}

/** How the keychain is doing, and what to do where it is of no use or does not hold the token any more. */
function KeychainPart({ keychain, away }: KeychainPartProps) {
  const trouble = keychainTrouble(keychain);
  if (trouble !== null) {
    return (
      <MessageBlock tone="cau" icon={ShieldAlert} title={trouble.title} actions={<TryKeychain />}>
        {trouble.text}
      </MessageBlock>
    );
  }
  return (
    <>
      {away === null ? null : (
        <MessageBlock tone="cau" icon={ShieldAlert} actions={<TryKeychain />}>
          {tokenAwayMessages[away].text}
        </MessageBlock>
      )}
      {keychain.kind === 'works' ? (
        <p className={`${cls('line', 'good')} row gap-8`}>
          <Icon of={ShieldCheck} />
          Keychain ready: {keychain.name}
        </p>
      ) : null}
    </>
  );
}
