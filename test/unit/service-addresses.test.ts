import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fileAddressProblem } from '#main/service-client/file-fetch.ts';
import { isLocalName, isPrivateAddress } from '#main/service-client/private-addresses.ts';
import { isLoopbackHost, readBaseUrl } from '#shared/base/base-url.ts';
import { isUuid, endpoints, vendorIdProblem } from '#shared/service/operations.ts';

describe('the service’s address', () => {
  it.each([
    ['https://company.example.com', 'https://company.example.com'],
    ['company.example.com', 'https://company.example.com'],
    ['  https://Company.Example.com/  ', 'https://company.example.com'],
    ['https://company.example.com:8443/api/', 'https://company.example.com:8443/api'],
    ['https://company.example.com/a//', 'https://company.example.com/a'],
    ['http://localhost:3000', 'http://localhost:3000'],
    ['http://127.0.0.1:9', 'http://127.0.0.1:9'],
    ['http://127.8.8.8', 'http://127.8.8.8'],
    ['http://[::1]:80', 'http://[::1]'],
    ['http://[0:0:0:0:0:0:0:1]:4010', 'http://[::1]:4010'],
    ['https://[2001:DB8::5]:8443/api', 'https://[2001:db8::5]:8443/api'],
    ['[2001:db8::5]:8443', 'https://[2001:db8::5]:8443'],
    ['2001:db8::5', 'https://[2001:db8::5]'],
    ['::1', 'https://[::1]'],
    ['HTTPS://company.example.com', 'https://company.example.com'],
  ])('typed as %j is %s', (typed, baseUrl) => {
    expect(readBaseUrl(typed)).toEqual({ ok: true, baseUrl });
  });

  it.each([
    '',
    '   ',
    'http://company.example.com',
    'http://10.0.0.1',
    'http://[2001:db8::5]',
    'http://[::ffff:127.0.0.1]',
    'https://2001:db8::5',
    '2001:db8:::5',
    'http://localhost.example.com',
    'http://127.0.0.1.example.com',
    'http://0.0.0.0',
    'ftp://company.example.com',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'https://',
    'https://user@company.example.com',
    'https://user:secret@company.example.com',
    'https://company.example.com/?a=1',
    'https://company.example.com/#a',
    'two words',
    'https://exa mple.com',
  ])('typed as %j is refused with a sentence', (typed) => {
    const reading = readBaseUrl(typed);
    expect(reading.ok).toBe(false);
    if (!reading.ok) expect(reading.problem).toMatch(/^[A-Z].*\.$|^http/);
  });

  it('is https or this computer, whatever is typed', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.webUrl(),
          fc.webUrl().map((url) => url.replace('https', 'http')),
        ),
        (typed) => {
          const reading = readBaseUrl(typed);
          if (!reading.ok) return;
          const url = new URL(reading.baseUrl);
          expect(url.protocol === 'https:' || isLoopbackHost(url.hostname)).toBe(true);
          expect(reading.baseUrl.endsWith('/')).toBe(false);
          expect(`${url.username}${url.password}${url.search}${url.hash}`).toBe('');
        },
      ),
    );
  });
});

