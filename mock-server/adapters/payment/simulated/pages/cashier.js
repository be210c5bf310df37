// @ts-check
// Counts down by what the server says is left (the browser's clock may be wrong), follows a payment made elsewhere, and
// goes back to the merchant.

const sheet = /** @type {HTMLElement} */ (document.querySelector('[data-state]'));
const { state } = sheet.dataset;
if (state === 'open') countDown();
returnSoon();

function countDown() {
  const timer = /** @type {HTMLElement} */ (document.getElementById('left'));
  const bar = /** @type {HTMLElement} */ (document.getElementById('left-bar'));
  const whole = Number(sheet.dataset.whole);
  let endsAt = performance.now() + Number(sheet.dataset.left);
  let askedAt = performance.now();

  function show() {
    const left = Math.max(0, endsAt - performance.now());
    const seconds = Math.ceil(left / 1000);
    timer.textContent = `${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`;
    bar.style.transform = `scaleX(${Math.min(1, left / whole)})`;
    return left;
  }

  async function follow() {
    askedAt = performance.now();
    const answer = await fetch(`${location.pathname}/state`, { cache: 'no-store' }).catch(() => undefined);
    if (!answer?.ok) return;
    const now = await answer.json();
    if (now.state !== state) location.reload();
    else endsAt = performance.now() + now.leftMs;
  }

  show();
  setInterval(() => {
    const pause = show() === 0 ? 500 : 2000;
    if (!document.hidden && performance.now() - askedAt >= pause) follow();
  }, 250);
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) follow();
  });
}

function returnSoon() {
  const wait = document.getElementById('wait');
  const back = document.getElementById('back');
  if (!wait || !(back instanceof HTMLAnchorElement)) return;
  let seconds = 3;
  const counting = setInterval(() => {
    seconds -= 1;
    wait.textContent = String(seconds);
    if (seconds > 0) return;
    clearInterval(counting);
    location.replace(back.href);
  }, 1000);
}
