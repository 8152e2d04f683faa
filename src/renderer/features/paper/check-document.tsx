import { getName } from '#shared/base/foreign-text.ts';
import type { StoredVendor } from '#shared/ipc/vendors.ts';
import type { PageField } from '#shared/paper/page-kind.ts';
import { Button } from '../../components/button.tsx';
import { DialogFrame } from '../../components/dialog.tsx';
import { useReveal } from '../documents/reveal.ts';
import { readExpectedFields } from './expected-fields.ts';
import { PageLook } from './page-look.tsx';
import { PaperPanel } from './paper-panel.tsx';
import { usePaperReader } from './paper-reader.ts';

/** Reads a document on this computer, judges its picture and compares it with the profile. Nothing is kept or sent. */
export function CheckDocument({ vendor, onClose }: { vendor: StoredVendor; onClose: () => void }) {
  const { companyName, email } = vendor.profile.value;
  const reader = usePaperReader<PageField>({
    expected: 'by_heading',
    readFields: (words) => readExpectedFields(words, 'by_heading'),
    onRead: () => reveal.hide(),
  });
  const reveal = useReveal(vendor.vendorId);
  const { phase } = reader;
  return (
    <DialogFrame
      title="Check a document"
      subtitle={`For ${getName(companyName, email, vendor.vendorId)}. Nothing is sent or kept.`}
      width={640}
      onClose={onClose}
      foot={<Button onPress={onClose}>Close</Button>}
    >
      <PaperPanel
        label="Document to check"
        what="a license, a W-9 or a certificate of insurance"
        failed="Nothing was read. Try another copy."
        reader={reader}
      >
        {phase.kind === 'read' ? (
          <PageLook page={phase} vendor={vendor} reveal={reveal} revealByKey={false} />
        ) : null}
      </PaperPanel>
    </DialogFrame>
  );
}
