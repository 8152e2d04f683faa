import { describe, expect, it } from 'vitest';
import { readInterfaceFile, writeInterfaceFile } from '#shared/settings/interface-file.ts';
import { defaultServiceInterface, defaultWorkspaceSettings } from '#shared/settings/settings.ts';

function written(members: Record<string, unknown>): string {
  return JSON.stringify({ gangwayServiceInterface: 1, ...members });
}

describe('a file of the service’s interface', () => {
  it('is read as it was written, and holds nothing else of the workspace', () => {
    const settings = {
      ...defaultWorkspaceSettings,
      envelope: 'data',
      sendTimeoutS: 300,
      fileBaseUrl: 'https://files.example.com/v1',
      defaultCompanyId: 4711,
      statusWords: { '3': { category: 'problem' as const, final: true } },
    };
    const text = writeInterfaceFile(settings);
    expect(Object.keys(JSON.parse(text) as object)).toEqual([
      'gangwayServiceInterface',
      ...Object.keys(defaultServiceInterface),
    ]);
    const members = Object.fromEntries(
      Object.entries(settings).filter(([name]) => Object.hasOwn(defaultServiceInterface, name)),
    );
    expect(readInterfaceFile(text)).toEqual({ ok: true, file: { baseUrl: null, members } });
  });

  it('may name a few settings, and the one service that it is for', () => {
    expect(readInterfaceFile(`\uFEFF${written({ envelope: 'data', baseUrl: 'api.example.com/' })}`)).toEqual({
      ok: true,
      file: { baseUrl: 'https://api.example.com', members: { envelope: 'data' } },
    });
  });

  it.each([
    ['no JSON', '{', ['The file is not JSON.']],
    ['another file', '{"updates":{}}', ['The file has no service interface settings.']],
    ['a list', '[]', ['The file has no service interface settings.']],
    [
      'a later version',
      '{"gangwayServiceInterface":2}',
      ['The file is version 2. This Gangway reads version 1.'],
    ],
    [
      'several wrong members',
      written({
        envelope: 'data',
        sendTimeoutS: 5,
        tokenRefusedStatuses: [200],
        fileBaseUrl: 'http://files.example.com',
        baseUrl: 7,
        retries: 3,
      }),
      [
        'baseUrl has to be the https address of the service, or left out.',
        'sendTimeoutS has to be a whole number of seconds from 10 to 600.',
        'tokenRefusedStatuses has to be a list of at most 20 status codes from 400 to 499.',
        'fileBaseUrl has to be an https address, or null.',
        'retries is not a setting that this Gangway knows.',
      ],
    ],
    [
      'a member of every object',
      written({ constructor: 1 }),
      ['constructor is not a setting that this Gangway knows.'],
    ],
  ])('is not used at all where it holds %s', (_what, text, problems) => {
    expect(readInterfaceFile(text)).toEqual({ ok: false, problems });
  });
});
