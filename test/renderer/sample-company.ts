import { z } from 'zod';
import type { VendorInvitation } from '#shared/service/vendor-invitation.ts';
import type { SubmittedLicenseDetails } from '#shared/service/verification.ts';
import type { CoreBridge } from './core-bridge.ts';
import { createFakeService, json, type FakeService, type ServiceReply } from './fake-service.ts';

export const sampleAddress = 'https://harborlane.example.com';
export const sampleName = 'Harbor Lane Homes';

const hour = 60 * 60 * 1000;
export const dayMs = 24 * hour;

/** An id that is a UUID and tells which one it is. */
export function toId(family: number, number: number): string {
  return `${String(family).padStart(8, '0')}-0000-4000-8000-${String(number).padStart(12, '0')}`;
}

/** A day so many days from now, as 2026-06-09. */
export function dayAhead(days: number): string {
  const day = new Date(Date.now() + days * dayMs);
  const two = (part: number) => String(part).padStart(2, '0');
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}

/** The vendor that has most to show, as the service sends it. */
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

/** The same vendor at an earlier time. */
const earlierBrightwater = {
  ...brightwater,
  phoneNumber: '(510) 555-0100',
  minorityTags: ['Woman-owned'],
  enrollmentDetails: { ...brightwater.enrollmentDetails, crewSize: 12 },
  location: { ...brightwater.location, streetAddressLine2: undefined },
};

/** Each of the other vendors, and how many days ago it was looked up. */
const otherVendors: [id: string, company: string, contact: string, city: string, daysAgo: number][] = [
  ['47650', 'Quayside Painting', 'Hannah Cho', 'Emeryville', 88],
  ['47811', 'Alder & Pine Landscaping', 'Marcus Lindqvist', 'Richmond', 40],
  ['47990', 'Sable Fire Protection', 'Janelle Brooks', 'Oakland', 12],
  ['48102', 'Copperline Elevator', 'Greta Nowak', 'San Leandro', 9],
  ['48177', 'Stonebridge Masonry', 'Peter Vance', 'Berkeley', 2],
  ['48190', 'Tidewater HVAC Services', 'Omar Haddad', 'Alameda', 1],
];

function toProfile([id, companyName, contact, cityName]: (typeof otherVendors)[number]): object {
  const [firstName = '', lastName] = contact.split(' ');
  return {
    id,
    companyName,
    firstName,
    lastName,
    email: toEmail(contact, companyName),
    services: [{ id: 1, title: companyName.split(' ').at(-1) }],
    location: { cityName, stateCode: 'CA' },
    enrollmentDetails: { licensed: Number(id) % 3 === 0 ? true : null },
  };
}

function toEmail(contact: string, company: string): string {
  const [first = contact] = contact.split(' ');
  const [word = company] = company.split(' ');
  return `${first.toLowerCase()}@${word.toLowerCase()}.example.com`;
}

const lost: ServiceReply = { noAnswer: 'ECONNRESET' };
const refused = (message: string): ServiceReply => json({ message }, 422);

/** An answer to an invite, with a checklist. */
function invited(complianceStatus: string | null): ServiceReply {
  const item = (type: string, documentId: number, status: string, more: object) => ({
    type,
    documentId,
    documentURL: `${sampleAddress}/documents/${documentId}`,
    status,
    ...more,
  });
  return json(
    {
      vendorURL: `${sampleAddress}/vendors/48213`,
      id: 88,
      complianceStatus,
      vendorStatus: 'invited',
      lastComplianceUpdate: '2026-06-09T10:00:00Z',
      lastComplianceRefresh: '2026-06-08T06:00:00Z',
      metadata: { region: 'west', invitedBy: 'office' },
      checklist: [
        item('W-9', 88207, 'accepted', { compliant: true }),
        item('Vendor agreement', 88202, 'signed', { compliant: true }),
        item('General liability', 88211, 'in_review', {}),
        item('Workers’ compensation', 88213, 'EXPIRED', {
          compliant: false,
          errorMessages: ['Policy ended May 31, 2026.', `Holder must read “${sampleName} LP”.`],
        }),
        item('Trade license', 88209, 'needs_doc', {
          compliant: false,
          errorMessages: ['Qualified party not named on the copy.'],
        }),
      ],
    },
    201,
  );
}

type Invite = [contact: string, company: string, daysAgo: number, reply: ServiceReply];

