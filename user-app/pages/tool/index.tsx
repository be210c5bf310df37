import { useRouteProps, useSearchParams } from '@umijs/max';
import { toolById } from '#shared/tools/registry';
import { useCurrentUser } from '@/data/user';
import { downloadImage, downloadZip } from '@/features/download';
import { standardEditors, ToolWorkbench } from '@/features/tool-workbench';

const downloads = { one: downloadImage, all: downloadZip };

/** The page of every tool: the route says which. */
export default function ToolPage() {
  const { toolId, hideHeader } = useRouteProps<{ toolId: string; hideHeader?: boolean }>();
  const [query] = useSearchParams();
  const { user, vip } = useCurrentUser();
  const tool = toolById(toolId);

  if (!tool) throw new Error(`The route names an unknown tool: ${toolId}`);
  return (
    <ToolWorkbench
      key={tool.id}
      tool={tool}
      isLoggedIn={user !== undefined}
      access={vip?.flags}
      editors={standardEditors}
      downloads={downloads}
      isWithoutHeader={hideHeader === true}
      base={query.get('base') ?? undefined}
    />
  );
}
