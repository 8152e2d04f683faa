import { describe, expect, it } from 'vitest';
import { findUnreadCells, readCertificateFields } from '#shared/ocr/certificate-fields.ts';
import { findUnreadKeyFields } from '#shared/ocr/page-kind.ts';
import { paperPage } from '#test/paper-page.ts';

function read(text: string): Record<string, string> {
  return Object.fromEntries(readCertificateFields(paperPage(text)).map(({ field, value }) => [field, value]));
}
function isSure(text: string, field: string, badly = ''): boolean | undefined {
  const words = paperPage(text, (word) => (word === badly ? 0.5 : 0.95));
  return readCertificateFields(words).find((one) => one.field === field)?.sure;
}

const table = `CERTIFICATE OF LIABILITY INSURANCE              DATE (MM/DD/YYYY)
                                                01/05/2026
PRODUCER                        INSURER(S) AFFORDING COVERAGE      NAIC #
Bay Brokers Inc                 INSURER A : Summit Mutual Company    12345
INSURED                         INSURER B : Pioneer Indemnity        67890
Brightwater Plumbing LLC        INSURER C :
2210 Embarcadero West
COVERAGES         CERTIFICATE NUMBER: 7781234
TYPE OF INSURANCE    POLICY NUMBER    POLICY EFF    POLICY EXP    LIMITS
                                      (MM/DD/YYYY)  (MM/DD/YYYY)
GENERAL LIABILITY    GL-0012345       02/01/2026    02/01/2027 EACH OCCURRENCE  $ 1,000,000
                                                                  GENERAL AGGREGATE  $ 2,000,000
AUTOMOBILE           BA 7654321       11/15/2025    11/15/2026    COMBINED LIMIT  $ 1,000,000
UMBRELLA LIAB                                                     EACH OCCURRENCE  $
DESCRIPTION OF OPERATIONS / LOCATIONS
Work on site until                                  05/05/2025

CERTIFICATE HOLDER              CANCELLATION
Harborview Management           BEFORE THE EXPIRATION DATE THEREOF`;

