/** Changes that answers told of (`X-Change-Id`): they can be undone for a while. */
const listeners = new Set<(changeId: string) => void>();

export const changes = {
  announce(changeId: unknown): void {
    if (typeof changeId === 'string' && changeId !== '') for (const listener of listeners) listener(changeId);
  },
  subscribe(listener: (changeId: string) => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
