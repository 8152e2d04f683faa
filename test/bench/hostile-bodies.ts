/** Answers of less than 10 MB: an ordinary one, and those that cost most to be read, each for another reason. */
export const hostileBodies: Record<string, () => string> = {
  /** The hostile ones strike at its list of sites. */
  ordinary: () =>
    JSON.stringify({
      id: 7,
      firstName: 'Ann',
      lastName: 'Bench',
      companyName: 'Bench',
      jobSites: ['North', 'South'],
    }),
  /** 1.2 MB: every second element has another type, and none of them fits. */
  alternating_types: () =>
    JSON.stringify({
      id: 7,
      jobSites: Array.from({ length: 240_000 }, (_, at) => (at % 2 === 0 ? 1 : null)),
    }),
  /** 9.5 MB: nothing but fields that nobody described. */
  many_names: () =>
    JSON.stringify(Object.fromEntries(Array.from({ length: 700_000 }, (_, at) => [`n${at}`, at]))),
  /** 9.6 MB: nothing but escapes, in each of which the token could stand. */
  only_escapes: () => JSON.stringify({ id: 7, companyName: 'x' }).replace('x', '\\u0041'.repeat(1_600_000)),
  deep_nesting: () => `{"id":7,"jobSites":${'['.repeat(5000)}${']'.repeat(5000)}}`,
  /** As much as is read at all: each element of a list that is read counts as one that does not fit. */
  as_much_as_is_read: () =>
    JSON.stringify({
      id: 7,
      jobSites: Array.from({ length: 19_000 }, (_, at) => (at % 20 === 0 ? 1 : `s${at}`)),
    }),
};
