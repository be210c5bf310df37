import type { EngineOption } from '#shared/contract/connected-engine-desk';
import type { EngineOptionValue } from '#shared/contract/engine-fields';

/** Facts of an adapter that the console asks and explains its settings by. */
export interface AdapterDesk {
  /** An address as an example, and a sentence about further ones. */
  address: { example: string; hint: string };
  /** Word before the key in the header `Authorization`; null where the header is the operator's choice. */
  keyScheme: string | null;
  /** True for services of others. */
  leavesHouse: boolean;
  /** Ids of the tools that it can run; empty where graphs say so. */
  tools: readonly string[];
  /** Settings of its own. Their usual values are the defaults of the schema. */
  options: readonly OptionWords[];
}

type OptionWords = Pick<EngineOption, 'name' | 'title' | 'hint' | 'kind'> & {
  choices?: Readonly<Record<string, string>>;
};

export const modelOption: OptionWords = {
  ...{ name: 'model', title: '模型', kind: 'text' },
  hint: '服务里的模型名称，以服务的页面为准。',
};

export const pictureFenOption: OptionWords = {
  ...{ name: 'pictureFen', title: '每张收费', kind: 'fen' },
  hint: '服务每张收多少，记进成本。不填则成本不明；自己的服务器填 0。',
};

/** Options with the values that they have when none are given, by the defaults of an adapter's schema. */
export const optionsOf = ({ options }: AdapterDesk, usual: Readonly<Record<string, unknown>>): EngineOption[] =>
  options.map(({ choices = {}, ...option }) => ({
    ...option,
    choices: Object.entries(choices).map(([value, title]) => ({ value, title })),
    usual: (usual[option.name] ?? null) as EngineOptionValue | null,
  }));
