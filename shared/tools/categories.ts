import type { CategoryNode } from '../domain/category-tree.ts';

/**
 * The category tree of presets. Ids are digits only, because page paths join them with `-`: one digit for the root and
 * two more for every level below (`1`, `101`, `10103`, `1010302`). An id is made from the place in its list, so new
 * names go to the end of a list and none is ever taken out or moved.
 */
function branch(id: string, name: string, ...levels: readonly (readonly string[])[]): CategoryNode {
  const [names = [], ...below] = levels;
  return { id, name, children: names.map((child, place) => branch(childId(id, place), child, ...below)) };
}

/** A root whose level-2 categories have different children. */
function root(id: string, name: string, groups: Readonly<Record<string, readonly string[]>>): CategoryNode {
  const children = Object.entries(groups).map(([group, names], place) => branch(childId(id, place), group, names));
  return { id, name, children };
}

function childId(parent: string, place: number): string {
  return parent + String(place + 1).padStart(2, '0');
}

const words = (text: string): string[] => text.split(' ');

const building = branch(
  '1',
  '建筑',
  words(
    '别墅 小区住宅 办公楼 办公园区 文化建筑 酒店 商业综合体 学校 幼儿园 体育馆 售楼部 会所 商业街 商业门头 医院 工业厂房 交通建筑 文旅 民宿',
  ),
  ['现代', '极简', '新中式', '古典', '法式', 'Art Deco', '工业', '清水混凝土', '木构', '乡土', '参数化', '未来'],
  words('写实 高级灰 电影感 清新 CG 竞赛 拼贴'),
);

const landscape = branch(
  '2',
  '景观',
  words('公园 居住区 商业街区 滨水 庭院 校园 道路节点 乡村 构筑物'),
  words('现代 新中式 日式 热带 地中海 古典园林'),
);

const publicInterior = branch(
  '3',
  '公装',
  words('办公 餐饮 酒店大堂 客房 展厅 售楼部 商场 教室 医疗 健身 会所 舞台'),
  words('现代 轻奢 工业 新中式 科技 侘寂 复古'),
);

const birdsView = branch('4', '规划鸟瞰', words('住区 产业园 新城 古镇 校园 滨水'), words('晴 逆光 夜 阴 柔光'));

const indoor = branch(
  '5',
  '室内',
  words('客厅 卧室 餐厅 厨房 卫生间 书房 儿童房 玄关 阳台 衣帽间'),
  words('现代简约 奶油 原木 侘寂 新中式 宋式 法式 意式 轻奢 北欧 美式 日式 工业 中古 莫兰迪'),
  words('质感 光影 夜晚 蓝调'),
);

const colourPlan = branch(
  '6',
  '平面彩图',
  ['户型（家装）', '公装平面', '建筑总平', '景观总平', '规划总平'],
  words('清新 写实 莫兰迪 奶油 灰调 手绘'),
);

const atmosphere = root('7', '氛围', {
  时间: words('晨曦 中午 黄昏 蓝调 夜晚'),
  天气: words('晴 阴 雨 雾 雪'),
  季节: words('春 夏 秋 冬'),
  色调: words('冷蓝 胶片 黑金 暖金'),
  光影: words('阳光 逆光'),
});

const material = branch('8', '材质', words('石材 木 混凝土 砖 金属 玻璃 涂料 瓷砖 织物 皮革 地毯 屋面'));

const drawingStyle = branch('9', '画风', [
  '黑白线稿',
  '蓝图',
  'CAD 线',
  ...words('手绘 白模'),
  'AO 白模',
  ...words('手工模型 水彩 插画 拼贴 马克笔'),
]);

/** In the order of the roots: only the first and the fifth are deeper than three levels. */
export const categories: readonly CategoryNode[] = [
  building,
  landscape,
  publicInterior,
  birdsView,
  indoor,
  colourPlan,
  atmosphere,
  material,
  drawingStyle,
];

/** Ids of categories that staff make begin here; those of the presets have at most seven digits. */
export const firstOwnCategoryId = 100_000_000;

/** Returns true when staff may have made a category of this id. Where it lies only the tree in the database knows. */
export function isOwnCategoryId(id: string): boolean {
  return /^[1-9]\d{8,10}$/.test(id);
}

/** Ids of the roots, for preset fields. */
export const categoryRoots = {
  building: '1',
  landscape: '2',
  publicInterior: '3',
  birdsView: '4',
  indoor: '5',
  colourPlan: '6',
  atmosphere: '7',
  material: '8',
  drawingStyle: '9',
} as const;
