// @ts-check
/** @typedef {typeof import('../contract.ts').controlContract} Contract */
/** @typedef {import('#shared/contract/endpoint').Answer<Contract['faults']>} Faults */
/** @typedef {Faults['faults'][number]} Rule */
/** @typedef {{ kind: string, title: string, does: string, isTimed?: true }} Kind */
/** @typedef {{ step: string, title: string, isThere: boolean, kinds: Kind[] }} Step */

/**
 * Parts of the page that the form is built with.
 * @typedef {object} Parts
 * @property {(path: string, body?: unknown, method?: string) => Promise<any>} call
 * @property {(id: string) => HTMLElement} find
 * @property {(name: string, className: string, text: string) => HTMLElement} element
 * @property {(text: string, press: () => unknown) => HTMLButtonElement} button
 * @property {<T>(id: string, list: T[], cells: (item: T) => Array<string | Node>, empty: string) => void} drawRows
 * @property {(id: string, work: () => Promise<string>) => Promise<void>} report
 */

/**
 * The form that sets fault rules, and the table of those that are set.
 * @param {Parts} parts
 */
export function createFaultForm({ call, find, element, button, drawRows, report }) {
  const form = /** @type {HTMLFormElement} */ (find('fault'));
  /** @type {Step[]} */
  const table = JSON.parse(form.dataset.table ?? '[]');
  const steps = selectOf(form, 'step');
  const kinds = selectOf(form, 'kind');
  const stepOf = (step = '') => table.find((each) => each.step === step);
  const kindOf = (step = '', kind = '') => stepOf(step)?.kinds.find((each) => each.kind === kind);

  steps.replaceChildren(
    ...table.map(({ step, title, isThere }) => {
      const option = new Option(step ? `${title}（${step}）` : title, step);
      option.disabled = !isThere;
      return option;
    }),
  );

  function showKinds() {
    kinds.replaceChildren(...(stepOf(steps.value)?.kinds ?? []).map(({ kind, title }) => new Option(title, kind)));
    showFields();
  }

  /** Shows the fields that this kind takes. */
  function showFields() {
    const kind = kindOf(steps.value, kinds.value);
    const isShown = new Map([
      ['timed', kind?.isTimed === true],
      ['status', kinds.value === 'status'],
      ['request', steps.value === ''],
    ]);
    for (const label of form.querySelectorAll('label'))
      if (label.dataset.when) label.hidden = !isShown.get(label.dataset.when);
    find('fault-does').textContent = kind ? `${kind.title}：${kind.does}。` : '';
  }

  async function show() {
    /** @type {Faults} */
    const { faults } = await call('/faults');
    drawRows(
      'fault-rules',
      faults,
      (rule) => [
        stepOf(rule.match.step)?.title ?? '',
        kindOf(rule.match.step, rule.kind)?.title ?? rule.kind,
        element('code', '', conditionsOf(rule)),
        `${rule.struck}${rule.times === undefined ? '' : ` / ${rule.times}`} 次`,
        button('撤下', () => change((rules) => rules.filter((_rule, index) => index !== faults.indexOf(rule)))),
      ],
      '没有故障',
    );
  }

  /**
   * Puts other rules in the place of those that are set; all count from the beginning.
   * @param {(rules: object[]) => object[]} to
   * @param {number} [newSeed]
   */
  function change(to, newSeed) {
    return report('faults', async () => {
      /** @type {Faults} */
      const { seed, faults } = await call('/faults');
      const rules = to(faults.map(({ struck: _struck, ...rule }) => rule));
      await call('/faults', { faults: rules, seed: newSeed ?? seed, isGoingOn: true }, 'PUT');
      await show();
      return '';
    });
  }

  steps.onchange = showKinds;
  kinds.onchange = showFields;
  form.onsubmit = (event) => {
    event.preventDefault();
    report('faults', async () => {
      const { rule, seed } = ruleOf(new FormData(form), (name) => !fieldOf(form, name).closest('label')?.hidden);
      await change((rules) => [...rules, rule], seed);
      return find('faults').textContent ?? '';
    });
  };
  find('faults-clear').onclick = () =>
    report('faults', async () => {
      await call('/faults', undefined, 'DELETE');
      await show();
      return '';
    });
  showKinds();
  return { show };
}

/** @param {HTMLFormElement} form @param {string} name */
const fieldOf = (form, name) => /** @type {HTMLElement} */ (form.elements.namedItem(name));
/** @param {HTMLFormElement} form @param {string} name */
const selectOf = (form, name) => /** @type {HTMLSelectElement} */ (fieldOf(form, name));

/**
 * The rule that the form describes; what is left empty is left out, and so is what is not shown.
 * @param {FormData} data
 * @param {(name: string) => boolean} isShown
 */
function ruleOf(data, isShown) {
  /** @param {string} name */
  const text = (name) => (isShown(name) ? String(data.get(name) ?? '').trim() : '');
  /** @param {string[]} names @param {(text: string) => unknown} read */
  const given = (names, read) =>
    Object.fromEntries(names.flatMap((name) => (text(name) === '' ? [] : [[name, read(text(name))]])));
  const match = {
    ...given(['step', 'method', 'path', 'account'], String),
    ...given(['query', 'header'], pairsOf),
    ...given(['body'], fieldsOf),
  };
  const rule = {
    match,
    kind: text('kind'),
    ...given(['ms', 'status', 'retryAfter', 'times', 'after', 'prob'], Number),
    ...(text('answer') === '' ? {} : { body: jsonOrText(text('answer')) }),
  };
  return { rule, ...(text('seed') === '' ? {} : { seed: Number(text('seed')) }) };
}

/** @param {string} typed such as `page=2&size=9` */
const pairsOf = (typed) => Object.fromEntries(new URLSearchParams(typed));

/** @param {string} typed */
function fieldsOf(typed) {
  const value = jsonOrText(typed);
  if (typeof value !== 'object') throw new Error('「内容含有」须是 JSON 对象，例如 {"tool":"toline"}');
  return value;
}

/** @param {string} typed */
function jsonOrText(typed) {
  try {
    return JSON.parse(typed);
  } catch {
    return typed;
  }
}

/** @param {Rule} rule */
function conditionsOf({ match: { step: _step, ...match }, kind: _kind, struck: _struck, times: _times, ...rest }) {
  const { after, prob, ...others } = rest;
  const shown = { ...match, ...others, ...(after > 0 && { after }), ...(prob < 1 && { prob }) };
  return Object.entries(shown)
    .map(([name, value]) => `${name}=${typeof value === 'object' ? JSON.stringify(value) : value}`)
    .join(' ');
}
