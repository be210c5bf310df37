import { connectChatModels } from '../../../../tests/support/chat-models.ts';
import { startFakeChatModels } from '../../../../tests/support/fake-chat-models.ts';
import { describeChatAdapter } from '../conformance.ts';

const answerTo = (question: string) =>
  `关于“${question.slice(-20)}”：先看场地与朝向，再定体量；立面以竖向线条为主，窗墙比按节能要求核对，材料两三种即可，首层做得通透一些。\n\n| 部位 | 材料 |\n|---|---|\n| 墙身 | 陶板 |\n| 窗 | 断桥铝 |`;

describeChatAdapter('openai-compatible', async () => {
  const fake = await startFakeChatModels();
  // A model that is asked to go on repeats a little at first, as they do.
  fake.always((question) => {
    if (!question.startsWith('上面的回答')) return { text: answerTo(question) };
    const messages = fake.asked.at(-1)?.body.messages ?? [];
    const [asked, soFar] = messages.slice(-3).map(({ content }) => String(content)) as [string, string];
    return { text: answerTo(asked).slice(Math.max(0, soFar.length - 30)), step: 7 };
  });
  const { adapter } = connectChatModels(fake);
  return { adapter, question: '办公楼立面怎么做', otherQuestion: '小区中庭怎么做', close: fake.close };
});
