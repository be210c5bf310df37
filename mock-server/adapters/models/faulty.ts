import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ModelAddress } from '../../../engine/models/client.ts';
import { type FaultPoint, withCall } from '../fault-points.ts';
import type { Models } from './port.ts';

/** Nobody listens here; threads keep a connection for each token, so that it is one of its own. */
const deadAddress: ModelAddress = {
  at: { path: path.join(tmpdir(), 'zhuhui-no-models', 'socket') },
  token: 'no process',
};

/** Networks whose process cannot be reached while a rule of `model.process` strikes. */
export function withModelFaults(models: Models, draw: FaultPoint<'model.process'>): Models {
  const reached = withCall(models, 'access', (access) => () => ({
    ...access(),
    ...(draw() && { address: deadAddress }),
  }));
  return withCall(
    reached,
    'test',
    (test) => async (model) => (draw() ? { fault: '运行模型的进程两次中断，可能是内存不够。', ms: 0 } : test(model)),
  );
}
