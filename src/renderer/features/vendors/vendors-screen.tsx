import { useEffect, type ReactNode } from 'react';
import { isAddress, showSubject } from '#shared/onboarding/vendor-facts.ts';
import { useNavigation, navigate, vendorsParent } from '../../stores/navigation.ts';
import { RequirementsScreen } from '../onboarding/requirements-screen.tsx';
import { LookUpScreen } from './look-up-screen.tsx';
import { VendorList } from './vendor-list.tsx';
import { EmptyState, NotLoaded, Problem } from '../../components/message-block.tsx';
import { Menu } from '../../components/menu.tsx';
import { Page, PageBody, PageHeader } from '../../components/page.tsx';
import { useLive } from '../../stores/live.ts';
import { VendorChecklist } from '../onboarding/vendor-checklist.tsx';
import { VendorNotes } from '../onboarding/vendor-notes.tsx';
import { newForVendor, VendorHeader } from './vendor-header.tsx';
import { VendorTabs, wasBefore } from './vendor-tabs.tsx';
import { lazyPart, lazyScreen } from '../../lazy-part.ts';
import { Search } from 'lucide-react';
import { filled, isolated } from '#shared/base/foreign-text.ts';
import type { StoredVendor, VendorChange } from '#shared/ipc/vendors.ts';
import { bindClasses } from '../../class-names.ts';
import { Button } from '../../components/button.tsx';
import { ExportState, useExport } from '../../components/export-menu.tsx';
import { OtherAnswers } from '../../components/kept-answer.tsx';
import { ValidationIssues, OtherFields } from '../../components/raw-record.tsx';
import { WithValidationIssues, AsItCame } from '../../components/as-it-came.tsx';
import { Verbatim, ServiceWord } from '../../components/service-word.tsx';
import { useAction } from '../../stores/action.ts';
import { useOffline } from '../../stores/sync.ts';
import { VendorSide } from './vendor-side.tsx';
import { ownValues, getValues, type FieldValue } from '#shared/service/vendor-fields.ts';
import { CopyButton } from '../../components/copy-button.tsx';
import { FactList, YesNo, type Fact } from '../../components/fact-list.tsx';
import { OutsideLink, webAddress } from '../../components/outside-link.tsx';
import { useServiceAddress } from '../../stores/session.ts';
import styles from './vendor-page.module.css';

const FiledDocuments = lazyPart(async () => (await import('../filing/filed-documents.tsx')).FiledDocuments);

const Figures = lazyScreen(async () => (await import('../figures/figures-screen.tsx')).FiguresScreen);
const Gate = lazyScreen(async () => (await import('../gate/gate-screen.tsx')).GateScreen);
const Letter = lazyScreen(async () => (await import('../letters/letter-screen.tsx')).LetterScreen);
const LetterTemplates = lazyScreen(
  async () => (await import('../letters/letter-templates-screen.tsx')).LetterTemplatesScreen,
);
const Week = lazyScreen(async () => (await import('../week/week-screen.tsx')).WeekScreen);

/** Vendors: all that this computer knows, what they have to have, the figures, which bring what draws the charts, or the page of one. */
export function VendorsScreen() {
  const [first, second, third] = useNavigation(({ route }) => route.path);
  switch (first) {
    case undefined:
      return <VendorList />;
    case 'look-up':
      return <LookUpScreen />;
    case 'requirements':
      return <RequirementsScreen />;
    case 'figures':
      return <Figures />;
    case 'gate':
      return <Gate />;
    case 'letter':
      return second === undefined ? <VendorList /> : <Letter subject={second} />;
    case 'letters':
      return <LetterTemplates kind={second ?? ''} language={third ?? ''} />;
    case 'week':
      return <Week />;
    default:
      return isAddress(first) ? (
        <InvitedVendor key={first} subject={first} />
      ) : (
        <VendorPage key={first} vendorId={first} />
      );
  }
}

