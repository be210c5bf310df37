import type { Request, RequestHandler, Response } from 'express';
import { ProductError } from '#shared/errors';
import type { Metrics } from '../adapters/metrics/port.ts';
import type { Config } from '../config.ts';
import { isSameHash } from '../modules/identity/account/password.ts';
import { isFromThisMachine } from './context.ts';

/** Path of the metrics. */
export const metricsPath = '/metrics';

/**
 * Metrics for Prometheus. With METRICS_TOKEN set, to who sends it as `Authorization: Bearer …`; in local mode to this
 * machine as well. Otherwise the page does not exist. Throws `metrics.closed` for a wrong token.
 */
export function metricsPage(config: Pick<Config, 'mode' | 'metricsToken'>, metrics: Metrics): RequestHandler {
  return async (request, response) => {
    if (config.mode !== 'local' || !isFromThisMachine(request)) {
      if (config.metricsToken === undefined) throw new ProductError('request.not_found');
      const given = request.get('authorization')?.match(/^Bearer (.+)$/i)?.[1] ?? '';
      if (!isSameHash(given, config.metricsToken)) {
        response.set('www-authenticate', 'Bearer');
        throw new ProductError('metrics.closed');
      }
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') throw new ProductError('request.method');
    response.set({ 'content-type': metrics.mediaType, 'cache-control': 'no-store' }).send(await metrics.text());
  };
}

/** Call of a contract that answers a request; set by the router of the contract. */
export interface AnsweringCall {
  name: string;
  /** True for a stream of events, which lasts as long as its reader stays. */
  isStream: boolean;
}

/** Counts a request whose answer has ended, or whose client has left. */
export function countRequest(metrics: Metrics, request: Request, response: Response, ms: number): void {
  const call = response.locals.call as AnsweringCall | undefined;
  const { path } = request;
  if (path === metricsPath) return;
  metrics.requestEnded({
    call: nameOf(path, call),
    status: response.writableFinished ? `${Math.floor(response.statusCode / 100)}xx` : 'aborted',
    seconds: call?.isStream ? undefined : ms / 1000,
  });
}

/** Names of calls are few; paths are not, so what no call answered goes by its kind. */
function nameOf(path: string, call: AnsweringCall | undefined): string {
  if (path.startsWith('/__mock')) return 'control_plane';
  if (call) return call.name;
  return path.startsWith('/api/') || path.startsWith('/cas/') ? 'unknown' : 'page';
}
