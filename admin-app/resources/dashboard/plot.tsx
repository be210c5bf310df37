import { Column, Line } from '@ant-design/plots';
import { darkPalette, fontFamily, lightPalette } from '#shared/design/tokens';
import { useConsoleTheme } from '../../ui/theme.tsx';

interface Props {
  kind: 'line' | 'column';
  points: ReadonlyArray<{ day: string; series: string; value: number }>;
  unit: string;
}

const height = 220;

/** The drawing alone, in a chunk of its own: the library is large. */
export default function Plot({ kind, points, unit }: Props) {
  const { isDark } = useConsoleTheme();
  const { accent, ink, inkSecond, rule, success, warning } = isDark ? darkPalette : lightPalette;
  const text = { labelFill: inkSecond, labelFontFamily: fontFamily, line: false, tick: false };
  const Chart = kind === 'line' ? Line : Column;
  return (
    <Chart
      data={[...points]}
      xField="day"
      yField="value"
      colorField="series"
      height={height}
      autoFit
      animate={false}
      {...(kind === 'column' && { group: true })}
      theme={{ type: isDark ? 'classicDark' : 'classic', view: { viewFill: 'transparent' } }}
      scale={{ color: { range: [accent, success, warning, inkSecond] } }}
      axis={{
        x: {
          ...text,
          title: false,
          labelAutoHide: true,
          labelAutoRotate: false,
          labelFormatter: (day: string) => day.slice(5),
        },
        y: { ...text, title: false, gridStroke: rule, gridStrokeOpacity: 1 },
      }}
      legend={{ color: { itemLabelFill: ink, itemLabelFontFamily: fontFamily } }}
      tooltip={{
        items: [
          {
            channel: 'y',
            valueFormatter: (value: number) => `${value.toLocaleString('zh-CN')}${unit && ` ${unit}`}`,
          },
        ],
      }}
    />
  );
}
