const figures = new Intl.NumberFormat('en-US');
const plurals = new Intl.PluralRules('en-US');

export const countText = (count: number): string => figures.format(count);

/** A count with the word for what is counted: 1 detail, 2 details. @param many where it is not `one` with an s */
export const pluralize = (count: number, one: string, many = `${one}s`): string =>
  `${countText(count)} ${plurals.select(count) === 'one' ? one : many}`;
