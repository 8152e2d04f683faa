import { CalendarPlus, Plus } from 'lucide-react';
import type { VendorLink } from '#shared/ipc/call.ts';
import type { VerificationDetail } from '#shared/ipc/verifications.ts';
import { call } from '../../bridge.ts';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ExportState, useExport } from '../../components/export-menu.tsx';
import { IconButton } from '../../components/icon-button.tsx';
import { NotRead } from '../../components/problem.tsx';
import { Page, PageBody, PageHeader } from '../../components/page.tsx';
import { StillReading } from '../../components/still-reading.tsx';
import { shortcutKeys, useShortcut } from '../../shortcuts.ts';
import { useLive } from '../../stores/live.ts';
import { navigate } from '../../stores/navigation.ts';
import { openInWalk, useDecisionWalk, WalkButtons } from './decision-walk.tsx';
import { VerificationBody } from './verification-body.tsx';

const parent = { label: 'Verifications', target: { screen: 'verifications' } } as const;

/** One verification: what was submitted, what was found, and what to do about it. */
export function VerificationPage({ entryId }: { entryId: string }) {
  const { state, reload, adopt } = useLive('verifications.get', { entryId }, [
    { event: 'entries.changed', id: entryId },
  ]);
  const walk = useDecisionWalk(entryId);
  const calendar = useExport();
  useShortcut(shortcutKeys.close, () => navigate(parent.target));
  switch (state.kind) {
    case 'loading':
      return (
        <Page>
          <PageHeader title="Verification" parent={parent} ruled />
          <StillReading />
        </Page>
      );
    case 'failed':
      return (
        <Page>
          <PageHeader title="Verification" parent={parent} ruled />
          <PageBody>
            <div className="padded-wide">
              {state.error.code === 'not_found' || state.error.code === 'bad_input' ? (
                <EmptyState
                  title="There is no such verification on this computer."
                  action={<Button onPress={() => navigate(parent.target)}>Show all</Button>}
                >
                  The link may be from another computer or another workspace.
                </EmptyState>
              ) : (
                <NotRead title="This verification could not be read." error={state.error} onRetry={reload} />
              )}
            </div>
          </PageBody>
        </Page>
      );
    case 'ready':
      return (
        <Page>
          <PageHeader
            title={getTitle(state.value)}
            subtitle={getSubtitle(state.value)}
            parent={parent}
            ruled
            actions={
              <>
                <IconButton
                  icon={CalendarPlus}
                  label="Save the expiration as a calendar file"
                  disabled={state.value.expiresOn === null || calendar.progress !== null}
                  onPress={() => void calendar.run(() => call('exports.beginCalendar', { entryId }))}
                />
                <WalkButtons walk={walk} />
                <SubmitAnother vendor={state.value.vendor} />
              </>
            }
          />
          <ExportState exporting={calendar} what="calendar" />
          <VerificationBody
            detail={state.value}
            onChanged={adopt}
            onDecided={() => openInWalk(walk.afterDecisionId)}
          />
        </Page>
      );
  }
}

function getTitle(detail: VerificationDetail): string {
  return (
    detail.licenseeName ?? detail.submitted.data.qualifiedParty ?? detail.licenseNumber ?? 'Verification'
  );
}

function getSubtitle(detail: VerificationDetail): string {
  const { licenseTradeType: trade, licenseNumber: number } = detail;
  const license = trade === null ? 'License' : `${trade} license`;
  return number === null ? license : `${license} ${number}`;
}

function SubmitAnother({ vendor }: { vendor: VendorLink | null }) {
  const query = vendor === null ? {} : { vendor: vendor.subject };
  return (
    <Button icon={Plus} onPress={() => navigate({ screen: 'verifications', path: ['new'], query })}>
      Submit another
    </Button>
  );
}
