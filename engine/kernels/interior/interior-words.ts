/** The words of rooms, Chinese and English, and what each one sets. */
import { type Entry, entry } from '../concept/words/brief-entry.ts';
import type { FloorName, RoomKind, WallFinish, WindowWish } from './interior-brief.ts';

/** Parts of the brief that one word sets. */
export interface InteriorMeaning {
  room?: RoomKind;
  /** The same word names a building: a room only beside another word of rooms. */
  isAlsoBuilding?: true;
  /** The room stands in for another that has no plan of its own. */
  standsFor?: string;
  isInterior?: true;
  /** The picture is of a building's outside after all. */
  isOutside?: true;
  style?: string;
  floor?: FloorName;
  wall?: WallFinish;
  window?: WindowWish;
  cover?: 'cloth' | 'leather';
  ceiling?: 'high' | 'low';
  hasLamps?: true;
}

const room = (value: RoomKind, label: string, chinese: string, english: string, more: InteriorMeaning = {}) =>
  entry<InteriorMeaning>(label, chinese, english, { room: value, ...more });
const near = (value: RoomKind, label: string, chinese: string, english = '') =>
  room(value, label, chinese, english, { standsFor: label, isAlsoBuilding: true });
const style = (value: string, chinese: string, english: string) =>
  entry<InteriorMeaning>(value, chinese, english, { style: value });
const floor = (value: FloorName, label: string, chinese: string, english: string) =>
  entry<InteriorMeaning>(label, chinese, english, { floor: value });
const wall = (value: WallFinish, label: string, chinese: string, english: string) =>
  entry<InteriorMeaning>(label, chinese, english, { wall: value });
const window = (value: WindowWish, label: string, chinese: string, english: string) =>
  entry<InteriorMeaning>(label, chinese, english, { window: value });

const walled = '(?:墙面?|背景墙|主墙|饰面墙)';

