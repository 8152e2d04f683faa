import type { FieldOnPage } from '../paper/labeled-fields.ts';
import { pageFields, type PageField } from '../paper/page-kind.ts';
import type { VendorProfile } from '../service/vendor-profile.ts';
import type { Comparison, TextKind } from './compare.ts';
import { compareRead, getHeldTexts, toProfileRow, type HeldTexts, type ProfileRow } from './profile.ts';

/**
 * Profile texts that equal a page's field, and those that may: a sole proprietor's form names the person, and a license's address
 * may go on in another row. Other fields are not in a profile: the qualified party and the state need not be the vendor's contact
 * and address.
 */
const heldFields: Partial<
  Record<
    PageField,
    { readonly held: keyof HeldTexts; readonly maybe?: keyof HeldTexts; readonly kind: TextKind }
  >
> = {
  nameOfEntityIndividual: { held: 'name', maybe: 'person', kind: 'name' },
  businessName: { held: 'company', kind: 'name' },
  licenseeName: { held: 'name', maybe: 'person', kind: 'name' },
  insured: { held: 'name', kind: 'name' },
  addressStreet: { held: 'street', kind: 'address' },
  addressCityStateZip: { held: 'cityLine', kind: 'address' },
  licenseeAddress: { held: 'address', maybe: 'street', kind: 'address' },
};

/**
 * Compares a field read on this computer with the vendor's profile; an unsure one is never the same. Null if not in the profile.
 */
export function comparePageField(
  { field, value, sure }: Pick<FieldOnPage<PageField>, 'field' | 'value' | 'sure'>,
  profile: VendorProfile,
): ProfileRow<PageField> | null {
  const rule = heldFields[field];
  if (rule === undefined) return null;
  const held = getHeldTexts(profile);
  const compared = compareRead(rule.kind, held[rule.held], value);
  const { label } = pageFields[field];
  if (isSame(compared)) return toProfileRow(field, label, sure ? compared : cannotSay(compared));
  const other = rule.maybe === undefined ? null : compareRead(rule.kind, held[rule.maybe], value);
  return toProfileRow(field, label, other !== null && isSame(other) ? cannotSay(other) : compared);
}

function isSame({ verdict }: Comparison): boolean {
  return verdict === 'same' || verdict === 'same_written_differently';
}

function cannotSay(compared: Comparison): Comparison {
  return { ...compared, verdict: 'cannot_compare' };
}
