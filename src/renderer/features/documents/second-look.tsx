import { ScanText, X } from 'lucide-react';
import { lazy, Suspense, useCallback, useState } from 'react';
import type { DocumentDetail } from '#shared/ipc/documents.ts';
import type { StoredVendor } from '#shared/ipc/vendors.ts';
import { toPageKind } from '#shared/paper/document-type.ts';
import { bindClasses } from '../../class-names.ts';
import { Button } from '../../components/button.tsx';
import type { Reveal } from './reveal.ts';
import styles from './second-look.module.css';
import { useShownPage, type ShownPage } from './shown-page.ts';

const cls = bindClasses(styles);

const KeptPageLook = lazy(async () => ({
  default: (await import('../paper/kept-page-look.tsx')).KeptPageLook,
}));

interface LookProps {
  detail: DocumentDetail;
  /** Its vendor, where the profile is kept on this computer. */
  vendor: StoredVendor | null;
  reveal: Reveal;
}

/** Offers to read the visible page on this computer. It decides nothing and is discarded with the page. */
export function SecondLook(props: LookProps) {
  const shown = useShownPage();
  if (shown === null || shown.jobId !== props.detail.jobId) return null;
  return <Offer key={`${shown.address} ${shown.page} ${shown.turn}`} {...props} shown={shown} />;
}

type LookState = 'none' | 'reading' | 'done';

const buttons = {
  none: { words: 'Check on this computer', icon: ScanText },
  reading: { words: 'Cancel', icon: X },
  done: { words: 'Close', icon: X },
} as const satisfies Record<LookState, unknown>;

function Offer({ detail, vendor, reveal, shown }: LookProps & { shown: ShownPage }) {
  const [state, setState] = useState<LookState>('none');
  const onReading = useCallback((reading: boolean) => setState(reading ? 'reading' : 'done'), []);
  const { words, icon } = buttons[state];
  return (
    <section className={`${cls('look')} subtle stack gap-8 ruled-below`}>
      <div className="row between gap-12">
        <h2 className="visually-hidden">Check on this computer</h2>
        <p className="faint-note">An independent reading; not saved.</p>
        <Button
          size="small"
          icon={icon}
          label={state === 'none' ? words : `${words} the check on this computer`}
          onPress={() => setState(state === 'none' ? 'reading' : 'none')}
        >
          {words}
        </Button>
      </div>
      {state === 'none' ? null : (
        <Suspense fallback={null}>
          <KeptPageLook
            address={shown.address}
            page={shown.page}
            turn={shown.turn}
            expected={toPageKind(detail.documentType) ?? 'other'}
            vendor={vendor}
            reveal={reveal}
            onReading={onReading}
          />
        </Suspense>
      )}
    </section>
  );
}
