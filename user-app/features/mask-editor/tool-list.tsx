import type { ToolEntry } from '@/ui/tool-strip';
import type { Tool } from './engine/editor-state';
import {
  BrushIcon,
  ColourIcon,
  EllipseIcon,
  EraserIcon,
  LassoIcon,
  PanIcon,
  PolygonIcon,
  RectangleIcon,
  SelectIcon,
  WireIcon,
} from './icons';

export interface MaskToolEntry extends ToolEntry<Tool> {
  hint: string;
  touchHint: string;
}

/** All tools, in the order of the rail; groups are parted by a line. */
export const toolGroups: readonly (readonly MaskToolEntry[])[] = [
  [
    {
      tool: 'brush',
      label: '画笔',
      shortcut: 'B',
      icon: <BrushIcon />,
      hint: '在要改的地方涂抹。[ ] 调粗细，Shift 画直线，按住空格拖动画面，按住 \\ 看原图',
      touchHint: '单指涂抹，双指缩放和移动',
    },
    {
      tool: 'eraser',
      label: '橡皮',
      shortcut: 'E',
      icon: <EraserIcon />,
      hint: '擦掉涂多的地方。[ ] 调粗细，Shift 画直线',
      touchHint: '单指擦除，双指缩放和移动',
    },
  ],
  [
    {
      tool: 'lasso',
      label: '套索',
      shortcut: 'L',
      icon: <LassoIcon />,
      hint: '按住画出轮廓，松开闭合。中途按住空格可移动画面，Alt 减选',
      touchHint: '单指画出轮廓，松手闭合',
    },
    {
      tool: 'wire',
      label: '磁性套索',
      shortcut: 'N',
      icon: <WireIcon />,
      hint: '沿物体边缘逐点单击，线自动贴边，双击或回车闭合，退格删去上一点',
      touchHint: '沿边缘逐点轻触，点回起点闭合',
    },
    {
      tool: 'polygon',
      label: '多边形',
      shortcut: 'P',
      icon: <PolygonIcon />,
      hint: '逐点单击，双击或回车闭合，退格删去上一点。也可用方向键移动光标、回车落点',
      touchHint: '逐点轻触，点回起点闭合',
    },
    {
      tool: 'rectangle',
      label: '矩形',
      shortcut: 'M',
      icon: <RectangleIcon />,
      hint: '拖出矩形，Shift 正方形，Alt 减选',
      touchHint: '拖出矩形',
    },
    {
      tool: 'ellipse',
      label: '椭圆',
      shortcut: 'O',
      icon: <EllipseIcon />,
      hint: '拖出椭圆，Shift 正圆，Alt 减选',
      touchHint: '拖出椭圆',
    },
  ],
  [
    {
      tool: 'select',
      label: '点选',
      shortcut: 'S',
      icon: <SelectIcon />,
      hint: '单击物体或拖出方框，按住 Shift 单击排除，回车采用',
      touchHint: '轻触物体，或拖出方框',
    },
    {
      tool: 'colour',
      label: '颜色',
      shortcut: 'W',
      icon: <ColourIcon />,
      hint: '单击一处，选出颜色相近的区域，Alt 减选',
      touchHint: '轻触一处，选出颜色相近的区域',
    },
  ],
  [
    {
      tool: 'pan',
      label: '移动画面',
      shortcut: 'V',
      icon: <PanIcon />,
      hint: '拖动移动画面，滚轮缩放，0 适应窗口，1 原始大小',
      touchHint: '拖动移动，双指缩放',
    },
  ],
];

export function toolEntry(tool: Tool): MaskToolEntry | undefined {
  return toolGroups.flat().find((entry) => entry.tool === tool);
}
