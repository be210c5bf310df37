import { useState } from 'react';
import { toast } from '../../lib/toast';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { EmptyState } from '../../ui/empty-state';
import { Facts } from '../../ui/facts';
import { QrCode } from '../../ui/qr-code';
import { Spinner } from '../../ui/spinner';
import { TextField } from '../../ui/text-field';
import { Thumb, ThumbButton } from '../../ui/thumb';
import { Waiting } from '../../ui/waiting';
import { Part } from './part';
import styles from './ui-parts.css';

const picture = '/samples/villa-day.jpg';

const dialogs = [
  ['small', 'middle', '小对话框'],
  ['normal', 'middle', '对话框'],
  ['wide', 'middle', '宽对话框'],
  ['normal', 'start', '抽屉'],
] as const;

/** Displays: pictures, facts, empty states, and things that open over the page. */
export function Shown() {
  const [open, setOpen] = useState<(typeof dialogs)[number]>();
  const [name, setName] = useState('湖边别墅');
  const close = () => setOpen(undefined);
  return (
    <>
      <Part name="Thumb">
        <Thumb className={styles.thumb} src={picture} alt="别墅" mainColor="var(--rule)" />
        <Thumb className={styles.thumb} src="/favicon.svg" alt="抠出的图" isClear />
        <Thumb className={styles.thumb} src="/samples/none.jpg" alt="缺的图" />
        <ThumbButton className={styles.thumb} label="第 1 张" picture={{ src: picture }} />
        <ThumbButton className={styles.thumb} label="第 2 张，选中" picture={{ src: picture }} aria-pressed="true" />
        <ThumbButton className={styles.thumb} label="第 3 张，裁成方" picture={{ src: picture, isCropped: true }} />
      </Part>
      <Part name="Facts">
        <Facts
          className="flex-1 min-w-0"
          rows={[
            ['尺寸', '2048 × 1536'],
            ['种子', '4096'],
            ['名称', '一个有四十个字的名称，用来看长的值怎样折行，一行放不下时不挤走左边的名称，也不出界'],
          ]}
        />
      </Part>
      <Part name="EmptyState">
        <EmptyState drawing="wall" title="还没有作品" text="选一个工具，上传底图。" level={3}>
          <Button>选择工具</Button>
        </EmptyState>
      </Part>
      <Part name="Waiting">
        <div className="flex-1 min-w-0">
          <Waiting label="正在读取" rows={2} height={40} />
        </div>
        <Spinner />
      </Part>
      <Part name="QrCode">
        <QrCode content="https://example.com/pay/4096" label="示例二维码" />
      </Part>
      <Part name="Dialog">
        {dialogs.map((dialog) => (
          <Button key={dialog[2]} onClick={() => setOpen(dialog)}>
            {dialog[2]}
          </Button>
        ))}
        {open && (
          <Dialog
            title={open[2]}
            size={open[0]}
            place={open[1]}
            onClose={close}
            actions={
              <>
                <Button onClick={close}>取消</Button>
                <Button look="primary" onClick={() => toast.success('已保存')}>
                  保存
                </Button>
              </>
            }
          >
            <TextField label="项目名称" value={name} onChange={setName} />
          </Dialog>
        )}
      </Part>
      <Part name="Toast">
        <Button onClick={() => toast.success('已保存')}>成功</Button>
        <Button onClick={() => toast.info('订单已经付款，没有取消')}>告知</Button>
        <Button onClick={() => toast.warning('有 2 张没有读到')}>提醒</Button>
        <Button onClick={() => toast.error('网络断开，请重试')}>失败</Button>
      </Part>
    </>
  );
}
