import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { pluralize, countText } from '#shared/base/pluralize.ts';
import type { CallOutput } from '#shared/ipc/contract.ts';
import { call } from '../../bridge.ts';
import { Button, LinkButton, SmallButton } from '../../components/button.tsx';
import { FormDialog } from '../../components/dialog.tsx';
import { Note, Problem } from '../../components/message-block.tsx';
import { chosenVendor, noVendor, vendorChoiceProblem, VendorField } from '../../components/suggest-field.tsx';
import { VendorLink } from '../../components/outside-link.tsx';
import { useAction, useWork } from '../../stores/action.ts';
import { useForm } from '../../stores/form.ts';
import { useOffline } from '../../stores/sync.ts';
import { tellDone } from '../../stores/undo.ts';
import type { DetailProps } from './document-labels.ts';

const atOnce = 5000;

export function AssignVendor({ jobIds, onClose }: { jobIds: readonly string[]; onClose: () => void }) {
  const { values, bindOnSubmit, formProps } = useForm(
    { vendor: noVendor },
    {
      vendor: ({ vendor }) =>
        chosenVendor(vendor) === null
          ? 'Choose a vendor from the list, or type its ID.'
          : vendorChoiceProblem(vendor),
    },
  );
  const { run, pending, problem } = useWork();

  async function save(): Promise<void> {
    const chosen = chosenVendor(values.vendor);
    if (!pending && chosen !== null && (await run(assignAll(jobIds, chosen)))) onClose();
  }

  return (
    <FormDialog
      title={
        jobIds.length === 1
          ? 'Whose document is it?'
          : `Whose are these ${countText(jobIds.length)} documents?`
      }
      subtitle={`Gangway compares ${jobIds.length === 1 ? 'it' : 'them'} with the vendor’s profile.`}
      onClose={onClose}
      submit={{ children: 'Assign vendor', pending }}
      form={formProps(() => void save())}
    >
      <VendorField
        label="Vendor"
        {...bindOnSubmit('vendor')}
        hint="Name or ID. Saved on this computer; replaces an earlier vendor."
        autoFocus
      />
      <Problem error={problem} slim />
    </FormDialog>
  );
}

/** Assigns documents and tells of those that were. @returns why not all were, or null */
async function assignAll(
  jobIds: readonly string[],
  vendor: NonNullable<ReturnType<typeof chosenVendor>>,
): Promise<string | null> {
  const before: FormerVendor[] = [];
  let sentence: string | null = null;
  for (let from = 0; from < jobIds.length; from += atOnce) {
    const result = await call('documents.assignVendors', {
      jobIds: jobIds.slice(from, from + atOnce),
      vendorId: vendor.subject,
    });
    sentence = result.ok ? null : result.error.message;
    if (!result.ok) break;
    before.push(...result.value.before);
  }
  if (before.length > 0) tellAssigned(vendor, before);
  return sentence;
}

type FormerVendor = CallOutput<'documents.assignVendors'>['before'][number];

function tellAssigned(vendor: ReturnType<typeof chosenVendor>, before: readonly FormerVendor[]): void {
  const documents = pluralize(before.length, 'document');
  tellDone(
    `${documents} assigned to ${vendor?.name ?? 'no vendor'}`,
    before.length === 0 ? null : () => restore(vendor?.subject ?? null, before),
  );
}

async function restore(assigned: string | null, before: readonly FormerVendor[]): Promise<string> {
  let restored = 0;
  for (let from = 0; from < before.length; from += atOnce) {
    const some = before.slice(from, from + atOnce);
    const result = await call('documents.restoreVendors', { assigned, before: some });
    if (!result.ok) return `Not everything was undone. ${result.error.message}`;
    restored += result.value.restored;
  }
  const changed = before.length - restored;
  if (restored === 0) return 'Can’t undo: another vendor was assigned since.';
  const done = `Undone. ${pluralize(restored, 'document has its', 'documents have their')} earlier vendor again.`;
  return changed === 0 ? done : `${done} ${pluralize(changed, 'was', 'were')} assigned again since.`;
}

interface DocumentVendorProps extends DetailProps {
  kept: boolean;
}

/** The document's vendor, saved on this computer; the fields are compared with its profile. */
export function DocumentVendor({ detail, kept, onChanged }: DocumentVendorProps) {
  const offline = useOffline();
  const assign = useAction('documents.assignVendor');
  const lookUp = useAction('vendors.lookUp');
  const [editing, setEditing] = useState(false);
  const { values, bindOnSubmit, formProps } = useForm(
    { vendor: { text: '', subject: detail.vendor?.subject ?? null } },
    { vendor: (typed) => vendorChoiceProblem(typed.vendor) },
  );
  const { jobId, vendorId, vendor } = detail;

  async function save(): Promise<void> {
    const chosen = chosenVendor(values.vendor);
    const result = await assign.run({ jobId, vendorId: chosen?.subject ?? null });
    if (!result.ok) return;
    setEditing(false);
    const before = vendor?.subject ?? null;
    if ((chosen?.subject ?? null) !== before) tellAssigned(chosen, [{ jobId, vendorId: before }]);
    onChanged(result.value);
  }

  const problem = assign.error ?? lookUp.error;
  return (
    <div className="stack gap-8 ruled-above pad-8-0-10">
      {editing ? (
        <form className="row-top gap-8 first-grows" {...formProps(() => void save())}>
          <VendorField
            label="Vendor"
            {...bindOnSubmit('vendor')}
            hint="Name or ID. Leave blank for none."
            autoFocus
          />
          <Button type="submit" pending={assign.pending}>
            Save
          </Button>
        </form>
      ) : (
        <div className="row gap-10 narrows">
          <span className={`${vendor === null ? 'faint-note' : ''} grow one-line`}>
            {vendor === null ? (
              'Whose document is it?'
            ) : (
              <>
                <span className="faint-note">Vendor</span> <VendorLink vendor={vendor} />
              </>
            )}
          </span>
          <LinkButton size="small" onPress={() => setEditing(true)}>
            {vendor === null ? 'Assign vendor' : 'Change vendor'}
          </LinkButton>
        </div>
      )}
      {vendorId !== null && !kept && !editing ? (
        <Note
          actions={
            <SmallButton
              icon={RefreshCw}
              pending={lookUp.pending}
              disabled={offline}
              onPress={() => void lookUp.run({ vendorId })}
            >
              {offline ? 'Look up when online' : 'Look up'}
            </SmallButton>
          }
        >
          Its profile is not on this computer.
        </Note>
      ) : null}
      <Problem error={problem} slim />
    </div>
  );
}
