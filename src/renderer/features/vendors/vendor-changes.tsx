import type { FieldChange, VendorChange } from '#shared/ipc/vendors.ts';
import { vendorFieldLabel } from '#shared/service/vendor-fields.ts';
import { bindClasses } from '../../class-names.ts';
import { EmptyState } from '../../components/message-block.tsx';
import { Verbatim } from '../../components/service-word.tsx';
import { TimeText } from '../../components/time-text.tsx';
import { valueText } from './change-values.ts';
import styles from './vendor-changes.module.css';

const cls = bindClasses(styles);

/** What each fetch brought that the one before did not have, field by field, newest first. */
export function VendorChanges({ changes }: { changes: readonly VendorChange[] }) {
  if (changes.length === 0) {
    return (
      <div className="padded-wide">
        <EmptyState title="Nothing changed yet.">
          When a later fetch finds different values, they appear here with the old ones.
        </EmptyState>
      </div>
    );
  }
  return (
    <ol className={`${cls('changes')} stack`}>
      {changes.map((change) => (
        <li key={change.at}>
          <h3 className="bold below-6 size-13">
            Fetched <TimeText at={change.at} form="detail" />
            <span className="faint regular">
              , before that <TimeText at={change.previousAt} form="detail" />
            </span>
          </h3>
          <table className={`${cls('table')} whole-width`}>
            <thead className="visually-hidden">
              <tr>
                <th scope="col">Field</th>
                <th scope="col">Before</th>
                <th scope="col">Now</th>
              </tr>
            </thead>
            <tbody>
              {change.fields.map((field) => (
                <Changed key={JSON.stringify(field.path)} field={field} />
              ))}
            </tbody>
          </table>
        </li>
      ))}
    </ol>
  );
}

function Changed({ field }: { field: FieldChange }) {
  return (
    <tr>
      <th scope="row" className={`${cls('field')} quiet regular`}>
        {vendorFieldLabel(field.path)}
      </th>
      <td className="faint">
        <Side value={field.before} />
      </td>
      <td className="text">
        <Side value={field.after} />
      </td>
    </tr>
  );
}

function Side({ value }: { value: FieldChange['before'] }) {
  const text = valueText(value);
  return text === null ? <span className="faint">Not provided</span> : <Verbatim>{text}</Verbatim>;
}
