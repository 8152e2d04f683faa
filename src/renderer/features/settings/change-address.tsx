import { unsentCount } from '#shared/outbox/outbox.ts';
import { Globe } from 'lucide-react';
import { useState } from 'react';
import { readBaseUrl } from '#shared/base/base-url.ts';
import { FormDialog } from '../../components/dialog.tsx';
import { FactList } from '../../components/fact-list.tsx';
import { MessageBlock, Problem } from '../../components/message-block.tsx';
import { Verbatim } from '../../components/service-word.tsx';
import { TextField } from '../../components/text-field.tsx';
import { Checkbox } from '../../components/toggles.tsx';
import { useAction } from '../../stores/action.ts';
import { useForm } from '../../stores/form.ts';
import { adoptWorkspace, useWorkspace } from '../../stores/session.ts';
import { useSync } from '../../stores/sync.ts';

/** Asks for another address of the same service. The new address gets no request before a person confirms it. */
export function ChangeAddressDialog({ suggested, onClose }: { suggested: string; onClose: () => void }) {
  // Fixed while the dialog is open, so what it shows is what is confirmed.
  const [{ baseUrl: from, token }] = useState(useWorkspace());
  const waiting = useSync((store) => (store.status === null ? 0 : unsentCount(store.status)));
  const change = useAction('workspaces.changeAddress');
  const [same, setSame] = useState(false);
  const { formProps, ...form } = useForm(
    { address: suggested },
    {
      address: ({ address }) => {
        const typed = readBaseUrl(address);
        if (!typed.ok) return typed.problem;
        return typed.baseUrl === from ? 'This is already the service’s address.' : null;
      },
    },
  );
  const reading = readBaseUrl(form.values.address);
  const to = reading.ok && reading.baseUrl !== from ? reading.baseUrl : null;

  async function submit(): Promise<void> {
    if (change.pending || to === null || !same) return;
    const result = await change.run({ from, to, sameService: true });
    if (!result.ok) return;
    adoptWorkspace(result.value);
    onClose();
  }

  return (
    <FormDialog
      title="Change the service’s address"
      width={540}
      onClose={onClose}
      submit={{ children: 'Change the address', disabled: to === null || !same, pending: change.pending }}
      form={formProps(() => void submit())}
    >
      <p>
        Only for the same service at another address, with the same vendors and the same request numbers. If
        unsure, ask your administrator.
      </p>
      <FactList facts={[{ label: 'Current address', value: <Verbatim>{from}</Verbatim> }]} />
      <TextField
        label="New address"
        type="url"
        icon={Globe}
        {...form.bindTyped('address')}
        onChange={(address) => {
          form.set('address', address);
          setSame(false);
        }}
        placeholder="https://"
        maxLength={2000}
        autoFocus={suggested === ''}
      />
      {to === null ? null : (
        <MessageBlock
          tone="cau"
          title={
            token.kept === 'none'
              ? `Everything goes to ${to} from now on.`
              : `The access token goes to ${to} from now on.`
          }
        >
          {waitingMessage(waiting)} Items that may have been sent to {from} are not sent again.
        </MessageBlock>
      )}
      <Checkbox checked={same} disabled={to === null} onChange={setSame}>
        It is the same service
      </Checkbox>
      <Problem title="The address was not changed." error={change.error} />
    </FormDialog>
  );
}

function waitingMessage(count: number): string {
  if (count === 0) return 'So does what you queue.';
  return count === 1 ? 'So does the item that waits.' : `So do the ${count} items that wait.`;
}
