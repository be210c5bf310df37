import { useEngineTitles } from './use-tools.ts';

/** An engine by its title; by its id where it does not take part any more. */
export function EngineName({ id }: { id: string }) {
  return <>{useEngineTitles().get(id) ?? id}</>;
}
