import { leaveForeignWorld } from '#shared/browser/world-watch';
import { TransportError } from '#shared/client/transport';

/**
 * Throws {@link TransportError} `redirected` when this browser has gone to another world than this page: the page is being
 * loaded again, and neither asks there nor shows what came from there.
 */
export function stayInWorld(): void {
  if (leaveForeignWorld()) throw new TransportError('redirected', undefined);
}
