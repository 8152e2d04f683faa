import { isAddress, showSubject } from '#shared/onboarding/vendor-facts.ts';
import { vendorIdProblem } from '#shared/service/operations.ts';
import { vendorProfile } from '#shared/service/vendor-profile.ts';
import type { StoredVendor } from '#shared/ipc/vendors.ts';
import { answerProblem } from '../service-client/answer-problem.ts';
import { noProfile, type KeptProfile } from '../store/vendors.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { done, refuse, type CallsOf, type Handlers } from '../ipc/handlers.ts';
import { unavailableResult } from './queueing.ts';

/** Vendors' profiles, and what is here or happened with a vendor. */
export function vendorHandlers(workspace: Workspace): Handlers<CallsOf<'vendors' | 'history'>> {
  const { vendors, invites, verifications, documents, onboarding, vendorHistory, clock } = workspace;

  async function keptProfile(vendorId: string): Promise<KeptProfile | null> {
    const kept = vendors.unread(vendorId);
    if (kept === null) return null;
    const reading =
      (await workspace.readAnswer('vendor', vendorProfile, kept)) ??
      // An envelope configured later may be missing in stored answers.
      (await workspace.answers.kept('vendor', vendorProfile, kept.body, null));
    return { ...kept, profile: reading ?? noProfile };
  }

  async function storedVendor(vendorId: string): Promise<StoredVendor | null> {
    const kept = await keptProfile(vendorId);
    if (kept === null) return null;
    const invite = invites
      .ofVendor(vendorId, kept.profile.value.email ?? null)
      .find((row) => row.state === 'accepted' && row.sentAt !== null);
    if (invite === undefined) return { ...kept, fromInvite: null };
    const { entryId, complianceStatus, vendorStatus, sentAt, changedAt } = invite;
    return { ...kept, fromInvite: { entryId, complianceStatus, vendorStatus, at: sentAt ?? changedAt } };
  }

  return {
    'vendors.lookUp': async ({ vendorId: typed }) => {
      const vendorId = typed.trim();
      const problem = vendorIdProblem(vendorId);
      if (problem !== null) return refuse('bad_input', problem);
      const condition = workspace.dispatcher.status().condition.kind;
      if (condition === 'working_offline') return unavailableResult(workspace, null);
      const asked = await workspace.ask(`vendor ${vendorId}`, true, (token) =>
        workspace.client.getVendorProfile(vendorId, token),
      );
      if (asked === null) return unavailableResult(workspace, null);
      const { answer } = asked;
      if (answer.kind !== 'found') return { ok: false, error: answerProblem(answer, 'vendor') };
      vendors.put(vendorId, answer.reading, answer.body, clock.wall());
      workspace.emit('vendors.changed', { ids: [vendorId] });
      const settled = workspace.invites.sentTo([vendorId]);
      if (settled.length > 0) workspace.emit('entries.changed', { ids: settled });
      const stored = await storedVendor(vendorId);
      if (stored === null) throw new Error('A vendor that was just stored can be read.');
      return done(stored);
    },
    'vendors.get': async ({ vendorId }) => done(await storedVendor(vendorId)),
    'vendors.changes': async ({ vendorId }) =>
      done(await workspace.answers.vendorChanges(vendors.bodies(vendorId), workspace.settings().envelope)),
    'vendors.related': async ({ subject }) => {
      const email = isAddress(subject)
        ? showSubject(subject)
        : ((await keptProfile(subject))?.profile.value.email ?? workspace.knownVendors.address(subject));
      return done({
        invites: invites.ofVendor(subject, email),
        verifications: verifications.ofVendor(subject),
        documents: documents.ofVendor(subject),
      });
    },
    'history.page': ({ subject, kind, after, limit }) => {
      const query = { subject: onboarding.resolve(subject), kind };
      return done(vendorHistory.page(query, after, limit, onboarding.nameRequirements));
    },
  };
}
