import { ShortcutDialog, type ShortcutGroup } from '../../ui/shortcut-dialog';
import { toolKeys } from '../../ui/tool-strip';
import { toolEntries } from './tool-list';

const groups: readonly ShortcutGroup[] = [
  toolKeys(toolEntries),
  {
    title: '画',
    keys: [
      ['[ ]', '变细、变粗'],
      ['1 … 9', '前九种材料'],
      ['X', '矩形、椭圆填满或只画边'],
      ['Shift 拖动', '正方形、正圆、45° 线'],
      ['Backspace', '删去多边形上一点；移除图片'],
      ['Esc', '取消正在画的'],
    ],
  },
  {
    title: '实时',
    keys: [
      ['Enter', '立即渲染一次；闭合；固定图片'],
      ['K', '暂停、继续'],
      ['Ctrl S', '保存这一张'],
      ['Ctrl Z', '撤销'],
      ['Ctrl Shift Z', '重做'],
    ],
  },
  {
    title: '只用键盘',
    keys: [
      ['方向键', '移动十字或图片（Shift 逐像素）'],
      ['空格', '落笔、抬笔；多边形落点；填充'],
      ['Tab', '工具、画布、描述之间'],
    ],
  },
  {
    title: '看',
    keys: [
      ['空格 拖动', '移动画布'],
      ['+ -', '放大、缩小'],
      ['0', '适应窗口'],
      ['?', '这张表'],
    ],
  },
];

/** All keys of the screen. */
export function ShortcutSheet({ onClose }: { onClose: () => void }) {
  return <ShortcutDialog groups={groups} onClose={onClose} />;
}
