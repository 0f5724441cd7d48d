"use strict";
// What the host and the GPU did, drawn on a canvas. Times in the data are in 0.1 µs; rows are delta-coded by their begin.
const data = JSON.parse(document.getElementById("data").textContent);
const canvas = document.querySelector("canvas");
const form = document.querySelector("form");
const shown = document.getElementById("shown");
const articles = [...document.querySelectorAll("article[data-result]")];
const probe = document.createElement("span");  // a canvas does not know light-dark()
document.body.append(probe);
const color = name => {
  probe.style.color = `var(--${name})`;
  return getComputedStyle(probe).color;
};
const kinds = ["launch", "brief", "allocate", "load", "collect"];
const kindWords = ["launches", "calls a copy or a wait", "takes memory or loads code", "in the data loader", "collects garbage"];
const workKinds = ["kernel", "copy", "set"];

function decode(rows, width) {
  let begin = 0;
  const list = [];
  for (let i = 0; i < rows.length; i += width) {
    begin += rows[i];
    list.push([begin, begin + rows[i + 1], ...rows.slice(i + 2, i + width)]);
  }
  return list;
}

const processes = data.processes.map(process => {
  const works = decode(process.works, 5);  // begin, end, stream, kind, name
  const events = decode(process.events, 6);  // begin, end, thread, kind, result, lead
  const steps = decode(process.steps, 2);
  return {name: process.name, names: process.names, works, events, steps,
          streams: [...new Set(works.map(work => work[2]))], threads: [...new Set(events.map(event => event[2]))],
          most: Math.max(1, ...events.map(event => event[5]))};
});
let process = processes[0];
let from = 0, to = 1;  // what is seen
let found = null;  // the result whose waits are marked

function whole() {
  [from, to] = [process.steps[0][0], process.steps.at(-1)[1]];
}

function time(value) {
  const us = value / 10;
  return us >= 1000 ? (us / 1000).toFixed(2) + " ms" : us.toFixed(1) + " µs";
}

/// The first of the rows that may be seen: begins are sorted, and no row is longer than the longest.
function firstSeen(rows) {
  rows.longest ??= rows.reduce((most, row) => Math.max(most, row[1] - row[0]), 0);
  let low = 0, high = rows.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (rows[middle][0] < from - rows.longest) low = middle + 1; else high = middle;
  }
  return low;
}

function* seen(rows) {
  for (let i = firstSeen(rows); i < rows.length && rows[i][0] < to; ++i) if (rows[i][1] >= from) yield rows[i];
}

const rulerHeight = 22, rowHeight = 26, aheadHeight = 70, labelWidth = 52;

function rowOf(kind, index) {
  const before = kind === "thread" ? 0 : process.threads.length;
  return rulerHeight + (before + index) * rowHeight;
}

