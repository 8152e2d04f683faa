import { useState, type FormEvent } from 'react';
import { Users } from 'lucide-react';
import { pluralize } from '#shared/base/pluralize.ts';
import { sealToken } from '#shared/base/sealed-token.ts';
import type { TeamSharing } from '#shared/ipc/team.ts';
import { readTeamFile, type TeamAddress } from '#shared/team/connection.ts';
import { teamTrouble } from '#shared/words/team-messages.ts';
import { Button } from '../../components/button.tsx';
import { ConfirmDialog } from '../../components/dialog.tsx';
import { FactList } from '../../components/fact-list.tsx';
import { JsonFileButton, UnusableFile, type ChosenFile } from '../../components/file-input.tsx';
import { MessageBlock, Note, Problem } from '../../components/message-block.tsx';
import { TextField } from '../../components/text-field.tsx';
import { TimeText } from '../../components/time-text.tsx';
import { useAction } from '../../stores/action.ts';
import { useForm } from '../../stores/form.ts';
import { useLive } from '../../stores/live.ts';
import { useStart } from '../../stores/session.ts';
import { PasswordField } from '../sign-in/token-field.tsx';

const maxTeamFile = 250_000;

/** Joining and leaving a team, who is in it, and what is not shared yet. */
export function Team() {
  const { state } = useLive('team.status', null, ['team.changed']);
  switch (state.kind) {
    case 'loading':
      return <p className="quiet">Reading how this workspace shares</p>;
    case 'failed':
      return <Problem title="Whether this workspace shares could not be read." error={state.error} />;
    case 'ready': {
      const { address } = state.value;
      return address === null ? (
        <JoinTeam named={state.value.given} />
      ) : (
        <JoinedTeam sharing={state.value} address={address} />
      );
    }
  }
}

function Trouble({ problem, isJoined }: { problem: TeamSharing['problem']; isJoined: boolean }) {
  if (problem === null) return null;
  const { title, text } = teamTrouble(problem, isJoined);
  return (
    <MessageBlock tone="cau" live title={title}>
      {text}
    </MessageBlock>
  );
}

function JoinTeam({ named }: { named: TeamSharing['given'] }) {
  const { sealingKey } = useStart();
  const join = useAction('team.join');
  const [problem, setProblem] = useState<TeamSharing['problem']>(null);
  const [given, setGiven] = useState<Pick<TeamAddress, 'ca' | 'servername'>>(named ?? { ca: null });
  const [unusable, setUnusable] = useState<string | null>(null);
  const { formProps, ...form } = useForm(
    {
      host: named?.host ?? '',
      port: String(named?.port ?? 5432),
      database: named?.database ?? 'gangway',
      user: '',
      password: '',
    },
    {
      host: ({ host }) => (host.trim() === '' ? 'Enter the address of the database.' : null),
      port: ({ port }) => (isPort(port) ? null : 'Enter a number from 1 to 65535.'),
      database: ({ database }) => (database.trim() === '' ? 'Enter the name of the database.' : null),
      user: ({ user }) => (user.trim() === '' ? 'Enter your user name for the database.' : null),
    },
  );

  function readFile(file: ChosenFile): Promise<void> {
    const read = file.ok ? readTeamFile(file.text) : null;
    if (read === null) setUnusable(file.ok ? `${file.name} is no team file.` : file.problem);
    else {
      const { host, port, database, ...rest } = read;
      setUnusable(null);
      setGiven(rest);
      form.reset({ ...form.values, host, port: String(port), database });
    }
    return Promise.resolve();
  }

  async function submit(): Promise<void> {
    if (join.pending) return;
    const { host, port, database, user, password } = form.values;
    const sealed = await sealToken(password, sealingKey);
    const where = { host: host.trim(), port: Number(port), database: database.trim(), user: user.trim() };
    const result = await join.run({ address: { ...given, ...where, team: null }, password: sealed });
    if (result.ok) setProblem(result.value.problem);
  }

  return (
    <form {...formProps(() => void submit())} className="stack gap-12 wide-340" aria-label="Join a team">
      <Note icon={Users}>
        What you did here before is shared, too. Whoever runs the database can read all of it: notes, the
        addresses of your vendors, messages, license details and what the service answered.
      </Note>
      <div>
        <JsonFileButton inputLabel="Team file" maxBytes={maxTeamFile} pending={false} onChoose={readFile}>
          Choose a team file
        </JsonFileButton>
      </div>
      {unusable === null ? null : <UnusableFile problems={[unusable]} />}
      <TextField label="Address" name="teamHost" {...form.bind('host')} maxLength={255} />
      <TextField label="Port" name="teamPort" {...form.bind('port')} maxLength={5} />
      <TextField label="Database" name="teamDatabase" {...form.bind('database')} maxLength={63} />
      <TextField label="User name" name="teamUser" {...form.bind('user')} maxLength={63} />
      <PasswordField
        label="Password"
        name="teamPassword"
        value={form.values.password}
        onChange={(password) => form.set('password', password)}
      />
      <Trouble problem={problem} isJoined={false} />
      <Problem title="This workspace joined no team." error={join.error} />
      <div>
        <Button type="submit" variant="primary" pending={join.pending}>
          Join the team
        </Button>
      </div>
    </form>
  );
}

