import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { getChannel } from '#shared/ipc/channel.ts';
import { callNames, calls, events } from '#shared/ipc/contract.ts';
import { eventNames } from '../event-names.ts';

/** The names of all fields in a schema that hold a text, a number or anything at all, with their path. */
function leaves(json: unknown, path: string[] = []): { path: string[]; leaf: unknown }[] {
  if (typeof json !== 'object' || json === null) return [];
  const found = z
    .object({
      properties: z.record(z.string(), z.unknown()).optional(),
      items: z.unknown().optional(),
      additionalProperties: z.unknown().optional(),
      anyOf: z.array(z.unknown()).optional(),
      oneOf: z.array(z.unknown()).optional(),
      allOf: z.array(z.unknown()).optional(),
      type: z.unknown().optional(),
    })
    .parse(json);
  const below = [
    ...Object.entries(found.properties ?? {}).flatMap(([name, member]) => leaves(member, [...path, name])),
    ...[found.items, found.additionalProperties].flatMap((member) => leaves(member, path)),
    ...[...(found.anyOf ?? []), ...(found.oneOf ?? []), ...(found.allOf ?? [])].flatMap((member) =>
      leaves(member, path),
    ),
  ];
  return found.type === 'string' ? [...below, { path, leaf: json }] : below;
}

const secretName = /token|secret|password|authori[sz]ation|bearer|credential|apikey/i;

function secretTexts(schema: z.ZodType): string[] {
  return leaves(z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' }))
    .filter(({ path }) => path.some((name) => secretName.test(name)))
    .map(({ path }) => path.join('.'));
}

describe('the contract', () => {
  it('gives no call and no event a place for a token', () => {
    const allowed = new Set(['token.kept', 'token.away'].flatMap((path) => [path, `workspace.${path}`]));
    const found = [
      ...callNames.map((name) => [name, secretTexts(calls[name].output)] as const),
      ...eventNames.map((name) => [name, secretTexts(events[name])] as const),
    ].flatMap(([name, paths]) =>
      paths.filter((path) => !allowed.has(path)).map((path) => `${name}: ${path}`),
    );
    expect(found).toEqual([]);
  });

  it('would notice a token in an answer', () => {
    expect(secretTexts(z.object({ workspace: z.object({ accessToken: z.string() }).nullable() }))).toEqual([
      'workspace.accessToken',
    ]);
  });

  it('takes tokens and passwords only sealed', () => {
    const inputs = callNames.flatMap((name) =>
      leaves(z.toJSONSchema(calls[name].input, { io: 'input', unrepresentable: 'any' }))
        .map(({ path }) => path)
        .filter((path) => secretName.test(path[0] ?? ''))
        .map((path) => `${name}: ${path.slice(0, 2).join('.')}`),
    );
    expect(new Set(inputs)).toEqual(
      new Set(
        [
          'workspaces.connect: token',
          'workspaces.replaceToken: token',
          'workspaces.importFinish: token',
          'network.signIn: password',
          'team.join: password',
          'team.signIn: password',
        ].flatMap((secret) => ['sender', 'iv', 'ciphertext'].map((part) => `${secret}.${part}`)),
      ),
    );
  });

  it('has one channel for each call and event, all under one name', () => {
    const channels = [...callNames, ...eventNames].map(getChannel);
    expect(new Set(channels).size).toBe(channels.length);
    for (const channel of channels) expect(channel).toMatch(/^gangway:[a-z]+\.[a-zA-Z]+$/);
  });

  it('bounds every page', () => {
    for (const name of ['onboarding.page', 'invites.page', 'verifications.page', 'documents.page'] as const) {
      expect(calls[name].input.safeParse({}).success).toBe(true);
      expect(calls[name].input.safeParse({ limit: 201 }).success).toBe(false);
      expect(calls[name].input.safeParse({ limit: 0 }).success).toBe(false);
      expect(calls[name].input.safeParse({ search: 'x'.repeat(201) }).success).toBe(false);
    }
  });
});
