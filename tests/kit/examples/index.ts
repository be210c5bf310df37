import type { World } from '../client.ts';
import { faults } from './faults.ts';
import { generatedClient } from './generated-client.ts';
import { isolatedWorlds } from './isolated-worlds.ts';
import { journal } from './journal.ts';
import { otherLanguage } from './other-language.ts';
import { preparedState } from './prepared-state.ts';
import { samePictures } from './same-pictures.ts';
import { signUpToRefund } from './sign-up-to-refund.ts';
import { snapshots } from './snapshots.ts';
import { timeTravel } from './time-travel.ts';

interface Example {
  title: string;
  /** Goes through the flow in a world without accounts. Throws where something comes out otherwise. */
  run(world: World): Promise<void>;
  /** True for those that take seconds: programs are started, pictures drawn by the real engine. */
  isSlow?: true;
}

/** Ten flows of QA by the names of their files, in the order of docs/QA.md. */
export const examples: Readonly<Record<string, Example>> = {
  'sign-up-to-refund': { title: '注册、出图、付款、退款', run: signUpToRefund },
  'time-travel': { title: '拨动时钟', run: timeTravel },
  faults: { title: '让它出错', run: faults },
  'isolated-worlds': { title: '互不相干的空间', run: isolatedWorlds },
  snapshots: { title: '快照与重置', run: snapshots },
  journal: { title: '核对请求', run: journal },
  'same-pictures': { title: '同样的种子，同样的图', run: samePictures, isSlow: true },
  'generated-client': { title: '由描述生成的客户端', run: generatedClient, isSlow: true },
  'other-language': { title: '另一种语言手写的客户端', run: otherLanguage, isSlow: true },
  'prepared-state': { title: '一次备好数据', run: preparedState },
};
