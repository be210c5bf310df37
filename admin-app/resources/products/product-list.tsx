import { type HttpError, useCan, useList } from '@refinedev/core';
import { Switch } from 'antd';
import { productKinds } from '#shared/contract/order';
import { productDeskContract, type StaffProduct } from '#shared/contract/product-desk';
import { productKindLabels } from '#shared/domain/console-words';
import { countColumn, Money, timeColumn } from '../../ui/columns.tsx';
import { type DataColumn, DataRows, Loaded } from '../../ui/data-table.tsx';
import { formatFen, formatNumber, parseYuan, toYuanText } from '../../ui/format.ts';
import { ImportButton } from '../../ui/import/import-button.tsx';
import { InlineEdit } from '../../ui/inline-edit.tsx';
import type { BulkVerb } from '../../ui/list/bulk.ts';
import { BulkBar } from '../../ui/list/bulk-bar.tsx';
import { ExportButton } from '../../ui/list/export-button.tsx';
import { useSelection } from '../../ui/list/use-selection.ts';
import { CreateButton, ListFrame } from '../../ui/list-page.tsx';
import { Empty, StatusDot } from '../../ui/parts.tsx';
import { RowLink } from '../../ui/row-link.tsx';
import { useWriteMessage } from '../../ui/use-write.ts';
import { givesWords, priceWords } from './product-words.ts';

const allProducts = { currentPage: 1, pageSize: 200 };

export default function ProductList() {
  const { query } = useList<StaffProduct, HttpError>({
    resource: 'products',
    pagination: allProducts,
    errorNotification: false,
  });
  const { data: access } = useCan({ resource: 'products', action: 'edit' });
  const selection = useSelection<StaffProduct>('products', everything, access?.can ?? false);
  return (
    <ListFrame
      title="商品"
      query={query}
      tools={
        <>
          <ExportButton resource="products" title="商品" />
          <ImportButton resource="products" />
        </>
      }
      action={<CreateButton resource="products" label="新建券包" />}
      note="改价只影响以后的订单，已下的订单按下单时的价格。"
    >
      {selection.isWanted && (
        <BulkBar
          resource="products"
          what="商品"
          selection={selection}
          verbs={shelfVerbs}
          nameOf={({ title }) => title}
          total={query.data?.total ?? 0}
        />
      )}
      <Loaded what="商品" query={query}>
        {({ data }) =>
          productKinds.map((kind) => (
            <section key={kind} className="row-group" aria-label={productKindLabels[kind]}>
              <h2>{productKindLabels[kind]}</h2>
              <DataRows
                what={productKindLabels[kind]}
                rows={data.filter((product) => product.kind === kind)}
                columns={columns}
                card={(product) => <ProductCard product={product} />}
                empty={<Empty sentence={`还没有${productKindLabels[kind]}。`} />}
                isFetching={query.isFetching}
                nameOf={({ title }) => title}
                {...(selection.isWanted && { selection })}
              />
            </section>
          ))
        }
      </Loaded>
    </ListFrame>
  );
}

const everything = { providerName: 'default' as const, filters: [], sorters: [] };

const shelfVerbs: ReadonlyArray<BulkVerb<StaffProduct>> = [
  {
    verb: 'onShelf',
    label: '上架',
    title: (count) => `上架 ${formatNumber(count)} 个商品？`,
    action: 'edit',
    isFor: ({ isOnShelf }) => !isOnShelf,
  },
  {
    verb: 'offShelf',
    label: '下架',
    title: (count) => `下架 ${formatNumber(count)} 个商品？`,
    intro: '不能再下单；已下的订单不受影响。10 分钟内可以撤销。',
    isDanger: true,
    action: 'edit',
    isFor: ({ isOnShelf }) => isOnShelf,
  },
];

const columns: ReadonlyArray<DataColumn<StaffProduct>> = [
  { key: 'title', title: '名称', width: 180, pinned: 'left', render: (product) => <Title product={product} /> },
  { key: 'gives', title: '内容', width: 220, render: givesWords },
  { key: 'price', title: '价格', width: 120, isFigure: true, render: (product) => <Price product={product} /> },
  {
    key: 'listPrice',
    title: '划线价',
    width: 88,
    isFigure: true,
    render: ({ listPrice }) =>
      listPrice === null ? <span className="quiet">—</span> : <s className="quiet">{formatFen(listPrice)}</s>,
  },
  countColumn('limitPerPhone', '每号限购', 76, '不限'),
  countColumn('sold', '已售', 76),
  { key: 'position', title: '排序', width: 60, isFigure: true, render: ({ position }) => position },
  { key: 'isOnShelf', title: '上架', width: 76, render: (product) => <Shelf product={product} /> },
  timeColumn('updatedAt', '更新时间'),
];

function Title({ product: { id, title } }: { product: StaffProduct }) {
  return <RowLink resource="products" id={id} text={title} />;
}

/** Price, editable here with the permission. */
function Price({ product: { id, title, price, version } }: { product: StaffProduct }) {
  return (
    <InlineEdit
      resource="products"
      label={`${title} 价格`}
      value={toYuanText(price)}
      changes={['products']}
      inputMode="decimal"
      most={14}
      faultOf={(text) => (parseYuan(text) ? undefined : '请填写金额，最多两位小数')}
      onSave={(send, text) =>
        send(
          productDeskContract.updateProduct,
          // Fixed reason, shown to the approver if there is one; the product's own page has a field for it.
          { id, price: parseYuan(text) ?? 0, version, reason: '在商品列表里改价' },
          (answer) => `已保存「${answer.title}」，${priceWords(answer)}`,
        )
      }
    >
      <Money fen={price} />
    </InlineEdit>
  );
}

/** On sale or not; who may, switches it here. */
function Shelf({ product: { id, title, isOnShelf, version } }: { product: StaffProduct }) {
  const { data } = useCan({ resource: 'products', action: 'edit' });
  const { send, isPending } = useWriteMessage(['products']);
  if (!data?.can) return <StatusDot tone={isOnShelf ? 'success' : 'quiet'}>{isOnShelf ? '在售' : '已下架'}</StatusDot>;
  return (
    <Switch
      size="small"
      aria-label={`${title} 上架`}
      checked={isOnShelf}
      loading={isPending}
      onChange={(next) =>
        void send(
          productDeskContract.updateProduct,
          { id, isOnShelf: next, version, reason: '在商品列表里上下架' },
          () => (next ? `已上架「${title}」` : `已下架「${title}」`),
        )
      }
    />
  );
}

function ProductCard({ product }: { product: StaffProduct }) {
  return (
    <>
      <div className="card-head">
        <Title product={product} />
        <strong className="figures">{formatFen(product.price)}</strong>
      </div>
      <div className="card-line">
        <span>{givesWords(product)}</span>
      </div>
      <div className="card-line quiet figures">
        已售 {formatNumber(product.sold)}
        <span className="row-actions">
          <Shelf product={product} />
        </span>
      </div>
    </>
  );
}
