import { type Shortcut, siteShortcuts } from '@/lib/shortcuts';
import { pictureShortcuts } from '@/ui/picture-view/picture-keys';
import type { ShortcutGroup } from '@/ui/shortcut-dialog';

type Table = Readonly<Record<string, Shortcut>>;

/** Keys of a tool's page. */
export const workbenchShortcuts = {
  launch: { keys: ['enter'], isWithCtrl: true, shown: 'Ctrl Enter', what: '生成' },
  sheet: { keys: ['?', '？'], shown: '?', what: '这张表' },
} as const satisfies Table;

/** Keys of the result that is looked at. */
export const resultShortcuts = {
  download: { keys: ['d'], shown: 'D', what: '下载这一张' },
  send: { keys: ['s'], shown: 'S', what: '发送到其他工具' },
  vary: { keys: ['v'], shown: 'V', what: '变体：换一个种子' },
  remove: { keys: ['delete'], shown: 'Delete', what: '删除，可撤销' },
} as const satisfies Table;

/** Keys of the stage while it shows a result. */
export const stageShortcuts = {
  compare: { keys: ['c'], shown: 'C', what: '对比、单图' },
  previous: { keys: ['arrowleft'], shown: '←', what: '上一张结果' },
  next: { keys: ['arrowright'], shown: '→', what: '下一张结果' },
} as const satisfies Table;

const printed = (title: string, ...tables: Table[]): ShortcutGroup => ({
  title,
  keys: tables.flatMap(Object.values<Shortcut>).map(({ shown, what }) => [shown, what] as const),
});

/** All keys of the workbench, as its sheet shows them. */
export const shortcutGroups: readonly ShortcutGroup[] = [
  printed('生成', { launch: workbenchShortcuts.launch }),
  printed('结果', resultShortcuts, stageShortcuts),
  printed('焦点在画面上', pictureShortcuts),
  printed('到处', siteShortcuts, { sheet: workbenchShortcuts.sheet }),
];
