import { fileURLToPath } from 'node:url';
import { assetsOfSource } from '#main/app/assets.ts';

/** What the main process works with beside its script, as it is in the source. */
export const assets = assetsOfSource(fileURLToPath(new URL('../..', import.meta.url)));

export const reportParts = assets.report;
