import type { ErrorRequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { z } from 'zod';
import { failureEnvelope } from '#shared/contract/envelope';
import { ProductError } from '#shared/errors';
import { fromIssues } from '../modules/base/issues.ts';
import { workerFault } from '../pools/failures.ts';
import { storageFault } from '../storage-fault.ts';
import { answerEarly } from './connection.ts';
import { pathWithoutSecrets, requestIdOf } from './context.ts';

/** Headers of a successful response that are removed from an error response. */
const successHeaders = [
  ...['x-total-count', 'x-total-estimated', 'content-range', 'x-change-id'],
  ...['content-type', 'content-disposition', 'content-length', 'etag', 'last-modified', 'accept-ranges'],
] as const;

/** Any failure as one of the catalogue; what is not known becomes `server.internal`. */
function toProductError(error: unknown): ProductError {
  if (error instanceof ProductError) return error;
  if (error instanceof z.ZodError) return fromIssues(error.issues);
  const { status, statusCode } = (error ?? {}) as { status?: unknown; statusCode?: unknown };
  const hint = typeof status === 'number' ? status : statusCode;
  if (hint === 416) return new ProductError('request.range', { cause: error });
  if (hint === 413) return new ProductError('request.too_large', { cause: error });
  if (typeof hint === 'number' && hint >= 400 && hint < 500)
    return new ProductError('request.malformed', { cause: error });
  return storageFault(error) ?? workerFault(error) ?? new ProductError('server.internal', { cause: error });
}

/** @param isEnded true once the services of the app are closed; what fails by then without a reason of its own is `space.ended` */
export function createErrorHandler(log: Logger, isEnded: () => boolean = () => false): ErrorRequestHandler {
  return (cause, request, response, _next) => {
    const found = toProductError(cause);
    // Files of a world that is gone are missing or in the way; they do not fill a disk.
    const isOfEnd = isEnded() && found.status >= 500 && found.reason !== 'server.storage_full';
    const error = isOfEnd ? new ProductError('space.ended', { cause }) : found;
    if (error.status === 500 || storageFault(error) || workerFault(error.cause)) {
      log.error(
        { requestId: requestIdOf(request), method: request.method, path: pathWithoutSecrets(request), error: cause },
        'request failed',
      );
    }
    if (response.headersSent) {
      response.destroy();
      return;
    }
    sendFailure(response, error, request.originalUrl.startsWith('/api/admin/v1'));
  };
}

function sendFailure(response: Response, error: ProductError, isDialect: boolean): void {
  response.locals.reason = error.reason;
  if (error.retryAfter !== undefined) response.set('retry-after', String(Math.ceil(error.retryAfter)));
  for (const name of successHeaders) response.removeHeader(name);
  // A response 416 states the size of the file.
  const { headers } = (error.cause ?? {}) as { headers?: Record<string, string> };
  if (error.reason === 'request.range' && headers?.['Content-Range'])
    response.set('content-range', headers['Content-Range']);
  response.set('cache-control', 'no-store');
  const dialect = {
    ...error.beside,
    statusCode: error.status,
    message: error.message,
    reason: error.reason,
    errors: error.fields ?? {},
  };
  response.status(error.status);
  const answer = isDialect ? dialect : failureEnvelope(error);
  if (response.req.complete) response.json(answer);
  else answerEarly(response, JSON.stringify(answer));
}
