import { ShortcutDialog, type ShortcutGroup } from '../../ui/shortcut-dialog';
import { toolKeys } from '../../ui/tool-strip';
import { toolGroups } from './tool-list';

const groups: readonly ShortcutGroup[] = [
  toolKeys(toolGroups.flat()),
  {
    title: '画',
    keys: [
      ['[ ]', '画笔变细、变粗'],
      ['Shift 拖动', '直线、正方形、正圆'],
      ['Shift 单击', '从上一笔连直线；点选时排除'],
      ['Alt 拖动', '从选区减去'],
      ['X', '加选、减选、交集'],
      ['Backspace', '删去上一点'],
      ['Enter', '落点；闭合；采用'],
      ['Esc', '取消正在画的；退出全屏；完成'],
    ],
  },
  {
    title: '只用键盘',
    keys: [
      ['方向键', '移动光标（Shift 逐像素）'],
      ['Enter', '在光标处落笔、落点、起止'],
      ['Shift Enter', '画笔连直线；点选时排除'],
      ['Tab', '工具、选项、画面之间'],
    ],
  },
  {
    title: '选区',
    keys: [
      ['Ctrl Z', '撤销'],
      ['Ctrl Shift Z', '重做'],
      ['Ctrl I', '反选'],
      ['Ctrl A', '全选'],
    ],
  },
  {
    title: '看',
    keys: [
      ['空格 拖动', '移动画面，画轮廓途中也行'],
      ['\\', '按住看原图'],
      ['+ -', '放大、缩小'],
      ['0', '适应窗口'],
      ['1 2 4 8', '100% 至 800%'],
      ['F', '全屏；Esc 退出'],
      ['Shift F', '全屏时收起、展开参数'],
      ['?', '这张表'],
    ],
  },
];

/** All keys of the editor. */
export function ShortcutSheet({ onClose }: { onClose: () => void }) {
  return <ShortcutDialog groups={groups} onClose={onClose} />;
}
