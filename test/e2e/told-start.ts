import type { Page } from '@playwright/test';
import { z } from 'zod';
import type { AppStart } from '#shared/ipc/app.ts';
import type { CallResult } from '#shared/ipc/call.ts';

const asked = z.object({ id: z.number(), name: z.string() });
const answered = z.looseObject({ id: z.number(), result: z.unknown() });
const begun = z.object({ ok: z.literal(true), value: z.custom<AppStart>() });

/** Makes of what the host says at a start what another computer's would say. */
export type ToldStart = (start: AppStart) => CallResult<AppStart>;

/** Lets the starts of a page be told otherwise than they are, for what few computers show; null for as they are. */
export async function tellStarts(page: Page): Promise<(told: ToldStart | null) => void> {
  let told: ToldStart | null = null;
  await page.routeWebSocket(/\/bridge$/, (socket) => {
    const host = socket.connectToServer();
    const starts = new Set<number>();
    socket.onMessage((message) => {
      const call = asked.parse(JSON.parse(message.toString()));
      if (call.name === 'app.start') starts.add(call.id);
      host.send(message);
    });
    host.onMessage((message) => {
      const answer = answered.safeParse(JSON.parse(message.toString())).data;
      if (told === null || answer === undefined || !starts.has(answer.id)) socket.send(message);
      else socket.send(JSON.stringify({ ...answer, result: told(begun.parse(answer.result).value) }));
    });
  });
  return (to) => {
    told = to;
  };
}
