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
import {
  AccessToken,
  MessageTemplates,
  NameAndAddress,
  WorkspaceExport,
  Workspaces,
} from './workspace-section.tsx';
import { Network } from './network-section.tsx';
import { SeenAnswersArea } from './observed.tsx';
import { ServiceInterface } from './service-interface-section.tsx';
import { SettingFields } from './setting-fields.tsx';
import { settingsPlace, listSubjects, subjectWord } from './settings-places.ts';
import { SettingsSection } from './settings-section.tsx';
import { Team } from './team-section.tsx';
import styles from './settings-screen.module.css';
import { About, Updates } from './app-section.tsx';

const cls = bindClasses(styles);

interface Section {
  lead?: string;
  /** A component of its own; otherwise the section has the settings that the tables give it. */
  Own?: ComponentType;
  /** What the practice workspace shows instead; null leaves the section out there. */
  ofPractice?: string | null;
}

const sections: Record<SettingsSubject, Section> = {
  'Name and address': { lead: 'The name shows only on this computer.', Own: NameAndAddress },
  'Access token': {
    lead: 'Never shown again once saved, and sent only to the service’s address.',
    Own: AccessToken,
    ofPractice: 'The practice service makes its own token at each start.',
  },
  Network: {
    lead: 'Gangway uses this computer’s network settings and follows their changes.',
    Own: Network,
    ofPractice: 'The practice service runs on this computer. Nothing leaves it.',
  },
  Team: {
    lead: 'Colleagues see what you did, and you see what they did, over a database of your company.',
    Own: Team,
    ofPractice: 'The practice workspace is in no team.',
  },
  Sending: { lead: 'When the service is busy, Gangway waits as long as it asks.' },
  'Document scores': { lead: 'Scores are shown as the service gives them, with a word for each.' },
  'Pictures of documents': { lead: 'Saved on this computer, so you can read documents offline.' },
  'Time zone and rechecks': { lead: 'When a day begins for requirements and expiration dates.' },
  'Message templates': {
    lead: 'Messages for invites, with the vendor’s name and company filled in.',
    Own: MessageTemplates,
  },
  'Move to another computer': {
    lead: 'One file with the vendors, invites, verifications and documents kept here. The access token is not in it.',
    Own: WorkspaceExport,
    ofPractice: null,
  },
  'Your name': { lead: 'Shown with your decisions and in reports.' },
  Appearance: {},
  Notifications: {},
  Keyboard: {},
  Desktop: {},
  Workspaces: {
    lead: 'Each has its own data and token. Nothing passes from one to another.',
    Own: Workspaces,
  },
  Updates: {
    lead: 'Nothing is downloaded or installed until you choose it, and never while something is being sent.',
    Own: Updates,
  },
  About: { lead: 'Diagnostics are shown before you copy them.', Own: About },
  'Service interface': {
    lead: 'Advanced. Change only if your administrator asks.',
    Own: ServiceInterface,
  },
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
  const { practice } = useWorkspace();
  return listSubjects(useStart().host)
    .filter((subject) => subject.page === page)
    .map(({ title }) => {
      const { lead, Own, ofPractice } = sections[title];
      if (!practice || ofPractice === undefined) {
        return (
          <SettingsSection key={title} title={title} lead={lead}>
            {Own === undefined ? <SettingFields section={title} /> : <Own />}
          </SettingsSection>
        );
      }
      return ofPractice === null ? null : (
        <SettingsSection key={title} title={title}>
          <p className="quiet">{ofPractice}</p>
        </SettingsSection>
      );
    });
}