/** More particular words stand before those they contain: what has been read is not read again. */
export const interiorLexicon: readonly Entry<InteriorMeaning>[] = [
  entry<InteriorMeaning>(
    '外观',
    '外观|外立面|建筑立面|立面图|鸟瞰|航拍|轴测|沿街',
    'exterior|fa[cç]ade|aerial|axonometric',
    { isOutside: true },
  ),

  room('living', '客厅', '客餐厅|客厅|起居室|起居厅|会客厅', 'living[- ]?rooms?|lounge|sitting room'),
  room(
    'childrens',
    '儿童房',
    '儿童房|儿童卧室|小孩房|婴儿房',
    "(?:kids?'?s?|child(?:ren)?'?s?) (?:bed)?room|nursery room",
  ),
  room('bedroom', '卧室', '主卧室?|次卧室?|卧室|卧房|睡房', '(?:master )?bedrooms?'),
  room('bedroom', '客房', '客房|酒店房间|套房', 'guest ?rooms?|hotel room|suite', { standsFor: '客房' }),
  room('study', '书房', '书房|工作室内', 'study(?: room)?|home office|reading room'),
  room('kitchen', '厨房', '厨房', 'kitchen'),
  room('bathroom', '卫生间', '卫生间|浴室|洗手间|盥洗室|淋浴间', 'bathroom|washroom|powder room'),
  room('hall', '玄关', '玄关|门厅', 'entrance hall|foyer|hallway'),
  room('dressing', '衣帽间', '衣帽间|更衣室', 'walk-in (?:closet|wardrobe)|dressing room'),
  room('meeting', '会议室', '会议室|洽谈室|董事会议室', '(?:meeting|conference|board) ?room'),
  room(
    'office',
    '办公室',
    '办公室(?:内部?)?|办公空间|办公区|工位区|开放办公',
    'office (?:interior|space|room)|open office|workspace',
  ),
  room('lobby', '大堂', '大堂|接待大厅|接待厅|中庭内', 'lobby|reception (?:area|hall)'),
  room(
    'exhibition',
    '展厅',
    '室内展厅|展陈空间|展览空间',
    'exhibition (?:room|hall|space)|showroom|gallery (?:interior|space)',
  ),
  room('exhibition', '展厅', '展厅', '', { isAlsoBuilding: true }),
  room('tea', '茶室', '茶空间|茶席', 'tea[- ]?room'),
  room('tea', '茶室', '茶室|茶馆', 'tea[- ]?house', { isAlsoBuilding: true }),
  room('dining', '餐厅', '家庭餐厅|餐厅|饭厅|餐客厅', 'dining[- ]?(?:room|area)'),
  room('restaurant', '餐饮空间', '餐饮空间|西餐厅|中餐厅|餐馆内', 'restaurant interior'),
  room('restaurant', '餐饮空间', '餐馆|饭店|酒楼|火锅店', 'restaurant', { isAlsoBuilding: true }),
  room('cafe', '咖啡店', '咖啡厅', '(?:cafe|coffee shop) interior'),
  room('cafe', '咖啡店', '咖啡店|咖啡馆', 'cafe|coffee shop', { isAlsoBuilding: true }),
  near('cafe', '酒吧', '酒吧|奶茶店|面包店', 'bar|bakery|tea shop'),
  near('exhibition', '店铺', '专卖店|服装店|店铺|商店|商场', 'boutique|store|shop|mall'),
  near('study', '书店', '书店|图书馆|阅览室', 'book ?store|library'),
  near('lobby', '酒店', '酒店|会所|售楼部|售楼处|医院', 'hotel|club ?house|sales (?:cent(?:er|re)|office)'),
  near('office', '教室', '教室|实验室', 'class ?room|laborator(?:y|ies)'),
  entry<InteriorMeaning>('室内', '室内设计|室内空间|室内|内部空间|软装|家装|工装', 'interior(?: design)?|indoors?', {
    isInterior: true,
  }),

  style('新中式', '新中式|中式|东方|禅意', 'new chinese|neo[- ]chinese|chinese|oriental'),
  style('宋式', '宋式|宋代|宋韵', 'song (?:dynasty|style)'),
  style('奶油', '奶油(?:风|系)?', 'cream(?:y)? style'),
  style('原木', '原木(?:风|系)|原木(?!色|地板|墙)|自然风', 'natural wood style'),
  style('侘寂', '侘寂(?:风)?|微水泥风', 'wabi[- ]?sabi'),
  style('法式', '法式', 'french|parisian'),
  style('意式', '意式(?:极简)?', 'italian'),
  style('轻奢', '轻奢|奢华', 'light luxury|luxur(?:y|ious)'),
  style('北欧', '北欧', 'scandinavian|nordic'),
  style('美式', '美式', 'american'),
  style('日式', '日式|和风|日系|无印(?:风)?', 'japanese|japandi|muji'),
  style('工业', '工业(?:风|风格)?|loft', 'industrial'),
  style('中古', '中古(?:风)?|复古|包豪斯', 'mid[- ]century(?: modern)?|retro|vintage'),
  style('莫兰迪', '莫兰迪(?:色)?', 'morandi'),
  style('现代简约', '现代简约|现代|简约|极简|当代|科技感?', 'modern|minimal(?:ist|ism)?|contemporary'),

  floor(
    'herringbone',
    '人字拼地板',
    '人字拼?(?:木)?地板|鱼骨拼?(?:木)?地板|人字拼|鱼骨拼',
    'herringbone(?: floor)?|chevron floor',
  ),
  floor(
    'darkWood',
    '深色木地板',
    '(?:深色|胡桃木?|柚木|深)(?:实)?木?地板',
    '(?:dark wood(?:en)?|walnut) floor(?:ing)?',
  ),
  floor(
    'paleWood',
    '浅色木地板',
    '(?:浅色|橡木|枫木|白蜡木|浅)(?:实)?木?地板',
    '(?:pale|light|oak) (?:wood(?:en)? )?floor(?:ing)?',
  ),
  floor('wood', '木地板', '(?:实)?木地板|木质地面|原木地板|地板', 'wood(?:en)? floor(?:ing|s)?|hardwood|parquet'),
  floor('terrazzo', '水磨石', '水磨石(?:地面|地坪)?', 'terrazzo(?: floor)?'),
  floor('marble', '大理石地面', '大理石(?:地面|地砖|地板)|石材地面', 'marble floor(?:ing|s)?'),
  floor(
    'concrete',
    '水泥地面',
    '水泥地面?|微水泥地面?|水泥自流平|自流平|混凝土地面',
    'concrete floor(?:ing|s)?|microcement',
  ),
  floor('tiles', '瓷砖', '瓷砖|地砖|砖地|灰砖地面', 'tiled floor|(?:floor )?tiles?'),
  floor('carpet', '满铺地毯', '满铺地毯|地毯地面|块毯地面|方块地毯', 'carpet(?:ed)? floor|wall[- ]to[- ]wall carpet'),

  wall('white', '白墙', `(?:白色?|纯白)${walled}`, 'white walls?'),
  wall('grey', '灰墙', `(?:浅灰|灰色?)${walled}`, 'gr[ae]y walls?'),
  wall('beige', '米色墙', `(?:米色|米白|奶油色?|米黄|杏色)${walled}`, '(?:beige|cream) walls?'),
  wall('green', '绿墙', `(?:墨绿|绿色?|豆绿)${walled}`, 'green walls?'),
  wall('blue', '蓝墙', `(?:藏青|深蓝|蓝色?|雾霾蓝)${walled}`, '(?:navy|blue) walls?'),
  wall('dark', '深色墙', `(?:黑色?|深色|深灰)${walled}`, '(?:dark|black) walls?'),
  wall('slats', '木格栅', '木?格栅(?:墙面?|背景墙)?', 'slat(?:ted)? walls?|wood(?:en)? slats'),
  wall(
    'darkWood',
    '深色木饰面',
    `(?:深色木|胡桃木|柚木|黑胡桃)(?:饰面|护墙板|${walled})?`,
    'walnut(?: panel(?:s|ling)?)?|dark wood panel(?:s|ling)?',
  ),
  wall(
    'wood',
    '木饰面',
    `(?:橡木|浅木|原木|木)(?:质)?(?:饰面|护墙板|${walled})|木饰面`,
    'wood(?:en)? panel(?:s|ling)?|oak panel(?:s|ling)?|wood(?:en)? walls?',
  ),
  wall(
    'concrete',
    '清水混凝土',
    `清水混凝土${walled}?|混凝土${walled}?|水泥${walled}`,
    '(?:exposed |fair[- ]faced )?concrete(?: walls?)?',
  ),
  wall('greyBrick', '青砖墙', `(?:青砖|灰砖)${walled}?`, 'gr[ae]y brick(?: walls?)?'),
  wall('brick', '红砖墙', `(?:红砖|裸砖|砖)${walled}|红砖`, '(?:red |exposed )?brick(?: walls?)?'),
  wall('marble', '大理石墙', `大理石${walled}|岩板${walled}|大理石|岩板`, 'marble(?: walls?)?'),
  wall('plaster', '艺术涂料', '微水泥|艺术涂料|艺术漆|硅藻泥|肌理漆', '(?:textured |lime ?wash )?plaster'),

  window('skylight', '天窗', '天窗|采光顶|玻璃顶', 'skylights?'),
  window(
    'end',
    '正面窗',
    '(?:正对|尽头|端头|正面|对面)(?:的|是|有|一?面)*(?:大)?(?:落地)?窗|面窗',
    'window at the end|end window',
  ),
  window('side', '侧窗', '侧(?:面)?(?:采光|光|窗)|(?:左侧|右侧)(?:是|有)?(?:大)?(?:落地)?窗', 'side (?:window|light)'),
  window(
    'wide',
    '落地窗',
    '落地(?:玻璃)?窗|落地玻璃|大(?:面)?窗|大面积(?:玻璃|窗)|全景窗|玻璃幕墙',
    '(?:floor[- ]to[- ]ceiling|large|panoramic|full[- ]height) (?:windows?|glass|glazing)|french windows?',
  ),

  entry<InteriorMeaning>('皮质', '真皮|皮质|皮革|皮(?=沙发|椅|床)', 'leather', { cover: 'leather' }),
  entry<InteriorMeaning>('布艺', '布艺|棉麻|亚麻|绒布', 'fabric|linen|upholstered', { cover: 'cloth' }),
  entry<InteriorMeaning>('挑高', '挑高|挑空|双层高|层高很?高|高挑', 'double[- ]height|high ceilings?|tall ceilings?', {
    ceiling: 'high',
  }),
  entry<InteriorMeaning>('低矮', '低矮|层高较?低', 'low ceilings?', { ceiling: 'low' }),
  entry<InteriorMeaning>(
    '灯光',
    '灯光|亮灯|暖光|灯带|筒灯|射灯',
    'warm light(?:s|ing)?|lamps? on|lit lamps?|downlights?|cove light(?:s|ing)?',
    {
      hasLamps: true,
    },
  ),
];
