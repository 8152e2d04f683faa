import { useEffect, useId, useRef } from 'react';
import { Page, PageBody, PageHeader } from '../../components/page.tsx';
import { bindClasses } from '../../class-names.ts';
import { navigate, useRoute } from '../../stores/navigation.ts';
import { useStart, useWorkspace } from '../../stores/session.ts';
import { AboutSection } from './about-section.tsx';
import { ComputerSection } from './computer-section.tsx';
import { DesktopSection } from './desktop-section.tsx';
import { InterfaceAnswersSection } from './interface-answers-section.tsx';
import { InterfaceDefaultsSection } from './interface-defaults-section.tsx';
import { InterfaceDatesSection, InterfaceScalesSection } from './interface-reading-section.tsx';
import { InterfaceSendingSection } from './interface-sending-section.tsx';
import { JudgingSection } from './judging-section.tsx';
import { MoveSection } from './move-section.tsx';
import { NetworkSection } from './network-section.tsx';
import { PicturesSection } from './pictures-section.tsx';
import { ScoresSection } from './scores-section.tsx';
import { SendingSection } from './sending-section.tsx';
import { ServiceInterfaceSection } from './service-interface-section.tsx';
import {
  settingsPages,
  settingsPlace,
  listSubjects,
  subjectWord,
  type SettingsPage,
} from './settings-places.ts';
import styles from './settings-screen.module.css';
import { StatusWordsSection } from './status-words-section.tsx';
import { TemplatesSection } from './templates-section.tsx';
import { TokenSection } from './token-section.tsx';
import { UpdatesSection } from './updates-section.tsx';
import { WorkspaceSection } from './workspace-section.tsx';
import { WorkspacesSection } from './workspaces-section.tsx';

const cls = bindClasses(styles);

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
        <div className={cls('halves')}>
          <nav aria-label="Settings" className={cls('index')}>
            {settingsPages.map((name) => (
              <div key={name}>
                <p id={`${id}${subjectWord(name)}`} className={cls('part')}>
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
                          className={cls('subject', title === asked?.title && 'current')}
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
            <h2 className={cls('heading')}>{page}</h2>
            <SettingsOf page={page} />
          </div>
        </div>
      </PageBody>
    </Page>
  );
}

function SettingsOf({ page }: { page: SettingsPage }) {
  const { id } = useWorkspace();
  switch (page) {
    case 'This workspace':
      return (
        <>
          <WorkspaceSection key={`name ${id}`} />
          <TokenSection />
          <NetworkSection />
          <SendingSection />
          <ScoresSection />
          <PicturesSection />
          <JudgingSection />
          <TemplatesSection />
          <MoveSection />
        </>
      );
    case 'This computer':
      return (
        <>
          <ComputerSection />
          <DesktopSection />
          <WorkspacesSection />
          <UpdatesSection />
          <AboutSection />
        </>
      );
    case 'Advanced':
      return (
        <>
          <ServiceInterfaceSection />
          <InterfaceSendingSection />
          <InterfaceAnswersSection />
          <InterfaceScalesSection />
          <InterfaceDatesSection />
          <InterfaceDefaultsSection />
          <StatusWordsSection />
        </>
      );
  }
}
