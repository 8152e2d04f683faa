import { ownMember } from '#shared/base/own-member.ts';
import { Plus, Trash2 } from 'lucide-react';
import { bindClasses } from '../../class-names.ts';
import { Button } from '../../components/button.tsx';
import { EmptyState, NotLoaded, Problem } from '../../components/message-block.tsx';
import { Page, PageHeader } from '../../components/page.tsx';
import { navigate, useRoute } from '../../stores/navigation.ts';
import { useWorkspace } from '../../stores/session.ts';
import {
  editKey,
  editedIds,
  useTemplateEdits,
  placeBefore,
  templatesPlace,
  useTemplates,
  type TemplateValues,
} from './templates.ts';
import styles from './templates.module.css';
import { useState } from 'react';
import { placeholderValues, type PlaceholderValues } from '#shared/outbox/message-template.ts';
import { templateLimits, type MessageTemplate } from '#shared/ipc/invites.ts';
import { call } from '../../bridge.ts';
import { OverriddenVersions } from '../../components/overridden-versions.tsx';
import { TextField } from '../../components/text-field.tsx';
import { shortcutKeys, useShortcut } from '../../shortcuts.ts';
import { useAction } from '../../stores/action.ts';
import { useLive } from '../../stores/live.ts';
import { useForm } from '../../stores/form.ts';
import { tellDone } from '../../stores/undo.ts';
import { MessageArea, MessagePreview } from './message-field.tsx';

const cls = bindClasses(styles);

/** The message templates of the workspace: their names at the left, the open one at the right. */
export function TemplatesScreen({ openId }: { openId: string | null }) {
  const { query } = useRoute();
  const open = (id?: string) => navigate(templatesPlace(query, id), true);
  const begin = () => open(crypto.randomUUID());
  return (
    <Page>
      <PageHeader
        title="Message templates"
        parent={placeBefore(query)}
        ruled
        actions={
          <Button variant="primary" icon={Plus} onPress={begin}>
            New template
          </Button>
        }
      />
      <OverriddenTemplates />
      <Templates openId={openId} onOpen={open} onNew={begin} />
    </Page>
  );
}

/** What two people made of one template at the same time. */
function OverriddenTemplates() {
  const { value } = useLive('templates.overridden', null, ['templates.changed']);
  return value === null || value.length === 0 ? null : (
    <div className={cls('problem')}>
      <OverriddenVersions
        of={value}
        onUse={async (version, id) => {
          const result = await call('templates.save', { id, ...version });
          return result.ok ? null : result.error.message;
        }}
      />
    </div>
  );
}

interface TemplatesProps {
  openId: string | null;
  onOpen: (id?: string) => void;
  onNew: () => void;
}

function Templates({ openId, onOpen, onNew }: TemplatesProps) {
  const { id: workspaceId } = useWorkspace();
  const live = useTemplates();
  const edits = useTemplateEdits((store) => store.byTemplate);
  const templates = live.value;
  if (templates === null)
    return <NotLoaded title="The templates could not be read." of={live} within={cls('problem')} />;
  const edited = editedIds(edits, workspaceId);
  const unsaved = edited.filter((id) => templates.every((one) => one.id !== id));
  const shownId = openId ?? templates[0]?.id ?? unsaved[0] ?? null;
  const saved = templates.find((one) => one.id === shownId) ?? null;
  const fresh = shownId !== null && saved === null;
  const entries = [
    ...templates.map(({ id, name }) => ({ id, name, note: edited.includes(id) ? 'Not saved yet' : null })),
    ...[...new Set([...unsaved, ...(fresh ? [shownId] : [])])].map((id) => ({
      id,
      name: ownMember(edits, editKey(workspaceId, id))?.name.trim() || 'New template',
      note: 'Not saved yet',
    })),
  ];
  if (entries.length === 0 || shownId === null) {
    return (
      <EmptyState
        title="No templates yet."
        action={
          <Button icon={Plus} onPress={onNew}>
            New template
          </Button>
        }
      >
        A template fills the message of an invite, with the vendor’s own name and company in it.
      </EmptyState>
    );
  }
  return (
    <div className={`${cls('columns')} fills-column grid`}>
      <nav className={`${cls('names')} subtle scrolls edge-right`} aria-label="Templates">
        <ul>
          {entries.map(({ id, name, note }) => (
            <li key={id}>
              <button
                type="button"
                className={`${cls('name', id === shownId && 'current')} text rounded centered stack whole-width left hovers forced-ring`}
                aria-current={id === shownId ? 'true' : undefined}
                title={name}
                onClick={() => onOpen(id)}
              >
                <span className="within one-line">{name}</span>
                {note === null ? null : <span className="quiet-note regular">{note}</span>}
              </button>
            </li>
          ))}
        </ul>
      </nav>
      <TemplateEditor
        key={shownId}
        id={shownId}
        saved={saved}
        typed={ownMember(edits, editKey(workspaceId, shownId)) ?? null}
        onSaved={() => onOpen(shownId)}
        onGone={() => onOpen()}
      />
    </div>
  );
}

