import type { ToolEntry } from '@/ui/tool-strip';
import type { Tool } from './engine/board-state';
import {
  BrushIcon,
  EllipseIcon,
  EraserIcon,
  FillIcon,
  LineIcon,
  MoveIcon,
  PanIcon,
  PolygonIcon,
  RectangleIcon,
} from './icons';

interface BoardToolEntry extends ToolEntry<Tool> {
  hint: string;
}

/** All tools, in the order of the strip. */
export const toolEntries: readonly BoardToolEntry[] = [
  { tool: 'brush', label: '画笔', shortcut: 'B', icon: <BrushIcon />, hint: '选一种材料，直接涂。[ ] 调粗细' },
  { tool: 'eraser', label: '橡皮', shortcut: 'E', icon: <EraserIcon />, hint: '擦回白纸。[ ] 调粗细' },
  { tool: 'line', label: '直线', shortcut: 'L', icon: <LineIcon />, hint: '拖出直线，Shift 锁定 45°' },
  { tool: 'rectangle', label: '矩形', shortcut: 'R', icon: <RectangleIcon />, hint: '拖出矩形，Shift 正方形' },
  { tool: 'ellipse', label: '椭圆', shortcut: 'O', icon: <EllipseIcon />, hint: '拖出椭圆，Shift 正圆' },
  { tool: 'polygon', label: '多边形', shortcut: 'P', icon: <PolygonIcon />, hint: '逐点单击，点回起点或回车闭合' },
  { tool: 'fill', label: '填充', shortcut: 'G', icon: <FillIcon />, hint: '单击一块区域，填上所选材料' },
  {
    tool: 'move',
    label: '移动图片',
    shortcut: 'V',
    icon: <MoveIcon />,
    hint: '拖动图片，拖角缩放，回车固定，Delete 移除',
  },
  { tool: 'pan', label: '移动画布', shortcut: 'H', icon: <PanIcon />, hint: '拖动画布，滚轮缩放，0 适应窗口' },
];

export const toolEntry = (tool: Tool): BoardToolEntry =>
  toolEntries.find((entry) => entry.tool === tool) as BoardToolEntry;
