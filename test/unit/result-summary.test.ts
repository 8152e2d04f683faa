import { describe, expect, it } from 'vitest';
import { defaultWorkspaceSettings } from '#shared/settings.ts';
import { summariseDocument, summariseVerification } from '#main/workspace/result-summary.ts';

const submitted = { licenseNumber: '1048827', licenseeName: 'Brightwater LLC' };
const found = { licenseNumber: '1048827', licenseeName: 'Brightwater, Inc.', isMatch: false };

describe('what lists show of a verification', () => {
  it('compares what was found with what the service says was submitted', () => {
    const result = { parameters: { ...submitted, licenseeName: 'Brightwater, Inc.' }, response: found };
    expect(summariseVerification(result, submitted, defaultWorkspaceSettings).differing).toBe(0);
  });

  it('compares with what this computer sent where the answer leaves that out', () => {
    const summary = summariseVerification({ response: found }, submitted, defaultWorkspaceSettings);
    expect(summary).toMatchObject({ differing: 1, attention: true });
  });

  it('asks for nobody while nothing was found yet', () => {
    const summary = summariseVerification({ status: 'in_progress' }, submitted, defaultWorkspaceSettings);
    expect(summary).toMatchObject({ differing: null, attention: false });
  });

  it('asks for a person where the word is a problem', () => {
    const summary = summariseVerification({ status: 'not_found' }, submitted, defaultWorkspaceSettings);
    expect(summary.attention).toBe(true);
  });

  it('does not take a service that is still at work for one that says no', () => {
    const result = { status: 'in_progress', isVerified: false };
    expect(summariseVerification(result, submitted, defaultWorkspaceSettings).attention).toBe(false);
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
