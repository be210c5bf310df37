import type { FloorKind } from './plan-palettes.ts';

/** Kinds of rooms that written names stand for. */
export type NamedKind =
  | 'living'
  | 'livingDining'
  | 'dining'
  | 'bedroom'
  | 'bath'
  | 'kitchen'
  | 'balcony'
  | 'hall'
  | 'study'
  | 'cloakroom'
  | 'storage'
  | 'laundry'
  | 'garage'
  | 'foyer'
  | 'stairs'
  | 'lift'
  | 'equipment'
  | 'garden'
  | 'office';

interface RoomName {
  kind: NamedKind;
  /** Chinese name shown where the drawing's own is in another language. */
  name: string;
  /** Written forms, one after another with spaces between; letters in lower case without dots and spaces. */
  forms: string;
}

/** Floor of each kind of room in homes, where the kind alone decides. */
export const namedFloors: Readonly<Record<NamedKind, FloorKind>> = {
  living: 'wood',
  livingDining: 'wood',
  dining: 'wood',
  bedroom: 'wood',
  bath: 'wetTile',
  kitchen: 'tile',
  balcony: 'deck',
  hall: 'tile',
  study: 'wood',
  cloakroom: 'wood',
  storage: 'tile',
  laundry: 'wetTile',
  garage: 'concrete',
  foyer: 'stone',
  stairs: 'stone',
  lift: 'concrete',
  equipment: 'concrete',
  garden: 'deck',
  office: 'carpet',
};

const roomNames: readonly RoomName[] = [
  { kind: 'livingDining', name: '客餐厅', forms: '客餐厅 客厅餐厅 餐客厅 ldk ld livingdining livingdiningroom' },
  {
    kind: 'living',
    name: '客厅',
    forms:
      '客厅 各厅 起居室 起居厅 起居 大厅 会客厅 会客室 家庭厅 家庭室 livingroom living lounge sittingroom familyroom family greatroom receptionroom reception parlour drawingroom vardagsrum リビング lr',
  },
  { kind: 'dining', name: '餐厅', forms: '餐厅 饭厅 餐室 diningroom dining dinette breakfast nook matplats dr' },
  {
    kind: 'bedroom',
    name: '主卧',
    forms: '主卧 主卧室 主人房 masterbedroom mainbedroom masterbed master mbr primarybedroom',
  },
  { kind: 'bedroom', name: '次卧', forms: '次卧 次卧室 次主卧' },
  { kind: 'bedroom', name: '儿童房', forms: '儿童房 小孩房 男孩房 女孩房 kidsroom nursery childrensroom' },
  { kind: 'bedroom', name: '老人房', forms: '老人房 长辈房 父母房' },
  { kind: 'bedroom', name: '客卧', forms: '客卧 客房 guestroom guestbedroom guest' },
  { kind: 'bedroom', name: '保姆房', forms: '保姆房 佣人房 工人房 maidsroom maid' },
  { kind: 'bedroom', name: '卧室', forms: '卧室 卧房 睡房 bedroom bed br sovrum 洋室 和室 寝室 bdrm' },
  {
    kind: 'bath',
    name: '卫生间',
    forms:
      '卫生间 卫 洗手间 厕所 浴室 淋浴 淋浴间 盥洗室 盥洗 公卫 主卫 客卫 次卫 干区 湿区 马桶间 bathroom bath masterbath ensuite shower showerroom wc toilet powder powderroom pdr ba washroom restroom badrum トイレ 洗面 洗面所 ens',
  },
  {
    kind: 'kitchen',
    name: '厨房',
    forms: '厨房 厨 中厨 西厨 开放厨房 开放式厨房 kitchen kitchenette kit kök kok キッチン gourmet',
  },
  {
    kind: 'balcony',
    name: '阳台',
    forms:
      '阳台 生活阳台 景观阳台 观景阳台 露台 大阳台 北阳台 南阳台 balcony terrace patio deck veranda verandah balkong loggia alfresco porch lanai 露天阳台',
  },
  { kind: 'garden', name: '花园', forms: '花园 花池 花地 花台 入户花园 空中花园 庭院 院子 天井 garden courtyard yard' },
  { kind: 'hall', name: '过道', forms: '过道 走廊 走道 过厅 hall hallway corridor landing passage gallery 廊下' },
  {
    kind: 'foyer',
    name: '玄关',
    forms: '玄关 门厅 入户 入户门厅 foyer entry entrance entree entré vestibule 玄 mudroom genkan',
  },
  {
    kind: 'study',
    name: '书房',
    forms: '书房 工作室 多功能室 多功能房 多功能厅 书 study den office library studynook homeoffice loft',
  },
  { kind: 'study', name: '影音室', forms: '影音室 家庭影院 theatre theater mediaroom media homecinema' },
  { kind: 'study', name: '活动室', forms: '活动室 健身房 茶室 棋牌室 activity gameroom gym playroom rumpus' },
  {
    kind: 'cloakroom',
    name: '衣帽间',
    forms:
      '衣帽间 衣帽 衣柜间 更衣室 步入式衣帽间 wic walkincloset closet dressing dressingroom robe wir wardrobe klk cl clo',
  },
  {
    kind: 'storage',
    name: '储藏室',
    forms: '储藏 储藏室 储藏间 储物间 储物 贮藏室 杂物间 库房 storage store storeroom pantry linen box',
  },
  {
    kind: 'laundry',
    name: '洗衣房',
    forms: '洗衣房 洗衣间 洗衣 家政间 家政 家务间 工作阳台 laundry laundryroom utility utilityroom util ldry',
  },
  { kind: 'garage', name: '车库', forms: '车库 停车库 garage doublegarage carport cargarage' },
  { kind: 'stairs', name: '楼梯', forms: '楼梯 楼梯间 stairs staircase stair' },
  { kind: 'lift', name: '电梯', forms: '电梯 电梯间 电梯厅 候梯厅 lift elevator elev' },
  {
    kind: 'equipment',
    name: '设备平台',
    forms:
      '设备平台 设备间 设备房 设备 空调位 空调板 空调 空调机位 电井 水井 管井 烟道 风井 机房 mechanical mech hvac boiler ac',
  },
  {
    kind: 'office',
    name: '办公室',
    forms: '办公室 办公区 开敞办公 会议室 洽谈室 接待室 前台 经理室 会客区 meetingroom meeting conference boardroom',
  },
];

