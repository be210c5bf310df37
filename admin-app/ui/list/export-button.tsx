import { App, Button, Dropdown, Tooltip } from 'antd';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { failureWords } from '#shared/domain/failure-words';
import { download } from '../../providers/download.ts';
import { exportFormats, exportPath } from '../../providers/export-path.ts';
import { useStaff } from '../../providers/staff-session.ts';
import { ExportIcon } from '../icons.tsx';

interface Props {
  resource: string;
  title: string;
  /** Fixed filters, beside those of the address. */
  fixed?: Readonly<Record<string, string>>;
}

/** The whole list as it is filtered and sorted, as a file, for who may. */
export function ExportButton({ resource, title, fixed = {} }: Props) {
  const staff = useStaff();
  const { search } = useLocation();
  const { message } = App.useApp();
  const [isBusy, setIsBusy] = useState(false);
  const [isOpen, setIsOpen] = useState(false);
  if (!staff?.permissions.includes('record.export')) return null;
  const save = async (format: string) => {
    setIsBusy(true);
    try {
      await download(exportPath(resource, search, format, fixed), `${title}.${format}`);
      message.success(`已导出${title}，导出记入审计`);
    } catch (error) {
      message.error(failureWords(error));
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Dropdown
      trigger={['click']}
      onOpenChange={setIsOpen}
      menu={{ items: exportFormats(resource), onClick: ({ key }) => void save(key) }}
    >
      {/* Open, the tip would lie over the first entry. */}
      <Tooltip title={isOpen ? '' : '导出符合条件的全部'}>
        <Button type="text" icon={<ExportIcon />} aria-label="导出" loading={isBusy} />
      </Tooltip>
    </Dropdown>
  );
}
