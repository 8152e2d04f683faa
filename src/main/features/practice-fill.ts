import { z } from 'zod';
import { licenseRegister, sampleDocumentJobs, sampleInvites, sampleVendors } from '#practice/sample-data.ts';
import type { PracticeService } from '#practice/service.ts';
import type { SubmittedLicenseDetails } from '#shared/service/license-details.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { documentHandlers } from './documents.ts';
import { inviteHandlers } from './invites.ts';
import { vendorHandlers } from './vendors.ts';
import { verificationHandlers } from './verifications.ts';

/** Invites whose answer the practice service drops after applying them, to practise deciding. */
const unclearInvites = 3;

/**
 * Gives a new practice workspace something to look at, by doing what a person would: looking vendors up, inviting,
 * submitting licenses, adding documents. All of it goes through the outbox to the practice service for real.
 */
export async function fillPracticeOnce(
  workspace: Parameters<typeof vendorHandlers>[0] &
    Parameters<typeof inviteHandlers>[0] &
    Parameters<typeof verificationHandlers>[0] &
    Parameters<typeof documentHandlers>[0] &
    Pick<Workspace, 'stored'>,
  service: PracticeService,
): Promise<void> {
  if (workspace.stored.read('practice.filled', z.literal(true)) === true) return;
  // Noted first: if the app is closed half way, what was enqueued goes on by itself and is not enqueued again.
  workspace.stored.write('practice.filled', true);
  const vendors = sampleVendors();
  const { 'vendors.lookUp': lookUp } = vendorHandlers(workspace);
  for (const { id } of vendors) await lookUp({ vendorId: id });

  service.misbehave([{ kind: 'drop_after_applying', operation: 'inviteVendor', times: unclearInvites }]);
  const { 'invites.enqueue': invite } = inviteHandlers(workspace);
  for (const contact of sampleInvites()) {
    const { message, ...vendor } = contact;
    await invite({ invitation: { inviteMessage: message, vendor }, replaces: null });
  }
  const refused = { firstName: 'Dale', lastName: 'Hutchins', companyName: 'Ironwood Pest Control' };
  await invite({
    invitation: {
      inviteMessage: 'Hi Dale, please join our list.',
      vendor: { ...refused, email: 'dale@ironwood.invalid' },
    },
    replaces: null,
  });

  const { 'verifications.enqueue': verify } = verificationHandlers(workspace);
  for (const data of licensesToSubmit(new Date(workspace.clock.wall()))) {
    const vendorId = vendors.find((vendor) => vendor.companyName === data.licenseeName)?.id ?? null;
    await verify({ type: 'license', data, vendorId, replaces: null });
  }

  const { 'documents.add': add } = documentHandlers(workspace);
  for (const { result } of sampleDocumentJobs()) {
    const name = result.data?.nameOfEntityIndividual;
    const vendorId = vendors.find((vendor) => vendor.companyName === name)?.id ?? null;
    await add({ ids: [result.id], vendorId });
  }
}

/** Licenses as a person would type them: most as registered, one with three details wrong, one that nobody registered. */
function licensesToSubmit(today: Date): SubmittedLicenseDetails[] {
  const registered = licenseRegister(today);
  const plain = registered.slice(0, 9).map((license): SubmittedLicenseDetails => ({
    licenseNumber: license.licenseNumber ?? '',
    licenseTradeType: license.licenseTradeType ?? '',
    licenseeName: license.licenseeName ?? '',
    licenseeAddress: license.licenseeAddress ?? '',
    qualifiedParty: license.qualifiedParty ?? '',
    serviceType: license.serviceType ?? '',
    effectiveDate: license.effectiveDate ?? '',
    expiryDate: license.expiryDate ?? '',
    locationWhereLicenseIsValid: { state: license.locationWhereLicenseIsValid?.state ?? '' },
  }));
  return [
    ...plain.filter((license) => license.licenseNumber !== '1048827'),
    {
      licenseNumber: '1048827',
      licenseTradeType: 'C-36 Plumbing',
      licenseeName: 'Brightwater Plumbing & Drain LLC',
      licenseeAddress: '2210 Embarcadero West, Suite 4, Oakland, CA 94607',
      qualifiedParty: 'Rosa M. Delgado',
      serviceType: 'Plumbing',
      effectiveDate: '2019-03-14',
      expiryDate: '2027-03-31',
      locationWhereLicenseIsValid: { state: 'CA', county: 'Alameda', city: 'Oakland', zipCode: '94607' },
    },
    {
      licenseNumber: '104882',
      licenseTradeType: 'C-36 Plumbing',
      licenseeName: 'Brightwater Plumbing & Drain LLC',
    },
  ];
}
