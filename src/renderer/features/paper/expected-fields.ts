import type { ExpectedPage } from '#shared/paper/judge-page.ts';
import type { FieldOnPage } from '#shared/paper/labeled-fields.ts';
import { readPageFields, type PageField } from '#shared/paper/page-kind.ts';
import type { PageWord } from '#shared/paper/page-text.ts';

/** What a page says in the fields of the kind that its headings say, else of the kind that it is handed in as. */
export function readExpectedFields(
  words: readonly PageWord[],
  expected: ExpectedPage,
): FieldOnPage<PageField>[] {
  const otherwise = expected === 'by_heading' || expected === 'other' ? null : expected;
  return readPageFields(words, otherwise).fields;
}
