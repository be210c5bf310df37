import { useId, useState } from 'react';
import { isPhone, normalizePhone } from '#shared/domain/phone';
import { copyText } from '../../lib/copy-text';
import { Button } from '../../ui/button';
import { Page, PageHead, Section } from '../../ui/page';
import styles from './custom-purchase.css';

const kinds = ['私有部署', '企业席位', '专属风格训练', '接口调用'] as const;

const offers = [
  ['私有部署', '整套程序可以装在自己的服务器上，一条命令启动，数据不出单位。默认用内置引擎，也可以接自己的生成模型。'],
  ['企业席位', '按席位开通，券全队共用。目前由管理员在后台开通。'],
  ['专属风格训练', '用单位自己的项目图训练风格。需要先确认图片权利和数量，单独报价。'],
  ['接口调用', '网页用到的接口都可以由程序调用，见接口文档。'],
] as const;

const lengthOfNote = 500;

interface Wishes {
  company: string;
  person: string;
  phoneNo: string;
  kind: string;
  seats: string;
  budget: string;
  note: string;
}

const empty: Wishes = { company: '', person: '', phoneNo: '', kind: kinds[0], seats: '5', budget: '', note: '' };

function textOf(wishes: Wishes): string {
  return [
    `公司：${wishes.company}`,
    `联系人：${wishes.person}`,
    `手机：${wishes.phoneNo}`,
    `需求：${wishes.kind}`,
    `席位：${wishes.seats}`,
    ...(wishes.budget ? [`预算：${wishes.budget}`] : []),
    ...(wishes.note ? [`说明：${wishes.note}`] : []),
  ].join('\n');
}

/** What can be ordered, and a written request to copy; requests cannot be sent in from here yet, and the page says so. */
export default function CustomPurchase() {
  const [wishes, setWishes] = useState(empty);
  const [fault, setFault] = useState('');
  const id = useId();
  const set = (change: Partial<Wishes>) => {
    setWishes({ ...wishes, ...change });
    setFault('');
  };

  const copy = () => {
    const seats = Number(wishes.seats);
    const found = !wishes.company.trim()
      ? '请填写公司'
      : !wishes.person.trim()
        ? '请填写联系人'
        : !isPhone(wishes.phoneNo)
          ? '手机号格式不正确'
          : !Number.isInteger(seats) || seats < 1 || seats > 500
            ? '席位应为 1 到 500'
            : '';
    setFault(found);
    if (!found) void copyText(textOf(wishes), '需求说明已复制');
  };

  return (
    <Page isNarrow>
      <PageHead title="定制采购" text="给设计单位的部署、席位和二次开发。" />
      <dl className={styles.offers}>
        {offers.map(([name, text]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <Section title="需求说明">
        <p className={styles.note}>
          在线提交还没有开放。填好后复制成文字，发给为您提供本站的管理员；内容不会离开这个页面。
        </p>
        <form
          className={styles.form}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            copy();
          }}
        >
          <TextField
            label="公司"
            isRequired
            value={wishes.company}
            onChange={(company) => set({ company })}
            autoComplete="organization"
          />
          <TextField
            label="联系人"
            isRequired
            value={wishes.person}
            onChange={(person) => set({ person })}
            autoComplete="name"
          />
          <TextField
            label="手机"
            isRequired
            value={wishes.phoneNo}
            onChange={(text) => set({ phoneNo: normalizePhone(text).slice(0, 11) })}
            autoComplete="tel"
            inputMode="numeric"
          />
          <TextField label="席位" value={wishes.seats} onChange={(seats) => set({ seats })} inputMode="numeric" />
          <fieldset className={styles.kinds}>
            <legend>需求</legend>
            {kinds.map((kind) => (
              <label key={kind}>
                <input type="radio" name={`${id}-kind`} checked={wishes.kind === kind} onChange={() => set({ kind })} />
                {kind}
              </label>
            ))}
          </fieldset>
          <TextField label="预算" value={wishes.budget} onChange={(budget) => set({ budget })} />
          <div className={styles.wide}>
            <label htmlFor={`${id}-note`}>说明</label>
            <textarea
              id={`${id}-note`}
              rows={4}
              maxLength={lengthOfNote}
              value={wishes.note}
              onChange={(event) => set({ note: event.target.value })}
            />
            <span className="tabular">
              {wishes.note.length}/{lengthOfNote}
            </span>
          </div>
          <p role="alert" className={styles.fault}>
            {fault}
          </p>
          <Button type="submit" look="primary">
            复制需求说明
          </Button>
        </form>
      </Section>
    </Page>
  );
}

interface TextFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  isRequired?: boolean;
  autoComplete?: string;
  inputMode?: 'numeric' | 'text';
}

function TextField({
  label,
  value,
  onChange,
  isRequired = false,
  autoComplete = 'off',
  inputMode = 'text',
}: TextFieldProps) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id}>
        {label}
        {isRequired && <span aria-hidden="true"> *</span>}
      </label>
      <input
        id={id}
        value={value}
        required={isRequired}
        maxLength={80}
        autoComplete={autoComplete}
        inputMode={inputMode}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}
