import { useLayoutEffect, useRef, useState } from 'react';
import { bindClasses } from '../../class-names.ts';
import { DialogFrame } from '../../components/dialog.tsx';
import { TextField } from '../../components/text-field.tsx';
import { closeHelp, helpTopics, openHelp, type HelpTopicId } from '../../stores/help.ts';
import { releases } from './changelog.ts';
import { helpPages, type WrittenTopicId } from './help-pages.ts';
import { searchHelp } from './search-help.ts';
import { ShortcutList } from './shortcut-list.tsx';
import styles from './help-dialog.module.css';
import { shortcutName } from '#shared/settings/shortcut-keys.ts';
import { keyLabels } from '../../key-labels.ts';
import { KeyCap } from '../../components/key-cap.tsx';
import { useShortcutLabel } from '../../stores/shown-keys.ts';

const cls = bindClasses(styles);

/** A stop of Tab, as the arrow keys scroll only what has the focus (WCAG 2.2, 2.1.1). */
const scrolledByKey = { tabIndex: 0 };

/** The help: its topics and what can be searched in them at the left, one of them at the right. It needs no network. */
export function HelpDialog({ topic }: { topic: HelpTopicId }) {
  const [text, setText] = useState('');
  const page = useRef<HTMLDivElement>(null);
  const hits = searchHelp(text);
  const titles: Readonly<Record<string, string>> = Object.fromEntries(
    helpTopics.map(({ id, title }) => [id, title]),
  );
  useLayoutEffect(() => {
    page.current?.scrollTo({ top: 0 });
  }, [topic]);
  return (
    <DialogFrame title={titles[topic] ?? ''} subtitle="Help" width={880} closesOutside onClose={closeHelp}>
      <div className={`${cls('halves')} gap-24`}>
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
            {hits.map(({ id, line }) => (
              <li key={id}>
                <button
                  type="button"
                  className={`${cls('topic', id === topic && 'current')} text centered stack whole-width left`}
                  aria-current={id === topic ? 'page' : undefined}
                  onClick={() => openHelp(id)}
                >
                  {titles[id]}
                  {line === null ? null : (
                    <span className={`${cls('line')} clipped quiet-note regular`}>{line}</span>
                  )}
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
          className={`${cls('page')} scrolls`}
          role="region"
          aria-label="Help text"
          {...scrolledByKey}
        >
          <Topic id={topic} onOpen={openHelp} />
        </div>
      </div>
    </DialogFrame>
  );
}

function Topic({ id, onOpen }: { id: HelpTopicId; onOpen: (id: HelpTopicId) => void }) {
  switch (id) {
    case 'shortcuts':
      return (
        <>
          <p className={cls('about')}>
            Keys without Ctrl or Cmd are off while you type. You can change them, or turn them off, under
            Settings, Keyboard.
          </p>
          <ShortcutList />
        </>
      );
    case 'news':
      return <News />;
    case 'today':
    case 'onboarding':
    case 'vendors':
    case 'invites':
    case 'verifications':
    case 'documents':
    case 'outbox':
    case 'lists':
    case 'import':
    case 'settings':
    case 'connect':
    case 'marks':
      return <Written id={id} onOpen={onOpen} />;
  }
}

function Written({ id, onOpen }: { id: WrittenTopicId; onOpen: (id: HelpTopicId) => void }) {
  const { about, words, keys, questions } = helpPages[id];
  return (
    <>
      <p className={cls('about')}>
        <HelpText>{about}</HelpText>
      </p>
      <h3>Words and marks</h3>
      <dl className={cls('words')}>
        {words.map(({ word, meaning }) => (
          <div key={word}>
            <dt>{word}</dt>
            <dd>
              <HelpText>{meaning}</HelpText>
            </dd>
          </div>
        ))}
      </dl>
      <h3>What to do when…</h3>
      <dl className={cls('questions')}>
        {questions.map(({ when, what }) => (
          <div key={when}>
            <dt>{when}</dt>
            <dd>
              <HelpText>{what}</HelpText>
            </dd>
          </div>
        ))}
      </dl>
      {keys.length === 0 ? null : (
        <>
          <h3>Keys here</h3>
          <ShortcutList of={keys} />
        </>
      )}
      <p>
        <button type="button" className={`${cls('all')} accent`} onClick={() => onOpen('shortcuts')}>
          All keyboard shortcuts
        </button>
      </p>
    </>
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

/** A text of the help with the keys of the shortcuts that it names, as they are now. */
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
