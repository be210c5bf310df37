import type { systemContract } from '#shared/contract/system';
import type { Config } from '../../../config.ts';
import { apiDescription, apiPage } from '../../../http/api-description.ts';
import type { Handlers } from '../../../http/mount.ts';
import type { AgreementService } from '../../identity/agreement/agreement.service.ts';
import type { SystemService } from './system.service.ts';

export interface SystemDeps {
  system: SystemService;
  agreements: AgreementService;
  config: Config;
  isReady: () => boolean;
}

export function systemRoutes({ system, agreements, config, isReady }: SystemDeps): Handlers<typeof systemContract> {
  return {
    health: async ({ response }) => {
      const fault = isReady() ? await system.storageFault() : undefined;
      if (isReady() && !fault) response.json({ status: 'ok' });
      else
        response
          .status(503)
          .set('retry-after', '5')
          .json({ status: 'unavailable', reason: fault?.reason, message: fault?.message });
    },
    siteSettings: () => ({
      filingNumber: config.filingNumber,
      agreementVersion: agreements.loginVersion(),
      isLocal: config.mode === 'local',
      isAgreementTickedByDefault: config.isAgreementTicked,
      outboxes: { sms: config.smsProvider === 'outbox', email: config.emailProvider === 'outbox' },
      contact: config.contactUrl ? { url: config.contactUrl, hours: config.contactHours } : null,
      clientDownloads: config.clientDownloads,
      extensionUrl: config.extensionUrl,
      logins: {
        wechat: config.qrLoginProvider !== 'off',
        email: config.isEmailLoginOpen,
        account: config.isAccountLoginOpen,
      },
    }),
    trackEvents: async ({ caller, input, facts }) => {
      await system.track(caller?.accountId ?? null, input.deviceId ?? null, input.events, facts.address);
      return null;
    },
    openApi: async ({ response }) => {
      response.type('json').send(await apiDescription());
    },
    apiDocs: async ({ response }) => {
      response.type('html').send(await apiPage());
    },
  };
}
