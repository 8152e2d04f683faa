import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findDeepLink, linkTarget, targetOfLink } from '#shared/service/app-link.ts';
import { vendorIdProblem } from '#shared/service/operations.ts';

const job = '7c1e04d2-5a1f-4c2e-9f0b-3d2a1b7c8e90';

describe('a link of Gangway’s', () => {
  it.each([
    ['gangway://vendor/48213', { kind: 'vendor', vendorId: '48213' }],
    ['gangway://vendor/48213/', { kind: 'vendor', vendorId: '48213' }],
    ['GANGWAY://Vendor/Acme-7', { kind: 'vendor', vendorId: 'Acme-7' }],
    [' gangway://vendor/v_1.2~b@c:d+e=f \n', { kind: 'vendor', vendorId: 'v_1.2~b@c:d+e=f' }],
    ['gangway://vendor/M%C3%BCller', { kind: 'vendor', vendorId: 'Müller' }],
    [`gangway://document/${job}`, { kind: 'document', jobId: job }],
    [`gangway://document/${job.toUpperCase()}`, { kind: 'document', jobId: job }],
  ])('names what it says: %s', (link, target) => {
    expect(targetOfLink(link)).toEqual(target);
  });

  it.each([
    '',
    'gangway:',
    'gangway://',
    'gangway://vendor',
    'gangway://vendor/',
    'gangway://vendor/..',
    'gangway://vendor/.',
    'gangway://vendor/%2e%2e',
    'gangway://vendor/a/b',
    'gangway://vendor/a%2Fb',
    'gangway://vendor/a%5Cb',
    'gangway://vendor/a\\b',
    'gangway://vendor/a b',
    'gangway://vendor/a%20b',
    'gangway://vendor/a%00',
    'gangway://vendor/a%0d%0aHost:%20x',
    'gangway://vendor/%E2%80%AEcod',
    'gangway://vendor/%',
    'gangway://vendor/%FF',
    'gangway://vendor/1?refresh=1',
    'gangway://vendor/1#x',
    'gangway://user@vendor/1',
    'gangway://vendor:80/1',
    'gangway:vendor/1',
    'gangway:///vendor/1',
    'gangway://settings/connect',
    'gangway://invite/1',
    'gangway://vendor/1" --data-dir=/tmp',
    `gangway://vendor/${'9'.repeat(201)}`,
    `gangway://vendor/${'%41'.repeat(5000)}`,
    'gangway://document/48213',
    `gangway://document/${job}?open=1`,
    'https://vendor/48213',
    'javascript:alert(1)',
    'gangwayx://vendor/1',
    'file:///gangway://vendor/1',
  ])('is nothing at all where it is not whole and plain: %j', (link) => {
    expect(targetOfLink(link)).toBeNull();
  });

  it('is read without a fault whatever it holds, and never names an ID that could leave its place in a path', () => {
    const parts = fc.array(
      fc.oneof(
        fc.constantFrom(
          'gangway://',
          'vendor/',
          'document/',
          '%',
          '%2f',
          '..',
          '/',
          '\\',
          job,
          '?',
          '#',
          '@',
          ':',
        ),
        fc.string({ unit: 'binary', maxLength: 12 }),
      ),
      { maxLength: 8 },
    );
    fc.assert(
      fc.property(parts, fc.boolean(), (made, prefixed) => {
        const target = targetOfLink(`${prefixed ? 'gangway://vendor/' : ''}${made.join('')}`);
        if (target === null) return;
        expect(linkTarget.parse(target)).toEqual(target);
        if (target.kind !== 'vendor') return;
        expect(vendorIdProblem(target.vendorId)).toBeNull();
        expect(target.vendorId).not.toMatch(/[\s\p{C}"'<>/\\]/u);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('a command line', () => {
  it('holds a link as a word of its own, wherever it stands', () => {
    expect(findDeepLink(['gangway', '--practice', 'gangway://vendor/1', 'x'])).toBe('gangway://vendor/1');
    expect(findDeepLink(['gangway.exe', 'GANGWAY://vendor/1'])).toBe('GANGWAY://vendor/1');
  });

  it('holds none where no word begins as one', () => {
    expect(
      findDeepLink(['/usr/bin/gangway', '--data-dir', '/tmp/gangway:', '--x=gangway://vendor/1']),
    ).toBeNull();
  });
});