function draw() {
  const scale = devicePixelRatio || 1, width = canvas.clientWidth;
  const height = rulerHeight + (process.threads.length + process.streams.length) * rowHeight + aheadHeight + 8;
  canvas.style.height = height + "px";
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  const pen = canvas.getContext("2d");
  pen.scale(scale, scale);
  pen.font = "12px system-ui, sans-serif";
  pen.textBaseline = "middle";
  const x = at => labelWidth + (at - from) / (to - from) * (width - labelWidth);
  const box = (row, top, high, fill) => {
    const left = Math.max(labelWidth, x(row[0])), right = Math.min(width, x(row[1]));
    pen.fillStyle = fill;
    pen.fillRect(left, top, Math.max(right - left, 0.7), high);
  };
  pen.strokeStyle = color("line");
  const quiet = color("quiet");
  process.steps.forEach((step, i) => {
    if (step[1] < from || step[0] > to) return;
    for (const edge of step) {
      if (edge < from || edge > to) continue;
      pen.beginPath();
      pen.moveTo(x(edge), 0);
      pen.lineTo(x(edge), height);
      pen.stroke();
    }
    if (x(step[1]) - x(step[0]) < 50) return;
    pen.fillStyle = quiet;
    pen.fillText("step " + (i + 1), Math.max(labelWidth, x(step[0])) + 4, rulerHeight / 2);
  });
  const fills = kinds.map(color), wait = color("wait"), mark = color("mark");
  const thread = new Map(process.threads.map((id, i) => [id, rowOf("thread", i)]));
  const stream = new Map(process.streams.map((id, i) => [id, rowOf("stream", i)]));
  const top = rulerHeight + (process.threads.length + process.streams.length) * rowHeight;
  pen.beginPath();
  let lead = 0;
  for (const event of seen(process.events)) {
    const marked = event[4] >= 0 && event[4] === found;
    if (marked) box([event[0], Math.max(event[1], event[0] + (to - from) / width * 3)], 0, height, mark);
  }
  for (const event of seen(process.events))
    box(event, thread.get(event[2]) + 3, rowHeight - 6, event[4] >= 0 ? wait : fills[event[3]]);
  const workFills = workKinds.map(color);
  for (const work of seen(process.works)) box(work, stream.get(work[2]) + 3, rowHeight - 6, workFills[work[3]]);
  pen.strokeStyle = color("ahead");
  pen.beginPath();
  pen.moveTo(labelWidth, top + aheadHeight);
  for (const event of seen(process.events)) {
    if (event[5] < 0 || event[1] < from) continue;
    pen.lineTo(x(event[1]), top + aheadHeight * (1 - lead / process.most));
    lead = event[5];
    pen.lineTo(x(event[1]), top + aheadHeight * (1 - lead / process.most));
  }
  pen.stroke();
  pen.fillStyle = color("page");
  pen.fillRect(0, 0, labelWidth, height);
  pen.fillStyle = quiet;
  process.threads.forEach((id, i) => pen.fillText(i ? "thread " + (i + 1) : "host", 2, rowOf("thread", i) + rowHeight / 2));
  process.streams.forEach((id, i) => pen.fillText(i ? "GPU " + (i + 1) : "GPU", 2, rowOf("stream", i) + rowHeight / 2));
  pen.fillText("ahead", 2, top + aheadHeight / 2);
  pen.fillText(time(process.most), 2, top + 8);
  pen.fillText(time(to - from), 2, rulerHeight / 2);
}

let planned = 0;
function redraw() {
  if (!planned) planned = requestAnimationFrame(() => { planned = 0; draw(); });
}

function look(begin, end) {
  const first = process.steps[0][0], last = process.steps.at(-1)[1];
  const length = Math.min(Math.max(end - begin, 50), last - first);
  from = Math.min(Math.max(begin, first), last - length);
  to = from + length;
  redraw();
}

function zoom(factor, part = 0.5) {
  const at = from + (to - from) * part, length = (to - from) * factor;
  look(at - length * part, at + length * (1 - part));
}

/// The row under a point, in words.
function describe(px, py) {
  const part = (px - labelWidth) / (canvas.clientWidth - labelWidth);
  if (part < 0) return "";
  const at = from + part * (to - from), slack = (to - from) / canvas.clientWidth * 3;
  const index = Math.floor((py - rulerHeight) / rowHeight);
  if (py < rulerHeight || index < 0) return "";
  const nearest = rows => {
    let best = null, least = slack;
    for (const row of rows) {
      const away = Math.max(row[0] - at, at - row[1], 0);
      if (away <= least) [best, least] = [row, away];
    }
    return best;
  };
  if (index < process.threads.length) {
    const event = nearest([...seen(process.events)].filter(row => row[2] === process.threads[index]));
    if (!event) return "";
    if (event[4] >= 0) return `${time(event[1] - event[0])} in a wait: ${data.results[event[4]]}`;
    return `${time(event[1] - event[0])}: the host ${kindWords[event[3]]}` +
           (event[5] >= 0 ? `; the GPU begins it ${time(event[5])} later` : "");
  }
  const stream = process.streams[index - process.threads.length];
  if (stream === undefined) return "";
  const work = nearest([...seen(process.works)].filter(row => row[2] === stream));
  return work ? `${time(work[1] - work[0])}: ${process.names[work[4]]}` : "the GPU is idle";
}

