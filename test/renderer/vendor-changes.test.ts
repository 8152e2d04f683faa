import { describe, expect, it } from 'vitest';
import { fieldChanges, vendorChanges } from '#main/answers/vendor-changes.ts';
import { valueText, wasBefore } from '#renderer/features/vendors/vendor-tabs.tsx';
import { vendorFieldLabel } from '#shared/service/vendor-fields.ts';

describe('the fields that changed', () => {
  it('are single values, however deep, with what was there and what is there now', () => {
    const before = { a: 1, b: { c: 'x', d: true }, services: [{ title: 'Roofing' }] };
    const after = { a: 1, b: { c: 'y', d: true }, services: [{ title: 'Roofs' }, { title: 'Glass' }] };
    expect(fieldChanges(before, after)).toEqual([
      { path: ['b', 'c'], before: 'x', after: 'y' },
      { path: ['services', 0, 'title'], before: 'Roofing', after: 'Roofs' },
      { path: ['services', 1], after: { title: 'Glass' } },
    ]);
  });

  it('are the whole list where a list of words changed', () => {
    expect(fieldChanges({ tags: ['a', 'b'] }, { tags: ['b'] })).toEqual([
      { path: ['tags'], before: ['a', 'b'], after: ['b'] },
    ]);
  });

  it('tell what went away, and what became nothing', () => {
    expect(fieldChanges({ a: 1, b: 2 }, { b: null })).toEqual([
      { path: ['b'], before: 2, after: null },
      { path: ['a'], before: 1 },
    ]);
  });

  it('are none where only the order of the fields differs', () => {
    expect(
      vendorChanges(
        [
          { at: 1, body: '{"a":1,"b":2}' },
          { at: 2, body: '{"b":2,"a":1}' },
        ],
        null,
      ),
    ).toEqual([]);
  });

  it('take no field for one that every object has', () => {
    expect(fieldChanges({}, { constructor: 'x', toString: 'y' })).toEqual([
      { path: ['constructor'], after: 'x' },
      { path: ['toString'], after: 'y' },
    ]);
  });
});

describe('the words for a change', () => {
  it('are those of the page, with a number for each service, and the service’s own for other fields', () => {
    expect(vendorFieldLabel(['enrollmentDetails', 'crewSize'])).toBe('Enrollment, Crew size');
    expect(vendorFieldLabel(['services', 1, 'title'])).toBe('Service 2, title');
    expect(vendorFieldLabel(['somethingNew'])).toBe('somethingNew');
  });

  it('never take No or 0 for nothing given', () => {
    expect([false, 0, '', null, undefined, [], ['a', 'b']].map(valueText)).toEqual([
      'No',
      '0',
      null,
      null,
      null,
      null,
      'a, b',
    ]);
  });

  it('say what a fact was before the latest change, and nothing where that change left it', () => {
    const latest = { at: 2, previousAt: 1, fields: [{ path: ['a', 'b'], after: 3 }] };
    expect(wasBefore(latest, ['a', 'b'])).toBe('not given');
    expect(wasBefore(latest, ['a', 'c'])).toBeNull();
    expect(wasBefore(null, ['a', 'b'])).toBeNull();
  });
});
