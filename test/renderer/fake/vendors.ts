import { readResource } from '#shared/service/reading.ts';
import { vendorProfile } from '#shared/service/vendor-profile.ts';
import type { StoredVendor, VendorRow } from '#shared/ipc/vendors.ts';
import { at, fail, ok, pageFrom, type Handlers } from './core.ts';
import { documentRows } from './documents.ts';
import { inviteRows } from './invites.ts';
import type { Situation } from './situation.ts';
import { verificationRows } from './verifications.ts';

/** The profile of the mockup as the service sends it, with a field that nobody described and one of another type. */
export const brightwater = {
  id: '48213',
  email: 'rosa@brightwater.example.com',
  firstName: 'Rosa',
  lastName: 'Delgado',
  companyName: 'Brightwater Plumbing & Drain LLC',
  phoneNumber: '(510) 555-0123',
  jobTitle: 'Operations lead',
  jobSites: ['Riverside Lofts', 'Pier 40 Lofts', 'Mission Bay Court', 'Cedar Terrace'],
  minorityTags: ['Woman-owned', 'Hispanic-owned'],
  services: [
    { id: 11, title: 'Plumbing', icon: 'wrench', specialties: { id: 111, title: 'Backflow testing' } },
    { id: 12, title: 'Drain and sewer', icon: 'pipe', specialties: { id: 112, title: 'Hydro jetting' } },
  ],
  specialties: [
    { id: 113, title: 'Leak detection' },
    { id: 114, title: 'Gas line repair' },
  ],
  enrollmentDetails: {
    naicsCode: 238220,
    naicsCodeOverride: null,
    jobSites: ['Riverside Lofts', 'Pier 40 Lofts'],
    afterHoursContact: '(510) 555-0177',
    hasSubcontractors: false,
    isAvailableForEmergencyHours: true,
    licensed: true,
    isAvailableWeekends: false,
    minorityTags: ['Woman-owned'],
    propertyManagementSoftware: ['Yardside', 'RentLedger'],
    jobCapacity: 6,
    crewSize: 14,
  },
  userCompany: {
    logo: 'https://brightwater.example.com/logo.png',
    position: 'Owner',
    description: 'Residential and light commercial plumbing for apartment buildings around the bay.',
    website: 'brightwater.example.com',
    numberOfEmployees: 22,
    numberYearsInBusiness: '11',
  },
  location: {
    building: 'Jack’s Wharf Building',
    street: '2210 Embarcadero West',
    streetAddressLine2: 'Suite 4',
    postalCode: '94607',
    cityName: 'Oakland',
    stateCode: 'CA',
    lat: 37.8026,
    lng: -122.2852,
  },
};

/** A profile as it is kept. */
export function fetched(json: unknown): Pick<StoredVendor, 'profile' | 'body' | 'fetchedAt'> {
  const profile = readResource(vendorProfile, json);
  if (profile === null) throw new Error('The made-up profile is a JSON object.');
  return { profile, body: JSON.stringify(json), fetchedAt: Date.now() };
}

const others: [id: string, company: string, contact: string, city: string, days: number][] = [
  ['48190', 'Tidewater HVAC Services', 'Omar Haddad', 'Alameda', 0],
  ['48177', 'Stonebridge Masonry', 'Peter Vance', 'Berkeley', 1],
  ['48102', 'Copperline Elevator', 'Greta Nowak', 'San Leandro', 9],
  ['47990', 'Sable Fire Protection', 'Janelle Brooks', 'Oakland', 12],
  ['47811', 'Alder & Pine Landscaping', 'Marcus Lindqvist', 'Richmond', 40],
  ['47650', 'Quayside Painting', 'Hannah Cho', 'Emeryville', 88],
];

function getProfile([id, companyName, contact, cityName]: (typeof others)[number]): object {
  const [firstName, lastName] = contact.split(' ');
  return {
    id,
    companyName,
    firstName,
    lastName,
    email: `${(firstName ?? '').toLowerCase()}@${(companyName.split(' ')[0] ?? '').toLowerCase()}.example.com`,
    services: [{ id: 1, title: companyName.split(' ').at(-1) }],
    location: { cityName, stateCode: 'CA' },
    enrollmentDetails: { licensed: Number(id) % 3 === 0 ? true : null },
  };
}

/** The vendors kept on this computer. */
export function storedVendors(): StoredVendor[] {
  const invite = inviteRows.find((row) => row.companyName === 'Tidewater HVAC Services');
  const fromInvite = {
    entryId: invite?.entryId ?? '',
    complianceStatus: 'PENDING_REVIEW',
    vendorStatus: 'invited',
    at: at('11:20', 7),
  };
  return [
    { vendorId: '48213', ...fetched(brightwater), fetchedAt: at('09:12', 3), fromInvite },
    ...others.map((other): StoredVendor => ({
      vendorId: other[0],
      ...fetched(getProfile(other)),
      fetchedAt: at('09:12', other[4]),
      fromInvite: null,
    })),
  ];
}

