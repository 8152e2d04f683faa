import { ListPlus, Search } from 'lucide-react';
import { useId, useState, type SyntheticEvent } from 'react';
import { vendorIdProblem } from '#shared/service/operations.ts';
import { call } from '../../bridge.ts';
import { Button } from '../../components/button.tsx';
import { DialogFrame } from '../../components/dialog.tsx';
import { MessageBlock } from '../../components/message-block.tsx';
import { TextField } from '../../components/text-field.tsx';
import { useAction } from '../../stores/action.ts';
import { useForm } from '../../stores/form.ts';
import { navigate } from '../../stores/navigation.ts';
import { useOffline } from '../../stores/sync.ts';

/** Asks the service for a vendor by its ID. What goes wrong is said at the field, which keeps what was typed. */
export function LookUpDialog({
  linkedId = null,
  onClose,
  onMany,
}: {
  /** The ID that a link came with; nothing is asked before the person says so. */
  linkedId?: string | null;
  onClose: () => void;
  onMany: () => void;
}) {
  const formId = useId();
  const lookUp = useAction('vendors.lookUp');
  const offline = useOffline();
  // A vendor that could not be asked for now, but of whom a copy is here.
  const [kept, setKept] = useState<string | null>(null);
  const { values, attach, bind, leave, check, refuse } = useForm(
    { vendorId: linkedId ?? '' },
    { vendorId: (typed) => vendorIdProblem(typed.vendorId.trim()) },
  );

  async function submit(event: SyntheticEvent): Promise<void> {
    event.preventDefault();
    if (lookUp.pending || !check()) return;
    const vendorId = values.vendorId.trim();
    const result = await lookUp.run({ vendorId });
    if (result.ok) {
      open(result.value.vendorId);
      return;
    }
    refuse('vendorId', result.error.message);
    const copy = await call('vendors.get', { vendorId });
    setKept(copy.ok && copy.value !== null ? vendorId : null);
  }

  function open(vendorId: string): void {
    onClose();
    navigate({ screen: 'vendors', path: [vendorId] });
  }

  return (
    <DialogFrame
      title="Look up a vendor"
      subtitle="The profile is fetched from the service and kept on this computer."
      onClose={onClose}
      foot={
        <>
          <Button variant="quiet" icon={ListPlus} onPress={onMany}>
            Many at once
          </Button>
          <Button type="submit" form={formId} variant="primary" icon={Search} pending={lookUp.pending}>
            Look up
          </Button>
        </>
      }
    >
      <form id={formId} ref={attach} noValidate onSubmit={(event) => void submit(event)}>
        <TextField
          label="Vendor ID"
          mono
          autoFocus
          {...bind('vendorId')}
          onLeave={() => (values.vendorId.trim() === '' ? undefined : leave('vendorId'))}
          hint={
            offline
              ? 'The service can’t be reached now. Open saved vendors from the list.'
              : 'As the service writes it, such as 48213.'
          }
          maxLength={200}
        />
      </form>
      {linkedId === null || linkedId !== values.vendorId ? null : (
        <MessageBlock tone="neu" slim>
          This ID came with a link. Gangway asks the service only when you choose Look up.
        </MessageBlock>
      )}
      {kept === null || kept !== values.vendorId.trim() ? null : (
        <MessageBlock tone="neu" slim actions={<Button onPress={() => open(kept)}>Open the copy</Button>}>
          A copy of this vendor is kept on this computer.
        </MessageBlock>
      )}
    </DialogFrame>
  );
}
