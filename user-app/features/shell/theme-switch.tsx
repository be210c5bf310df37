import { chooseTheme, type ThemeMode, useThemeMode, useThemeName } from '../../lib/theme';
import { BareButton } from '../../ui/button';
import { IconButton } from '../../ui/icon-button';
import { MoonIcon, SunIcon, SystemIcon } from '../../ui/icons';
import styles from './shell.css';

const modes: { mode: ThemeMode; label: string; Icon: typeof SunIcon }[] = [
  { mode: 'light', label: '浅色', Icon: SunIcon },
  { mode: 'dark', label: '深色', Icon: MoonIcon },
  { mode: 'system', label: '跟随系统', Icon: SystemIcon },
];

/** One press between light and dark. */
export function ThemeToggle() {
  const isDark = useThemeName() === 'dark';
  const label = isDark ? '换成浅色' : '换成深色';
  return (
    <IconButton size="normal" label={label} onClick={() => chooseTheme(isDark ? 'light' : 'dark')}>
      {isDark ? <SunIcon /> : <MoonIcon />}
    </IconButton>
  );
}

/** All three choices, for menus with room. */
export function ThemeChoice() {
  const chosen = useThemeMode();
  return (
    <fieldset className={`flex gap-4 p-4 border-0 rounded-input bg-sunken ${styles.themeChoice}`}>
      <legend className="visually-hidden">外观</legend>
      {modes.map(({ mode, label, Icon }) => (
        <BareButton key={mode} aria-pressed={chosen === mode} onClick={() => chooseTheme(mode)}>
          <Icon size={15} />
          {label}
        </BareButton>
      ))}
    </fieldset>
  );
}
