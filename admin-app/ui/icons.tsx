import type { ReactNode } from 'react';

/** One set: 16 px grid, 1.5 px stroke, drawn with the text's colour. */
function Icon({ children }: { children: ReactNode }) {
  return (
    <svg
      className="icon"
      width="16"
      height="16"
      viewBox="0 0 16 16"
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
}

export const AccountsIcon = () => (
  <Icon>
    <circle cx="6" cy="5.2" r="2.5" />
    <path d="M1.5 13.5c.3-2.7 2-4.2 4.5-4.2s4.2 1.5 4.5 4.2M10.5 2.9a2.5 2.5 0 0 1 0 4.6M12 9.6c1.5.6 2.3 1.9 2.5 3.9" />
  </Icon>
);
export const TasksIcon = () => (
  <Icon>
    <path d="M2 3.5h1.5M2 8h1.5M2 12.5h1.5M6 3.5h8M6 8h8M6 12.5h5" />
  </Icon>
);
export const TicketsIcon = () => (
  <Icon>
    <path d="M1.8 4h12.4v2.6a1.4 1.4 0 0 0 0 2.8V12H1.8V9.4a1.4 1.4 0 0 0 0-2.8zM9.5 4.5v1.3M9.5 7.4v1.2M9.5 10.2v1.3" />
  </Icon>
);
export const SearchIcon = () => (
  <Icon>
    <circle cx="7" cy="7" r="4.5" />
    <path d="m10.5 10.5 3.5 3.5" />
  </Icon>
);
export const PlusIcon = () => (
  <Icon>
    <path d="M8 3v10M3 8h10" />
  </Icon>
);
export const RefreshIcon = () => (
  <Icon>
    <path d="M13.5 8a5.5 5.5 0 1 1-1.7-4M13.5 2v3h-3" />
  </Icon>
);
export const SunIcon = () => (
  <Icon>
    <circle cx="8" cy="8" r="2.8" />
    <path d="M8 1.3v1.4M8 13.3v1.4M1.3 8h1.4M13.3 8h1.4M3.3 3.3l1 1M11.7 11.7l1 1M12.7 3.3l-1 1M4.3 11.7l-1 1" />
  </Icon>
);
export const MoonIcon = () => (
  <Icon>
    <path d="M13.5 9.5A6 6 0 0 1 6.5 2.5a6 6 0 1 0 7 7z" />
  </Icon>
);
export const ScreenIcon = () => (
  <Icon>
    <path d="M2 3h12v8H2zM6 14h4M8 11v3" />
  </Icon>
);
export const LeaveIcon = () => (
  <Icon>
    <path d="M9.5 2.5H3v11h6.5M6.5 8H14M11.5 5.5 14 8l-2.5 2.5" />
  </Icon>
);
export const CopyIcon = () => (
  <Icon>
    <path d="M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3" />
  </Icon>
);
