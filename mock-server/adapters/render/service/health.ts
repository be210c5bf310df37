import { EngineFailure } from '../port.ts';

/** Time for which a failure closes the engine, milliseconds. */
const closedMs = 60_000;

const words = {
  config: '服务没有接受密钥、模型或设置，请联系管理员',
  quota: '服务的余额或额度用完了，请联系管理员',
  busy: '服务没有应答',
} as const;

/**
 * Health of a service by its last answers: asking it costs nothing only where it is not asked to draw. A failure that
 * only the operator can end closes the engine for a minute, so that tasks go to another one.
 */
export function createServiceHealth(now: () => number) {
  let fault: { at: number; sentence: string } | undefined;
  return {
    good(): void {
      fault = undefined;
    },
    bad(error: unknown): void {
      if (!(error instanceof EngineFailure) || error.kind === 'engine') return;
      // A pause that it asks for itself is no reason to leave it.
      if (error.kind === 'busy' && !error.message.includes('cannot be reached')) return;
      fault = { at: now(), sentence: words[error.kind] };
    },
    /** Why the engine cannot be used, a Chinese sentence; undefined when it can. */
    unavailable: (): string | undefined => (fault && now() - fault.at < closedMs ? fault.sentence : undefined),
  };
}
