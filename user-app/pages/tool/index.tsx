import { useLocation, useRouteProps, useSearchParams } from '@umijs/max';
import { lazy, Suspense } from 'react';
import { ailive } from '#shared/tools/outdoor';
import { toolById } from '#shared/tools/registry';
import { useCurrentUser } from '@/data/user';
import { downloadFile, downloadImage, downloadZip } from '@/features/download';
import { MaskField, PointsField } from '@/features/mask-editor';
import { KeptWorkbench, standardEditors } from '@/features/tool-workbench';
import { type Draft, draftOfPage } from '@/lib/interruption';
import { visitorAccount } from '@/lib/tool-sessions';
import Loading from '@/loading';

/** Drawing and rendering at once needs a screen of its own. */
const LivePage = lazy(() => import('../live'));

const downloads = { one: downloadImage, all: downloadZip, file: downloadFile };
const editors = { ...standardEditors, mask: MaskField, points: PointsField };

/** The page of every tool: the route says which. */
export default function ToolPage() {
  const { toolId, hideHeader } = useRouteProps<{ toolId: string; hideHeader?: boolean }>();
  const [query] = useSearchParams();
  const { pathname, state } = useLocation();
  const { user, vip } = useCurrentUser();
  const tool = toolById(toolId);

  if (!tool) throw new Error(`The route names an unknown tool: ${toolId}`);
  if (tool.id === ailive.id) {
    return (
      <Suspense fallback={<Loading />}>
        <LivePage />
      </Suspense>
    );
  }
  return (
    <KeptWorkbench
      key={tool.id}
      tool={tool}
      account={user?.userId ?? visitorAccount}
      isLoggedIn={user !== undefined}
      access={vip?.flags}
      editors={editors}
      downloads={downloads}
      isWithoutHeader={hideHeader === true}
      draft={(state as { draft?: Draft } | null)?.draft ?? draftOfPage(pathname)}
      base={query.get('base') ?? undefined}
      parent={query.get('parent') ?? undefined}
    />
  );
}
