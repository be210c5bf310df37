import { minute } from '#shared/domain/time';
import { spaceHeader } from '../../../space.ts';
import type { Clock } from '../../clock/port.ts';
import type { Books, OutgoingNotification } from './books.repository.ts';

/** Delays after each try that was not answered `success`, milliseconds; after the last one the provider gives up. */
const pauses = [4, 10, 10, 60, 120, 360, 900].map((minutes) => minutes * minute);
const answerWithinMs = 10_000;

export interface DeliveryDeps {
  books: Books;
  clock: Clock;
  send: typeof fetch;
  /** Name of the world that is notified; undefined for the unnamed one. */
  world?: string | undefined;
}

/** Posts the notifications of the books until each is answered with exactly `success`. */
export function createDelivery({ books, clock, send, world }: DeliveryDeps) {
  const flights = new Map<number, Promise<void>>();
  const stopping = new AbortController();
  let origin: string | undefined;

  async function deliver({ id, notifyUrl, body, tries, isRepeated }: OutgoingNotification, home: string) {
    const answer = await post(home, notifyUrl, body).catch(() => '');
    const pause = answer === 'success' || !isRepeated ? undefined : pauses[tries];
    books.noteTry(id, pause === undefined ? null : clock.now() + pause);
  }

  /** Whatever host the notify address names, the call goes to the product itself and nowhere else. */
  async function post(home: string, notifyUrl: string, body: string): Promise<string> {
    const { pathname, search } = new URL(notifyUrl);
    const response = await send(new URL(pathname + search, home), {
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded; charset=utf-8',
        ...(world !== undefined && { [spaceHeader]: world }),
      },
      body,
      redirect: 'error',
      signal: AbortSignal.any([stopping.signal, AbortSignal.timeout(answerWithinMs)]),
    });
    return response.text();
  }

  return {
    /** The product's own address, known once it listens; notifications wait for it. */
    reachProductAt(address: string): void {
      origin = address;
    },

    /** Sends what is due and waits for the answers. */
    async deliverDue(): Promise<void> {
      if (origin === undefined || stopping.signal.aborted) return;
      for (const notification of books.due(clock.now())) {
        if (flights.has(notification.id)) continue;
        const flight = deliver(notification, origin).finally(() => flights.delete(notification.id));
        flights.set(notification.id, flight);
      }
      await Promise.all(flights.values());
    },

    /** Ends what is under way; it is tried again at the next start. */
    async stop(): Promise<void> {
      stopping.abort();
      await Promise.all(flights.values());
    },
  };
}
