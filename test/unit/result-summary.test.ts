import { describe, expect, it } from 'vitest';
import { documentResult } from '#shared/service/document-result.ts';
import { nothingObserved } from '#shared/settings/observations.ts';
import { scoreScales } from '#shared/service/score.ts';
import { noDateRule } from '#shared/service/service-dates.ts';
import { readResource } from '#shared/service/reading.ts';
import { verificationResult } from '#shared/service/verification.ts';
import { defaultWorkspaceSettings } from '#shared/settings/settings.ts';
import type { StatusWords } from '#shared/settings/status.ts';
import { summariseDocument, summariseVerification } from '#main/workspace/result-summary.ts';

const submitted = { licenseNumber: '1048827', licenseeName: 'Brightwater LLC' };
const dateForm = 'iso' as const;
const asked = { submitted, dateForm, requestId: 'R-17' };
const found = { licenseNumber: '1048827', licenseeName: 'Brightwater, Inc.', isMatch: false };

function toSummary(answer: unknown, by = asked) {
  const reading = readResource(verificationResult, answer);
  if (reading === null) throw new Error('The answer is no object.');
  return summariseVerification(reading, by, noDateRule, 1, defaultWorkspaceSettings);
}

describe('what lists show of a verification', () => {
  it('compares with what this computer sent, whatever the service repeats', () => {
    const parameters = { ...submitted, licenseeName: 'Brightwater, Inc.' };
    for (const answer of [{ response: found }, { parameters, response: found }])
      expect(toSummary(answer)).toMatchObject({ differing: 1, compared: 2, answeredAt: 1 });
  });

  it('has nothing compared while nothing was found, and counts what could be compared', () => {
    const none = { differing: null, compared: null };
    expect(toSummary({ status: 'in_progress' })).toMatchObject(none);
    expect(toSummary({ response: { licenseNumber: ' ' } })).toMatchObject(none);
    const one = { response: { licenseNumber: '1048827', serviceType: 'Plumbing' } };
    expect(toSummary(one)).toMatchObject({ differing: 0, compared: 1 });
    const other = { response: { serviceType: 'Plumbing' } };
    expect(toSummary(other)).toMatchObject({ differing: 0, compared: 0 });
  });

  it('compares an answer with another ID with nothing', () => {
    const dated = { submitted: { ...submitted, expiryDate: '2027-03-31' }, dateForm, requestId: 'R-17' };
    const result = {
      id: 'R-18',
      status: 'verified',
      isVerified: true,
      response: { ...found, isMatch: true, expiryDate: '2031-01-01' },
    };
    expect(toSummary(result, dated)).toMatchObject({
      answeredId: 'R-18',
      differing: null,
      expiryDate: '2027-03-31',
      expiresOn: '2027-03-31',
    });
    for (const id of ['R-17', ' r-17 ', '', null, undefined]) {
      const own = toSummary({ ...result, id }, dated);
      expect(own).toMatchObject({ answeredId: null, differing: 2, expiresOn: '2031-01-01' });
    }
  });

  it.each([
    ['03/31/2028', '2028-03-31'],
    ['03/31/27', '2027-03-31'],
    ['31.12.2029', '2029-12-31'],
    ['see certificate', null],
    ['05/04/2029', null],
    ['never', null],
    ['EXPIRED 03/31/2024', null],
    ['2029-03', '2029-03-31'],
    ['', '2027-03-31'],
  ])('counts a license found to expire on %s by %s', (expiryDate, expiresOn) => {
    const dated = { submitted: { ...submitted, expiryDate: '2027-03-31' }, dateForm, requestId: 'R-17' };
    const result = { response: { ...submitted, expiryDate } };
    expect(toSummary(result, dated)).toMatchObject({
      expiryDate: expiryDate === '' ? '2027-03-31' : expiryDate,
      expiresOn,
    });
    const undated = toSummary({ response: { expiryDate: 'never' } });
    expect(undated).toMatchObject({ expiryDate: 'never', expiresOn: null });
  });
});

describe('what lists show of a document', () => {
  const data = { nameOfEntityIndividual: 'Brightwater LLC' };

  const scales = scoreScales({ ...defaultWorkspaceSettings, scoreScale: 'zero_to_one' }, nothingObserved);

  function toDocument(answer: unknown, statusWords: StatusWords = {}) {
    const reading = readResource(documentResult, answer);
    if (reading === null) throw new Error('The answer is no object.');
    return summariseDocument(
      reading,
      'job',
      { ...defaultWorkspaceSettings, statusWords },
      { scales, dates: noDateRule },
    );
  }

  it('can be judged once there is a score, or once processing has ended without one', () => {
    expect(toDocument({ status: 'processing' }).ready).toBe(false);
    expect(toDocument({ status: 'failed' }).ready).toBe(true);
    const scored = { status: 'odd word', qualityDetails: { overallScore: 0.4 } };
    expect(toDocument(scored)).toMatchObject({ ready: true, score: 40 });
  });

  it.each([
    [true, 'a word that nobody sorted', { status: 'REVIEWED_OK', data }],
    [true, 'a word that is good but not known as the last', { status: 'approved', data }],
    [true, 'no word at all', { data }],
    [true, 'no word and a step that nobody sorted', { processingStep: 'classifier_v2', data }],
    [true, 'a score sent as text', { status: 'REVIEWED_OK', qualityDetails: { overallScore: '81' } }],
    [
      true,
      'a score as text while under way',
      { status: 'processing', qualityDetails: { overallScore: '8' } },
    ],
    [true, 'a blank status', { status: ' ', data }],
    [false, 'a word that is under way', { status: 'In_Progress', data }],
    [false, 'no word and a step that is under way', { processingStep: 'in review', data }],
    [false, 'a blank score while under way', { status: 'queued', qualityDetails: { overallScore: '' } }],
  ])('is ready: %j, without a numeric score, with %s', (ready, _what, answer) => {
    expect(toDocument(answer)).toMatchObject({ ready, score: null });
  });

  it('goes by the person’s own sorting of the word', () => {
    const underWay = { 'reviewed ok': { category: 'under_way' as const, final: false } };
    expect(toDocument({ status: 'REVIEWED_OK', data }, underWay).ready).toBe(false);
    const good = { processing: { category: 'good' as const, final: false } };
    expect(toDocument({ status: 'processing', data }, good).ready).toBe(true);
  });
});
