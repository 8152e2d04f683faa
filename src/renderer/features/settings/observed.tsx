import { Eye } from 'lucide-react';
import { noExchanges, type ExchangeObservations } from '#shared/exchange-observations.ts';
import { Icon } from '../../components/icon.tsx';
import { bindClasses } from '../../class-names.ts';
import { useLive } from '../../stores/live.ts';
import styles from './settings-parts.module.css';

const cls = bindClasses(styles);

/** What was seen of the service, beside what can be set; nothing is drawn where nothing was. */
export function Observed({ children }: { children: string | null }) {
  if (children === null) return null;
  return (
    <p className={cls('observed')}>
      <Icon of={Eye} size={14} />
      <span>{children}</span>
    </p>
  );
}

/** What the exchanges with the service have shown so far. Until it is read, and where it cannot be, nothing. */
export function useExchanges(): ExchangeObservations {
  const { state } = useLive('workspaces.exchanges', null, [
    { event: 'entries.changed', id: null },
    { event: 'documents.changed', id: null },
    { event: 'vendors.changed', id: null },
  ]);
  return state.kind === 'ready' ? state.value : noExchanges;
}
