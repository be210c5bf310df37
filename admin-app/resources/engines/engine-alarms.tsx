import { CanAccess, type HttpError, useCustom } from '@refinedev/core';
import { Alert } from 'antd';
import { Link } from 'react-router';
import { type EngineAlarm, engineDeskContract } from '#shared/contract/engine-desk';
import { Time } from '../../ui/parts.tsx';
import { useAddresses } from '../../ui/use-addresses.ts';

/** Engines whose money needs a look, for pages of staff; nothing where all is well. */
export function EngineAlarms() {
  return (
    <CanAccess resource="engines" action="list">
      <Alarms />
    </CanAccess>
  );
}

function Alarms() {
  const { record } = useAddresses('engines');
  const { query } = useCustom<EngineAlarm[], HttpError>({
    url: engineDeskContract.engineAlarms.path,
    method: 'get',
    errorNotification: false,
  });
  return (query.data?.data ?? []).map(({ kind, engine, sentence, at }) => (
    <Alert
      key={`${kind} ${engine}`}
      className="page-alert"
      type="warning"
      showIcon
      role="status"
      message={
        <>
          {sentence}
          {at !== null && (
            <>
              （最近 <Time at={at} />）
            </>
          )}
        </>
      }
      action={<Link to={record(engine)}>查看</Link>}
    />
  ));
}
