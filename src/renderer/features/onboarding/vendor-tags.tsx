import { Plus, X } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { bindClasses } from '../../class-names.ts';
import { Button } from '../../components/button.tsx';
import { IconButton } from '../../components/icon-button.tsx';
import { Problem } from '../../components/message-block.tsx';
import { SuggestField } from '../../components/suggest-field.tsx';
import { useAction } from '../../stores/action.ts';
import { useLive } from '../../stores/live.ts';
import styles from './vendor-checklist.module.css';

const cls = bindClasses(styles);

export function VendorTags({ vendorId, tags }: { vendorId: string; tags: readonly string[] }) {
  const change = useAction('onboarding.tag');
  const { state } = useLive('onboarding.sets', null, [], 1000);
  const [typed, setTyped] = useState<string | null>(null);
  const used = state.kind === 'ready' ? state.value.tags.map(({ tag }) => tag) : [];

  async function add(event: FormEvent): Promise<void> {
    event.preventDefault();
    const tag = (typed ?? '').trim();
    if (tag === '') return;
    const result = await change.run({ vendorIds: [vendorId], tag, on: true });
    if (result.ok) setTyped(null);
  }

  return (
    <div className={`${cls('tags')} row wrap ruled-above gap-4-8`}>
      <span className="faint">Tags</span>
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
        <Button size="small" variant="quiet" icon={Plus} onPress={() => setTyped('')}>
          Add a tag
        </Button>
      ) : (
        <form className={`${cls('tagForm')} gap-8 flex`} onSubmit={(event) => void add(event)} noValidate>
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
      <Problem error={change.error} />
    </div>
  );
}
