import { percentOf } from '@/data/image-mask';
import { useParts } from '@/ui/use-snapshot';
import type { MaskEditor } from './engine/editor';
import type { Act } from './engine/editor-state';
import { toolEntry } from './tool-list';

const modeNames = { add: '加选', subtract: '减选', intersect: '交集' } as const;
const actNames: Readonly<Record<Act, string>> = {
  stroke: '已涂抹',
  region: '选区已更新',
  corner: '已落点',
  undo: '已撤销',
  redo: '已重做',
  invert: '已反选',
  clear: '已清空',
  all: '已全选',
  refine: '已调整',
  import: '已导入',
  drop: '已取消',
};

/** Says what was done, which tool is in hand and where the crosshair is to those who do not see it. */
export function Announcer({ editor }: { editor: MaskEditor }) {
  const parts = useParts(
    editor,
    'tool',
    'mode',
    'brushSize',
    'coverage',
    'corners',
    'act',
    'cursor',
    'isCursorByKeys',
    'view',
  );
  const { tool, brushSize, corners, act, cursor } = parts;
  const setting = tool === 'brush' || tool === 'eraser' ? `${brushSize} 像素` : modeNames[parts.mode];
  const count = corners.length > 0 ? `，${corners.length} 个点` : '';
  const done = act ? `${actNames[act.kind]}，` : '';
  const place = parts.isCursorByKeys && cursor ? `光标 ${Math.round(cursor.x)}，${Math.round(cursor.y)}` : '';
  return (
    <>
      <span className="visually-hidden" aria-live="polite">
        {`${done}${toolEntry(tool)?.label ?? ''}，${setting}${count}，已选 ${percentOf(parts.coverage)}%`}
      </span>
      <span className="visually-hidden" aria-live="polite">
        {place}
      </span>
    </>
  );
}
