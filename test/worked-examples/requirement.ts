import type { Example } from './examples.ts';

/** A vendor that has to have a tag, as a kind of requirement. */
export const requirement: Example = {
  title: 'A kind of requirement',
  steps: [
    {
      edit: {
        file: 'src/shared/onboarding/requirement-set.ts',
        after: '  attestationRequirement,\n',
        put: "  z.object({ kind: z.literal('tag'), id, name, tag: value }),\n",
      },
    },
    {
      edit: {
        file: 'src/shared/onboarding/judge-vendor.ts',
        after: '      return judgeAttestations(requirement, facts, day);\n',
        put: `    case 'tag': {
      const has = hasOne([requirement.tag], facts.tags, foldText);
      return {
        state: has ? 'met' : 'missing',
        brief: has ? 'tagged' : 'not tagged',
        reason: has ? 'Has the tag.' : 'Does not have the tag.',
        record: null,
        asOf: null,
        stale: false,
        until: null,
        step: null,
      };
    }
`,
      },
      missing: /judge-vendor\.ts/,
    },
    {
      edit: {
        file: 'src/shared/onboarding/labels.ts',
        after: "  attestation: 'Confirmation',\n",
        put: "  tag: 'Tag',\n",
      },
      missing: /onboarding\/labels\.ts/,
    },
    {
      edit: {
        file: 'src/shared/onboarding/set-problems.ts',
        after: '      return alwaysExpiring(requirement.maxDays, requirement.soonDays ?? soonDays);\n',
        put: "    case 'tag':\n      return [];\n",
      },
      missing: /set-problems\.ts/,
    },
    {
      edit: {
        file: 'src/renderer/features/onboarding/set-draft.ts',
        after: "    attestation: { kind: 'attestation', id, name: '', maxDays: null, soonDays: null },\n",
        put: "    tag: { kind: 'tag', id, name: '', tag: '' },\n",
      },
      missing: /set-draft\.ts/,
    },
    {
      edit: {
        file: 'src/renderer/features/onboarding/requirement-fields.tsx',
        after: '      return <LicenseFields requirement={requirement} onChange={onChange} />;\n',
        put: `    case 'tag':
      return (
        <TextField
          label="Tag"
          value={requirement.tag}
          onChange={(tag) => onChange({ ...requirement, tag })}
        />
      );
`,
      },
      missing: /requirement-fields\.tsx/,
    },
    {
      edit: {
        file: 'src/shared/letters/letter-lines.ts',
        after: '      return askForProfile(requirement, judged, lines);\n',
        put: "    case 'tag':\n      return null;\n",
      },
      missing: /letter-lines\.ts/,
    },
  ],
  test: {
    file: 'test/unit/tag-requirement.test.ts',
    put: `import { expect, it } from 'vitest';
import { toDayNumber } from '#shared/base/dates.ts';
import { judgeVendor } from '#shared/onboarding/judge-vendor.ts';
import { noFacts, setForEveryone } from '#test/onboarding-samples.ts';

const today = toDayNumber('2026-11-23');

it('is met by the tag alone', () => {
  const sets = [setForEveryone({ kind: 'tag', id: 'a', name: 'Key holder', tag: 'Key holder' })];
  const judged = (tags: string[]) =>
    judgeVendor(
      { ...noFacts, tags },
      { sets, today, toDay: () => today, words: {}, soonDays: 30, site: null },
    ).judgements.map(({ state }) => state);
  expect(judged(['key holder'])).toEqual(['met']);
  expect(judged(['Key'])).toEqual(['missing']);
});
`,
  },
};
