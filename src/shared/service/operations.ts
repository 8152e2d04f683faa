export type OperationName =
  | 'getVendorProfile'
  | 'inviteVendor'
  | 'queueVerification'
  | 'getVerificationResult'
  | 'getDocumentResult';

/** Method and path of an operation; the path starts with a slash and is appended to the base address. */
export interface Endpoint {
  method: 'GET' | 'POST';
  path: string;
}

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether the text is a UUID, the format that the interface demands of verification and document ids. */
export function isUuid(text: string): boolean {
  return uuidPattern.test(text);
}

/** Why a vendor id cannot be put into a path, or null where it can. */
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

/** Whether the service would take the text for a step in the path, however it is encoded. */
function isDots(id: string): boolean {
  return id === '.' || id === '..';
}

/** Whether an id that the service gave out can be asked by: it has to stay one part of a path. */
export function isAskableId(id: string): boolean {
  return id !== '' && !isDots(id);
}

function encodedId(id: string): string {
  if (!isAskableId(id)) throw new RangeError('This id cannot be part of a path.');
  return encodeURIComponent(id);
}

/** The endpoints of the service (service interface, "Endpoints"). Ids are encoded, so that no id can leave its place in the path. */
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
  getDocumentResult: (id: string): Endpoint => ({
    method: 'GET',
    path: `/api/vision/${encodedId(id)}`,
  }),
};
