import { CanAccess, type HttpError, useOne } from '@refinedev/core';
import { Alert, Skeleton } from 'antd';
import { useParams } from 'react-router';
import { type EngineHealth, engineDeskContract } from '#shared/contract/engine-desk';
import { settingSourceLabels } from '#shared/domain/console-words';
import { formatDuration } from '../../ui/format.ts';
import { ListDrawer } from '../../ui/list-drawer.tsx';
import { CopyableId, Facts, LoadFailure, Section, Time } from '../../ui/parts.tsx';
import { EngineFigureSections, EngineMoneyNotice } from './engine-figures.tsx';
import { EngineTestButton } from './engine-test.tsx';
import { engineState, kindWord, shareWords } from './engine-words.tsx';
import './engines.css';

export default function EngineDetail() {
  const { id = '' } = useParams();
  const { query, result: row } = useOne<EngineHealth, HttpError>({
    resource: 'engines',
    id,
    errorNotification: false,
    queryOptions: { placeholderData: undefined as never },
  });
  return (
    <ListDrawer resource="engines" title={row?.title ?? '引擎与服务'} footer={row?.canTest && <Test row={row} />}>
      {query.error && !row && <LoadFailure error={query.error} onRetry={() => void query.refetch()} />}
      {query.isLoading && <Skeleton active paragraph={{ rows: 8 }} />}
      {row && <Everything row={row} />}
    </ListDrawer>
  );
}

function Everything({ row }: { row: EngineHealth }) {
  const { detail, abilities, settings } = row;
  return (
    <>
      {detail && <Alert className="drawer-alert" type="error" role="alert" message={detail} />}
      {row.kind === 'render' && <EngineMoneyNotice id={row.id} />}
      <Facts
        facts={[
          ['状态', <engineState.Dot key="state" status={row.state} />],
          ['种类', kindWord(row.kind)],
          ['编号', <CopyableId key="id" id={row.id} what="编号" isWhole />],
          ['由谁提供', `${row.provider || '未开通'}${row.isSimulated ? '（模拟）' : ''}`],
          [
            '一小时调用',
            <span key="calls" className="figures">
              {row.calls}
            </span>,
          ],
          [
            '错误率',
            <span key="rate" className="figures">
              {shareWords(row.errorRate)}
            </span>,
          ],
          [
            '耗时 p50',
            <span key="p50" className="figures">
              {formatDuration(row.p50)}
            </span>,
          ],
          [
            '耗时 p90',
            <span key="p90" className="figures">
              {formatDuration(row.p90)}
            </span>,
          ],
          ['最近成功', <Time key="success" at={row.lastSuccessAt} />],
          ['最近失败', <Time key="failure" at={row.lastFailureAt} />],
          ...(row.since === null ? [] : [['记录自', <Time key="since" at={row.since} />] as const]),
        ]}
      />
      {row.kind === 'render' && <EngineFigureSections id={row.id} />}
      {abilities.length > 0 && (
        <Section title={`能做什么（${abilities.length}）`}>
          <ul className="recent">
            {abilities.map((ability) => (
              <li key={ability.id}>
                <span className="recent-main" title={ability.note}>
                  {ability.title} <span className="quiet">{ability.note}</span>
                </span>
              </li>
            ))}
          </ul>
        </Section>
      )}
      <Section title="配置">
        <ul className="recent">
          {settings.map((setting) => (
            <li key={setting.variable}>
              <code className="recent-main" title={setting.variable}>
                {setting.variable}
              </code>
              <span className="clip" title={setting.shown}>
                {setting.shown}
              </span>
              <span className="quiet">{settingSourceLabels[setting.source]}</span>
            </li>
          ))}
        </ul>
      </Section>
    </>
  );
}

function Test({ row: { id, testWords } }: { row: EngineHealth }) {
  return (
    <CanAccess resource="engines" action="edit">
      <EngineTestButton call={engineDeskContract.testEngine} id={id} words={testWords} />
    </CanAccess>
  );
}
