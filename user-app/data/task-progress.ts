import { useEffect, useReducer } from 'react';
import type { Task } from '#shared/contract/task';

type Reported = Pick<Task, 'taskId' | 'status' | 'progress' | 'step' | 'etaMs' | 'startedAt'>;

interface Track {
  startedAt: number | null;
  /** The last report, and when it came. */
  progress: number;
  words: string | undefined;
  at: number;
  /** Milliseconds that were left then, as far as anything is known. */
  leftMs: number | undefined;
  shown: number;
}

export interface ProgressTracks {
  /**
   * Progress of a running task at `now`, 0–1: the last report, continued at the usual pace of this tool, up to the end
   * of the reported step and never back. Undefined when neither the engine nor earlier runs tell it.
   */
  fractionOf(task: Reported, now: number): number | undefined;
}

/** Remembers when reports came, so that every place that shows a task shows the same. */
export function createProgressTracks(): ProgressTracks {
  const tracks = new Map<string, Track>();

  return {
    fractionOf({ taskId, status, progress, step, etaMs, startedAt }, now) {
      if (status !== 'running') {
        tracks.delete(taskId);
        return undefined;
      }
      let track = tracks.get(taskId);
      // A run that was put back begins again; that is no step backwards.
      const isSameRun = track?.startedAt === startedAt;
      if (!track || !isSameRun || progress > track.progress || step?.words !== track.words) {
        const shown = track && isSameRun ? track.shown : 0;
        track = { startedAt, progress, words: step?.words, at: now, leftMs: etaMs, shown };
        tracks.set(taskId, track);
      }
      const isAnythingKnown = progress > 0 || (step !== undefined && track.leftMs !== undefined);
      if (!isAnythingKnown) return undefined;
      const pace = step && track.leftMs ? (1 - progress) / track.leftMs : 0;
      const carriedOn = Math.min(step?.ends ?? progress, progress + pace * (now - track.at));
      track.shown = Math.max(track.shown, progress, carriedOn);
      return track.shown;
    },
  };
}

const tracks = createProgressTracks();

/** {@link ProgressTracks.fractionOf} now; the same for everybody who asks. */
export function progressNow(task: Reported): number | undefined {
  return tracks.fractionOf(task, Date.now());
}

/** Milliseconds between two looks at a running task: two at most for each percent that is read. */
const lookEveryMs = 250;

/** {@link progressNow}, looked at again a few times a second while the task runs. */
export function useTaskProgress(task: Reported): number | undefined {
  const [, look] = useReducer((count: number) => count + 1, 0);
  const isRunning = task.status === 'running';
  useEffect(() => {
    if (!isRunning) return;
    const timer = window.setInterval(look, lookEveryMs);
    return () => window.clearInterval(timer);
  }, [isRunning]);
  return progressNow(task);
}
