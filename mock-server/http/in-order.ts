import type { NextFunction, Request, RequestHandler, Response } from 'express';

/**
 * Asks the handlers one after the other, as Express does; what one of them throws goes to the error handlers. Express
 * compares the path with the pattern of every handler it was given, which for small answers takes longer than the
 * handlers.
 */
export function inOrder(...handlers: readonly RequestHandler[]): RequestHandler {
  return (request, response, next) => {
    let at = 0;
    const goOn = (error?: unknown): void => {
      const handler = handlers[at];
      at += 1;
      if (error || !handler) next(error);
      else ask(handler, request, response, goOn);
    };
    goOn();
  };
}

function ask(handler: RequestHandler, request: Request, response: Response, next: NextFunction): void {
  try {
    const ended: unknown = handler(request, response, next);
    if (ended instanceof Promise) ended.catch(next);
  } catch (error) {
    next(error);
  }
}

/** Asks the handler for paths with this beginning, in small letters; compared as Express does, whatever the case of a path. */
export function under(beginning: string, handler: RequestHandler): RequestHandler {
  return (request, response, next) => {
    const { path } = request;
    const isBegun = path.slice(0, beginning.length).toLowerCase() === beginning;
    if (isBegun && (path.length === beginning.length || path[beginning.length] === '/'))
      return handler(request, response, next);
    next();
  };
}