/** An invited vendor without an ID; its page moves to the ID once known. */
function InvitedVendor({ subject }: { subject: string }) {
  const live = useLive('onboarding.vendor', { subject, site: null }, ['onboarding.changed']);
  const { state, value: vendor, reload } = live;
  const vendorId = vendor?.vendorId ?? null;
  useEffect(() => {
    if (vendorId !== null) navigate({ screen: 'vendors', path: [vendorId] }, true);
  }, [vendorId]);
  return (
    <Page>
      <PageHeader
        title={vendor?.name ?? 'Vendor'}
        subtitle={`Invited at ${showSubject(subject)}. No ID yet.`}
        parent={vendorsParent}
        ruled
        passing={state.kind === 'loading'}
        actions={<Menu label="More for this vendor" choices={newForVendor(subject)} />}
      />
      {vendor === null ? (
        <PageBody>
          {state.kind !== 'ready' ? (
            <NotLoaded title="This vendor couldn’t be loaded." of={live} />
          ) : (
            <EmptyState title="This vendor isn’t on this computer.">
              Its invite may have been canceled.
            </EmptyState>
          )}
        </PageBody>
      ) : (
        <div className="narrows scroller by-own-width">
          <VendorChecklist vendorId={subject} onRefresh={reload} />
          <div className={`${cls('notes')} ruled-below`}>
            <VendorNotes subject={subject} />
          </div>
          <FiledDocuments subject={subject} />
          <VendorTabs subject={subject} body={null} changes={null} />
        </div>
      )}
    </Page>
  );
}

const cls = bindClasses(styles);

function VendorPage({ vendorId }: { vendorId: string }) {
  const live = useLive('vendors.get', { vendorId }, [
    { event: 'vendors.changed', id: vendorId },
    'entries.changed',
  ]);
  const { state, adopt } = live;
  const isUnfetched = state.kind === 'ready' && state.value === null;
  const { value: known } = useLive(
    'onboarding.vendor',
    isUnfetched ? { subject: vendorId, site: null } : undefined,
    ['onboarding.changed'],
  );
  const lookUp = useAction('vendors.lookUp', adopt);
  const report = useExport();
  const offline = useOffline();
  const refresh = () => void lookUp.run({ vendorId });
  const checklist = <VendorChecklist vendorId={vendorId} onRefresh={refresh} />;
  if (state.kind === 'ready' && state.value !== null) {
    return (
      <Page>
        <WithValidationIssues validationIssues={state.value.profile.validationIssues}>
          <VendorHeader
            vendor={state.value}
            refreshing={lookUp.pending}
            problem={lookUp.error?.message ?? state.problem?.message ?? null}
            onRefresh={refresh}
            saving={report.progress !== null}
            onSave={(withFiles) => void report.run('exports.beginVendorReport', { vendorId, withFiles })}
          />
          <ExportState exporting={report} what="report" />
          <Profile vendor={state.value} checklist={checklist} />
        </WithValidationIssues>
      </Page>
    );
  }
  return (
    <Page>
      <PageHeader
        title={known === null || known.name === vendorId ? 'Vendor' : known.name}
        subtitle={<Verbatim>{vendorId}</Verbatim>}
        parent={vendorsParent}
        ruled
        passing={state.kind === 'loading'}
      />
      <div className={`${cls('notHere')} stack gap-16 padded-wide`}>
        {state.kind !== 'ready' ? (
          <NotLoaded title="This vendor couldn’t be loaded." of={live} />
        ) : (
          <>
            <EmptyState
              title="No profile on this computer yet."
              action={
                <Button
                  variant="primary"
                  icon={Search}
                  pending={lookUp.pending}
                  disabled={offline}
                  onPress={refresh}
                >
                  {offline ? 'Look up when online' : 'Look up now'}
                </Button>
              }
            >
              Look it up to get its profile from the service. It stays here for reading offline.
            </EmptyState>
            <Problem error={lookUp.error} />
            {checklist}
            <FiledDocuments subject={vendorId} />
            <VendorNotes subject={vendorId} />
            <OtherAnswers
              key={String(lookUp.pending)}
              question={{ kind: 'vendor', vendorId }}
              changes={{ event: 'vendors.changed', id: vendorId }}
            />
          </>
        )}
      </div>
    </Page>
  );
}