function toRow({ vendorId, profile: { value }, fetchedAt, fromInvite }: StoredVendor): VendorRow {
  return {
    vendorId,
    companyName: value.companyName ?? null,
    contactName: `${value.firstName ?? ''} ${value.lastName ?? ''}`.trim(),
    email: value.email ?? null,
    phoneNumber: value.phoneNumber ?? null,
    cityName: value.location?.cityName ?? null,
    stateCode: value.location?.stateCode ?? null,
    services: (value.services ?? []).map((service) => service.title ?? ''),
    licensed: value.enrollmentDetails?.licensed ?? null,
    complianceStatus: fromInvite?.complianceStatus ?? null,
    fetchedAt,
  };
}

const columnText: Record<string, (row: VendorRow) => string | null> = {
  company: (row) => row.companyName,
  contact: (row) => row.contactName,
  city: (row) => row.cityName,
  state: (row) => row.stateCode,
  compliance: (row) => row.complianceStatus,
  licensed: ({ licensed }) => (licensed === null ? null : licensed ? 'yes' : 'no'),
};

/** Vendors, kept on this computer; looking one up asks the service. */
export function fakeVendors(situation: Situation): Handlers {
  const vendors = situation === 'empty' ? [] : storedVendors();
  return {
    'vendors.page': (request) => {
      if (situation === 'failing') return fail('storage', 'The stored data could not be read.');
      const search = (request.search ?? '').toLowerCase();
      const rows = vendors
        .map(toRow)
        .filter((row) => JSON.stringify(row).toLowerCase().includes(search))
        .filter((row) =>
          Object.entries(request.where ?? {}).every(([column, filter]) => {
            const shown = (columnText[column]?.(row) ?? '').toLowerCase();
            if (filter.kind === 'is') return shown === filter.value;
            return filter.kind !== 'begins' || shown.startsWith(filter.value.toLowerCase());
          }),
        );
      const text = columnText[request.sort ?? 'company'] ?? columnText['company'];
      const sorted =
        request.sort === 'fetched'
          ? rows.toSorted((one, other) => one.fetchedAt - other.fetchedAt)
          : rows.toSorted((one, other) => (text?.(one) ?? '').localeCompare(text?.(other) ?? ''));
      return pageFrom(request.descending === true ? sorted.toReversed() : sorted, request);
    },
    'lists.values': ({ list, column }) => {
      const text = list === 'vendors' ? columnText[column] : undefined;
      const words = text === undefined ? [] : vendors.map((one) => text(toRow(one)) ?? '');
      const given = words.filter((word) => word !== '');
      return ok(
        [...Map.groupBy(given, (word) => word.toLowerCase())].map(([value, all]) => ({
          value,
          label: all[0] ?? value,
          count: all.length,
        })),
      );
    },
    'vendors.changes': ({ vendorId }) =>
      ok(
        vendorId !== '48213'
          ? []
          : [
              {
                at: at('09:12', 3),
                previousAt: at('10:40', 21),
                fields: [
                  { path: ['phoneNumber'], before: '(510) 555-0100', after: '(510) 555-0123' },
                  { path: ['enrollmentDetails', 'crewSize'], before: 12, after: 14 },
                  {
                    path: ['minorityTags'],
                    before: ['Woman-owned'],
                    after: ['Woman-owned', 'Hispanic-owned'],
                  },
                  { path: ['location', 'streetAddressLine2'], after: 'Suite 4' },
                ],
              },
            ],
      ),
    'vendors.get': ({ vendorId }) => ok(vendors.find((one) => one.vendorId === vendorId) ?? null),
    'vendors.lookUp': ({ vendorId }) => {
      if (situation === 'offline')
        return fail('unreachable', 'Could not reach the service. Try again later.');
      if (situation === 'signed_out') {
        return fail(
          'signed_out',
          'The service did not accept the token. Sign in with a new one and try again.',
        );
      }
      const vendor = vendors.find((one) => one.vendorId === vendorId);
      return vendor === undefined
        ? fail('not_found', 'The service has no vendor with this ID.')
        : ok({ ...vendor, fetchedAt: Date.now() });
    },
    'vendors.related': ({ vendorId }) => {
      if (vendorId !== '48213') return ok({ invites: [], verifications: [], documents: [] });
      return ok({
        invites: inviteRows.slice(9, 10),
        verifications: verificationRows.filter((row) => row.licenseeName?.startsWith('Brightwater') === true),
        documents: documentRows.slice(0, 2),
      });
    },
  };
}
