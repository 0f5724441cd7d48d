// The rules' index: rows that do not hold the typed words, or are not of the chosen kind, are hidden. Without this script all
// rows are there.
"use strict";

document$.subscribe(() => {
  const table = [...document.querySelectorAll("article table")].find((each) => each.querySelector("a[href*='SF']"));
  if (!table || document.querySelector("#rule-filter")) return;
  const rows = [...table.tBodies[0].rows];
  const kinds = [...new Set(rows.map((row) => row.lastElementChild.textContent.trim()).filter((kind) => kind !== ""))];

  const form = document.createElement("form");
  form.id = "rule-filter";
  const text = document.createElement("input");
  text.type = "search";
  text.placeholder = document.title.match(/[\u4e00-\u9fff]/) ? "筛选…" : "Filter…";
  const kind = document.createElement("select");
  kind.add(new Option(table.tHead.rows[0].lastElementChild.textContent, ""));
  for (const each of kinds) kind.add(new Option(each));
  for (const control of [text, kind]) {
    control.className = "md-button";
    control.style.cssText = "cursor: auto; margin: 0 0.5rem 0.5rem 0;";
    form.append(control);
  }
  table.closest(".md-typeset__scrollwrap, table").before(form);

  function show() {
    const words = text.value.toLowerCase().split(/\s+/);
    for (const row of rows) {
      const is_family = !row.querySelector("a[href]");
      const held = row.textContent.toLowerCase();
      const fits = words.every((word) => held.includes(word)) && (kind.value === "" || row.lastElementChild.textContent.trim() === kind.value);
      row.hidden = is_family ? text.value !== "" || kind.value !== "" : !fits;
    }
  }
  form.addEventListener("input", show);
  form.addEventListener("submit", (event) => event.preventDefault());
});
