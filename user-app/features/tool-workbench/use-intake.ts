import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { TransportError } from '#shared/client/transport';
import type { Field } from '#shared/tools/field';
import { readSampleFile, refusalOf, uploadImage } from '@/data/image';
import { openLogin } from '@/lib/app-store';
import { toast } from '@/lib/toast';
import { isLoginRequired } from '@/lib/with-login';
import type { ToolForm } from './use-tool-form';

/** A picture on its way to the server. */
export interface Upload {
  id: number;
  field: string;
  file: File;
  /** Object URL of the file. */
  preview: string;
  /** Fraction of the bytes sent, 0–1. */
  fraction: number;
  /** Why it stopped, as a sentence; absent while it is on its way. */
  problem?: string;
  /** Stopped only because nobody is logged in; goes on by itself afterwards. */
  isWaitingForLogin?: boolean;
}

export interface Intake {
  uploads: readonly Upload[];
  /** Name of the field a sample is being fetched for. */
  samplePending: string | undefined;
  addFiles: (name: string, field: Field, files: readonly File[]) => void;
  /** `isQuiet`: does not ask for a login by itself. */
  addSample: (name: string, field: Field, sample: string, isQuiet?: boolean) => void;
  retry: (id: number) => void;
  cancel: (id: number) => void;
}

const waitingForLogin = '登录后继续上传';
let lastId = 0;

/** Takes pictures in from files, paste, drop and samples: checks them, sends them with progress, fills the form. */
export function useIntake(form: ToolForm, isLoggedIn: boolean): Intake {
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const [samplePending, setSamplePending] = useState<string>();
  const aborters = useRef(new Map<number, AbortController>());
  const fields = useRef(new Map<number, Field>());
  /** One picture of a field is sent after the other, so that a list keeps the order it was chosen in. */
  const queues = useRef(new Map<string, Promise<void>>());
  const { set, append } = form;

  const patch = useCallback((id: number, change: Partial<Upload>) => {
    setUploads((all) => all.map((upload) => (upload.id === id ? { ...upload, ...change } : upload)));
  }, []);

  const drop = useCallback((id: number) => {
    aborters.current.delete(id);
    fields.current.delete(id);
    setUploads((all) => {
      const gone = all.find((upload) => upload.id === id);
      if (gone) URL.revokeObjectURL(gone.preview);
      return all.filter((upload) => upload.id !== id);
    });
  }, []);

  const send = useCallback(
    (upload: Upload) => {
      const { id, field: name, file } = upload;
      const aborter = new AbortController();
      aborters.current.set(id, aborter);
      setUploads((all) => all.map((item) => (item.id === id ? withoutProblem(item) : item)));
      const run = async () => {
        if (aborter.signal.aborted) return;
        try {
          const onProgress = (fraction: number) => patch(id, { fraction });
          const { imageId } = await uploadImage(file, { onProgress, signal: aborter.signal });
          if (fields.current.get(id)?.editor === 'images') append(name, imageId);
          else set(name, imageId);
          drop(id);
        } catch (error) {
          if (error instanceof TransportError && error.kind === 'aborted') drop(id);
          else if (isLoginRequired(error)) {
            patch(id, { problem: waitingForLogin, isWaitingForLogin: true, fraction: 0 });
            openLogin({ reason: waitingForLogin, after: () => send(upload) });
          } else patch(id, { problem: error instanceof Error ? error.message : '上传失败，请重试', fraction: 0 });
        }
      };
      const before = queues.current.get(name) ?? Promise.resolve();
      queues.current.set(name, before.then(run));
    },
    [append, set, patch, drop],
  );

  const addFiles = useCallback(
    (name: string, field: Field, files: readonly File[], isQuiet = false) => {
      const chosen = field.editor === 'images' ? files : files.slice(0, 1);
      const made: Upload[] = [];
      for (const file of chosen) {
        const refusal = refusalOf(file);
        if (refusal) {
          toast.error(chosen.length > 1 ? `${file.name}：${refusal}` : refusal);
          continue;
        }
        lastId += 1;
        fields.current.set(lastId, field);
        made.push({ id: lastId, field: name, file, preview: URL.createObjectURL(file), fraction: 0 });
      }
      if (made.length === 0) return;
      if (field.editor !== 'images')
        for (const [id, aborter] of aborters.current) if (fields.current.get(id) === field) aborter.abort();
      setUploads((all) => [...(field.editor === 'images' ? all : all.filter((item) => item.field !== name)), ...made]);
      if (isLoggedIn) for (const upload of made) send(upload);
      else {
        for (const upload of made) patch(upload.id, { problem: waitingForLogin, isWaitingForLogin: true });
        // What waits is sent by the effect below as soon as the person is in.
        if (!isQuiet) openLogin({ reason: waitingForLogin, after: () => {} });
      }
    },
    [isLoggedIn, patch, send],
  );

  const addSample = useCallback(
    async (name: string, field: Field, sample: string, isQuiet = false) => {
      setSamplePending(name);
      try {
        addFiles(name, field, [await readSampleFile(sample)], isQuiet);
      } catch (error) {
        toast.error(error instanceof Error ? error.message : '示例图读取失败，请重试');
      } finally {
        setSamplePending(undefined);
      }
    },
    [addFiles],
  );

  const retry = useCallback(
    (id: number) => {
      const upload = uploads.find((item) => item.id === id);
      if (!upload) return;
      if (isLoggedIn) send(upload);
      else openLogin({ reason: waitingForLogin, after: () => {} });
    },
    [uploads, isLoggedIn, send],
  );

  const waiting = useRef(uploads);
  waiting.current = uploads;
  useEffect(() => {
    if (isLoggedIn) for (const upload of waiting.current) if (upload.isWaitingForLogin) send(upload);
  }, [isLoggedIn, send]);

  const cancel = useCallback(
    (id: number) => {
      aborters.current.get(id)?.abort();
      drop(id);
    },
    [drop],
  );

  useEffect(() => {
    const open = aborters.current;
    return () => {
      for (const aborter of open.values()) aborter.abort();
    };
  }, []);

  return useMemo(
    () => ({ uploads, samplePending, addFiles, addSample, retry, cancel }),
    [uploads, samplePending, addFiles, addSample, retry, cancel],
  );
}

function withoutProblem({ problem: _ended, isWaitingForLogin: _over, ...upload }: Upload): Upload {
  return upload;
}
