import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Metrics, WatchedState } from './port.ts';

const prefix = 'zhuhui_';
/** Upper bounds, seconds. */
const requestBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const runBuckets = [0.1, 0.25, 0.5, 1, 2, 5, 10, 20, 30, 60, 120, 300, 600];
/** Resolution at which the delay of the event loop is measured, milliseconds. */
const loopPrecisionMs = 20;

/** Metrics of one server with `prom-client`. Counters begin at 0 with the process. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const counter = (name: string, help: string, labelNames: string[]) =>
    new Counter({ name: `${prefix}${name}`, help, labelNames, registers });
  const histogram = (name: string, help: string, labelNames: string[], buckets: number[]) =>
    new Histogram({ name: `${prefix}${name}`, help, labelNames, buckets, registers });

  const requests = counter('http_requests_total', '请求数，按接口与状态', ['call', 'status']);
  const durations = histogram('http_request_duration_seconds', '请求用时，不含事件流', ['call'], requestBuckets);
  const runs = counter('engine_runs_total', '任务的运行次数，按工具、引擎与结果', ['tool', 'engine', 'outcome']);
  const failures = counter('engine_failures_total', '没有成功的运行，按工具与原因', ['tool', 'reason']);
  const runTimes = histogram('engine_run_duration_seconds', '成功的运行从领取到交付的用时', ['tool'], runBuckets);
  const orders = counter('orders_total', '订单进入各状态的次数，按支付渠道', ['state', 'channel']);
  const orderEvents = counter('order_events_total', '订单记录里的事件，含退款的各步', ['event']);
  const tickets = counter('tickets_moved_total', '券的变动张数，按种类、变动与去处', ['kind', 'movement', 'to']);

  return {
    orderMoved: (state, channel) => orders.inc({ state, channel }),
    orderNoted: (event) => orderEvents.inc({ event }),
    ticketsMoved: ({ amount, ...labels }) => tickets.inc(labels, amount),
    runEnded({ tool, engine, outcome, reason, seconds }) {
      runs.inc({ tool, engine, outcome });
      if (outcome === 'succeeded') runTimes.observe({ tool }, seconds);
      else if (reason !== '') failures.inc({ tool, reason });
    },
    requestEnded({ call, status, seconds }) {
      requests.inc({ call, status });
      if (seconds !== undefined) durations.observe({ call }, seconds);
    },
    watch(states) {
      for (const state of states) watchState(registry, state);
    },
    watchProcess: () => collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: loopPrecisionMs }),
    text: () => registry.metrics(),
    mediaType: registry.contentType,
  };
}

function watchState(registry: Registry, { name, help, labels, read }: WatchedState): void {
  new Gauge({
    name: `${prefix}${name}`,
    help,
    labelNames: [...labels],
    registers: [registry],
    async collect() {
      const values = await read();
      this.reset();
      for (const [given, value] of values)
        this.set(Object.fromEntries(labels.map((label, index) => [label, given[index] ?? ''])), value);
    },
  });
}
