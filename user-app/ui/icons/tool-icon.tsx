/** A tool's own line icon, from the sprite `public/icons/tools.svg`, where each symbol has the tool's id. */
export function ToolIcon({
  toolId,
  size = 20,
  className,
}: {
  toolId: string;
  size?: number;
  className?: string | undefined;
}) {
  return (
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth={1.5}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
      className={className}
    >
      <use href={`/icons/tools.svg#${toolId}`} />
    </svg>
  );
}
