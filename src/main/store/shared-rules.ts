import { isDeepStrictEqual } from 'node:util';
import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { dayMs } from '#shared/base/dates.ts';
import type { MessageTemplate } from '#shared/ipc/invites.ts';
import { letterTemplate, type LetterTemplate } from '#shared/letters/letter-templates.ts';
import { maxSets, requirementSets, type RequirementSet } from '#shared/onboarding/requirement-set.ts';
import type { Act } from '#shared/team/acts.ts';
import type { createMessageTemplateStore } from './drafts.ts';
import type { Overridden } from '#shared/ipc/call.ts';
import { inTransaction } from './query.ts';
import { requirementSetsSetting, type SettingStore } from './settings.ts';
import type { DatedAct } from './record-rows.ts';
import type { TeamLog } from './team-log.ts';

type Rule = Extract<Act, { kind: 'requirement_set' | 'message_template' | 'letter_template' }>;

/** Two people who save a set within this time did not know of each other. */
const atOnceMs = 60_000;
const overriddenForMs = 7 * dayMs;
/** Letter templates that a person changed, by kind and language; the others are the defaults. */
const lettersSetting = 'letters.templates';
const letterTemplates = z.record(z.string(), letterTemplate);

/** Requirement sets and templates, which a team has in common. Of each the version that was saved last counts. */
export function createSharedRules(
  db: Database,
  log: TeamLog,
  stored: SettingStore,
  messages: ReturnType<typeof createMessageTemplateStore>,
) {
  const readSets = (): RequirementSet[] => stored.read(requirementSetsSetting, requirementSets) ?? [];
  /** Cached; null after a set was saved. */
  let overridden: Overridden<RequirementSet>[] | null = null;
  const readLetters = () => new Map(Object.entries(stored.read(lettersSetting, letterTemplates) ?? {}));

  /** The last act about each subject, in the order of their clocks. */
  function keepLast<One extends Rule>(acts: readonly One[]): One[] {
    const last = new Map<string, One>();
    for (const act of acts) {
      // Not in the place of the one before.
      last.delete(act.subject);
      last.set(act.subject, act);
    }
    return [...last.values()];
  }

  /** Versions that do not count, since somebody else saved another one of the same within a minute. */
  function findOverridden<V extends { name: string }>(
    acts: readonly DatedAct[],
    read: (act: DatedAct) => V | null,
  ): Overridden<V>[] {
    return [...Map.groupBy(acts, ({ subject }) => subject)].flatMap(([id, versions]) => {
      const [earlier, later] = versions.slice(-2);
      if (earlier === undefined || later === undefined || earlier.by === later.by) return [];
      const [version, counting, at] = [read(earlier), read(later), earlier.clock.wall];
      if (later.clock.wall - at > atOnceMs || isDeepStrictEqual(version, counting)) return [];
      return [{ id, name: (counting ?? version)?.name ?? '', version, by: earlier.by, at }];
    });
  }

  const readSet = ({ kind, body }: DatedAct) => (kind === 'requirement_set' ? body.set : null);

  function readMessage({ kind, body }: DatedAct): Pick<MessageTemplate, 'name' | 'text'> | null {
    if (kind !== 'message_template' || body.template === null) return null;
    const { name, text } = body.template;
    return { name, text };
  }

  const setAct = (subject: string, set: RequirementSet | null, position: number): Rule => ({
    kind: 'requirement_set',
    subject,
    body: { set, position },
  });
  const messageAct = (subject: string, template: MessageTemplate | null): Rule => ({
    kind: 'message_template',
    subject,
    body: { template },
  });
  const letterAct = (subject: string, template: LetterTemplate | null): Rule => ({
    kind: 'letter_template',
    subject,
    body: { template },
  });

  /** What is in use of a kind, as acts that say so. */
  function listInUse(kind: Rule['kind']): Rule[] {
    switch (kind) {
      case 'requirement_set':
        return readSets().map((set, position) => setAct(set.id, set, position));
      case 'message_template':
        // The first one comes with every workspace, and is the same until somebody changes it.
        return messages
          .list()
          .filter(({ changedAt }) => changedAt > 0)
          .map((template) => messageAct(template.id, template));
      case 'letter_template':
        return [...readLetters()].map(([key, template]) => letterAct(key, template));
    }
  }

  /** Brings the last versions into use. */
  function apply(about: Rule): void {
    const acts = log.acts(about);
    switch (about.kind) {
      case 'requirement_set': {
        overridden = null;
        const last = keepLast(acts.filter((act) => act.kind === 'requirement_set'));
        const kept = last.toSorted((one, other) => one.body.position - other.body.position);
        const sets = kept.flatMap(({ body: { set } }) => set ?? []);
        stored.write(requirementSetsSetting, sets.slice(0, maxSets));
        break;
      }
      case 'message_template': {
        const last = keepLast(acts.filter((act) => act.kind === 'message_template'));
        for (const { subject } of last) messages.remove(subject);
        for (const { body } of last) if (body.template !== null) putMessage(body.template);
        break;
      }
      case 'letter_template': {
        const last = keepLast(acts.filter((act) => act.kind === 'letter_template'));
        const kept = last.flatMap(({ subject, body: { template } }) =>
          template === null ? [] : [[subject, template] as const],
        );
        stored.write(lettersSetting, Object.fromEntries(kept));
        break;
      }
    }
  }

  /** Two people may give one name to two templates; the one that was saved later is numbered. */
  function putMessage(template: MessageTemplate): void {
    let { name } = template;
    for (let number = 2; messages.named(name) !== null; number += 1) name = `${template.name} ${number}`;
    messages.put({ ...template, name });
  }

  /** Writes down what was in use before there was a log. */
  function recordUnlogged(about: Rule): void {
    const logged = new Set(log.acts(about).map(({ subject }) => subject));
    for (const rule of listInUse(about.kind)) if (!logged.has(rule.subject)) log.append(rule);
  }

  /** Brings into effect what all acts of a kind come to, in whatever order they came in. */
  function settle(about: Rule): void {
    recordUnlogged(about);
    apply(about);
  }

  const save = (rules: readonly Rule[]): void =>
    inTransaction(db, () => {
      const [about] = rules;
      if (about === undefined) return;
      recordUnlogged(about);
      for (const rule of rules) log.append(rule);
      apply(about);
    });

  return {
    settle,
    sets: readSets,
    /** Versions of sets that do not count, since somebody else saved another one within a minute; for a week. */
    overriddenSets: (now: number): Overridden<RequirementSet>[] =>
      (overridden ??= findOverridden(log.acts(setAct('', null, 0)), readSet)).filter(
        ({ at }) => at >= now - overriddenForMs,
      ),
    /** The same of message templates. */
    overriddenTemplates: (now: number) =>
      findOverridden(log.acts(messageAct('', null)), readMessage).filter(
        ({ at }) => at >= now - overriddenForMs,
      ),
    saveSets(next: readonly RequirementSet[]): void {
      const before = new Map(readSets().map((set, position) => [set.id, { set, position }]));
      const changed = next.flatMap((set, position) =>
        isDeepStrictEqual(before.get(set.id), { set, position }) ? [] : [setAct(set.id, set, position)],
      );
      const isKept = (id: string) => next.some((set) => set.id === id);
      const removed = [...before.keys()].filter((id) => !isKept(id)).map((id) => setAct(id, null, 0));
      save([...removed, ...changed]);
    },
    saveMessage: (template: MessageTemplate): void => save([messageAct(template.id, template)]),
    removeMessage: (id: string): void => save([messageAct(id, null)]),
    letters: readLetters,
    /** Null for the default. */
    saveLetter: (key: string, template: LetterTemplate | null): void => save([letterAct(key, template)]),
  };
}

export type SharedRules = ReturnType<typeof createSharedRules>;
