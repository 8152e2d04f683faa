import { FileUp } from 'lucide-react';
import type { ImportField, ListKind } from '#shared/imports/import-fields.ts';
import type { EntryKind } from '#shared/outbox/outbox.ts';
import { Button } from '../../components/button.tsx';
import type { RouteTarget } from '../../stores/navigation.ts';

export interface ListLabels {
  title: string;
  parent: { label: string; target: RouteTarget };
  send: 'Send' | 'Submit';
  rows: ((batch: number) => RouteTarget) | null;
  place: RouteTarget;
  one: string;
  many: string;
  subject: string;
  item: string;
  skipKnown: { label: string; hint: string };
  needed: Partial<Record<ImportField, string>>;
  wide: readonly ImportField[];
  example: { fileName: string; text: string };
}

export const toListKind: Record<EntryKind, ListKind> = { invite: 'invites', verification: 'verifications' };

export const listLabels: Record<ListKind, ListLabels> = {
  invites: {
    title: 'Import list',
    parent: { label: 'Invites', target: { screen: 'invites' } },
    rows: (batch) => ({ screen: 'invites', query: { list: String(batch) } }),
    place: { screen: 'invites', path: ['import'] },
    send: 'Send',
    one: 'invite',
    many: 'invites',
    subject: 'a vendor',
    item: 'invite',
    skipKnown: {
      label: 'Skip people invited before',
      hint: 'Same email or vendor ID, in this list or on this computer',
    },
    needed: { email: 'Email (required)' },
    wide: ['email'],
    example: {
      fileName: 'vendors-example.csv',
      text: 'Email,First name,Last name,Company,Phone,Job title,Vendor ID,Message\r\nann@vendor.example,Ann,Ray,Example Roofing,(415) 555-0101,Owner,V-0012,\r\n',
    },
  },
  verifications: {
    title: 'Import licenses',
    parent: { label: 'Verifications', target: { screen: 'verifications' } },
    rows: null,
    place: { screen: 'verifications', path: ['import'] },
    send: 'Submit',
    one: 'license',
    many: 'licenses',
    subject: 'a license',
    item: 'verification',
    skipKnown: {
      label: 'Skip licenses submitted before',
      hint: 'Same number, type and state, in this list or on this computer',
    },
    needed: { licenseNumber: 'License number (required)' },
    wide: ['licenseeName', 'licenseeAddress'],
    example: {
      fileName: 'licenses-example.csv',
      text: 'License number,Licensee,Trade,License state,Expiration date,Vendor ID\r\n0012345,Example Roofing,C-39 Roofing,CA,2027-03-31,V-0012\r\n',
    },
  },
};

export function ImportButton({ list }: { list: ListKind }) {
  return (
    <Button icon={FileUp} to={listLabels[list].place}>
      {listLabels[list].title}
    </Button>
  );
}
