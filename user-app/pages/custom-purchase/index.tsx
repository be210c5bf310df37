import { RequestForm, RequestStatus } from '@/features/custom-purchase';
import { Page, PageHead, Section } from '@/ui/page';
import styles from './custom-purchase.css';

const offers = [
  ['私有部署', '整套程序装在自己的服务器上，一条命令启动，数据不出单位。默认用内置引擎，也可以接自己的生成模型。'],
  ['企业席位', '按席位开通，券全队共用，对公付款和发票。'],
  ['专属风格训练', '用单位自己的项目图训练风格。先确认图片权利和数量，再单独报价。'],
  ['API', '网页用到的接口都可以由程序调用，按量计费。'],
] as const;

/** Custom purchases: the offer, the form of a request, and the state of an earlier one. */
export default function CustomPurchase() {
  return (
    <Page isNarrow>
      <PageHead title="定制采购" text="给设计单位的部署、席位和二次开发。" />
      <dl className={`border-t ${styles.offers}`}>
        {offers.map(([name, text]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <Section title="提交需求">
        <RequestForm />
      </Section>
      <Section title="查询进度">
        <RequestStatus />
      </Section>
    </Page>
  );
}