/// Zooms to the next wait of a result behind what is seen, or to its first.
function show(result) {
  const calls = process.events.filter(event => event[4] === result);
  if (!calls.length) return;
  const longest = calls.reduce((most, call) => Math.max(most, call[1] - call[0]), 0);
  const waits = calls.filter(call => call[1] - call[0] >= longest / 2);  // not the copies that belong to them
  const again = found === result;
  found = result;
  const wait = (again && waits.find(event => event[0] > (from + to) / 2)) || waits[0];
  const length = Math.max((wait[1] - wait[0]) * 3, 2000);
  look(wait[0] - length / 3, wait[0] + length * 2 / 3);
  for (const article of articles) article.classList.toggle("current", Number(article.dataset.result) === result);
  shown.textContent = `${time(wait[1] - wait[0])} in a wait: ${data.results[result]}`;
}

function filter() {
  const words = form.elements.text.value.toLowerCase().split(/\s+/).filter(Boolean);
  let count = 0;
  for (const article of articles) {
    article.text ??= article.textContent.toLowerCase();
    article.hidden = !words.every(word => article.text.includes(word));
    count += article.hidden ? 0 : 1;
  }
  document.getElementById("count").textContent = `${count} of ${articles.length} shown`;
}

form.hidden = false;
form.addEventListener("submit", event => event.preventDefault());
form.elements.text.addEventListener("input", filter);
form.addEventListener("click", event => {
  const action = event.target.dataset?.action;
  if (action === "in") zoom(0.5);
  if (action === "out") zoom(2);
  if (action === "all") { whole(); redraw(); }
  if (action === "left") look(from - (to - from) / 2, to - (to - from) / 2);
  if (action === "right") look(from + (to - from) / 2, to + (to - from) / 2);
});
form.elements.process?.addEventListener("change", event => {
  process = processes[event.target.selectedIndex];
  whole();
  redraw();
});
document.addEventListener("click", event => {
  const button = event.target.closest("button[data-show]");
  if (button) show(Number(button.dataset.show));
});
canvas.addEventListener("wheel", event => {
  if (!event.ctrlKey && !event.shiftKey) return;  // the page scrolls
  event.preventDefault();
  zoom(event.deltaY > 0 ? 1.25 : 0.8, Math.max(0, (event.offsetX - labelWidth) / (canvas.clientWidth - labelWidth)));
}, {passive: false});
canvas.addEventListener("dblclick", event => zoom(0.4, Math.max(0, (event.offsetX - labelWidth) / (canvas.clientWidth - labelWidth))));
let grip = null;
canvas.addEventListener("pointerdown", event => {
  grip = {x: event.offsetX, from, to};
  canvas.setPointerCapture(event.pointerId);
  shown.textContent = describe(event.offsetX, event.offsetY);
});
canvas.addEventListener("pointermove", event => {
  if (!grip) {
    shown.textContent = describe(event.offsetX, event.offsetY);
    return;
  }
  const moved = (grip.x - event.offsetX) / (canvas.clientWidth - labelWidth) * (grip.to - grip.from);
  look(grip.from + moved, grip.to + moved);
});
for (const name of ["pointerup", "pointercancel"]) canvas.addEventListener(name, () => { grip = null; });
addEventListener("keydown", event => {
  if (event.target.matches("input, select")) return;
  const keys = {"+": () => zoom(0.5), "-": () => zoom(2), "0": () => { whole(); redraw(); }, "/": () => {
    event.preventDefault();
    form.elements.text.focus();
  }};
  keys[event.key]?.();
});
addEventListener("resize", redraw);
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", redraw);
whole();
draw();
filter();
