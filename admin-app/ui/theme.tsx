import { theme as antTheme, ConfigProvider, type ThemeConfig } from 'antd';
import zhCN from 'antd/es/locale/zh_CN';
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { localStore } from '#shared/browser/stores';
import {
  cssVariables,
  darkPalette,
  fontFamily,
  lightPalette,
  motions,
  type Palette,
  radii,
  scaleVariables,
} from '#shared/design/tokens';

export const themeChoices = ['system', 'light', 'dark'] as const;
export type ThemeChoice = (typeof themeChoices)[number];

const storageKey = 'console.theme';
const darkQuery = window.matchMedia('(prefers-color-scheme: dark)');

function followDark(listener: () => void) {
  darkQuery.addEventListener('change', listener);
  return () => darkQuery.removeEventListener('change', listener);
}

function rememberedChoice(): ThemeChoice {
  const stored = localStore.getItem(storageKey);
  return themeChoices.find((choice) => choice === stored) ?? 'system';
}

interface ThemeState {
  choice: ThemeChoice;
  isDark: boolean;
  choose: (choice: ThemeChoice) => void;
}
const ThemeContext = createContext<ThemeState>({ choice: 'system', isDark: false, choose: () => {} });
export const useConsoleTheme = () => useContext(ThemeContext);

/** Paper and ink for antd and for our own styles, from the one token file. */
export function ConsoleTheme({ children }: { children: ReactNode }) {
  const [choice, setChoice] = useState(rememberedChoice);
  const isSystemDark = useSyncExternalStore(followDark, () => darkQuery.matches);
  const isDark = choice === 'system' ? isSystemDark : choice === 'dark';
  const palette = isDark ? darkPalette : lightPalette;

  useEffect(() => {
    document.documentElement.style.colorScheme = isDark ? 'dark' : 'light';
  }, [isDark]);

  const state = useMemo<ThemeState>(
    () => ({
      choice,
      isDark,
      choose: (next) => {
        localStore.setItem(storageKey, next);
        setChoice(next);
      },
    }),
    [choice, isDark],
  );
  const config = useMemo(() => antConfig(palette, isDark), [palette, isDark]);

  return (
    <ThemeContext.Provider value={state}>
      <style>{`:root { ${scaleVariables} ${cssVariables(palette)} }`}</style>
      <ConfigProvider locale={zhCN} theme={config} componentSize="middle" button={{ autoInsertSpace: false }}>
        {children}
      </ConfigProvider>
    </ThemeContext.Provider>
  );
}

const consoleText = 13;
const controlHeight = 32;

function antConfig(palette: Palette, isDark: boolean): ThemeConfig {
  const inked = (colour: string, percent: number) => `color-mix(in srgb, ${colour} ${percent}%, ${palette.ink})`;
  return {
    algorithm: isDark ? antTheme.darkAlgorithm : antTheme.defaultAlgorithm,
    cssVar: true,
    hashed: false,
    token: {
      fontFamily,
      fontSize: consoleText,
      colorPrimary: palette.accent,
      colorInfo: palette.accent,
      colorLink: palette.ink,
      colorLinkHover: palette.accent,
      colorLinkActive: palette.accent,
      colorSuccess: palette.success,
      colorWarning: palette.warning,
      colorError: palette.danger,
      colorTextBase: palette.ink,
      colorText: palette.ink,
      colorTextSecondary: palette.inkSecond,
      colorTextTertiary: palette.inkSecond,
      colorTextDescription: palette.inkSecond,
      colorTextPlaceholder: palette.inkSecond,
      colorTextLightSolid: palette.onAccent,
      colorBgBase: palette.surface,
      colorBgLayout: palette.page,
      colorBgContainer: palette.surface,
      colorBgElevated: palette.surface,
      colorBorder: palette.rule,
      colorBorderSecondary: palette.rule,
      colorSplit: palette.rule,
      borderRadius: radii.input,
      borderRadiusLG: radii.card,
      borderRadiusSM: radii.input,
      controlHeight,
      controlHeightSM: 26,
      wireframe: false,
      motionDurationFast: `${motions.fast}ms`,
      motionDurationMid: `${motions.normal}ms`,
      motionDurationSlow: `${motions.slow}ms`,
    },
    components: {
      Table: {
        headerBg: palette.page,
        headerColor: palette.inkSecond,
        headerSortActiveBg: palette.page,
        headerSortHoverBg: palette.sunken,
        bodySortBg: 'transparent',
        rowSelectedBg: palette.sunken,
        rowSelectedHoverBg: palette.sunken,
        rowHoverBg: palette.page,
        headerSplitColor: 'transparent',
        headerBorderRadius: 0,
        cellPaddingBlockSM: 2,
        cellPaddingInlineSM: 12,
        cellFontSizeSM: consoleText,
      },
      // antd brightens what is pointed at, which leaves white letters too little contrast.
      Button: {
        colorPrimary: palette.accent,
        colorPrimaryHover: inked(palette.accent, 88),
        colorPrimaryActive: inked(palette.accent, 78),
        colorErrorHover: inked(palette.danger, 88),
        colorErrorActive: inked(palette.danger, 78),
        primaryShadow: 'none',
        defaultShadow: 'none',
        dangerShadow: 'none',
        fontWeight: 500,
      },
      Select: { optionSelectedBg: palette.sunken, optionActiveBg: palette.page },
      Tooltip: { colorBgSpotlight: palette.ink, colorTextLightSolid: palette.surface },
      Pagination: { itemBg: 'transparent', itemActiveBg: 'transparent' },
      Drawer: { paddingLG: 24, fontSizeLG: 16 },
      Form: { itemMarginBottom: 16, verticalLabelPadding: '0 0 4px' },
      Checkbox: { borderRadiusSM: 4, colorBorder: palette.inkSecond },
      Radio: { colorBorder: palette.inkSecond },
      Switch: { colorPrimary: palette.success, colorPrimaryHover: palette.success },
      Segmented: { trackBg: palette.sunken, itemSelectedBg: palette.surface },
    },
  };
}
