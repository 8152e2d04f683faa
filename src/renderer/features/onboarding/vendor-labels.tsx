import { Plus, X } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { JudgedVendor } from '#shared/ipc/onboarding.ts';
import { bindClasses } from '../../class-names.ts';
import { Button, IconButton, SmallButton } from '../../components/button.tsx';
import { Problem } from '../../components/message-block.tsx';
import { SuggestField } from '../../components/suggest-field.tsx';
import { byWhom, TimeText, useOwnNames } from '../../components/time-text.tsx';
import { useAction } from '../../stores/action.ts';
import { handleSubmit } from '../../stores/form.ts';
import { useLive } from '../../stores/live.ts';
import { LanguageSelect } from '../letters/letter-choices.tsx';
import { AssigneeSelect } from './assignee-select.tsx';
import styles from './vendor-checklist.module.css';

const cls = bindClasses(styles);

/** What people note of a vendor beside its requirements: tags, who takes care of it, and the language of its letters. */
export function VendorLabels({ vendor, hidesTags }: { vendor: JudgedVendor; hidesTags: boolean }) {
  const { subject, tags, assignee, language } = vendor;
  const assign = useAction('onboarding.assign');
  const setLanguage = useAction('letters.setLanguage');
  const own = useOwnNames();
  const { value: known } = useLive('onboarding.sets', null, ['onboarding.changed'], 1000);
  return (
    <>
      {hidesTags ? null : (
        <VendorTags vendorId={subject} tags={tags} used={known?.tags.map(({ tag }) => tag) ?? []} />
      )}
      {known === null || (known.people.others.length === 0 && assignee === null) ? null : (
        <Row label="Assigned to" error={assign.error}>
          <div className={cls('site')}>
            <AssigneeSelect
              people={known.people}
              value={assignee?.member ?? null}
              onChange={(member) => void assign.run({ changes: [{ subject, member }] })}
            />
          </div>
          {assignee === null ? null : (
            <span className="faint-note">
              {byWhom(assignee.by, own).trim()}, <TimeText at={assignee.at} />
            </span>
          )}
        </Row>
      )}
      <Row label="Letters in" error={setLanguage.error}>
        <div className={cls('site')}>
          <LanguageSelect
            labelHidden
            value={language}
            onChange={(to) => void setLanguage.run({ subject, language: to })}
          />
        </div>
      </Row>
    </>
  );
}

function Row({
  label,
  error,
  children,
}: {
  label: string;
  error: { message: string } | null;
  children: ReactNode;
}) {
  return (
    <div className={`${cls('tags')} row wrap ruled-above gap-4-8`}>
      <span className="faint">{label}</span>
      {children}
      <Problem error={error} />
    </div>
  );
}

interface TagsProps {
  vendorId: string;
  tags: readonly string[];
  /** All tags that are in use. */
  used: readonly string[];
}

function VendorTags({ vendorId, tags, used }: TagsProps) {
  const change = useAction('onboarding.tag');
  const [typed, setTyped] = useState<string | null>(null);

  async function add(): Promise<void> {
    const tag = (typed ?? '').trim();
    if (tag !== '' && (await change.run({ vendorIds: [vendorId], tag, on: true })).ok) setTyped(null);
  }

  return (
    <Row label="Tags" error={change.error}>
      {tags.length === 0 ? <span className="faint">None</span> : null}
      <ul className="flow gap-4-8" aria-label="Tags">
        {tags.map((tag) => (
          <li key={tag} className={`${cls('tag')} inline-row gap-4 breakable boxed round-chip`}>
            {tag}
            <IconButton
              icon={X}
              label={`Remove the tag ${tag}`}
              onPress={() => void change.run({ vendorIds: [vendorId], tag, on: false })}
            />
          </li>
        ))}
      </ul>
      {typed === null ? (
        <SmallButton variant="quiet" icon={Plus} onPress={() => setTyped('')}>
          Add a tag
        </SmallButton>
      ) : (
        <form className={`${cls('tagForm')} gap-8 flex`} onSubmit={handleSubmit(add)} noValidate>
          <SuggestField
            label="New tag"
            value={typed}
            onChange={setTyped}
            suggestions={used.filter((tag) => !tags.includes(tag))}
            maxLength={60}
          />
          <Button type="submit" pending={change.pending}>
            Add
          </Button>
          <Button variant="quiet" onPress={() => setTyped(null)}>
            Cancel
          </Button>
        </form>
      )}
    </Row>
  );
}
