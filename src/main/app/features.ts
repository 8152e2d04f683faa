import type { PracticeService } from '#practice/service.ts';
import type { TokenUnsealer } from '#shared/base/sealed-token.ts';
import type { AppContext } from '../app-context.ts';
import { answerHandlers } from '../features/answers.ts';
import { appHandlers, desktopHandlers, updateHandlers } from '../features/app.ts';
import { checkHandlers } from '../features/checks.ts';
import { documentHandlers } from '../features/documents.ts';
import { draftHandlers, templateHandlers } from '../features/drafts.ts';
import { expiryHandlers, verificationHandlers } from '../features/verifications.ts';
import { exportHandlers } from '../features/exports.ts';
import { filingHandlers } from '../features/filing.ts';
import { gateHandlers } from '../features/gate.ts';
import { importHandlers } from '../features/imports.ts';
import { inviteHandlers } from '../features/invites.ts';
import { letterHandlers } from '../features/letters.ts';
import { lookUpHandlers } from '../features/look-ups.ts';
import { networkHandlers } from '../features/network.ts';
import { noteHandlers } from '../features/notes.ts';
import { onboardingHandlers } from '../features/onboarding.ts';
import { outboxHandlers } from '../features/outbox.ts';
import { practiceHandlers } from '../features/practice.ts';
import { teamHandlers } from '../features/team.ts';
import { todayHandlers } from '../features/today.ts';
import { vendorHandlers } from '../features/vendors.ts';
import { workspacesHandlers } from '../features/workspaces.ts';
import type { Handlers } from '../ipc/handlers.ts';
import type { Log } from '../log/log.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { Assets } from './assets.ts';

export const appFeatures = (app: AppContext) => ({
  ...appHandlers(app),
  ...workspacesHandlers(app),
  ...networkHandlers(app),
  ...desktopHandlers(app),
  ...updateHandlers(app),
});

/** With {@link appFeatures} every call of the contract. @param practice null for any other workspace */
export function workspaceFeatures(
  workspace: Workspace,
  practice: PracticeService | null,
  log: Log,
  assets: Assets,
  unsealer: TokenUnsealer,
): Omit<Handlers, keyof ReturnType<typeof appFeatures>> {
  const documents = documentHandlers(workspace);
  return {
    ...vendorHandlers(workspace),
    ...lookUpHandlers(workspace),
    ...answerHandlers(workspace),
    ...exportHandlers(workspace, assets.report),
    ...gateHandlers(workspace),
    ...inviteHandlers(workspace),
    ...draftHandlers(workspace),
    ...templateHandlers(workspace),
    ...importHandlers(workspace, log, assets.workers.list),
    ...verificationHandlers(workspace),
    ...expiryHandlers(workspace),
    ...checkHandlers(workspace, log),
    ...documents,
    ...practiceHandlers(practice, documents['documents.add']),
    ...filingHandlers(workspace),
    ...onboardingHandlers(workspace),
    ...noteHandlers(workspace),
    ...letterHandlers(workspace),
    ...outboxHandlers(workspace),
    ...teamHandlers(workspace, unsealer),
    ...todayHandlers(workspace),
  };
}
