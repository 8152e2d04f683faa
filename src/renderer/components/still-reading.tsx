import { useEffect, useState } from 'react';

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
    <p role="status" className="quiet padded-wide">
      {isLong ? 'Still loading data on this computer. It appears here automatically.' : null}
    </p>
  );
}
