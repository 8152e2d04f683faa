import type { CallError } from '#shared/ipc/call.ts';
import {
  type InterfaceMember,
  type ServiceInterface,
  type ServiceInterfaceChange,
} from '#shared/settings.ts';
import { useWorkspace } from '../../stores/session.ts';
import { useChangeSettings } from './change-settings.ts';

/** The settings of the service's interface, and changing them one at a time. */
export interface InterfaceSettings {
  settings: ServiceInterface;
  /** What a field says in place of its hint, and that it cannot be changed, where the administrator made the setting. */
  held: (name: InterfaceMember) => { disabled: true; hint: string } | null;
  change: (part: ServiceInterfaceChange) => void;
  error: CallError | null;
}

/** Reads and changes how the service's interface is taken. */
export function useInterfaceSettings(): InterfaceSettings {
  const { settings, interfacePolicy } = useWorkspace();
  const { change, error } = useChangeSettings();
  return {
    settings,
    held: (name) =>
      interfacePolicy.members.includes(name)
        ? { disabled: true, hint: 'Set by your administrator. It cannot be changed here.' }
        : null,
    change: (part) => void change(part),
    error,
  };
}
