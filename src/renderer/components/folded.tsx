import { countText } from '#shared/base/counted.ts';
import { useState, type ReactNode } from 'react';
import { Button } from './button.tsx';

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
      <Button variant="link" size="small" onPress={() => setWhole(!whole)}>
        {whole ? `Show the first ${few}` : `Show all ${countText(items.length)}`}
      </Button>
    ),
  };
}
