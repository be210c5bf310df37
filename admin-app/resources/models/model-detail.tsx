import { CanAccess, type HttpError, useOne } from '@refinedev/core';
import { Alert, Button, Skeleton } from 'antd';
import { useState } from 'react';
import { useParams } from 'react-router';
import { type ModelFileView, modelDeskContract } from '#shared/contract/model-desk';
import { modelKnownByLabels, modelUseLabels } from '#shared/domain/console-words';
import { formatDuration } from '../../ui/format.ts';
import { ListDrawer } from '../../ui/list-drawer.tsx';
import { CopyableId, Facts, LoadFailure, Section, Time } from '../../ui/parts.tsx';
import { useWriteMessage } from '../../ui/use-write.ts';
import { fileState, modelChanges, sizeWords, slotWords } from './model-words.tsx';

export default function ModelDetail() {
  const { id = '' } = useParams();
  const { query, result: file } = useOne<ModelFileView, HttpError>({
    resource: 'models',
    id,
    errorNotification: false,
    queryOptions: { placeholderData: undefined as never },
  });
  const canTest = file && file.candidates.length > 0 && file.state !== 'broken';
  return (
    <ListDrawer resource="models" title={file?.name ?? '模型文件'} footer={canTest && <Trial file={file} />}>
      {query.error && !file && <LoadFailure error={query.error} onRetry={() => void query.refetch()} />}
      {query.isLoading && <Skeleton active paragraph={{ rows: 8 }} />}
      {file && <Everything file={file} />}
    </ListDrawer>
  );
}

function Everything({ file }: { file: ModelFileView }) {
  const { fault, state, label, slot, bytes, sha256, licence, use, knownBy, candidates, trialMs, triedAt } = file;
  return (
    <>
      {fault && <Alert className="drawer-alert" type="error" role="alert" message={fault} />}
      <Facts
        facts={[
          ['状态', <fileState.Dot key="state" status={state} />],
          ['模型', label],
          ['用途', slot ? slotWords[slot].title : '—'],
          ['识别依据', knownBy ? modelKnownByLabels[knownBy] : '—'],
          ['大小', sizeWords(bytes)],
          ['SHA-256', sha256 ? <CopyableId key="sha" id={sha256} what="SHA-256" /> : '—'],
          ['许可', `${licence || '没有写明'}（${modelUseLabels[use]}）`],
          ['试运行', triedAt === null ? '还没有' : formatDuration(trialMs)],
          ['试运行时间', <Time key="tried" at={triedAt} />],
        ]}
      />
      {candidates.length > 0 && (
        <Section title="可以作为">
          <ul className="recent">
            {candidates.map((candidate) => (
              <li key={`${candidate.slot} ${candidate.adapter}`}>
                <span className="recent-main">
                  {slotWords[candidate.slot].title} <span className="quiet">{candidate.label}</span>
                </span>
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  );
}

function Trial({ file }: { file: ModelFileView }) {
  const [answer, setAnswer] = useState<{ isOk: boolean; ms: number; sentence: string }>();
  const { send, isPending } = useWriteMessage(modelChanges);
  const [candidate] = file.candidates;
  const call = { id: file.id, slot: candidate!.slot, adapter: file.adapter ?? candidate!.adapter };
  const test = () =>
    send(modelDeskContract.testModel, call, (given) => {
      setAnswer(given);
      return given.isOk ? '试运行通过' : '试运行没有通过';
    });
  return (
    <CanAccess resource="models" action="edit">
      <div>
        {answer && (
          <Alert
            className="drawer-alert"
            type={answer.isOk ? 'success' : 'error'}
            role="status"
            message={`${answer.sentence}（${formatDuration(answer.ms)}）`}
          />
        )}
        <p className="quiet foot-note">用一张答案已知的小图真实运行一次，不进队列，不收券。</p>
        <Button type="primary" loading={isPending} onClick={() => void test()}>
          试运行
        </Button>
      </div>
    </CanAccess>
  );
}
