/**
 * Counts down by what the server says is left (the browser's clock may be wrong), follows a payment made elsewhere, and
 * goes back to the merchant. Served as a file, because the content security policy allows no inline scripts.
 */
export const cashierScript = `
const sheet = document.querySelector('[data-state]');
const { state } = sheet.dataset;
const timer = document.getElementById('left');
const bar = document.getElementById('left-bar');
const whole = Number(sheet.dataset.whole);
let endsAt = performance.now() + Number(sheet.dataset.left);

const show = () => {
  const left = Math.max(0, endsAt - performance.now());
  const seconds = Math.ceil(left / 1000);
  timer.textContent = String(Math.floor(seconds / 60)).padStart(2, '0') + ':' + String(seconds % 60).padStart(2, '0');
  bar.style.transform = 'scaleX(' + Math.min(1, left / whole) + ')';
  return left;
};
const follow = async () => {
  const answer = await fetch(location.pathname + '/state', { cache: 'no-store' });
  if (!answer.ok) return;
  const now = await answer.json();
  if (now.state !== state) location.reload();
  else endsAt = performance.now() + now.leftMs;
};
if (state === 'open') {
  let asked = performance.now();
  const tick = () => {
    const left = show();
    const pause = left === 0 ? 500 : 2000;
    if (document.hidden || performance.now() - asked < pause) return;
    asked = performance.now();
    follow().catch(() => {});
  };
  show();
  setInterval(tick, 250);
  document.addEventListener('visibilitychange', () => { if (!document.hidden) follow().catch(() => {}); });
}

const back = document.getElementById('back');
const wait = document.getElementById('wait');
if (wait) {
  let seconds = 3;
  setInterval(() => {
    seconds -= 1;
    if (seconds > 0) wait.textContent = String(seconds);
    else if (seconds === 0) location.replace(back.href);
  }, 1000);
}
`;
