import { Input, type InputRef, Modal } from 'antd';
import type PinyinMatch from 'pinyin-match';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { StaffInfo } from '#shared/contract/staff';
import { mayAct } from '../../providers/access-control.ts';
import type { ConsoleResource } from '../console-resource.ts';
import { SearchIcon } from '../icons.tsx';
import { type Command, found, pageCommands } from './commands.ts';
import { readRecent } from './recent.ts';
import { useFoundRecords } from './use-found-records.ts';
import './palette.css';

interface Props {
  staff: StaffInfo;
  resources: readonly ConsoleResource[];
  /** Commands that are available everywhere. */
  acts: readonly Command[];
  onClose: () => void;
}

/** Finds records, pages and acts by a few letters; arrows choose, Enter goes there. */
export default function Palette({ staff, resources, acts, onClose }: Props) {
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const [pinyin, setPinyin] = useState<typeof PinyinMatch>();
  const navigate = useNavigate();
  const listId = useId();
  const field = useRef<InputRef>(null);
  const records = useFoundRecords(typed, resources);
  useEffect(() => {
    void import('pinyin-match').then((module) => setPinyin(() => module.default));
  }, []);

  const pages = pageCommands(resources, (name, action) => mayAct(staff, name, action));
  const recents = readRecent(staff.accountId).map(({ to, title }) => ({
    key: `recent:${to}`,
    group: '最近打开',
    title,
    to,
  }));
  const lines: Command[] =
    typed.trim() === ''
      ? [...recents, ...pages, ...acts]
      : [...records.commands, ...found([...pages, ...acts], typed, pinyin)];
  const chosen = Math.min(at, lines.length - 1);

  const go = ({ to, run }: Command) => {
    onClose();
    if (to) void navigate(to);
    run?.();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const line = lines[chosen];
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && lines.length > 0) setAt((chosen + step + lines.length) % lines.length);
    else if (event.key === 'Enter' && line) go(line);
    else if (event.key === 'Escape') onClose();
    else return;
    event.preventDefault();
  };
  const idOf = (index: number) => `${listId}-${index}`;
  useEffect(() => {
    // Newer browsers answer a promise, which is no way to clean up.
    void document.getElementById(`${listId}-${chosen}`)?.scrollIntoView({ block: 'nearest' });
  }, [chosen, listId]);

  return (
    <Modal
      open
      className="palette"
      title={<span className="unseen">查找与跳转</span>}
      footer={null}
      closable={false}
      width={560}
      onCancel={onClose}
      // A dialog that is still closing gives the focus back, and this one would take it away from its field.
      afterOpenChange={(isOpen) => isOpen && field.current?.focus()}
    >
      <Input
        ref={field}
        variant="borderless"
        prefix={<SearchIcon />}
        placeholder="手机号、昵称、订单号、任务编号，或页面名称"
        aria-label="查找与跳转"
        role="combobox"
        aria-expanded={lines.length > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={lines.length > 0 ? idOf(chosen) : undefined}
        autoComplete="off"
        autoFocus
        maxLength={60}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
      />
      <Lines id={listId} lines={lines} chosen={chosen} idOf={idOf} onChoose={go} onPoint={setAt} />
      <p className="palette-state quiet" role="status">
        {stateOf(lines.length, records)}
      </p>
    </Modal>
  );
}

function stateOf(lines: number, { isBusy, error }: { isBusy: boolean; error: { message: string } | null }): string {
  if (error) return `没有查到记录：${error.message}`;
  if (isBusy) return '正在查找…';
  return lines === 0 ? '没有找到，换个说法，或输入完整的手机号、订单号。' : '↑ ↓ 选择，Enter 打开，Esc 关闭';
}

interface LinesProps {
  id: string;
  lines: readonly Command[];
  chosen: number;
  idOf: (index: number) => string;
  onChoose: (command: Command) => void;
  onPoint: (index: number) => void;
}

function Lines({ id, lines, chosen, idOf, onChoose, onPoint }: LinesProps) {
  const groups = [...new Set(lines.map(({ group }) => group))];
  return (
    <div id={id} role="listbox" aria-label="查到的" className="palette-lines">
      {groups.map((group) => (
        <div key={group} role="group" aria-label={group}>
          <div className="palette-group" aria-hidden="true">
            {group}
          </div>
          {lines.map((line, index) =>
            line.group === group ? (
              // biome-ignore lint/a11y/useKeyWithClickEvents: keys are pressed in the field, which has the focus
              <div
                key={line.key}
                id={idOf(index)}
                role="option"
                tabIndex={-1}
                aria-selected={index === chosen}
                className="palette-line"
                onClick={() => onChoose(line)}
                onMouseMove={() => onPoint(index)}
              >
                <span className="palette-title">{line.title}</span>
                {line.note && <span className="quiet">{line.note}</span>}
              </div>
            ) : null,
          )}
        </div>
      ))}
    </div>
  );
}
