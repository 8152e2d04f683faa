/** An entry of a list that comes twice: with the profile and with the enrollment. */
export interface MergedEntry {
  text: string;
  where: 'profile' | 'both' | 'enrollment';
}

/** Joins the profile's list with the enrollment's, each entry once, in the order of the profile. */
export function mergeLists(
  own: readonly string[] | null | undefined,
  enrolled: readonly string[] | null | undefined,
): MergedEntry[] {
  const ofProfile = new Set(own ?? []);
  const ofEnrollment = new Set(enrolled ?? []);
  return [
    ...[...ofProfile].map((text): MergedEntry => ({
      text,
      where: ofEnrollment.has(text) ? 'both' : 'profile',
    })),
    ...[...ofEnrollment]
      .filter((text) => !ofProfile.has(text))
      .map((text): MergedEntry => ({ text, where: 'enrollment' })),
  ];
}
