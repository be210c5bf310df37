import { parseHexColour, type Rgb } from '../../base/colour.ts';
import { blanked, type Heard, stretchesOf, type TextRange } from '../../base/words.ts';

/** Drawing of a material: its mean colours and the pattern that varies them. */
export interface MaterialLook {
  /** Name for people. */
  title: string;
  /** One is taken per output. */
  colours: readonly Rgb[];
  pattern: 'plain' | 'speckle' | 'grain' | 'brick' | 'tuft' | 'ripple' | 'fold';
  /** 0–1: how much the pattern varies the lightness. */
  contrast: number;
  /** Category of the material library, when it is a building surface laid in perspective. */
  finish?: string;
}

/** Categories of the material library by title; the others are drawn by their pattern. */
const finishes: Readonly<Record<string, string>> = {
  大理石: '801',
  胡桃木: '802',
  木: '802',
  混凝土: '803',
  砖: '804',
  瓦: '812',
};

const look = (
  title: string,
  words: string,
  pattern: MaterialLook['pattern'],
  contrast: number,
  ...colours: readonly string[]
) => ({ words: words.split(' '), title, pattern, contrast, colours: colours.map(parseHexColour) });

/** Longer words stand before shorter ones they contain. */
const looks = [
  look('混凝土', '清水混凝土 混凝土 水泥 concrete cement', 'speckle', 0.1, '#a6a49f', '#b5b2aa', '#8f8e8b'),
  look('玻璃', '玻璃 幕墙 glass', 'plain', 0.02, '#8fa9b5', '#7f9aa0', '#9db5c4'),
  look('铜', '黄铜 紫铜 红铜 铜板 铜 copper brass', 'grain', 0.08, '#9a6540', '#8c6a48', '#6f8c7c'),
  look('金属', '不锈钢 铝板 金属 钢 metal steel', 'grain', 0.08, '#9a9da1', '#7d7f83', '#a98458'),
  look('瓦', '红瓦 陶瓦', 'brick', 0.3, '#8a4f3c', '#9a5c45', '#74432f'),
  look('瓦', '小青瓦 青瓦 瓦屋面 屋面瓦 瓦 roof tile', 'brick', 0.3, '#5c6064', '#6d5047', '#8a4f3c'),
  look('大理石', '大理石 marble', 'speckle', 0.08, '#e4e0d8', '#d3cdc3', '#4a4d4f'),
  look('石材', '石材 花岗岩 岩板 石 stone granite', 'speckle', 0.22, '#a89e8f', '#8d8a84', '#c2b69f'),
  look('砖', '红砖 青砖 砖 brick', 'brick', 0.3, '#9c5640', '#8a4b3a', '#7d8084'),
  look('胡桃木', '胡桃木 胡桃 walnut', 'grain', 0.24, '#6f4a30', '#5c3d29', '#7f573a'),
  look('木', '木地板 橡木 原木 木 wood timber oak', 'grain', 0.24, '#a9794c', '#6f4a30', '#c59a68'),
  look('绿植', '绿植 植物 灌木 树 绿化 plant tree hedge', 'tuft', 0.5, '#4f7a35', '#3f6a3a', '#6d8f3f'),
  look('草地', '草坪 草地 草 grass lawn', 'tuft', 0.35, '#6d9440', '#7c9c4a', '#587f38'),
  look('水面', '泳池 水面 水 water pool', 'ripple', 0.18, '#4f8f9e', '#3f7f93', '#6aa7ad'),
  look('窗帘', '窗帘 纱帘 curtain', 'fold', 0.3, '#d9d3c7', '#b7b3ab', '#8d99a3'),
  look('织物', '沙发 地毯 布 织物 皮 床 sofa rug fabric bed', 'speckle', 0.16, '#c8bda9', '#8f9ba3', '#6d6a66'),
  look('灯光', '灯 light lamp', 'plain', 0.02, '#ffe3b0', '#ffd592', '#fff0d2'),
  look('涂料', '乳胶漆 涂料 墙漆 paint plaster', 'speckle', 0.04, '#e8e2d6', '#d8d4cc', '#cfd6d4'),
];

const colourWords: ReadonlyArray<{ words: readonly string[]; rgb: Rgb }> = [
  { words: ['米白', '米色', '奶油', 'beige', 'cream'], rgb: parseHexColour('#e6dcc6') },
  { words: ['白', 'white'], rgb: parseHexColour('#efedea') },
  { words: ['黑', 'black'], rgb: parseHexColour('#2c2c2e') },
  { words: ['深灰', '炭', 'charcoal'], rgb: parseHexColour('#55565a') },
  { words: ['灰', 'grey', 'gray'], rgb: parseHexColour('#98989a') },
  { words: ['红', 'red'], rgb: parseHexColour('#a63a30') },
  { words: ['橙', 'orange'], rgb: parseHexColour('#d0803a') },
  { words: ['黄', 'yellow'], rgb: parseHexColour('#dcb64a') },
  { words: ['绿', 'green'], rgb: parseHexColour('#5c8250') },
  { words: ['蓝', 'blue'], rgb: parseHexColour('#4a6f98') },
  { words: ['紫', 'purple'], rgb: parseHexColour('#77608f') },
  { words: ['棕', '褐', '咖', 'brown'], rgb: parseHexColour('#7a5538') },
];

/** Words of the hour and of plants that hold the name of a colour nobody means. */
const falseColours = /黄昏|蓝调|蓝天|白云|白天|红叶|绿地|绿化|绿植/g;

/**
 * Reads a material and a colour from words, Chinese or English.
 *
 * @param unwanted words whose material must not be taken
 * @returns undefined when no word is known
 */
export function lookOf(wanted: string, unwanted = ''): MaterialLook | undefined {
  const { material, colour } = namedIn(wanted, unwanted);
  if (!material && !colour) return undefined;
  const { title, pattern, contrast, colours } = material ?? looks.at(-1)!;
  const finish = finishes[title];
  return { title, pattern, contrast, colours: colour ? [colour.rgb] : colours, ...(finish && { finish }) };
}

/** Which words {@link lookOf} goes by. */
export function hearLook(wanted: string, unwanted = ''): Heard {
  const { material, colour, rest } = namedIn(wanted, unwanted);
  return {
    wanted: [
      ...placesOf(wanted.toLowerCase(), material?.words ?? []),
      ...placesOf(
        rest,
        (colour?.words ?? []).map((word) => (/[a-z]/.test(word) ? word : `${word}色?`)),
      ),
    ],
    unwanted: placesOf(
      unwanted.toLowerCase(),
      [...looks, ...colourWords].flatMap(({ words }) => words),
    ),
  };
}

function namedIn(wanted: string, unwanted: string) {
  const text = wanted.toLowerCase();
  const barred = unwanted.toLowerCase();
  const isNamed = (words: readonly string[], within: string) =>
    words.some((word) => within.includes(word)) && !words.some((word) => barred.includes(word));
  const material = looks.find(({ words }) => isNamed(words, text));
  // 「绿植」 and 「红砖」 hold the name of a colour that is not meant on top of the material's own.
  const own = material ? new RegExp(material.words.join('|'), 'g') : undefined;
  const rest = blanked(own ? blanked(text, own) : text, falseColours);
  return { material, colour: colourWords.find(({ words }) => isNamed(words, rest)), rest };
}

function placesOf(text: string, words: readonly string[]): TextRange[] {
  return words.length === 0 ? [] : stretchesOf(text, new RegExp(words.join('|')));
}
