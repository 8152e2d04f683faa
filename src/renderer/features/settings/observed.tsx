import { Eye } from 'lucide-react';
import { createContext, useContext, type ReactNode } from 'react';
import { commonEnvelopes, noAnswers, type SeenAnswers } from '#shared/settings/observations.ts';
import { getMeaning, matchingForm, type StatusWords } from '#shared/settings/status.ts';
import { Icon } from '../../components/icon.tsx';
import { useLive } from '../../stores/live.ts';

export function ObservedNote({ children }: { children: ReactNode }) {
  return (
    <p className="quiet-note row-top gap-6 breakable above-4 low-icons">
      <Icon of={Eye} size={14} />
      <span>{children}</span>
    </p>
  );
}

const Answers = createContext(noAnswers);

export function SeenAnswersArea({ children }: { children: ReactNode }) {
  const { value } = useLive('workspaces.seenAnswers', null, [
    'entries.changed',
    'documents.changed',
    'vendors.changed',
  ]);
  return <Answers value={value ?? noAnswers}>{children}</Answers>;
}

/** How the latest answers were built; nothing until they are read, or where they cannot be. */
export const useSeenAnswers = (): SeenAnswers => useContext(Answers);

/** The member that answers looked wrapped in most often, and how often; null where none did. */
export function wrappingSeen({ wrapped }: SeenAnswers): { name: string; answers: number } | null {
  const found = commonEnvelopes
    .map((name) => ({ name, answers: wrapped[name] ?? 0 }))
    .filter(({ answers }) => answers > 0)
    .toSorted((one, other) => other.answers - one.answers);
  return found[0] ?? null;
}

/** The words that came and that nobody sorted, as they came. */
export const unsortedWords = ({ statusWords }: SeenAnswers, own: StatusWords): string[] =>
  statusWords.filter(
    (word) => getMeaning(word, own).category === 'not_recognised' && !Object.hasOwn(own, matchingForm(word)),
  );
