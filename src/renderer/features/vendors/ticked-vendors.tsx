import { BadgeCheck, FileText, Mail, RefreshCw, X } from 'lucide-react';
import { useState } from 'react';
import { counted } from '#shared/counted.ts';
import type { VendorRow } from '#shared/ipc/vendors.ts';
import { call } from '../../bridge.ts';
import { Button } from '../../components/button.tsx';
import { TickedBar } from '../../components/ticked-bar.tsx';
import { useAction } from '../../stores/action.ts';
import { useExport } from '../../stores/export-file.ts';
import type { Ticks } from '../../stores/ticks.ts';
import { tellDone } from '../../stores/tell-done.ts';
import { maxTurns, verifyInTurn } from '../../stores/turns.ts';
import { MailVendors } from './mail-vendors.tsx';

/** So many reports are made one after the other; each is a file of its own. */
const maxReports = 25;

/** What can be done to all ticked vendors at once. */
export function TickedVendors({ ticks }: { ticks: Ticks<VendorRow> }) {
  const { rows } = ticks;
  const ids = [...ticks.ticked];
  const begin = useAction('lookups.begin');
  const report = useExport();
  const [made, setMade] = useState<number | null>(null);
  const [mailing, setMailing] = useState(false);

  async function refresh(): Promise<void> {
    const result = await begin.run({ ids });
    if (!result.ok) return;
    const { id } = result.value;
    ticks.clear();
    tellDone(`${counted(ids.length, 'vendor')} being fetched again`, async () => {
      const canceled = await call('lookups.cancel', { id });
      if (!canceled.ok) return canceled.error.message;
      const { counts } = canceled.value;
      return counts.cancelled === 0
        ? 'All of them were fetched already.'
        : `${counted(counts.cancelled, 'vendor')} not fetched again.`;
    });
  }

  async function makeReports(): Promise<void> {
    for (const [index, vendorId] of ids.entries()) {
      setMade(index);
      const whole = await report.run(() => call('exports.beginVendorReport', { vendorId }));
      if (!whole) {
        setMade(null);
        return;
      }
    }
    setMade(null);
    tellDone(`${counted(ids.length, 'report')} made`, null);
  }

  const outcome =
    begin.error?.message ??
    report.error?.message ??
    (made === null ? null : `Making report ${made + 1} of ${ids.length}.`);
  return (
    <TickedBar label="Ticked vendors" count={ids.length} ticks={ticks} outcome={outcome}>
      <Button
        size="small"
        icon={FileText}
        pending={made !== null}
        disabled={ids.length > maxReports}
        onPress={() => void makeReports()}
      >
        {ids.length > maxReports ? `Report, up to ${maxReports}` : counted(ids.length, 'report')}
      </Button>
      {made === null ? null : (
        <Button size="small" icon={X} onPress={report.cancel}>
          Stop
        </Button>
      )}
      <Button size="small" icon={Mail} onPress={() => setMailing(true)}>
        Email
      </Button>
      <Button
        size="small"
        icon={BadgeCheck}
        disabled={ids.length > maxTurns}
        onPress={() => {
          ticks.clear();
          verifyInTurn(rows.map(({ vendorId }) => vendorId));
        }}
      >
        {ids.length > maxTurns ? `Verify, up to ${maxTurns}` : 'Verify licenses'}
      </Button>
      <Button size="small" icon={RefreshCw} pending={begin.pending} onPress={() => void refresh()}>
        {`Refresh ${ids.length.toLocaleString('en-US')}`}
      </Button>
      {mailing ? <MailVendors rows={rows} onClose={() => setMailing(false)} /> : null}
    </TickedBar>
  );
}