/** Invites, the oldest first. Behind `canceled` the queue is paused until it has been canceled. */
const invites: Invite[] = [
  ...Array.from({ length: 129 }, (_none, index): Invite => {
    const number = 148 - index;
    return [`Contact-${number}`, `Vendor-${number}`, 60 - Math.floor(index / 4), invited('compliant')];
  }),
  ['Rita Solano', 'Pier Nine Paving', 8, invited('7 - hold')],
  ['Marcus Lindqvist', 'Alder & Pine Landscaping', 7, invited('docs requested')],
  ['Janelle Brooks', 'Sable Fire Protection', 6, invited('EXPIRING_SOON')],
  ['Peter Vance', 'Stonebridge Masonry', 6, invited('non-compliant')],
  ['Amara Nwosu', 'Larkspur Janitorial', 5, lost],
  ['Luis Ferreira', 'Meridian Glass & Door', 4, invited('compliant')],
  ['Greta Nowak', 'Copperline Elevator', 4, invited('compliant')],
  ['Ines Duarte', 'Lumen Sign & Light', 3, json({ message: 'Bad gateway' }, 502)],
  ['Omar Haddad', 'Tidewater HVAC Services', 3, invited('PENDING_REVIEW')],
  ['Carla Montes', 'Fernhill Pool & Spa', 2, lost],
  ['Tom Okafor', 'Kestrel Roofing Co.', 2, lost],
  ['Yuki Tanabe', 'Bluff Street Locksmiths', 2, refused('vendor already invited')],
  ['Dale Hutchins', 'Ironwood Pest Control', 1, refused('email is invalid')],
  ['Hannah Cho', 'Quayside Painting', 1, invited('awaiting_broker')],
];

/** How an invite to somebody is filled in. */
export function toInvitation(contact: string, company: string): VendorInvitation {
  const [firstName = '', lastName = ''] = contact.split(' ');
  const vendor = { email: toEmail(contact, company), firstName, lastName, companyName: company };
  return {
    inviteMessage: `Hi ${firstName}, please join our vendor list so we can book the Riverside work.`,
    ...(company === 'Copperline Elevator' ? { vendorId: '48102' } : {}),
    vendor: { ...vendor, phoneNumber: '(510) 555-0100' },
  };
}

const brightwaterLicense: SubmittedLicenseDetails = {
  licenseTradeType: 'C-36 Plumbing',
  licenseNumber: '1048827',
  qualifiedParty: 'Rosa M. Delgado',
  licenseeName: 'Brightwater Plumbing & Drain LLC',
  licenseeAddress: '2210 Embarcadero West, Suite 4, Oakland, CA 94607',
  locationWhereLicenseIsValid: { state: 'CA', county: 'Alameda', city: 'Oakland', zipCode: '94607' },
  serviceType: 'Plumbing',
  effectiveDate: '2019-03-14',
  expiryDate: '2097-03-31',
};

const brightwaterFound = {
  ...brightwaterLicense,
  qualifiedParty: 'Rosa Elena Vidal Delgado',
  licenseeName: 'Brightwater Plumbing & Drain, Inc.',
  licenseeAddress: '2210 Embarcadero W Ste 4, Oakland CA 94607',
  locationWhereLicenseIsValid: { state: 'CA' },
  expiryDate: '06/30/2096',
  verifyingWebsite: 'https://licenses.board.example.com/check',
  isMatch: false,
};

/** A license that was submitted: what was said to it, and the result. `id` is null where it got none. */
interface License {
  submitted: SubmittedLicenseDetails;
  daysAgo: number;
  reply: ServiceReply | null;
  result: object;
}

const verified = (response: object) => ({ status: 'verified', isVerified: true, response });
const inReview = (response: object) => ({
  status: 'manual_review',
  isVerified: true,
  response: { ...response, isMatch: false },
});

function license(
  licenseeName: string,
  licenseTradeType: string,
  licenseNumber: string,
  part: Partial<License> & { expiryDate?: string; found?: string } = {},
): License {
  const { expiryDate = '2096-11-30', found, ...more } = part;
  const submitted = { licenseeName, licenseTradeType, licenseNumber, expiryDate };
  const result =
    found === undefined
      ? verified({ ...submitted, isMatch: true })
      : inReview({ ...submitted, licenseNumber: found });
  return { submitted, daysAgo: 3, reply: null, result, ...more };
}

const unknownNumber = json(
  { message: 'Not valid', errors: { 'data.licenseNumber': ['licenseNumber is not known'] } },
  422,
);

