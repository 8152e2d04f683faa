import { ownMember } from '#shared/base/own-member.ts';

/** The column gap of data-table.module.css, in CSS pixels. */
const gap = 12;
const tickTrack = '24px';

export const columnLimits = { min: 40, max: 800 } as const;

/** Clamps a width to {@link columnLimits}, in whole CSS pixels. */
export function fittingWidth(width: number): number {
  return Math.round(Math.min(columnLimits.max, Math.max(columnLimits.min, width)));
}

export function getTracks(
  columns: readonly { id: string; width: string }[],
  widths: Readonly<Record<string, number>> | undefined,
  tickable: boolean,
): string {
  const tracks = columns.map(({ id, width }) => {
    const own = ownMember(widths ?? {}, id);
    return own === undefined ? width : `${own}px`;
  });
  return [...(tickable ? [tickTrack] : []), ...tracks].join(' ');
}

/** The minimum of a grid track in CSS pixels: 80 for `minmax(80px, 1fr)` and for `80px`. */
export function minTrackWidth(track: string): number {
  return Number.parseFloat(/\b\d+(?:\.\d+)?(?=px)/.exec(track)?.[0] ?? '0');
}

/** The width below which a table with these tracks scrolls sideways, as a CSS length. */
export function tableWidth(tracks: string): string {
  const least = (tracks.match(/[^ (]+(?:\([^()]*\))?/g) ?? []).map(minTrackWidth);
  const sum = least.reduce((total, width) => total + width, 0) + gap * (least.length - 1);
  return `calc(${sum}px + 2 * var(--gutter))`;
}