describe('the fields of a certificate of insurance', () => {
  it('are read from its table, with the earliest expiry', () => {
    expect(read(table)).toEqual({
      insured: 'Brightwater Plumbing LLC',
      insurers: 'Summit Mutual Company, Pioneer Indemnity',
      policyNumbers: 'GL-0012345, BA 7654321',
      effectiveDate: '2026-02-01',
      expiryDate: '2026-11-15',
      eachOccurrence: '$1,000,000',
      generalAggregate: '$2,000,000',
      certificateHolder: 'Harborview Management',
    });
    expect(isSure(table, 'expiryDate')).toBe(true);
    expect(isSure(table, 'eachOccurrence')).toBe(true);
  });

  it.each([
    ['a day is badly read', table, '02/01/2027'],
    ['a day has a letter for a digit', table.replace('02/01/2027', '02/0l/2027'), ''],
    ['a policy has no expiry', table.replace('02/01/2027', ' '.repeat(10)), ''],
  ])('have an unsure expiry where %s', (_, text, badly) => {
    expect(read(text)['expiryDate']).toBe('2026-11-15');
    expect(isSure(text, 'expiryDate', badly)).toBe(false);
  });

  it('have years of two figures in this century', () => {
    const text = table.replace('02/01/2027', '02/01/27').replace('11/15/2026', '11/15/26');
    expect(read(text)['expiryDate']).toBe('2026-11-15');
    expect(isSure(text, 'expiryDate')).toBe(true);
  });

  it('have unsure policy numbers where one of them was not read, or not its dash', () => {
    expect(isSure(table, 'policyNumbers')).toBe(true);
    const gone = table.replace('BA 7654321', ' '.repeat(10));
    expect(read(gone)['policyNumbers']).toBe('GL-0012345');
    expect(isSure(gone, 'policyNumbers')).toBe(false);
    expect(
      findUnreadKeyFields('certificate', readCertificateFields(paperPage(gone)), paperPage(gone)),
    ).toEqual(['policyNumbers']);
    expect(
      findUnreadKeyFields('certificate', readCertificateFields(paperPage(table)), paperPage(table)),
    ).toEqual([]);
    expect(isSure(table.replace('BA 7654321', 'BA7654321 '), 'policyNumbers')).toBe(false);
  });

  it('are unsure where a coverage has an amount, and its policy was not read', () => {
    const lost = table.replace('EACH OCCURRENCE  $\n', 'EACH OCCURRENCE  $ 5,000,000\n');
    for (const field of ['policyNumbers', 'effectiveDate', 'expiryDate'])
      expect([isSure(table, field), isSure(lost, field)]).toEqual([true, false]);
  });

  it('have an unsure insured where its name may go on behind a wide space', () => {
    const spaced = table.replace('Brightwater Plumbing LLC  ', 'Brightwater   Plumbing LLC');
    expect([isSure(table, 'insured'), isSure(spaced, 'insured')]).toEqual([true, false]);
  });

  it('have every insurer once, in order, by its label or by its NAIC number alone', () => {
    const text = `PRODUCER                   INSURER(S) AFFORDING COVERAGE         NAIC #
Bay Brokers Inc            Insurer A- Summit Mutual Company      12345
INSURED                    msurer 8: Old Republic Casualty       67890
Brightwater Plumbing LLC   INSURER C Continental Indemnity       24680
2210 Embarcadero West      Pioneer Surety Company                13579
Oakland, CA 94607          INSURER E : Harbor Fidelity`;
    expect(read(text)['insurers']).toBe(
      'Summit Mutual Company, Old Republic Casualty, Continental Indemnity, Pioneer Surety Company, Harbor Fidelity',
    );
    expect(isSure(text, 'insurers')).toBe(false);
  });

  it('have unsure insurers where the row of one was not read', () => {
    expect(isSure(table, 'insurers')).toBe(true);
    const three = table.replace('INSURER C :', 'INSURER D :').replace('COVERAGES  ', 'COVERAGES\n');
    expect(read(three)['insurers']).toBe('Summit Mutual Company, Pioneer Indemnity');
    expect(isSure(three, 'insurers')).toBe(false);
    const named = table.replace('TYPE OF INSURANCE', 'LTR').replace('UMBRELLA LIAB', 'C            ');
    expect(isSure(named, 'insurers')).toBe(false);
  });

  it('have no insured where its name was not read and its street is next', () => {
    expect(read(table.replace('Brightwater Plumbing LLC  ', ' '.repeat(26)))['insured']).toBeUndefined();
  });

  it('are read behind and under labels of each policy', () => {
    const text = `Insured: Voltline Controls LLC
Insurer: Bay State Casualty
Policy Number: GL-5512345   Effective: 01/01/2026   Expires: 01/01/2027
POLICY NUMBER     EFFECTIVE DATE     EXPIRATION DATE
CPP 0098765 01    March 5, 2026      March 5, 2027

Policy Period: 06/01/2025 to 06/01/2026
Certificate Holder: Harborview Management`;
    expect(read(text)).toEqual({
      insured: 'Voltline Controls LLC',
      insurers: 'Bay State Casualty',
      policyNumbers: 'GL-5512345, CPP 0098765 01',
      effectiveDate: '2026-03-05',
      expiryDate: '2026-06-01',
      certificateHolder: 'Harborview Management',
    });
  });

  it('are not taken from beside another label, or out of an address', () => {
    const text = `INSURED                 ISSUED BY
Copperline Elevator     Fogbank Brokers
POLICY NUMBER
GM-51801

CA 94607`;
    expect(read(text)).toEqual({ insured: 'Copperline Elevator', policyNumbers: 'GM-51801' });
  });

  it('are read where narrow columns break their headings and join their cells', () => {
    const text = `POLICY        POLICY EFF    POLICY EXP
NUMBER        (MM/DD/YYYY)  (MM/DD/YYYY)
GL-0012345    02/01/2026    02/01/2027
BA-7654321000 11/15/2025  11/15/2026`;
    expect(read(text)).toEqual({
      policyNumbers: 'GL-0012345, BA-7654321000',
      effectiveDate: '2026-02-01',
      expiryDate: '2026-11-15',
    });
  });

  it.each([
    ['no value, and the next label follows', 'EFFECTIVE DATE\nEXPIRATION DATE\n01/01/2027', 'effectiveDate'],
    [
      'a value in the wrong column',
      'POLICY NUMBER     POLICY EXP\n                  01/01/2027',
      'policyNumbers',
    ],
    ['a day of no calendar', 'Expires: 02/30/2027', 'expiryDate'],
    ['half a period', 'Policy Period: 06/01/2025 to', 'expiryDate'],
    ['commas elsewhere than after thousands', 'EACH OCCURRENCE $ 1,00,000', 'eachOccurrence'],
    ['letters for digits', 'EACH OCCURRENCE $ 1,OOO,OOO', 'eachOccurrence'],
    ['a sentence', 'to the certificate holder in lieu of such endorsement', 'certificateHolder'],
    ['another sentence', 'if it is an additional insured the policy has to say so', 'insured'],
  ])('are left out where there is %s', (_, text, field) => {
    expect(read(text)[field]).toBeUndefined();
  });

  it('are unsure where a letter may be a digit', () => {
    expect(isSure('Policy Number: GL-1O23456', 'policyNumbers')).toBe(false);
    expect(isSure('Policy Number: GL-1023456', 'policyNumbers')).toBe(true);
  });
});

