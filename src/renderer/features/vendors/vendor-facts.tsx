import { isolated } from '#shared/foreign-text.ts';
import type { StoredVendor, VendorChange } from '#shared/ipc/vendors.ts';
import type { EnrollmentDetails } from '#shared/service/vendor-profile.ts';
import { classesOf } from '../../class-names.ts';
import { AsItCame } from '../../components/as-it-came.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { FactList, YesNo, type Fact } from '../../components/fact-list.tsx';
import { OutsideLink, webAddress } from '../../components/outside-link.tsx';
import { ServiceWord, Verbatim } from '../../components/service-word.tsx';
import { useServiceAddress } from '../../stores/service-address.ts';
import { wasBefore } from './change-labels.ts';
import styles from './vendor-page.module.css';

const cls = classesOf(styles);

/** What the vendor said when enrolling. Its job sites and tags stand at the side, with the profile's own. */
export function EnrollmentFacts({
  enrollment,
  compliance,
  latest,
}: {
  enrollment: EnrollmentDetails | null | undefined;
  /** The service's word that came with the invite; null where none did. */
  compliance: string | null;
  /** What the last fetch changed. */
  latest: VendorChange | null;
}) {
  const at = (name: string) => ({
    path: ['enrollmentDetails', name],
    was: wasBefore(latest, 'enrollmentDetails', name),
  });
  const software = enrollment?.propertyManagementSoftware ?? [];
  const facts: Fact[] = [
    {
      label: 'Compliance',
      value: compliance === null ? null : <ServiceWord word={compliance} />,
      missing: 'Not said',
    },
    { label: 'Licensed', value: <YesNo value={enrollment?.licensed} />, ...at('licensed') },
    {
      label: 'Emergency hours',
      value: <YesNo value={enrollment?.isAvailableForEmergencyHours} />,
      ...at('isAvailableForEmergencyHours'),
    },
    {
      label: 'Weekends',
      value: <YesNo value={enrollment?.isAvailableWeekends} />,
      ...at('isAvailableWeekends'),
    },
    {
      label: 'Subcontractors',
      value: <YesNo value={enrollment?.hasSubcontractors} />,
      ...at('hasSubcontractors'),
    },
    { label: 'After-hours contact', value: enrollment?.afterHoursContact, ...at('afterHoursContact') },
    { label: 'Crew size', value: enrollment?.crewSize, ...at('crewSize') },
    { label: 'Job capacity', value: enrollment?.jobCapacity, ...at('jobCapacity') },
    {
      label: 'Property software',
      value: software.map(isolated).join(', '),
      ...at('propertyManagementSoftware'),
    },
    { label: 'NAICS code', value: enrollment?.naicsCode, ...at('naicsCode') },
    { label: 'NAICS override', value: enrollment?.naicsCodeOverride, ...at('naicsCodeOverride') },
  ];
  return (
    <section aria-labelledby="vendor-enrollment">
      <h2 id="vendor-enrollment" className={cls('heading')}>
        Enrollment
      </h2>
      <AsItCame path={['enrollmentDetails']} />
      <FactList facts={facts} labelWidth={124} />
    </section>
  );
}

/** The vendor's company, and the ID by which the vendor is known. Its logo is never loaded, only named. */
export function CompanyFacts({ vendor, latest }: { vendor: StoredVendor; latest: VendorChange | null }) {
  const at = (name: string) => ({
    path: ['userCompany', name],
    was: wasBefore(latest, 'userCompany', name),
  });
  const { userCompany: company, id } = vendor.profile.value;
  const wholeAddress = useServiceAddress();
  const facts: Fact[] = [
    {
      label: 'Website',
      value: linkOrNull(company?.website, webAddress(company?.website)),
      ...at('website'),
    },
    { label: 'Employees', value: company?.numberOfEmployees, ...at('numberOfEmployees') },
    { label: 'Years in business', value: company?.numberYearsInBusiness, ...at('numberYearsInBusiness') },
    { label: 'Contact’s position', value: company?.position, ...at('position') },
    { label: 'Description', value: company?.description, ...at('description') },
    { label: 'Logo', value: linkOrNull(company?.logo, wholeAddress(company?.logo)), ...at('logo') },
    {
      label: 'Vendor ID',
      value: (
        <span className={cls('number')}>
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
    <section aria-labelledby="vendor-company">
      <h2 id="vendor-company" className={cls('heading')}>
        Company
      </h2>
      <AsItCame path={['userCompany']} />
      <FactList facts={facts} labelWidth={120} />
    </section>
  );
}

/** A web address as a link where the whole of it is known and can be opened. */
function linkOrNull(text: string | null | undefined, whole: string | null) {
  if (text == null || text.trim() === '') return null;
  return (
    <OutsideLink url={whole ?? text} icon={false}>
      {text.trim().replace(/^https:\/\//i, '')}
    </OutsideLink>
  );
}
