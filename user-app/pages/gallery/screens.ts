import type { DrawingName } from '../../ui/empty-state';

/** What a gallery screen shows while the gallery's own data is still to come. */
export interface GalleryScreen {
  kind: 'wall' | 'empty' | 'mine' | 'tools' | 'help';
  text: string;
  /** Said on the empty wall. */
  empty?: { title: string; text: string; drawing?: DrawingName };
}

const setsEmpty = {
  title: '还没有图集',
  text: '图集功能还没有开放。开放后可以把图收进图集，拖动排序，设为公开或私密。',
};
const casesEmpty = {
  title: '还没有案例',
  text: '案例库还没有开放。开放后按项目类型、地点、年份查找，平立剖单独标出。',
};
const mineText = '收藏和图集开放前，这里先显示您的账号和作品入口。';

/** By the first segment of the path. */
export const galleryScreens: Readonly<Record<string, GalleryScreen>> = {
  tupianHome: { kind: 'wall', text: '图库还在建设。先放本站自己渲染的样图，没有真实项目；每一张都可以当底图用。' },
  findPage: { kind: 'wall', text: '用户公开的作品会出现在这里，目前还没有。下面是本站自己渲染的样图。' },
  classifyPage: { kind: 'wall', text: '分类还没有图片。下面是本站自己渲染的样图，可以当底图用。' },
  similar: { kind: 'wall', text: '相似查找还没有开放。下面是本站自己渲染的全部样图。' },
  landing: { kind: 'wall', text: '选一张样图当底图，直接试工具；不用准备自己的图。' },
  seachInspiration: { kind: 'empty', text: '按主题收在一起的图。', empty: setsEmpty },
  moreCollections: { kind: 'empty', text: '按主题收在一起的图。', empty: setsEmpty },
  authorInspirationhome: { kind: 'empty', text: '', empty: { ...setsEmpty, title: '没有找到这个图集' } },
  insHomeByCreate: { kind: 'empty', text: '', empty: { ...setsEmpty, title: '没有找到这个图集' } },
  insHomeByCollect: { kind: 'empty', text: '', empty: { ...setsEmpty, title: '没有找到这个图集' } },
  caseHome: { kind: 'empty', text: '建成和方案案例。', empty: casesEmpty },
  classifyCase: { kind: 'empty', text: '建成和方案案例。', empty: casesEmpty },
  searchCase: { kind: 'empty', text: '按名称、地点、设计单位查找。', empty: casesEmpty },
  anliSearch: { kind: 'empty', text: '按名称、地点、设计单位查找。', empty: casesEmpty },
  insHomeByCase: { kind: 'empty', text: '', empty: { ...casesEmpty, title: '没有找到这个案例' } },
  authorHomePage: { kind: 'empty', text: '', empty: { ...casesEmpty, title: '没有找到这位作者' } },
  otherPersonCenter: {
    kind: 'empty',
    text: '',
    empty: { title: '没有公开的内容', text: '个人主页还没有开放，其他人的作品默认只有本人能看。' },
  },
  myPersonCenter: { kind: 'mine', text: mineText },
  casemineByCreate: { kind: 'mine', text: mineText },
  casemineByCollect: { kind: 'mine', text: mineText },
  casemineByCase: { kind: 'mine', text: mineText },
  myDownloads: {
    kind: 'empty',
    text: '下载过的作品和图库图片。',
    empty: {
      title: '还没有下载记录',
      text: '下载记录还没有开放。做过的图都在“作品”里，可以随时再下载，不另外扣券。',
      drawing: 'sheet',
    },
  },
  aiToolPage: { kind: 'tools', text: '本站自己的工具。没有接入生成模型时，由内置引擎在服务器上计算。' },
  qaPage: { kind: 'help', text: '常见问题。没有答案的，请联系为您提供本站的管理员。' },
};

/** Screens the tabs on top lead to. */
export const galleryTabs = [
  ['/tupianHome', '图片'],
  ['/seachInspiration', '图集'],
  ['/caseHome', '案例'],
  ['/findPage', '发现'],
] as const;
