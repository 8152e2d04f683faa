import { describe, expect, it } from 'vitest';
import { jobsIn, jobsInFile, textOfJobs } from '#renderer/features/documents/job-ids.ts';
import {
  maskedFields,
  maskedValidationIssues,
  withoutEmployerIds,
} from '#renderer/features/documents/masked-record.ts';
import { toMailto } from '#renderer/mail-draft.ts';

const one = '7c1e04d2-5a1f-4c2e-9f0b-3d2a1b7c8e90';
const other = '8c1e04d2-5a1f-4c2e-9f0b-3d2a1b7c8e90';
const third = '9c1e04d2-5a1f-4c2e-9f0b-3d2a1b7c8e90';
const unnamed = (...ids: string[]) => ids.map((id) => ({ id, vendorId: null }));

describe('pasted job IDs', () => {
  it('are found between lines, commas, tabs and quotes, each once', () => {
    expect(jobsIn(`"${one}",\t${other}\r\n${other.toUpperCase()};; (${one})`)).toEqual(
      unnamed(one, other.toUpperCase()),
    );
    expect(jobsIn('  \n ')).toEqual([]);
  });

  it('are taken from links to documents', () => {
    expect(jobsIn(`gangway://document/${one} <gangway://document/${other}>`)).toEqual(unnamed(one, other));
    expect(jobsIn(`gangway://document/${one}?run=1`)).toEqual(unnamed(`gangway://document/${one}?run=1`));
  });

  it('are kept where they are no IDs, so that each can be answered', () => {
    expect(jobsIn(`${one} w9.pdf`)).toEqual(unnamed(one, 'w9.pdf'));
    expect(jobsIn(`${one}, w9.pdf; ${other}`)).toEqual(unnamed(one, 'w9.pdf', other));
  });

  it('name their vendor where its ID stands after a comma, a semicolon or a tab', () => {
    const text = `${one},48213\n"${other}";"v-7"\ngangway://document/${third}\t48,215`;
    expect(jobsIn(text)).toEqual([
      { id: one, vendorId: '48213' },
      { id: other, vendorId: 'v-7' },
      ...unnamed(third, '48', '215'),
    ]);
  });

  it.each(['W-9', 'w-8ben', 'w9.pdf', 'insurance', 'Ann 7', other])(
    'name no vendor where %j stands beside them without a heading',
    (cell) => {
      for (const { vendorId } of jobsIn(`${one},${cell}`)) expect(vendorId).toBeNull();
    },
  );

  it('name the vendor that stands in a column with that heading, whatever it looks like', () => {
    const text = `Kind,Vendor ID,Job\nW-9,${third},${one}\nW-9,,${other}\n${one},48213`;
    expect(jobsIn(text)).toEqual([
      { id: 'W-9', vendorId: third },
      { id: one, vendorId: '48213' },
      { id: other, vendorId: null },
    ]);
  });

  it('are read back as the same from what is written of them', () => {
    const jobs = [
      { id: one, vendorId: other },
      { id: other, vendorId: 'a "b", c' },
      { id: third, vendorId: null },
    ];
    expect(jobsIn(textOfJobs(jobs))).toEqual(jobs);
    expect(textOfJobs(unnamed(one, other))).toBe(`${one}\n${other}`);
  });
});

describe('job IDs in a file', () => {
  it('are found in any column, as links too, and lines without one are counted', () => {
    const text = `Vendor,Job\r\n48213,"${one}"\r\n\r\n48214,gangway://document/${other}\r\n48215,\r\n1,${one.toUpperCase()}`;
    expect(jobsInFile(text)).toEqual({
      jobs: [
        { id: one, vendorId: '1' },
        { id: other, vendorId: '48214' },
      ],
      without: 1,
    });
    expect(jobsInFile(one)).toEqual({ jobs: unnamed(one), without: 0 });
    expect(jobsInFile('nothing\nhere')).toEqual({ jobs: [], without: 1 });
  });

  it('name no vendor where the headings name other columns', () => {
    expect(jobsInFile(`Job;Number\n${one};48213\n;7`)).toEqual({ jobs: unnamed(one), without: 1 });
    expect(jobsInFile(`${one};48213`).jobs).toEqual([{ id: one, vendorId: '48213' }]);
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
      employer_identification_number: '•••••4417',
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
      maskedValidationIssues([
        { path: ['data', 'employerIdentificationNumber'], raw: '12-3454417' },
        { path: ['data'], raw: [{ employerIdentificationNumber: '12-3454417' }] },
      ]).map(({ raw }) => raw),
    ).toEqual(['•••••4417', [{ employerIdentificationNumber: '•••••4417' }]]);
    expect(
      maskedFields([{ path: ['old', 'EmployerIdentificationNumber'], value: 123_454_417 }])[0]?.value,
    ).toBe('••-•••••••');
  });
});

describe('a mail draft', () => {
  const read = (url: string) => Object.fromEntries(new URLSearchParams(url.split('?')[1]));

  it('carries every character of subject and body', () => {
    const url = toMailto({ to: 'rosa@b.example.com', subject: 'W-9 & more?', body: 'Line 1\nLine 2 + 3' });
    expect(url.startsWith('mailto:rosa@b.example.com?')).toBe(true);
    expect(read(url)).toEqual({ subject: 'W-9 & more?', body: 'Line 1\r\nLine 2 + 3' });
  });

  it('does not let an address add headers', () => {
    const url = toMailto({ to: 'a@b.example.com?bcc=c@d.example.com', subject: 's', body: 'b' });
    expect(url).not.toContain('?bcc=');
    expect(read(url)).toEqual({ subject: 's', body: 'b' });
  });

  it('is cut where it would be too long, between whole characters', () => {
    const url = toMailto({ to: '', subject: 's', body: '😀'.repeat(2000) });
    expect(url.length).toBeLessThanOrEqual(3900);
    expect(read(url)['body']).toMatch(/^(😀)+…$/u);
  });
});
