import { feedAddressProblem, type UpdateStatus } from '#shared/settings/updates.ts';
import { feedOriginMessages } from '#shared/words/update-messages.ts';
import { Button } from '../../components/button.tsx';
import { FactList } from '../../components/fact-list.tsx';
import { Verbatim } from '../../components/service-word.tsx';
import { TextField } from '../../components/text-field.tsx';
import { bindClasses } from '../../class-names.ts';
import { useAction } from '../../stores/action.ts';
import { useForm } from '../../stores/form.ts';
import { NotSaved } from './settings-section.tsx';
import styles from './settings-parts.module.css';

const cls = bindClasses(styles);

/** Where updates come from. What the administrator set is shown and cannot be changed here. */
export function UpdateAddress({ status: { state, feed } }: { status: UpdateStatus }) {
  if (feed !== null && feed.from !== 'settings') {
    return (
      <>
        <FactList facts={[{ label: 'Address', value: <Verbatim>{feed.address}</Verbatim> }]} />
        <p className="quiet">{feedOriginMessages[feed.from]}</p>
      </>
    );
  }
  if (state.kind === 'off' && state.reason !== 'not_set') return null;
  const held = state.kind === 'downloading' || state.kind === 'ready';
  return <AddressForm address={feed?.address ?? ''} held={held} />;
}

function AddressForm({ address, held }: { address: string; held: boolean }) {
  const save = useAction('updates.setFeed');
  const { formProps, ...form } = useForm(
    { address },
    { address: (values) => (values.address.trim() === '' ? null : feedAddressProblem(values.address)) },
  );
  const changed = form.values.address.trim() !== address;

  function submit(): void {
    const text = form.values.address.trim();
    void save.run({ address: text === '' ? null : text });
  }

  return (
    <>
      <form {...formProps(submit)} className={`${cls('line', 'end')} row gap-8`}>
        <div className={`${cls('grow')} grow`}>
          <TextField
            label="Update address"
            type="url"
            {...form.bind('address')}
            placeholder="https://"
            disabled={held}
            maxLength={2000}
            optional
          />
        </div>
        <Button type="submit" disabled={!changed || held} pending={save.pending}>
          Save address
        </Button>
      </form>
      <p className="quiet">
        {held
          ? 'It can be changed again once the update is installed.'
          : 'Your administrator can give it to you. Without it, Gangway does not check for updates.'}
      </p>
      <NotSaved error={save.error} />
    </>
  );
}
