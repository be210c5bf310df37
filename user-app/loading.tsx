/** Shown while a screen's code or the current user is on its way: the empty sheet, announced once. */
export default function Loading() {
  return (
    <div role="status" aria-live="polite" data-holds-place style={{ minHeight: '60vh' }}>
      <span className="visually-hidden">正在加载</span>
    </div>
  );
}
