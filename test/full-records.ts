import type { SentInvitationResult, VendorInvitation } from '#shared/service/vendor-invitation.ts';

/** An invitation with every field of the request filled in. */
export const fullInvitation = {
  inviteMessage: 'Please join our vendor list.',
  id: 7001,
  vendorId: 'v-7002',
  vendor: {
    email: 'ines@lumen.example.com',
    firstName: 'Ines',
    lastName: 'Duarte',
    companyName: 'Lumen Sign & Light',
    phoneNumber: '(510) 555-0199',
    jobTitle: 'Foreman',
    taxId: '12-3456789',
  },
  companyId: 7003,
  company: { name: 'Harbor Lane Homes' },
  status: 'status-7004',
  complianceStatus: 'compliance-7005',
  lastComplianceRefresh: '2026-01-06',
  dateInvited: '2026-01-07',
  dateAccepted: '2026-01-08',
  dateRejected: '2026-01-09',
  checklistTasks: [{ type: 'task-7010' }],
  lastComplianceUpdate: '2026-01-11T08:30:00Z',
} satisfies VendorInvitation;

/** An answer to an invite with every field, in the checklist too. */
export const fullInvitationResult = {
  vendorURL: 'https://harborlane.example.com/vendors/8001',
  metadata: { batch: 'metadata-8002' },
  id: 8003,
  complianceStatus: 'compliance-8004',
  vendorStatus: 'vendor-8005',
  lastComplianceUpdate: 'some day, 8006',
  lastComplianceRefresh: 'some day, 8007',
  checklist: [
    {
      documentURL: 'https://harborlane.example.com/documents/8101',
      errorMessages: ['message-8102', 'message-8103'],
      type: 'type-8104',
      compliant: false,
      status: 'status-8105',
      documentId: 8106,
    },
    { type: 'type-8201' },
  ],
} satisfies SentInvitationResult;
