import { bindClasses } from '../../class-names.ts';
import { navigate, type RouteTarget } from '../../stores/navigation.ts';
import styles from './count-link.module.css';

const cls = bindClasses(styles);

/** A number that leads to the list of what it counts. */
export function CountLink({ count, of, to }: { count: number; of: string; to: RouteTarget }) {
  const figures = count.toLocaleString('en-US');
  return (
    <button
      type="button"
      className={`${cls('count')} quiet figures regular`}
      aria-label={`${figures}, show all: ${of}`}
      title="Show all"
      onClick={() => navigate(to)}
    >
      {figures}
    </button>
  );
}
