import path from 'node:path';
import type { Logger } from 'pino';
import { createEmbeddedBuildings } from '../adapters/building/embedded.ts';
import type { BuildingEngine } from '../adapters/building/port.ts';
import { createOfflineReading, type OfflineReading } from '../adapters/chat/offline/offline-assistant.ts';
import { realEmbedder } from '../adapters/chat/real.ts';
import { createEmbeddedControl } from '../adapters/control/embedded.ts';
import type { FaultPoints } from '../adapters/fault-points.ts';
import { createEmbeddedJudge } from '../adapters/judge/embedded.ts';
import type { ResultJudge } from '../adapters/judge/port.ts';
import { withModelFaults } from '../adapters/models/faulty.ts';
import { openModels } from '../adapters/models/index.ts';
import type { Models } from '../adapters/models/port.ts';
import { createEmbeddedEngine } from '../adapters/render/embedded/index.ts';
import { createEngineChecks, type EngineChecks } from '../adapters/render/engine-checks.ts';
import type { FileSettings } from '../adapters/render/engine-registry.ts';
import { readEnginesFile } from '../adapters/render/engines-file.ts';
import type { RenderEngine } from '../adapters/render/port.ts';
import { type ConnectedNeeds, realEngines } from '../adapters/render/real.ts';
import { createQuickEngine } from '../adapters/render/test/index.ts';
import { createEmbeddedSegmenter } from '../adapters/segment/embedded.ts';
import type { Segmenter } from '../adapters/segment/port.ts';
import type { Config } from '../config.ts';
import { createMemoryRoom, type MemoryRoom } from '../memory-room.ts';
import { createPasswords, type Passwords } from '../modules/identity/account/password.ts';
import type { EngineTermsByName } from '../modules/studio/engine/engine-terms.ts';
import { createPictureWork, type PictureWork } from '../modules/studio/image/picture-work.ts';
import { createVariantCache, type VariantCache } from '../modules/studio/image/variant-cache.ts';
import { realTimers } from '../timers.ts';

/** Most bytes of bodies that the journals of all worlds keep together. */
const mostJournalBytes = 64 * 1024 * 1024;

/**
 * Parts that all worlds of a process use: engines, networks, threads and processes, and caches under the hash of what
 * they were made of. None of them holds data of an account.
 */
export interface Shared {
  passwords: Passwords;
  engines: readonly RenderEngine[];
  /** Terms of the operator's engines. */
  engineTerms: EngineTermsByName;
  /** Engines of the operator's file. */
  connected: readonly FileSettings[];
  /** Parts that connected engines are opened with. */
  engineNeeds: ConnectedNeeds & { checks: EngineChecks };
  segmenter: Segmenter;
  judge: ResultJudge;
  /** Reads and draws building models. */
  buildingEngine: BuildingEngine;
  /** Undefined where networks are switched off, and for worlds that may not change them. */
  models: Models | undefined;
  variants: VariantCache;
  pictures: PictureWork;
  reading: OfflineReading;
  /** Memory of the journals of the control planes. */
  journalRoom: MemoryRoom;
  /** Ends threads and processes; nothing may be asked of them any more. */
  close(): Promise<void>;
}

/** Parts that tests bring along; whoever brings engines, picture work, a judge or a building engine closes them. */
export interface SharedReplacements {
  passwords?: Passwords;
  engines?: readonly RenderEngine[];
  engineTerms?: EngineTermsByName;
  pictureWork?: PictureWork;
  judge?: ResultJudge;
  buildingEngine?: BuildingEngine | undefined;
}

/** @param faults of the unnamed world: those of networks strike their one process, whichever world asks */
export async function createShared(
  { config, log, faults }: { config: Config; log: Logger; faults: FaultPoints },
  replacements: SharedReplacements,
): Promise<Shared> {
  const cacheFolder = path.join(config.dataDir, 'cache');
  const variants = await createVariantCache(cacheFolder);
  const opened = await openNetworks(config, log);
  const models = opened && withModelFaults(opened, faults.announce('model.process'));
  const networks = models && { models: models.access };
  const segmenter = createEmbeddedSegmenter({ cache: variants, ...networks });
  const connected = config.enginesFile === undefined ? [] : readEnginesFile(config.enginesFile);
  const buildingEngine = replacements.buildingEngine ?? createEmbeddedBuildings();
  const control = createEmbeddedControl({ cacheFolder, buildings: buildingEngine, ...networks });
  const checks = createEngineChecks(config.dataDir);
  const engineNeeds = { control, checks, folder: path.join(config.dataDir, 'engine-runs') };
  const ownEngines = () => [
    ...(config.testEngine === 'fast' ? [createQuickEngine()] : []),
    ...realEngines(connected, engineNeeds),
    createEmbeddedEngine({ threads: config.engineThreads, cacheFolder, ...networks }),
  ];
  const engines = replacements.engines ?? ownEngines();
  const judge = replacements.judge ?? createEmbeddedJudge(networks);
  const pictures = replacements.pictureWork ?? createPictureWork();
  const reading = createOfflineReading(realEmbedder(config, { log, timers: realTimers }));
  const passwords = replacements.passwords ?? createPasswords();
  return {
    engineTerms: replacements.engineTerms ?? termsOf(connected),
    ...{ passwords, engines, connected, engineNeeds, segmenter, judge, models, variants, pictures, reading },
    buildingEngine,
    journalRoom: createMemoryRoom(mostJournalBytes),
    async close() {
      if (!replacements.engines) await Promise.all(engines.map((engine) => engine.close()));
      await control.close();
      await segmenter.close();
      if (!replacements.judge) await judge.close();
      if (!replacements.buildingEngine) await buildingEngine.close();
      await models?.close();
      await reading.close();
      await pictures.close();
    },
  };
}

/** Undefined where networks are switched off. */
async function openNetworks({ modelRuntime, modelMegabytes, dataDir }: Config, log: Logger) {
  if (modelRuntime === 'off') return undefined;
  return openModels({
    dataDir,
    log,
    ...(modelRuntime !== 'auto' && { only: modelRuntime }),
    ...(modelMegabytes !== undefined && { mostMemory: modelMegabytes * 1e6 }),
  });
}

const leavesSentence = '底图、参考图和描述会发送到外部服务';

/** Terms of the operator's engines by name. Free outputs of the day are for engines of this server. */
export function termsOf(settings: readonly FileSettings[]): EngineTermsByName {
  return new Map(
    settings.map(({ name, priceFactor, laneSize, plans, leavesHouse, budget }) => [
      name,
      {
        ...{ priceFactor, laneSize, hasFreeOutputs: false },
        ...(plans && { plans }),
        ...(leavesHouse && { leaves: leavesSentence }),
        ...(budget && { budget }),
      },
    ]),
  );
}
