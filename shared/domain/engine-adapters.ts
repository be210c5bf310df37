/**
 * Adapters of engines that operators connect: the name that people know each by, and whether staff can set one up in
 * the console. Types, lists and the server's registry of adapters follow from it.
 */
export const engineAdapters = {
  comfyui: { title: 'ComfyUI', isForStaff: true },
  'openai-images': { title: 'OpenAI 图像接口', isForStaff: false },
  dashscope: { title: '阿里云百炼', isForStaff: false },
} as const satisfies Record<string, { title: string; isForStaff: boolean }>;

export type EngineAdapter = keyof typeof engineAdapters;

const namesOf = (isWanted: (name: EngineAdapter) => boolean) =>
  (Object.keys(engineAdapters) as EngineAdapter[]).filter(isWanted) as [EngineAdapter, ...EngineAdapter[]];

export const engineAdapterNames = namesOf(() => true);
/** Adapters that staff can set up. */
export const staffAdapterNames = namesOf((name) => engineAdapters[name].isForStaff);

/** Chinese sentence about an adapter that does not exist. */
export const adapterSentence = `现在支持的适配器：${engineAdapterNames.join('、')}`;
