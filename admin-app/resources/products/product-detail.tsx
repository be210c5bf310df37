import { useCan } from '@refinedev/core';
import { Form, type FormInstance, Input, Skeleton, Switch } from 'antd';
import { productDeskContract, type StaffProduct } from '#shared/contract/product-desk';
import { WholeNumberField, YuanField } from '../../ui/fields.tsx';
import { FormDrawer } from '../../ui/form-drawer.tsx';
import { formatNumber, parseYuan } from '../../ui/format.ts';
import { ListDrawer } from '../../ui/list-drawer.tsx';
import { OvertakenNote } from '../../ui/overtaken-note.tsx';
import { Facts } from '../../ui/parts.tsx';
import { OneRecord } from '../../ui/row-drawer.tsx';
import { schemaRule } from '../../ui/schema-rule.ts';
import { SecondPerson } from '../../ui/second-person.tsx';
import { type Overtaken, useVersionedForm } from '../../ui/use-versioned-form.ts';
import { useWrite } from '../../ui/use-write.ts';
import { WaitingChange } from '../pending-changes/waiting-change.tsx';
import { PriceHistory, useLastPriceSetter } from './price-history.tsx';
import {
  fieldLabels,
  fieldWord,
  givesWords,
  isCheaper,
  type ProductFields,
  priceWords,
  toFields,
} from './product-words.ts';

const { updateProduct } = productDeskContract;
const patch = updateProduct.input.shape;

/** One product: editors change it here, everybody sees how its price went. */
export default function ProductDetail() {
  const { data: access } = useCan({ resource: 'products', action: 'edit' });
  return (
    <OneRecord<StaffProduct> resource="products" what="商品">
      {(product) =>
        access?.can ? (
          <ProductEditor key={product.id} product={product} />
        ) : (
          <ListDrawer resource="products" title={product.title}>
            {access ? <ProductFacts product={product} /> : <Skeleton active paragraph={{ rows: 8 }} />}
          </ListDrawer>
        )
      }
    </OneRecord>
  );
}

function ProductFacts({ product }: { product: StaffProduct }) {
  const { limitPerPhone, isOnShelf, sold } = product;
  return (
    <>
      <Facts
        facts={[
          ['内容', givesWords(product)],
          ['价格', priceWords(product)],
          ['每号限购', limitPerPhone === null ? '不限' : formatNumber(limitPerPhone)],
          ['上架', isOnShelf ? '在售' : '已下架'],
          ['已售', formatNumber(sold)],
        ]}
      />
      <WaitingChange kind="product" subject={product.id} />
      <PriceHistory product={product} />
    </>
  );
}

function ProductEditor({ product }: { product: StaffProduct }) {
  const write = useWrite(['products']);
  const { form, base, initialValues, overtaken, changedOf } = useVersionedForm(product, toFields, write);

  const typed = Form.useWatch([], form) ?? {};
  const save = async (fields: ProductFields) => {
    const changed = changedOf(fields);
    if (changed.size === 0) return true;
    const { title, price, listPrice, limitPerPhone, position, isOnShelf } = fields;
    return write.send(
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
        ...(fields.reason && { reason: fields.reason }),
      },
      (answer) => `已保存「${answer.title}」，${priceWords(answer)}`,
    );
  };

  return (
    <FormDrawer<ProductFields>
      resource="products"
      title={product.title}
      form={form}
      initialValues={initialValues}
      submitLabel="保存"
      write={write}
      onSend={save}
      after={
        <>
          <WaitingChange kind="product" subject={product.id} />
          <PriceHistory product={product} />
        </>
      }
    >
      {overtaken && <ProductOvertaken product={product} overtaken={overtaken} form={form} />}
      <p className="quiet form-lead">{givesWords(product)}</p>
      <Form.Item name="title" label={fieldLabels.title} rules={[schemaRule(patch.title.unwrap())]}>
        <Input autoComplete="off" />
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
      {isCheaper(product, typed) && <SecondPerson what="降价、放宽限购和新商品上架" schema={patch.reason} />}
    </FormDrawer>
  );
}

/** Changes that somebody else saved while this form was open; the price history tells the person. */
function ProductOvertaken({
  product,
  overtaken,
  form,
}: {
  product: StaffProduct;
  form: FormInstance<ProductFields>;
  overtaken: ReadonlyArray<Overtaken<ProductFields>>;
}) {
  const setter = useLastPriceSetter(product);
  const isPriceTouched = overtaken.some(({ name }) => name === 'price' || name === 'listPrice');
  return (
    <OvertakenNote<ProductFields>
      overtaken={overtaken}
      form={form}
      who={isPriceTouched ? setter : null}
      labelOf={(name) => fieldLabels[name]}
      wordOf={fieldWord}
    />
  );
}
