import { useState, type ReactNode } from 'react';
import { verificationFields } from '#shared/outbox/request-fields.ts';
import { bindClasses } from '../../class-names.ts';
import { Disclosure } from '../../components/raw-record.tsx';
import { TextField } from '../../components/text-field.tsx';
import { RadioGroup } from '../../components/toggles.tsx';
import { useAction } from '../../stores/action.ts';
import type { FormHandle } from '../../stores/form.ts';
import { adoptSettings, useStart } from '../../stores/session.ts';
import { emptyLicenseForm, type LicenseFormValues } from './license-form-values.ts';
import styles from './license-form.module.css';

const cls = bindClasses(styles);

const moreFields = [
  'licenseTradeType',
  'serviceType',
  'effectiveDate',
  'expiryDate',
  'licenseeName',
  'qualifiedParty',
  'licenseeAddress',
  'county',
  'city',
  'zipCode',
  'verifyingWebsite',
  'isMatch',
] as const;

const countFilled = (values: LicenseFormValues): number =>
  moreFields.filter((name) => values[name] !== emptyLicenseForm[name]).length;

type ErrorAt = (name: keyof LicenseFormValues) => ReactNode;

/** Whether "More details" is open: as left last time, or because a field has a value or an error. */
export function useMoreDetails(start: LicenseFormValues, errorAt: ErrorAt) {
  const { settings } = useStart();
  const update = useAction('app.updateSettings', adoptSettings);
  const [open, setOpen] = useState(() => settings.moreDetails || countFilled(start) > 0);
  // It stays open when the error is gone, so that a field does not vanish under the typing.
  if (!open && moreFields.some((name) => errorAt(name) != null)) setOpen(true);
  return {
    open,
    toggle: (next: boolean): void => {
      setOpen(next);
      // If this fails, only the next form starts differently.
      void update.run({ moreDetails: next });
    },
    openFor(values: LicenseFormValues): void {
      if (countFilled(values) > 0) setOpen(true);
    },
  };
}

interface MoreDetailsProps {
  form: Pick<FormHandle<LicenseFormValues>, 'values' | 'set' | 'bind'>;
  errorAt: ErrorAt;
  more: ReturnType<typeof useMoreDetails>;
}

/** The details that a verification seldom needs; closed, they say how many are filled in. */
export function MoreDetails({ form: { values, set, bind }, errorAt, more }: MoreDetailsProps) {
  const filled = countFilled(values);
  const { open } = more;
  const text = (
    name: Exclude<(typeof moreFields)[number], 'isMatch'>,
    how: { hint?: string; type?: 'date' } = {},
  ) => (
    <TextField
      label={verificationFields[name].label}
      optional
      {...bind(name)}
      error={errorAt(name)}
      {...how}
    />
  );
  return (
    <Disclosure
      title="More details"
      open={open}
      onToggle={more.toggle}
      {...(open || filled === 0 ? {} : { aside: `${filled} filled in` })}
    >
      <fieldset className={`${cls('group')} narrows grid two-columns start no-padding no-border`}>
        <legend className={`${cls('legend')} bold subheading no-padding`}>License</legend>
        {text('licenseTradeType')}
        {text('serviceType')}
        {text('effectiveDate', { type: 'date' })}
        {text('expiryDate', { type: 'date' })}
      </fieldset>
      <fieldset className={`${cls('group')} narrows grid two-columns start no-padding no-border`}>
        <legend className={`${cls('legend')} bold subheading no-padding`}>License holder</legend>
        {text('licenseeName', { hint: 'The company or person on the license.' })}
        {text('qualifiedParty', { hint: 'The person responsible for the trade.' })}
        <div className="across">{text('licenseeAddress')}</div>
      </fieldset>
      <fieldset className={`${cls('group')} narrows grid two-columns start no-padding no-border`}>
        <legend className={`${cls('legend')} bold subheading no-padding`}>Where it is valid</legend>
        {text('county')}
        {text('city')}
        {text('zipCode')}
      </fieldset>
      <fieldset className={`${cls('group')} narrows grid two-columns start no-padding no-border`}>
        <legend className={`${cls('legend')} bold subheading no-padding`}>For the service</legend>
        <div className="across">
          {text('verifyingWebsite', { hint: 'The website where the board confirms this license.' })}
        </div>
        <div className="across">
          <RadioGroup
            label={verificationFields.isMatch.label}
            error={errorAt('isMatch')}
            inline
            value={values.isMatch}
            onChange={(value) => set('isMatch', value)}
            hint="The service lists this among the details and answers with its own. Leave it unless your administrator asks for it."
            choices={[
              { value: 'not_sent', label: 'Not sent' },
              { value: 'yes', label: 'Yes' },
              { value: 'no', label: 'No' },
            ]}
          />
        </div>
      </fieldset>
    </Disclosure>
  );
}
