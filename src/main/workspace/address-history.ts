import { z } from 'zod';
import { addressChange, type AddressChange } from '#shared/ipc/app.ts';
import type { SettingStore } from '../store/settings.ts';

const addressSetting = 'service.address';
const changesSetting = 'service.address_changes';
const maxKept = 20;

export const addressChanges = (stored: SettingStore): AddressChange[] =>
  stored.read(changesSetting, z.array(addressChange)) ?? [];

/** Notes the service's address in the workspace's own data; returns whether it changed. Runs in the caller's transaction. */
export function noteAddress(stored: SettingStore, baseUrl: string, now: number): boolean {
  const before = stored.read(addressSetting, z.string());
  if (before === baseUrl) return false;
  stored.write(addressSetting, baseUrl);
  if (before === null) return false;
  const change = { at: now, from: before, to: baseUrl };
  stored.write(changesSetting, [...addressChanges(stored), change].slice(-maxKept));
  return true;
}
