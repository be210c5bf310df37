import type { settingDeskContract } from '#shared/contract/setting-desk';
import type { Handlers } from '../../http/mount.ts';
import { withTotal } from '../../http/total.ts';
import { pageOfComputed } from '../computed-list.ts';
import type { SettingService } from './setting.service.ts';

export function settingRoutes(settings: SettingService): Handlers<typeof settingDeskContract> {
  const { list } = settings;
  return {
    staffSettings: async ({ input, response }) =>
      withTotal(response, pageOfComputed(await list.all(), input, list.idOf)),
    staffSetting: ({ params }) => settings.find(params.id),
    changeSetting: ({ caller, facts, params, input }) => settings.change(caller, params.id, input, facts),
  };
}
