import type { OnboardingRow } from '#shared/ipc/onboarding.ts';
import type { Requirement } from '#shared/onboarding/requirement-set.ts';
import { ownMember } from '#shared/base/own-member.ts';
import { nameCell, tableColumns, type Column } from '../../components/table-column.tsx';
import { Verbatim } from '../../components/service-word.tsx';
import { MemberName, TimeText } from '../../components/time-text.tsx';
import { Chip, stateIcons } from '../../components/state-chip.tsx';
import { answerChip, stateChips } from '#shared/onboarding/labels.ts';
import { requirementStates } from '#shared/onboarding/judge-vendor.ts';
import { bindClasses } from '../../class-names.ts';
import { Icon } from '../../components/icon.tsx';
import styles from './requirement-marks.module.css';

const cls = bindClasses(styles);

function joined(parts: readonly (string | null)[]): string | null {
  const text = parts.filter((part) => part !== null && part !== '').join(', ');
  return text === '' ? null : text;
}

/** Maximum requirements shown as marks; more become optional columns. */
const maxMarks = 8;
const markWidth = 20;

const first: readonly Column<OnboardingRow>[] = [
  {
    id: 'name',
    header: 'Vendor',
    width: 'minmax(150px, 1.3fr)',
    cell: ({ name }) => nameCell(name),
  },
  {
    id: 'urgency',
    fits: true,
    header: 'May work?',
    width: '182px',
    cell: ({ answer }) => <Chip chip={answerChip(answer)} inLine="ground" />,
  },
  {
    id: 'why',
    header: 'Why',
    width: 'minmax(200px, 2.6fr)',
    sortable: false,
    cell: ({ answer: { why } }) => (why === null ? null : <span title={why}>{why}</span>),
  },
];

const fromProfile: readonly Column<OnboardingRow>[] = [
  ...tableColumns('vendors', ({ profile }: OnboardingRow) => profile, {
    compliance: { fits: true, width: 'minmax(134px, 0.6fr)' },
  }),
  {
    id: 'sites',
    header: 'Sites',
    width: 'minmax(90px, 0.9fr)',
    cell: ({ sites }) => {
      const text = joined(sites);
      return text === null ? null : (
        <span title={text}>{sites.length > 2 ? `${sites.length} sites` : text}</span>
      );
    },
  },
  ...tableColumns('vendors', ({ profile }: OnboardingRow) => profile, {
    contact: {
      width: 'minmax(96px, 1fr)',
      cell: ({ profile }) => profile?.contactName ?? profile?.email ?? profile?.phoneNumber ?? null,
    },
    email: {
      width: 'minmax(130px, 1.2fr)',
      cell: ({ profile, subject, vendorId }) =>
        profile?.email ?? (vendorId === null ? subject.slice(1) : null),
    },
    phone: { width: '120px' },
    city: { width: 'minmax(80px, 0.8fr)' },
    state: { width: '56px' },
    services: { width: 'minmax(90px, 1.1fr)' },
    licensed: { fits: true, width: '80px' },
    vendorId: {
      width: '100px',
      cell: ({ vendorId }) => (vendorId === null ? null : <Verbatim>{vendorId}</Verbatim>),
    },
    fetched: {
      fits: true,
      width: '92px',
      cell: ({ profile }) => (profile === null ? null : <TimeText at={profile.fetchedAt} form="ago" />),
    },
  }),
  {
    id: 'assigned',
    header: 'Assigned to',
    width: '110px',
    cell: ({ assignee }) => (assignee === null ? null : <MemberName of={assignee.member} />),
  },
  {
    id: 'since',
    fits: true,
    header: 'Since',
    width: '92px',
    cell: ({ since }) => <TimeText at={since} form="ago" />,
  },
];

export function vendorColumns(requirements: readonly Requirement[]): Column<OnboardingRow>[] {
  const marked = requirements.slice(0, maxMarks);
  const marks: Column<OnboardingRow> = {
    id: 'marks',
    header: 'Requirements',
    width: `${Math.max(marked.length * markWidth, 92)}px`,
    sortable: false,
    cell: ({ cells }) => <RequirementMarks requirements={marked} cells={cells} />,
  };
  return [
    ...first,
    ...(marked.length === 0 ? [] : [marks]),
    ...fromProfile.map((column) => ({ ...column, sortable: false })),
    ...requirements.map(({ id, name }): Column<OnboardingRow> => ({
      id,
      header: name,
      width: '116px',
      sortable: false,
      cell: ({ cells }) => {
        const cell = ownMember(cells, id);
        return cell === undefined ? null : (
          <span title={cell.reason}>
            <Chip chip={stateChips[cell.state]} inLine="icon" />
          </span>
        );
      },
    })),
  ];
}

export const defaultVendorColumns = ['name', 'urgency', 'why', 'marks', 'compliance', 'sites'];

interface RequirementMarksProps {
  requirements: readonly Requirement[];
  cells: OnboardingRow['cells'];
}

/** A mark for each requirement, in the order of their column; a dash where one does not apply. */
function RequirementMarks({ requirements, cells }: RequirementMarksProps) {
  return (
    <span className={`${cls('marks')} gap-4 inline-flex`}>
      {requirements.map(({ id, name }) => {
        const cell = ownMember(cells, id);
        const words = cell === undefined ? `${name}: not required` : `${name}: ${cell.reason}`;
        return (
          <span key={id} className={`${cls('mark')} faint`} role="img" aria-label={words} title={words}>
            {cell === undefined ? '–' : <Mark state={cell.state} />}
          </span>
        );
      })}
    </span>
  );
}

function Mark({ state }: { state: (typeof requirementStates)[number] }) {
  const { tone, icon } = stateChips[state];
  return (
    <span data-tone={tone} className={`${cls('icon')} inline-flex`}>
      <Icon of={stateIcons[icon]} size={14} />
    </span>
  );
}

export function MarkKey() {
  return (
    <ul className={`${cls('key')} flow`}>
      {requirementStates.map((state) => (
        <li key={state}>
          <Mark state={state} /> {stateChips[state].word}
        </li>
      ))}
      <li>– Not required</li>
    </ul>
  );
}
