import { findKind, writeLetter } from '#shared/letters/letter.ts';
import { defaultLetters } from '#shared/letters/default-letters.ts';
import { language, letterKinds, type Language, type LetterKind } from '#shared/letters/letter-templates.ts';
import { done, type CallsOf, type Handlers } from '../ipc/handlers.ts';
import { accountName } from '../platform.ts';
import { readContact } from '../workspace/vendor-contact.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** Letters to vendors: their text, their language and their templates. */
export function letterHandlers(workspace: Workspace): Handlers<CallsOf<'letters'>> {
  const { onboarding, onboardingRecords: records, standings, sharedRules: rules, decisions } = workspace;

  const toKey = (kind: LetterKind, of: Language) => `${kind}.${of}`;

  /** The name that the person typed; the name of the account signs no letter. */
  function getOwnName(): string {
    const person = decisions.person();
    return person === null || person === accountName() ? '' : person;
  }

  return {
    'letters.get': ({ subject: given, kind: wanted, site }) => {
      const subject = onboarding.resolve(given);
      const now = onboarding.judge([subject], site).get(subject);
      if (now === undefined) return done(null);
      const { email, firstName } = readContact(workspace, subject, now.facts);
      const today = onboarding.today();
      const kind = wanted ?? findKind(now.judgements, today) ?? 'missing';
      const itsLanguage = records.language(subject);
      const template = rules.letters().get(toKey(kind, itsLanguage)) ?? defaultLetters[kind][itsLanguage];
      const { asked, empty, unknown, ...text } = writeLetter(kind, itsLanguage, template, {
        firstName,
        company: now.name,
        yourName: getOwnName(),
        yourCompany: workspace.describe().name,
        today,
        judgements: now.judgements,
        sites: onboarding.judgeSites(now, site),
      });
      return done({
        subject,
        vendorId: now.facts.vendorId,
        name: now.name,
        hasNamesake: standings.hasNamesake(subject, now.name),
        to: email ?? '',
        kind,
        language: itsLanguage,
        text,
        isNothing:
          kind === 'invite'
            ? now.facts.profile !== null || now.facts.invite?.state !== 'accepted'
            : asked.length === 0,
        asked: now.judgements
          .map(({ requirement: { id, name } }) => ({ id, name }))
          .filter(({ id }) => asked.includes(id)),
        empty,
        unknown,
      });
    },
    'letters.setLanguage': ({ subject: given, language: to }) => {
      const subject = onboarding.resolve(given);
      const before = records.language(subject);
      onboarding.commit([subject], () => records.setLanguage(subject, to));
      return done({ before });
    },
    'letters.list': () => {
      const changed = rules.letters();
      return done(
        letterKinds.flatMap((kind) =>
          language.options.map((of) => {
            const own = changed.get(toKey(kind, of));
            return { kind, language: of, ...(own ?? defaultLetters[kind][of]), isDefault: own === undefined };
          }),
        ),
      );
    },
    'letters.save': ({ kind, language: of, template }) => {
      const key = toKey(kind, of);
      const before = rules.letters().get(key) ?? null;
      rules.saveLetter(key, template);
      workspace.emit('templates.changed', { ids: [key] });
      return done({ before });
    },
  };
}
