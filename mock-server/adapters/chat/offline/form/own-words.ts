import type { DefinedTool } from '#shared/tools/define-tool';
import { refusalsIn } from './fill.ts';

const politeness =
  /^(?:请你?|麻烦你?|劳驾|帮忙|帮我|给我|替我|我想要?|我要|想要|想(?!象)|需要|希望(?!小学)|最好|(?:你|能不能|可不可以|可以|能)(?=[你帮给替写编拟])){1,8}/;
const measured = '(?:出|一下|成)?(?:[一两二三四五六七八九十\\d]{1,3}[段条个句份组些点张幅栋座间套]|[段条个份张幅])';
const order = new RegExp(
  `^(?:(?!整个)[来整给出画做]${measured}|(?:[写编拟]|生成|润色|组织|渲染(?![图感])|描述)(?:${measured}|出|一下|成)?)(?:关于|有关)?`,
);
/** An order behind what it is for: 给这张客厅图写一段提示词. */
const orderBehind =
  /^(?:[给为用]|把)?(?:这[张个间套])?(.*?)(?:图片?|照片)?(?:[写编拟来]|生成|润色)(?:一?[段条个句份组些])/;
/** 室内渲染的描述: what it is to be used for. */
const use = /(?:建筑|室内|家装|公装|景观|规划|外观)?渲染图?$/;
const orderedWords = /的?(?:创意)?(?:描述词?|提示词|prompt|关键词|咒语|文案)(?:一下)?[:：]?/gi;
/** In front of what is wanted: 要有行人. */
const wanting = /^(?:还?要有|还要|再?加上|要(?!素|塞))/;
const ending = /(?:效果图|渲染图|图片|照片|的图?|[吧吗呢啊呀]|可以吗|行吗|好吗|谢谢){1,6}$/;
/** Phrases of the form or about the text itself. */
const aside =
  /^(?:谢谢.{0,3}|多谢|越?(?:详细|短|长)(?:越好|一?[点些])?|\d+\s*字(?:以内|左右)?|[一两二三四五六七八九十\d]{1,3}[张幅]|\d{1,2}\s*[:：比]\s*\d{1,2}|[248]k)$/i;

/**
 * Description of the picture in the person's words: without the phrases of the request, and without refusals if the
 * form has a field for those.
 */
export function ownWords(tool: DefinedTool, sentence: string): string[] {
  let text = sentence;
  if ('negTxt' in tool.fields) for (const { from, to } of refusalsIn(sentence).toReversed()) text = cut(text, from, to);
  const title = tool.title.replace(/（[^（）]*）/, '');
  const phrases = text
    .replace(/[“”"「」『』]/g, '')
    .split(
      /[,，。；;！!？?\n]+|(?<=一下|描述词?|提示词|prompt|关键词|咒语|文案)[:：]|(?<=\p{Script=Han})\s+|(?<!\s)\s+(?=\p{Script=Han})/iu,
    )
    .map((phrase) => cleaned(phrase.trim(), title))
    .filter((phrase) => phrase !== '' && !aside.test(phrase));
  return phrases.filter((phrase, at) =>
    phrases.every((other, place) => place === at || !other.includes(phrase) || (other === phrase && place > at)),
  );
}

const cut = (text: string, from: number, to: number) => `${text.slice(0, from)}，${text.slice(to)}`;

function cleaned(phrase: string, title: string): string {
  const polite = phrase.replace(politeness, '');
  const isAsked = new RegExp(orderedWords.source, 'i').test(polite);
  const asked = polite.replace(order, '');
  const bare = isAsked
    ? asked.replace(orderBehind, '$1').replace(orderedWords, '').replace(title, '').replace(use, '')
    : asked;
  return bare.replace(wanting, '').replace(ending, '').trim();
}

/** Words for each kind of slot, beyond those of the tools; when one of them is said, none is added. */
const kindsSaid: Readonly<Record<string, RegExp>> = {
  时间: /凌晨|黎明|拂晓|破晓|[晨晓暮夜午昏晚]|早上|日[出落间光]|[夕朝]阳|阳光|落日|朝霞|白天|白昼|蓝调|蓝天|晴|[阴雨雾雪](?!篷|棚|山|影|松|水)|星空|月光|天黑|天亮|[一二三四五六七八九十\d]点/,
  材质: /[砖石木钢铝铜铁瓦陶瓷竹藤漆砼绒布皮]|混凝土|水泥|金属|玻璃|涂料|[白灰]墙|夯土|幕墙|亚麻|织物|材质/,
  镜头: /视[角图点野]|[人平仰俯]视|透视|鸟瞰|仰拍|俯[瞰拍]|轴测|立面|角度|航拍|镜头|[推拉]近?|环绕|特写|广角|[近远全]景|[正侧]面/,
  家具: /家具|沙发|床|桌|椅|柜|茶几/,
  质感: /质感|纹理/,
};

/**
 * Returns true when a word of this kind may be added to a person's words: it is a slot of every description, and left
 * open.
 */
export function isOpen(kind: string, words: string): boolean {
  const said = kindsSaid[kind];
  return said !== undefined && !said.test(words);
}
