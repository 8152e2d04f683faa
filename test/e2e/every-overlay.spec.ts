import { expect, test } from '@playwright/test';
import { addAxe } from './axe.ts';
import { examine, prepare } from './examine.ts';
import { openPlaces } from './open-places.ts';
import { openPlace } from './places.ts';
import { openPractice } from './practice.ts';
import { tellStarts } from './told-start.ts';

test('everybody can use what opens over the screens, and what few starts show', async ({ page }) => {
  test.setTimeout(1_200_000);
  await addAxe(page);
  await prepare(page);
  const tell = await tellStarts(page);
  const practice = await openPractice(page);
  const visited: string[] = [];
  for (const place of openPlaces) {
    tell(place.told ?? null);
    await openPlace(page, practice, place);
    await examine(page, place.name, place);
    visited.push(place.name);
  }
  console.info(`examined in every look and size, ${visited.length} open: ${visited.join(', ')}`);
  expect(practice.complaints()).toEqual([]);
  await practice.stop();
});
