import { readFileSync } from 'node:fs';
import { second } from '#shared/domain/time';
import { type Config, ConfigError, settings } from '../../config.ts';
import { createEmbedder } from './openai-compatible/embedder.ts';
import { createOpenAiCompatible, type OpenAiCompatibleDeps } from './openai-compatible/index.ts';
import type { ChatAdapter, Embedder, Knowledge } from './port.ts';

type Surroundings = Pick<OpenAiCompatibleDeps, 'log' | 'timers'>;

/** The models that the configuration names; undefined where there are none. Throws {@link ConfigError}. */
export function realChat(
  config: Config,
  { log, timers }: Surroundings,
  knowledge: Pick<Knowledge, 'excerptsFor'>,
): ChatAdapter | undefined {
  if (config.chatProvider === 'off') return undefined;
  const service = { baseUrl: config.chatBaseUrl, apiKey: readApiKey(config.chatApiKey) };
  return createOpenAiCompatible(
    { ...service, models: config.chatModels ?? [] },
    { log, timers, knowledge: knowledge.excerptsFor, patience: { first: config.chatFirstWordSeconds * second } },
  );
}

/**
 * Embedder for the search of entries by meaning; undefined when no model for it is named. Throws {@link ConfigError}.
 */
export function realEmbedder(config: Config, { log, timers }: Surroundings): Embedder | undefined {
  if (config.chatProvider === 'off' || config.chatEmbeddingModel === '') return undefined;
  const service = { baseUrl: config.chatBaseUrl, apiKey: readApiKey(config.chatApiKey) };
  return createEmbedder({ ...service, model: config.chatEmbeddingModel }, { log, timers });
}

function readApiKey(text: string): string {
  const key = (text.startsWith('@') ? readKeyFile(text.slice(1)) : text).trim();
  // It goes into a header.
  if (!/^[\x21-\x7E]*$/.test(key)) throw keyFault('只能有一行字母、数字和符号，中间没有空格');
  if (text.startsWith('@') && key === '') throw keyFault(`文件 ${text.slice(1)} 是空的`);
  return key;
}

function readKeyFile(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw keyFault(`读不到文件 ${path}（${(error as NodeJS.ErrnoException).code ?? '未知原因'}）`);
  }
}

function keyFault(reason: string): ConfigError {
  return new ConfigError(`配置有误，服务没有启动：\n  ${settings.chatApiKey.env}：${reason}`);
}
