import { ownMember } from '#shared/base/own-member.ts';
import { Plus } from 'lucide-react';
import { bindClasses } from '../../class-names.ts';
import { Button } from '../../components/button.tsx';
import { EmptyState, NotRead, StillReading } from '../../components/message-block.tsx';
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
} from './templates.ts';
import { TemplateEditor } from './template-editor.tsx';
import styles from './templates.module.css';

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
      <Templates openId={openId} onOpen={open} onNew={begin} />
    </Page>
  );
}

function Templates({
  openId,
  onOpen,
  onNew,
}: {
  openId: string | null;
  onOpen: (id?: string) => void;
  onNew: () => void;
}) {
  const { id: workspaceId } = useWorkspace();
  const { state, reload } = useTemplates();
  const edits = useTemplateEdits((store) => store.byTemplate);
  if (state.kind === 'loading') return <StillReading />;
  if (state.kind === 'failed') {
    return (
      <div className={cls('problem')}>
        <NotRead title="The templates could not be read." error={state.error} onRetry={reload} />
      </div>
    );
  }
  const templates = state.value;
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
