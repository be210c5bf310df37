import { useCan } from '@refinedev/core';
import { Alert, Button, Upload } from 'antd';
import { useState } from 'react';
import { connectedEngineDeskContract, type EngineParts } from '#shared/contract/connected-engine-desk';
import { ActionButton } from '../../ui/action-button.tsx';
import { formatDate } from '../../ui/format.ts';
import { Section } from '../../ui/parts.tsx';
import { useWrite } from '../../ui/use-write.ts';
import { useEngineParts } from './use-engine-parts.ts';

const { restoreEngineGraph, saveEngineGraph, removeEngineGraph } = connectedEngineDeskContract;
const changes = ['connectedEngines'];

type GraphPart = EngineParts['graphs'][number];
interface Own extends GraphPart {
  own: NonNullable<GraphPart['own']>;
}

const isOwn = (graph: GraphPart): graph is Own => graph.own !== null;

/** Graphs of the operator's own, which engines can name beside those that are shipped. */
export function OwnGraphs() {
  const { graphs, renew } = useEngineParts();
  const { data: access } = useCan({ resource: 'connectedEngines', action: 'edit' });
  const mayWrite = access?.can === true;
  const own = graphs.filter(isOwn);
  if (own.length === 0 && !mayWrite) return null;
  return (
    <>
      <Section title="自己的图">
        <p className="quiet foot-note">ComfyUI 的图文件，写法见说明文档。上传后在引擎的「图」里选用。</p>
        {mayWrite && <GraphUpload label="上传新图" version={null} onDone={renew} />}
      </Section>
      {own.map((graph) => (
        <OwnGraph key={graph.id} graph={graph} mayWrite={mayWrite} onDone={renew} />
      ))}
    </>
  );
}

interface OwnGraphProps {
  graph: Own;
  mayWrite: boolean;
  onDone: () => void;
}

function OwnGraph({ graph: { id, title, tools, own }, mayWrite, onDone }: OwnGraphProps) {
  const { version, updatedAt, versions, usedBy } = own;
  const earlier = versions.filter((each) => each.version !== version);
  return (
    <Section title={`${title}（${id}）`}>
      <p className="quiet foot-note">
        第 {version} 版，{formatDate(updatedAt)}。工具：{tools.map((tool) => tool.title).join('、')}。
        {usedBy.length > 0 ? `在用：${usedBy.join('、')}。` : '没有引擎在用。'}
      </p>
      {mayWrite && (
        <span className="page-actions">
          <GraphUpload label="上传新版本" version={version} onDone={onDone} />
          {earlier.slice(0, 3).map((each) => (
            <ActionButton<object>
              key={each.version}
              label={`换回第 ${each.version} 版`}
              okText="换回"
              title={`「${title}」换回第 ${each.version} 版？`}
              intro={`${formatDate(each.at)}的内容成为新的一版，在用的引擎马上用它。`}
              changes={changes}
              onDone={onDone}
              onSend={(write) =>
                write(restoreEngineGraph, { id, to: each.version, version }, () => `已换回第 ${each.version} 版`)
              }
            />
          ))}
          <ActionButton<object>
            label="删除"
            title={`删除「${title}」？`}
            intro="没有引擎用它时才能删除。10 分钟内可以撤销。"
            button={{ danger: true }}
            changes={changes}
            onDone={onDone}
            onSend={(write) => write(removeEngineGraph, { id, version }, () => `已删除「${title}」`)}
          />
        </span>
      )}
    </Section>
  );
}

interface UploadProps {
  label: string;
  /** Version that the file replaces; null for a new graph. */
  version: number | null;
  onDone: () => void;
}

/** Sends a file, and says all that is wrong with it. */
function GraphUpload({ label, version, onDone }: UploadProps) {
  const write = useWrite(changes);
  const [unreadable, setUnreadable] = useState(false);
  const send = async (file: File) => {
    const graph = await readObject(file);
    setUnreadable(!graph);
    if (!graph) return;
    if (await write.send(saveEngineGraph, { graph, version }, ({ id }) => `已收下图 ${id}`)) onDone();
  };
  const told = [write.error?.errors?.graph ?? write.error?.message ?? []].flat().map(String);
  const faults = unreadable ? ['这个文件不是 JSON 对象'] : told;
  return (
    <>
      <Upload
        accept=".json,application/json"
        showUploadList={false}
        disabled={write.isPending}
        beforeUpload={(file) => {
          void send(file);
          return Upload.LIST_IGNORE;
        }}
      >
        <Button loading={write.isPending}>{label}</Button>
      </Upload>
      {faults.length > 0 && (
        <Alert
          className="drawer-alert"
          type="error"
          role="alert"
          message="没有收下这张图"
          description={faults.map((fault) => <div key={fault}>{fault}</div>)}
        />
      )}
    </>
  );
}

async function readObject(file: File): Promise<Record<string, unknown> | undefined> {
  try {
    const read: unknown = JSON.parse(await file.text());
    return typeof read === 'object' && read !== null && !Array.isArray(read)
      ? (read as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}
