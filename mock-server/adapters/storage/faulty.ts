import { setTimeout } from 'node:timers/promises';
import { type FaultPoint, faultWords, withCall } from '../fault-points.ts';
import { BlobMissing, type BlobStorage } from './port.ts';

/** Codes of the disk behind the kinds of `blob.put`. */
const codes = { fail: 'EIO', full: 'ENOSPC', readonly: 'EROFS' } as const;

/** A storage whose files meet the faults of `blob.put` on their way in and of `blob.get` on their way out. */
export function withStorageFaults(
  storage: BlobStorage,
  points: { put: FaultPoint<'blob.put'>; get: FaultPoint<'blob.get'> },
): BlobStorage {
  const stored = withCall(storage, 'adopt', (adopt) => async (file) => {
    const fault = points.put();
    if (fault?.kind === 'slow') await setTimeout(fault.ms);
    else if (fault) throw diskError(codes[fault.kind], faultWords('blob.put'));
    return adopt(file);
  });
  return withCall(stored, 'localFile', (localFile) => async (sha256) => {
    const fault = points.get();
    if (fault?.kind === 'fail') throw diskError('EIO', faultWords('blob.get'));
    if (fault?.kind === 'missing') throw new BlobMissing(sha256);
    if (fault) await setTimeout(fault.ms);
    return localFile(sha256);
  });
}

const diskError = (code: string, message: string): Error => Object.assign(new Error(message), { code });
