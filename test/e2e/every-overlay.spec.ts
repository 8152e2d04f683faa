import { expect, test } from '@playwright/test';
import { addAxe } from './axe.ts';
import { examine, inParts, prepare } from './examine.ts';
import { openPlaces } from './open-places.ts';
import { openPlace } from './places.ts';
import { openSharedPractice } from './practice.ts';
import { tellStarts } from './told-start.ts';

test.describe.configure({ mode: 'parallel' });

for (const part of inParts(openPlaces)) {
  test(
    `everybody can use what opens over the screens, and what few starts show: ${part.name}`,
    part.details,
    async ({ page }) => {
      await addAxe(page);
      await prepare(page);
      const tell = await tellStarts(page);
      const practice = await openSharedPractice(page);
      for (const place of part.places) {
        tell(place.told ?? null);
        await openPlace(page, practice, place);
        await examine(page, place.name, place);
      }
      expect(practice.complaints()).toEqual([]);
    },
  );
}
