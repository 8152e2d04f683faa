import type { StoredVendor } from '#shared/ipc/vendors.ts';
import type { EnrollmentDetails } from '#shared/service/vendor-profile.ts';
import { classesOf } from '../../class-names.ts';
import { CopyButton } from '../../components/copy-button.tsx';
import { FactList, YesNo, type Fact } from '../../components/fact-list.tsx';
import { OutsideLink } from '../../components/outside-link.tsx';
import { Verbatim } from '../../components/server-word.tsx';
import styles from './vendor-page.module.css';

const cls = classesOf(styles);

/** What the vendor said when enrolling. Its job sites and tags stand at the side, with the profile's own. */
export function EnrollmentFacts({ enrollment }: { enrollment: EnrollmentDetails | null | undefined }) {
  const software = enrollment?.propertyManagementSoftware ?? [];
  const facts: Fact[] = [
    { label: 'Licensed', value: <YesNo value={enrollment?.licensed} /> },
    { label: 'Emergency hours', value: <YesNo value={enrollment?.isAvailableForEmergencyHours} /> },
    { label: 'Weekends', value: <YesNo value={enrollment?.isAvailableWeekends} /> },
    { label: 'Subcontractors', value: <YesNo value={enrollment?.hasSubcontractors} /> },
    { label: 'After-hours contact', value: enrollment?.afterHoursContact },
    { label: 'Crew size', value: enrollment?.crewSize },
    { label: 'Job capacity', value: enrollment?.jobCapacity },
    { label: 'NAICS code', value: enrollment?.naicsCode },
    { label: 'NAICS override', value: enrollment?.naicsCodeOverride },
    { label: 'Property software', value: software.join(', ') },
  ];
  return (
    <section aria-labelledby="vendor-enrollment">
      <h2 id="vendor-enrollment" className={cls('heading')}>
        Enrollment
      </h2>
      <FactList facts={facts} labelWidth={124} />
    </section>
  );
}

/** The vendor's company, and the ID by which the vendor is known. Its logo is never loaded, only named. */
export function CompanyFacts({ vendor }: { vendor: StoredVendor }) {
  const { userCompany: company, id } = vendor.profile.value;
  const facts: Fact[] = [
    { label: 'Website', value: linkOrNull(company?.website) },
    { label: 'Employees', value: company?.numberOfEmployees },
    { label: 'Years in business', value: company?.numberYearsInBusiness },
    { label: 'Contact’s position', value: company?.position },
    { label: 'Description', value: company?.description },
    { label: 'Logo', value: linkOrNull(company?.logo) },
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
      <FactList facts={facts} labelWidth={120} />
    </section>
  );
}

/** A web address as a link where it can be opened; one without a scheme is opened as https. */
function linkOrNull(text: string | null | undefined) {
  if (text == null || text.trim() === '') return null;
  const bare = /^[a-z0-9][a-z0-9.-]*\.[a-z]{2,}([/?#].*)?$/i.test(text.trim());
  return (
    <OutsideLink url={bare ? `https://${text.trim()}` : text} icon={false}>
      {text.trim().replace(/^https:\/\//i, '')}
    </OutsideLink>
  );
}
