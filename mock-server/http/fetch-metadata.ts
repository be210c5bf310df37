import type { Request } from 'express';
import { ProductError } from '#shared/errors';

/**
 * Refuses state changes asked for by another site. Browsers say where a request comes from (`Sec-Fetch-Site`, see the
 * Fetch Metadata specification); where they do not, `Origin` and then `Referer` must not name another host. A
 * GET that changes something must not be a navigation either, which `SameSite=Lax` would let through
 * (docs/RULES.md R12).
 * Throws `request.foreign_origin`.
 */
export function refuseForeignOrigin(request: Request): void {
  const site = request.get('sec-fetch-site');
  const isNavigation = request.get('sec-fetch-mode') === 'navigate';
  if (request.method === 'GET' && (isNavigation || isPrefetch(request)))
    throw new ProductError('request.foreign_origin');
  if (site !== undefined) {
    const isOwn = site === 'same-origin' || (site === 'none' && request.method !== 'GET');
    if (!isOwn) throw new ProductError('request.foreign_origin');
    return;
  }
  const source = request.get('origin') ?? request.get('referer');
  if (source !== undefined && hostOf(source) !== request.get('host')) throw new ProductError('request.foreign_origin');
}

function isPrefetch(request: Request): boolean {
  return /prefetch|prerender/.test(`${request.get('purpose') ?? ''} ${request.get('sec-purpose') ?? ''}`);
}

function hostOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).host : undefined;
}
