import { useDraftsTab } from '../drafts/drafts.tsx';
import { Plus } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { verificationTab, type VerificationTab } from '#shared/ipc/verifications.ts';
import { Button } from '../../components/button.tsx';
import { PageHeader } from '../../components/page.tsx';
import { TabBar } from '../../components/tab-bar.tsx';
import { useLive } from '../../stores/live.ts';
import { changeQuery, navigate } from '../../stores/navigation.ts';

type VerificationsTab = VerificationTab | 'expiry' | 'drafts';

const labels: Record<VerificationTab, string> = {
  all: 'All',
  waiting: 'Waiting',
  being_checked: 'Checking',
  differ: 'Differ',
  to_decide: 'Results to decide',
  needs_you: 'To decide',
  done: 'Done',
  replaced: 'Replaced',
};

/** The tabs always shown; another one appears while it is selected. */
const usual: readonly VerificationTab[] = ['all', 'waiting', 'needs_you', 'done'];

/** Whether a tab of another screen was just chosen; the tabs of that screen then take the focus. */
let crossing = false;

const getScreen = (tab: VerificationsTab) => (tab === 'expiry' || tab === 'drafts' ? tab : 'list');

export function VerifyButton() {
  return (
    <Button variant="primary" icon={Plus} to={{ screen: 'verifications', path: ['new'] }}>
      Verify a license
    </Button>
  );
}

interface VerificationTabsProps {
  value: VerificationsTab;
  actions?: ReactNode;
  trailing?: ReactNode;
}

/** The head of the verifications: actions and tabs. Drafts have a tab while there are any. */
export function VerificationTabs({ value, actions, trailing }: VerificationTabsProps) {
  const { value: counts } = useLive('verifications.counts', null, ['entries.changed']);
  const drafts = useDraftsTab('verification', value === 'drafts');
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!crossing) return;
    crossing = false;
    const tab = bar.current?.querySelector('[aria-selected=true]');
    if (tab instanceof HTMLElement) tab.focus();
  }, []);
  return (
    <>
      <PageHeader
        title="Verifications"
        subtitle="Sent from this computer"
        actions={
          <>
            {actions}
            <VerifyButton />
          </>
        }
      />
      {value === 'all' && drafts.hasNone && counts?.all === 0 ? null : (
        <div ref={bar}>
          <TabBar<VerificationsTab>
            label="Verifications by state, or by expiration"
            tabs={[
              ...verificationTab.options
                .filter((id) => id === value || usual.includes(id))
                .map((id) => ({
                  id,
                  label: labels[id],
                  count: counts === null || id === 'replaced' ? null : counts[id],
                })),
              { id: 'expiry', label: 'Expiration' },
              ...drafts.tabs,
            ]}
            value={value}
            onChange={(tab) => {
              crossing = getScreen(tab) !== getScreen(value);
              if (getScreen(tab) === 'list' && getScreen(value) === 'list')
                changeQuery({ tab: tab === 'all' ? null : tab });
              else navigate({ screen: 'verifications', query: tab === 'all' ? {} : { tab } }, true);
            }}
            trailing={trailing}
          />
        </div>
      )}
    </>
  );
}
