import type { DefinedTool } from './define-tool.ts';

/** Words a tool's own engine understands, of one kind. */
export interface WordGroup {
  label: string;
  words: readonly string[];
  /** The field that decides the same thing: while it is set the words would not take effect. */
  decidedBy?: string;
}

const group = (label: string, words: string, decidedBy?: string): WordGroup => ({
  label,
  words: words.split(' '),
  ...(decidedBy ? { decidedBy } : {}),
});

const hours = '清晨 正午 黄昏 蓝调时刻 夜景';
const weather = '晴天 阴天 雨天 薄雾 雪景';
const style = group('风格', '现代 极简 新中式 工业风 古典 装饰艺术 参数化 未来感');
const materials = group('材质', '混凝土 木格栅 红砖 青砖 石材 耐候钢 铝板 玻璃 白墙');
const place = group('环境', '湖边 海边 山林 雪山 乡村 城市 松林 竹林 草坪', 'environment');
const grade = group('色调', '暖 清冷 明亮 低调 柔和 戏剧 鲜艳 素雅');
const walls = group('材质', '混凝土 红砖 木 石材 大理石 玻璃 金属 涂料');
const moves = (decidedBy: string) => group('镜头', '推近 拉远 向左平移 向右平移 上升 下降 环绕 静止', decidedBy);

const concept = [
  style,
  group('时间', hours, 'atmosphere'),
  group('天气', weather, 'atmosphere'),
  materials,
  place,
  group('镜头', '人视 半鸟瞰 鸟瞰 仰视 正立面 轴测', 'view'),
];
// Warmth would cancel the blue hour.
const scene = [
  group('时间', '清晨 黄昏 蓝调时刻 夜景', 'atmosphere'),
  group('天气', weather, 'atmosphere'),
  walls,
  group('色调', '明亮 低调 柔和 戏剧 鲜艳 素雅'),
];
const room = [group('时间', '黄昏 夜景'), walls, grade];
const region = [walls, group('颜色', '白 米色 灰 黑 红 黄 绿 蓝 棕'), group('物件', '绿植 草坪 水面 窗帘 地毯')];

/** By tool; a tool without an entry makes nothing of single words. */
const wordGroups: Readonly<Record<string, readonly WordGroup[]>> = {
  text2Img: concept,
  text2Video: [
    style,
    group('时间', hours),
    group('天气', weather),
    materials,
    group('环境', place.words.join(' ')),
    moves('cameraMove'),
  ],
  img2Video: [moves('cameraMoves')],
  architecturalRender: scene,
  architecturalPart: scene,
  landscapeRender: scene,
  birdsViewRender: scene,
  indoorRender: room,
  gongzhuangRender: room,
  emptyRoom: [
    group('家具', '沙发 茶几 单椅 边几 落地灯 吊灯 地毯 窗帘 绿植 挂画 书柜 餐边柜'),
    group('不要', '不要地毯 不要绿植 不要挂画 不要窗帘'),
  ],
  styleTransfer: [grade],
  styleTransferIndoor: [grade],
  localRenderingPro: region,
  localRenderingProIndoor: region,
  lama: region,
  realUpImg: [group('质感', '砖 石 木 草 树 织物 光滑 镜面'), group('锐度', '锐利 清晰 柔和 细腻')],
};

/** The words of a tool that would take effect with these values, by kind. */
export function wordGroupsOf(tool: DefinedTool, values: Readonly<Record<string, unknown>>): readonly WordGroup[] {
  return (wordGroups[tool.id] ?? []).filter(({ decidedBy }) => !decidedBy || isLeftOpen(values[decidedBy]));
}

function isLeftOpen(value: unknown): boolean {
  return value === undefined || value === 'auto' || (Array.isArray(value) && value.includes('auto'));
}
