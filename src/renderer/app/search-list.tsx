import type { LucideIcon } from 'lucide-react';
import type { SearchHit } from '#shared/ipc/today.ts';
import { bindClasses } from '../class-names.ts';
import { Icon } from '../components/icon.tsx';
import { answerChip } from '#shared/onboarding/labels.ts';
import { Chip } from '../components/state-chip.tsx';
import { KeyCap } from '../components/key-cap.tsx';
import { spokenKeys } from '../key-labels.ts';
import type { ScreenId } from '../stores/navigation.ts';
import { useShortcutLabel } from '../stores/shown-keys.ts';
import { screenIcons } from './routes.tsx';
import styles from './search-field.module.css';
import { canChoose, type OptionGroup, type SearchOption } from './search-options.ts';

const cls = bindClasses(styles);

/** Where something that was found is, and how it is called. */
export const hitPlaces: Record<SearchHit['kind'], { screen: ScreenId; word: string; icon: LucideIcon }> = {
  vendor: { screen: 'vendors', word: 'Vendor', icon: screenIcons.vendors },
  invite: { screen: 'invites', word: 'Invite', icon: screenIcons.invites },
  verification: { screen: 'verifications', word: 'Verification', icon: screenIcons.verifications },
  document: { screen: 'documents', word: 'Document', icon: screenIcons.documents },
};

/** The lines of the search field's list, under their headings. */
export function SearchGroups({
  groups,
  current,
  toId,
  onPoint,
  onChoose,
}: {
  groups: readonly OptionGroup[];
  /** The id of the line that Enter takes. */
  current: string | null;
  /** The id of a line's element. */
  toId: (option: SearchOption) => string;
  onPoint: (option: SearchOption) => void;
  onChoose: (option: SearchOption) => void;
}) {
  const getKeys = useShortcutLabel();
  return groups.map(({ heading, options }) => (
    <div key={heading} role="group" aria-label={heading}>
      <div aria-hidden className={`${cls('heading')} faint medium note`}>
        {heading}
      </div>
      {options.map((option) => (
        <div
          key={option.id}
          id={toId(option)}
          role="option"
          tabIndex={-1}
          aria-selected={option.id === current}
          {...(canChoose(option) ? {} : { 'aria-disabled': true })}
          {...(option.kind === 'command' && option.command.keys !== undefined
            ? spokenKeys(getKeys(option.command.keys))
            : {})}
          className={`${cls('hit', option.id === current && 'current', !canChoose(option) && 'blocked')} row gap-10 rounded pointer-default faint-icons`}
          onMouseDown={(event) => event.preventDefault()}
          onMouseMove={() => onPoint(option)}
          onClick={() => onChoose(option)}
          onKeyDown={() => undefined}
        >
          <OptionLabel option={option} />
        </div>
      ))}
    </div>
  ));
}

function OptionLabel({ option }: { option: SearchOption }) {
  if (option.kind === 'hit') {
    const { hit } = option;
    return (
      <>
        <Icon of={hitPlaces[hit.kind].icon} />
        <span className="stack grow">
          <span className={`${cls('title')} one-line medium`}>
            {hit.kind === 'document' && hit.title === hit.id ? 'Document without a name' : hit.title}
          </span>
          {hit.answer === undefined ? (
            <span className="one-line faint-note">{hit.subtitle}</span>
          ) : (
            <span className={`${cls('answer')} faint-note`}>
              <Chip chip={answerChip(hit.answer)} inLine="ground" />
              {` ${hit.answer.site === null ? '' : `At ${hit.answer.site}. `}${hit.answer.why ?? ''}`}
            </span>
          )}
        </span>
        <span className="one-line faint-note">{hitPlaces[hit.kind].word}</span>
      </>
    );
  }
  const { icon, title, blocked, keys } = option.command;
  return (
    <>
      <Icon of={icon} />
      <span className="stack grow">
        <span className={`${cls('title')} one-line medium`}>{title}</span>
        {blocked == null ? null : <span className="one-line faint-note">{blocked}</span>}
      </span>
      {keys === undefined ? null : <KeyCap keys={keys} />}
    </>
  );
}
