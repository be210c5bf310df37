import { useCan } from '@refinedev/core';
import { Alert, Button, Form, Input, Skeleton, Switch } from 'antd';
import { productDeskContract, type StaffProduct } from '#shared/contract/product-desk';
import { WholeNumberField, YuanField } from '../../ui/fields.tsx';
import { formatNumber, parseYuan } from '../../ui/format.ts';
import { ListDrawer } from '../../ui/list-drawer.tsx';
import { useListedRow } from '../../ui/listed-row.ts';
import { Empty, Facts } from '../../ui/parts.tsx';
import { Refusal } from '../../ui/refusal.tsx';
import { schemaRule } from '../../ui/schema-rule.ts';
import { useDrawer } from '../../ui/use-drawer.ts';
import { usePageTitle } from '../../ui/use-page-title.ts';
import { type Overtaken, useVersionedForm } from '../../ui/use-versioned-form.ts';
import { useWrite } from '../../ui/use-write.ts';
import { PriceHistory, useLastPriceSetter } from './price-history.tsx';
import {
  fieldLabels,
  fieldWord,
  givesWords,
  type ProductFields,
  priceWords,
  productsPath,
  toFields,
} from './product-words.ts';

const { updateProduct } = productDeskContract;
const patch = updateProduct.input.shape;

/** One product: editors change it here, everybody sees how its price went. */
export default function ProductDetail() {
  const { row, isLoading } = useListedRow<StaffProduct>();
  const { data: access } = useCan({ resource: 'products', action: 'edit' });
  usePageTitle(row?.title ?? '商品');
  if (row && access?.can) return <ProductEditor key={row.id} product={row} />;
  return (
    <ListDrawer list={productsPath} title={row?.title ?? '商品'}>
      {row && access && (
        <>
          <Facts
            facts={[
              ['内容', givesWords(row)],
              ['价格', priceWords(row)],
              ['每号限购', row.limitPerPhone === null ? '不限' : formatNumber(row.limitPerPhone)],
              ['上架', row.isOnShelf ? '在售' : '已下架'],
              ['已售', formatNumber(row.sold)],
            ]}
          />
          <PriceHistory product={row} />
        </>
      )}
      {(isLoading || !access) && <Skeleton active paragraph={{ rows: 8 }} />}
      {!row && !isLoading && <Empty sentence="商品不存在。" />}
    </ListDrawer>
  );
}

function ProductEditor({ product }: { product: StaffProduct }) {
  const { close } = useDrawer(productsPath);
  const write = useWrite(['products']);
  const { form, base, initialValues, overtaken, changedOf } = useVersionedForm(product, toFields, write);

  const save = async (fields: ProductFields) => {
    const changed = changedOf(fields);
    if (changed.size === 0) return close();
    const { title, price, listPrice, limitPerPhone, position, isOnShelf } = fields;
    const isDone = await write.send(
      updateProduct,
      {
        id: base.id,
        version: base.version,
        ...(changed.has('title') && { title }),
        ...(changed.has('price') && { price: parseYuan(price) ?? 0 }),
        ...(changed.has('listPrice') && { listPrice: parseYuan(listPrice) }),
        ...(changed.has('limitPerPhone') && { limitPerPhone: limitPerPhone === '' ? null : Number(limitPerPhone) }),
        ...(changed.has('position') && { position: Number(position) }),
        ...(changed.has('isOnShelf') && { isOnShelf }),
      },
      (answer) => `已保存「${answer.title}」，${priceWords(answer)}`,
    );
    if (isDone) close();
  };

  return (
    <ListDrawer
      list={productsPath}
      title={product.title}
      form={form}
      footer={
        <Button type="primary" block loading={write.isPending} onClick={form.submit}>
          保存
        </Button>
      }
    >
      <Form<ProductFields>
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={initialValues}
        disabled={write.isPending}
        onFinish={(fields) => void save(fields)}
      >
        <Refusal error={write.error} form={form} />
        {overtaken && <OvertakenNote product={product} overtaken={overtaken} />}
        <p className="quiet form-lead">{givesWords(product)}</p>
        <Form.Item name="title" label={fieldLabels.title} rules={[schemaRule(patch.title.unwrap())]}>
          <Input autoComplete="off" maxLength={40} />
        </Form.Item>
        <div className="field-pair">
          <YuanField name="price" label={fieldLabels.price} schema={patch.price} />
          <YuanField
            name="listPrice"
            label={fieldLabels.listPrice}
            schema={patch.listPrice}
            placeholder="无"
            isOptional
          />
        </div>
        <div className="field-pair">
          <WholeNumberField
            name="limitPerPhone"
            label={fieldLabels.limitPerPhone}
            schema={patch.limitPerPhone}
            unit="次"
            placeholder="不限"
            isOptional
          />
          <WholeNumberField name="position" label={fieldLabels.position} schema={patch.position} extra="小的在前。" />
        </div>
        <Form.Item name="isOnShelf" label={fieldLabels.isOnShelf} valuePropName="checked">
          <Switch size="small" />
        </Form.Item>
        <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
      </Form>
      <PriceHistory product={product} />
    </ListDrawer>
  );
}

/** What somebody else saved while this form was open; the price history knows who. */
function OvertakenNote({
  product,
  overtaken,
}: {
  product: StaffProduct;
  overtaken: ReadonlyArray<Overtaken<ProductFields>>;
}) {
  const setter = useLastPriceSetter(product);
  const isPriceTouched = overtaken.some(({ name }) => name === 'price' || name === 'listPrice');
  return (
    <Alert
      className="drawer-alert"
      type="info"
      role="status"
      message={`${isPriceTouched && setter ? setter : '同事'}先一步保存了，已载入最新内容`}
      description={
        <>
          {overtaken.map(({ name, before, now }) => (
            <p key={name} className="line figures">
              {fieldLabels[name]}：{fieldWord(name, before)} → {fieldWord(name, now)}
            </p>
          ))}
          <p className="line">您改过的内容还在，请核对后再保存。</p>
        </>
      }
    />
  );
}
