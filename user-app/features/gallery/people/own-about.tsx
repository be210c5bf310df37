import { useState } from 'react';
import { editAbout } from '../../../data/gallery-people';
import { Button } from '../../../ui/button';
import { NameDialog } from '../../../ui/name-dialog';

/** Characters of the text about oneself. */
const longestAbout = 100;

/** One's own introduction, and its editing. */
export function OwnAbout({ about, onChanged }: { about: string; onChanged: () => void }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <p className="flex flex-wrap items-baseline gap-8">
        {about || '还没有写简介。'}
        <Button look="text" onClick={() => setOpen(true)}>
          {about ? '修改' : '写一句'}
        </Button>
      </p>
      {isOpen && (
        <NameDialog
          title="我的简介"
          label="简介"
          action="保存"
          start={about}
          longest={longestAbout}
          isEmptyAllowed
          onSave={async (text) => {
            await editAbout(text);
            onChanged();
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
