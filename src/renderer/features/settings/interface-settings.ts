import { type InterfaceMember, type ServiceInterfaceChange } from '#shared/settings.ts';
import { useWorkspace } from '../../stores/session.ts';
import { useChangeSettings } from './change-settings.ts';

export type InterfaceSettings = ReturnType<typeof useInterfaceSettings>;

/** The settings of the service's interface, and changing them one at a time. */
export function useInterfaceSettings() {
  const { settings, interfacePolicy } = useWorkspace();
  const { change, error } = useChangeSettings();
  return {
    settings,
    /** What a field says in place of its hint, and that it cannot be changed, where the administrator made the setting. */
    held: (name: InterfaceMember): { disabled: true; hint: string } | null =>
      interfacePolicy.members.includes(name)
        ? { disabled: true, hint: 'Set by your administrator. It cannot be changed here.' }
        : null,
    change: (part: ServiceInterfaceChange): void => void change(part),
    error,
  };
}