function Profile({ vendor, checklist }: { vendor: StoredVendor; checklist: ReactNode }) {
  const { value: changes } = useLive('vendors.changes', { vendorId: vendor.vendorId }, [
    { event: 'vendors.changed', id: vendor.vendorId },
  ]);
  const latest = changes?.[0] ?? null;
  const { validationIssues, others } = vendor.profile;
  return (
    <div className="scroller">
      <div className={`${cls('columns')} grid`}>
        <div className="narrows by-own-width">
          {checklist}
          <FiledDocuments subject={vendor.vendorId} />
          {validationIssues.length === 0 ? null : (
            <div className={cls('inset')}>
              <ValidationIssues validationIssues={validationIssues} />
            </div>
          )}
          <div className={`${cls('facts')} grid two-columns`}>
            <EnrollmentFacts vendor={vendor} latest={latest} />
            <CompanyFacts vendor={vendor} latest={latest} />
          </div>
          {others.length === 0 ? null : (
            <div className={cls('inset')}>
              <OtherFields fields={others} />
            </div>
          )}
          <VendorTabs subject={vendor.vendorId} body={vendor.body} changes={changes} />
        </div>
        <VendorSide vendor={vendor} />
      </div>
    </div>
  );
}

interface FactsProps {
  vendor: StoredVendor;
  latest: VendorChange | null;
}

/** What the vendor said when enrolling. Its job sites and tags stand at the side, with the profile's own. */
function EnrollmentFacts({ vendor: { profile, fromInvite }, latest }: FactsProps) {
  // The service's word that came with the invite.
  const compliance = filled(fromInvite?.complianceStatus);
  return (
    <section>
      <h2 id="vendor-enrollment" className={`${cls('heading')} size-13`}>
        Enrollment
      </h2>
      <AsItCame path={['enrollmentDetails']} />
      <FactList
        labelWidth={124}
        facts={[
          { label: 'Compliance', value: compliance === null ? null : <ServiceWord word={compliance} /> },
          ...toFacts(getValues(profile.value, 'enrollmentDetails'), latest),
        ]}
      />
    </section>
  );
}

function CompanyFacts({ vendor: { profile, vendorId }, latest }: FactsProps) {
  const id = profile.value.id ?? vendorId;
  return (
    <section>
      <h2 id="vendor-company" className={`${cls('heading')} size-13`}>
        Company
      </h2>
      <AsItCame path={['userCompany']} />
      <FactList
        labelWidth={120}
        facts={[
          ...toFacts(ownValues(profile.value), latest),
          ...toFacts(getValues(profile.value, 'userCompany'), latest),
          {
            label: 'Vendor ID',
            value: (
              <span className={`${cls('number')} within inline-row gap-4`}>
                <Verbatim>{id}</Verbatim>
                <CopyButton text={id} what="the vendor ID" />
              </span>
            ),
          },
          ...(id === vendorId ? [] : [{ label: 'Looked up as', value: <Verbatim>{vendorId}</Verbatim> }]),
        ]}
      />
    </section>
  );
}

const toFacts = (values: readonly FieldValue[], latest: VendorChange | null): Fact[] =>
  values
    .filter(({ field }) => field.shown === 'fact' || field.shown === 'page_fact')
    .map(({ field, path, value }) => ({
      label: field.label,
      value: drawn(value, field.kind),
      path,
      was: wasBefore(latest, path),
    }));

function drawn(value: unknown, kind: FieldValue['field']['kind']) {
  if (kind === 'yes_no') return <YesNo value={typeof value === 'boolean' ? value : null} />;
  if (Array.isArray(value)) return value.map((one) => isolated(String(one))).join(', ');
  if (kind !== undefined && typeof value === 'string' && value.trim() !== '')
    return <FieldLink text={value} isWhole={kind === 'link'} />;
  return typeof value === 'string' || typeof value === 'number' ? value : null;
}

/** A web address as a link where the whole of it is known and can be opened. */
function FieldLink({ text, isWhole }: { text: string; isWhole: boolean }) {
  const toWhole = useServiceAddress();
  const url = (isWhole ? webAddress(text) : toWhole(text)) ?? text;
  return (
    <OutsideLink url={url} icon={false}>
      {text.trim().replace(/^https:\/\//i, '')}
    </OutsideLink>
  );
}
