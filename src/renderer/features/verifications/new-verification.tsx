import { toVendorId } from '#shared/onboarding/vendor-facts.ts';
import { readRefusal } from '#shared/outbox/refusal.ts';
import { AlteredNote, EditNote } from '../../components/choice-list.tsx';
import { Page, PageBody, PageHeader } from '../../components/page.tsx';
import { LoadError } from '../../components/message-block.tsx';
import { RefusalNote } from '../../components/refusal-message.tsx';
import { useFormStart } from '../../stores/drafts.ts';
import { useLive } from '../../stores/live.ts';
import { useRoute } from '../../stores/navigation.ts';
import { useWorkspace } from '../../stores/session.ts';
import { DraftNote, toDraftKey } from '../drafts/drafts.tsx';
import {
  emptyLicenseForm,
  filledFrom,
  valuesOfDraft,
  valuesOfProfile,
  valuesOfRequest,
  type LicenseFormValues,
} from './license-form-values.ts';
import { LicenseForm } from './license-form.tsx';

const parent = { label: 'Verifications', target: { screen: 'verifications' } } as const;

export function NewVerification() {
  const { query } = useRoute();
  const { vendor: vendorId = null, trade = '', state = '', edits: edited, draft: draftId = null } = query;
  const edits = edited !== undefined;
  const replaces = edited ?? query['replaces'] ?? null;
  const about = trade === '' && state === '' ? vendorId : [vendorId, trade, state].join('\n');
  const draftKey =
    edits && replaces !== null ? `edits:${replaces}` : toDraftKey({ about, replaces, draftId });
  const start = useFormStart({ kind: 'verification', key: draftKey });
  const earlier = useLive(
    'verifications.get',
    replaces === null ? undefined : { entryId: replaces },
    edits ? [{ event: 'entries.changed', id: replaces }] : [],
  );
  const profileOf = replaces === null ? toVendorId(vendorId) : null;
  const vendor = useLive('vendors.get', profileOf === null ? undefined : { vendorId: profileOf }, []);
  const usual = useWorkspace().settings.defaultVerificationType;
  const types = useLive('verifications.types', null, []);

  const corrected = earlier.value;
  const refused =
    edits || corrected?.reason?.code !== 'refused'
      ? null
      : {
          refusal: readRefusal(corrected.reason, 'verification'),
          values: valuesOfRequest(corrected.submitted, corrected.vendor),
        };

  const altered = corrected?.reason?.code === 'altered';
  const waiting =
    start.kind === 'looking' ||
    types.state.kind === 'loading' ||
    (replaces !== null && earlier.state.kind === 'loading') ||
    (profileOf !== null && vendor.state.kind === 'loading');
  const failed = [earlier, vendor].find(({ error }) => error !== null) ?? null;

  return (
    <Page>
      <PageHeader
        title={
          edits ? 'Edit verification' : replaces === null ? 'Verify a license' : 'Correct and submit again'
        }
        parent={parent}
        ruled
      />
      {waiting ? null : failed === null ? (
        <LicenseForm
          initial={start.fields === null ? startValues() : valuesOfDraft(start.fields, usual)}
          draftKey={draftKey}
          replaces={replaces}
          edits={edits}
          refused={refused}
          types={types.value ?? [usual]}
          note={
            !edits &&
            start.problem === null &&
            start.savedAt === null &&
            refused === null &&
            !altered ? null : (
              <>
                <DraftNote start={start} left="submitted" />
                {edits && corrected !== null ? <EditNote entry={corrected} kind="verification" /> : null}
                {altered ? <AlteredNote /> : null}
                {refused === null ? null : <RefusalNote what="these details" refused={refused} />}
              </>
            )
          }
        />
      ) : (
        <PageBody>
          <div className="faint small">
            <LoadError title="The details to fill in could not be read." of={failed} />
          </div>
        </PageBody>
      )}
    </Page>
  );

  function startValues(): LicenseFormValues {
    if (corrected !== null) return valuesOfRequest(corrected.submitted, corrected.vendor);
    const empty = {
      ...emptyLicenseForm,
      type: usual,
      vendorId: vendorId ?? '',
      licenseTradeType: trade,
      state,
    };
    if (vendor.value === null) return empty;
    return filledFrom(empty, valuesOfProfile(vendor.value.profile.value));
  }
}
