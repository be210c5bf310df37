import type { z } from 'zod';
import type { EngineAdapter } from '#shared/domain/engine-adapters';
import type { ControlPictures } from '../control/port.ts';
import type { AdapterDesk } from './adapter-desk.ts';
import { createArk } from './ark/index.ts';
import { createComfyUi } from './comfyui/index.ts';
import { createDashScope } from './dashscope/index.ts';
import { EngineSettings } from './engine-settings.ts';
import { createOpenAiImages, openAiDefaults } from './openai-images/index.ts';
import type { RenderEngine } from './port.ts';
import { methodOfModel } from './service/wire.ts';
import {
  ArkSettings,
  arkDesk,
  DashScopeSettings,
  dashScopeDesk,
  OpenAiImagesSettings,
  openAiImagesDesk,
} from './service-settings.ts';

/** Settings of an engine by its adapter. */
export interface SettingsByAdapter {
  comfyui: EngineSettings;
  'openai-images': OpenAiImagesSettings;
  dashscope: DashScopeSettings;
  ark: ArkSettings;
}
/** Settings of an engine of the operator's. */
export type FileSettings = SettingsByAdapter[EngineAdapter];
type ServiceSettings = Exclude<FileSettings, EngineSettings>;

export interface EngineNeeds {
  control: ControlPictures;
  /** Notes of services with a key. */
  folder: string;
}

interface Adapter<Name extends EngineAdapter> {
  /** Settings as they are written in the file of engines. */
  schema: z.ZodType;
  desk: AdapterDesk;
  open(settings: SettingsByAdapter[Name], needs: EngineNeeds): RenderEngine;
  /** Methods that the settings allow, as in abilities and results; whether the service has all they need or not. */
  methods(settings: SettingsByAdapter[Name]): string[];
}

const methodsOfService = ({ model }: ServiceSettings): string[] => [methodOfModel(model)];

/** Every adapter of connected engines; one that is missing does not compile. */
export const engineRegistry: { readonly [Name in EngineAdapter]: Adapter<Name> } = {
  comfyui: {
    schema: EngineSettings,
    desk: {
      address: { example: 'http://192.168.1.20:8188', hint: '' },
      ...{ keyScheme: null, leavesHouse: false, tools: [], options: [] },
    },
    open({ name, title, address, headers, tools, models, graphFiles, confirmedLicences }, { control }) {
      const options = { name, title, address, headers, tools, models, control };
      return createComfyUi({ ...options, graphs: graphFiles, confirmed: confirmedLicences });
    },
    methods: ({ graphFiles, tools, confirmedLicences }) =>
      graphFiles
        .filter((graph) => graph.licence === undefined || confirmedLicences.includes(graph.licence))
        .filter((graph) => tools === undefined || graph.tools.some((tool) => tools.includes(tool)))
        .map(({ algorithm }) => algorithm),
  },
  'openai-images': {
    schema: OpenAiImagesSettings,
    desk: openAiImagesDesk,
    open(settings, needs) {
      const { model, dialect, language, sizes, inputFidelity } = settings;
      const quality = settings.quality ?? (dialect === 'openai' ? openAiDefaults.quality : undefined);
      const own = { model, dialect, language, sizes, quality, inputFidelity };
      return createOpenAiImages({ ...serviceOptions(settings, needs), ...own });
    },
    methods: methodsOfService,
  },
  dashscope: {
    schema: DashScopeSettings,
    desk: dashScopeDesk,
    open: (settings, needs) =>
      createDashScope({ ...serviceOptions(settings, needs), model: settings.model, call: settings.call }),
    methods: methodsOfService,
  },
  ark: {
    schema: ArkSettings,
    desk: arkDesk,
    open: (settings, needs) => createArk({ ...serviceOptions(settings, needs), model: settings.model }),
    methods: methodsOfService,
  },
};

function serviceOptions(
  { name, title, address, tools, pictureFen, key, headers }: ServiceSettings,
  { control, folder }: EngineNeeds,
) {
  const all = { ...(key !== undefined && { authorization: `Bearer ${key}` }), ...headers };
  return { name, title, address, headers: all, tools, pictureFen, control, folder };
}

/** The adapter of settings, for calls with these settings. */
export const adapterOf = ({ adapter }: Pick<FileSettings, 'adapter'>) =>
  engineRegistry[adapter] as unknown as Omit<Adapter<EngineAdapter>, 'open' | 'methods'> & {
    open(settings: FileSettings, needs: EngineNeeds): RenderEngine;
    methods(settings: FileSettings): string[];
  };
