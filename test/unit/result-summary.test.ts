import { describe, expect, it } from 'vitest';
import { documentResult } from '#shared/service/document-result.ts';
import { nothingObserved } from '#shared/observations.ts';
import { scoreScales } from '#shared/score.ts';
import { noDateRule } from '#shared/service-dates.ts';
import { readResource } from '#shared/service/reading.ts';
import { defaultWorkspaceSettings } from '#shared/settings.ts';
import type { StatusWords } from '#shared/status.ts';
import { summariseDocument, summariseVerification } from '#main/workspace/result-summary.ts';

const submitted = { licenseNumber: '1048827', licenseeName: 'Brightwater LLC' };
const dateForm = 'iso' as const;
const asked = { submitted, dateForm, requestId: 'R-17' };
const found = { licenseNumber: '1048827', licenseeName: 'Brightwater, Inc.', isMatch: false };

describe('what lists show of a verification', () => {
  it('compares what was found with what the service says was submitted', () => {
    const result = { parameters: { ...submitted, licenseeName: 'Brightwater, Inc.' }, response: found };
    expect(summariseVerification(result, asked, noDateRule, 1).differing).toBe(0);
  });

  it('compares with what this computer sent where the answer leaves that out', () => {
    const summary = summariseVerification({ response: found }, asked, noDateRule, 1);
    expect(summary).toMatchObject({ differing: 1, compared: 2, answeredAt: 1 });
  });

  it('has nothing compared while nothing was found, and counts what could be compared', () => {
    const none = { differing: null, compared: null };
    expect(summariseVerification({ status: 'in_progress' }, asked, noDateRule, 1)).toMatchObject(none);
    expect(summariseVerification({ response: { licenseNumber: ' ' } }, asked, noDateRule, 1)).toMatchObject(
      none,
    );
    const one = { response: { licenseNumber: '1048827', serviceType: 'Plumbing' } };
    expect(summariseVerification(one, asked, noDateRule, 1)).toMatchObject({ differing: 0, compared: 1 });
    const other = { response: { serviceType: 'Plumbing' } };
    expect(summariseVerification(other, asked, noDateRule, 1)).toMatchObject({ differing: 0, compared: 0 });
  });

  it('compares an answer with another ID with nothing', () => {
    const dated = { submitted: { ...submitted, expiryDate: '2027-03-31' }, dateForm, requestId: 'R-17' };
    const result = {
      id: 'R-18',
      status: 'verified',
      isVerified: true,
      response: { ...found, isMatch: true, expiryDate: '2031-01-01' },
    };
    expect(summariseVerification(result, dated, noDateRule, 1)).toMatchObject({
      answeredId: 'R-18',
      differing: null,
      expiryDate: '2027-03-31',
      expiresOn: '2027-03-31',
    });
    for (const id of ['R-17', ' r-17 ', '', null, undefined]) {
      const own = summariseVerification({ ...result, id }, dated, noDateRule, 1);
      expect(own).toMatchObject({ answeredId: null, differing: 2, expiresOn: '2031-01-01' });
    }
  });

  it.each([
    ['03/31/2028', '2028-03-31'],
    ['03/31/27', '2027-03-31'],
    ['31.12.2029', '2029-12-31'],
    ['see certificate', '2027-03-31'],
    ['05/04/2029', null],
    ['never', '2027-03-31'],
  ])('counts a license found to expire on %s by %s', (expiryDate, expiresOn) => {
    const dated = { submitted: { ...submitted, expiryDate: '2027-03-31' }, dateForm, requestId: 'R-17' };
    const result = { response: { ...submitted, expiryDate } };
    expect(summariseVerification(result, dated, noDateRule, 1)).toMatchObject({
      expiryDate,
      expiresOn,
    });
    const undated = summariseVerification({ response: { expiryDate: 'never' } }, asked, noDateRule, 1);
    expect(undated).toMatchObject({ expiryDate: 'never', expiresOn: null });
  });
});

describe('what lists show of a document', () => {
  const data = { nameOfEntityIndividual: 'Brightwater LLC' };

  const scales = scoreScales({ ...defaultWorkspaceSettings, scoreScale: 'zero_to_one' }, nothingObserved);

  function toSummary(answer: unknown, statusWords: StatusWords = {}) {
    const reading = readResource(documentResult, answer);
    if (reading === null) throw new Error('The answer is no object.');
    return summariseDocument(reading, { ...defaultWorkspaceSettings, statusWords }, scales);
  }

  it('can be judged once there is a score, or once processing has ended without one', () => {
    expect(toSummary({ status: 'processing' }).ready).toBe(false);
    expect(toSummary({ status: 'failed' }).ready).toBe(true);
    const scored = { status: 'odd word', qualityDetails: { overallScore: 0.4 } };
    expect(toSummary(scored)).toMatchObject({ ready: true, score: 40 });
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
    expect(toSummary(answer)).toMatchObject({ ready, score: null });
  });

  it('goes by the person’s own sorting of the word', () => {
    const underWay = { 'reviewed ok': { category: 'under_way' as const, final: false } };
    expect(toSummary({ status: 'REVIEWED_OK', data }, underWay).ready).toBe(false);
    const good = { processing: { category: 'good' as const, final: false } };
    expect(toSummary({ status: 'processing', data }, good).ready).toBe(true);
  });
});
