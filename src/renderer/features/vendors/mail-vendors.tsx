import { Mail } from 'lucide-react';
import { useState } from 'react';
import { counted } from '#shared/base/counted.ts';
import { Button } from '../../components/button.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { DialogFrame } from '../../components/dialog.tsx';
import { Problem } from '../../components/message-block.tsx';
import { bccDrafts, openMailDraft } from '../../mail-draft.ts';
import { useStart } from '../../stores/session.ts';

/** Opens mail drafts to these vendors as blind copies, split where a mail program can't take all addresses. */
export function MailVendors({
  rows,
  onClose,
}: {
  rows: readonly { email: string | null }[];
  onClose: () => void;
}) {
  const { host } = useStart();
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());
  const [problem, setProblem] = useState<string | null>(null);
  const addresses = [
    ...new Map(
      rows.flatMap(({ email }) =>
        email === null || email.trim() === '' ? [] : [[email.trim().toLowerCase(), email.trim()] as const],
      ),
    ).values(),
  ];
  const without = rows.filter(({ email }) => email === null || email.trim() === '').length;
  const drafts = bccDrafts(addresses);

  async function open(index: number): Promise<void> {
    const draft = drafts[index];
    if (draft === undefined) return;
    const sentence = await openMailDraft(draft, host);
    setProblem(sentence);
    if (sentence === null) setOpened(new Set([...opened, index]));
  }

  return (
    <DialogFrame
      title={`Email ${counted(rows.length, 'vendor')}`}
      subtitle="A draft opens in your mail program. You write it and send it."
      onClose={onClose}
      foot={
        <>
          {addresses.length === 0 ? null : (
            <CopyButton text={addresses.join(', ')} what="addresses" word="Copy addresses" />
          )}
          <Button onPress={onClose}>Close</Button>
        </>
      }
    >
      {addresses.length === 0 ? (
        <p>None of these vendors has an email address here.</p>
      ) : (
        <p>
          {addresses.length === 1
            ? 'The draft is to 1 address.'
            : `${counted(addresses.length, 'address', 'addresses')} as blind copies (BCC): no vendor sees the others.`}
          {drafts.length === 1
            ? null
            : ' A mail program takes only so many at once, so there are several drafts.'}
        </p>
      )}
      {without === 0 || addresses.length === 0 ? null : (
        <p>{`${counted(without, 'vendor')} without an email address ${without === 1 ? 'is' : 'are'} left out.`}</p>
      )}
      {drafts.map((draft, index) => (
        <p key={draft.bcc?.[0] ?? index}>
          <Button icon={Mail} onPress={() => void open(index)}>
            {drafts.length === 1
              ? 'Open the draft'
              : `Open draft ${index + 1} of ${drafts.length}, to ${draft.bcc?.length ?? 0}`}
          </Button>
          {opened.has(index) ? ' Opened.' : null}
        </p>
      ))}
      <Problem error={problem} />
    </DialogFrame>
  );
}
