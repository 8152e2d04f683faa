import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { appSettings } from '#shared/settings/app-settings.ts';
import { findSettings, type Setting } from '#shared/settings/setting.ts';
import { serviceInterface, workspaceSettings } from '#shared/settings/settings.ts';

const src = new URL('../../src/', import.meta.url).pathname;
/** What is about settings without obeying one: the tables, and the screen where they are changed. */
const about = /^(?:shared|renderer\/features)\/settings\//;
const sources = globSync('**/*.{ts,tsx}', { cwd: src })
  .filter((file) => !about.test(file))
  .map((file) => ({ file, code: readFileSync(src + file, 'utf8') }));

/** What settings are called where they are read. */
const holder = /(?:[sS]ettings(?:\(\))?|current\(\)|promises|change)/.source;
const holderType = /\w*(?:Settings|ServiceInterface)\b/.source;

/** The files that read a setting: as a member of the settings, or taken out of them by its name. */
function findReaders(name: string): string[] {
  const member = new RegExp(`\\b\\w*${holder}\\??\\.${name}\\b`);
  const takenOut = new RegExp(
    `\\{[^{}]*\\b${name}\\b[^{}]*\\}(?:: (?:Pick<)?${holderType}| = [^;]*${holder}(?:\\(\\))?;)`,
  );
  return sources
    .filter(({ code }) => code.includes(name))
    .filter(({ code }) => member.test(code) || takenOut.test(code))
    .map(({ file }) => file);
}

const tables = { ...appSettings.shape, ...workspaceSettings.shape };
const all = findSettings(tables, () => true);

describe('a setting of the tables', () => {
  it.each(Object.keys(tables))('is read by code that obeys it: %s', (name) => {
    expect(findReaders(name)).not.toEqual([]);
  });

  it('is missed where nothing obeys it, even if its name is used for something else', () => {
    expect(findReaders('inviteColor')).toEqual([]);
    expect(sources.some(({ code }) => code.includes('.length'))).toBe(true);
    expect(findReaders('length')).toEqual([]);
  });

  it('says in its hint the bounds and the default that it has', () => {
    const bounds = all.flatMap(({ name, setting }) => {
      const schema = new Map(Object.entries<z.ZodType>(tables)).get(name);
      const [, min, max] = /From (\d+) to (\d+)/.exec(setting.hint ?? '') ?? [];
      if (min === undefined || max === undefined) return [];
      const takes = (value: number) => schema?.safeParse(value).success === true;
      return [[name, takes(Number(min) - 1), takes(Number(min)), takes(Number(max)), takes(Number(max) + 1)]];
    });
    expect(bounds.map(([name]) => name)).toEqual(
      expect.arrayContaining(['sendTimeoutS', 'readTimeoutS', 'concurrency', 'sendDelayS', 'soonDays']),
    );
    for (const [name, ...taken] of bounds) expect(taken, String(name)).toEqual([false, true, true, false]);
    const usual = (setting: Setting) => /[Uu]sually (\d+|license)\b/.exec(setting.hint ?? '')?.[1];
    const named = all.filter(({ setting }) => usual(setting) !== undefined);
    expect(named.map(({ setting }) => usual(setting))).toEqual(
      named.map(({ setting }) => String(setting.default)),
    );
  });

  it('is checked by a sentence of its own in a file of the service’s interface', () => {
    const members = findSettings(serviceInterface.shape, () => true);
    expect(members.filter(({ setting }) => setting.problem === undefined)).toEqual([]);
    expect(members.filter(({ setting }) => setting.label === '')).toEqual([]);
  });

  it('needs only settings that there are', () => {
    const needed = all.flatMap(({ setting }) => setting.needs ?? []);
    expect(needed.filter((name) => !Object.hasOwn(tables, name))).toEqual([]);
  });
});
