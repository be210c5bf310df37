import type { EngineHealth } from '#shared/contract/engine-desk';
import { engineKindLabels, engineStateLabels } from '#shared/domain/console-words';
import { statusWords } from '../../ui/status-words.tsx';

export const engineState = statusWords(engineStateLabels, {
  ok: 'success',
  failing: 'danger',
  unavailable: 'danger',
  off: 'quiet',
});

export const kindWord = (kind: EngineHealth['kind']) => engineKindLabels[kind];
export const kindChoices = Object.entries(engineKindLabels).map(([value, label]) => ({ value, label }));

/** `3.2%`; an em dash where nothing was called. */
export const shareWords = (share: number | null) => (share === null ? '—' : `${(share * 100).toFixed(1)}%`);
