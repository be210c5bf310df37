import { Form, Input } from 'antd';
import { productDeskContract } from '#shared/contract/product-desk';
import type { TicketKind } from '#shared/domain/ticket-kind';
import { WholeNumberField, YuanField } from '../../ui/fields.tsx';
import { FormDrawer } from '../../ui/form-drawer.tsx';
import { parseYuan } from '../../ui/format.ts';
import { schemaRule } from '../../ui/schema-rule.ts';
import { SecondPerson } from '../../ui/second-person.tsx';
import { useWrite } from '../../ui/use-write.ts';
import { TicketKindField } from '../tickets/ticket-kind-field.tsx';
import { ticketUnit } from '../tickets/ticket-words.ts';
import { priceWords } from './product-words.ts';

const { createProduct } = productDeskContract;
const draft = createProduct.input.shape;

interface Fields {
  title: string;
  ticketKind: TicketKind;
  tickets: string;
  validMonths: string;
  price: string;
  listPrice?: string;
  reason?: string;
}

export default function ProductCreate() {
  const [form] = Form.useForm<Fields>();
  const ticketKind = Form.useWatch('ticketKind', form);
  const write = useWrite(['products']);

  return (
    <FormDrawer<Fields>
      resource="products"
      title="新建券包"
      form={form}
      initialValues={{ ticketKind: 'normal', validMonths: '24' }}
      submitLabel="新建"
      write={write}
      onSend={({ tickets, validMonths, price, listPrice, ...fields }) =>
        write.send(
          createProduct,
          {
            ...fields,
            tickets: Number(tickets),
            validMonths: Number(validMonths),
            price: parseYuan(price) ?? 0,
            listPrice: parseYuan(listPrice ?? ''),
          },
          (product) => `已新建「${product.title}」，${priceWords(product)}`,
        )
      }
    >
      <Form.Item name="title" label="名称" rules={[schemaRule(draft.title)]}>
        <Input autoComplete="off" placeholder="例如：普通券 100 张" />
      </Form.Item>
      <TicketKindField name="ticketKind" />
      <div className="field-pair">
        <WholeNumberField name="tickets" label="数量" schema={draft.tickets} unit={ticketUnit(ticketKind)} />
        <WholeNumberField name="validMonths" label="有效期" schema={draft.validMonths} unit="个月" />
      </div>
      <div className="field-pair">
        <YuanField name="price" label="价格" schema={draft.price} />
        <YuanField name="listPrice" label="划线价" schema={draft.listPrice} placeholder="无" isOptional />
      </div>
      <SecondPerson what="新商品的上架" schema={draft.reason} />
    </FormDrawer>
  );
}