/** Licenses, the oldest first. */
const licenses: License[] = [
  license('Larkspur Janitorial', 'Janitorial', '0411026', { daysAgo: 20, expiryDate: dayAhead(26) }),
  license('Meridian Glass & Door', 'Glazing', '0411020', { daysAgo: 20, expiryDate: dayAhead(20) }),
  license('Alder & Pine Landscaping', 'Landscape', '0411015', { daysAgo: 20, expiryDate: dayAhead(14) }),
  license('Tidewater HVAC Services', 'Mechanical', '0411014', { daysAgo: 20, expiryDate: dayAhead(14) }),
  license('Copperline Elevator', 'Elevator', '0411009', { daysAgo: 20, expiryDate: dayAhead(9) }),
  license('Sable Fire Protection', 'Fire', '0411005', { daysAgo: 20, expiryDate: dayAhead(5) }),
  license('Kestrel Roofing Co.', 'Roofing', '0411002', { daysAgo: 20, expiryDate: dayAhead(2) }),
  license('Tidewater HVAC Services', 'C-42 Sanitation', '0931170', { daysAgo: 5 }),
  license('Marlin Marine Works', 'C-61', '22091', { reply: unknownNumber }),
  license('Kestrel Roofing Co.', 'C-39 Roofing', '0912004', { reply: json({ success: true }) }),
  license('Brightwater Plumbing & Drain', 'C-34 Pipeline', '0880312', {
    daysAgo: 3.2,
    result: { status: 'in_progress' },
  }),
  license('Stonebridge Masonry', 'Masonry', '0662915', { daysAgo: 2, found: '0662951' }),
  license('Northgate Electric LLC', 'Electrical', '0771340', { daysAgo: 2, found: '0771304' }),
  {
    submitted: brightwaterLicense,
    daysAgo: 1,
    reply: null,
    result: { ...inReview(brightwaterFound), documentType: 'TRADE_LICENSE', queue: 'west-2' },
  },
];

/** The number under which the service keeps the verification of a license. */
export const toRequestId = (licenseNumber: string) => toId(5, Number(licenseNumber));

const documents: [title: string, type: string, score: number | null, daysAgo: number][] = [
  ['Brightwater Plumbing & Drain', 'W-9', 41, 1],
  ['Stonebridge Masonry', 'W-9', 48, 2],
  ['Kestrel Roofing Co.', 'Insurance', 55, 2],
  ['Alder & Pine Landscaping', 'License copy', 63, 3],
  ['Tidewater HVAC Services', 'W-9', 74, 1],
  ['Copperline Elevator', 'Insurance', 81, 1],
  ['Quayside Painting', 'Agreement', 88, 2],
  ['Meridian Glass & Door', 'W-9', 93, 3],
  ['Larkspur Janitorial', 'W-9', 96, 4],
  ['Northgate Electric LLC', 'W-9', null, 1],
];

/** The job id of a document by its place in the list, from 1. */
export const toJobId = (number: number) => toId(4, number);

/** What the service says of a document. */
export function toDocumentResult(number: number): object {
  const [title, documentType, score] = documents[number - 1] ?? ['', '', null];
  const id = toJobId(number);
  if (score === null) return { id, status: 'in_progress', processingStep: 'text_extraction', documentType };
  return {
    id,
    accountId: 'acc-7731',
    fileUrl: `${sampleAddress}/files/${id}.jpg`,
    processingStep: 'done',
    status: 'completed',
    confidence: Math.min(99, score + 13),
    documentType,
    qualityDetails: {
      feedback:
        'Image out of focus toward the bottom edge. Page turned about 2 degrees. Retake flat, in even light.',
      overallScore: score,
      scoreBreakdown: {
        sharpness: score - 19,
        readability: score - 3,
        textQuality: score + 4,
        skewAndAlignment: Math.min(100, score + 20),
      },
    },
    data: {
      isSigned: true,
      otherBox: false,
      dateSigned: '2026-05-28',
      addressStreet: '2210 Embarcadero West, Ste 4',
      addressCityStateZip: 'Oakland, CA 94601',
      nameOfEntityIndividual: title,
      federalTaxClassification: ['LLC', 'S corporation'],
      employerIdentificationNumber: 4417,
    },
    updatedAt: '2026-06-08T12:00:00Z',
    createdAt: '2026-06-08T11:56:00Z',
  };
}

const invitedAs = z.object({ vendor: z.object({ email: z.string() }) });
const queuedLicense = z.object({ data: z.object({ licenseNumber: z.string() }) });

/** The service of the sample company, which knows all that its workspace knows. */
export function createSampleService(): FakeService {
  const profiles = new Map<string, object>(otherVendors.map((one) => [one[0], toProfile(one)]));
  profiles.set(brightwater.id, brightwater);
  const inviteReplies = new Map(
    invites.map(([contact, company, , reply]) => [toEmail(contact, company), reply]),
  );
  const known = new Map(licenses.map((one) => [one.submitted.licenseNumber ?? '', one]));
  const results = new Map(
    licenses.map(({ submitted, result }) => {
      const id = toRequestId(submitted.licenseNumber ?? '');
      return [id, { id, parameters: submitted, ...result }];
    }),
  );
  const jobs = new Map(documents.map((_one, index) => [toJobId(index + 1), toDocumentResult(index + 1)]));
  const service = createFakeService(sampleAddress);
  const { replies } = service;
  const { getVendorProfile: unknown } = replies;
  const find = (found: Map<string, object>) => (request: Parameters<typeof unknown>[0]) => {
    const value = found.get(request.id);
    return value === undefined ? unknown(request) : json(value);
  };
  replies.getVendorProfile = find(profiles);
  replies.getVerificationResult = find(results);
  replies.getDocumentResult = find(jobs);
  replies.inviteVendor = ({ body }) => {
    const email = invitedAs.safeParse(body).data?.vendor.email ?? '';
    return inviteReplies.get(email) ?? invited(null);
  };
  replies.queueVerification = ({ body }) => {
    const number = queuedLicense.safeParse(body).data?.data.licenseNumber ?? '';
    const found = known.get(number);
    const id = found === undefined ? crypto.randomUUID() : toRequestId(number);
    return found?.reply ?? json({ success: true, id }, 202);
  };
  return service;
}

