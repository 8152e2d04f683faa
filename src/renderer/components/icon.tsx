import type { LucideIcon } from 'lucide-react';

interface IconProps {
  of: LucideIcon;
  size?: 12 | 14 | 16 | 20;
  turning?: boolean;
}

/** A decorative Lucide icon, hidden from screen readers. */
export function Icon({ of: Shape, size = 16, turning = false }: IconProps) {
  return (
    <Shape
      aria-hidden
      className={`${turning ? 'turning' : ''} fixed block`}
      size={size}
      strokeWidth={size <= 12 ? 2.25 : 1.75}
    />
  );
}
