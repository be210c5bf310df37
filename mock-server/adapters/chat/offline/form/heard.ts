import { wayOf } from './synonyms.ts';

/** A stretch of the sentence that a field or a word took. */
interface Stretch {
  from: number;
  to: number;
}

/** Maximum number of characters read from a sentence. */
export const longestSentence = 1000;

/**
 * A sentence from which fields and the prompt text take their parts; each part is used at most once per purpose. Only
 * the first 1,000 characters are read.
 */
export class Heard {
  readonly text: string;
  /** Stretches that a reader understood. */
  readonly taken: Stretch[] = [];

  constructor(text: string) {
    this.text = text.slice(0, longestSentence).normalize('NFKC').slice(0, longestSentence);
  }

  /** Longest stretch that says a name and is not refused; undefined when there is none. */
  find(name: string): Stretch | undefined {
    const way = wayOf(name);
    return way && this.findWay(way);
  }

  findWay(way: RegExp): Stretch | undefined {
    const places = [...this.text.matchAll(way)]
      .map((match) => ({ from: match.index, to: match.index + match[0].length }))
      .filter(({ from, to }) => to > from && !refusal.test(this.text.slice(Math.max(0, from - 5), from)));
    return places.sort((one, other) => other.to - other.from - (one.to - one.from))[0];
  }

  take(stretch: Stretch): void {
    this.taken.push(stretch);
  }

  /** Phrases that no reader understood. */
  rest(): string[] {
    const signs = [...this.text].length === this.text.length ? this.text.split('') : Array.from(this.text);
    for (const { from, to } of this.taken) signs.fill(' ', from, to);
    return signs
      .join('')
      .replace(request, ' ')
      .split(/[\s,，。；;、！!？?：:“”"'的]+/)
      .map((phrase) =>
        phrase.replace(/^[和与及在把将给成是用要有]+|(?<![和与及了吧呢成风格感式调])[和与及了吧呢成风格感式调]+$/g, ''),
      )
      .filter((phrase) => /[\p{Script=Han}]{2,}|[a-z]{3,}/iu.test(phrase) && phrase.length <= 24);
  }
}

/** Before a word: it is not wanted. */
const refusal = /(?:不要|别有|别(?!墅|有)|不想要?|不用|不加|没有|去除|非)[^,，。；;、]{0,2}$/;

/** Phrases of a request, without meaning for the form. */
const request =
  /请问?|麻烦|润色|能不能|可不可以|可以|帮忙|帮我|给我|替我|我想要?|我要|想要?|需要|希望|一下|这[张个段套间栋]|那[张个段套间栋]|我的?|[写编拟来做出画搞弄渲改换变转生成](?:成|为|个|一?[张个段条份句组些点套])?|(?:渲染|生成|转换|变成|改成|换成|做成|处理|制作)|成|一?[张段条份句个幅]|[两二三四\d]张|(?:创意)?描述|提示词|prompt|关键词|咒语|效果图|图片|图(?!书|案|形)|照片|底图|表单|工具|填好?|吧|吗|呢|啊|谢谢|[?？!！]/giu;
