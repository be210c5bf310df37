import type { settingDeskContract } from '#shared/contract/setting-desk';
import type { Handlers } from '../../../http/mount.ts';
import type { SettingService } from './setting.service.ts';

export function settingRoutes(settings: SettingService): Omit<Handlers<typeof settingDeskContract>, 'staffSettings'> {
  return {
    staffSetting: ({ params }) => settings.find(params.id),
    changeSetting: ({ caller, facts, params, input }) => settings.change(caller, params.id, input, facts),
  };
}
