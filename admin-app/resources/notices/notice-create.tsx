import { Form } from 'antd';
import { useState } from 'react';
import { noticeDeskContract } from '#shared/contract/notice-desk';
import { FormDrawer } from '../../ui/form-drawer.tsx';
import { useWrite } from '../../ui/use-write.ts';
import { emptyNotice, NoticeForm, noticeOf, type TypedNotice } from './notice-fields.tsx';
import { noticeChanges } from './notice-words.tsx';
import './notices.css';

export default function NoticeCreate() {
  const [form] = Form.useForm<TypedNotice>();
  const [initialValues] = useState(emptyNotice);
  const write = useWrite(noticeChanges);
  return (
    <FormDrawer<TypedNotice>
      resource="notices"
      title="新建公告"
      form={form}
      initialValues={initialValues}
      submitLabel="存为草稿"
      write={write}
      onSend={(typed) =>
        write.send(
          noticeDeskContract.createNotice,
          noticeOf(typed),
          (notice) => `已存为草稿「${notice.title}」，还没有发布`,
        )
      }
    >
      <NoticeForm />
    </FormDrawer>
  );
}
