import { useSyncExternalStore } from 'react';
import { localStore } from '#shared/browser/stores';
import { adminContract, manageContract, type StaffInfo } from '#shared/contract/staff';
import { http } from './http.ts';

/** Member of staff who is logged in: undefined while unknown, null for nobody. */
type Staff = StaffInfo | null | undefined;

let staff: Staff;
let asking: Promise<StaffInfo | null> | undefined;
const listeners = new Set<() => void>();

function settle(next: Staff): void {
  staff = next;
  for (const listener of listeners) listener();
}

async function ask(): Promise<StaffInfo | null> {
  try {
    const { data } = await http.get<StaffInfo>(adminContract.myPermissions.path);
    settle(data);
    return data;
  } catch {
    settle(null);
    return null;
  } finally {
    asking = undefined;
  }
}

/** Local storage key of the device id. The user app creates it; the console only sends it. */
const deviceKey = 'uuid';

export const staffSession = {
  /** The staff member, asked for once and then remembered. */
  async current(): Promise<StaffInfo | null> {
    if (staff !== undefined) return staff;
    asking ??= ask();
    return asking;
  },
  /** Asks again, e.g. after a refusal: a role may have changed. */
  async refresh(): Promise<StaffInfo | null> {
    asking ??= ask();
    return asking;
  },
  async login(typed: { account: string; password: string; totpCode?: string | undefined }): Promise<StaffInfo> {
    const deviceId = localStore.getItem(deviceKey) ?? undefined;
    const { data } = await http.post<StaffInfo>(manageContract.staffLogin.path, { ...typed, deviceId });
    settle(data);
    return data;
  },
  async logout(): Promise<void> {
    await http.post(manageContract.staffLogout.path);
    settle(null);
  },
  /** The server no longer knows the session. */
  end(): void {
    settle(null);
  },
};

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  void staffSession.current();
  return () => listeners.delete(listener);
}

export function useStaff(): Staff {
  return useSyncExternalStore(subscribe, () => staff);
}
