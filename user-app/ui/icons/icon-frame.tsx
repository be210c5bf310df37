import type { ReactNode, SVGProps } from 'react';

export interface IconProps extends Omit<SVGProps<SVGSVGElement>, 'children'> {
  /** Side in px. */
  size?: number;
}

/** Strokes are 1.5 px on the screen; in marks below this side they grow thinner with them. */
const smallestFullSize = 16;

/** The one frame of all icons: a grid of 24, lines of 1.5 px with round ends. Decorative: the part around has the name. */
export function lineIcon(drawing: ReactNode) {
  return function Icon({ size = 18, ...rest }: IconProps) {
    return (
      <svg
        viewBox="0 0 24 24"
        width={size}
        height={size}
        fill="none"
        stroke="currentColor"
        strokeWidth={(1.5 * 24) / Math.max(size, smallestFullSize)}
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
        focusable="false"
        {...rest}
      >
        {drawing}
      </svg>
    );
  };
}