/** A letter that alone tells a Chinese name of two letters whose other one was misread. */
const tellingLetters = '卧厨卫阳餐客浴厕玄储';

const forms = new Map<string, RoomName>();
for (const name of roomNames) for (const form of name.forms.split(' ')) if (!forms.has(form)) forms.set(form, name);

/** A room's written name. */
export interface RoomWord {
  kind: NamedKind;
  /** In Chinese, with the number that follows it on the drawing. */
  name: string;
}

const isChinese = (text: string) => /[\u4e00-\u9fff]/.test(text);

/** Maximum number of characters of a line of text that is looked up. */
const longestWord = 200;

/**
 * Which room a line of text names, in Chinese or English, abbreviated or with one letter misread; numbers after it
 * and sizes behind it do not count.
 */
export function roomOfWord(text: string): RoomWord | undefined {
  if (text.length > longestWord) return undefined;
  const clean = text
    .toLowerCase()
    .normalize('NFKC')
    .replace(/[\s.·・,:;'"’′″()（）【】\-_/|&+]/g, '');
  const bare = clean
    .replace(/\d(?:\d|m2|m²|㎡|平米|平|帖|sqft|sqm){0,24}[a-z]?$/, '')
    .replace(/^\d+(st|nd|rd|th)?/, '');
  if (bare === '') return undefined;
  const number = /^\D+(\d)$/.exec(clean)?.[1] ?? '';
  const found = forms.get(bare) ?? almost(bare) ?? ending(bare);
  if (!found) return undefined;
  const isOwnName =
    isChinese(bare) && forms.get(bare) === found && bare.length > 1 && !/[洋和]室|廊下|洗面|花地|各厅/.test(bare);
  return { kind: found.kind, name: `${isOwnName ? bare : found.name}${number}` };
}

/** The name whose written form differs by one letter only; where several do, none. */
function almost(text: string): RoomName | undefined {
  const isOwn = isChinese(text);
  const found = new Set<RoomName>();
  for (const [form, name] of forms) {
    if (isOwn !== isChinese(form) || Math.abs(form.length - text.length) > 1) continue;
    const isShort = isOwn ? form.length < 3 : form.length < 5;
    if (isShort) {
      const isTold = isOwn && form.length === 2 && text.length === 2 && differing(form, text) === 1;
      if (isTold && [...text].some((letter, i) => letter === form[i] && tellingLetters.includes(letter)))
        found.add(name);
    } else if (isOneEdit(form, text)) found.add(name);
  }
  const kinds = new Set([...found].map(({ kind }) => kind));
  return kinds.size === 1 ? [...found].at(-1) : undefined;
}

const differing = (one: string, other: string) => [...one].filter((letter, i) => letter !== other[i]).length;

/** True when one letter put in, left out or exchanged makes one text the other. */
function isOneEdit(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  let start = 0;
  while (start < short.length && short[start] === long[start]) start++;
  const rest = short.length === long.length ? start + 1 : start;
  return short.slice(rest) === long.slice(start + 1);
}

/** Names with a word before them: 南向阳台, upper hallway. */
function ending(text: string): RoomName | undefined {
  let best: string | undefined;
  for (const form of forms.keys()) {
    const least = isChinese(form) ? 2 : 5;
    if (form.length < least || form.length < (best?.length ?? 0)) continue;
    if (text.endsWith(form) || (!isChinese(form) && text.startsWith(form))) best = form;
  }
  return best === undefined ? undefined : forms.get(best);
}
