import type { ChecklistItem, SentInvitationResult } from '#shared/service/vendor-invitation.ts';

type Standing = Required<
  Pick<
    SentInvitationResult,
    'complianceStatus' | 'vendorStatus' | 'lastComplianceUpdate' | 'lastComplianceRefresh' | 'checklist'
  >
>;

interface Scene {
  complianceStatus: string;
  vendorStatus: string;
  checklist: readonly (Omit<ChecklistItem, 'documentURL' | 'documentId'> & { sample?: string })[];
}

const w9 = { type: 'W-9', compliant: true, status: 'accepted', errorMessages: [], sample: 'larkspur-w9.jpg' };
const agreement = {
  type: 'Vendor agreement',
  compliant: true,
  status: 'signed',
  errorMessages: [],
  sample: 'quayside-agreement.pdf',
};
const missing = (type: string) => ({
  type,
  compliant: false,
  status: 'missing',
  errorMessages: [`No ${type} on file.`],
});

/** The states of invited vendors: known and unknown words; all, some and no documents. */
const scenes: readonly Scene[] = [
  {
    complianceStatus: 'PENDING_REVIEW',
    vendorStatus: 'invited',
    checklist: [
      {
        type: 'Workers’ compensation',
        compliant: false,
        status: 'EXPIRED',
        errorMessages: ['Policy ended last month.', 'Holder must read “Harbor Lane Homes LP”.'],
        sample: 'copperline-insurance.png',
      },
      {
        type: 'Trade license',
        compliant: false,
        status: 'needs_doc',
        errorMessages: ['Qualified party not named on the copy.'],
        sample: 'alder-license.jpg',
      },
      { type: 'General liability', status: 'in_review', errorMessages: [], sample: 'kestrel-insurance.jpg' },
      w9,
      agreement,
    ],
  },
  {
    complianceStatus: 'docs requested',
    vendorStatus: 'invited',
    checklist: [
      missing('W-9'),
      missing('General liability'),
      { type: 'Trade license', status: 'requested', errorMessages: [] },
    ],
  },
  { complianceStatus: 'compliant', vendorStatus: 'INVITED', checklist: [w9, agreement] },
  {
    complianceStatus: 'awaiting_broker',
    vendorStatus: 'invited',
    checklist: [
      w9,
      {
        type: 'General liability',
        compliant: null,
        status: 'with_broker',
        errorMessages: ['The broker has not answered yet.'],
      },
    ],
  },
  {
    complianceStatus: 'non-compliant',
    vendorStatus: 'invited',
    checklist: [
      missing('Trade license'),
      {
        type: 'General liability',
        compliant: false,
        status: 'rejected',
        errorMessages: ['Coverage is below the required amount.'],
        sample: 'kestrel-insurance.jpg',
      },
      w9,
    ],
  },
  {
    complianceStatus: 'EXPIRING_SOON',
    vendorStatus: 'pending_acceptance',
    checklist: [
      {
        type: 'General liability',
        compliant: true,
        status: 'expiring soon',
        errorMessages: ['Ends within 30 days.'],
        sample: 'copperline-insurance.png',
      },
      agreement,
    ],
  },
  { complianceStatus: '7 - hold', vendorStatus: 'on_hold', checklist: [] },
];

/** The state of an invitation's vendor: one scene of seven, by number. `now` in ms since 1970. */
export function complianceFor(invitationId: number, baseUrl: string, now: number): Standing {
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
