import type { FieldOnPage } from '../paper/labeled-fields.ts';
import { pageFields, type PageField } from '../paper/page-kind.ts';
import type { VendorProfile } from '../service/vendor-profile.ts';
import type { Comparison, TextKind } from './compare.ts';
import { compareRead, getHeldTexts, toProfileRow, type HeldTexts, type ProfileRow } from './profile.ts';

/**
 * What of a profile says the same as a field of a page. The others are not held in a profile: whom a license names as its
 * qualified party, and for which state it is, need not be the vendor's contact and address.
 */
const heldFields: Partial<Record<PageField, { readonly held: keyof HeldTexts; readonly kind: TextKind }>> = {
  nameOfEntityIndividual: { held: 'name', kind: 'name' },
  businessName: { held: 'company', kind: 'name' },
  licenseeName: { held: 'name', kind: 'name' },
  insured: { held: 'name', kind: 'name' },
  addressStreet: { held: 'street', kind: 'address' },
  addressCityStateZip: { held: 'cityLine', kind: 'address' },
  licenseeAddress: { held: 'address', kind: 'address' },
};

/**
 * Compares a field that was read from a page on this computer with the vendor's profile, as fields that the service read are. One
 * that is not sure is never the same: that cannot be said of it. Null where a profile does not hold it.
 */
export function comparePageField(
  { field, value, sure }: Pick<FieldOnPage<PageField>, 'field' | 'value' | 'sure'>,
  profile: VendorProfile,
): ProfileRow<PageField> | null {
  const rule = heldFields[field];
  if (rule === undefined) return null;
  const compared = compareRead(rule.kind, getHeldTexts(profile)[rule.held], value);
  return toProfileRow(field, pageFields[field].label, sure ? compared : withoutSameness(compared));
}

function withoutSameness(compared: Comparison): Comparison {
  switch (compared.verdict) {
    case 'same':
    case 'same_written_differently':
      return { ...compared, verdict: 'cannot_compare' };
    case 'differs':
    case 'cannot_compare':
    case 'only_submitted':
    case 'only_found':
    case 'neither':
      return compared;
  }
}
