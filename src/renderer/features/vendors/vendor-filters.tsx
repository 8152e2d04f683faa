import { X } from 'lucide-react';
import { vendorFilter, type VendorFacets, type VendorFilter } from '#shared/ipc/vendors.ts';
import { classesOf } from '../../class-names.ts';
import { Button } from '../../components/button.tsx';
import { Select, type Choice } from '../../components/select.tsx';
import styles from './vendor-list.module.css';

const cls = classesOf(styles);

const any = 'any';
const noFacets: VendorFacets = { states: [], cities: [], services: [] };

/** The filter that an address names; what it does not know is left out. */
export function filterOf(query: Readonly<Record<string, string | undefined>>): VendorFilter {
  const age = Number(query['age']);
  const invited = query['invited'];
  return vendorFilter.parse({
    state: query['state'] ?? null,
    city: query['city'] ?? null,
    service: query['service'] ?? null,
    licensed: vendorFilter.shape.licensed.safeParse(query['licensed']).data ?? null,
    olderThanDays: Number.isInteger(age) && age >= 1 && age <= 3650 ? age : null,
    invited: invited === 'yes' ? true : invited === 'no' ? false : null,
  });
}

/** The filter as an address names it. */
export function queryOf(filter: VendorFilter): Record<string, string> {
  return {
    ...(filter.state === null ? {} : { state: filter.state }),
    ...(filter.city === null ? {} : { city: filter.city }),
    ...(filter.service === null ? {} : { service: filter.service }),
    ...(filter.licensed === null ? {} : { licensed: filter.licensed }),
    ...(filter.olderThanDays === null ? {} : { age: String(filter.olderThanDays) }),
    ...(filter.invited === null ? {} : { invited: filter.invited ? 'yes' : 'no' }),
  };
}

/** Whether a filter leaves anything out. */
export function isNarrowed(filter: VendorFilter): boolean {
  return Object.values(filter).some((value) => value !== null);
}

/** Values that vendors have, with a mark in front so that none is taken for "any". */
function facetChoices(
  anyLabel: string,
  facets: VendorFacets['states'],
  chosen: string | null,
): Choice<string>[] {
  const known = facets.map(({ value, label, count }) => ({
    value: `=${value}`,
    label: `${label} (${count})`,
  }));
  const missing = chosen !== null && !facets.some(({ value }) => value === chosen);
  return [
    { value: any, label: anyLabel },
    ...known,
    ...(missing ? [{ value: `=${chosen}`, label: chosen }] : []),
  ];
}

const licensedChoices: Choice<string>[] = [
  { value: any, label: 'Licensed or not' },
  { value: 'yes', label: 'Licensed' },
  { value: 'no', label: 'Not licensed' },
  { value: 'not_said', label: 'License not said' },
];

const ages = [1, 7, 30, 90];

/** Narrows the list of vendors by what their profiles say. */
export function VendorFilters({
  filter,
  facets,
  onChange,
}: {
  filter: VendorFilter;
  facets: VendorFacets | null;
  onChange: (filter: VendorFilter) => void;
}) {
  const { states, cities, services } = facets ?? noFacets;
  const change = (part: Partial<VendorFilter>) => onChange({ ...filter, ...part });
  const given = (value: string) => (value === any ? null : value.slice(1));
  const written = (value: string | null) => (value === null ? any : `=${value}`);
  return (
    <div className={cls('filters')} role="group" aria-label="Narrow the list">
      <Select
        label="State"
        labelHidden
        value={written(filter.state)}
        choices={facetChoices('Any state', states, filter.state)}
        onChange={(value) => change({ state: given(value) })}
      />
      <Select
        label="City"
        labelHidden
        value={written(filter.city)}
        choices={facetChoices('Any city', cities, filter.city)}
        onChange={(value) => change({ city: given(value) })}
      />
      <Select
        label="Service"
        labelHidden
        value={written(filter.service)}
        choices={facetChoices('Any service', services, filter.service)}
        onChange={(value) => change({ service: given(value) })}
      />
      <Select
        label="Licensed"
        labelHidden
        value={filter.licensed ?? any}
        choices={licensedChoices}
        onChange={(value) => change({ licensed: vendorFilter.shape.licensed.safeParse(value).data ?? null })}
      />
      <Select
        label="Age"
        labelHidden
        value={filter.olderThanDays === null ? any : String(filter.olderThanDays)}
        choices={[
          { value: any, label: 'Any age' },
          ...[...new Set([...ages, ...(filter.olderThanDays === null ? [] : [filter.olderThanDays])])].map(
            (days) => ({
              value: String(days),
              label: days === 1 ? 'Older than a day' : `Older than ${days} days`,
            }),
          ),
        ]}
        onChange={(value) => change({ olderThanDays: value === any ? null : Number(value) })}
      />
      <Select
        label="Invites"
        labelHidden
        value={filter.invited === null ? any : filter.invited ? 'yes' : 'no'}
        choices={[
          { value: any, label: 'Invited or not' },
          { value: 'yes', label: 'Invited from here' },
          { value: 'no', label: 'Not invited from here' },
        ]}
        onChange={(value) => change({ invited: value === any ? null : value === 'yes' })}
      />
      {isNarrowed(filter) ? (
        <Button variant="quiet" size="small" icon={X} onPress={() => onChange(vendorFilter.parse({}))}>
          Clear
        </Button>
      ) : null}
    </div>
  );
}
