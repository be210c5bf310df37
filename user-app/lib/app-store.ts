import { createStore, useStore } from './create-store';

export interface AppFlags {
  isLoginOpen: boolean;
  /** Said above the form: why a login is asked for. */
  loginReason: string;
  /** Called after the login; when absent the page reloads (docs/RULES.md R33). */
  afterLogin: (() => void) | undefined;
  /** True when this window has followed a task. */
  areRunsFollowed: boolean;
  /** True when there is, or was, an archive to tell of. */
  isZipBarOpen: boolean;
}

export const appStore = createStore<AppFlags>({
  isLoginOpen: false,
  loginReason: '',
  afterLogin: undefined,
  areRunsFollowed: false,
  isZipBarOpen: false,
});

export function useAppFlag<K extends keyof AppFlags>(name: K): AppFlags[K] {
  return useStore(appStore, (flags) => flags[name]);
}

export function openLogin(options: { reason?: string; after?: () => void } = {}): void {
  appStore.set({ isLoginOpen: true, loginReason: options.reason ?? '', afterLogin: options.after });
}

export function closeLogin(): void {
  appStore.set({ isLoginOpen: false, loginReason: '', afterLogin: undefined });
}
