import { derivedContract } from '#shared/contract/console';
import { contract } from '#shared/contract/index';
import type { systemContract } from '#shared/contract/system';
import type { Config } from '../../../config.ts';
import { apiDocsPage } from '../../../http/api-docs.ts';
import type { Handlers } from '../../../http/mount.ts';
import { openApiOf } from '../../../http/openapi.ts';
import type { AgreementService } from '../../identity/agreement/agreement.service.ts';
import type { SystemService } from './system.service.ts';

export interface SystemDeps {
  system: SystemService;
  agreements: AgreementService;
  config: Config;
  isReady: () => boolean;
}

export function systemRoutes({ system, agreements, config, isReady }: SystemDeps): Handlers<typeof systemContract> {
  // Made of hundreds of schemas, once.
  let description: string | undefined;
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
    openApi: ({ response }) => {
      description ??= JSON.stringify(openApiOf({ ...contract, ...derivedContract }));
      response.type('json').send(description);
    },
    apiDocs: ({ response }) => {
      response.type('html').send(apiDocsPage(contract));
    },
  };
}
