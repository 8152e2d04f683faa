import { CalendarPlus, Plus } from 'lucide-react';
import { countText } from '#shared/base/pluralize.ts';
import type { VendorLink } from '#shared/ipc/call.ts';
import type { VerificationDetail } from '#shared/ipc/verifications.ts';
import { Button, IconButton, StepButtons } from '../../components/button.tsx';
import { EmptyState, LoadError, StillReading } from '../../components/message-block.tsx';
import { ExportState, useExport } from '../../components/export-menu.tsx';
import { Page, PageBody, PageHeader } from '../../components/page.tsx';
import { shortcutKeys, useShortcut } from '../../shortcuts.ts';
import { useLive } from '../../stores/live.ts';
import { navigate } from '../../stores/navigation.ts';
import { VerificationBody } from './verification-body.tsx';

const parent = { label: 'Verifications', target: { screen: 'verifications' } } as const;

export function VerificationPage({ entryId }: { entryId: string }) {
  const live = useLive('verifications.get', { entryId }, [{ event: 'entries.changed', id: entryId }]);
  const { state, adopt } = live;
  const detail = state.kind === 'ready' ? state.value : null;
  const walk = useDecisionWalk(entryId);
  const calendar = useExport();
  useShortcut(shortcutKeys.close, () => navigate(parent.target));
  return (
    <Page>
      <PageHeader
        title={detail === null ? 'Verification' : getTitle(detail)}
        parent={parent}
        ruled
        {...(detail !== null && {
          subtitle: getSubtitle(detail),
          actions: (
            <>
              <IconButton
                icon={CalendarPlus}
                label="Save the expiration as a calendar file"
                disabled={detail.expiresOn === null || calendar.progress !== null}
                onPress={() => void calendar.run('exports.beginCalendar', { entryId })}
              />
              <WalkButtons walk={walk} />
              <Button icon={Plus} onPress={() => submitAnother(detail.vendor)}>
                Submit another
              </Button>
            </>
          ),
        })}
      />
      {state.kind === 'loading' ? (
        <StillReading />
      ) : state.kind === 'failed' ? (
        <PageBody>
          <div className="padded-wide">
            {state.error.code === 'not_found' || state.error.code === 'bad_input' ? (
              <EmptyState
                title="There is no such verification on this computer."
                action={<Button to={parent.target}>Show all</Button>}
              >
                The link may be from another computer or another workspace.
              </EmptyState>
            ) : (
              <LoadError title="This verification could not be read." of={live} />
            )}
          </div>
        </PageBody>
      ) : (
        <>
          <ExportState exporting={calendar} what="calendar" />
          <VerificationBody
            detail={state.value}
            onChanged={adopt}
            onDecided={() => openInWalk(walk.afterDecisionId)}
          />
        </>
      )}
    </Page>
  );
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

function submitAnother(vendor: VendorLink | null): void {
  const query = vendor === null ? {} : { vendor: vendor.subject };
  navigate({ screen: 'verifications', path: ['new'], query });
}

/** The most verifications in the walk at once; more follow as the first are decided. */
const maxWalked = 200;

/** Reads the walk around an open verification (docs/decisions/keyboard-and-everyone.md). */
function useDecisionWalk(entryId: string) {
  const { value } = useLive('verifications.page', { tab: 'to_decide', limit: maxWalked }, [
    'entries.changed',
  ]);
  const { rows, total } = value ?? { rows: [], total: null };
  const at = rows.findIndex((row) => row.entryId === entryId);
  const nextId = rows[at + 1]?.entryId ?? null;
  const otherId = rows.find((row) => row.entryId !== entryId)?.entryId ?? null;
  return {
    total,
    /** Which of them is open, from 1; null where the open one needs no decision. */
    place: at === -1 ? null : at + 1,
    previousId: rows[at - 1]?.entryId ?? null,
    nextId,
    /** The one to open after a decision: the next, else the first that was skipped; null after the last. */
    afterDecisionId: at === -1 ? null : (nextId ?? otherId),
  };
}

function openInWalk(entryId: string | null): void {
  if (entryId !== null) navigate({ screen: 'verifications', path: [entryId] });
}

function WalkButtons({ walk }: { walk: ReturnType<typeof useDecisionWalk> }) {
  const { total, place, previousId, nextId } = walk;
  useShortcut(shortcutKeys.previous, () => openInWalk(previousId));
  useShortcut(shortcutKeys.next, () => openInWalk(nextId));
  if (total === null) return null;
  return (
    <>
      <span className="faint-figure">
        {total === 0
          ? 'None left to decide'
          : place === null
            ? `${countText(total)} to decide`
            : `${countText(place)} of ${countText(total)} to decide`}
      </span>
      {total === 0 ? null : (
        <StepButtons
          of="to decide"
          previous={previousId === null ? null : () => openInWalk(previousId)}
          next={nextId === null ? null : () => openInWalk(nextId)}
        />
      )}
    </>
  );
}
