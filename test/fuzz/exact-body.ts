import fc from 'fast-check';
import { layOutJson } from '#renderer/components/json-layout.ts';
import { documentResult } from '#shared/service/document-result.ts';
import { parseExactJson } from '#shared/service/answer-json.ts';
import { invitationResult } from '#shared/service/vendor-invitation.ts';
import { readResource } from '#shared/service/reading.ts';
import { vendorProfile } from '#shared/service/vendor-profile.ts';
import { verificationResult } from '#shared/service/verification.ts';

/** An answer in which every ID is the same number, with the readings of them that have to come out as its digits. */
const answersWithId = [
  (id: string) => {
    const service = `{"id":${id},"specialties":{"id":${id}}}`;
    const reading = readResource(
      vendorProfile,
      parseExactJson(`{"id":"first","id":${id},"services":[${service}],"specialties":[{"id":${id}}]}`),
    );
    const { services, specialties } = reading?.value ?? {};
    return [reading?.value.id, services?.[0]?.id, services?.[0]?.specialties?.id, specialties?.[0]?.id];
  },
  (id: string) => {
    const json = parseExactJson(`{"id":${id},"checklist":[{"documentId":${id},"status":${id}}]}`);
    const { value } = readResource(invitationResult, json) ?? {};
    return [value?.id, value?.checklist?.[0]?.documentId, value?.checklist?.[0]?.status];
  },
  (id: string) => {
    const { value } = readResource(verificationResult, parseExactJson(`{"id":${id},"status":${id}}`)) ?? {};
    return [value?.id, value?.status];
  },
  (id: string) => {
    const json = parseExactJson(`{"id":${id},"accountId":${id},"processingStep":${id}}`);
    const { value } = readResource(documentResult, json) ?? {};
    return [value?.id, value?.accountId, value?.processingStep];
  },
];

/** Whole numbers of up to 60 digits. */
export const wholeNumber = fc.oneof(
  fc.bigInt({ min: -(10n ** 60n), max: 10n ** 60n }),
  fc.bigInt({ min: 2n ** 53n - 2n, max: 2n ** 53n + 100n }),
  fc.bigInt({ min: 0n, max: 1000n }),
);

/** Throws where a number in the place of an ID is not read as its digits. */
export function checkIds(number: bigint): void {
  const id = String(number);
  for (const read of answersWithId.flatMap((read) => read(id)))
    if (read !== id) throw new Error(`${id} was read as ${String(read)}.`);
}

const decimalLiteral = fc
  .tuple(wholeNumber, fc.bigInt({ min: 0n, max: 10n ** 25n }), fc.integer({ min: -400, max: 400 }))
  .map(([whole, fraction, power]) => `${whole}.${fraction}e${power}`);

/** A list of numbers as they may be written. */
export const numberLiterals = fc.array(
  fc.oneof(
    wholeNumber.map(String),
    decimalLiteral,
    decimalLiteral.map((literal) => literal.replace(/e.*/, '')),
  ),
  { minLength: 1, maxLength: 5 },
);

/** Throws where a number is neither kept as the text that came nor a number that says the same. */
export function checkNumbers(literals: readonly string[]): void {
  const read = parseExactJson(`{"n":[${literals.join(',')}]}`);
  const expected = literals.map((literal) =>
    says(String(Number(literal))) === says(literal) ? null : literal,
  );
  const found = readResource(invitationResult, read)?.others[0]?.value;
  if (!Array.isArray(found)) throw new Error('The numbers are gone.');
  found.forEach((value: unknown, index) => {
    const literal = literals[index];
    if (typeof value === 'number' ? expected[index] !== null : value !== literal)
      throw new Error(`${String(literal)} was read as ${String(value)}.`);
  });
}

/** What a number literal says, as a whole number and the power of ten that it is multiplied with. */
function says(literal: string): string {
  const [, sign = '', whole = '', fraction = '', power = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(literal) ?? [];
  let digits = BigInt(whole + fraction);
  if (whole === '') return literal;
  if (digits === 0n) return '0';
  let exponent = BigInt(power) - BigInt(fraction.length);
  for (; digits % 10n === 0n; exponent += 1n) digits /= 10n;
  return `${sign}${digits}e${exponent}`;
}

/** Throws where the answer that is laid out differs from the one that came in more than spaces. */
export function checkLayout(body: string): void {
  const { text } = layOutJson(body);
  const json = parseExactJson(body);
  const expected = typeof json === 'object' && json !== null ? withoutSpaces(body) : body;
  const found = typeof json === 'object' && json !== null ? withoutSpaces(text) : text;
  if (found !== expected) throw new Error(`Laid out, it reads ${text.slice(0, 500)}`);
}

function withoutSpaces(json: string): string {
  return json.replaceAll(/("(?:[^"\\]|\\.)*")|\s+/g, (_all, quoted: string | undefined) => quoted ?? '');
}
