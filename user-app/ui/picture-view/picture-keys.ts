import type { Shortcut } from '../../lib/shortcuts';

/** Keys of the picture while it has the focus. */
export const pictureShortcuts = {
  larger: { keys: ['+', '='], shown: '+', what: '放大' },
  smaller: { keys: ['-'], shown: '-', what: '缩小' },
  fit: { keys: ['0'], shown: '0', what: '适应窗口' },
  left: { keys: ['arrowleft'], shown: '←', what: '放大后左移' },
  right: { keys: ['arrowright'], shown: '→', what: '放大后右移' },
  up: { keys: ['arrowup'], shown: '↑', what: '放大后上移' },
  down: { keys: ['arrowdown'], shown: '↓', what: '放大后下移' },
} as const satisfies Readonly<Record<string, Shortcut>>;
