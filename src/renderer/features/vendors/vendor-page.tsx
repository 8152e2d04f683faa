import { Search } from 'lucide-react';
import type { ReactNode } from 'react';
import { filled, isolated } from '#shared/base/foreign-text.ts';
import type { StoredVendor, VendorChange } from '#shared/ipc/vendors.ts';
import { call } from '../../bridge.ts';
import { bindClasses } from '../../class-names.ts';
import { WithValidationIssues, AsItCame } from '../../components/as-it-came.tsx';
import { Button } from '../../components/button.tsx';
import { EmptyState, LoadError, Problem, StillReading } from '../../components/message-block.tsx';
import { ExportState, useExport } from '../../components/export-menu.tsx';
import { OtherAnswers } from '../../components/kept-answer.tsx';
import { Page, PageHeader } from '../../components/page.tsx';
import { ValidationIssues, OtherFields } from '../../components/raw-record.tsx';
import { Verbatim, ServiceWord } from '../../components/service-word.tsx';
import { useAction } from '../../stores/action.ts';
import { useLive } from '../../stores/live.ts';
import { useOffline } from '../../stores/sync.ts';
import { VendorChecklist } from '../onboarding/vendor-checklist.tsx';
import { VendorHeader } from './vendor-header.tsx';
import { ServiceSays, Services } from './vendor-services.tsx';
import { VendorLocation } from './vendor-location.tsx';
import styles from './vendor-page.module.css';
import { wasBefore } from './change-values.ts';
import { VendorTabs } from './vendor-tabs.tsx';
import { JobSites, MinorityTags } from './shared-lists.tsx';
import { ownValues, getValues, type FieldValue } from '#shared/service/vendor-fields.ts';
import type { VendorProfile } from '#shared/service/vendor-profile.ts';
import { CopyButton } from '../../components/copy-button.tsx';
import { FactList, YesNo, type Fact } from '../../components/fact-list.tsx';
import { OutsideLink, webAddress } from '../../components/outside-link.tsx';
import { useServiceAddress } from '../../stores/session.ts';

const cls = bindClasses(styles);

/** The profile of a vendor as kept on this computer, with all that the service says of it. */
export function VendorPage({ vendorId }: { vendorId: string }) {
  const kept = useLive('vendors.get', { vendorId }, [
    { event: 'vendors.changed', id: vendorId },
    { event: 'entries.changed', id: null },
  ]);
  const lookUp = useAction('vendors.lookUp');
  const report = useExport();

  async function refresh(): Promise<void> {
    const result = await lookUp.run({ vendorId });
    if (result.ok) kept.adopt(result.value);
  }

  const { state } = kept;
  if (state.kind === 'loading') {
    return (
      <NotHere vendorId={vendorId} passing>
        <StillReading />
      </NotHere>
    );
  }
  if (state.kind === 'failed') {
    return (
      <NotHere vendorId={vendorId}>
        <LoadError title="This vendor couldn’t be loaded." error={state.error} onRetry={kept.reload} />
      </NotHere>
    );
  }
  if (state.value === null) {
    return (
      <NotHere vendorId={vendorId}>
        <NeverLookedUp
          pending={lookUp.pending}
          problem={lookUp.error?.message ?? null}
          onLookUp={() => void refresh()}
        />
        <VendorChecklist vendorId={vendorId} onRefresh={() => void refresh()} />
        <OtherAnswers
          key={String(lookUp.pending)}
          question={{ kind: 'vendor', vendorId }}
          changes={{ event: 'vendors.changed', id: vendorId }}
        />
      </NotHere>
    );
  }
  return (
    <Page>
      <WithValidationIssues validationIssues={state.value.profile.validationIssues}>
        <VendorHeader
          vendor={state.value}
          refreshing={lookUp.pending}
          problem={lookUp.error?.message ?? state.problem?.message ?? null}
          onRefresh={() => void refresh()}
          saving={report.progress !== null}
          onSave={() => void report.run(() => call('exports.beginVendorReport', { vendorId }))}
        />
        <ExportState exporting={report} what="report" />
        <Profile
          vendor={state.value}
          checklist={<VendorChecklist vendorId={vendorId} onRefresh={() => void refresh()} />}
        />
      </WithValidationIssues>
    </Page>
  );
}

function Profile({ vendor, checklist }: { vendor: StoredVendor; checklist: ReactNode }) {
  const { state } = useLive('vendors.changes', { vendorId: vendor.vendorId }, [
    { event: 'vendors.changed', id: vendor.vendorId },
  ]);
  const changes = state.kind === 'ready' ? state.value : null;
  const latest = changes?.[0] ?? null;
  const { value, validationIssues, others } = vendor.profile;
  return (
    <div className="scroller">
      <div className={`${cls('columns')} grid`}>
        <div className="narrows by-own-width">
          {checklist}
          {validationIssues.length === 0 ? null : (
            <div className={cls('inset')}>
              <ValidationIssues validationIssues={validationIssues} />
            </div>
          )}
          <div className={`${cls('facts')} grid two-columns`}>
            <EnrollmentFacts
              profile={value}
              compliance={filled(vendor.fromInvite?.complianceStatus)}
              latest={latest}
            />
            <CompanyFacts vendor={vendor} latest={latest} />
          </div>
          {others.length === 0 ? null : (
            <div className={cls('inset')}>
              <OtherFields fields={others} />
            </div>
          )}
          <VendorTabs subject={vendor.vendorId} body={vendor.body} changes={changes} />
        </div>
        <aside
          className={`${cls('side')} subtle edge-left`}
          aria-label="Services, location, job sites and tags"
        >
          <ServiceSays fromInvite={vendor.fromInvite} />
          <Services profile={vendor.profile} />
          <VendorLocation location={value.location} />
          <JobSites own={value.jobSites} enrolled={value.enrollmentDetails?.jobSites} />
          <MinorityTags own={value.minorityTags} enrolled={value.enrollmentDetails?.minorityTags} />
        </aside>
      </div>
    </div>
  );
}

