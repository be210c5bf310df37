import type { Logger } from 'pino';
import type { Config } from '../../config.ts';
import type { Clock } from '../clock/port.ts';
import { createOfficialAccount } from './official-account.ts';
import type { QrLoginProvider } from './port.ts';

/** The provider the configuration names; undefined where scans are simulated or switched off. */
export function realQrLogin(
  config: Config,
  { clock, log }: { clock: Clock; log: Logger },
): QrLoginProvider | undefined {
  if (config.qrLoginProvider !== 'official-account') return undefined;
  const account = {
    appId: config.officialAccountAppId,
    secret: config.officialAccountSecret,
    token: config.officialAccountToken,
    gateway: config.officialAccountGateway,
  };
  return createOfficialAccount(account, { clock, log, send: fetch });
}
