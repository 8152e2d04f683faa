import { countText } from '#shared/counted.ts';
import { useState, type ReactNode } from 'react';
import { Button } from './button.tsx';

/**
 * The first few of a long list, and the button that shows all of it or few again; null where all are shown anyway.
 * @param few how many of a long list are shown at first; one that is longer by two or three is shown whole
 */
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
