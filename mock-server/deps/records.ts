import { type Config, environmentOf } from '../config.ts';
import type { Store } from '../modules/base/store.ts';
import { createAuditService } from '../modules/records/audit/audit.service.ts';
import { createChangeSets } from '../modules/records/audit/change-sets.service.ts';
import { createGrants } from '../modules/records/grant/grant.service.ts';
import { createPendingChanges, type PendingDeps } from '../modules/records/pending/pending-change.service.ts';
import { createSettingService } from '../modules/records/setting/setting.service.ts';
import { settingSpecs } from '../modules/records/setting/setting-specs.ts';
import { createViewService } from '../modules/records/view/view.service.ts';
import { uploadsPerDay } from '../modules/studio/image/image.rules.ts';
import type { Adapters } from './adapters.ts';
import { installationKey } from './installation-key.ts';

export type Records = ReturnType<typeof createRecords>;

/** Checks of members of staff, which identity implements. */
type StaffAnswers = Pick<PendingDeps, 'isTrusted' | 'proveOwn' | 'guard'>;

/** Audit, undo, changes that wait for a second person, what staff give away, settings and saved views. */
export function createRecords(config: Config, store: Store, adapters: Adapters, staff: StaffAnswers) {
  const { clock, ids, renderEngines } = adapters;
  const audit = createAuditService({ store, clock, ids, installationKey: installationKey(config.dataDir) });
  const changeSets = createChangeSets({ store, clock, ids, audit });
  const environment = environmentOf(config, process.env);
  const pending = createPendingChanges({ store, clock, ids, audit, isAlone: config.isSingleStaff, ...staff });
  const settings = createSettingService({
    ...{ store, clock, audit, changeSets, pending, environment },
    specs: settingSpecs({ ...config, uploadsPerDay }),
    engineChoices: (tool) => enginesOf(renderEngines, tool),
  });
  const grants = createGrants({ clock, ceiling: () => settings.limit('giftCeiling') });
  const views = createViewService({ store, clock, ids, audit, changeSets });
  return { audit, changeSets, environment, pending, settings, grants, views };
}

/** Engines that can run a tool now, the default first. */
async function enginesOf(engines: Adapters['renderEngines'], tool: string) {
  const described = await Promise.all(
    engines.map(async (engine) => ({ name: engine.name, about: await engine.describe() })),
  );
  return described
    .filter(({ about }) => about.unavailable === undefined && about.tools.some((each) => each.tool === tool))
    .map(({ name, about }) => ({ value: name, label: about.title }));
}
