import { CanAccess, type HttpError, useCan, useList } from '@refinedev/core';
import { Button, Switch } from 'antd';
import { Link, Outlet } from 'react-router';
import { productKinds } from '#shared/contract/order';
import { productDeskContract, type StaffProduct } from '#shared/contract/product-desk';
import { formatMoney } from '#shared/domain/format';
import { type DataColumn, DataRows, TableWaiting } from '../../ui/data-table.tsx';
import { PageHead } from '../../ui/filter-bar.tsx';
import { formatNumber } from '../../ui/format.ts';
import { PlusIcon } from '../../ui/icons.tsx';
import { Empty, LoadFailure, StatusDot, Time } from '../../ui/parts.tsx';
import { useDrawer } from '../../ui/use-drawer.ts';
import { usePageTitle } from '../../ui/use-page-title.ts';
import { useWriteMessage } from '../../ui/use-write.ts';
import { givesWords, kindLabels, productsPath } from './product-words.ts';

const allProducts = { currentPage: 1, pageSize: 200 };

export default function ProductList() {
  usePageTitle('商品');
  const drawer = useDrawer(productsPath);
  const { query, result } = useList<StaffProduct, HttpError>({
    resource: 'products',
    pagination: allProducts,
    errorNotification: false,
  });

  return (
    <div className="page">
      <PageHead
        title="商品"
        query={query}
        action={
          <CanAccess resource="products" action="create">
            <Button type="primary" icon={<PlusIcon />} onClick={() => drawer.open('create')}>
              新建券包
            </Button>
          </CanAccess>
        }
      />
      <p className="page-note quiet">改价只影响以后的订单，已下的订单按下单时的价格。</p>
      {query.error && !query.data && <LoadFailure error={query.error} onRetry={() => void query.refetch()} />}
      {query.isLoading && <TableWaiting what="商品" />}
      {query.data &&
        productKinds.map((kind) => (
          <section key={kind} className="row-group" aria-label={kindLabels[kind]}>
            <h2>{kindLabels[kind]}</h2>
            <DataRows
              what={kindLabels[kind]}
              rows={result.data.filter((product) => product.kind === kind)}
              rowKey="id"
              columns={columns}
              card={(product) => <ProductCard product={product} />}
              empty={<Empty sentence={`还没有${kindLabels[kind]}。`} />}
              isFetching={query.isFetching}
            />
          </section>
        ))}
      <Outlet context={{ rows: result.data, isLoading: query.isLoading }} />
    </div>
  );
}

const columns: ReadonlyArray<DataColumn<StaffProduct>> = [
  { key: 'title', title: '名称', width: 180, pinned: 'left', render: (product) => <Title product={product} /> },
  { key: 'gives', title: '内容', width: 220, render: givesWords },
  { key: 'price', title: '价格', width: 88, isFigure: true, render: ({ price }) => formatMoney(price) },
  {
    key: 'listPrice',
    title: '划线价',
    width: 88,
    isFigure: true,
    render: ({ listPrice }) =>
      listPrice === null ? <span className="quiet">—</span> : <s className="quiet">{formatMoney(listPrice)}</s>,
  },
  {
    key: 'limitPerPhone',
    title: '每号限购',
    width: 76,
    isFigure: true,
    render: ({ limitPerPhone }) =>
      limitPerPhone === null ? <span className="quiet">不限</span> : formatNumber(limitPerPhone),
  },
  { key: 'sold', title: '已售', width: 76, isFigure: true, render: ({ sold }) => formatNumber(sold) },
  { key: 'position', title: '排序', width: 60, isFigure: true, render: ({ position }) => position },
  { key: 'isOnShelf', title: '上架', width: 76, render: (product) => <Shelf product={product} /> },
  { key: 'updatedAt', title: '更新时间', width: 124, render: ({ updatedAt }) => <Time at={updatedAt} /> },
];

function Title({ product: { id, title } }: { product: StaffProduct }) {
  const { linkTo } = useDrawer(productsPath);
  return (
    <Link className="clip wide-clip" to={linkTo(id)} title={title}>
      {title}
    </Link>
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
        void send(productDeskContract.updateProduct, { id, isOnShelf: next, version }, () =>
          next ? `已上架「${title}」` : `已下架「${title}」`,
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
        <strong className="figures">{formatMoney(product.price)}</strong>
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
