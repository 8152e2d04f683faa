import { z } from 'zod';
import type { SettingStore } from '../store/settings.ts';

const rectangle = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() });
export type Rectangle = z.infer<typeof rectangle>;

const windowBounds = z.object({ bounds: rectangle, maximised: z.boolean(), zoom: z.number() });
/** `bounds` are those of the window when not maximized. */
export type WindowBounds = z.infer<typeof windowBounds>;

/** The main display first; `workArea` is without the system's bars. */
export type Displays = readonly { workArea: Rectangle }[];

/** As wide as a phone, for the gate sheet. */
export const smallestWindow = { width: 390, height: 680 };
const defaultWindow = { width: 1440, height: 900 };
/** The bar that moves the window, and how much of it has to be in reach. */
const grip = { height: 44, width: 160, part: 24 };
const zoomLevels = { least: -3, most: 5 };
const maxSets = 12;

/** One text for a set of displays, such as the desk or the laptop alone. */
export const toDisplaySet = (displays: Displays): string =>
  displays
    .map(({ workArea: { x, y, width, height } }) => `${x},${y} ${width}x${height}`)
    .toSorted()
    .join(' | ');

const overlap = (from: number, length: number, otherFrom: number, otherLength: number): number =>
  Math.min(from + length, otherFrom + otherLength) - Math.max(from, otherFrom);

function canBeGripped({ x, y, width }: Rectangle, area: Rectangle): boolean {
  return (
    overlap(x, width, area.x, area.width) >= Math.min(grip.width, width) &&
    overlap(y, grip.height, area.y, area.height) >= grip.part
  );
}

/** A window in the middle of an area, and no larger than it. */
function centered(area: Rectangle, size: { width: number; height: number }): Rectangle {
  const width = Math.min(size.width, area.width);
  const height = Math.min(size.height, area.height);
  return {
    width,
    height,
    x: Math.round(area.x + (area.width - width) / 2),
    y: Math.round(area.y + (area.height - height) / 2),
  };
}

/** Restores the window's bounds if enough of its bar is reachable, else centers it on the main display, fitted to it. */
export function fitOnDisplay(displays: Displays, kept: WindowBounds | null): WindowBounds {
  const main = displays[0]?.workArea ?? { x: 0, y: 0, ...defaultWindow };
  const zoom = Math.max(zoomLevels.least, Math.min(kept?.zoom ?? 0, zoomLevels.most));
  const maximised = kept?.maximised ?? false;
  if (kept === null) return { bounds: centered(main, defaultWindow), maximised, zoom };
  const size = {
    width: Math.max(kept.bounds.width, smallestWindow.width),
    height: Math.max(kept.bounds.height, smallestWindow.height),
  };
  for (const { workArea: area } of displays) {
    const fitted = {
      ...kept.bounds,
      width: Math.min(size.width, area.width),
      height: Math.min(size.height, area.height),
    };
    // Above the area the bar would be out of reach.
    if (canBeGripped(fitted, area)) {
      return { bounds: { ...fitted, y: Math.max(fitted.y, area.y) }, maximised, zoom };
    }
  }
  return { bounds: centered(main, size), maximised, zoom };
}

const keptBounds = z.array(z.object({ displays: z.string(), place: windowBounds }));
const settingName = 'app.window-places';

export type WindowBoundsStore = ReturnType<typeof createWindowBoundsStore>;

/** The stored place of the window for each set of displays. */
export function createWindowBoundsStore(stored: SettingStore) {
  const all = () => stored.read(settingName, keptBounds) ?? [];
  return {
    read: (displays: Displays): WindowBounds | null =>
      all().find((one) => one.displays === toDisplaySet(displays))?.place ?? null,
    keep(displays: Displays, place: WindowBounds): void {
      const set = toDisplaySet(displays);
      const others = all().filter((one) => one.displays !== set);
      stored.write(settingName, [{ displays: set, place }, ...others].slice(0, maxSets));
    },
  };
}
