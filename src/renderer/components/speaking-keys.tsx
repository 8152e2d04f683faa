import type { ComponentProps, ReactElement } from 'react';
import { spokenKeys } from '../key-labels.ts';

/**
 * What has a button of react-aria tell its shortcut to screen readers too: of what it is given it hands on only names that
 * it knows (react-aria's filterDOMProps), and those of shortcuts are not among them.
 * @param keys the keys themselves; none where the button has no shortcut
 */
export function speakingKeys(keys: string | undefined): {
  render?: (props: ComponentProps<'button'>) => ReactElement;
} {
  if (keys === undefined) return {};
  return {
    render: ({ type, ...props }) => (
      <button type={type === 'submit' ? 'submit' : 'button'} {...props} {...spokenKeys(keys)} />
    ),
  };
}
