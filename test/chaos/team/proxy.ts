import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** Where the next push of records is cut: before the server has it, while the server works on it, when its answer is there. */
export type PushCut = 'before' | 'meanwhile' | 'answered';

const insert = Buffer.from('INSERT INTO public.gangway_team_record');

/** A proxy in clear between one seat and the team's server. */
export async function startTeamProxy(target: number) {
  const open = new Set<Socket>();
  let isHeld = false;
  let cutNext: PushCut | null = null;
  let cuts = 0;
  const server = createServer((near) => {
    const far = connect(target, '127.0.0.1');
    let cutsAnswer = false;
    const cut = () => {
      cuts += 1;
      near.resetAndDestroy();
      far.resetAndDestroy();
    };
    near.on('data', (chunk: Buffer) => {
      const pushCut = chunk.includes(insert) ? cutNext : null;
      if (pushCut !== null) cutNext = null;
      if (pushCut === 'before') return cut();
      cutsAnswer ||= pushCut === 'answered';
      far.write(chunk, () => {
        if (pushCut === 'meanwhile') cut();
      });
    });
    far.on('data', (chunk: Buffer) => {
      if (cutsAnswer) cut();
      else near.write(chunk);
    });
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one);
      // Whatever breaks here is what this proxy is for.
      one.on('error', () => undefined);
      one.on('close', () => {
        open.delete(one);
        other.destroy();
      });
      if (isHeld) one.pause();
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('A TCP server has a port.');
  return {
    port: address.port,
    /** Lets nothing pass until it is released; what was written meanwhile arrives then. */
    setHeld(on: boolean): void {
      isHeld = on;
      for (const socket of open)
        if (on) socket.pause();
        else socket.resume();
    },
    cutPush(at: PushCut | null): void {
      cutNext = at;
    },
    countCuts: (): number => cuts,
    close(): void {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}

export type TeamProxy = Awaited<ReturnType<typeof startTeamProxy>>;
