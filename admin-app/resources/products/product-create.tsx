import { Button, Form, Input, Select } from 'antd';
import { productDeskContract } from '#shared/contract/product-desk';

import type { TicketKind } from '#shared/domain/ticket-kind';
import { WholeNumberField, YuanField } from '../../ui/fields.tsx';
import { parseYuan } from '../../ui/format.ts';
import { ListDrawer } from '../../ui/list-drawer.tsx';
import { Refusal } from '../../ui/refusal.tsx';
import { schemaRule } from '../../ui/schema-rule.ts';
import { useDrawer } from '../../ui/use-drawer.ts';
import { usePageTitle } from '../../ui/use-page-title.ts';
import { useWrite } from '../../ui/use-write.ts';
import { ticketKindChoices, ticketUnit } from '../tickets/ticket-words.ts';
import { priceWords, productsPath } from './product-words.ts';

const { createProduct } = productDeskContract;
const draft = createProduct.input.shape;

interface Fields {
  title: string;
  ticketKind: TicketKind;
  tickets: string;
  validMonths: string;
  price: string;
  listPrice?: string;
}

export default function ProductCreate() {
  usePageTitle('新建券包');
  const { close } = useDrawer(productsPath);
  const [form] = Form.useForm<Fields>();
  const ticketKind = Form.useWatch('ticketKind', form);
  const write = useWrite(['products']);

  const create = async ({ title, ticketKind: kind, tickets, validMonths, price, listPrice }: Fields) => {
    const isDone = await write.send(
      createProduct,
      {
        title,
        ticketKind: kind,
        tickets: Number(tickets),
        validMonths: Number(validMonths),
        price: parseYuan(price) ?? 0,
        listPrice: parseYuan(listPrice ?? ''),
      },
      (product) => `已新建「${product.title}」，${priceWords(product)}`,
    );
    if (isDone) close();
  };

  return (
    <ListDrawer
      list={productsPath}
      title="新建券包"
      form={form}
      footer={
        <Button type="primary" block loading={write.isPending} onClick={form.submit}>
          新建
        </Button>
      }
    >
      <Form<Fields>
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={{ ticketKind: 'normal', validMonths: '24' }}
        disabled={write.isPending}
        onFinish={(fields) => void create(fields)}
      >
        <Refusal error={write.error} form={form} />
        <Form.Item name="title" label="名称" rules={[schemaRule(draft.title)]}>
          <Input autoComplete="off" maxLength={40} placeholder="例如：普通券 100 张" />
        </Form.Item>
        <Form.Item name="ticketKind" label="券种">
          <Select options={ticketKindChoices} />
        </Form.Item>
        <div className="field-pair">
          <WholeNumberField name="tickets" label="数量" schema={draft.tickets} unit={ticketUnit(ticketKind)} />
          <WholeNumberField name="validMonths" label="有效期" schema={draft.validMonths} unit="个月" />
        </div>
        <div className="field-pair">
          <YuanField name="price" label="价格" schema={draft.price} />
          <YuanField name="listPrice" label="划线价" schema={draft.listPrice} placeholder="无" isOptional />
        </div>
        <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
      </Form>
    </ListDrawer>
  );
}
