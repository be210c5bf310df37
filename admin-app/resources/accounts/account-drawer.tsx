import { App, Drawer, type FormInstance } from 'antd';
import type { ReactNode } from 'react';
import { useDrawer } from './use-drawer.ts';

const width = 440;

interface Props {
  title: string;
  children: ReactNode;
  footer?: ReactNode;
  extra?: ReactNode;
  /** Asked before closing; leave out where nothing can be lost. */
  form?: FormInstance;
}

/** A drawer over the account list; asks before typed text is thrown away. */
export function AccountDrawer({ title, children, footer, extra, form }: Props) {
  const { close } = useDrawer();
  const { modal } = App.useApp();
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
      onOk: close,
    });
  };
  return (
    <Drawer open title={title} width={`min(${width}px, 100vw)`} onClose={leave} footer={footer} extra={extra}>
      {children}
    </Drawer>
  );
}
