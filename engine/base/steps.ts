import type { ToolJob } from './job.ts';

/** Says that a step begins where the last one ended. The returned function reports how far it is, 0–1. */
export type BeginStep = (words: string, ends: number) => (share: number) => void;

interface Span {
  /** Shares of the whole job at which these steps begin and end. */
  from: number;
  to: number;
  /** Which of several outputs they make. */
  output?: { index: number; count: number };
}

/**
 * The steps of a job in turn, in the words people read while they wait.
 *
 * @returns takes the step's Chinese name and the share of the span, 0–1, at which it ends as a rule
 */
export function stepsOf(job: Pick<ToolJob, 'onProgress'>, { from, to, output }: Span = { from: 0, to: 1 }): BeginStep {
  let begins = from;
  return (name, end) => {
    const start = begins;
    const ends = from + (to - from) * end;
    const words = output && output.count > 1 ? `${name} ${output.index + 1}/${output.count}` : name;
    begins = ends;
    job.onProgress(start, { words, ends });
    return (share) => job.onProgress(start + (ends - start) * share, { words, ends });
  };
}

/** The steps of one of `count` equal outputs, which are made from `from` to the end of the job. */
export function stepsOfOutput(
  job: Pick<ToolJob, 'onProgress'>,
  { from, index, count }: { from: number; index: number; count: number },
): BeginStep {
  const each = (1 - from) / count;
  return stepsOf(job, { from: from + each * index, to: from + each * (index + 1), output: { index, count } });
}

/** The job as a part of it sees it, whose own 0–1 lies between `from` and `to`. */
export function partOfJob<Job extends Pick<ToolJob, 'onProgress'>>(job: Job, from: number, to: number): Job {
  const within = (share: number) => from + (to - from) * share;
  return {
    ...job,
    onProgress: (share, step) => job.onProgress(within(share), step && { ...step, ends: within(step.ends) }),
  };
}
