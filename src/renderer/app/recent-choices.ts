import { create } from 'zustand';
import type { SearchHit } from '#shared/ipc/today.ts';
import { ownMember } from '#shared/base/own-member.ts';

export type RecentChoice = { kind: 'command'; id: string } | { kind: 'hit'; hit: SearchHit };

interface RecentStore {
  byWorkspace: Readonly<Record<string, readonly RecentChoice[]>>;
  note: (workspaceId: string, choice: RecentChoice) => void;
}

const most = 6;

/** Names a choice, so that the same one stands in the list once. */
export function recentKey(choice: RecentChoice): string {
  return choice.kind === 'command' ? `command ${choice.id}` : `${choice.hit.kind} ${choice.hit.id}`;
}

/** What was chosen last, newest first, for as long as this window is open: names of vendors stay in the workspace. */
export const useRecentChoices = create<RecentStore>((set) => ({
  byWorkspace: {},
  note: (workspaceId, choice) =>
    set(({ byWorkspace }) => {
      const others = (ownMember(byWorkspace, workspaceId) ?? []).filter(
        (one) => recentKey(one) !== recentKey(choice),
      );
      return { byWorkspace: { ...byWorkspace, [workspaceId]: [choice, ...others].slice(0, most) } };
    }),
}));
