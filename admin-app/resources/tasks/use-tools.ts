import { type HttpError, useCustom } from '@refinedev/core';
import { taskContract } from '#shared/contract/task';

interface ToolTitle {
  id: string;
  title: string;
}

/** The tools by title, from the public tool list. */
export function useToolChoices(): Array<{ value: string; label: string }> {
  const { result } = useCustom<ToolTitle[], HttpError>({
    url: taskContract.tools.path,
    method: 'get',
    dataProviderName: 'manage',
    errorNotification: false,
    queryOptions: { staleTime: Number.POSITIVE_INFINITY },
  });
  const tools = Array.isArray(result.data) ? (result.data as ToolTitle[]) : [];
  return tools.map(({ id, title }) => ({ value: id, label: title }));
}