describe('an id in a path', () => {
  it.each([
    '.',
    '..',
    '/',
    'a/b',
    '../x',
    '..\\x',
    '\\',
    'a\u0000b',
    'a\nb',
    'a\tb',
    '',
    ' ',
    ' a',
    'a ',
    'x'.repeat(201),
    'a\u007fb',
    '\u0085a',
  ])('of a vendor that is %j is refused', (id) => {
    expect(vendorIdProblem(id)).not.toBeNull();
    expect(() => endpoints.getVendorProfile(id)).toThrow(RangeError);
  });

  it.each([
    ['v-1', 'v-1'],
    ['...', '...'],
    ['a b', 'a%20b'],
    ['a?b=c#d', 'a%3Fb%3Dc%23d'],
    ['%2e%2e', '%252e%252e'],
    ['é', '%C3%A9'],
    ['a;b', 'a%3Bb'],
  ])('of a vendor that is %j is encoded', (id, encoded) => {
    expect(vendorIdProblem(id)).toBeNull();
    expect(endpoints.getVendorProfile(id)).toEqual({ method: 'GET', path: `/vendors/${encoded}/profile` });
  });

  it('never leaves its place, whatever it is', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.string({ unit: 'binary' })), (id) => {
        if (vendorIdProblem(id) !== null) return;
        const { pathname, search, hash } = new URL(
          endpoints.getVendorProfile(id).path,
          'https://service.invalid',
        );
        expect(pathname).toMatch(/^\/vendors\/[^/]+\/profile$/);
        expect(search + hash).toBe('');
      }),
    );
  });

  it('that the service gave out is encoded, and refused where it would lead elsewhere', () => {
    for (const endpoint of [endpoints.getVerificationResult, endpoints.getDocumentResult]) {
      expect(endpoint('a/b').path).toMatch(/\/a%2Fb$/);
      for (const id of ['.', '..', '']) expect(() => endpoint(id)).toThrow(RangeError);
    }
  });

  it('of a document job is a UUID or is refused', () => {
    expect(isUuid('0d2f9a3e-5f2b-4c39-9d1c-0b7c4c5f8e21')).toBe(true);
    expect(isUuid('0D2F9A3E-5F2B-4C39-9D1C-0B7C4C5F8E21')).toBe(true);
    for (const text of [
      '',
      '0d2f9a3e',
      '{0d2f9a3e-5f2b-4c39-9d1c-0b7c4c5f8e21}',
      '0d2f9a3e-5f2b-4c39-9d1c-0b7c4c5f8e2g',
      '0d2f9a3e-5f2b-4c39-9d1c-0b7c4c5f8e21\n',
    ]) {
      expect(isUuid(text)).toBe(false);
    }
  });

  it('goes to the five operations of the service, and to nothing else', () => {
    const id = '0d2f9a3e-5f2b-4c39-9d1c-0b7c4c5f8e21';
    expect([
      endpoints.getVendorProfile('v'),
      endpoints.inviteVendor(),
      endpoints.queueVerification(),
      endpoints.getVerificationResult(id),
      endpoints.getDocumentResult(id),
    ]).toEqual([
      { method: 'GET', path: '/vendors/v/profile' },
      { method: 'POST', path: '/vendors' },
      { method: 'POST', path: '/api/verification/queue' },
      { method: 'GET', path: `/api/verification/${id}` },
      { method: 'GET', path: `/api/vision/${id}` },
    ]);
    expect(Object.keys(endpoints)).toHaveLength(5);
  });
});

describe('the address of a picture', () => {
  const service = 'https://service.example.com/api';

  it.each(['https://files.example.com/a.png', 'https://service.example.com/a.png', 'https://8.8.8.8/a'])(
    '%s may be fetched',
    (url) => {
      expect(fileAddressProblem(url, service)).toBeNull();
    },
  );

  it.each([
    'http://files.example.com/a.png',
    'http://service.example.com/a.png',
    'file:///etc/passwd',
    'data:image/png;base64,AA',
    'https://localhost/a',
    'https://127.0.0.1/a',
    'https://2130706433/a',
    'https://0x7f.1/a',
    'https://10.1.2.3/a',
    'https://172.16.0.1/a',
    'https://192.168.1.1/a',
    'https://169.254.169.254/latest/meta-data',
    'https://[::1]/a',
    'https://[::ffff:127.0.0.1]/a',
    'https://[fd00::1]/a',
    'https://[fe80::1]/a',
    'https://0.0.0.0/a',
    'https://[64:ff9b::7f00:1]/a',
    'https://[64:ff9b::10.0.0.7]/a',
    'https://[64:ff9b:1::808:808]/a',
    'https://[2002:7f00:1::]/a',
    'https://[2002:808:808::1]/a',
    'https://[::127.0.0.1]/a',
    'https://[::8.8.8.8]/a',
    'https://[fec0::1]/a',
    'https://[::ffff:0:127.0.0.1]/a',
    'https://localhost./a',
    'https://LOCALHOST/a',
    'https://files.localhost/a',
    'https://files.localhost./a',
    'not an address',
    '',
  ])('%j is refused', (url) => {
    expect(fileAddressProblem(url, service)).not.toBeNull();
  });

  it.each(['http://127.0.0.1:4100', 'https://10.0.0.5', 'https://localhost:8443', 'https://[fd00::5]/api'])(
    'may be on this computer or in a private network where it is the service’s own origin: %s',
    (own) => {
      expect(fileAddressProblem(`${new URL(own).origin}/a.png`, own)).toBeNull();
    },
  );

  it.each([
    ['http://127.0.0.2:4100/a.png', 'http://127.0.0.1:4100'],
    ['http://127.0.0.1:4101/a.png', 'http://127.0.0.1:4100'],
    ['https://127.0.0.1:4100/a.png', 'http://127.0.0.1:4100'],
    ['https://10.0.0.5:9200/a.png', 'https://10.0.0.5'],
    ['https://localhost:9200/a.png', 'https://localhost'],
  ])('%j is refused where the service is %j: another program may answer there', (url, own) => {
    expect(fileAddressProblem(url, own)).not.toBeNull();
  });

  it('is known for private in all forms of an address', () => {
    for (const address of [
      '127.0.0.1',
      '10.0.0.1',
      '100.64.0.1',
      '::1',
      '::',
      'fc00::1',
      'fe80::1',
      '::ffff:10.0.0.1',
      '::ffff:a00:1',
      '64:ff9b::a00:1',
      '64:FF9B:0:0:0:0:10.0.0.1',
      '64:ff9b:1::808:808',
      '2002:a00:1::1',
      '::a00:1',
      'fec0::1',
      '::ffff:0:a00:1',
      '192.0.2.1',
      '198.51.100.255',
      '203.0.113.7',
      '192.88.99.1',
      '2001:0:4136:e378:8000:63bf:3fff:fdd2',
      '2001:db8::1',
      '3fff::1',
      '100::1',
      '5f00::1',
    ]) {
      expect(isPrivateAddress(address)).toBe(true);
    }
    for (const address of [
      '8.8.8.8',
      '172.32.0.1',
      '192.0.3.1',
      '192.88.98.1',
      '203.0.114.1',
      '2001:200::1',
      '2001:4860:4860::8888',
      '4000::1',
      '2606:4700::1111',
      '::ffff:8.8.8.8',
      '64:ff9b::808:808',
    ])
      expect(isPrivateAddress(address)).toBe(false);
  });
});

