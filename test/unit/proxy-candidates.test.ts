import { describe, expect, it } from 'vitest';
import { environmentProxies, readNoProxy } from '#main/network/environment-proxies.ts';
import { systemProxies } from '#main/electron/system-proxies.ts';
import { proxyName, readPacAnswer, candidatesKey } from '#main/network/proxy-candidate.ts';

describe('what a proxy script returns', () => {
  it.each([
    ['DIRECT', 'direct'],
    ['', 'direct'],
    ['nonsense', 'direct'],
    ['PROXY proxy.example:8080', 'http proxy.example:8080'],
    ['PROXY proxy.example:8080; DIRECT', 'http proxy.example:8080; direct'],
    ['  proxy  proxy.example:8080 ;; direct ', 'http proxy.example:8080; direct'],
    ['HTTP proxy.example', 'http proxy.example:80'],
    ['HTTPS proxy.example', 'https proxy.example:443'],
    ['HTTPS proxy.example:80', 'https proxy.example:80'],
    ['SOCKS5 proxy.example', 'socks5 proxy.example:1080'],
    ['SOCKS proxy.example:1080; DIRECT', 'unsupported SOCKS; direct'],
    ['SOCKS4 proxy.example:1080', 'unsupported SOCKS4'],
    ['PROXY [2001:db8::7]:3128', 'http [2001:db8::7]:3128'],
    ['PROXY 10.0.0.9:3128; PROXY 10.0.0.10:3128', 'http 10.0.0.9:3128; http 10.0.0.10:3128'],
    ['PROXY ; PROXY good.example:1', 'http good.example:1'],
    ['PROXY bad.example:99999; DIRECT', 'direct'],
  ])('%j leads %s', (answer, ways) => {
    expect(candidatesKey(readPacAnswer(answer))).toBe(ways);
  });
});

describe('the system', () => {
  it('is asked for each address, and its answer is read as a script’s', async () => {
    const asked: string[] = [];
    const finder = systemProxies({
      resolveProxy: (url) => {
        asked.push(url);
        return Promise.resolve('PROXY proxy.example:8080;DIRECT');
      },
    });
    expect(candidatesKey(await finder.find('https://vendors.example/'))).toBe(
      'http proxy.example:8080; direct',
    );
    expect(asked).toEqual(['https://vendors.example/']);
  });
});

describe('the environment', () => {
  const ways = async (env: NodeJS.ProcessEnv, url: string) =>
    candidatesKey(await environmentProxies(env).find(url));
  const secure = 'https://vendors.example/';

  it.each([
    [{}, 'direct'],
    [{ HTTPS_PROXY: 'http://proxy.example:8080' }, 'http proxy.example:8080'],
    [{ https_proxy: 'proxy.example:8080' }, 'http proxy.example:8080'],
    [{ https_proxy: 'small.example:1', HTTPS_PROXY: 'large.example:1' }, 'http small.example:1'],
    [{ HTTPS_PROXY: ' ' }, 'direct'],
    [{ HTTP_PROXY: 'http://proxy.example:8080' }, 'direct'],
    [{ ALL_PROXY: 'socks5h://proxy.example' }, 'socks5 proxy.example:1080'],
    [{ ALL_PROXY: 'http://all.example', HTTPS_PROXY: 'https://own.example' }, 'https own.example:443'],
    [{ HTTPS_PROXY: 'socks4://proxy.example' }, 'unsupported socks4'],
    [{ HTTPS_PROXY: 'http://[2001:db8::7]:3128' }, 'http [2001:db8::7]:3128'],
    [{ HTTPS_PROXY: 'http://proxy.example:8080', NO_PROXY: '.example' }, 'direct'],
    [
      { HTTPS_PROXY: 'http://proxy.example:8080', no_proxy: 'other', NO_PROXY: '*' },
      'http proxy.example:8080',
    ],
  ])('%j leads %s', async (env, expected) => {
    expect(await ways(env, secure)).toBe(expected);
  });

  it('reaches straight what NO_PROXY names, and nothing else', async () => {
    const env = { HTTPS_PROXY: 'http://proxy.example:8080', NO_PROXY: 'vendors.example' };
    expect(await environmentProxies(env).find(secure)).toEqual([{ kind: 'direct' }]);
    expect(await environmentProxies(env).find('https://other.example/')).not.toEqual([{ kind: 'direct' }]);
  });

  it('takes HTTP_PROXY for plain addresses, but not where a web request could have set it', async () => {
    const env = { HTTP_PROXY: 'http://proxy.example:8080' };
    expect(await ways(env, 'http://vendors.example/')).toBe('http proxy.example:8080');
    expect(await ways({ ...env, REQUEST_METHOD: 'GET' }, 'http://vendors.example/')).toBe('direct');
  });

  it('holds the sign-in of an address apart from the way, so that the way can be shown', async () => {
    const finder = environmentProxies({ HTTPS_PROXY: 'http://anna:p%40ss@proxy.example:8080' });
    const candidates = await finder.find(secure);
    expect(JSON.stringify(candidates)).not.toMatch(/anna|p@ss/);
    expect(finder.givenSignIn('http proxy.example:8080')).toEqual({ user: 'anna', password: 'p@ss' });
    for (const other of ['http other.example:8080', 'https proxy.example:8080', 'socks5 proxy.example:8080'])
      expect(finder.givenSignIn(other)).toBeNull();
  });

  it('writes the name of a proxy with an IPv6 address in brackets', () => {
    expect(proxyName({ kind: 'http', host: '::1', port: 8080 })).toBe('[::1]:8080');
  });
});

describe('NO_PROXY', () => {
  it.each([
    ['', 'https://a.example', false],
    ['*', 'https://a.example', true],
    ['a.example', 'https://a.example', true],
    ['A.Example', 'https://a.example', true],
    ['example', 'https://a.example', true],
    ['.example', 'https://a.example', true],
    ['*.example', 'https://a.example', true],
    ['.a.example', 'https://a.example', true],
    ['b.example', 'https://a.example', false],
    ['a.example', 'https://aa.example', false],
    ['a.example:443', 'https://a.example', true],
    ['a.example:8443', 'https://a.example', false],
    ['a.example:8443', 'https://a.example:8443', true],
    ['a.example:80', 'http://a.example', true],
    ['x, a.example', 'https://a.example', true],
    ['x a.example', 'https://a.example', true],
    ['10.1.2.3', 'https://10.1.2.3', true],
    ['1.2.3', 'https://10.1.2.3', false],
    ['10.0.0.0/8', 'https://10.1.2.3', true],
    ['10.0.0.0/8', 'https://11.1.2.3', false],
    ['10.0.0.0/8', 'https://a.example', false],
    ['10.0.0.0/99', 'https://10.1.2.3', false],
    ['2001:db8::/32', 'https://[2001:db8::5]', true],
    ['2001:db8::5', 'https://[2001:db8::5]', true],
    ['2001:DB8:0::5', 'https://[2001:db8::5]', true],
    ['[2001:db8::5]', 'https://[2001:db8::5]', true],
    ['[2001:db8::5]:8443', 'https://[2001:db8::5]:8443', true],
    ['[2001:db8::5]:8443', 'https://[2001:db8::5]', false],
    ['a.example.', 'https://a.example', true],
  ])('%j lets %s pass the proxy by: %s', (list, address, passes) => {
    expect(readNoProxy(list)(new URL(address))).toBe(passes);
  });
});
