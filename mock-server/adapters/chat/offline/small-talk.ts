import { whatItCan } from './knowledge-answer.ts';
import type { ChatReply } from './reply.ts';

const starts =
  '例如：「水磨石怎么描述」「把这张毛坯做成侘寂风客厅」「套内 98 平、得房率 78%，建筑面积多少」「我还有多少券」。';

/** Small talk, matched against the whole sentence. */
const talks: readonly [RegExp, readonly string[]][] = [
  [
    /^(?:你?是谁|你是什么(?:东西|人|ai|机器人)?|你叫(?:什么|啥)(?:名字)?|介绍一?下?(?:你)?自己|自我介绍一?下?|你是(?:真)?人吗|你是不是(?:真人|机器人|ai)|你是(?:机器人|人工智能|ai)吗)$/,
    ['我是离线助手：按你的话在本站的知识库里查找，再把查到的条目给你。没有接语言模型，所以只答得了库里有的。', starts],
  ],
  [
    /(?:你|这里|助手|后台|背后).{0,6}(?:用|接|是|基于|调用).{0,6}(?:什么|哪个|啥|哪家)?.{0,4}(?:大?模型|gpt|deepseek|chatgpt|千问|通义|文心|llm)(?!.{0,4}渲染)/,
    ['没有用语言模型。离线助手是在知识库里检索、再按固定的规则计算和填表，所以也不收券。'],
  ],
  [
    /^(?:你(?:都)?(?:能|会|可以)(?:做|干|帮我做|答|回答)?(?:什么|啥|些什么|哪些)(?:事|问题)?|(?:有)?(?:什么|啥)功能|怎么用你|帮助|help)$/,
    [whatItCan, starts],
  ],
  [
    /^(?:你好|您好|hi|hello|嗨|哈喽|在吗|在不在|早|早上好|上午好|中午好|下午好|晚上好|hey|你好你好)$/,
    ['你好，我是离线助手，从知识库里查答案，不接语言模型。', starts],
  ],
  [
    /^(?:谢谢|谢了|多谢|感谢|thanks?|thank you|好的谢谢|太感谢了|非常感谢|谢谢你|辛苦了|谢谢啦)$/,
    ['不客气。还有要查的、要算的，接着问就行。'],
  ],
  [
    /^(?:好的?|嗯+|哦+|ok|okay|行|明白了?|知道了|了解了?|收到|可以|不错|厉害|牛)$/,
    ['好。还有要查的、要算的，接着问就行。'],
  ],
  [/^(?:再见|拜拜|bye|下次见|88)$/, ['再见。']],
  [
    /^(?:你(?:真)?(?:笨|傻|蠢|没用|不行|垃圾)|答非所问|不对|错了|你答错了|不是这个(?:意思)?)$/,
    ['没答到点上，抱歉。换个说法，或把材料、部位、工具的名字说出来，我再查一次。'],
  ],
];

/** Maximum length of small talk in characters. */
const longestTalk = 200;

export function smallTalk(question: string): ChatReply | undefined {
  if (question.length > longestTalk) return undefined;
  const said = question
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s,，.。!！?？~～、…]/g, '')
    .replace(/(?<![呀啊哦呢哈啦])[呀啊哦呢哈啦]+$/, '');
  const found = talks.find(([pattern]) => pattern.test(said));
  return found && { blocks: found[1] };
}
