import type { AccessFlag } from '../contract/auth.ts';
import { tools } from '../tools/registry.ts';

/** Frame and access of a screen of the user app, as its route says them. */
export interface PageFacts {
  /** Name of the screen in the tab. */
  title: string;
  hideHeader?: true;
  hideFooter?: true;
  /** True when the entry is not listed in the menu built from the routes, as for all but one (docs/RULES.md R17). */
  hideMenu?: true;
  /** The screen is shown, and its menu entry listed, only while this flag is true. */
  access?: AccessFlag;
  /** Said in the screen's place to those who only have to log in to see it. */
  visitorWords?: { drawing: 'order' | 'sheet'; title: string; text: string };
}

/** A screen of the user app; its route, the server's answer for its address and the tests follow from it. */
export interface Page extends PageFacts {
  /** `:name` stands for one segment. */
  path: `/${string}`;
  /** Folder or file under `user-app/pages/`. */
  page: string;
  /** True for screens for those who build the product: pages in local mode, nothing anywhere else. */
  isLocal?: true;
}

const hidden = { hideMenu: true } as const;

/** Screens without header, footer and menus (docs/RULES.md R16). */
export const bare = { hideHeader: true, hideFooter: true } as const;

/** Titles of the gallery's screens; the paths are fixed. The last word is the file under `user-app/pages/gallery/`. */
const galleryPages = (
  [
    ['/tupianHome', '灵感图库', 'picture-home'],
    ['/caseHome', '案例', 'case-home'],
    ['/findPage', '发现', 'discover'],
    ['/seachInspiration', '图集', 'image-set-list'],
    ['/authorInspirationhome/:id', '图集详情', 'image-set-detail'],
    ['/insHomeByCreate/:id', '我创建的图集', 'own-image-set'],
    ['/insHomeByCollect/:id', '我收藏的图集', 'own-folder'],
    ['/insHomeByCase/:id', '案例详情', 'case-detail'],
    ['/searchCase', '搜索案例', 'case-search'],
    ['/anliSearch', '搜索案例', 'case-search'],
    ['/moreCollections', '更多图集', 'more-image-sets'],
    ['/myDownloads', '我的下载', 'my-downloads'],
    ['/similar/:pictureId', '相似图片', 'similar'],
    ['/casemineByCreate', '我的主页 · 创建', 'my-home'],
    ['/casemineByCollect', '我的主页 · 收藏', 'my-home'],
    ['/casemineByCase', '我的主页 · 案例', 'my-home'],
    ['/classifyPage/:ids', '图片分类', 'category'],
    ['/classifyCase/:ids', '案例分类', 'case-category'],
    ['/aiToolPage', '自研 AI 工具', 'ai-tool'],
    ['/authorHomePage/:id', '案例作者', 'case-author'],
    ['/landing', '欢迎', 'landing'],
    ['/myPersonCenter', '个人中心', 'my-center'],
    ['/otherPersonCenter/:id', '个人主页', 'other-center'],
    ['/qaPage', '帮助中心', 'help'],
  ] as const
).map(([path, title, page]) => ({ ...hidden, path, title, page: `gallery/${page}` }));

/** Every screen of the user app besides the tools' (docs/RULES.md R15). */
export const pages: readonly Page[] = [
  { ...hidden, path: '/', page: 'home', title: '首页', hideFooter: true },
  { ...hidden, path: '/home', page: 'home', title: '首页' },
  { ...hidden, path: '/list', page: 'list', title: '功能列表' },
  { ...hidden, path: '/user/login', page: 'login', title: '登录' },
  { ...hidden, ...bare, path: '/aiDesignMangement', page: 'design-management', title: '作品' },
  { ...hidden, path: '/dingzhi', page: 'custom-purchase', title: '定制采购' },
  { ...hidden, path: '/deepseek', page: 'assistant', title: 'AI 助手', hideFooter: true },
  { ...hidden, path: '/gpt2', page: 'assistant', title: 'AI 助手' },
  { ...hidden, path: '/membership', page: 'membership', title: '会员与券' },
  {
    ...hidden,
    path: '/orders',
    page: 'orders',
    title: '我的订单',
    access: 'canUse',
    visitorWords: { drawing: 'order', title: '登录后查看订单', text: '付款、发票和退款的进度都在这里。' },
  },
  {
    ...hidden,
    path: '/tickets',
    page: 'tickets',
    title: '券明细',
    access: 'canUse',
    visitorWords: { drawing: 'sheet', title: '登录后查看券明细', text: '余额、到期时间和每一笔变动都在这里。' },
  },
  { ...hidden, path: '/done', page: 'done', title: '订单结果' },
  { ...hidden, path: '/done2', page: 'done2', title: '操作完成' },
  { ...hidden, path: '/client', page: 'client', title: '客户端' },
  { path: '/agreement', page: 'agreement', title: '用户协议' },
  { ...hidden, ...bare, path: '/share/:token', page: 'share', title: '前后对比' },
  { ...hidden, path: '/ui-parts', page: 'ui-parts', title: '界面部件', isLocal: true },
  ...galleryPages,
];

const publicPaths = pages.filter(({ isLocal }) => !isLocal).map(({ path }) => path);

/** Paths of every screen that production answers to, the tools' among them. */
export const pagePaths: readonly string[] = [...publicPaths, ...tools.flatMap((tool) => tool.paths)];

const localPaths = pages.filter(({ isLocal }) => isLocal).map(({ path }) => path);
const partsOf = (path: string): string[] => path.split('/').filter((part) => part !== '');
const partsOfAll = (paths: readonly string[]) => paths.map((path) => partsOf(path.toLowerCase()));
const known = partsOfAll(pagePaths);
const knownLocally = [...known, ...partsOfAll(localPaths)];

/**
 * Returns true when a screen answers to a path; letters in either case and slashes at the end count as they do in the
 * browser.
 * @param isLocal also looks among the screens of local mode
 */
export function isPagePath(path: string, isLocal = false): boolean {
  const parts = partsOf(path.toLowerCase());
  return (isLocal ? knownLocally : known).some(
    (page) => page.length === parts.length && page.every((part, at) => part.startsWith(':') || part === parts[at]),
  );
}
