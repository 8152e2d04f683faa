import { submittedLicenseDetails, verificationResult } from '#shared/service/verification.ts';
import { z } from 'zod';
import { describe, expect, it } from 'vitest';
import { documentResult } from '#shared/service/document-result.ts';
import { invitationResult, vendorInvitation } from '#shared/service/vendor-invitation.ts';
import { vendorFieldLabel } from '#shared/service/vendor-fields.ts';
import { vendorProfile } from '#shared/service/vendor-profile.ts';
import { fullVendorProfile } from '#test/full-profile.ts';
import { fullInvitation, fullInvitationResult } from '#test/full-records.ts';
import { fullDocumentResult, fullVerificationResult } from '#test/full-results.ts';
import { getPaths } from '#test/resource-fields.ts';
import type { CoreBridge } from './core-bridge.ts';
import { json } from './fake-service.ts';
import { beside, linkBeside, reads, tells, tooltipBeside, walkFields, type Places } from './field-walk.ts';
import { closeApps, openApp } from './open-app.tsx';
import { toInvitation, toJobId } from './sample-company.ts';
import { click, find, until } from './screen.tsx';
import { enqueueVerification, sendInvite } from './situations.ts';

async function open(place: (bridge: CoreBridge) => Promise<string>, there: () => unknown): Promise<void> {
  await closeApps();
  await openApp(place, { company: 'new' });
  await until(there);
}

/** The text of an element, without what stands there for those who listen alone. */
function textAt(selector: string, index = 0): () => string {
  return () => shownText(document.querySelectorAll(selector)[index]);
}

function shownText(element: Element | undefined): string {
  const copy = element?.cloneNode(true);
  if (!(copy instanceof Element)) return '';
  for (const hidden of copy.querySelectorAll('.visually-hidden, button')) hidden.remove();
  return copy.textContent ?? '';
}

function tooltipAt(selector: string): () => string {
  return () => document.querySelector(selector)?.getAttribute('title') ?? '';
}

