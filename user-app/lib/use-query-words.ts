import { useSearchParams } from './router';

/**
 * Values that a screen keeps in its address behind `?`, by name, empty ones left out. A change adds no history entry.
 */
export function useQueryWords<Name extends string>(
  ...names: Name[]
): [words: Readonly<Record<Name, string>>, change: (next: Partial<Record<Name, string>>) => void] {
  const [query, setQuery] = useSearchParams();
  const words = Object.fromEntries(names.map((name) => [name, query.get(name) ?? ''])) as Record<Name, string>;
  const change = (next: Partial<Record<Name, string>>) => {
    const changed = new URLSearchParams(query);
    for (const [name, value] of Object.entries(next) as [string, string][]) {
      if (value) changed.set(name, value);
      else changed.delete(name);
    }
    setQuery(changed, { replace: true });
  };
  return [words, change];
}
