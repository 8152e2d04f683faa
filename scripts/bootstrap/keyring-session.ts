import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const unlocked = 'printf "\\n" | gnome-keyring-daemon --unlock --components=secrets >/dev/null && exec "$@"';

/**
 * Wraps a command so that it runs on a message bus of its own with an empty, unlocked keyring. Its folders
 * are temporary: the person's own keyring is neither seen nor touched. Call `remove` once it has ended.
 */
export function inKeyringSession(file: string, args: string[], env: NodeJS.ProcessEnv) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'gangway-keyring-'));
  const runtime = path.join(folder, 'run');
  fs.mkdirSync(runtime, { mode: 0o700 });
  const { GNOME_KEYRING_CONTROL: _own, ...others } = env;
  return {
    file: 'dbus-run-session',
    args: ['--', 'sh', '-c', unlocked, 'sh', file, ...args],
    env: { ...others, XDG_DATA_HOME: folder, XDG_RUNTIME_DIR: runtime, GANGWAY_TEST_KEYCHAIN: '1' },
    remove: () => fs.rmSync(folder, { recursive: true, force: true }),
  };
}
