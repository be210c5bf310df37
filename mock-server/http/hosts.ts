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
  const isAnswered = (host: string | undefined): boolean => {
    const name = nameOf(host);
    return name !== undefined && (isOpen || names.has(name) || isNumeric(name));
  };
  /** Host headers that are answered: reading one takes as long as a quarter of a small answer. */
  const answered = new Set<string | undefined>();
  return (request, _response, next) => {
    const { host } = request.headers;
    if (!answered.has(host)) {
      if (!isAnswered(host)) throw new ProductError('request.foreign_host');
      if (answered.size < mostRemembered) answered.add(host);
    }
    next();
  };
}

/** Host headers that are remembered; where more are answered, whoever asks may invent them. */
const mostRemembered = 100;

/** The name in a Host header, without the port; undefined for what is no host. */
function nameOf(host: string | undefined): string | undefined {
  if (!host || /[^\w.:[\]-]/.test(host) || !URL.canParse(`http://${host}`)) return undefined;
  return new URL(`http://${host}`).hostname;
}

function isNumeric(name: string): boolean {
  return isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0;
}
