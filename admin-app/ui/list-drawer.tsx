import { App, Drawer, type FormInstance } from 'antd';
import type { ReactNode } from 'react';
import { useRecent } from './palette/use-recent.ts';
import { useDrawer } from './use-drawer.ts';
import { usePageTitle } from './use-page-title.ts';

const width = 440;

interface Props {
  /** The resource whose list it lies over; closing leads there. */
  resource: string;
  /** The page that it lies over in place of the list. */
  home?: string;
  /** Names the window too. */
  title: string;
  children: ReactNode;
  footer?: ReactNode;
  extra?: ReactNode;
  /** Asked before closing; leave out where nothing can be lost. */
  form?: FormInstance;
  /** The record is not there yet. */
  isWaiting?: boolean;
  /** Called when the typed values are discarded. */
  onDiscard?: () => void;
}

/** A drawer over a list; asks before typed text is thrown away. */
export function ListDrawer({
  resource,
  home,
  title,
  children,
  footer,
  extra,
  form,
  onDiscard,
  isWaiting = false,
}: Props) {
  const { close } = useDrawer(resource, home);
  const { modal } = App.useApp();
  usePageTitle(title);
  useRecent(isWaiting ? '' : title);
  const leave = () => {
    if (!form?.isFieldsTouched()) {
      close();
      return;
    }
    modal.confirm({
      title: '放弃未保存的修改？',
      okText: '放弃',
      okButtonProps: { danger: true },
      cancelText: '继续编辑',
      onOk: () => {
        onDiscard?.();
        close();
      },
    });
  };
  return (
    <Drawer open title={title} width={`min(${width}px, 100vw)`} onClose={leave} footer={footer} extra={extra}>
      {children}
    </Drawer>
  );
}