describe('a vendor’s profile', () => {
  const enrollment = 'section:has(> #vendor-enrollment)';
  const company = 'section:has(> #vendor-company)';
  const address = 'section:has(> #vendor-location) address > span';
  const lists = 'ul[aria-label="Services and specialties"] > li';
  const contact = 'header p[class*="_contact_"] > span';
  const merged = (title: string, index: number) => () =>
    shownText(find('aside section', title).querySelectorAll('li')[index]);
  const coordinates = () => textAt('[class*="_figures_"]')().split(', ');

  const places: Places = {
    id: reads(textAt(`${company} [class*="_number_"] [class*="_verbatim_"]`), 'v-9201'),
    email: reads(textAt(contact, 1), 'mail-9202@lumen.example.com'),
    firstName: reads(() => textAt(`${contact} strong`)().split(' ')[0] ?? '', 'First-9203'),
    lastName: reads(() => textAt(`${contact} strong`)().split(' ')[1] ?? '', 'Last-9204'),
    companyName: reads(textAt('h1'), 'Company 9205'),
    phoneNumber: reads(textAt(contact, 2), '(510) 555-9206'),
    jobTitle: reads(() => textAt(contact)().split(', ')[1] ?? '', 'Job 9207'),
    jobSites: reads(merged('Job sites', 0), 'Site 9208'),
    minorityTags: reads(merged('Minority tags', 0), 'Tag 9209'),
    'services.0.id': reads(() => tooltipAt(`${lists} > span`)().split(', ')[0] ?? '', 'ID 9210'),
    'services.0.title': reads(textAt(`${lists} [class*="_serviceTitle_"]`), 'Service 9211'),
    'services.0.icon': reads(() => tooltipAt(`${lists} > span`)().split(', ')[1] ?? '', 'icon “icon-9212”'),
    'services.0.specialties.id': reads(tooltipAt(`${lists} [class*="_serviceSpecialty_"]`), 'ID 9213'),
    'services.0.specialties.title': reads(textAt(`${lists} [class*="_serviceSpecialty_"]`), 'Specialty 9214'),
    'specialties.0.id': reads(tooltipAt(`${lists}[class*="_specialty_"]`), 'ID 9215'),
    'specialties.0.title': reads(textAt(`${lists}[class*="_specialty_"]`), 'Specialty 9216'),
    'enrollmentDetails.naicsCode': reads(beside(enrollment, 'NAICS code'), '9217'),
    'enrollmentDetails.naicsCodeOverride': reads(beside(enrollment, 'NAICS override'), '9218'),
    'enrollmentDetails.jobSites': reads(merged('Job sites', 1), 'Site 9219in enrollment only'),
    'enrollmentDetails.afterHoursContact': reads(beside(enrollment, 'After-hours contact'), '(510) 555-9220'),
    'enrollmentDetails.hasSubcontractors': tells(beside(enrollment, 'Subcontractors')),
    'enrollmentDetails.isAvailableForEmergencyHours': tells(beside(enrollment, 'Emergency hours')),
    'enrollmentDetails.licensed': tells(beside(enrollment, 'Licensed')),
    'enrollmentDetails.isAvailableWeekends': tells(beside(enrollment, 'Weekends')),
    'enrollmentDetails.minorityTags': reads(merged('Minority tags', 1), 'Tag 9221in enrollment only'),
    'enrollmentDetails.propertyManagementSoftware': reads(
      beside(enrollment, 'Property software'),
      'Software 9222, Software 9223',
    ),
    'enrollmentDetails.jobCapacity': reads(beside(enrollment, 'Job capacity'), '9224'),
    'enrollmentDetails.crewSize': reads(beside(enrollment, 'Crew size'), '9225'),
    'userCompany.logo': reads(linkBeside(company, 'Logo'), 'https://9226.example.com/logo.png'),
    'userCompany.position': reads(beside(company, 'Contact’s position'), 'Position 9227'),
    'userCompany.description': reads(beside(company, 'Description'), 'Description 9228'),
    'userCompany.website': reads(linkBeside(company, 'Website'), 'https://9229.example.com/about'),
    'userCompany.numberOfEmployees': reads(beside(company, 'Employees'), '9230'),
    'userCompany.numberYearsInBusiness': reads(beside(company, 'Years in business'), 'Years 9231'),
    'location.building': reads(textAt(address, 0), 'Building 9232'),
    'location.street': reads(() => textAt(address, 1)().split(', ')[0] ?? '', 'Street 9233'),
    'location.streetAddressLine2': reads(() => textAt(address, 1)().split(', ')[1] ?? '', 'Line 9234'),
    'location.cityName': reads(() => textAt(address, 2)().split(', ')[0] ?? '', 'City 9236'),
    'location.stateCode': reads(() => /State-\d+(?= )/.exec(textAt(address, 2)())?.[0] ?? '', 'State-9237'),
    'location.postalCode': reads(() => / (Zip-\d+)$/.exec(textAt(address, 2)())?.[1] ?? '', 'Zip-9235'),
    'location.lat': reads(() => coordinates()[0] ?? '', '37.9238'),
    'location.lng': reads(() => coordinates()[1] ?? '', '−122.9239'),
  };

  it('shows every field of the resource in its place', async () => {
    await walkFields(vendorProfile, fullVendorProfile, places, async (record) => {
      await open(
        async ({ ask, service }) => {
          service.replies.getVendorProfile = () => json(record);
          await ask('vendors.lookUp', { vendorId: 'v-9201' });
          return '#/vendors/v-9201';
        },
        () => find('h1', 'Company 9205'),
      );
    });
  });
});

