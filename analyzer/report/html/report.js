// Filters: each control hides the findings that do not match it. What is chosen stands in the address behind '#', so that
// a view can be sent on; a bare '#ID' there is a finding or a file, as without this script.
"use strict";

const filters = [...document.querySelectorAll("form [name]")];
const theme = document.querySelector("#theme");
const count = document.querySelector("#shown");
const findings = [...document.querySelectorAll("article")].map((element) => ({
  element,
  words: null, // read when a text is looked for: of thousands of findings it takes long
}));
const files = [...document.querySelectorAll(".file")];

function words_of(finding) {
  finding.words ??= finding.element.textContent.toLowerCase();
  return finding.words;
}

function matches(finding, filter) {
  if (filter.value === "") return true;
  if (filter.name === "text") return words_of(finding).includes(filter.value.toLowerCase());
  return finding.element.dataset[filter.name].split(" ").includes(filter.value);
}

function show() {
  let shown = 0;
  for (const finding of findings) {
    finding.element.hidden = !filters.every((filter) => matches(finding, filter));
    if (!finding.element.hidden) ++shown;
  }
  for (const file of files) file.hidden = file.querySelector("article:not([hidden])") === null;
  count.textContent = `${shown} of ${findings.length} shown`;
  document.documentElement.dataset.theme = theme.value;
}

function write_address() {
  show();
  const chosen = [...filters, theme].filter((control) => control.value !== "");
  history.replaceState(null, "", "#" + new URLSearchParams(chosen.map((control) => [control.name, control.value])));
}

function show_all() {
  for (const filter of filters) filter.value = "";
  write_address();
}

function read_address() {
  const address = location.hash.slice(1);
  const target = document.getElementById(address);
  if (address.includes("=")) {
    const wanted = new URLSearchParams(address);
    for (const filter of filters) filter.value = wanted.get(filter.name) ?? "";
    theme.value = wanted.get("theme") ?? theme.value;
  } else if (target !== null && target.closest("[hidden]") !== null) {
    for (const filter of filters) filter.value = "";
  }
  show();
  if (target instanceof HTMLDetailsElement) target.open = true;
  if (target !== null) target.scrollIntoView();
}

// The finding that the keys lead to; its address is the one of its link.
let current = -1;

function move(step) {
  let next = current + step;
  while (next >= 0 && next < findings.length && findings[next].element.hidden) next += step;
  if (next < 0 || next >= findings.length) return;
  if (current >= 0) findings[current].element.classList.remove("current");
  current = next;
  const element = findings[current].element;
  element.classList.add("current");
  element.scrollIntoView({ block: "center" });
}

function press(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const is_typing = event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement;
  if (event.key === "Escape" && is_typing) event.target.blur();
  if (is_typing) return;
  if (event.key === "j") move(1);
  if (event.key === "k") move(-1);
  if (event.key === "/") {
    event.preventDefault(); // the browser's own search
    document.querySelector("[name=text]").focus();
  }
}

for (const control of document.querySelectorAll("[data-needs-script]")) control.hidden = false;
for (const control of [...filters, theme]) control.addEventListener("input", write_address);
document.querySelector("#all").addEventListener("click", show_all);
document.addEventListener("keydown", press);
window.addEventListener("hashchange", () => {
  read_address();
  if (location.hash.includes("=")) document.querySelector("form").scrollIntoView();
});
read_address();
