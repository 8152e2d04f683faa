import { useEffect, useId, useRef, type ComponentType } from 'react';
import {
  settingsPages,
  type SettingsPage,
  type SettingsSubject,
} from '#shared/settings/settings-subjects.ts';
import { Page, PageBody, PageHeader } from '../../components/page.tsx';
import { bindClasses } from '../../class-names.ts';
import { navigate, useRoute } from '../../stores/navigation.ts';
import { useStart, useWorkspace } from '../../stores/session.ts';
import { AboutSection } from './about-section.tsx';
import { MoveSection, WorkspaceSection, WorkspacesSection, TemplatesSection } from './workspace-section.tsx';
import { NetworkSection } from './network-section.tsx';
import { SeenAnswersArea } from './observed.tsx';
import { ServiceInterfaceSection } from './service-interface-section.tsx';
import { SettingFields } from './setting-fields.tsx';
import { settingsPlace, listSubjects, subjectWord } from './settings-places.ts';
import { SettingsSection } from './settings-section.tsx';
import styles from './settings-screen.module.css';
import { TokenSection } from './token-section.tsx';
import { UpdatesSection } from './updates-section.tsx';

const cls = bindClasses(styles);

/** What each section consists of: a component of its own, or its settings, below a sentence. */
const sections: Record<SettingsSubject, { Own: ComponentType } | { lead?: string }> = {
  'Name and address': { Own: WorkspaceSection },
  'Access token': { Own: TokenSection },
  Network: { Own: NetworkSection },
  Sending: { lead: 'When the service is busy, Gangway waits as long as it asks.' },
  'Document scores': { lead: 'Scores are shown as the service gives them, with a word for each.' },
  'Pictures of documents': { lead: 'Saved on this computer, so you can read documents offline.' },
  'Time zone and rechecks': { lead: 'When a day begins for requirements and expiration dates.' },
  'Message templates': { Own: TemplatesSection },
  'Move to another computer': { Own: MoveSection },
  'Your name': { lead: 'Shown with your decisions and in reports.' },
  Appearance: {},
  Notifications: {},
  Keyboard: {},
  Desktop: {},
  Workspaces: { Own: WorkspacesSection },
  Updates: { Own: UpdatesSection },
  About: { Own: AboutSection },
  'Service interface': { Own: ServiceInterfaceSection },
  'Unanswered requests': {
    lead: 'What Gangway may do automatically when a reply is lost, and when a reply counts as lost.',
  },
  'Response format': { lead: 'How the service wraps the data in its answers.' },
  'Scales of scores': {
    lead: 'Gangway usually recognizes it from all results together. Where it is not clear, a score is shown as received until you choose.',
  },
  'Dates of the service': { lead: 'How Gangway reads ambiguous dates, and how it sends dates.' },
  Defaults: { lead: 'Forms start with these, and so do list rows without their own value.' },
  'Status words': {
    lead: 'The service’s words and number codes are shown as received. Choose their marks here. A word that isn’t sorted counts as neither passed nor failed.',
  },
};

/** What can be set for the open workspace, and for the app on this computer: an index, and one page of it. */
export function SettingsScreen() {
  const workspace = useWorkspace();
  const { host } = useStart();
  const subjects = listSubjects(host);
  const { path, query } = useRoute();
  const id = useId();
  const word = query['word'] === undefined ? path[0] : subjectWord('Status words');
  const asked = subjects.find(({ title }) => subjectWord(title) === word);
  const page = asked?.page ?? 'This workspace';
  const current = useRef<HTMLButtonElement>(null);
  // In a low window the index is longer than its room.
  useEffect(() => {
    current.current?.scrollIntoView({ block: 'nearest' });
  }, [asked]);
  return (
    <Page>
      <PageHeader title="Settings" subtitle={workspace.name} ruled />
      <PageBody>
        <div className={`${cls('halves')} grid`}>
          <nav aria-label="Settings" className={`${cls('index')} scrolls sticky`}>
            {settingsPages.map((name) => (
              <div key={name}>
                <p id={`${id}${subjectWord(name)}`} className={`${cls('part')} faint small`}>
                  {name}
                </p>
                <ul aria-labelledby={`${id}${subjectWord(name)}`}>
                  {subjects
                    .filter((subject) => subject.page === name)
                    .map(({ title }) => (
                      <li key={title}>
                        <button
                          ref={title === asked?.title ? current : null}
                          type="button"
                          className={`${cls('subject', title === asked?.title && 'current')} text whole-width left least-28 round-6 hovers ring-inside`}
                          aria-current={title === asked?.title ? 'true' : undefined}
                          onClick={() => navigate(settingsPlace(title))}
                        >
                          {title}
                        </button>
                      </li>
                    ))}
                </ul>
              </div>
            ))}
          </nav>
          <div>
            <h2 className={`${cls('heading')} edge-below size-14`}>{page}</h2>
            <SeenAnswersArea>
              <SettingsOf page={page} />
            </SeenAnswersArea>
          </div>
        </div>
      </PageBody>
    </Page>
  );
}

function SettingsOf({ page }: { page: SettingsPage }) {
  return listSubjects(useStart().host)
    .filter((subject) => subject.page === page)
    .map(({ title }) => {
      const section = sections[title];
      if ('Own' in section) return <section.Own key={title} />;
      return (
        <SettingsSection key={title} title={title} {...section}>
          <SettingFields section={title} />
        </SettingsSection>
      );
    });
}
