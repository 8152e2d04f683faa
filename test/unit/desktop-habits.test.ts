import { appendFileSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { badgePicture, badgeText, createBadge } from '#main/desktop/badge.ts';
import { createCrashPolicy } from '#main/desktop/crash-policy.ts';
import {
  parseLaunchArgs,
  parseDeepLink,
  jumpListTasks,
  parseJumpListArg,
  taskWord,
} from '#main/desktop/launch-args.ts';
import { autostartEntry, createLoginItem } from '#main/desktop/login-item.ts';
import { createSleepWatch } from '#main/desktop/sleep-watch.ts';
import { frameColours } from '#main/desktop/title-bar.ts';
import { createWindowRequests } from '#main/desktop/window-requests.ts';
import { toPlace } from '#shared/settings/place.ts';
import { createFakeClock } from '#test/fake-clock.ts';

describe('the command line of a start', () => {
  const vendor = {
    request: { kind: 'link', target: { kind: 'vendor', vendorId: '48213' } },
    unreadable: false,
  };

  it('asks for what its link names, before any task', () => {
    expect(parseLaunchArgs(['gangway', taskWord('outbox'), 'gangway://vendor/48213'])).toEqual(vendor);
    expect(parseDeepLink('gangway://vendor/48213')).toEqual(vendor);
  });

  it('asks for nothing by a link that is not whole and plain, and that is noted', () => {
    expect(parseLaunchArgs(['gangway', 'gangway://quit/now'])).toEqual({ request: null, unreadable: true });
  });

  it('asks for nothing where neither is there', () => {
    expect(parseLaunchArgs(['gangway', '--show=/etc/passwd', 'x'])).toEqual({
      request: null,
      unreadable: false,
    });
  });

  it('knows each task of the icon by its word', () => {
    for (const task of jumpListTasks)
      expect(parseJumpListArg(['gangway', taskWord(task.id)])).toEqual(task.place);
  });
});

describe('what is asked of the window', () => {
  const link = { kind: 'link', target: { kind: 'vendor', vendorId: '1' } } as const;

  it('is handed out once', () => {
    let told = 0;
    const requests = createWindowRequests(
      () => true,
      () => (told += 1),
    );
    requests.ask(link);
    expect(told).toBe(1);
    expect(requests.take()).toEqual(link);
    expect(requests.take()).toBeNull();
  });

  it('waits for a workspace where it leads to a screen, and not where it does not', () => {
    let open = false;
    const requests = createWindowRequests(
      () => open,
      () => undefined,
    );
    requests.ask(link);
    expect(requests.take()).toBeNull();
    open = true;
    expect(requests.take()).toEqual(link);
    open = false;
    requests.ask({ kind: 'about' });
    expect(requests.take()).toEqual({ kind: 'about' });
  });

  it('is the last thing that was asked for', () => {
    const requests = createWindowRequests(
      () => true,
      () => undefined,
    );
    requests.ask(link);
    requests.ask({ kind: 'place', place: toPlace('outbox') });
    expect(requests.take()).toEqual({ kind: 'place', place: toPlace('outbox') });
    expect(requests.take()).toBeNull();
  });
});

describe('the number on the icon', () => {
  function badge(counts: (number | null)[], wanted = () => true) {
    const clock = createFakeClock();
    const shown: number[] = [];
    let asked = 0;
    const made = createBadge({
      clock,
      count: () => Promise.resolve(counts[Math.min(asked++, counts.length - 1)] ?? null),
      wanted,
      show: (count) => shown.push(count),
    });
    const pass = async () => {
      clock.advance(1000);
      for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
    };
    return { made, shown, pass, asked: () => asked };
  }

  it('is counted once for many changes, and drawn only when it is another one', async () => {
    const { made, shown, pass, asked } = badge([3, 3, 5]);
    for (let change = 0; change < 1000; change += 1) made.changed();
    await pass();
    expect([asked(), shown]).toEqual([1, [3]]);
    made.changed();
    await pass();
    made.changed();
    await pass();
    expect(shown).toEqual([3, 5]);
  });

  it('goes away where the person does not want it, and comes back', async () => {
    let wanted = true;
    const { made, shown, pass } = badge([2], () => wanted);
    made.changed();
    await pass();
    wanted = false;
    made.changed();
    await pass();
    wanted = true;
    made.changed();
    await pass();
    expect(shown).toEqual([2, 0, 2]);
  });

  it('stays as it is where it cannot be counted', async () => {
    const { made, shown, pass } = badge([4, null]);
    made.changed();
    await pass();
    made.changed();
    await pass();
    expect(shown).toEqual([4]);
  });

  it('is said in words', () => {
    expect([badgeText(1), badgeText(12)]).toEqual(['1 item needs you', '12 items need you']);
  });

  /** The picture in signs: # for ink, o for the disc, and nothing where it covers less than half. */
  function drawn(count: number, scale = 1): string[] {
    const { pixels, width, height } = badgePicture(count, scale);
    expect(pixels).toHaveLength(width * height * 4);
    return Array.from({ length: height }, (_row, y) =>
      Array.from({ length: width }, (_column, x) => {
        const [blue = 0, , , cover = 0] = pixels.subarray((y * width + x) * 4);
        if (cover < 128) return ' ';
        return blue > 200 ? '#' : 'o';
      }).join(''),
    );
  }

  it('is a number on a disc on Windows', () => {
    expect(drawn(4)).toEqual([
      '                ',
      '    oooooooo    ',
      '   oooooooooo   ',
      '  oooooooooooo  ',
      ' ooooooo#oooooo ',
      ' oooooo##oooooo ',
      ' ooooo#o#oooooo ',
      ' oooo#oo#oooooo ',
      ' oooo#####ooooo ',
      ' ooooooo#oooooo ',
      ' ooooooo#oooooo ',
      ' oooooooooooooo ',
      '  oooooooooooo  ',
      '   oooooooooo   ',
      '    oooooooo    ',
      '                ',
    ]);
  });

  it('is written apart for each of one to nine, and 9+ for all that is more', () => {
    const pictures = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((count) => drawn(count).join('\n'));
    expect(new Set(pictures).size).toBe(10);
    expect(drawn(4000).join('\n')).toBe(pictures[9]);
  });

  it('has as many pixels as the display wants', () => {
    expect([1, 1.25, 2].map((scale) => drawn(7, scale).length)).toEqual([16, 32, 32]);
    const getInk = (lines: string[]) => lines.join('').split('#').length - 1;
    expect(getInk(drawn(7, 2))).toBe(getInk(drawn(7)) * 4);
  });
});

describe('a page that crashed', () => {
  it('is loaded again three times in ten minutes, and then the person is asked', () => {
    const clock = createFakeClock();
    const policy = createCrashPolicy(clock);
    expect([1, 2, 3, 4].map(() => policy.gone('crashed'))).toEqual(['reload', 'reload', 'reload', 'ask']);
    clock.advance(10 * 60 * 1000);
    expect(policy.gone('oom')).toBe('reload');
  });

  it('is not loaded again when it ended in order', () => {
    expect(createCrashPolicy(createFakeClock()).gone('clean-exit')).toBe('nothing');
  });
});

describe('a machine that sleeps', () => {
  function watch() {
    const clock = createFakeClock();
    const told: boolean[] = [];
    return { clock, told, watched: createSleepWatch(clock, (on) => told.push(on)) };
  }

  it('begins nothing new before its sleep and goes on after it', () => {
    const { told, watched, clock } = watch();
    watched.suspended();
    watched.resumed();
    clock.advance(120_000);
    expect(told).toEqual([true, false]);
  });

  it('goes on after a minute awake where the end of the sleep was never told', () => {
    const { told, watched, clock } = watch();
    watched.suspended();
    clock.advance(59_000);
    expect(told).toEqual([true]);
    clock.advance(2000);
    expect(told).toEqual([true, false]);
  });

  it('looks at the clock and the network also where only the end of the sleep is told', () => {
    const { told, watched } = watch();
    watched.resumed();
    expect(told).toEqual([false]);
  });
});

describe('the colours of the frame', () => {
  it.each([
    ['light', /:root \{([^}]*)\}/],
    ['dark', /:root\[data-theme='dark'\] \{([^}]*)\}/],
  ] as const)('are those of the page, %s', (theme, block) => {
    const sheet = readFileSync(join(import.meta.dirname, '../../src/renderer/styles/tokens.css'), 'utf8');
    const tokens = block.exec(sheet)?.[1] ?? '';
    const token = (name: string) => new RegExp(`--${name}: (#[0-9a-f]{6});`).exec(tokens)?.[1];
    expect(frameColours(theme === 'dark')).toEqual({ color: token('surface'), symbolColor: token('text') });
  });
});

