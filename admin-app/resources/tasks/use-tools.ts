import { type HttpError, useCustom } from '@refinedev/core';
import { type ToolAnswer, taskContract } from '#shared/contract/task';
import { engineLabels } from '#shared/domain/console-words';
import { minute } from '#shared/domain/time';

type ListedTool = Pick<ToolAnswer, 'id' | 'title' | 'engines' | 'closedEngines'>;

/** The public tool list. @param staleTime milliseconds for which an earlier answer will do */
function useTools(staleTime: number): ListedTool[] {
  const { result } = useCustom<ListedTool[], HttpError>({
    url: taskContract.tools.path,
    method: 'get',
    dataProviderName: 'manage',
    errorNotification: false,
    queryOptions: { staleTime },
  });
  return Array.isArray(result.data) ? (result.data as ListedTool[]) : [];
}

/** The tools by title. */
export const useToolChoices = (): Array<{ value: string; label: string }> =>
  useTools(Number.POSITIVE_INFINITY).map(({ id, title }) => ({ value: id, label: title }));

/** Titles of engines by their ids: those of the product, then all that take part now. */
export function useEngineTitles(): ReadonlyMap<string, string> {
  const listed = useTools(minute).flatMap(({ engines, closedEngines }) => [...engines, ...closedEngines]);
  return new Map([...listed.map(({ name, title }) => [name, title] as const), ...Object.entries(engineLabels)]);
}

/** The engines by title. */
export const useEngineChoices = (): Array<{ value: string; label: string }> =>
  [...useEngineTitles()].map(([value, label]) => ({ value, label }));
