import type { SentInvitationResult } from '#shared/service/vendor-invitation.ts';
import { complianceScenes } from './sample-data.ts';

type Standing = Required<
  Pick<
    SentInvitationResult,
    'complianceStatus' | 'vendorStatus' | 'lastComplianceUpdate' | 'lastComplianceRefresh' | 'checklist'
  >
>;

/** The state of an invitation's vendor: one scene of seven, by number. `now` in ms since 1970. */
export function complianceFor(invitationId: number, baseUrl: string, now: number): Standing {
  const scenes = complianceScenes();
  const scene = scenes[(invitationId - 1) % scenes.length];
  if (scene === undefined)
    throw new RangeError(`There is no compliance scene for invitation ${invitationId}.`);
  const refreshed = new Date(now);
  refreshed.setUTCHours(6, 0, 0, 0);
  if (refreshed.getTime() > now) refreshed.setUTCDate(refreshed.getUTCDate() - 1);
  return {
    complianceStatus: scene.complianceStatus,
    vendorStatus: scene.vendorStatus,
    lastComplianceUpdate: new Date(now).toISOString(),
    lastComplianceRefresh: refreshed.toISOString(),
    checklist: scene.checklist.map(({ sample, ...item }, index) => ({
      ...item,
      documentURL: sample === undefined ? null : `${baseUrl}/files/${sample}`,
      documentId: sample === undefined ? null : 88_000 + invitationId * 10 + index,
    })),
  };
}
