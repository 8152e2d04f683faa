import { ShieldAlert, ShieldCheck } from 'lucide-react';
import { describeScope } from '#shared/onboarding/labels.ts';
import { bindClasses } from '../../class-names.ts';
import { MessageBlock, NotRead } from '../../components/message-block.tsx';
import { Page, PageBody, PageHeader } from '../../components/page.tsx';
import { useLive } from '../../stores/live.ts';
import { OwnSets } from './own-sets.tsx';
import styles from './requirements-screen.module.css';

const cls = bindClasses(styles);

/** The requirement sets of this workspace and those of the company. */
export function RequirementsScreen() {
  const { state, reload } = useLive(
    'onboarding.sets',
    null,
    [{ event: 'onboarding.changed', id: null }],
    1000,
  );
  return (
    <Page>
      <PageHeader title="Requirements" parent={{ label: 'Vendors', target: { screen: 'vendors' } }} ruled />
      <PageBody>
        <div className={`${cls('column')} stack gap-14`}>
          <p className="quiet">
            What a vendor needs before it may work. Several sets can apply to one vendor; its page shows what
            is met and what is missing.
          </p>
          {state.kind === 'failed' ? (
            <NotRead title="The requirements could not be read." error={state.error} onRetry={reload} />
          ) : null}
          {state.kind === 'ready' && state.value.sharedProblem !== null ? (
            <MessageBlock
              tone="cau"
              icon={ShieldAlert}
              title="Your company’s requirements are not used."
              quote={state.value.sharedProblem}
            >
              The file requirements.json has a mistake, so none of its sets apply. Tell your administrator.
            </MessageBlock>
          ) : null}
          {state.kind === 'ready' && state.value.shared.length > 0 ? (
            <MessageBlock tone="neu" icon={ShieldCheck} title="Your company’s requirements">
              They apply to everyone on this computer and cannot be changed here:{' '}
              {state.value.shared
                .map(({ name, appliesTo }) => `${name} (${describeScope(appliesTo)})`)
                .join('; ')}
              .
            </MessageBlock>
          ) : null}
          {state.kind === 'ready' ? <OwnSets own={state.value.own} reload={reload} /> : null}
        </div>
      </PageBody>
    </Page>
  );
}
