import { describe, expect, it } from 'vitest';
import { idsIn, idsInFile } from '#renderer/features/documents/job-ids.ts';
import {
  maskedFields,
  maskedMisfits,
  withoutEmployerIds,
} from '#renderer/features/documents/masked-record.ts';
import { mailtoOf } from '#renderer/mail-draft.ts';

describe('pasted job IDs', () => {
  const one = '7c1e04d2-5a1f-4c2e-9f0b-3d2a1b7c8e90';
  const other = '8c1e04d2-5a1f-4c2e-9f0b-3d2a1b7c8e90';

  it('are found between lines, commas, tabs and quotes, each once', () => {
    expect(idsIn(`"${one}",\t${other}\r\n${other.toUpperCase()};; (${one})`)).toEqual([
      one,
      other.toUpperCase(),
    ]);
    expect(idsIn('  \n ')).toEqual([]);
  });

  it('are taken from links to documents', () => {
    expect(idsIn(`gangway://document/${one} <gangway://document/${other}>`)).toEqual([one, other]);
    expect(idsIn(`gangway://document/${one}?run=1`)).toEqual([`gangway://document/${one}?run=1`]);
  });

  it('are kept where they are no IDs, so that each can be answered', () => {
    expect(idsIn(`${one} w9.pdf`)).toEqual([one, 'w9.pdf']);
  });
});

describe('job IDs in a file', () => {
  const one = '7c1e04d2-5a1f-4c2e-9f0b-3d2a1b7c8e90';
  const other = '8c1e04d2-5a1f-4c2e-9f0b-3d2a1b7c8e90';

  it('are found in any column, as links too, and lines without one are counted', () => {
    const text = `Vendor,Job\r\n48213,"${one}"\r\n\r\n48214,gangway://document/${other}\r\n48215,\r\n1,${one.toUpperCase()}`;
    expect(idsInFile(text)).toEqual({ ids: [one, other], without: 1 });
    expect(idsInFile(one)).toEqual({ ids: [one], without: 0 });
    expect(idsInFile('nothing\nhere')).toEqual({ ids: [], without: 1 });
  });
});

describe('a raw record', () => {
  it('gives away no employer ID, however deep and however it is written', () => {
    const masked = withoutEmployerIds({
      data: [{ employerIdentificationNumber: 123_454_417 }],
      employer_identification_number: '12-3454417',
      note: 'kept',
    });
    expect(masked).toEqual({
      data: [{ employerIdentificationNumber: '••-•••4417' }],
      employer_identification_number: '••-•••••••',
      note: 'kept',
    });
  });

  it('shows a missing employer ID as missing', () => {
    expect(withoutEmployerIds({ employerIdentificationNumber: null })).toEqual({
      employerIdentificationNumber: null,
    });
  });

  it('masks it among values of an unexpected type and among other fields', () => {
    expect(
      maskedMisfits([
        { path: ['data', 'employerIdentificationNumber'], raw: '12-3454417' },
        { path: ['data'], raw: [{ employerIdentificationNumber: '12-3454417' }] },
      ]).map(({ raw }) => raw),
    ).toEqual(['••-•••••••', [{ employerIdentificationNumber: '••-•••••••' }]]);
    expect(
      maskedFields([{ path: ['old', 'EmployerIdentificationNumber'], value: 123_454_417 }])[0]?.value,
    ).toBe('••-•••••••');
  });
});

describe('a mail draft', () => {
  const read = (url: string) => Object.fromEntries(new URLSearchParams(url.split('?')[1]));

  it('carries every character of subject and body', () => {
    const url = mailtoOf({ to: 'rosa@b.example.com', subject: 'W-9 & more?', body: 'Line 1\nLine 2 + 3' });
    expect(url.startsWith('mailto:rosa@b.example.com?')).toBe(true);
    expect(read(url)).toEqual({ subject: 'W-9 & more?', body: 'Line 1\r\nLine 2 + 3' });
  });

  it('does not let an address add headers', () => {
    const url = mailtoOf({ to: 'a@b.example.com?bcc=c@d.example.com', subject: 's', body: 'b' });
    expect(url).not.toContain('?bcc=');
    expect(read(url)).toEqual({ subject: 's', body: 'b' });
  });

  it('is cut where it would be too long, between whole characters', () => {
    const url = mailtoOf({ to: '', subject: 's', body: '😀'.repeat(2000) });
    expect(url.length).toBeLessThanOrEqual(3900);
    expect(read(url)['body']).toMatch(/^(😀)+…$/u);
  });
});