describe('private networks', () => {
  const f = (begin: string) => [...begin.split(':'), ...Array<string>(8).fill('ffff')].slice(0, 8).join(':');

  it.each([
    ['0.0.0.0', '0.255.255.255', null, '1.0.0.0'],
    ['10.0.0.0', '10.255.255.255', '9.255.255.255', '11.0.0.0'],
    ['100.64.0.0', '100.127.255.255', '100.63.255.255', '100.128.0.0'],
    ['127.0.0.0', '127.255.255.255', '126.255.255.255', '128.0.0.0'],
    ['169.254.0.0', '169.254.255.255', '169.253.255.255', '169.255.0.0'],
    ['172.16.0.0', '172.31.255.255', '172.15.255.255', '172.32.0.0'],
    ['192.0.0.0', '192.0.0.255', '191.255.255.255', '192.0.1.0'],
    ['192.0.2.0', '192.0.2.255', '192.0.1.255', '192.0.3.0'],
    ['192.88.99.0', '192.88.99.255', '192.88.98.255', '192.88.100.0'],
    ['192.168.0.0', '192.168.255.255', '192.167.255.255', '192.169.0.0'],
    ['198.18.0.0', '198.19.255.255', '198.17.255.255', '198.20.0.0'],
    ['198.51.100.0', '198.51.100.255', '198.51.99.255', '198.51.101.0'],
    ['203.0.113.0', '203.0.113.255', '203.0.112.255', '203.0.114.0'],
    ['224.0.0.0', '255.255.255.255', '223.255.255.255', null],
  ])('include %s to %s, in every notation', (first, last, before, after) => {
    for (const written of ['', '::ffff:', '::FFFF:', '64:ff9b::']) {
      for (const inside of [first, last]) expect(isPrivateAddress(`${written}${inside}`)).toBe(true);
      for (const outside of [before, after]) {
        if (outside !== null) expect(isPrivateAddress(`${written}${outside}`)).toBe(false);
      }
    }
  });

  it.each([
    ['::', '::ffff:ffff', null, '::1:0:0'],
    ['::ffff:0:0:0', '::ffff:0:ffff:ffff', '::fffe:ffff:ffff:ffff', '::ffff:1:0:0'],
    ['64:ff9b:1::', f('64:ff9b:1'), f('64:ff9b:0'), '64:ff9b:2::'],
    ['100::', f('100:0:0'), f('ff'), '100:0:1::'],
    ['2001::', f('2001:1ff'), f('2000'), '2001:200::'],
    ['2001:db8::', f('2001:db8'), f('2001:db7'), '2001:db9::'],
    ['2002::', f('2002'), f('2001'), '2003::'],
    ['3fff::', f('3fff:fff'), f('3ffe'), '3fff:1000::'],
    ['5f00::', f('5f00'), f('5eff'), '5f01::'],
    ['fc00::', f('fdff'), f('fbff'), 'fe00::'],
    ['fe80::', f('febf'), f('fe7f'), null],
    ['fec0::', f('feff'), null, null],
    ['ff00::', f('ffff'), null, null],
  ])('include %s to %s', (first, last, before, after) => {
    for (const inside of [first, last]) expect(isPrivateAddress(inside)).toBe(true);
    for (const outside of [before, after])
      if (outside !== null) expect(isPrivateAddress(outside)).toBe(false);
  });

  it.each([
    ['localhost', true],
    ['LOCALHOST', true],
    ['localhost.', true],
    ['files.localhost', true],
    ['localhost.example', false],
    ['mylocalhost', false],
    ['', false],
  ])('include the local name %j: %j', (host, local) => {
    expect([isLocalName(host), isPrivateAddress(host)]).toEqual([local, false]);
  });
});
