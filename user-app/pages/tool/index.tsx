import { lazy, Suspense, useMemo } from 'react';
import { ailive } from '#shared/tools/outdoor';
import { toolById } from '#shared/tools/registry';
import { useCurrentUser } from '@/data/user';
import { downloadFile, downloadImage, downloadZip } from '@/features/download';
import { isDrawnOn, KeptWorkbench, wordEditors } from '@/features/tool-workbench';
import { draftOfPage, type InterruptedDraft } from '@/lib/interruption';
import { PicturePickerProvider } from '@/lib/picture-picker';
import { visitorAccount } from '@/lib/tool-sessions';
import Loading from '@/loading';
import { useLocation, useRouteProps, useSearchParams } from '../../lib/router';

/** Drawing and rendering at once needs a screen of its own. */
const LivePage = lazy(() => import('../live'));
const DrawingWorkbench = lazy(() => import('./drawing-workbench'));
const GalleryPicker = lazy(() => import('@/features/gallery/wall/gallery-picker'));

const downloads = { one: downloadImage, all: downloadZip, file: downloadFile };

/** The page of every tool: the route says which. Its fields take pictures of the gallery too. */
export default function ToolPage() {
  return (
    <PicturePickerProvider value={GalleryPicker}>
      <ToolOfRoute />
    </PicturePickerProvider>
  );
}

/** History state for a tool's page: values of its form, and the assistant's card they come from. */
interface EntryState {
  draft?: InterruptedDraft;
  card?: { messageId: string; cardId: string };
}

/** The run shows in the conversation that offered it; where that cannot be noted, it is a run like all others. */
async function noteCardRun({ messageId, cardId }: NonNullable<EntryState['card']>, taskId: string): Promise<void> {
  const chat = await import('@/data/chat');
  await chat.noteCardRun(messageId, cardId, taskId).catch(() => undefined);
}

function ToolOfRoute() {
  const { toolId, hideHeader } = useRouteProps<{ toolId: string; hideHeader?: boolean }>();
  const [query] = useSearchParams();
  const { pathname, state } = useLocation();
  const { draft, card } = (state as EntryState | null) ?? {};
  const noteRun = useMemo(() => card && ((taskId: string) => void noteCardRun(card, taskId)), [card]);
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
  const props = {
    tool,
    account: user?.userId ?? visitorAccount,
    isLoggedIn: user !== undefined,
    access: vip?.flags,
    downloads,
    isWithoutHeader: hideHeader === true,
    draft: draft ?? draftOfPage(pathname),
    onStarted: noteRun,
    base: query.get('base') ?? undefined,
    parent: query.get('parent') ?? undefined,
  };
  if (!isDrawnOn(tool)) return <KeptWorkbench key={tool.id} {...props} editors={wordEditors} />;
  return (
    <Suspense fallback={<Loading />}>
      <DrawingWorkbench key={tool.id} {...props} />
    </Suspense>
  );
}
