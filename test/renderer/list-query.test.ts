import { describe, expect, it } from 'vitest';
import { bccDrafts, toMailto } from '#renderer/mail-draft.ts';
import { filterPart, getFilters, readFilter, sortedBy, writeFilter } from '#renderer/stores/list-query.ts';
import { vendorColumn, type ColumnFilter } from '#shared/settings/lists.ts';

describe('a filter in an address', () => {
  it.each<ColumnFilter>([
    { kind: 'is', value: 'docs: requested=7' },
    { kind: 'begins', value: 'Ár bol' },
    { kind: 'given', given: false },
    { kind: 'within', days: 30 },
    { kind: 'older', days: 7 },
    { kind: 'next', days: 90 },
    { kind: 'past' },
  ])('is read back as it was written: %j', (filter) => {
    expect(readFilter(writeFilter(filter))).toEqual(filter);
    const part = filterPart('city', filter)['where.city'] ?? '';
    const address = new URLSearchParams({ 'where.city': part }).toString();
    expect(getFilters(Object.fromEntries(new URLSearchParams(address)), vendorColumn.options)).toEqual({
      city: filter,
    });
  });

  it('is left out where it is none, or of a column that the list does not have', () => {
    const query = { 'where.city': 'within:never', 'where.state': 'ca', 'where.cellar': 'is:x', city: 'is:y' };
    expect(getFilters(query, vendorColumn.options)).toEqual({});
  });
});

describe('the order of a list', () => {
  it('goes by the column that is pressed, turned round by a second press, times the newest first', () => {
    const columns = ['city', 'fetched'] as const;
    const first = { column: 'city', descending: false } as const;
    expect(sortedBy(first, 'city', columns, ['fetched'])).toEqual({ column: 'city', descending: true });
    expect(sortedBy(first, 'fetched', columns, ['fetched'])).toEqual({ column: 'fetched', descending: true });
    expect(sortedBy(first, 'cellar', columns, ['fetched'])).toBeNull();
  });
});

describe('drafts to many', () => {
  it('have each address once, as a blind copy, and none is longer than a mail program takes', () => {
    const addresses = Array.from(
      { length: 400 },
      (_one, index) => `vendor+${index}@some-company.example.com`,
    );
    const drafts = bccDrafts(addresses);
    expect(drafts.length).toBeGreaterThan(3);
    expect(drafts.flatMap(({ bcc = [] }) => bcc)).toEqual(addresses);
    for (const draft of drafts) {
      const url = toMailto(draft);
      expect(url.length).toBeLessThanOrEqual(3900);
      expect(url).toMatch(/^mailto:\?bcc=vendor%2B\d+@/);
      expect(url).not.toContain('…');
    }
    expect(bccDrafts([])).toEqual([]);
  });
});
