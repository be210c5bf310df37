import { Modal, Switch } from 'antd';
import { singleKeys, useRegisteredKeys } from '../hotkeys.ts';
import './palette.css';

const isMac = /mac|iphone|ipad/i.test(navigator.userAgent);

const shown = (keys: string) => (keys === 'mod+k' ? (isMac ? '⌘ K' : 'Ctrl K') : keys);

/** Which keys do something on this page. */
export default function KeyMap({ onClose }: { onClose: () => void }) {
  const registered = useRegisteredKeys();
  const areOn = singleKeys.areOn();
  return (
    <Modal open title="快捷键" footer={null} width={360} centered onCancel={onClose}>
      <dl className="key-map">
        {registered.map(({ keys, label }) => (
          <div key={keys + label}>
            <dt>{label}</dt>
            <dd>
              <kbd>{shown(keys)}</kbd>
            </dd>
          </div>
        ))}
        <div>
          <dt>选择一段行</dt>
          <dd>
            <kbd>Shift</kbd> + 点选框
          </dd>
        </div>
        <div>
          <dt>关闭抽屉或对话框</dt>
          <dd>
            <kbd>Esc</kbd>
          </dd>
        </div>
      </dl>
      <Switch size="small" checked={areOn} aria-label="单键快捷键" onChange={singleKeys.set} /> 单键快捷键
    </Modal>
  );
}
