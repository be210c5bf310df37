/** The house seal: a section through a roof, cut into a cinnabar square. */
export function LogoMark({ size = 24 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" fill="none" aria-hidden="true" focusable="false">
      <rect width="24" height="24" rx="5" fill="var(--accent)" />
      <path
        d="M5 10.5 12 5.5l7 5M7.5 10.5v8M16.5 10.5v8M12 10.5v8M5 18.5h14"
        stroke="var(--on-accent)"
        strokeWidth="1.6"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
