import { RefreshCw } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import type { DocumentDetail } from '#shared/ipc/documents.ts';
import { bindClasses } from '../../class-names.ts';
import { Button } from '../../components/button.tsx';
import { MessageBlock } from '../../components/message-block.tsx';
import { Problem } from '../../components/problem.tsx';
import { useAction } from '../../stores/action.ts';
import { useOffline } from '../../stores/sync.ts';
import { tellAssigned } from './assigned.ts';
import styles from './read-fields.module.css';
import { chosenVendor, VendorField, vendorChoiceProblem } from '../../components/vendor-field.tsx';
import { VendorLink } from '../../components/vendor-link.tsx';

const cls = bindClasses(styles);

/** Whose document it is, noted on this computer, so that it can be compared with that vendor's profile. */
export function DocumentVendor({
  detail,
  kept,
  onChanged,
}: {
  detail: DocumentDetail;
  /** Whether this vendor's profile is on this computer. */
  kept: boolean;
  onChanged: (detail: DocumentDetail) => void;
}) {
  const offline = useOffline();
  const assign = useAction('documents.assignVendor');
  const lookUp = useAction('vendors.lookUp');
  const [editing, setEditing] = useState(false);
  const [typed, setTyped] = useState({ text: '', subject: detail.vendor?.subject ?? null });
  const [refused, setRefused] = useState<string | null>(null);
  const { jobId, vendorId, vendor } = detail;

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    const problem = vendorChoiceProblem(typed);
    setRefused(problem);
    if (problem !== null) return;
    const chosen = chosenVendor(typed);
    const result = await assign.run({ jobId, vendorId: chosen?.subject ?? null });
    if (!result.ok) return;
    setEditing(false);
    const before = vendor?.subject ?? null;
    if ((chosen?.subject ?? null) !== before) tellAssigned(chosen, [{ jobId, vendorId: before }]);
    onChanged(result.value);
  }

  const problem = assign.error ?? lookUp.error;
  return (
    <div className={`${cls('vendor')} stack gap-8 ruled-above`}>
      {editing ? (
        <form className={`${cls('assign')} row-top gap-8`} onSubmit={(event) => void save(event)} noValidate>
          <VendorField
            label="Vendor"
            value={typed}
            onChange={(value) => {
              setTyped(value);
              setRefused(null);
            }}
            error={refused}
            hint="Name or ID. Leave blank for none."
            autoFocus
          />
          <Button type="submit" pending={assign.pending}>
            Save
          </Button>
        </form>
      ) : (
        <div className="row gap-10 narrows">
          <span className={`${cls(vendor === null && 'quiet')} grow one-line`}>
            {vendor === null ? (
              'Whose document is it?'
            ) : (
              <>
                <span className={cls('quiet')}>Vendor</span> <VendorLink vendor={vendor} />
              </>
            )}
          </span>
          <Button variant="link" size="small" onPress={() => setEditing(true)}>
            {vendor === null ? 'Assign vendor' : 'Change vendor'}
          </Button>
        </div>
      )}
      {vendorId !== null && !kept && !editing ? (
        <MessageBlock
          tone="neu"
          slim
          actions={
            <Button
              size="small"
              icon={RefreshCw}
              pending={lookUp.pending}
              disabled={offline}
              onPress={() => void lookUp.run({ vendorId })}
            >
              {offline ? 'Look up when online' : 'Look up'}
            </Button>
          }
        >
          Its profile is not on this computer.
        </MessageBlock>
      ) : null}
      <Problem error={problem} slim />
    </div>
  );
}
