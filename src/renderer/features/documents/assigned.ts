import { counted } from '#shared/base/counted.ts';
import type { VendorLink } from '#shared/ipc/call.ts';
import type { CallOutput } from '#shared/ipc/contract.ts';
import { call } from '../../bridge.ts';
import { tellDone } from '../../stores/undo.ts';

/** So many documents are named in one call. */
const atOnce = 5000;

/** Whose a document was before, by the vendor's subject. */
export type FormerVendor = CallOutput<'documents.assignVendors'>['before'][number];

/** Tells that documents were assigned to a vendor, or to none, with a way to undo it. */
export function tellAssigned(vendor: VendorLink | null, before: readonly FormerVendor[]): void {
  const documents = counted(before.length, 'document');
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
  const done = `Undone. ${counted(restored, 'document has its', 'documents have their')} earlier vendor again.`;
  return changed === 0 ? done : `${done} ${counted(changed, 'was', 'were')} assigned again since.`;
}
