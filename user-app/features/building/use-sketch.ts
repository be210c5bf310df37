import { useEffect, useState } from 'react';
import { TransportError } from '#shared/client/transport';
import type { BuildingRatio } from '#shared/contract/building-model';
import type { BuildingView } from '#shared/domain/building-view';
import { failureWords } from '#shared/domain/failure-words';
import { drawBuildingSketch } from '../../data/building-models';
import { askSketch, drawnSketch } from './sketch-queue';

interface SketchInput {
  modelId: string;
  view: BuildingView;
  ratio: BuildingRatio;
  /** Pixels of the longer side. */
  side: number;
  /** Lower ones are drawn first. */
  rank: number;
  /** A view that goes on changing is asked for when it has rested so long, milliseconds. */
  restMs?: number;
}

interface Sketch {
  /** The newest sketch there is, maybe of the view before; undefined before the first. */
  src: string | undefined;
  isDrawing: boolean;
  /** Why it could not be drawn, as a sentence. */
  problem: string | undefined;
  retry: () => void;
}

/** Sketch of a view: drawn when its turn has come, drawn anew when the view changes; the former one is broken off. */
export function useSketch({ modelId, view, ratio, side, rank, restMs = 0 }: SketchInput): Sketch {
  const key = JSON.stringify([modelId, view, ratio, side]);
  const [tries, setTries] = useState(0);
  const [state, setState] = useState<{ key?: string; src?: string; problem?: string }>({});
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is made of model, view, ratio and side; a new object of the same view draws nothing anew
  useEffect(() => {
    const aborter = new AbortController();
    const ask = async () => {
      try {
        const draw = (signal: AbortSignal) => drawBuildingSketch(modelId, view, { ratio, side, signal });
        const src = await askSketch(key, { rank, signal: aborter.signal, draw });
        if (!aborter.signal.aborted) setState({ key, src });
      } catch (error) {
        if (aborter.signal.aborted || (error instanceof TransportError && error.kind === 'aborted')) return;
        setState((former) => ({ ...former, key, problem: failureWords(error, '这张草图没有画成') }));
      }
    };
    const timer = setTimeout(() => void ask(), drawnSketch(key) === undefined ? restMs : 0);
    return () => {
      clearTimeout(timer);
      aborter.abort();
    };
  }, [key, tries]);
  const isCurrent = state.key === key;
  return {
    src: state.src,
    isDrawing: !isCurrent,
    problem: isCurrent ? state.problem : undefined,
    retry: () => {
      setState(({ src }) => ({ ...(src !== undefined && { src }) }));
      setTries(tries + 1);
    },
  };
}
