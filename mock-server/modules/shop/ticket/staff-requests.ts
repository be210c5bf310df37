import { createHash } from 'node:crypto';
import { ProductError } from '#shared/errors';
import type { Clock } from '../../../adapters/clock/port.ts';
import type { Db } from '../../base/store.ts';
import { findRequest, insertRequest } from './staff-request.repository.ts';

/** Request of a member of staff, with a key that the client keeps over its retries. */
export interface StaffRequest {
  operator: string;
  clientKey: string;
  /** All that decides about the outcome, the call's name too. */
  content: object;
}

/** Lets what staff ask for happen once, however often it is sent. */
export function createStaffRequests({ clock }: { clock: Clock }) {
  return {
    /**
     * Does the work, or answers as it was answered under this key before. For use inside a transaction, so that work
     * and key are written together. Throws `request.client_key_reused` for other content.
     */
    async once<T extends object>(
      tx: Db,
      { operator, clientKey, content }: StaffRequest,
      work: () => Promise<T>,
    ): Promise<T> {
      const contentHash = createHash('sha256').update(JSON.stringify(content)).digest('hex');
      const known = await findRequest(tx, operator, clientKey);
      if (known) {
        if (known.content_hash !== contentHash) throw new ProductError('request.client_key_reused');
        return JSON.parse(known.answer) as T;
      }
      const answer = await work();
      await insertRequest(tx, {
        operator,
        client_key: clientKey,
        content_hash: contentHash,
        answer: JSON.stringify(answer),
        created_at: clock.now(),
      });
      return answer;
    },
  };
}
