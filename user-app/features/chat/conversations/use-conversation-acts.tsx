import { type ReactNode, useState } from 'react';
import type { Conversation } from '#shared/contract/chat';
import { titleLimit } from '#shared/domain/chat';
import {
  conversationFile,
  deleteConversation,
  pinConversation,
  renameConversation,
  restoreConversation,
} from '../../../data/chat';
import { toastFailure } from '../../../lib/toast';
import { DocumentIcon, DownloadIcon, TrashIcon } from '../../../ui/icons';
import type { MenuAct } from '../../../ui/menu';
import { NameDialog } from '../../../ui/name-dialog';
import { UndoBar, useUndo } from '../../../ui/undo-bar';
import { PencilIcon, PinIcon } from '../icons';

interface ActsInput {
  openId: string | undefined;
  /** The last message of the path that is shown. */
  leafId: string | undefined;
  onOpen: (conversationId: string | undefined) => void;
}

/** Acts on a conversation, and their dialogs. */
export function useConversationActs({ openId, leafId, onOpen }: ActsInput): {
  actsOf: (conversation: Conversation) => readonly MenuAct[];
  shown: ReactNode;
} {
  const [renamed, setRenamed] = useState<Conversation>();
  const undo = useUndo();

  const remove = async ({ conversationId, title }: Conversation) => {
    try {
      await deleteConversation(conversationId);
    } catch (error) {
      toastFailure(error);
      return;
    }
    const wasOpen = conversationId === openId;
    if (wasOpen) onOpen(undefined);
    undo.offer({
      text: `已删除「${title}」，一天内可以恢复`,
      act: async () => {
        await restoreConversation(conversationId);
        if (wasOpen) onOpen(conversationId);
      },
    });
  };

  const actsOf = (conversation: Conversation): MenuAct[] => {
    const { conversationId, isPinned } = conversation;
    const leaf = conversationId === openId ? leafId : undefined;
    const save = (format: 'md' | 'docx') => () => download(conversationFile(conversationId, format, leaf));
    return [
      { label: '改名', icon: <PencilIcon size={16} />, act: () => setRenamed(conversation) },
      {
        label: isPinned ? '取消置顶' : '置顶',
        icon: <PinIcon size={16} />,
        act: () => void pinConversation(conversationId, !isPinned).catch(toastFailure),
      },
      { label: '导出 Markdown', icon: <DownloadIcon size={16} />, act: save('md') },
      { label: '导出 Word', icon: <DocumentIcon size={16} />, act: save('docx') },
      { label: '删除', icon: <TrashIcon size={16} />, act: () => void remove(conversation) },
    ];
  };

  const shown = (
    <>
      {renamed && (
        <NameDialog
          title="会话改名"
          label="名称"
          action="保存"
          start={renamed.title}
          longest={titleLimit}
          onSave={async (title) => {
            await renameConversation(renamed.conversationId, title);
          }}
          onClose={() => setRenamed(undefined)}
        />
      )}
      <UndoBar undo={undo.undo} onUndo={undo.takeBack} onClose={undo.dismiss} />
    </>
  );
  return { actsOf, shown };
}

/** Saves what an address answers; its name comes from there. */
function download(address: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = '';
  link.click();
}