const example: PlaceholderValues = placeholderValues({
  vendorId: '48213',
  vendor: {
    firstName: 'Tom',
    lastName: 'Okafor',
    companyName: 'Kestrel Roofing Co.',
    email: 'tom@kestrelroofing.example',
    phoneNumber: '(415) 555-0142',
    jobTitle: 'Owner',
  },
});

interface TemplateEditorProps {
  id: string;
  saved: MessageTemplate | null;
  typed: TemplateValues | null;
  onSaved: () => void;
  onGone: () => void;
}

/** One template's fields. Edits stay in this window until saved or discarded. */
function TemplateEditor({ id, saved, typed, onSaved, onGone }: TemplateEditorProps) {
  const { id: workspaceId } = useWorkspace();
  const { keep, drop } = useTemplateEdits.getState();
  const save = useAction('templates.save');
  const remove = useAction('templates.delete');
  const kept = { name: saved?.name ?? '', text: saved?.text ?? '' };
  const { formProps, ...form } = useForm<TemplateValues>(typed ?? kept, {
    name: ({ name }) => (name.trim() === '' ? 'Give the template a name.' : null),
    text: ({ text }) => (text.trim() === '' ? 'Write the message.' : null),
  });
  const { values } = form;
  const changed = values.name !== kept.name || values.text !== kept.text;

  // Changed in another window, or brought back: what is shown follows where nothing was typed.
  const [seen, setSeen] = useState(saved?.changedAt);
  if (seen !== saved?.changedAt) {
    setSeen(saved?.changedAt);
    if (typed === null) form.reset(kept);
  }

  function set(name: keyof TemplateValues, value: string): void {
    form.set(name, value);
    keep(workspaceId, id, { ...values, [name]: value });
  }

  async function submit(): Promise<void> {
    if (save.pending || !changed) return;
    const result = await save.run({ id, ...values });
    if (!result.ok) {
      if (result.error.code === 'bad_input') form.refuse('name', result.error.message);
      return;
    }
    const { name, text } = result.value;
    drop(workspaceId, id);
    form.reset({ name, text });
    onSaved();
    tellDone(`Template “${name}” saved`, () => (saved === null ? takeAway(id) : putBack(saved)));
  }

  function discard(): void {
    drop(workspaceId, id);
    if (saved === null) onGone();
    else form.reset(kept);
    save.clearError();
  }

  async function deleteIt(template: MessageTemplate): Promise<void> {
    const result = await remove.run({ id });
    if (!result.ok) return;
    drop(workspaceId, id);
    onGone();
    tellDone(`Template “${template.name}” deleted`, () => putBack(template));
  }

  useShortcut(shortcutKeys.save, () => void (form.check() && submit()), { enabled: changed });

  const error = save.error?.code === 'bad_input' ? remove.error : (save.error ?? remove.error);
  return (
    <form {...formProps(() => void submit())} className="stack narrows shortens" aria-label="Template">
      <div className="scroller">
        <div className={`${cls('fields')} stack gap-16`}>
          <TextField
            label="Name"
            {...form.bind('name')}
            onChange={(name) => set('name', name)}
            onLeave={() => (changed ? form.leave('name') : undefined)}
            maxLength={templateLimits.name}
            autoFocus={saved === null}
          />
          <MessageArea
            from={null}
            label="Message"
            {...form.bind('text')}
            onChange={(text) => set('text', text)}
            onLeave={() => (changed ? form.leave('text') : undefined)}
            hint="Words in braces are filled in for each invite."
            rows={9}
            maxLength={templateLimits.text}
          />
          <MessagePreview
            message={values.text}
            values={example}
            title="Preview for Tom Okafor, a made-up vendor"
            lackWords="this example"
          />
        </div>
      </div>
      <Problem
        title="The template was not saved."
        error={error && `${error.message} What you typed stays here.`}
        within={cls('problem')}
      />
      <footer className={`${cls('foot')} subtle row gap-8 fixed least-decision`}>
        {saved === null ? null : (
          <Button variant="quiet" icon={Trash2} pending={remove.pending} onPress={() => void deleteIt(saved)}>
            Delete
          </Button>
        )}
        <span className="quiet-note regular at-end" role="status">
          {changed && saved !== null ? 'Not saved yet' : null}
        </span>
        {changed || saved === null ? (
          <Button onPress={discard}>{saved === null ? 'Discard' : 'Discard changes'}</Button>
        ) : null}
        <Button
          variant="primary"
          type="submit"
          keys={shortcutKeys.save}
          pending={save.pending}
          disabled={!changed}
        >
          Save template
        </Button>
      </footer>
    </form>
  );
}

async function putBack({ id, name, text }: MessageTemplate): Promise<string> {
  const result = await call('templates.save', { id, name, text });
  return result.ok ? `“${name}” is back.` : `“${name}” could not be restored. ${result.error.message}`;
}

async function takeAway(id: string): Promise<string> {
  const result = await call('templates.delete', { id });
  return result.ok ? 'The template was removed.' : result.error.message;
}