describe('the entry that opens Gangway at sign-in on Linux', () => {
  it('names the program so that no sign in its path is read as anything else', () => {
    expect(autostartEntry('/opt/Gangway/gangway')).toContain('\nExec="/opt/Gangway/gangway"\n');
    expect(autostartEntry('/home/a b/100%/$x"\\y')).toContain('Exec="/home/a b/100%%/\\\\$x\\\\"\\\\\\\\y"');
  });
});

describe('the switch for opening at sign-in on Linux', () => {
  async function loginSwitch() {
    const configFolder = await mkdtemp(join(tmpdir(), 'gangway-config-'));
    onTestFinished(() => rm(configFolder, { recursive: true, force: true }));
    const file = join(configFolder, 'autostart', 'gangway.desktop');
    const system = { isOn: () => false, set: () => undefined };
    const made = createLoginItem({ platform: 'linux', program: '/opt/gangway', configFolder, system });
    return { made, file };
  }

  it.each([
    'Hidden=true',
    'Hidden = true',
    'Name[de]=Gangway\nHidden=true',
    'X-GNOME-Autostart-enabled=false',
  ])(
    'is off where the desktop has switched its entry off by %j, and on again when it is switched on',
    async (line) => {
      const { made, file } = await loginSwitch();
      made.set(true);
      expect(made.isOn()).toBe(true);
      appendFileSync(file, `${line}\n`);
      expect(made.isOn()).toBe(false);
      made.set(true);
      expect(made.isOn()).toBe(true);
    },
  );

  it.each(['Hidden=false', 'X-GNOME-Autostart-enabled=true', '[Other]\nHidden=true', '# Hidden=true'])(
    'stays on where its entry says %j',
    async (line) => {
      const { made, file } = await loginSwitch();
      made.set(true);
      appendFileSync(file, `${line}\n`);
      expect(made.isOn()).toBe(true);
    },
  );
});
