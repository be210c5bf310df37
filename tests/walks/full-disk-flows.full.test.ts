import { strikeEveryStep } from '../support/flow-strikes.ts';
import { fullDiskFrom, meetTrouble } from '../support/troubled-flow.ts';

strikeEveryStep({
  title: 'a disk that is full from any write on is said, costs nothing, and does no harm once there is room',
  parts: 4,
  async strike({ flow, reached, stage, at }) {
    const found = await meetTrouble(flow, reached, stage, fullDiskFrom(at));
    return found?.map((fault) => `write ${at}, ${fault}`);
  },
});
