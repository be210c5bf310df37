import type { PageEvent, systemContract } from '#shared/contract/system';
import { contract } from '#shared/contract/index';
import type { Clock } from '../../adapters/clock/port.ts';
import type { Config } from '../../config.ts';
import { apiDocsPage } from '../../http/api-docs.ts';
import { openApiOf } from '../../http/openapi.ts';
import type { Handlers } from '../../http/mount.ts';
import type { Store } from '../store.ts';
import { insertPageEvents } from './system.repository.ts';

/** Version of the agreements shown at login; recorded with each consent. */
export const agreementVersion = '2026-11-20';

export interface SystemDeps {
  store: Store;
  clock: Clock;
  config: Config;
  isReady: () => boolean;
}

export function systemRoutes({ store, clock, config, isReady }: SystemDeps): Handlers<typeof systemContract> {
  return {
    health: ({ response }) => {
      response.status(isReady() ? 200 : 503).json({ status: isReady() ? 'ok' : 'unavailable' });
    },
    siteSettings: () => ({
      filingNumber: config.filingNumber,
      agreementVersion,
      isAgreementTickedByDefault: config.isAgreementTicked,
      isLocalMode: config.mode === 'local',
    }),
    trackEvents: async ({ caller, input }) => {
      const rows = input.events.map((event) => ({
        account_id: caller?.accountId ?? null,
        device_id: input.deviceId ?? null,
        name: event.name,
        label: event.label ?? null,
        detail: JSON.stringify(detailOf(event)),
        created_at: clock.now(),
      }));
      await insertPageEvents(store.db, rows);
      return null;
    },
    openApi: ({ response }) => {
      response.json(openApiOf(contract));
    },
    apiDocs: ({ response }) => {
      response.type('html').send(apiDocsPage(contract));
    },
  };
}

function detailOf({ path, from, personalCenterPage, at }: PageEvent): object {
  return { path, from, personalCenterPage, at };
}
