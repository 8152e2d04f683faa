export interface Endpoint {
  method: 'GET' | 'POST';
  path: string;
}

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export const isUuid = (text: string): boolean => uuidPattern.test(text);

/** Why a vendor ID cannot be in a path; null where it can. */
export function vendorIdProblem(id: string): string | null {
  if (id.trim() === '') return 'Enter the vendor’s ID.';
  if (id !== id.trim()) return 'Remove the spaces around the ID.';
  if (id.startsWith('@')) return 'A vendor ID does not begin with @.';
  if (isDots(id) || /[/\\\p{Cc}]/u.test(id)) {
    return 'A vendor ID can’t contain slashes or be only dots. Copy it again from where you found it.';
  }
  if (id.length > 200) return 'This is too long for a vendor ID. Copy it again from where you found it.';
  return null;
}

const isDots = (id: string): boolean => id === '.' || id === '..';

/** Whether an ID from the service can be a path segment. */
export const isAskableId = (id: string): boolean => id !== '' && !isDots(id);

function encodedId(id: string): string {
  if (!isAskableId(id)) throw new RangeError('This id cannot be part of a path.');
  return encodeURIComponent(id);
}

/** The service's endpoints. IDs are encoded, so that none can leave its segment. */
export const endpoints = {
  getVendorProfile: (id: string): Endpoint => {
    const problem = vendorIdProblem(id);
    if (problem !== null) throw new RangeError(problem);
    return { method: 'GET', path: `/vendors/${encodeURIComponent(id)}/profile` };
  },
  inviteVendor: (): Endpoint => ({ method: 'POST', path: '/vendors' }),
  queueVerification: (): Endpoint => ({ method: 'POST', path: '/api/verification/queue' }),
  getVerificationResult: (id: string): Endpoint => ({
    method: 'GET',
    path: `/api/verification/${encodedId(id)}`,
  }),
  getDocumentResult: (id: string): Endpoint => ({ method: 'GET', path: `/api/vision/${encodedId(id)}` }),
};
export type OperationName = keyof typeof endpoints;
