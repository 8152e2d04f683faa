import { isW9 } from '../service/form-fields.ts';
import type { PageKind } from './page-kind.ts';

/** The kind of page that the service's word for a document stands for; null where it is none that fields are read from. */
export function toPageKind(documentType: string | null | undefined): PageKind | null {
  const type = documentType ?? '';
  if (isW9(type)) return 'w9';
  const isCertificate = /insurance|(?:^|[^a-z])(?:acord|coi)(?:[^a-z]|$)/i.test(type);
  if (isCertificate) return /policy/i.test(type) ? null : 'certificate';
  return /licen[sc]e/i.test(type) && !/driver/i.test(type) ? 'license' : null;
}
