import { Mail } from 'lucide-react';
import { useState } from 'react';
import { SmallButton } from '../../components/button.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { Problem } from '../../components/message-block.tsx';
import { Disclosure } from '../../components/raw-record.tsx';
import { openMailDraft, type MailDraft } from '../../mail-draft.ts';
import { useStart } from '../../stores/session.ts';

/** What an administrator needs to issue a token. Contains no token and no vendor name. */
interface TokenQuestion {
  workspace: string | null;
  /** The service's address as it is known; empty where none is. */
  address: string;
  /** Whether the service refused the token that was there. */
  refused: boolean;
}

/** The message to the administrator, which the person reviews and sends. */
export function tokenMessage({ workspace, address, refused }: TokenQuestion, version: string): MailDraft {
  const lines = [
    'Hello,',
    '',
    refused
      ? 'The service does not accept my access token in Gangway. Please send me a new one.'
      : 'I need an access token for Gangway, the app for vendor invites and license verifications. Please send me one.',
    '',
    ...(workspace === null ? [] : [`Workspace: ${workspace}`]),
    `Service address: ${address === '' ? 'please tell me the address too' : address}`,
    `Gangway version: ${version}`,
    '',
    'The token has to allow: inviting vendors, submitting licenses for verification and reading their results, looking up vendors, and reading document results.',
    'Please send it in a way that only I can read. I paste it into Gangway, which keeps it in the keychain of this computer.',
    '',
    'Thank you',
  ];
  return {
    to: '',
    subject: `Access token for Gangway${workspace === null ? '' : ` (${workspace})`}`,
    body: lines.join('\n'),
  };
}

/** Offers a ready message that asks the administrator for a token: to copy, or as a draft in the mail program. */
export function AskAdministrator({ question }: { question: TokenQuestion }) {
  const { version, host } = useStart();
  const [problem, setProblem] = useState<string | null>(null);
  const draft = tokenMessage(question, version);
  return (
    <section className="stack gap-8 quiet" aria-label="Ask your administrator">
      <p>No token, or the wrong one? Send your administrator this message. It has no secrets in it.</p>
      <div className="row wrap gap-8">
        <SmallButton
          icon={Mail}
          onPress={() => void openMailDraft(draft, host).then((sentence) => setProblem(sentence))}
        >
          Open an email draft
        </SmallButton>
        <CopyButton text={draft.body} what="the message" word="Copy the message" />
      </div>
      <Disclosure title="Show the message">
        <pre className="as-text preserved breakable no-margin">{draft.body}</pre>
      </Disclosure>
      <Problem error={problem} />
    </section>
  );
}