describe('cells of the table of policies that were not read', () => {
  const find = (text: string) => findUnreadCells(paperPage(text));

  it('are none where all were read, or where there are no policies', () => {
    expect(find(table)).toEqual([]);
    expect(find('CERTIFICATE OF LIABILITY INSURANCE\nPOLICY NUMBER    POLICY EFF    POLICY EXP')).toEqual([]);
    expect(find('')).toEqual([]);
  });

  it('are those of both days where a row has a number alone, and of no row far from the table', () => {
    const days = { y: 350, width: 140, height: 40 };
    const cells = [
      { x: 360, ...days },
      { x: 500, ...days },
    ];
    const text = table
      .replace('11/15/2025    11/15/2026', ' '.repeat(24))
      .replace('UMBRELLA LIAB                   ', 'UMBRELLA LIAB        UL 7654322  ')
      .replace(/(UL 7654322) +EACH/, '$1       11/15/2025    11/15/2026    EACH');
    expect(find(text).map(({ box }) => box)).toEqual(cells);
    expect(find(`${text}\n${'\n'.repeat(12)}${' '.repeat(21)}CC-7781234`).map(({ box }) => box)).toEqual(
      cells,
    );
  });

  it('are found many rows of limits over the first row that was read whole', () => {
    const limits = `\n${' '.repeat(66)}MED EXP  $ 5,000`;
    const text = table
      .replace('GL-0012345       02/01/2026    02/01/2027', `${' '.repeat(17)}02/01/2026${' '.repeat(14)}`)
      .replace('$ 2,000,000', `$ 2,000,000${limits.repeat(4)}`);
    expect(find(text).map(({ box }) => [box.x, box.y])).toEqual([
      [190, 290],
      [500, 290],
    ]);
  });

  it.each([
    ['a number', 'BA 7654321', ' '.repeat(10), { x: 190, y: 350, width: 170, height: 40 }, ''],
    ['a first day', '11/15/2025', ' '.repeat(10), { x: 360, y: 350, width: 140, height: 40 }, '0123456789/'],
    ['a last day', '02/01/2027', ' '.repeat(10), { x: 500, y: 290, width: 140, height: 40 }, '0123456789/'],
    [
      'a day without its slash',
      '02/01/2027',
      '7124/2027 ',
      { x: 500, y: 290, width: 140, height: 40 },
      '0123456789/',
    ],
  ])('are found where %s is missing', (_, printed, misread, box, characters) => {
    const cells = find(table.replace(printed, misread));
    expect(cells).toMatchObject([{ box, characters }]);
    const isNumber = characters === '';
    expect(cells[0]?.read('02/01/2027')).toBe(isNumber ? null : '2027-02-01');
    expect(cells[0]?.read('BA 7654321')).toBe(isNumber ? 'BA 7654321' : null);
  });
});
