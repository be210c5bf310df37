import { Alert, Button, Form, Input, Modal, Upload } from 'antd';
import { useId, useState } from 'react';
import {
  type ImportAnswer,
  type Importable,
  type ImportResource,
  importables,
  importDeskContract,
  mostImportRows,
} from '#shared/contract/import-desk';
import { failureWords } from '#shared/domain/failure-words';
import { foldNumber } from '#shared/domain/typed';
import { type ConsoleError, http } from '../../providers/http.ts';
import { useStaff } from '../../providers/staff-session.ts';
import { formatNumber } from '../format.ts';
import { useWrite } from '../use-write.ts';
import { ImportColumns } from './import-columns.tsx';
import { guessColumns, type ImportFile, readImportFile } from './import-file.ts';
import { ImportReport } from './import-report.tsx';
import './import.css';

/** From so many records on, their number is typed before they are written. */
const many = 20;
/** A file of many rows takes longer than other calls. */
const timeout = 180_000;

interface Props {
  resource: ImportResource;
  changes: readonly string[];
  onClose: () => void;
}

/** A file becomes rows of a list: its columns are named, a trial says what becomes of each row, and then it is written. */
export function ImportDialog({ resource, changes, onClose }: Props) {
  const staff = useStaff();
  const importable: Importable = importables[resource];
  const { what } = importable;
  const fields = Object.fromEntries(
    Object.entries(importable.fields).filter(
      ([, { permission }]) => !permission || staff?.permissions.includes(permission),
    ),
  );
  const [file, setFile] = useState<ImportFile>();
  const [columns, setColumns] = useState<string[]>([]);
  const [answer, setAnswer] = useState<ImportAnswer & { isDone: boolean }>();
  const [fault, setFault] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const [typed, setTyped] = useState('');
  const { renew } = useWrite(changes);

  const begin = (next: string[]) => {
    setColumns(next);
    setAnswer(undefined);
    setFault('');
    setTyped('');
  };
  const choose = async (chosen: File) => {
    try {
      const read = await readImportFile(chosen);
      setFile(read);
      begin(guessColumns(read.headings, fields));
    } catch (error) {
      setFile(undefined);
      begin([]);
      setFault(failureWords(error));
    }
  };
  const send = async (isTrial: boolean) => {
    setIsBusy(true);
    setFault('');
    const versions = Object.fromEntries(
      (answer?.rows ?? []).flatMap(({ id, version }) => (id === null || version === null ? [] : [[id, version]])),
    );
    const path = importDeskContract.importRecords.path.replace(':resource', resource);
    try {
      const body = { isTrial, text: file?.text ?? '', columns, ...(isTrial ? {} : { versions }) };
      const { data } = await http.post<ImportAnswer>(path, body, { timeout });
      setAnswer({ ...data, isDone: !isTrial });
    } catch (error) {
      const { errors = {}, isInDoubt } = error as Partial<ConsoleError>;
      // Some rows may have been saved: dropping the result requires another trial run, which shows the remaining rows.
      if (isInDoubt) setAnswer(undefined);
      setFault(Object.values(errors).flat().map(String)[0] ?? failureWords(error));
    } finally {
      setIsBusy(false);
    }
    setTyped('');
    if (!isTrial) void renew();
  };

  const count = answer ? answer.counts.new + answer.counts.changed : 0;
  const isConfirmed = count < many || foldNumber(typed) === String(count);
  const isTried = answer !== undefined && !answer.isDone;
  const isMapped = columns.some((column) => column !== '' && column !== 'id');
  return (
    <Modal
      open
      title={`导入${what}`}
      width={720}
      centered
      destroyOnHidden
      onCancel={onClose}
      footer={
        answer?.isDone ? (
          <Button type="primary" onClick={onClose}>
            完成
          </Button>
        ) : (
          <>
            <Button
              {...(!isTried && { type: 'primary' })}
              disabled={!file || !isMapped}
              loading={isBusy && !isTried}
              onClick={() => void send(true)}
            >
              试算
            </Button>
            <Button
              {...(isTried && { type: 'primary' })}
              disabled={!isTried || count === 0 || !isConfirmed}
              loading={isBusy && isTried}
              onClick={() => void send(false)}
            >
              导入
            </Button>
          </>
        )
      }
    >
      <div className="import">
        <FileChoice file={file} isBusy={isBusy} onChoose={(chosen) => void choose(chosen)} />
        {fault && <Alert type="error" role="alert" message={fault} />}
        {file && !answer && (
          <ImportColumns file={file} fields={fields} columns={columns} onChange={begin} isBusy={isBusy} />
        )}
        {file && !answer && !importable.makesNew && <p className="line quiet">{what}只能修改，不能从文件新建。</p>}
        {answer && <ImportReport answer={answer} fields={fields} what={what} />}
        {isTried && count >= many && (
          <CountConfirmation count={count} typed={typed} isBusy={isBusy} onType={setTyped} />
        )}
      </div>
    </Modal>
  );
}

interface FileChoiceProps {
  file: ImportFile | undefined;
  isBusy: boolean;
  onChoose: (file: File) => void;
}

function FileChoice({ file, isBusy, onChoose }: FileChoiceProps) {
  return (
    <div className="import-file">
      <Upload
        accept=".csv,.txt,.tsv,text/csv,text/plain"
        showUploadList={false}
        disabled={isBusy}
        beforeUpload={(chosen) => {
          onChoose(chosen);
          return Upload.LIST_IGNORE;
        }}
      >
        <Button disabled={isBusy}>{file ? '换一个文件' : '选择 CSV 文件'}</Button>
      </Upload>
      {file ? (
        <span>
          {file.name}，{formatNumber(file.rows.length)} 行
        </span>
      ) : (
        <span className="quiet">
          第一行是表头，最多 {formatNumber(mostImportRows)} 行。导出的 CSV 改好后可以直接选回来。
        </span>
      )}
    </div>
  );
}

interface CountConfirmationProps {
  count: number;
  typed: string;
  isBusy: boolean;
  onType: (typed: string) => void;
}

/** A large import is confirmed by typing how many rows it writes. */
function CountConfirmation({ count, typed, isBusy, onType }: CountConfirmationProps) {
  const id = useId();
  return (
    <Form layout="vertical" requiredMark={false}>
      <Form.Item htmlFor={id} label={`请输入要写入的条数「${count}」确认`} className="import-confirm">
        <Input
          id={id}
          autoComplete="off"
          inputMode="numeric"
          value={typed}
          disabled={isBusy}
          onChange={({ target }) => onType(target.value)}
        />
      </Form.Item>
    </Form>
  );
}
