import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { lastLeftSound, noteChecked, noteLeft } from '#main/store/check-note.ts';

const day = 24 * 60 * 60 * 1000;
let file: string;

beforeEach(() => {
  const folder = mkdtempSync(join(tmpdir(), 'gangway-note-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  file = join(folder, 'a.db');
  const db = new SqliteDatabase(file);
  db.exec('CREATE TABLE t (a)');
  db.close();
});

describe('whether a database has to be read through at the start', () => {
  it('has to, where nobody noted how it was left', () => {
    expect(lastLeftSound(file, day)).toBe(false);
  });

  it('has to, where it was checked but not closed in order', () => {
    noteChecked(file, day);
    expect(lastLeftSound(file, day)).toBe(false);
  });

  it('need not, where it lies as it was left', () => {
    noteChecked(file, day);
    noteLeft(file);
    expect(lastLeftSound(file, 2 * day)).toBe(true);
  });

  it('has to, where the file was touched since', () => {
    noteChecked(file, day);
    noteLeft(file);
    appendFileSync(file, 'x');
    expect(lastLeftSound(file, 2 * day)).toBe(false);
  });

  it('has to, where a log was left that is not in the file yet', () => {
    noteChecked(file, day);
    noteLeft(file);
    writeFileSync(`${file}-wal`, 'something');
    expect(lastLeftSound(file, 2 * day)).toBe(false);
  });

  it('has to after a week, and where the clock was set back', () => {
    noteChecked(file, 10 * day);
    noteLeft(file);
    expect(lastLeftSound(file, 16 * day)).toBe(true);
    expect(lastLeftSound(file, 18 * day)).toBe(false);
    expect(lastLeftSound(file, 9 * day)).toBe(false);
  });

  it('has to, where the note was cut short', () => {
    writeFileSync(`${file}.checked`, '{"checkedAt":1');
    expect(lastLeftSound(file, day)).toBe(false);
  });
});
