/** Sections of an answer. */
const most = 3;

/** The questions of a message: usually one; two or three where it asks for several things. */
export function questionsIn(message: string): string[] {
  const parts = message
    .split(
      /[？?！!。\n]+|[，,；;]?(?:另外|还有(?=[，,]|就是|一个)|顺便(?:再)?问(?:一下|下)?|再问(?:一下|下)?)[，,：:]?/u,
    )
    .map((part) => part.trim())
    .filter((part) => part.replace(/[\s\p{P}]/gu, '').length >= 4);
  const asking = parts.filter((part) => isQuestion.test(part));
  return asking.length > 1 && asking.length <= most && asking.length === parts.length ? asking : [message.trim()];
}

const isQuestion =
  /吗|呢|么|什么|啥|怎|咋|如何|多少|几|哪|谁|为何|能不能|可不可以|是否|有没有|区别|要不要|会不会|是不是|多(?:大|高|宽|长|厚|久)/;
