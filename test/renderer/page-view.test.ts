import { describe, expect, it } from 'vitest';
import { scaleFor, stepped, turned, turnedOn, type Turn } from '#renderer/features/documents/page-view.ts';

const page = { width: 1000, height: 1300 };
const room = { width: 664, height: 714 };

describe('the size of a page', () => {
  it('fits the whole page or its width into the room, and turns with it', () => {
    expect(scaleFor({ kind: 'page' }, page, 0, room)).toBeCloseTo(0.5);
    expect(scaleFor({ kind: 'width' }, page, 0, room)).toBeCloseTo(0.6);
    expect(scaleFor({ kind: 'page' }, page, 90, room)).toBeCloseTo(600 / 1300);
    expect(turned(page, 270)).toEqual({ width: 1300, height: 1000 });
  });

  it('does not blow a small picture up over twice its size', () => {
    expect(scaleFor({ kind: 'page' }, { width: 20, height: 20 }, 0, room)).toBe(2);
  });

  it('steps to the next size in either direction and stops at the ends', () => {
    expect(stepped(0.5, 'in')).toBe(0.67);
    expect(stepped(0.502, 'in')).toBe(0.67);
    expect(stepped(0.61, 'out')).toBe(0.5);
    expect(stepped(4, 'in')).toBe(4);
    expect(stepped(0.1, 'out')).toBe(0.1);
  });

  it('comes back after four turns', () => {
    const right = [0, 1, 2, 3].reduce<Turn>((turn) => turnedOn(turn, 'right'), 0);
    expect(right).toBe(0);
    expect(turnedOn(0, 'left')).toBe(270);
    expect(turnedOn(270, 'right')).toBe(0);
  });
});
