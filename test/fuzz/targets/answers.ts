import fc from 'fast-check';
import { entryKinds } from '#shared/outbox/entry-kinds.ts';
import { readAnswer } from '#main/service-client/answer.ts';
import type { Exchange } from '#main/service-client/exchange.ts';
import { toOutcome } from '#main/outbox/outcome.ts';
import { summariseDocument, summariseVerification } from '#main/workspace/result-summary.ts';
import { parseExactJson } from '#shared/service/answer-json.ts';
import { documentResult } from '#shared/service/document-result.ts';
import { invitationResult } from '#shared/service/vendor-invitation.ts';
import { getReading, readResource } from '#shared/service/reading.ts';
import { vendorProfile } from '#shared/service/vendor-profile.ts';
import { verificationResult } from '#shared/service/verification.ts';
import { nothingObserved } from '#shared/settings/observations.ts';
import { scoreScales } from '#shared/service/score.ts';
import { noDateRule } from '#shared/service/service-dates.ts';
import { defaultWorkspaceSettings } from '#shared/settings/settings.ts';
import { checkIds, checkLayout, checkNumbers, numberLiterals, wholeNumber } from '../exact-body.ts';
import { getCases, type FuzzTarget } from '../target.ts';
import { changed, changes, hostileText, getValues } from '../values.ts';

const resources = { vendorProfile, verificationResult, documentResult, invitationResult };
const names = ['vendorProfile', 'verificationResult', 'documentResult', 'invitationResult'] as const;

/** The body of an answer: a resource with parts that do not belong there, cut somewhere, or any text. */
function getBody(name: (typeof names)[number]): fc.Arbitrary<string> {
  const changedResource = fc
    .tuple(getValues(resources[name]), changes)
    .map(([value, all]) => JSON.stringify(changed(value, all)));
  // The same resource twice in one object: every name comes twice.
  const twice = fc
    .tuple(changedResource, changedResource)
    .map(([one, other]) => `${one.slice(0, -1)},${other.slice(1)}`);
  return fc.oneof(
    { weight: 6, arbitrary: changedResource },
    { weight: 1, arbitrary: twice },
    {
      weight: 1,
      arbitrary: fc
        .tuple(changedResource, fc.double({ min: 0, max: 1, noNaN: true }))
        .map(([text, part]) => text.slice(0, Math.floor(text.length * part))),
    },
    { weight: 1, arbitrary: fc.oneof(hostileText, fc.string({ unit: 'binary' })) },
  );
}

const header = fc.option(fc.oneof(fc.string(), hostileText), { nil: null });

const cases = fc.constantFrom(...names).chain((name) =>
  fc.record({
    name: fc.constant(name),
    status: fc.oneof(
      fc.constantFrom(200, 201, 202, 204, 301, 400, 401, 404, 409, 422, 429, 500, 503),
      fc.integer({ min: 100, max: 999 }),
    ),
    body: getBody(name),
    contentType: header,
    retryAfter: header,
    date: header,
    location: header,
    wwwAuthenticate: header,
    bytes: fc.constant(null),
    cut: fc.constantFrom(null, 'connection_closed' as const, 'too_large' as const, 'time_out' as const),
    kind: fc.constantFrom('invite' as const, 'verification' as const),
    id: wholeNumber,
    numbers: numberLiterals,
  }),
);

/** What the service answers, whatever it is: a reading that the screen takes, and a verdict that never sends an invite again. */
export const answers: FuzzTarget = {
  name: 'answers',
  open: () =>
    Promise.resolve({
      cases: getCases(cases, ({ name, kind, id, numbers, ...rest }) => {
        checkIds(id);
        checkNumbers(numbers);
        checkLayout(rest.body);
        const exchange: Exchange = { kind: 'answered', ...rest };
        const read = readAnswer(resources[name], exchange, defaultWorkspaceSettings, 0);
        if (read.kind === 'found') {
          getReading(resources[name]).parse(read.reading);
          summarise(read.body);
        }
        const promises = { ...defaultWorkspaceSettings };
        const { verdict } = toOutcome(entryKinds[kind], exchange, promises, 0);
        const success = rest.status >= 200 && rest.status < 300;
        if (verdict.event === 'accepted' && !success)
          throw new Error(`${rest.status} was taken for accepted.`);
        if (kind === 'invite' && verdict.event === 'postponed' && success)
          throw new Error('An invite that was answered with a success would go again.');
      }),
      close: () => Promise.resolve(),
    }),
};

function summarise(body: string): void {
  const json = parseExactJson(body);
  const check = readResource(verificationResult, json);
  const asked = { submitted: {}, dateForm: 'iso' as const, requestId: '1' };
  if (check !== null) summariseVerification(check, asked, noDateRule, 0, defaultWorkspaceSettings);
  const document = readResource(documentResult, json);
  if (document !== null)
    summariseDocument(document, 'job', defaultWorkspaceSettings, {
      scales: scoreScales(defaultWorkspaceSettings, nothingObserved),
      dates: noDateRule,
    });
}
