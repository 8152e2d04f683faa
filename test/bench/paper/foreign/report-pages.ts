import type { PageField, PageKind } from '#shared/ocr/page-kind.ts';
import type { JudgedCase } from '#test/papers/expected-cases.ts';
import { compareWithTruth, type Comparison } from '#test/papers/page-truth.ts';
import type { PaperReading } from '#test/papers/paper-browser.ts';
import { percentile, report } from '../../report.ts';
import type { ForeignPage } from './pages.ts';

const keyFields: Readonly<Record<PageKind, readonly PageField[]>> = {
  license: ['licenseNumber', 'expiryDate', 'licenseeName'],
  w9: ['nameOfEntityIndividual', 'addressStreet', 'addressCityStateZip', 'employerIdentificationNumber'],
  certificate: ['insured', 'policyNumbers', 'effectiveDate', 'expiryDate'],
};

/** A page and what came of it. */
export interface Judged extends Comparison {
  page: ForeignPage;
  keys: readonly string[];
  ms: number;
  isRecognized: boolean;
  isRefused: boolean;
  /** Whether a blank form is said to be blank, and a Social Security number to be there. */
  isNoted: boolean;
}

export function judge(page: ForeignPage, reading: PaperReading): Judged {
  const isRead = reading.kind === 'read';
  const quality = isRead ? reading.quality : null;
  return {
    page,
    ...compareWithTruth(isRead ? reading.fields : [], page.truth),
    keys: keyFields[page.kind].filter((field) => page.truth[field] !== undefined),
    ms: reading.ms,
    isRecognized: !isRead || quality !== null,
    isRefused: !isRead || quality?.isToRetake === true,
    isNoted: page.note === undefined || (isRead && reading.note === page.note),
  };
}

/** Reports how well pages were read, with the bars that a reader of any page has to meet. */
export function reportPages(judged: readonly Judged[], cases: readonly JudgedCase[]): void {
  const inState = (...states: ForeignPage['state'][]) =>
    judged.filter(({ page }) => states.includes(page.state));
  const clean = inState('clean');
  const text = clean.filter(({ isRecognized }) => !isRecognized);
  const recognized = judged.filter(({ isRecognized }) => isRecognized);
  const wrong = countWrong(judged, cases);
  const share = {
    unit: 'share',
    durability: 'none',
    baseline: text.length === 0 ? null : { name: 'pdf_text', value: shareRight(text) },
  } as const;
  const reportBar = (bench: string, value: number, bar: number, met: boolean) => {
    // Where only some pages were asked for, there may be none of a kind.
    if (!Number.isNaN(value)) report({ bench: `foreign_${bench}`, value, bar, met, ...share });
  };
  const right = shareRight(clean);
  reportBar('key_fields_right_clean', right, 0.95, right >= 0.95);
  reportBar('fields_wrong_and_called_sure', wrong.sure / wrong.all, 0, wrong.sure === 0);
  const good = inState('clean', 'handled', 'hostile');
  const refused = getShare(good, ({ isRefused }) => isRefused);
  reportBar('good_pages_refused', refused, 0.05, refused <= 0.05);
  const caught = getShare(inState('ruined'), ({ isRefused }) => isRefused);
  reportBar('bad_pages_caught', caught, 0.95, caught >= 0.95);
  const noted = getShare(
    judged.filter(({ page }) => page.note !== undefined && page.state !== 'ruined'),
    ({ isNoted }) => isNoted,
  );
  reportBar('blank_and_ssn_told', noted, 0.95, noted >= 0.95);
  const expected = cases.filter(({ faults }) => faults.length === 0).length / cases.length;
  reportBar('cases_as_expected', expected, 1, expected === 1);
  const time = {
    unit: 'ms',
    durability: 'none',
    baseline:
      text.length === 0
        ? null
        : {
            name: 'pdf_text',
            value: percentile(
              text.map(({ ms }) => ms),
              0.5,
            ),
          },
  } as const;
  for (const [bench, some, bar] of [
    ['foreign_page_p50', judged, 1500],
    ['foreign_picture_p50', recognized, null],
    ['foreign_filled_form_p50', judged.filter(({ page }) => page.isFilledForm), 500],
  ] as const) {
    const value = percentile(
      some.map(({ ms }) => ms),
      0.5,
    );
    if (some.length > 0)
      report({ bench, value, ...(bar === null ? { met: null } : { bar, met: value < bar }), ...time });
  }
  for (const [name, some] of groupPages(judged)) {
    const isRuined = some[0]?.page.state === 'ruined';
    const value = isRuined ? getShare(some, ({ isRefused }) => isRefused) : shareRight(some);
    report({
      bench: `foreign_${isRuined ? 'caught' : 'key_fields_right'}_${name}`,
      value,
      met: null,
      ...share,
    });
  }
}

/** By what each page is, and by what became of it. A blank page has no fields to be right. */
function groupPages(judged: readonly Judged[]): Map<string, Judged[]> {
  const groups = new Map<string, Judged[]>();
  for (const one of judged) {
    const { kind, group, name, state } = one.page;
    if (state === 'blank') continue;
    const own = state === 'clean' ? [`clean_${kind}`, group, name.split('-').slice(0, 2).join('_')] : [group];
    for (const name of own) groups.set(name, [...(groups.get(name) ?? []), one]);
  }
  return groups;
}

const getShare = (some: readonly Judged[], holds: (one: Judged) => boolean): number =>
  some.filter(holds).length / some.length;

function shareRight(some: readonly Judged[]): number {
  const keys = some.reduce((sum, one) => sum + one.keys.length, 0);
  return (
    some.reduce(
      (sum, { right, keys: own }) => sum + right.filter(({ field }) => own.includes(field)).length,
      0,
    ) / keys
  );
}

function countWrong(some: readonly Judged[], cases: readonly JudgedCase[]): { sure: number; all: number } {
  const sum = (counts: readonly number[]) => counts.reduce((total, one) => total + one, 0);
  return {
    sure: sum([
      ...some.map(({ wrong }) => wrong.filter(({ sure }) => sure).length),
      ...cases.map(({ wrongAndSure }) => wrongAndSure),
    ]),
    all: sum([
      ...some.map(({ wrong, right }) => wrong.length + right.length),
      ...cases.map(({ fields }) => fields),
    ]),
  };
}
