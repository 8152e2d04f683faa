import { Eye } from 'lucide-react';
import { createContext, useContext, type ReactNode } from 'react';
import { pluralize } from '#shared/base/pluralize.ts';
import {
  commonEnvelopes,
  noAnswers,
  type SeenAnswers,
  type DateObservation,
  type ScoreObservation,
  type ServiceObservations,
} from '#shared/settings/observations.ts';
import { getMeaning, matchingForm, type StatusWords } from '#shared/settings/status.ts';
import { Icon } from '../../components/icon.tsx';
import { bindClasses } from '../../class-names.ts';
import { useLive } from '../../stores/live.ts';
import { useWorkspace } from '../../stores/session.ts';
import styles from './settings-parts.module.css';

const cls = bindClasses(styles);

/** What is said beside a setting of what results showed; null where none came. */
const seen = {
  scoreScale: ({ scores }) => scoresSeen(scores.overall),
  partScoreScale: ({ scores }) => scoresSeen(scores.parts),
  confidenceScale: ({ scores }) => scoresSeen(scores.confidence),
  dateForm: ({ dates }) => datesSeen(dates),
} satisfies Record<string, (results: ServiceObservations) => string | null>;

type Observed = keyof typeof seen;

export function isObserved(name: string): name is Observed {
  return Object.hasOwn(seen, name);
}

/** What results showed, beside what can be set; nothing is drawn where none came. */
export function ObservedOf({ name }: { name: Observed }) {
  const sentence = seen[name](useWorkspace().observed);
  return sentence === null ? null : <ObservedNote>{sentence}</ObservedNote>;
}

export function ObservedNote({ children }: { children: ReactNode }) {
  return (
    <p className={`${cls('observed')} quiet-note row-top gap-6 breakable above-4`}>
      <Icon of={Eye} size={14} />
      <span>{children}</span>
    </p>
  );
}

const Answers = createContext(noAnswers);

/** Reads how the latest answers were built, once for all settings within. */
export function SeenAnswersArea({ children }: { children: ReactNode }) {
  const { state } = useLive('workspaces.seenAnswers', null, [
    { event: 'entries.changed', id: null },
    { event: 'documents.changed', id: null },
    { event: 'vendors.changed', id: null },
  ]);
  return <Answers value={state.kind === 'ready' ? state.value : noAnswers}>{children}</Answers>;
}

/** How the latest answers were built; nothing until they are read, or where they cannot be. */
export function useSeenAnswers(): SeenAnswers {
  return useContext(Answers);
}

/** What the numbers of one kind of score were; null where none came. */
function scoresSeen({ results, min, max }: ScoreObservation): string | null {
  if (results === 0 || min === null || max === null) return null;
  return `${pluralize(results, 'result')}: ${min === max ? min : `${min} to ${max}`}.`;
}

/** How dates were written; null where none came. */
function datesSeen(dates: DateObservation): string | null {
  const parts: [number, string][] = [
    [dates.monthFirst, 'only with the month first'],
    [dates.dayFirst, 'only with the day first'],
    [dates.eitherOrder, 'in two ways'],
    [dates.oneWay, 'in any order alike'],
    [dates.epochSeconds, 'as seconds since 1970'],
    [dates.epochMilliseconds, 'as milliseconds since 1970'],
    [dates.unreadable, 'not at all'],
  ];
  const seen = parts
    .filter(([count]) => count > 0)
    .map(([count, how]) => `${count.toLocaleString('en')} ${how}`);
  return seen.length === 0 ? null : `Dates seen can be read: ${seen.join('; ')}.`;
}

/** The member that answers looked wrapped in most often, and how often; null where none did. */
export function wrappingSeen({ wrapped }: SeenAnswers): { name: string; answers: number } | null {
  const found = commonEnvelopes
    .map((name) => ({ name, answers: wrapped[name] ?? 0 }))
    .filter(({ answers }) => answers > 0)
    .toSorted((one, other) => other.answers - one.answers);
  return found[0] ?? null;
}

/** The words that came and that nobody sorted, as they came. */
export function unsortedWords({ statusWords }: SeenAnswers, own: StatusWords): string[] {
  return statusWords.filter(
    (word) => getMeaning(word, own).category === 'not_recognised' && !Object.hasOwn(own, matchingForm(word)),
  );
}