function NotHere({
  vendorId,
  passing = false,
  children,
}: {
  vendorId: string;
  passing?: boolean;
  children: ReactNode;
}) {
  return (
    <Page>
      <PageHeader
        title="Vendor"
        subtitle={<Verbatim>{vendorId}</Verbatim>}
        parent={{ label: 'Vendors', target: { screen: 'vendors' } }}
        ruled
        passing={passing}
      />
      <div className={`${cls('notHere')} stack gap-16 padded-wide`}>{children}</div>
    </Page>
  );
}

function NeverLookedUp({
  pending,
  problem,
  onLookUp,
}: {
  pending: boolean;
  problem: string | null;
  onLookUp: () => void;
}) {
  const offline = useOffline();
  return (
    <>
      <EmptyState
        title="No profile on this computer yet."
        action={
          <Button variant="primary" icon={Search} pending={pending} disabled={offline} onPress={onLookUp}>
            {offline ? 'Look up when online' : 'Look up now'}
          </Button>
        }
      >
        Look it up to get its profile from the service. It stays here for reading offline.
      </EmptyState>
      <Problem error={problem} />
    </>
  );
}

function toFacts(values: readonly FieldValue[], latest: VendorChange | null, whole: WholeAddress): Fact[] {
  return values
    .filter(({ field }) => field.shown === 'fact' || field.shown === 'page_fact')
    .map(({ field, path, value }) => ({
      label: field.label,
      value: drawn(value, field.kind, whole),
      path,
      was: wasBefore(latest, path),
    }));
}

type WholeAddress = ReturnType<typeof useServiceAddress>;

function drawn(value: unknown, kind: FieldValue['field']['kind'], whole: WholeAddress) {
  if (kind === 'yes_no') return <YesNo value={typeof value === 'boolean' ? value : null} />;
  if (kind !== undefined)
    return typeof value === 'string'
      ? linkOrNull(value, kind === 'link' ? webAddress(value) : whole(value))
      : null;
  if (Array.isArray(value)) return value.map((one) => isolated(String(one))).join(', ');
  return typeof value === 'string' || typeof value === 'number' ? value : null;
}

/** What the vendor said when enrolling. Its job sites and tags stand at the side, with the profile's own. */
function EnrollmentFacts({
  profile,
  compliance,
  latest,
}: {
  profile: VendorProfile;
  /** The service's word that came with the invite; null where none did. */
  compliance: string | null;
  latest: VendorChange | null;
}) {
  const wholeAddress = useServiceAddress();
  const facts: Fact[] = [
    { label: 'Compliance', value: compliance === null ? null : <ServiceWord word={compliance} /> },
    ...toFacts(getValues(profile, 'enrollmentDetails'), latest, wholeAddress),
  ];
  return (
    <section>
      <h2 id="vendor-enrollment" className={`${cls('heading')} size-13`}>
        Enrollment
      </h2>
      <AsItCame path={['enrollmentDetails']} />
      <FactList facts={facts} labelWidth={124} />
    </section>
  );
}

/** The vendor's company, and the ID by which the vendor is known. Its logo is never loaded, only named. */
function CompanyFacts({ vendor, latest }: { vendor: StoredVendor; latest: VendorChange | null }) {
  const profile = vendor.profile.value;
  const { id } = profile;
  const wholeAddress = useServiceAddress();
  const facts: Fact[] = [
    ...toFacts(ownValues(profile), latest, wholeAddress),
    ...toFacts(getValues(profile, 'userCompany'), latest, wholeAddress),
    {
      label: 'Vendor ID',
      value: (
        <span className={`${cls('number')} within inline-row gap-4`}>
          <Verbatim>{id ?? vendor.vendorId}</Verbatim>
          <CopyButton text={id ?? vendor.vendorId} what="the vendor ID" />
        </span>
      ),
    },
    ...(id == null || id === vendor.vendorId
      ? []
      : [{ label: 'Looked up as', value: <Verbatim>{vendor.vendorId}</Verbatim> }]),
  ];
  return (
    <section>
      <h2 id="vendor-company" className={`${cls('heading')} size-13`}>
        Company
      </h2>
      <AsItCame path={['userCompany']} />
      <FactList facts={facts} labelWidth={120} />
    </section>
  );
}

/** A web address as a link where the whole of it is known and can be opened. */
function linkOrNull(text: string, whole: string | null) {
  if (text.trim() === '') return null;
  return (
    <OutsideLink url={whole ?? text} icon={false}>
      {text.trim().replace(/^https:\/\//i, '')}
    </OutsideLink>
  );
}
