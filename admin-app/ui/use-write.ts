import { type BaseRecord, type HttpError, useCustomMutation, useInvalidate } from '@refinedev/core';
import { App } from 'antd';
import { useEffect } from 'react';
import type { Answer, Call, Endpoint } from '#shared/contract/endpoint';
import { ConsoleError } from '../providers/http.ts';

type WriteMethod = 'post' | 'patch' | 'delete';

/** Words for a write that was done and did not end as hoped, such as a test that failed. */
export interface Disappointment {
  disappointment: string;
}

/**
 * Writes that answer in the dialect: each says what it did and renews what it changed. A refusal stays in `error`, for
 * the form to show.
 * @param changes resources whose lists and records are asked again
 */
export function useWrite(changes: readonly string[]) {
  const { mutateAsync, mutation } = useCustomMutation<BaseRecord, HttpError, object>();
  const invalidate = useInvalidate();
  const { message } = App.useApp();

  const tell = (told: string | Disappointment) =>
    typeof told === 'string' ? message.success(told) : message.error(told.disappointment);

  const renew = () =>
    Promise.all(
      [...changes, 'pendingChanges'].map((resource) => invalidate({ resource, invalidates: ['resourceAll'] })),
    );

  /**
   * Returns true when it was done.
   * @param done sentence that tells it
   */
  const send = async <E extends Endpoint>(
    spec: E,
    call: Call<E>,
    done: (answer: Answer<E>) => string | Disappointment,
  ): Promise<boolean> => {
    const { url, values } = addressOf(spec, call as Record<string, unknown>);
    try {
      const { data } = await mutateAsync({
        url,
        method: spec.method.toLowerCase() as WriteMethod,
        values,
        successNotification: false,
        errorNotification: false,
      });
      // The response contains a pending change when a second person has to approve: nothing has been saved yet.
      const isHeld = (data as { pendingChange?: object | null } | null)?.pendingChange;
      if (isHeld) message.info('已提出，等另一位员工批准；批准前照旧');
      else tell(done(data as Answer<E>));
      void renew();
      return true;
    } catch (error) {
      // After a refusal the record has often been changed by somebody else. Without a connection nothing was sent.
      if (!(error instanceof ConsoleError && error.isUnsent)) void renew();
      return false;
    }
  };

  return { send, renew, error: mutation.error, isPending: mutation.isPending, reset: mutation.reset };
}

export type Write = ReturnType<typeof useWrite>;

/** Fills the places of the path; the other values travel in the body. */
function addressOf(spec: Endpoint, call: Record<string, unknown>) {
  const values = { ...call };
  const url = spec.path.replace(/:(\w+)/g, (_place, name: string) => {
    const value = String(values[name]);
    delete values[name];
    return encodeURIComponent(value);
  });
  return { url, values };
}

/** Writes of a single control: a refusal has no form to stand in, and is told like a success. */
export function useWriteMessage(changes: readonly string[]): Write {
  const write = useWrite(changes);
  const { message } = App.useApp();
  const { error } = write;
  useEffect(() => {
    if (error) message.error(error.message);
  }, [error, message]);
  return write;
}
