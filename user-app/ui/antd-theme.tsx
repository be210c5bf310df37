import { ConfigProvider, type ThemeConfig, theme } from 'antd';
import locale from 'antd/locale/zh_CN';
import { type ReactNode, useMemo } from 'react';
import { darkPalette, fontFamily, lightPalette, motions, type Palette, radii, sizes } from '#shared/design/tokens';
import { useThemeName } from '../lib/theme';

type Algorithm = Exclude<NonNullable<ThemeConfig['algorithm']>, unknown[]>;

/** antd's dark algorithm mutes the seed colour; parts that act keep the accent as it is drawn everywhere else. */
function keepAccent(palette: Palette): Algorithm {
  return (seed, map) => ({
    ...(map ?? theme.defaultAlgorithm(seed)),
    colorPrimary: palette.accent,
    colorPrimaryHover: `color-mix(in srgb, ${palette.accent} 88%, ${palette.ink})`,
    colorPrimaryActive: `color-mix(in srgb, ${palette.accent} 78%, ${palette.ink})`,
    colorError: palette.danger,
    colorSuccess: palette.success,
    colorWarning: palette.warning,
  });
}

/**
 * Gives antd's parts the product's own look in both themes. Stands around the few forms that use them, not around the
 * app: the first screens do without antd.
 */
export function AntdTheme({ children }: { children: ReactNode }) {
  const name = useThemeName();
  const config = useMemo(() => {
    const palette = name === 'dark' ? darkPalette : lightPalette;
    return {
      algorithm: [name === 'dark' ? theme.darkAlgorithm : theme.defaultAlgorithm, keepAccent(palette)],
      hashed: false,
      token: {
        colorPrimary: palette.accent,
        colorInfo: palette.accent,
        colorLink: palette.accent,
        colorSuccess: palette.success,
        colorWarning: palette.warning,
        colorError: palette.danger,
        colorBgBase: palette.surface,
        colorBgLayout: palette.page,
        colorBgContainer: palette.surface,
        colorBgElevated: palette.surface,
        colorTextBase: palette.ink,
        colorText: palette.ink,
        colorTextSecondary: palette.inkSecond,
        colorTextTertiary: palette.inkSecond,
        colorTextDescription: palette.inkSecond,
        colorTextPlaceholder: palette.inkSecond,
        colorBorder: palette.rule,
        colorBorderSecondary: palette.rule,
        colorSplit: palette.rule,
        borderRadius: radii.input,
        borderRadiusLG: radii.card,
        fontSize: sizes.text,
        fontFamily,
        controlHeight: 36,
        motionDurationFast: `${motions.fast}ms`,
        motionDurationMid: `${motions.normal}ms`,
        motionDurationSlow: `${motions.slow}ms`,
      },
      components: {
        Button: { primaryColor: palette.onAccent, primaryShadow: 'none', defaultShadow: 'none', dangerShadow: 'none' },
      },
    };
  }, [name]);
  return (
    <ConfigProvider locale={locale} theme={config} button={{ autoInsertSpace: false }}>
      {children}
    </ConfigProvider>
  );
}
