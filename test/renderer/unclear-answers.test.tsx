import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { noDates, noScores, nothingObserved } from '#shared/observations.ts';
import { documentResult } from '#shared/service/document-result.ts';
import { readResource } from '#shared/service/reading.ts';
import { verificationResult } from '#shared/service/verification.ts';
import { ok } from './fake/core.ts';
import { toDocumentDetail, documentRows } from './fake/documents.ts';
import { toVerificationDetail, verificationRows } from './fake/verifications.ts';
import { openApp } from './fake/open-fake-app.tsx';
import { acting, clear, click, find, placeNow, until } from './screen.tsx';

const text = () => document.body.textContent ?? '';

beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
});
afterEach(async () => {
  await clear();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('a score whose scale is not clear', () => {
  const quality = () => find('section[aria-label="Quality"]');

  it('stands as received, without bar, word or advice, until the scale shows', async () => {
    const [row] = documentRows;
    if (row === undefined) throw new Error('The fake has documents.');
    const result = {
      status: 'completed',
      confidence: 0.9,
      qualityDetails: { overallScore: 8.5, scoreBreakdown: { sharpness: 80 } },
    };
    const detail = { ...toDocumentDetail(row), overallScore: 8.5, score: null };
    const bridge = await openApp(`#/documents/${row.jobId}`, 'online', {
      'documents.get': () => ok({ ...detail, result: readResource(documentResult, result) }),
    });
    await until(quality);
    const scores = {
      overall: { ...noScores, results: 1, aboveOne: 1 },
      parts: noScores,
      confidence: noScores,
    };
    await acting(() => bridge.emit('observations.changed', { ...nothingObserved, scores }));
    await until(() => expect(quality().textContent).toContain('8.5'));
    expect(quality().textContent).toContain('Scale not clear');
    expect(quality().textContent).toContain(
      'It is not clear what scale this score is on. Choose one in Settings.',
    );
    expect(quality().textContent).not.toMatch(/Poor|Weak|Fair|Good/);
    expect(document.querySelector('section[aria-label="Quality"] [class*="_bar_"]')).toBeNull();
    const overall = { ...noScores, results: 5, aboveOne: 5 };
    await acting(() =>
      bridge.emit('observations.changed', { ...nothingObserved, scores: { ...scores, overall } }),
    );
    await until(() => expect(quality().textContent).toContain('85Good quality'));
  });
});

describe('a date that can be read in two ways', () => {
  const [row] = verificationRows;
  if (row === undefined) throw new Error('The fake has verifications.');
  const answer = {
    parameters: { licenseNumber: '1', expiryDate: '2027-04-05' },
    response: { licenseNumber: '1', expiryDate: '05/04/2027' },
    status: 'verified',
  };

  it('is shown as received, with both readings, and read as soon as other dates show how', async () => {
    const detail = {
      ...toVerificationDetail(row),
      result: readResource(verificationResult, answer),
      expiresOn: null,
      expiryUnclear: true,
    };
    const bridge = await openApp(`#/verifications/${row.entryId}`, 'online', {
      'verifications.get': () => ok(detail),
    });
    const expiry = () => find('tr[aria-label^="Expiry date"]');
    await until(expiry);
    await acting(() => bridge.emit('observations.changed', nothingObserved));
    await until(() => expect(expiry().textContent).toContain('05/04/2027'));
    expect(expiry().textContent).toContain('Cannot be compared, may be the same day');
    expect(expiry().textContent).toContain(
      'Can be read as May 4, 2027 or Apr 5, 2027, so no day is counted.',
    );
    expect(expiry().textContent).not.toContain('xpires in');
    await acting(() =>
      bridge.emit('observations.changed', { ...nothingObserved, dates: { ...noDates, dayFirst: 1 } }),
    );
    await until(() => expect(expiry().getAttribute('aria-label')).toBe('Expiry date, same, Apr 5, 2027'));
  });

  it('leads from the expiry of licenses to a list of its own and to the setting', async () => {
    await openApp('#/verifications?tab=expiry');
    await click(await until(() => find('button', '2 expiry dates can be read in two ways')));
    await until(() => find('h2', 'Licenses with an expiry date that can be read in two ways'));
    await until(() => expect(text()).toContain('05/04/2027'));
    await click(find('button', 'Choose the form of dates in Settings'));
    expect(placeNow()).toBe('#/settings');
  });

  it('leads there from Today too', async () => {
    await openApp('#/today');
    await click(await until(() => find('button', '2 expiry dates can be read in two ways')));
    expect(placeNow()).toBe('#/verifications?tab=expiry&month=two_ways');
  });
});
