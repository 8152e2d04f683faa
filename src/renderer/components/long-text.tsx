import { type ReactNode, useState } from 'react';
import { pluralize, countText } from '#shared/base/pluralize.ts';
import { LinkButton } from './button.tsx';

const shortEnough = 500;
const shownAtFirst = 300;

/** Text of any length; a long one shows its beginning and a button for the rest. */
export function LongText({ children: text }: { children: string }) {
  const [whole, setWhole] = useState(false);
  if (text.length <= shortEnough) return text;
  return (
    <>
      {whole ? text : `${text.slice(0, shownAtFirst).toWellFormed()}…`}{' '}
      <span className="inline-block sans unbroken">
        <LinkButton size="small" onPress={() => setWhole(!whole)}>
          {whole ? 'Show less' : `Show more (${pluralize(text.length, 'character')})`}
        </LinkButton>
      </span>
    </>
  );
}

/** The first items of a long list and a button to toggle the rest; null if all fit. @param few how many are shown at first */
export function useFolded<Item>(
  items: readonly Item[],
  few: number,
): { shown: readonly Item[]; fold: ReactNode } {
  const [whole, setWhole] = useState(false);
  if (items.length <= few + 3) return { shown: items, fold: null };
  return {
    shown: whole ? items : items.slice(0, few),
    fold: (
      <LinkButton size="small" onPress={() => setWhole(!whole)}>
        {whole ? `Show the first ${few}` : `Show all ${countText(items.length)}`}
      </LinkButton>
    ),
  };
}