describe('a vendor’s profile in other places', () => {
  const paths = getPaths(vendorProfile);
  const steps = (path: string) => path.split('.').map((step) => (step === '0' ? 0 : step));

  it('has a label of its own for each field in the list of changes', () => {
    const labels = paths.map((path) => vendorFieldLabel(steps(path)));
    expect(new Set(labels).size).toBe(paths.length);
    const asSent = paths.filter(
      (path, index) => labels[index]?.split(', ').at(-1) === path.split('.').at(-1),
    );
    expect(asSent).toEqual([
      'id',
      'services.0.id',
      'services.0.title',
      'services.0.icon',
      'services.0.specialties.id',
      'services.0.specialties.title',
      'specialties.0.id',
      'specialties.0.title',
    ]);
    expect(vendorFieldLabel(['enrollmentDetails', 'afterHoursContact'])).toBe(
      'Enrollment, After-hours contact',
    );
  });
});

describe('an open invite', () => {
  const sent = (label: string) => beside('aside', label);
  const sentDay = (label: string) => tooltipBeside('aside', label);

  it('shows every field that was sent in its place', async () => {
    const places: Places = {
      inviteMessage: reads(sent('Message'), 'Please join our vendor list.'),
      id: reads(sent('ID'), '7001'),
      vendorId: reads(() => sent('Vendor ID')().replace('Profile', ''), 'v-7002'),
      'vendor.email': reads(sent('Email'), 'ines@lumen.example.com'),
      'vendor.firstName': reads(sent('First name'), 'Ines'),
      'vendor.lastName': reads(sent('Last name'), 'Duarte'),
      'vendor.companyName': reads(sent('Company'), 'Lumen Sign & Light'),
      'vendor.phoneNumber': reads(sent('Phone'), '(510) 555-0199'),
      'vendor.jobTitle': reads(sent('Job title'), 'Foreman'),
      companyId: reads(sent('Company ID'), '7003'),
      company: reads(sent('Company details'), '{"name":"Harbor Lane Homes"}'),
      status: reads(sent('Status'), 'status-7004'),
      complianceStatus: reads(sent('Compliance'), 'compliance-7005'),
      lastComplianceRefresh: reads(sentDay('Last refresh'), '2026-01-06'),
      dateInvited: reads(sentDay('Date invited'), '2026-01-07'),
      dateAccepted: reads(sentDay('Date accepted'), '2026-01-08'),
      dateRejected: reads(sentDay('Date rejected'), '2026-01-09'),
      checklistTasks: reads(sent('Checklist tasks'), '[{"type":"task-7010"}]'),
      lastComplianceUpdate: reads(sentDay('Last update'), '2026-01-11T08:30:00Z'),
    };
    await walkFields(vendorInvitation, fullInvitation, places, async (record) => {
      const invitation = vendorInvitation.parse(record);
      await open(
        async (bridge) => `#/invites/${await sendInvite(bridge, invitation)}`,
        () => find('aside', 'ines@lumen.example.com'),
      );
    });
    expect(sent('More on vendor')()).toBe('{"taxId":"12-3456789"}');
  });

  it('shows every field of the answer in its place', async () => {
    const card = 'aside section[class*="_card_"]';
    const item = 'aside ul[class*="_checklist_"] > li:first-child';
    const places: Places = {
      vendorURL: reads(
        () =>
          [...document.querySelectorAll<HTMLAnchorElement>('aside a')].find(
            (link) => link.textContent === 'Vendor page',
          )?.href ?? '',
        'https://harborlane.example.com/vendors/8001',
      ),
      metadata: reads(textAt('aside pre'), '{\n  "batch": "metadata-8002"\n}'),
      id: reads(beside(card, 'ID'), '8003'),
      complianceStatus: reads(tooltipBeside(card, 'Compliance'), 'compliance-8004'),
      vendorStatus: reads(tooltipBeside(card, 'Vendor'), 'vendor-8005'),
      lastComplianceUpdate: reads(beside(card, 'Last update'), 'some day, 8006'),
      lastComplianceRefresh: reads(beside(card, 'Last refresh'), 'some day, 8007'),
      'checklist.0.documentURL': reads(
        () => document.querySelector<HTMLAnchorElement>(`${item} a`)?.href ?? '',
        'https://harborlane.example.com/documents/8101',
      ),
      'checklist.0.errorMessages': reads(textAt(`${item} ul`), 'message-8102message-8103'),
      'checklist.0.type': reads(textAt(`${item} [class*="_checkType_"]`), 'type-8104'),
      'checklist.0.compliant': tells(textAt(`${item} [class*="_verdict_"]`), 'Compliant', 'Not compliant'),
      'checklist.0.status': reads(textAt(`${item} [class*="_word_"]`), 'status-8105'),
      'checklist.0.documentId': reads(textAt(`${item} a`), 'Document 8106'),
    };
    await walkFields(invitationResult, fullInvitationResult, places, async (record) => {
      await open(
        async (bridge) => {
          bridge.service.replies.inviteVendor = () => json(record, 201);
          return `#/invites/${await sendInvite(bridge, toInvitation('Ines Duarte', 'Lumen Sign & Light'))}`;
        },
        () => find('aside button', 'Metadata'),
      );
      await click(find('aside button', 'Metadata'));
    });
  });
});

