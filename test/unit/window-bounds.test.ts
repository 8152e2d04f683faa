import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createWindowBoundsStore,
  toDisplaySet,
  fitOnDisplay,
  smallestWindow,
  type Rectangle,
  type WindowBounds,
} from '#main/desktop/window-bounds.ts';
import { memorySettings } from '#test/memory-settings.ts';

const laptop = { workArea: { x: 0, y: 25, width: 1512, height: 920 } };
const desk = { workArea: { x: 1512, y: 0, width: 2560, height: 1400 } };

function kept(bounds: Rectangle, more: Partial<WindowBounds> = {}): WindowBounds {
  return { bounds, maximised: false, zoom: 0, ...more };
}

describe('where the window opens', () => {
  it('is the middle of the main display at the usual size, the first time', () => {
    expect(fitOnDisplay([laptop, desk], null)).toEqual(kept({ x: 36, y: 35, width: 1440, height: 900 }));
  });

  it('is smaller than usual on a display with less room', () => {
    const small = { workArea: { x: 0, y: 0, width: 1280, height: 720 } };
    expect(fitOnDisplay([small], null).bounds).toEqual({ x: 0, y: 0, width: 1280, height: 720 });
  });

  it('is where it was, with its size, its zoom, and maximised where it was', () => {
    const place = kept({ x: 2000, y: 100, width: 1600, height: 1000 }, { maximised: true, zoom: 1.5 });
    expect(fitOnDisplay([laptop, desk], place)).toEqual(place);
  });

  it('is brought back to the main display where the other one is gone', () => {
    const place = kept({ x: 2000, y: 100, width: 1200, height: 800 });
    expect(fitOnDisplay([laptop], place).bounds).toEqual({ x: 156, y: 85, width: 1200, height: 800 });
  });

  it('is brought back where only a corner of it could be seen', () => {
    expect(fitOnDisplay([laptop], kept({ x: 1500, y: 900, width: 1200, height: 800 })).bounds.x).toBe(156);
  });

  it('is moved down where its bar stood above the display', () => {
    expect(fitOnDisplay([laptop], kept({ x: 10, y: 10, width: 1200, height: 800 })).bounds.y).toBe(25);
  });

  it('is on a display that is there, with its bar in reach, whatever was kept', () => {
    const number = fc.integer({ min: -20_000, max: 20_000 });
    const size = fc.integer({ min: 0, max: 20_000 });
    const rectangle = fc.record({ x: number, y: number, width: size, height: size });
    const zoom = fc.double({ noNaN: true, min: -1e6, max: 1e6 });
    fc.assert(
      fc.property(rectangle, zoom, fc.boolean(), (bounds, level, two) => {
        const displays = two ? [laptop, desk] : [laptop];
        const place = fitOnDisplay(displays, kept(bounds, { zoom: level }));
        const { x, y, width, height } = place.bounds;
        expect(place.zoom).toBeGreaterThanOrEqual(-3);
        expect(place.zoom).toBeLessThanOrEqual(5);
        expect(width).toBeGreaterThanOrEqual(smallestWindow.width);
        expect(height).toBeGreaterThanOrEqual(smallestWindow.height);
        const reach = displays.some(
          ({ workArea: area }) =>
            Math.min(x + width, area.x + area.width) - Math.max(x, area.x) >= 160 &&
            y >= area.y &&
            y + 20 <= area.y + area.height &&
            width <= area.width &&
            height <= area.height,
        );
        expect(reach).toBe(true);
      }),
    );
  });
});

describe('the places of the window', () => {
  it('are kept apart for each set of displays, in whatever order the system names them', () => {
    const stored = createWindowBoundsStore(memorySettings());
    const atDesk = kept({ x: 2000, y: 100, width: 1600, height: 1000 });
    const onTheRoad = kept({ x: 10, y: 30, width: 1200, height: 800 });
    stored.keep([laptop, desk], atDesk);
    stored.keep([laptop], onTheRoad);
    expect(stored.read([desk, laptop])).toEqual(atDesk);
    expect(stored.read([laptop])).toEqual(onTheRoad);
    expect(stored.read([desk])).toBeNull();
  });

  it('are forgotten for the sets that were not used for longest', () => {
    const stored = createWindowBoundsStore(memorySettings());
    const sets = Array.from({ length: 14 }, (_, at) => [
      { workArea: { x: 0, y: 0, width: 1200 + at, height: 900 } },
    ]);
    for (const set of sets) stored.keep(set, kept({ x: 0, y: 0, width: 1200, height: 800 }));
    expect(sets.map((set) => stored.read(set) !== null).filter(Boolean)).toHaveLength(12);
    expect(stored.read(sets[0] ?? [])).toBeNull();
  });

  it('begin anew where what was kept is not a place any more', () => {
    const settings = memorySettings();
    settings.write('app.window-places', [{ displays: toDisplaySet([laptop]), place: { x: 'left' } }]);
    expect(createWindowBoundsStore(settings).read([laptop])).toBeNull();
  });
});
