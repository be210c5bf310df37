import type { Connection } from './connection.ts';
import { TransportError } from './transport.ts';

/**
 * The one way on which the apps send what changes something: at once or not at all, and once. Where it is known that
 * there is no network nothing is sent; where no answer came, what is shown is read again as soon as the server can be
 * reached. `send` throws {@link TransportError} where it got no answer.
 */
export function createWriteGuard({ isLost, noteAnswer, noteUnanswered }: Connection) {
  return async <T>(send: () => Promise<T>): Promise<T> => {
    if (await isLost()) throw new TransportError('offline', undefined);
    try {
      const answer = await send();
      noteAnswer();
      return answer;
    } catch (error) {
      if (!(error instanceof TransportError)) noteAnswer();
      else if (error.kind === 'network' || error.kind === 'timeout') {
        await noteUnanswered();
        throw new TransportError(error.kind, error, true);
      }
      throw error;
    }
  };
}

/**
 * Whether the answer to a change says nothing of it: a gateway's page in place of the product's words, which may have
 * come after the change was made.
 * @param isOurs whether the product itself spoke
 */
export function isUnanswered(status: number, isOurs: boolean): boolean {
  return !isOurs && (status < 400 || status >= 500);
}
