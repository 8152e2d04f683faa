import { useLayoutEffect, useRef, useState } from 'react';
import { shortcutName } from '#shared/settings/shortcut-keys.ts';
import { bindClasses } from '../../class-names.ts';
import { offersMenus } from '../../components/app-menu-button.tsx';
import { DialogFrame } from '../../components/dialog.tsx';
import { KeyCap } from '../../components/key-cap.tsx';
import { TextField } from '../../components/text-field.tsx';
import { keyLabels } from '../../key-labels.ts';
import { shortcutSheet } from '../../shortcut-sheet.ts';
import { closeHelp, helpTopics, openHelp, type HelpTopicId } from '../../stores/help.ts';
import { useStart, useShortcutLabel } from '../../stores/session.ts';
import styles from './help-dialog.module.css';
import { helpPages, type readHelpPage, releases, searchHelp } from './help-pages.ts';
import shortcutListStyles from './shortcut-list.module.css';

const cls = bindClasses(styles);

/** A Tab stop, as arrow keys scroll only a focused element (WCAG 2.2, 2.1.1). */
const scrolledByKey = { tabIndex: 0 };

export function HelpDialog({ topic }: { topic: HelpTopicId }) {
  const [text, setText] = useState('');
  const page = useRef<HTMLDivElement>(null);
  const hits = searchHelp(text);
  const shown = helpTopics.find(({ id }) => id === topic)?.title ?? '';
  useLayoutEffect(() => {
    page.current?.scrollTo({ top: 0 });
  }, [topic]);
  return (
    <DialogFrame title={shown} subtitle="Help" width={880} closesOutside onClose={closeHelp}>
      <div className={`${cls('halves')} gap-24 grid`}>
        <nav aria-label="Help topics" className={`${cls('topics')} scrolls stack gap-12`}>
          <form
            role="search"
            onSubmit={(event) => {
              event.preventDefault();
              const [first] = hits;
              if (first !== undefined) openHelp(first.id);
            }}
          >
            <TextField label="Search help" type="search" value={text} onChange={setText} maxLength={200} />
          </form>
          <ul>
            {hits.map(({ id, title, line }) => (
              <li key={id}>
                <button
                  type="button"
                  className={`${cls('topic', id === topic && 'current')} text centered stack whole-width left pad-4-8 round-6 hovers forced-ring`}
                  aria-current={id === topic ? 'page' : undefined}
                  onClick={() => openHelp(id)}
                >
                  {title}
                  {line === null ? null : <span className="two-lines quiet-note regular">{line}</span>}
                </button>
              </li>
            ))}
          </ul>
          {hits.length === 0 ? (
            <p role="status" className="quiet">
              No help page has these words. Try another word.
            </p>
          ) : null}
        </nav>
        <div
          ref={page}
          className={`${cls('page')} scrolls shortens`}
          role="region"
          aria-label="Help text"
          {...scrolledByKey}
        >
          <Topic id={topic} />
        </div>
      </div>
    </DialogFrame>
  );
}

function Topic({ id }: { id: HelpTopicId }) {
  const page = helpPages.get(id);
  if (page !== undefined) return <Written page={page} />;
  if (id === 'news') return <News />;
  return (
    <>
      <p className={cls('about')}>
        Keys without Ctrl or Cmd are off while you type. You can change them, or turn them off, under
        Settings, Keyboard.
      </p>
      <ShortcutList />
    </>
  );
}

function Written({ page: { about, words, keys, questions } }: { page: ReturnType<typeof readHelpPage> }) {
  return (
    <>
      <p className={cls('about')}>
        <HelpText>{about}</HelpText>
      </p>
      <h3>Words and marks</h3>
      <Terms kind="words" terms={words.map(({ word, meaning }) => [word, meaning])} />
      <h3>What to do when…</h3>
      <Terms kind="questions" terms={questions.map(({ when, what }) => [when, what])} />
      {keys.length === 0 ? null : (
        <>
          <h3>Keys here</h3>
          <ShortcutList of={keys} />
        </>
      )}
      <p>
        <button
          type="button"
          className={`${cls('all')} accent above-12`}
          onClick={() => openHelp('shortcuts')}
        >
          All keyboard shortcuts
        </button>
      </p>
    </>
  );
}

function Terms({ kind, terms }: { kind: 'words' | 'questions'; terms: [term: string, text: string][] }) {
  return (
    <dl className={cls(kind)}>
      {terms.map(([term, text]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>
            <HelpText>{text}</HelpText>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function News() {
  return releases.map(({ version, news }) => (
    <section key={version} className={cls('release')}>
      <h3>Version {version}</h3>
      <ul>
        {news.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  ));
}

/** Help text in which each `{shortcut}` is replaced by its current keys. */
function HelpText({ children }: { children: string }) {
  const getKeys = useShortcutLabel();
  return children.split(/(\{\w+\})/).map((part, index) => {
    const name = shortcutName.safeParse(/^\{(\w+)\}$/.exec(part)?.[1]);
    if (!name.success) return part;
    return (
      <span key={index}>
        <KeyCap keys={name.data} />
        <span className="visually-hidden">{keyLabels(getKeys(name.data)).join(' ')}</span>
      </span>
    );
  });
}

const shortcutListCls = bindClasses(shortcutListStyles);

function ShortcutList({ of = null }: { of?: readonly string[] | null }) {
  const menus = offersMenus(useStart());
  const getKeys = useShortcutLabel();
  return (
    <div className={shortcutListCls('sheet')}>
      {shortcutSheet
        .filter(({ where }) => of === null || of.includes(where))
        .map((group) => (
          <section key={group.where} className={shortcutListCls('group')}>
            <h3 className={shortcutListCls('where')}>{group.where}</h3>
            <dl>
              {group.items
                .filter(({ withMenus }) => menus || withMenus !== true)
                .map((item) => (
                  <div key={item.what} className="row between gap-12 quiet ruled-below least-28">
                    <dt>{item.what}</dt>
                    <dd className={`${shortcutListCls('keys')} flow to-end gap-4-8`}>
                      {item.keys.map((keys) => (
                        <KeyCap key={keys} keys={keys} />
                      ))}
                      <span className="visually-hidden">{item.keys.map(getKeys).join(', ')}</span>
                    </dd>
                  </div>
                ))}
            </dl>
          </section>
        ))}
    </div>
  );
}
