import type { AccessFlag } from '#shared/contract/auth';

/** A way to a screen; shown only while the access flag it names is true. */
export interface MenuEntry {
  path: string;
  label: string;
  access?: AccessFlag;
}

const orders: MenuEntry = { path: '/orders', label: '我的订单', access: 'canUse' };
const tickets: MenuEntry = { path: '/tickets', label: '券明细', access: 'canUse' };
const help: MenuEntry = { path: '/qaPage', label: '帮助中心' };
const membership: MenuEntry = { path: '/membership', label: '会员与券' };

export const headerEntries: readonly MenuEntry[] = [
  { path: '/tupianHome', label: '灵感图库' },
  { path: '/gpt2', label: 'AI 助手' },
  { path: '/aiDesignMangement', label: '作品' },
];

export const drawerEntries: readonly MenuEntry[] = [
  { path: '/home', label: '首页' },
  { path: '/list', label: '功能列表' },
  ...headerEntries,
  membership,
  help,
  orders,
  tickets,
];

export const accountEntries: readonly MenuEntry[] = [
  { path: '/aiDesignMangement', label: '我的作品', access: 'canUse' },
  { ...membership, access: 'canUse' },
  orders,
  tickets,
  { path: '/myPersonCenter', label: '个人中心', access: 'canUse' },
  { path: '/myDownloads', label: '我的下载', access: 'canUse' },
  help,
];
