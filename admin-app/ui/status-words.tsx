import type { ReactNode } from 'react';
import { StatusDot, type Tone } from './parts.tsx';

/** The words of a state in the order it goes through them: as a dot, as plain words, as choices of a filter. */
export function statusWords<S extends string>(
  labels: Readonly<Record<NoInfer<S>, string>>,
  tones: Readonly<Record<S, Tone>>,
) {
  const states = Object.keys(tones) as S[];
  return {
    labelOf: (status: S): string => labels[status],
    choices: states.map((status) => ({ value: status, label: labels[status] })),
    Dot({ status, children }: { status: S; children?: ReactNode }) {
      return (
        <StatusDot tone={tones[status]}>
          {labels[status]}
          {children}
        </StatusDot>
      );
    },
  };
}
