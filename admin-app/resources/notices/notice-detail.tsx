import { useCan } from '@refinedev/core';
import { noticeDeskContract, type StaffNoticeDetail } from '#shared/contract/notice-desk';
import { ActionButton } from '../../ui/action-button.tsx';
import { FormDrawer } from '../../ui/form-drawer.tsx';
import { formatNumber } from '../../ui/format.ts';
import { ListDrawer } from '../../ui/list-drawer.tsx';
import { OvertakenNote } from '../../ui/overtaken-note.tsx';
import { Facts, Section, Time } from '../../ui/parts.tsx';
import { OneRecord } from '../../ui/row-drawer.tsx';
import { useVersionedForm } from '../../ui/use-versioned-form.ts';
import { useWrite } from '../../ui/use-write.ts';
import { fieldLabels, NoticeForm, noticeOf, type TypedNotice, typedNotice } from './notice-fields.tsx';
import { audienceWord, noticeChanges, Standing, timesWord } from './notice-words.tsx';
import './notices.css';

const { updateNotice, publishNotice, withdrawNotice } = noticeDeskContract;

/** One notice: editors change and publish it here. */
export default function NoticeDetail() {
  const { data: access } = useCan({ resource: 'notices', action: 'edit' });
  return (
    <OneRecord<StaffNoticeDetail> resource="notices" what="公告">
      {(notice) =>
        access?.can ? (
          <NoticeEditor key={notice.id} notice={notice} />
        ) : (
          <ListDrawer resource="notices" title={notice.title}>
            <Facts
              facts={[
                ['状态', <Standing key="standing" notice={notice} />],
                ['内容', notice.text || '—'],
                ['给谁看', audienceWord(notice.audience)],
                ['时间', timesWord(notice)],
              ]}
            />
            <Editions notice={notice} />
          </ListDrawer>
        )
      }
    </OneRecord>
  );
}

const wordOf = (name: keyof TypedNotice, value: TypedNotice[keyof TypedNotice]) => {
  if (typeof value === 'boolean') return value ? '是' : '否';
  return name === 'audience' ? audienceWord(value as TypedNotice['audience']) : value.replace('T', ' ') || '无';
};

function NoticeEditor({ notice }: { notice: StaffNoticeDetail }) {
  const write = useWrite(noticeChanges);
  const { form, base, initialValues, overtaken } = useVersionedForm(notice, typedNotice, write);
  return (
    <FormDrawer<TypedNotice>
      resource="notices"
      title={notice.title}
      form={form}
      initialValues={initialValues}
      submitLabel="保存"
      write={write}
      onSend={(typed) =>
        write.send(updateNotice, { id: base.id, version: base.version, ...noticeOf(typed) }, (answer) =>
          answer.standing === 'published' && answer.hasDraft ? '已保存，再次发布后生效' : '已保存',
        )
      }
      after={
        <>
          <Section title="发布" more={<Acts notice={notice} />}>
            <Standing notice={notice} />
          </Section>
          <Editions notice={notice} />
        </>
      }
    >
      <OvertakenNote overtaken={overtaken} form={form} labelOf={(name) => fieldLabels[name]} wordOf={wordOf} />
      <NoticeForm />
    </FormDrawer>
  );
}

function Acts({ notice }: { notice: StaffNoticeDetail }) {
  const { id, title, version, standing, hasDraft } = notice;
  return (
    <span className="page-actions">
      {standing === 'published' && (
        <ActionButton<object>
          label="撤下"
          title={`撤下「${title}」？`}
          intro="立即从所有页面消失。10 分钟内可以撤销。"
          button={{ size: 'small', danger: true }}
          changes={noticeChanges}
          onSend={(send) => send(withdrawNotice, { id, version }, () => `已撤下「${title}」`)}
        />
      )}
      {(standing !== 'published' || hasDraft) && (
        <ActionButton<object>
          label="发布"
          title={`发布「${title}」？`}
          intro={
            <>
              {audienceWord(notice.audience)}会看到，{timesWord(notice)}。收起过旧内容的人会再看到。10 分钟内可以撤销。
            </>
          }
          button={{ size: 'small', type: 'primary' }}
          changes={noticeChanges}
          onSend={(send) => send(publishNotice, { id, version }, () => `已发布「${title}」`)}
        />
      )}
    </span>
  );
}

/** Published editions, unchanged since. */
function Editions({ notice: { editions } }: { notice: StaffNoticeDetail }) {
  if (editions.length === 0) return null;
  return (
    <Section title="历次发布">
      {editions.map((edition) => (
        <div key={edition.edition}>
          <p className="line">
            <strong>{edition.title}</strong> {edition.text}
          </p>
          <p className="line quiet">
            {edition.publishedBy} 于 <Time at={edition.publishedAt} /> 发布给{audienceWord(edition.audience)}，
            {formatNumber(edition.dismissals)} 人收起
          </p>
        </div>
      ))}
    </Section>
  );
}
