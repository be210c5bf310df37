import { useState } from 'react';
import { createImageSet } from '../../../data/gallery-sets';
import { history } from '../../../lib/router';
import { Button } from '../../../ui/button';
import { PlusIcon } from '../../../ui/icons';
import { SetFormDialog } from './set-form-dialog';

const blank = { title: '', description: '', tags: [], classifyId: '', isPrivate: false };

/** Makes an image set and goes on to fill it. */
export function NewSetButton({ isPrimary = false }: { isPrimary?: boolean }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button look={isPrimary ? 'primary' : 'plain'} onClick={() => setOpen(true)}>
        <PlusIcon size={16} />
        新建图集
      </Button>
      {isOpen && (
        <SetFormDialog
          title="新建图集"
          action="新建"
          lead="先起个名字，接着从收藏和自己的图片里选图。"
          start={blank}
          onSave={async ({ classifyId, ...values }) => {
            const set = await createImageSet({ ...values, ...(classifyId ? { classifyId } : {}) });
            history.push(`/insHomeByCreate/${set.id}`);
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
