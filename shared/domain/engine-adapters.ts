/**
 * Adapters of engines that operators connect, in the file of engines or in the console, with the name that people know
 * each by. Types, lists and the server's registry of adapters follow from it.
 */
export const engineAdapters = {
  comfyui: { title: 'ComfyUI' },
  'openai-images': { title: 'OpenAI 图像接口' },
  dashscope: { title: '阿里云百炼' },
  ark: { title: '火山方舟' },
} as const satisfies Record<string, { title: string }>;

export type EngineAdapter = keyof typeof engineAdapters;

export const engineAdapterNames = Object.keys(engineAdapters) as [EngineAdapter, ...EngineAdapter[]];

/** Chinese sentence about an adapter that does not exist. */
export const adapterSentence = `现在支持的适配器：${engineAdapterNames.join('、')}`;
