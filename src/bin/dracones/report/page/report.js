"use strict";
document.body.classList.remove("no-script");

// Tooltips: what has `data-tip` tells it when it is pointed at or has the focus. Escape hides them.
const tip = document.createElement("div");
tip.id = "tip";
tip.setAttribute("role", "tooltip");
tip.hidden = true;
document.body.append(tip);
function showTip(event) {
  const from = event.target.closest("[data-tip]");
  if (!from) { tip.hidden = true; return; }
  tip.textContent = from.dataset.tip;
  tip.hidden = false;
  const place = from.getBoundingClientRect();
  const room = document.documentElement.clientWidth;
  const left = Math.min(Math.max(place.left + place.width / 2 - tip.offsetWidth / 2, 4), room - tip.offsetWidth - 4);
  const above = place.top - tip.offsetHeight - 6;
  const top = above < 0 ? Math.min(place.bottom + 6, innerHeight - tip.offsetHeight - 4) : above;
  tip.style.left = Math.max(left, 0) + scrollX + "px";
  tip.style.top = top + scrollY + "px";
}
document.addEventListener("pointerover", showTip);
document.addEventListener("focusin", showTip);
document.addEventListener("keydown", (event) => { if (event.key === "Escape") tip.hidden = true; });

// Sorting: a header with a button sorts by its column; a second time turns the order. Cells without a value come last.
function sortBy(header) {
  const table = header.closest("table");
  const column = header.cellIndex;
  const down = header.dataset.first === "down";
  const now = header.getAttribute("aria-sort");
  const order = now ? (now === "ascending" ? "descending" : "ascending") : (down ? "descending" : "ascending");
  for (const other of header.parentElement.cells) other.removeAttribute("aria-sort");
  header.setAttribute("aria-sort", order);
  const value = (row) => row.cells[column].dataset.value ?? "";
  const text = header.dataset.kind === "text";
  const compare = (a, b) => {
    const [x, y] = [value(a), value(b)];
    if (x === "" || y === "") return (x === "") - (y === "");
    const by = text ? x.localeCompare(y) : Number(x) - Number(y);
    return order === "ascending" ? by : -by;
  };
  const body = table.tBodies[0];
  body.append(...Array.from(body.rows).sort(compare));
}
for (const button of document.querySelectorAll("th button")) {
  button.addEventListener("click", () => sortBy(button.closest("th")));
}

// Cards: of one player, and with a part of a name.
const cards = document.getElementById("cards-table");
if (cards) {
  const player = document.getElementById("cards-player");
  const name = document.getElementById("cards-name");
  const count = document.getElementById("cards-count");
  const choose = () => {
    const wanted = name.value.trim().toLowerCase();
    let shown = 0;
    for (const row of cards.tBodies[0].rows) {
      const [own, card] = [row.cells[0].dataset.value, row.cells[1].dataset.value.toLowerCase()];
      row.hidden = (player.value !== "" && own !== player.value) || !card.includes(wanted);
      shown += row.hidden ? 0 : 1;
    }
    count.textContent = shown + " rows";
  };
  player.addEventListener("change", choose);
  name.addEventListener("input", choose);
}

// The matrix: one cell is in the order of the Tab key, arrows lead to the others.
const heat = document.querySelector(".heat");
if (heat) {
  const cells = () => Array.from(heat.querySelectorAll("td[data-tip]"));
  cells().forEach((cell, i) => { cell.tabIndex = i === 0 ? 0 : -1; });
  heat.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[event.key];
    const from = event.target.closest("td[data-tip]");
    if (!step || !from) return;
    event.preventDefault();
    let [row, column] = [from.parentElement.rowIndex, from.cellIndex];
    do {
      row += step[0];
      column += step[1];
    } while (heat.rows[row]?.cells[column] && !heat.rows[row].cells[column].dataset.tip);
    const to = heat.rows[row]?.cells[column];
    if (!to?.dataset.tip) return;
    from.tabIndex = -1;
    to.tabIndex = 0;
    to.focus();
  });
}

// The manifest as a file.
document.getElementById("save-manifest")?.addEventListener("click", () => {
  const text = document.getElementById("manifest-text").textContent + "\n";
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  link.download = "manifest.json";
  link.click();
  URL.revokeObjectURL(link.href);
});

// On paper everything is open.
addEventListener("beforeprint", () => document.querySelectorAll("details").forEach((one) => { one.open = true; }));
