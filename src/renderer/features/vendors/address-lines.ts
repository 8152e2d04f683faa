import { filled, isolated } from '#shared/foreign-text.ts';
import type { VendorLocation } from '#shared/service/vendor-profile.ts';

function joined(parts: readonly (string | null | undefined)[], by: string): string {
  return parts
    .map(filled)
    .filter((part) => part !== null)
    .map(isolated)
    .join(by);
}

/** A vendor's address as written on an envelope: building, street, place. Lines without content are left out. */
export function addressLines(location: VendorLocation): string[] {
  const { building, street, streetAddressLine2, cityName, stateCode, postalCode } = location;
  return [
    joined([building], ''),
    joined([street, streetAddressLine2], ', '),
    joined([cityName, joined([stateCode, postalCode], ' ')], ', '),
  ].filter((line) => line !== '');
}

/** The address of a map that shows a point, opened outside the app when a person asks for it. */
export function mapAddress(lat: number, lng: number): string {
  return `https://www.openstreetmap.org/?mlat=${lat}&mlon=${lng}#map=16/${lat}/${lng}`;
}