describe('the result of a verification', () => {
  const cell = (label: string, column: number) => () => {
    const rows = [...document.querySelectorAll('table tr')];
    const row = rows.find((one) => one.querySelector('th[scope=row]')?.textContent === label);
    // A note on a date may stand below it.
    return row?.querySelectorAll('td')[column]?.firstElementChild?.textContent ?? '';
  };

  function sidePlaces(
    name: 'parameters' | 'response',
    words: 'given' | 'found',
  ): [string, ReturnType<typeof reads>][] {
    const column = words === 'given' ? 0 : 1;
    const place = `${name}.locationWhereLicenseIsValid`;
    const rows: [path: string, label: string, words: string][] = [
      [`${name}.licenseTradeType`, 'License trade type', `trade ${words}`],
      [`${name}.licenseNumber`, 'License number', `N-${words}`],
      [`${name}.qualifiedParty`, 'Qualified party', `Party ${words}`],
      [`${name}.licenseeName`, 'Licensee name', `Licensee ${words}`],
      [`${name}.licenseeAddress`, 'Licensee address', `Address ${words}`],
      [`${place}.state`, 'Valid in: state', `State ${words}`],
      [`${place}.county`, 'Valid in: county', `County ${words}`],
      [`${place}.city`, 'Valid in: city', `City ${words}`],
      [`${place}.zipCode`, 'Valid in: ZIP code', `Zip ${words}`],
      [`${name}.serviceType`, 'Service type', `Service ${words}`],
      [`${name}.effectiveDate`, 'Effective date', `some day ${words}`],
      [`${name}.expiryDate`, 'Expiration date', `another day ${words}`],
      [`${name}.verifyingWebsite`, 'Verifying website', `https://${words}.example.com/check`],
    ];
    return rows.map(([path, label, text]) => [path, reads(cell(label, column), text)]);
  }

  it('shows every field of the resource in its place', async () => {
    const { id } = fullVerificationResult;
    const said = 'aside[aria-label="Service answer and history"]';
    const result = 'section[aria-label="Result"]';
    const places: Places = {
      id: reads(textAt(`${said} [class*="_identifier_"]`), id),
      documentType: reads(beside(said, 'Document'), 'TYPE_9002'),
      ...Object.fromEntries([...sidePlaces('parameters', 'given'), ...sidePlaces('response', 'found')]),
      'parameters.isMatch': tells(beside(said, 'Match, sent')),
      'response.isMatch': tells(beside(result, 'Match')),
      isVerified: tells(beside(result, 'Verified')),
      status: reads(tooltipBeside(said, 'Status'), 'status_9003'),
    };
    await walkFields(verificationResult, fullVerificationResult, places, async (record) => {
      await open(
        async (bridge) => {
          const { replies } = bridge.service;
          replies.queueVerification = () => json({ success: true, id }, 202);
          replies.getVerificationResult = () => json(record);
          // What was submitted is shown as this computer sent it, not as the service repeats it.
          const sent = z.object({ parameters: submittedLicenseDetails }).safeParse(record).data?.parameters;
          const entryId = await enqueueVerification(bridge, sent ?? { licenseNumber: 'N-given' });
          await bridge.ask('verifications.checkNow', { entryId });
          return `#/verifications/${entryId}`;
        },
        () => find('table', 'Licensee found'),
      );
      await click(find('aside button', 'Technical details'));
    });
  });
});

