import { Button, Tooltip } from 'antd';
import { useState } from 'react';
import { type ImportResource, importables } from '#shared/contract/import-desk';
import { useStaff } from '../../providers/staff-session.ts';
import { ImportIcon } from '../icons.tsx';
import { ImportDialog } from './import-dialog.tsx';

interface Props {
  resource: ImportResource;
  /** Resources to ask again afterwards; the one itself where left out. */
  changes?: readonly string[];
}

/** Reads a file into a list, for who may change it. */
export function ImportButton({ resource, changes = [resource] }: Props) {
  const staff = useStaff();
  const [isOpen, setIsOpen] = useState(false);
  if (!staff?.permissions.includes(importables[resource].permission)) return null;
  return (
    <>
      <Tooltip title="从 CSV 文件导入">
        <Button type="text" icon={<ImportIcon />} aria-label="导入" onClick={() => setIsOpen(true)} />
      </Tooltip>
      {isOpen && <ImportDialog resource={resource} changes={changes} onClose={() => setIsOpen(false)} />}
    </>
  );
}
