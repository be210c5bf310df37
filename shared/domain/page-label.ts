/** Label of a path for tracking, and the ids a category page names. */
export interface PageLabel {
  label: string;
  /** Category pages only: up to three ids, null where one is left out above a deeper one. */
  ids?: (string | null)[];
}

/** Path fragments and their labels (docs/RULES.md R26), spelt as paths are (docs/RULES.md R1). */
const fragments: Readonly<Record<string, string>> = {
  agreement: 'agreement',
  authorInspirationhome: 'imageSetDetail',
  insHomeByCreate: 'imageSetDetail:created',
  insHomeByCollect: 'imageSetDetail:collected',
  insHomeByCase: 'caseDetail',
  searchCase: 'caseSearch',
  anliSearch: 'caseSearch',
  moreCollections: 'moreImageSets',
  myDownloads: 'myDownloads',
  similar: 'similar',
  casemineByCreate: 'myHome:created',
  casemineByCollect: 'myHome:collected',
  casemineByCase: 'myHome:cases',
  classifyPage: 'category',
  tupianHome: 'pictureHome',
  caseHome: 'caseHome',
  aiToolPage: 'aiTool',
  classifyCase: 'caseCategory',
  authorHomePage: 'caseAuthor',
  seachInspiration: 'imageSetList',
  landing: 'landing',
  myPersonCenter: 'myCenter',
  otherPersonCenter: 'otherCenter',
  qaPage: 'help',
  findPage: 'discover',
};

/** Chinese title of every label. */
export const pageTitles: Readonly<Record<string, string>> = {
  home: '首页',
  agreement: '用户协议',
  imageSetDetail: '图集详情',
  'imageSetDetail:created': '我创建的图集',
  'imageSetDetail:collected': '我收藏的图集',
  caseDetail: '案例详情',
  caseSearch: '案例搜索',
  moreImageSets: '更多图集',
  myDownloads: '我的下载',
  similar: '相似推荐',
  'myHome:created': '我的主页·创建',
  'myHome:collected': '我的主页·收藏',
  'myHome:cases': '我的主页·案例',
  'category:1': '一级分类',
  'category:2': '二级分类',
  'category:3': '三级分类',
  pictureHome: '图片首页',
  caseHome: '案例首页',
  aiTool: '自研AI工具',
  caseCategory: '案例分类',
  caseAuthor: '案例作者',
  imageSetList: '图集列表',
  landing: '落地页',
  myCenter: '我的个人中心',
  otherCenter: '他人主页',
  help: '帮助中心',
  discover: '发现',
  imageDetail: '图片详情',
  unknown: '未知页面',
};

const categoryFragment = 'classifyPage';
/** Segments that stand for a missing id. */
const absentIds = ['', 'undefined', 'null', 'NaN'];
/** The tabs of the own homepage are none of them. */
const personalLabels = ['myCenter', 'otherCenter'];

/**
 * The tracking label of a path, with or without origin, query and hash. A non-empty hash is an image detail page; the
 * query takes no part. A whole segment that is a fragment goes before a fragment inside a segment; the deepest segment,
 * or else the longest fragment, wins.
 */
export function pageLabelOf(url: string): PageLabel {
  const [beforeHash = '', ...hash] = url.split('#');
  if (hash.join('#') !== '') return { label: 'imageDetail' };
  const path = beforeHash.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?]*/i, '').split('?')[0] ?? '';
  const segments = path.split('/').filter(Boolean).map(decode);
  if (segments.length === 0 || (segments.length === 1 && segments[0] === 'home')) return { label: 'home' };
  const fragment = wholeFragment(segments) ?? containedFragment(segments.join('/'));
  if (!fragment) return { label: 'unknown' };
  if (fragment !== categoryFragment) return { label: fragments[fragment] as string };
  const last = segments.at(-1) ?? '';
  return categoryLabel(last === categoryFragment ? '' : last);
}

/** Returns true when the label belongs to a page of the personal center (docs/RULES.md R27). */
export function isPersonalCenter(label: string): boolean {
  return personalLabels.includes(label);
}

function wholeFragment(segments: readonly string[]): string | undefined {
  return segments.findLast((segment) => Object.hasOwn(fragments, segment));
}

function containedFragment(path: string): string | undefined {
  const contained = Object.keys(fragments).filter((fragment) => path.includes(fragment));
  return contained.toSorted((one, other) => other.length - one.length)[0];
}

/** Level and ids of `a`, `a-b` or `a-b-c`; without any id it is level 1. */
function categoryLabel(segment: string): PageLabel {
  const ids = segment
    .split('-')
    .slice(0, 3)
    .map((id) => (absentIds.includes(id) ? null : id));
  while (ids.length > 0 && ids.at(-1) === null) ids.pop();
  return { label: `category:${Math.max(1, ids.length)}`, ids };
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
