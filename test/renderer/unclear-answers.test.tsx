import { beforeEach, describe, expect, it, vi } from 'vitest';
import { noDates, noScores, nothingObserved } from '#shared/settings/observations.ts';
import type { CoreBridge } from './core-bridge.ts';
import { json } from './fake-service.ts';
import { openApp } from './open-app.tsx';
import { toJobId } from './sample-company.ts';
import { acting, click, find, placeNow, until } from './screen.tsx';
import { enqueueVerification } from './situations.ts';

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

describe('a score whose scale is not clear', () => {
  const quality = () => find('section[aria-label="Quality"]');

  it('stands as received, without bar, word or advice, until the scale shows', async () => {
    const result = {
      status: 'completed',
      confidence: 0.9,
      qualityDetails: { overallScore: 8.5, scoreBreakdown: { sharpness: 80 } },
    };
    const bridge = await openApp(
      async ({ ask, service }) => {
        service.replies.getDocumentResult = () => json(result);
        await ask('documents.add', { ids: [toJobId(1)], vendorId: null });
        await ask('documents.checkNow', { jobId: toJobId(1) });
        return `#/documents/${toJobId(1)}`;
      },
      { company: 'new' },
    );
    await until(quality);
    const scores = {
      overall: { ...noScores, aboveOne: 1 },
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
    const overall = { ...noScores, aboveOne: 5 };
    await acting(() =>
      bridge.emit('observations.changed', { ...nothingObserved, scores: { ...scores, overall } }),
    );
    await until(() => expect(quality().textContent).toContain('85Good quality'));
  });
});

describe('a date that can be read in two ways', () => {
  const answer = {
    parameters: { licenseNumber: '1', expiryDate: '2027-04-05' },
    response: { licenseNumber: '1', expiryDate: '05/04/2027' },
    status: 'verified',
  };

  /** Submits a license that is answered so; gives its place. */
  async function submitUnclear(bridge: CoreBridge, licenseNumber: string): Promise<string> {
    bridge.service.replies.getVerificationResult = () => json(answer);
    const entryId = await enqueueVerification(bridge, { licenseNumber, expiryDate: '2027-04-05' });
    await bridge.ask('verifications.checkNow', { entryId });
    return `#/verifications/${entryId}`;
  }

  async function submitTwo(bridge: CoreBridge): Promise<void> {
    await submitUnclear(bridge, '1');
    await submitUnclear(bridge, '2');
  }

  it('is shown as received, with both readings, and read as soon as other dates show how', async () => {
    const bridge = await openApp((core) => submitUnclear(core, '1'), { company: 'new' });
    const expiry = () => find('tr[aria-label^="Expiration date"]');
    await until(expiry);
    await acting(() => bridge.emit('observations.changed', nothingObserved));
    await until(() => expect(expiry().textContent).toContain('05/04/2027'));
    expect(expiry().textContent).toContain('Cannot be compared, may be the same day');
    expect(expiry().textContent).toContain('Can be read as May 4, 2027 or Apr 5, 2027, so it isn’t counted.');
    expect(expiry().textContent).not.toContain('xpires in');
    await acting(() =>
      bridge.emit('observations.changed', { ...nothingObserved, dates: { ...noDates, dayFirst: 1 } }),
    );
    await until(() => expect(expiry().getAttribute('aria-label')).toBe('Expiration date, same, Apr 5, 2027'));
  });

  it('leads from the expiry of licenses to a list of its own and to the setting', async () => {
    await openApp('#/verifications?tab=expiry', { company: 'new', before: submitTwo });
    await click(await until(() => find('button', '2 expiration dates can’t be read clearly')));
    await until(() => find('h2', 'Licenses with an unclear expiration date'));
    await until(() => expect(text()).toContain('05/04/2027'));
    await click(find('button', 'Choose the date order in Settings'));
    expect(placeNow()).toBe('#/settings/dates-of-the-service');
  });

  it('leads there from Today too', async () => {
    await openApp('#/today', { company: 'new', before: submitTwo });
    await click(await until(() => find('button', '2 expiration dates can’t be read clearly')));
    expect(placeNow()).toBe('#/verifications?tab=expiry&month=two_ways');
  });
});