describe('a processed document', () => {
  it('shows every field of the resource in its place', async () => {
    const quality = 'section[aria-label="Quality"]';
    const fields = 'section[class*="_fields_"]';
    const about = 'aside section[class*="_part_"]:has(> dl)';
    const score = (label: string) => () => /^\d+/.exec(beside(quality, label)())?.[0] ?? '';
    const part = 'qualityDetails.scoreBreakdown';
    const places: Places = {
      id: reads(textAt('aside [class*="_identifier_"]', 1), fullDocumentResult.id),
      accountId: reads(beside(about, 'Account'), 'account-9102'),
      fileUrl: reads(linkBeside(about, 'File'), 'https://files.example.com/9103.jpg'),
      processingStep: reads(tooltipBeside(about, 'Step'), 'step_9104'),
      status: reads(tooltipBeside(about, 'Status'), 'status_9105'),
      confidence: reads(score('Confidence'), '61'),
      errors: reads(textAt(`${quality} [class*="_quote_"]`), 'errors 9106'),
      documentType: reads(beside(about, 'Type'), 'Type 9107'),
      'qualityDetails.feedback': reads(textAt(`${quality} blockquote p`), '“feedback 9108”'),
      'qualityDetails.overallScore': reads(textAt(`${quality} [class*="_number_"]`), '52'),
      [`${part}.sharpness`]: reads(score('Sharpness'), '53'),
      [`${part}.readability`]: reads(score('Readability'), '54'),
      [`${part}.textQuality`]: reads(score('Text quality'), '55'),
      [`${part}.skewAndAlignment`]: reads(score('Skew and alignment'), '56'),
      'data.isSigned': tells(beside(fields, 'Signed')),
      'data.otherBox': tells(beside(fields, '“Other” box'), 'Checked', 'Not checked'),
      'data.dateSigned': reads(beside(fields, 'Date signed'), 'a day 9109'),
      'data.addressStreet': reads(beside(fields, 'Street'), 'Street 9110'),
      'data.addressCityStateZip': reads(beside(fields, 'City, state, ZIP'), 'City 9111'),
      'data.nameOfEntityIndividual': reads(beside(fields, 'Name'), 'Name 9112'),
      'data.federalTaxClassification': reads(beside(fields, 'Tax classification'), 'class 9113, class 9114'),
      'data.employerIdentificationNumber': reads(
        textAt(`${fields} [class*="_digits_"] [aria-hidden]`),
        '••-•••4417',
      ),
      updatedAt: reads(beside(about, 'Updated'), 'later 9115'),
      createdAt: reads(beside(about, 'Created'), 'earlier 9116'),
    };
    await walkFields(documentResult, fullDocumentResult, places, async (record) => {
      await open(
        async ({ ask, service }) => {
          service.replies.getDocumentResult = () => json(record);
          const jobId = toJobId(1);
          await ask('documents.add', { ids: [jobId], vendorId: null });
          await ask('documents.checkNow', { jobId });
          return `#/documents/${jobId}`;
        },
        () => find(fields),
      );
      await click(find('aside button', 'Technical details'));
    });
  });
});
