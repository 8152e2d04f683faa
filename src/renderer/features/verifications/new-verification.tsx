import { Button } from '../../components/button.tsx';
import { MessageBlock } from '../../components/message-block.tsx';
import { Page, PageBody, PageHeader } from '../../components/page.tsx';
import { useLive } from '../../stores/live.ts';
import {
  emptyLicenseForm,
  filledFrom,
  valuesOfProfile,
  valuesOfRequest,
  type LicenseFormValues,
} from './license-form-values.ts';
import { LicenseForm } from './license-form.tsx';
import styles from './license-form.module.css';
import { classesOf } from '../../class-names.ts';

const cls = classesOf(styles);
const parent = { label: 'Verifications', target: { screen: 'verifications' } } as const;

/** A new licence check: empty, filled from a vendor's profile, or with what an earlier one submitted. */
export function NewVerification({
  vendorId,
  replaces,
}: {
  vendorId: string | null;
  replaces: string | null;
}) {
  const earlier = useLive('verifications.get', replaces === null ? undefined : { entryId: replaces }, []);
  const vendor = useLive(
    'vendors.get',
    vendorId === null || replaces !== null ? undefined : { vendorId },
    [],
  );
  const types = useLive('verifications.types', null, []);
  const suggestions = types.state.kind === 'ready' ? types.state.value : ['license'];

  const waiting =
    types.state.kind === 'loading' ||
    (replaces !== null && earlier.state.kind === 'loading') ||
    (replaces === null && vendorId !== null && vendor.state.kind === 'loading');
  const problem =
    replaces !== null && earlier.state.kind === 'failed'
      ? earlier.state.error
      : vendor.state.kind === 'failed'
        ? vendor.state.error
        : null;

  return (
    <Page>
      <PageHeader
        title={replaces === null ? 'Check a licence' : 'Correct and submit again'}
        parent={parent}
        ruled
      />
      {waiting ? null : problem === null ? (
        <LicenseForm initial={startValues()} replaces={replaces} types={suggestions} />
      ) : (
        <PageBody>
          <div className={cls('aside')}>
            <MessageBlock
              tone="neg"
              title="What the form is filled from could not be read."
              actions={
                <Button onPress={replaces === null ? vendor.reload : earlier.reload}>Try again</Button>
              }
            >
              {problem.message}
            </MessageBlock>
          </div>
        </PageBody>
      )}
    </Page>
  );

  function startValues(): LicenseFormValues {
    if (replaces !== null && earlier.state.kind === 'ready') {
      return valuesOfRequest(earlier.state.value.submitted, earlier.state.value.vendorId);
    }
    const empty = { ...emptyLicenseForm, type: suggestions[0] ?? 'license', vendorId: vendorId ?? '' };
    if (vendor.state.kind !== 'ready' || vendor.state.value === null || vendorId === null) return empty;
    return filledFrom(empty, valuesOfProfile(vendor.state.value.profile.value));
  }
}
