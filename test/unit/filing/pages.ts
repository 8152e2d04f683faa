import type { PageReading } from '#shared/filing/page-reading.ts';
import type { PageField } from '#shared/ocr/page-kind.ts';

const place = { x: 0, y: 0, width: 0.1, height: 0.1 };

/** A page without anything of its own. */
export const plainPage: PageReading = {
  kind: null,
  fields: [],
  headings: [],
  mentions: [],
  opens: 'no',
  isText: true,
  problem: null,
};

/** The first page of a form with these fields; one that begins with ? was not read surely. */
export const formPage = (
  kind: PageReading['kind'],
  fields: Partial<Record<PageField, string>>,
  change: Partial<PageReading> = {},
): PageReading => ({
  ...plainPage,
  kind,
  opens: 'yes',
  fields: Object.entries(fields).map(([field, value]) => ({
    field: field as PageField,
    value: value.replace(/^\?/, ''),
    sure: !value.startsWith('?'),
    place,
  })),
  ...change,
});
