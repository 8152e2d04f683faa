import { describe, expect, it } from 'vitest';
import { defaultWorkspaceSettings } from '#shared/settings.ts';
import { summariseDocument, summariseVerification } from '#main/workspace/result-summary.ts';

const submitted = { licenseNumber: '1048827', licenseeName: 'Brightwater LLC' };
const asked = { submitted, requestId: 'R-17' };
const found = { licenseNumber: '1048827', licenseeName: 'Brightwater, Inc.', isMatch: false };

describe('what lists show of a verification', () => {
  it('compares what was found with what the service says was submitted', () => {
    const result = { parameters: { ...submitted, licenseeName: 'Brightwater, Inc.' }, response: found };
    expect(summariseVerification(result, asked, defaultWorkspaceSettings).differing).toBe(0);
  });

  it('compares with what this computer sent where the answer leaves that out', () => {
    const summary = summariseVerification({ response: found }, asked, defaultWorkspaceSettings);
    expect(summary).toMatchObject({ differing: 1, attention: true });
  });

  it('asks for nobody while nothing was found yet', () => {
    const summary = summariseVerification({ status: 'in_progress' }, asked, defaultWorkspaceSettings);
    expect(summary).toMatchObject({ differing: null, attention: false });
  });

  it('asks for a person where the word is a problem', () => {
    const summary = summariseVerification({ status: 'not_found' }, asked, defaultWorkspaceSettings);
    expect(summary.attention).toBe(true);
  });

  it('does not take a service that is still at work for one that says no', () => {
    const result = { status: 'in_progress', isVerified: false };
    expect(summariseVerification(result, asked, defaultWorkspaceSettings).attention).toBe(false);
  });

  it('concludes nothing from an answer with another ID, and asks a person', () => {
    const dated = { submitted: { ...submitted, expiryDate: '2027-03-31' }, requestId: 'R-17' };
    const result = {
      id: 'R-18',
      status: 'verified',
      isVerified: true,
      response: { ...found, isMatch: true, expiryDate: '2031-01-01' },
    };
    expect(summariseVerification(result, dated, defaultWorkspaceSettings)).toMatchObject({
      answeredId: 'R-18',
      differing: null,
      attention: true,
      expiryDate: '2027-03-31',
      expiresOn: '2027-03-31',
    });
    for (const id of ['R-17', ' r-17 ', '', null, undefined]) {
      const own = summariseVerification({ ...result, id }, dated, defaultWorkspaceSettings);
      expect(own).toMatchObject({ answeredId: null, differing: 2, expiresOn: '2031-01-01' });
    }
  });

  it.each([
    ['03/31/2028', '2028-03-31'],
    ['03/31/27', '2027-03-31'],
    ['31.12.2029', '2027-03-31'],
    ['never', '2027-03-31'],
  ])('counts a licence found to expire on %s by %s', (expiryDate, expiresOn) => {
    const dated = { submitted: { ...submitted, expiryDate: '2027-03-31' }, requestId: 'R-17' };
    const result = { response: { ...submitted, expiryDate } };
    expect(summariseVerification(result, dated, defaultWorkspaceSettings)).toMatchObject({
      expiryDate,
      expiresOn,
    });
    const undated = summariseVerification(
      { response: { expiryDate: 'never' } },
      asked,
      defaultWorkspaceSettings,
    );
    expect(undated).toMatchObject({ expiryDate: 'never', expiresOn: null });
  });
});

describe('what lists show of a document', () => {
  it('can be judged once there is a score, or once processing has ended without one', () => {
    expect(summariseDocument({ status: 'processing' }, defaultWorkspaceSettings).ready).toBe(false);
    expect(summariseDocument({ status: 'failed' }, defaultWorkspaceSettings).ready).toBe(true);
    const scored = { status: 'odd word', qualityDetails: { overallScore: 0.4 } };
    expect(summariseDocument(scored, defaultWorkspaceSettings)).toMatchObject({ ready: true, score: 40 });
  });
});