/** Takes the password that the company changed. */
function SignInAgain() {
  const { sealingKey } = useStart();
  const signIn = useAction('team.signIn');
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<TeamSharing['problem']>(null);
  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (signIn.pending) return;
    const result = await signIn.run({ password: await sealToken(password, sealingKey) });
    if (result.ok) setProblem(result.value.problem);
  }
  const isRefused = problem?.kind === 'sign_in_refused';
  return (
    <form
      onSubmit={(event) => void submit(event)}
      className="stack gap-12 wide-340"
      aria-label="Sign in again"
    >
      <PasswordField
        label="Password"
        name="teamPassword"
        value={password}
        onChange={setPassword}
        error={isRefused ? 'The database refused this password, too. Ask your administrator.' : null}
      />
      {isRefused ? null : <Trouble problem={problem} isJoined />}
      <Problem error={signIn.error} />
      <div>
        <Button type="submit" pending={signIn.pending}>
          Sign in
        </Button>
      </div>
    </form>
  );
}

const isPort = (text: string): boolean =>
  /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535;

function JoinedTeam({
  sharing,
  address,
}: {
  sharing: TeamSharing;
  address: NonNullable<TeamSharing['address']>;
}) {
  const leave = useAction('team.leave');
  const [isLeaving, setLeaving] = useState(false);
  const { sharedAt, waiting, problem, keptOut, progress } = sharing;
  return (
    <>
      <Trouble problem={problem} isJoined />
      {problem?.kind === 'sign_in_refused' ? <SignInAgain /> : null}
      <FactList
        facts={[
          { label: 'Database', value: `${address.database} at ${address.host}` },
          { label: 'User name', value: address.user },
          {
            label: 'Last shared',
            value: sharedAt === null ? 'Not since you opened this workspace' : <TimeText at={sharedAt} />,
          },
          {
            label: 'Not shared yet',
            value: waiting === 0 ? 'Nothing' : pluralize(waiting, 'change'),
          },
          ...(progress === null
            ? []
            : [{ label: 'Coming in', value: `${progress.taken} of ${pluralize(progress.total, 'change')}` }]),
          ...(keptOut === 0
            ? []
            : [{ label: 'Not used', value: `${pluralize(keptOut, 'row')} that Gangway can’t read` }]),
        ]}
      />
      <Members isAway={problem !== null} />
      <Problem error={leave.error} />
      <div>
        <Button variant="danger" pending={leave.pending} onPress={() => setLeaving(true)}>
          Leave the team
        </Button>
      </div>
      {isLeaving ? (
        <ConfirmDialog
          title="Leave the team?"
          confirmLabel="Leave the team"
          danger
          onConfirm={() => leave.run(null)}
          onClose={() => setLeaving(false)}
        >
          What you shared stays with the team. What you have here stays here. Later changes aren’t shared.
        </ConfirmDialog>
      ) : null}
    </>
  );
}

/** The members of the team, read again after changes. */
function Members({ isAway }: { isAway: boolean }) {
  const { value } = useLive(
    'team.list',
    isAway ? undefined : null,
    ['team.changed', 'onboarding.changed'],
    5000,
  );
  if (isAway || value === null || value.members.length === 0) return null;
  return (
    <ul className="ruled-above" aria-label="Members">
      {value.members.map(({ name, role, lastAt, isHere }) => (
        <li key={`${name} ${role} ${lastAt}`} className="row between gap-12 ruled-below pad-3-0">
          <span>
            <strong>{name}</strong>
            {name === role ? null : <span className="quiet"> {role}</span>}
            {isHere ? <span className="quiet"> this computer</span> : null}
          </span>
          <span className="quiet">
            last change <TimeText at={lastAt} />
          </span>
        </li>
      ))}
    </ul>
  );
}
