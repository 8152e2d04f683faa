import { isolated } from '#shared/base/foreign-text.ts';
import type { StoredVendor, VendorChange } from '#shared/ipc/vendors.ts';
import { ownValues, getValues, type FieldValue } from '#shared/service/vendor-fields.ts';
import type { VendorProfile } from '#shared/service/vendor-profile.ts';
import { bindClasses } from '../../class-names.ts';
import { AsItCame } from '../../components/as-it-came.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { FactList, YesNo, type Fact } from '../../components/fact-list.tsx';
import { OutsideLink, webAddress } from '../../components/outside-link.tsx';
import { ServiceWord, Verbatim } from '../../components/service-word.tsx';
import { useServiceAddress } from '../../stores/session.ts';
import { wasBefore } from './change-values.ts';
import styles from './vendor-page.module.css';

const cls = bindClasses(styles);

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
export function EnrollmentFacts({
  profile,
  compliance,
  latest,
}: {
  profile: VendorProfile;
  /** The service's word that came with the invite; null where none did. */
  compliance: string | null;
  /** What the last fetch changed. */
  latest: VendorChange | null;
}) {
  const wholeAddress = useServiceAddress();
  const facts: Fact[] = [
    {
      label: 'Compliance',
      value: compliance === null ? null : <ServiceWord word={compliance} />,
      missing: 'Not provided',
    },
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
export function CompanyFacts({ vendor, latest }: { vendor: StoredVendor; latest: VendorChange | null }) {
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
