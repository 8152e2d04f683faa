import { createServer, type IncomingMessage } from 'node:http';
import { z } from 'zod';

// A service whose data is as unruly as data of real ones can be. Each kind of it has a name, which stands in the ids.

export const word1000 = 'Wide'.repeat(250);
export const text10000 = 'Words that go on and on. '.repeat(400).trim();
/** Turns what follows around, unless it is isolated. */
export const turned = 'Turner \u202Egpj.exe\u0007';

const kinds = ['wide', 'long', 'blank', 'turned'] as const;
export type Kind = (typeof kinds)[number];
export const allKinds: readonly Kind[] = kinds;

export function toText(kind: Kind): string {
  switch (kind) {
    case 'wide':
      return word1000;
    case 'long':
      return text10000;
    case 'blank':
      return '  ';
    case 'turned':
      return turned;
  }
}

const getMany = (kind: Kind) => (kind === 'long' ? 500 : 3);

/** The document's job of each kind. */
export function toJob(kind: Kind): string {
  return `7c1e04d2-5a0b-4f6e-9d53-0b6a4e1c2f0${kinds.indexOf(kind)}`;
}

/** The request number of each kind. */
function getRequest(kind: Kind): string {
  return `9a1e04d2-5a0b-4f6e-9d53-0b6a4e1c2f0${kinds.indexOf(kind)}`;
}

function kindIn(text: string): Kind | undefined {
  return kinds.find((kind) => text.includes(kind) || text.endsWith(`2f0${kinds.indexOf(kind)}`));
}

function getProfile(kind: Kind): object {
  const text = toText(kind);
  const list = Array.from(
    { length: getMany(kind) },
    (_unused, index) => `${index + 1} ${text.slice(0, 1000)}`,
  );
  const named = (title: string, index: number) => ({ id: index + 1, title: `${title.slice(0, 1000)}` });
  return {
    id: `v-${kind}`,
    email: `${kind}@vendor.example.com`,
    firstName: text,
    lastName: text,
    companyName: text,
    phoneNumber: text,
    jobTitle: text,
    jobSites: list,
    minorityTags: list,
    services: list.map((title, index) => ({ ...named(title, index), specialties: named(title, index) })),
    specialties: list.map(named),
    enrollmentDetails: {
      afterHoursContact: text,
      jobSites: list.slice(1),
      minorityTags: list.slice(1),
      propertyManagementSoftware: list,
    },
    userCompany: { position: text, description: text, website: `https://example.com/${text}`, logo: text },
    location: { building: text, street: text, postalCode: text, cityName: text, stateCode: text },
    getUnheard: text,
    [text]: text,
  };
}

function getInvitation(kind: Kind): object {
  const text = toText(kind);
  return {
    vendorURL: `https://example.com/${text}`,
    metadata: { [text]: text },
    id: 42,
    complianceStatus: text,
    vendorStatus: text,
    checklist: Array.from({ length: getMany(kind) }, (_unused, index) => ({
      documentURL: `https://example.com/${text}`,
      errorMessages: [text, text],
      type: text,
      compliant: index % 2 === 0,
      status: text,
      documentId: index,
    })),
  };
}

function getVerification(kind: Kind): object {
  const text = toText(kind);
  const place = { state: text, county: text, city: text, zipCode: text };
  const parameters = {
    licenseTradeType: text,
    licenseNumber: `${kind} ${text}`,
    qualifiedParty: text,
    licenseeName: text,
    licenseeAddress: text,
    locationWhereLicenseIsValid: place,
    effectiveDate: text,
    expiryDate: '2027-06-09',
    verifyingWebsite: `https://example.com/${text}`,
  };
  const response = { ...parameters, licenseeName: `${text}x`, serviceType: text, isMatch: false };
  return {
    id: getRequest(kind),
    documentType: text,
    parameters,
    response,
    isVerified: false,
    status: text.trim() === '' ? 'failed' : text,
  };
}

function findDocument(kind: Kind): object {
  const text = toText(kind);
  return {
    id: toJob(kind),
    accountId: text,
    fileUrl: 'not an address',
    processingStep: text,
    status: 'completed',
    confidence: 0.5,
    errors: kind === 'blank' ? '' : text,
    documentType: text,
    qualityDetails: { feedback: text, overallScore: 55, scoreBreakdown: { sharpness: 51 } },
    data: {
      nameOfEntityIndividual: text,
      addressStreet: text,
      addressCityStateZip: text,
      dateSigned: text,
      federalTaxClassification: [text, text],
    },
  };
}

async function getBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(z.instanceof(Buffer).parse(part));
  return Buffer.concat(parts).toString();
}

async function answerTo(request: IncomingMessage): Promise<{ status: number; body: object }> {
  const path = request.url ?? '';
  const body = await getBody(request);
  const kind = kindIn(request.method === 'POST' ? body : path);
  if (kind === undefined) return { status: 404, body: {} };
  if (request.method === 'POST' && body.includes('refused')) {
    return { status: 422, body: { message: toText(kind) } };
  }
  if (request.method === 'POST' && path === '/vendors') return { status: 201, body: getInvitation(kind) };
  if (request.method === 'POST') return { status: 202, body: { success: true, id: getRequest(kind) } };
  if (path.startsWith('/vendors/')) return { status: 200, body: getProfile(kind) };
  if (path.startsWith('/api/verification/')) return { status: 200, body: getVerification(kind) };
  return { status: 200, body: findDocument(kind) };
}

export interface ForeignService {
  baseUrl: string;
  stop(): Promise<void>;
}

export async function startForeignService(): Promise<ForeignService> {
  const server = createServer((request, response) => {
    answerTo(request).then(
      ({ status, body }) => {
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      },
      () => response.destroy(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('A TCP server has a port.');
  return {
    baseUrl: `http://127.0.0.1:${address.port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
