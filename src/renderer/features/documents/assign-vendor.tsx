import { useState, type FormEvent } from 'react';
import { call } from '../../bridge.ts';
import { Button } from '../../components/button.tsx';
import { DialogFrame } from '../../components/dialog.tsx';
import { Problem } from '../../components/problem.tsx';
import { tellAssigned, type FormerVendor } from './assigned.ts';
import { chosenVendor, noVendor, VendorField, vendorChoiceProblem } from '../../components/vendor-field.tsx';

/** So many documents are named in one call. */
const atOnce = 5000;

/** Notes for many documents at once whose they are. */
export function AssignVendor({ jobIds, onClose }: { jobIds: readonly string[]; onClose: () => void }) {
  const [vendor, setVendor] = useState(noVendor);
  const [refused, setRefused] = useState<string | null>(null);
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    const chosen = chosenVendor(vendor);
    const why =
      chosen === null ? 'Choose a vendor from the list, or type its ID.' : vendorChoiceProblem(vendor);
    setRefused(why);
    if (pending || chosen === null || why !== null) return;
    setPending(true);
    setProblem(null);
    const { before, sentence } = await assignAll(jobIds, chosen.subject);
    setPending(false);
    if (before.length > 0) tellAssigned(chosen, before);
    if (sentence === null) onClose();
    else setProblem(sentence);
  }

  return (
    <DialogFrame
      title={
        jobIds.length === 1 ? 'Whose document is it?' : `Whose are these ${number(jobIds.length)} documents?`
      }
      subtitle={`Gangway compares ${jobIds.length === 1 ? 'it' : 'them'} with the vendor’s profile.`}
      onClose={onClose}
      foot={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button type="submit" form="assign-vendor" variant="primary" pending={pending}>
            Assign vendor
          </Button>
        </>
      }
    >
      <form id="assign-vendor" onSubmit={(event) => void save(event)} noValidate>
        <VendorField
          label="Vendor"
          value={vendor}
          onChange={(value) => {
            setVendor(value);
            setRefused(null);
          }}
          error={refused}
          hint="Name or ID. Saved on this computer; replaces an earlier vendor."
          autoFocus
        />
        <Problem error={problem} slim />
      </form>
    </DialogFrame>
  );
}

/** @returns whose those were that are noted now, and why not all are, or null */
async function assignAll(
  jobIds: readonly string[],
  vendorId: string,
): Promise<{ before: FormerVendor[]; sentence: string | null }> {
  const before: FormerVendor[] = [];
  for (let from = 0; from < jobIds.length; from += atOnce) {
    const result = await call('documents.assignVendors', {
      jobIds: jobIds.slice(from, from + atOnce),
      vendorId,
    });
    if (!result.ok) return { before, sentence: result.error.message };
    before.push(...result.value.before);
  }
  return { before, sentence: null };
}

function number(count: number): string {
  return count.toLocaleString('en-US');
}
