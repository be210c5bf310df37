import { createStore, useStore } from './create-store';
import { readText, storageKeys, writeText } from './storage';

export type ThemeMode = 'system' | 'light' | 'dark';
export type ThemeName = 'light' | 'dark';

const darkQuery = window.matchMedia('(prefers-color-scheme: dark)');

function storedMode(): ThemeMode {
  const stored = readText(storageKeys.theme);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

function nameOf(mode: ThemeMode): ThemeName {
  if (mode !== 'system') return mode;
  return darkQuery.matches ? 'dark' : 'light';
}

const themeStore = createStore<{ mode: ThemeMode; name: ThemeName }>({
  mode: storedMode(),
  name: nameOf(storedMode()),
});

function apply(mode: ThemeMode): void {
  const name = nameOf(mode);
  document.documentElement.dataset.theme = name;
  themeStore.set({ mode, name });
}

darkQuery.addEventListener('change', () => apply(themeStore.get().mode));

/** Chooses light, dark or what the system says; kept on this device. */
export function chooseTheme(mode: ThemeMode): void {
  writeText(storageKeys.theme, mode);
  apply(mode);
}

export function useThemeName(): ThemeName {
  return useStore(themeStore, (theme) => theme.name);
}

export function useThemeMode(): ThemeMode {
  return useStore(themeStore, (theme) => theme.mode);
}
