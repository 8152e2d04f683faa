import { z } from 'zod';
import { largeAnswer } from './exchange.ts';
import { commonEnvelopes } from '#shared/settings/observations.ts';
import { documentResult } from '#shared/service/document-result.ts';
import { parseAnswer } from '#shared/service/answer-json.ts';
import { findEnvelope, unwrapped } from '#shared/service/envelope.ts';
import { invitationResult } from '#shared/service/vendor-invitation.ts';
import { isRelativeAddress } from '#shared/base/base-url.ts';
import { vendorProfile } from '#shared/service/vendor-profile.ts';
import { queueResponse, verificationResult } from '#shared/service/verification.ts';

/** What one successful answer shows of how its service builds answers. */
interface AnswerTraits {
  /** The common envelope around it; null without one, or with the one that is set. */
  wrappedIn: (typeof commonEnvelopes)[number] | null;
  hasRelativeAddress: boolean;
  /** Status words and numeric codes as received. */
  statusWords: string[];
}

const object = z.record(z.string(), z.unknown());
const objects = z.array(object);
const word = z.union([z.string().trim().min(1).max(200), z.number().transform(String)]);

const resources: readonly { path: RegExp; resource: z.ZodObject }[] = [
  { path: /^\/vendors\/[^/]+\/profile$/, resource: vendorProfile },
  { path: /^\/vendors$/, resource: invitationResult },
  { path: /^\/api\/verification\/queue$/, resource: queueResponse },
  { path: /^\/api\/verification\/[^/]+$/, resource: verificationResult },
  { path: /^\/api\/vision\/[^/]+$/, resource: documentResult },
];

const statusMembers = ['status', 'complianceStatus', 'vendorStatus', 'processingStep'] as const;

/** Null for a large answer, and for one that is no JSON object or belongs to no operation. @param path without the base address */
export function answerTraits(path: string, body: string, envelope: string | null): AnswerTraits | null {
  const resource = resources.find((one) => one.path.test(path))?.resource;
  if (resource === undefined || body.length > largeAnswer) return null;
  const outer = object.safeParse(parseAnswer(body));
  if (!outer.success) return null;
  const inner = object.safeParse(unwrapped(outer.data, envelope, resource));
  if (!inner.success) return null;
  const set = envelope !== null && Object.hasOwn(outer.data, envelope);
  const envelopeFound = set ? null : findEnvelope(resource, outer.data);
  const wrappedIn = commonEnvelopes.find((one) => one === envelopeFound) ?? null;
  const content = wrappedIn === null ? inner.data : object.parse(outer.data[wrappedIn]);
  const items = objects.safeParse(content['checklist']).data ?? [];
  const company = object.safeParse(content['userCompany']).data;
  const addresses = [
    content['fileUrl'],
    content['vendorURL'],
    company?.['logo'],
    ...items.map((item) => item['documentURL']),
  ];
  const words = [...statusMembers.map((name) => content[name]), ...items.map((item) => item['status'])];
  return {
    wrappedIn,
    hasRelativeAddress: addresses.some((one) => typeof one === 'string' && isRelativeAddress(one)),
    statusWords: words.flatMap((one) => word.safeParse(one).data ?? []),
  };
}
