import { tools } from '#shared/tools/registry';
import type { RouteProps } from './lib/route-props';
import { toolCardOf } from './lib/tool-card';

interface ProductRoute extends RouteProps {
  path: string;
  component: string;
}

const hidden = { hideMenu: true } as const;

/** Screens without header, footer and menus (docs/RULES.md R16). */
const bare = { hideHeader: true, hideFooter: true } as const;

const toolRoutes: ProductRoute[] = tools.flatMap((tool) =>
  tool.paths.map((path) => ({
    ...hidden,
    path,
    component: './tool',
    title: tool.title,
    toolId: tool.id,
    tool: toolCardOf(tool),
    ...(tool.isFullScreen ? bare : {}),
  })),
);

/** Labels of the gallery's screens; the paths are pinned, each label is the page's title. The last word is the page. */
const galleryRoutes: ProductRoute[] = (
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
).map(([path, title, page]) => ({ ...hidden, path, title, component: `./gallery/${page}` }));

/** Every screen (docs/RULES.md R15). Each component is a chunk of its own; all tools share one. */
export const routes: ProductRoute[] = [
  { ...hidden, path: '/', component: './home', title: '首页', hideFooter: true },
  { ...hidden, path: '/home', component: './home', title: '首页' },
  { ...hidden, path: '/list', component: './list', title: '功能列表' },
  { ...hidden, path: '/user/login', component: './login', title: '登录' },
  {
    ...hidden,
    ...bare,
    path: '/aiDesignMangement',
    component: './design-management',
    title: '设计管理',
  },
  { ...hidden, path: '/dingzhi', component: './custom-purchase', title: '定制采购' },
  { ...hidden, path: '/deepseek', component: './assistant', title: 'AI 助手', hideFooter: true },
  { ...hidden, path: '/gpt2', component: './assistant', title: 'AI 助手' },
  { ...hidden, path: '/membership', component: './membership', title: '会员与券' },
  {
    ...hidden,
    path: '/orders',
    component: './orders',
    title: '我的订单',
    access: 'canUse',
    visitorWords: { drawing: 'order', title: '登录后查看订单', text: '付款、发票和退款的进度都在这里。' },
  },
  {
    ...hidden,
    path: '/tickets',
    component: './tickets',
    title: '券明细',
    access: 'canUse',
    visitorWords: { drawing: 'sheet', title: '登录后查看券明细', text: '余额、到期时间和每一笔变动都在这里。' },
  },
  { ...hidden, path: '/done', component: './done', title: '订单结果' },
  { ...hidden, path: '/done2', component: './done2', title: '操作完成' },
  { ...hidden, path: '/client', component: './client', title: '客户端' },
  { path: '/agreement', component: './agreement', title: '用户协议' },
  { ...hidden, ...bare, path: '/share/:token', component: './share', title: '前后对比' },
  { ...hidden, path: '/ui-parts', component: './ui-parts', title: '界面部件' },
  ...toolRoutes,
  ...galleryRoutes,
  { ...hidden, path: '/*', component: './not-found', title: '页面不存在' },
];
