import { execFileSync } from 'node:child_process';
import { connect } from 'node:net';
import { appendFileSync, chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The password that the session's keyring is made with. */
const password = '\n';
const unlocked = 'printf "\\n" | gnome-keyring-daemon --unlock --components=secrets >/dev/null && exec "$@"';
const unlockWord = 1;

function from(env: NodeJS.ProcessEnv, name: string): string {
  const value = env[name];
  if (value === undefined) throw new Error(`There is no ${name}: this is not a session with a keyring.`);
  return value;
}

/** How to run a command on a message bus of its own with an empty, unlocked keyring, all in a folder. */
export function sessionWithKeyring(folder: string, command: readonly string[], env: NodeJS.ProcessEnv) {
  const runtime = join(folder, 'run');
  mkdirSync(runtime, { mode: 0o700 });
  const { GNOME_KEYRING_CONTROL: _own, ...others } = env;
  return {
    file: 'dbus-run-session',
    args: ['--', 'sh', '-c', unlocked, 'sh', ...command],
    env: { ...others, XDG_DATA_HOME: folder, XDG_RUNTIME_DIR: runtime },
  };
}

/** The files by which a stand-in for the window that asks for the keyring's password is told what to do, and tells what it did. */
function prompterFiles(env: NodeJS.ProcessEnv) {
  const folder = from(env, 'XDG_DATA_HOME');
  return {
    services: join(folder, 'dbus-1', 'services'),
    program: join(folder, 'prompter.sh'),
    asked: join(folder, 'asked'),
    wait: join(folder, 'wait'),
    go: join(folder, 'go'),
  };
}

/** Puts a stand-in in the place of the window that asks for the password: nobody is there who would enter it. */
export function putPrompter(env: NodeJS.ProcessEnv): void {
  const files = prompterFiles(env);
  mkdirSync(files.services, { recursive: true });
  writeFileSync(
    files.program,
    `#!/bin/sh\necho asked >> '${files.asked}'\nif [ -e '${files.wait}' ]; then while [ ! -e '${files.go}' ]; do sleep 0.05; done; fi\nexit 1\n`,
  );
  chmodSync(files.program, 0o700);
  const name = 'org.gnome.keyring.SystemPrompter';
  writeFileSync(
    join(files.services, `${name}.service`),
    `[D-BUS Service]\nName=${name}\nExec=${files.program}\n`,
  );
}

/** How often the person was asked for the keyring's password. */
export function timesAsked(): number {
  const { asked } = prompterFiles(process.env);
  return existsSync(asked) ? readFileSync(asked, 'utf8').trim().split('\n').length : 0;
}

/** From now on whoever asks for the password is kept waiting. */
export function letPersonThink(): void {
  appendFileSync(prompterFiles(process.env).wait, '');
}

/** The window that asks for the password closes. */
export function closePrompt(): void {
  appendFileSync(prompterFiles(process.env).go, '');
}

/** Locks the keyring of this session. */
export function lockKeyring(): void {
  const words = ['--session', '--print-reply', '--dest=org.freedesktop.secrets', '/org/freedesktop/secrets'];
  const collection = 'array:objpath:/org/freedesktop/secrets/collection/login';
  execFileSync('dbus-send', [...words, 'org.freedesktop.Secret.Service.Lock', collection]);
}

/** Unlocks it as the system's sign-in does, over the daemon's own socket. */
export async function unlockKeyring(): Promise<void> {
  const bytes = Buffer.alloc(12 + password.length);
  bytes.writeUInt32BE(bytes.length, 0);
  bytes.writeUInt32BE(unlockWord, 4);
  bytes.writeUInt32BE(password.length, 8);
  bytes.write(password, 12);
  const answer = await new Promise<Buffer>((resolve, reject) => {
    const socket = connect(join(from(process.env, 'XDG_RUNTIME_DIR'), 'keyring', 'control'));
    socket.on('error', reject);
    socket.on('data', (got: Buffer) => {
      socket.destroy();
      resolve(got);
    });
    // The byte that the daemon reads the sender's credentials with.
    socket.write(Buffer.from([0]));
    socket.write(bytes);
  });
  if (answer.length < 8 || answer.readUInt32BE(4) !== 0) throw new Error('The keyring was not unlocked.');
}
