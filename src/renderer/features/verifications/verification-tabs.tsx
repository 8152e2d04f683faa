import { useEffect, useRef, type ReactNode } from 'react';
import { verificationTab, type VerificationTab } from '#shared/ipc/verifications.ts';
import { TabBar } from '../../components/tab-bar.tsx';
import { useLive } from '../../stores/live.ts';

/** The tabs of the licence checks: where they stand, and when the licences run out. */
export type VerificationsTab = VerificationTab | 'expiry';

const labels: Record<VerificationTab, string> = {
  all: 'All',
  waiting: 'Waiting',
  being_checked: 'Being checked',
  differ: 'Differ',
  to_decide: 'To decide',
  needs_you: 'Needs you',
  done: 'Done',
};

/** The list and the expiry are screens of their own; whoever goes from one to the other by the tabs stays on them. */
let crossing = false;

export function VerificationTabs({
  value,
  onChange,
  trailing,
}: {
  value: VerificationsTab;
  onChange: (tab: VerificationsTab) => void;
  trailing?: ReactNode;
}) {
  const { state } = useLive('verifications.counts', null, [{ event: 'entries.changed', id: null }]);
  const told = state.kind === 'ready' ? state.value : null;
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!crossing) return;
    crossing = false;
    const tab = bar.current?.querySelector('[aria-selected=true]');
    if (tab instanceof HTMLElement) tab.focus();
  }, []);
  return (
    <div ref={bar}>
      <TabBar<VerificationsTab>
        label="Licence checks by state, or by expiry"
        tabs={[
          ...verificationTab.options
            // Where all that is to be decided differs, one tab says it.
            .filter(
              (id) => id !== 'to_decide' || value === id || (told !== null && told.to_decide > told.differ),
            )
            .map((id) => ({ id, label: labels[id], count: told === null ? null : told[id] })),
          { id: 'expiry', label: 'Expiry' },
        ]}
        value={value}
        onChange={(tab) => {
          crossing = (tab === 'expiry') !== (value === 'expiry');
          onChange(tab);
        }}
        trailing={trailing}
      />
    </div>
  );
}
