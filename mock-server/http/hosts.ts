import { isIP } from 'node:net';
import type { RequestHandler } from 'express';
import { ProductError } from '#shared/errors';

/** Which names this server answers to: settings of the operator. */
export interface HostSettings {
  mode: 'local' | 'production';
  publicUrl: string | undefined;
  /** In lower case, without ports. */
  allowedHosts: readonly string[];
}

/**
 * Refuses requests made under a foreign name, whatever they ask for. A page of another site can point its own name at
 * this machine and would then count as this site (DNS rebinding). Numeric addresses and `localhost` cannot be pointed
 * anywhere. In production every name is answered unless the operator lists some. Throws `request.foreign_host`.
 */
export function refuseForeignHosts(settings: HostSettings): RequestHandler {
  const names = new Set(['localhost', ...settings.allowedHosts]);
  if (settings.publicUrl) names.add(new URL(settings.publicUrl).hostname);
  const isOpen = settings.mode === 'production' && settings.allowedHosts.length === 0;
  return (request, _response, next) => {
    const name = nameOf(request.get('host'));
    if (name === undefined || !(isOpen || names.has(name) || isNumeric(name)))
      throw new ProductError('request.foreign_host');
    next();
  };
}

/** The name in a Host header, without the port; undefined for what is no host. */
function nameOf(host: string | undefined): string | undefined {
  if (!host || /[^\w.:[\]-]/.test(host) || !URL.canParse(`http://${host}`)) return undefined;
  return new URL(`http://${host}`).hostname;
}

function isNumeric(name: string): boolean {
  return isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0;
}
