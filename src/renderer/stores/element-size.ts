import { useEffect, useState, type RefObject } from 'react';

/** The inner size of an element in CSS pixels, kept up to date; null before it was measured. */
export function useElementSize(
  element: RefObject<HTMLElement | null>,
): { width: number; height: number } | null {
  const [size, setSize] = useState<{ width: number; height: number } | null>(null);
  useEffect(() => {
    const target = element.current;
    if (target === null) return undefined;
    const observer = new ResizeObserver(() => {
      setSize({ width: target.clientWidth, height: target.clientHeight });
    });
    observer.observe(target);
    return () => observer.disconnect();
  }, [element]);
  return size;
}