/** Waits until nothing is queued or under way any more. */
async function untilSent({ ask }: CoreBridge): Promise<void> {
  for (const start = performance.now(); ; await new Promise(setImmediate)) {
    const { counts } = await ask('outbox.status', null);
    if (counts.queued + counts.sending === 0) return;
    if (performance.now() - start > 20_000)
      throw new Error(`The sample company’s items are not sent: ${JSON.stringify(counts)}`);
  }
}

/** Waits until all results that are due have been asked for. */
async function untilLookedAt({ ask, clock }: CoreBridge): Promise<void> {
  for (const start = performance.now(); ; await new Promise(setImmediate)) {
    const { rows: checked } = await ask('verifications.page', { limit: 200 });
    const { rows: read } = await ask('documents.page', { limit: 200 });
    const due = [...checked, ...read].filter(({ watch }) => (watch?.nextAt ?? Infinity) <= clock.wall());
    if (due.length === 0) return;
    if (performance.now() - start > 20_000)
      throw new Error(`The sample company’s results are not asked for: ${JSON.stringify(due)}`);
  }
}

/** Lives through the weeks that made the sample company what it is, by the calls that its people made. */
export async function fillSampleCompany(bridge: CoreBridge): Promise<void> {
  const { ask, clock, service } = bridge;
  const steps: { daysAgo: number; run: () => Promise<unknown> }[] = [
    ...otherVendors.map(([vendorId, , , , daysAgo]) => ({
      daysAgo,
      run: () => ask('vendors.lookUp', { vendorId }),
    })),
    {
      daysAgo: 21,
      run: async () => {
        const { getVendorProfile } = service.replies;
        service.replies.getVendorProfile = () => json(earlierBrightwater);
        await ask('vendors.lookUp', { vendorId: brightwater.id });
        service.replies.getVendorProfile = getVendorProfile;
      },
    },
    { daysAgo: 3, run: () => ask('vendors.lookUp', { vendorId: brightwater.id }) },
    {
      daysAgo: 7,
      run: async () => {
        await ask('outbox.pause', { paused: true });
        const invitation = toInvitation('Wes Abernathy', 'Granite Peak Paving');
        const { entryId } = await ask('invites.enqueue', { invitation, replaces: null });
        await ask('outbox.cancel', { entryId });
        await ask('outbox.pause', { paused: false });
      },
    },
    ...invites.map(([contact, company, daysAgo]) => ({
      daysAgo,
      run: async () => {
        const { entryId } = await ask('invites.enqueue', {
          invitation: toInvitation(contact, company),
          replaces: null,
        });
        await untilSent(bridge);
        if (contact === 'Amara Nwosu') await ask('outbox.markAsSent', { entryId });
      },
    })),
    ...licenses.map(({ submitted, daysAgo }) => ({
      daysAgo,
      run: async () => {
        const vendorId = submitted === brightwaterLicense ? brightwater.id : null;
        const { entryId } = await ask('verifications.enqueue', {
          type: 'license',
          data: submitted,
          vendorId,
          replaces: null,
        });
        await untilSent(bridge);
        const { state } = await ask('verifications.get', { entryId });
        if (state === 'accepted') await ask('verifications.checkNow', { entryId });
      },
    })),
    ...documents.map(([, , , daysAgo], index) => ({
      daysAgo,
      run: async () => {
        const jobId = toJobId(index + 1);
        await ask('documents.add', { ids: [jobId], vendorId: index === 0 ? brightwater.id : null });
        await ask('documents.checkNow', { jobId });
      },
    })),
  ];
  const end = Date.now();
  for (const { daysAgo, run } of steps.toSorted((one, other) => other.daysAgo - one.daysAgo)) {
    const missing = end - daysAgo * dayMs - clock.wall();
    if (missing > 0) clock.advance(missing);
    await run();
  }
  clock.advance(end - clock.wall());
  await untilLookedAt(bridge);
}
