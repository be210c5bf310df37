import type { ReactNode } from 'react';

/** A line icon: 20 px box, 1.5 px stroke, decorative (the control carries the name). */
export function lineIcon(children: ReactNode) {
  return function LineIcon({ size = 18 }: { size?: number }) {
    return (
      <svg
        width={size}
        height={size}
        viewBox="0 0 20 20"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
        focusable="false"
      >
        {children}
      </svg>
    );
  };
}

export const EyeIcon = lineIcon(
  <>
    <path d="M2.5 10S5.2 5 10 5s7.5 5 7.5 5-2.7 5-7.5 5-7.5-5-7.5-5Z" />
    <circle cx="10" cy="10" r="2.2" />
  </>,
);
export const PlusIcon = lineIcon(<path d="M10 4v12M4 10h12" />);
export const MinusIcon = lineIcon(<path d="M4 10h12" />);
export const FitIcon = lineIcon(
  <path d="M7 3.5H4.5a1 1 0 0 0-1 1V7M13 3.5h2.5a1 1 0 0 1 1 1V7M7 16.5H4.5a1 1 0 0 1-1-1V13M13 16.5h2.5a1 1 0 0 0 1-1V13" />,
);
