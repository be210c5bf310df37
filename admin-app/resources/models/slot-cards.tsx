import { useCan } from '@refinedev/core';
import { App, Select } from 'antd';
import {
  type ModelFileView,
  type ModelOverview,
  type ModelSlotView,
  modelDeskContract,
} from '#shared/contract/model-desk';
import { modelUseLabels } from '#shared/domain/console-words';
import { CopyableId, StatusDot } from '../../ui/parts.tsx';
import { useWriteMessage } from '../../ui/use-write.ts';
import { modelChanges, sizeWords, slotWords } from './model-words.tsx';

interface CardsProps {
  overview: ModelOverview;
  files: readonly ModelFileView[];
  onDone: () => void;
}

/** A card for every slot: what works in it now, what could, and which files are known to fit. */
export function SlotCards({ overview, files, onDone }: CardsProps) {
  const order = Object.keys(slotWords);
  const slots = overview.slots.toSorted((a, b) => order.indexOf(a.slot) - order.indexOf(b.slot));
  return (
    <ul className="model-slots" aria-label="用途">
      {slots.map((slot) => (
        <SlotCard key={slot.slot} slot={slot} files={files} isOff={overview.isOff} onDone={onDone} />
      ))}
    </ul>
  );
}

function SlotCard({
  slot,
  files,
  isOff,
  onDone,
}: Omit<CardsProps, 'overview'> & { slot: ModelSlotView; isOff: boolean }) {
  const { title, serves } = slotWords[slot.slot];
  return (
    <li className="model-slot">
      <div className="model-slot-head">
        <h3>{title}</h3>
        {slot.used ? (
          <StatusDot tone="success">{slot.used.label}</StatusDot>
        ) : (
          <StatusDot tone="quiet">内置算法</StatusDot>
        )}
      </div>
      <p className="quiet">{serves}</p>
      {slot.fault && (
        <p className="model-fault" role="alert">
          {slot.fault}
        </p>
      )}
      <Chooser slot={slot} files={files} isOff={isOff} onDone={onDone} />
      <Known slot={slot} />
    </li>
  );
}

const automatic = 'automatic';
const builtIn = 'builtIn';

/** One option for every way a file can be used in the slot. */
function optionsOf({ slot }: ModelSlotView, files: readonly ModelFileView[]) {
  return files.flatMap((file) =>
    file.candidates
      .filter((candidate) => candidate.slot === slot && file.state !== 'broken')
      .map(({ adapter, label }, _index, all) => ({
        ...{ value: `${file.id} ${adapter}`, file, adapter },
        label: all.length > 1 ? `${file.label}（作为 ${label}）` : file.label,
      })),
  );
}

function Chooser({
  slot,
  files,
  isOff,
  onDone,
}: Omit<CardsProps, 'overview'> & { slot: ModelSlotView; isOff: boolean }) {
  const { data: access } = useCan({ resource: 'models', action: 'edit' });
  const { send, isPending } = useWriteMessage(modelChanges);
  const { modal } = App.useApp();
  const options = optionsOf(slot, files);
  const current = slot.mode === 'file' ? options.find(({ file }) => file.id === slot.used?.fileId)?.value : slot.mode;

  async function decide(value: string, isLicenceAccepted: boolean): Promise<void> {
    const chosen = options.find((option) => option.value === value);
    const { version } = slot;
    const decision = chosen
      ? ({ mode: 'file', fileId: chosen.file.id, adapter: chosen.adapter } as const)
      : ({ mode: value === builtIn ? builtIn : automatic } as const);
    const call = { slot: slot.slot, version, isLicenceAccepted, ...decision };
    await send(modelDeskContract.chooseModel, call, () => '已更改，从下一个任务起生效');
    onDone();
  }

  function choose(value: string): void {
    const file = options.find((option) => option.value === value)?.file;
    if (!file || file.use === 'commercial') return void decide(value, false);
    modal.confirm({
      title: `使用「${file.label}」？`,
      content: `许可：${file.licence || '没有写明'}（${modelUseLabels[file.use]}）。请先确认您有权用它为客户出图。`,
      okText: '已确认，使用',
      cancelText: '不使用',
      onOk: () => decide(value, true),
    });
  }

  return (
    <Select
      className="model-choice"
      aria-label={`${slotWords[slot.slot].title}由谁完成`}
      value={current ?? automatic}
      disabled={isOff || !access?.can}
      loading={isPending}
      onChange={choose}
      options={[
        { value: automatic, label: '自动：可商用的第一个文件' },
        { value: builtIn, label: '内置算法' },
        ...options.map(({ value, label }) => ({ value, label })),
      ]}
    />
  );
}

/** Files that are known to fit, for those who want to bring one. */
function Known({ slot: { known } }: { slot: ModelSlotView }) {
  return (
    <details className="model-known more">
      <summary>适用的文件（{known.length}）</summary>
      <ul>
        {known.map(({ label, file, pair, bytes, sha256, licence, use, source }) => (
          <li key={`${label} ${file}`}>
            <strong>{label}</strong> <span className="quiet">{bytes === null ? '' : sizeWords(bytes)}</span>
            <div>
              <code>{file}</code>
              {pair && (
                <>
                  {' '}
                  和 <code>{pair}</code>
                </>
              )}
            </div>
            <div className="quiet">
              {licence}，{modelUseLabels[use]}。来源 {source}
            </div>
            {sha256 && <CopyableId id={sha256} what="SHA-256" />}
          </li>
        ))}
      </ul>
    </details>
  );
}
