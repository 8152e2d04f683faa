import { Page, PageBody, PageHeader } from '../../components/page.tsx';
import { bindClasses } from '../../class-names.ts';
import { useWorkspace } from '../../stores/session.ts';
import { AboutSection } from './about-section.tsx';
import { ComputerSection } from './computer-section.tsx';
import { DesktopSection } from './desktop-section.tsx';
import { InterfaceAnswersSection } from './interface-answers-section.tsx';
import { InterfaceDefaultsSection } from './interface-defaults-section.tsx';
import { InterfaceDatesSection, InterfaceScalesSection } from './interface-reading-section.tsx';
import { InterfaceSendingSection } from './interface-sending-section.tsx';
import { MoveSection } from './move-section.tsx';
import { NetworkSection } from './network-section.tsx';
import { PicturesSection } from './pictures-section.tsx';
import { RequirementsSection } from './requirements-section.tsx';
import { ScoresSection } from './scores-section.tsx';
import { SendingSection } from './sending-section.tsx';
import { ServiceInterfaceSection } from './service-interface-section.tsx';
import styles from './settings-screen.module.css';
import { StatusWordsSection } from './status-words-section.tsx';
import { TemplatesSection } from './templates-section.tsx';
import { TokenSection } from './token-section.tsx';
import { UpdatesSection } from './updates-section.tsx';
import { WorkspaceSection } from './workspace-section.tsx';
import { WorkspacesSection } from './workspaces-section.tsx';

const cls = bindClasses(styles);

/** What can be set for the open workspace, and for the app on this computer. */
export function SettingsScreen() {
  const workspace = useWorkspace();
  return (
    <Page>
      <PageHeader title="Settings" subtitle={workspace.name} ruled />
      <PageBody>
        <div className={cls('column')}>
          <h2 className={cls('part')}>This workspace</h2>
          <WorkspaceSection key={`name ${workspace.id}`} />
          <TokenSection />
          <NetworkSection />
          <SendingSection />
          <ScoresSection />
          <PicturesSection />
          <RequirementsSection />
          <TemplatesSection />
          <MoveSection />
          <h2 className={cls('part')}>The service</h2>
          <ServiceInterfaceSection />
          <InterfaceSendingSection />
          <InterfaceAnswersSection />
          <InterfaceScalesSection />
          <InterfaceDatesSection />
          <InterfaceDefaultsSection />
          <StatusWordsSection />
          <h2 className={cls('part')}>This computer</h2>
          <ComputerSection />
          <DesktopSection />
          <WorkspacesSection />
          <UpdatesSection />
          <AboutSection />
        </div>
      </PageBody>
    </Page>
  );
}
