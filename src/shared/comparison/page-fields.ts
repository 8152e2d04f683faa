import type { FieldOnPage } from '../paper/labeled-fields.ts';
import { pageFields, type PageField } from '../paper/page-kind.ts';
import type { VendorProfile } from '../service/vendor-profile.ts';
import type { Comparison, TextKind } from './compare.ts';
import { compareRead, getHeldTexts, toProfileRow, type HeldTexts, type ProfileRow } from './profile.ts';

/**
 * What of a profile says the same as a field of a page: a sole proprietor's form names the person, and the address on a license may
 * go on in another row than was read. The others are not held in a profile: whom a license names as its qualified party, and for
 * which state it is, need not be the vendor's contact and address.
 */
const heldFields: Partial<
  Record<PageField, { readonly held: readonly (keyof HeldTexts)[]; readonly kind: TextKind }>
> = {
  nameOfEntityIndividual: { held: ['name', 'person'], kind: 'name' },
  businessName: { held: ['company'], kind: 'name' },
  licenseeName: { held: ['name', 'person'], kind: 'name' },
  insured: { held: ['name', 'person'], kind: 'name' },
  addressStreet: { held: ['street'], kind: 'address' },
  addressCityStateZip: { held: ['cityLine'], kind: 'address' },
  licenseeAddress: { held: ['address', 'street'], kind: 'address' },
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
  const held = getHeldTexts(profile);
  const compared = rule.held.map((one) => compareRead(rule.kind, held[one], value));
  const best = compared.find(isSame) ?? compared[0];
  if (best === undefined) return null;
  return toProfileRow(field, pageFields[field].label, sure || !isSame(best) ? best : cannotSay(best));
}

function isSame({ verdict }: Comparison): boolean {
  return verdict === 'same' || verdict === 'same_written_differently';
}

function cannotSay(compared: Comparison): Comparison {
  return { ...compared, verdict: 'cannot_compare' };
}
