import { useEffect, useState } from 'react';
import { bindClasses } from '../class-names.ts';
import styles from './still-reading.module.css';

const cls = bindClasses(styles);

/** What is kept on this computer is there at once; a wait of this length is told of. */
const longMs = 1000;

/** Stands where something is being read, and says so once that takes long. */
export function StillReading() {
  const [isLong, setIsLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLong(true), longMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <p role="status" className={cls('words')}>
      {isLong ? 'Still loading data on this computer. It appears here automatically.' : null}
    </p>
  );
}
