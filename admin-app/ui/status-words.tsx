import type { ReactNode } from 'react';
import { StatusDot, type Tone } from './parts.tsx';

/** The words of a state in the order it goes through them: as a dot, as plain words, as choices of a filter. */
export function statusWords<S extends string>(words: Readonly<Record<S, readonly [label: string, tone: Tone]>>) {
  const states = Object.keys(words) as S[];
  return {
    labelOf: (status: S): string => words[status][0],
    choices: states.map((status) => ({ value: status, label: words[status][0] })),
    Dot({ status, children }: { status: S; children?: ReactNode }) {
      const [label, tone] = words[status];
      return (
        <StatusDot tone={tone}>
          {label}
          {children}
        </StatusDot>
      );
    },
  };
}
