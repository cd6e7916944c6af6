// Looks at a report from within, and leaves what it finds in the page around it. `HEAD` runs before everything else.
// HEAD
window.faults = [];
addEventListener("error", (event) => faults.push("error: " + event.message));
addEventListener("securitypolicyviolation", (event) => faults.push("refused: " + event.violatedDirective + " " + event.blockedURI));
for (const kind of ["error", "warn"]) console[kind] = (...words) => faults.push(kind + ": " + words.join(" "));
// END
addEventListener("load", () => {
  const found = {};
  const text = (one) => (one ? one.textContent.trim() : null);
  const values = (table, column) => Array.from(table.tBodies[0].rows, (row) => row.cells[column].dataset.value ?? "");
  const header = (table, name) => Array.from(table.tHead.rows[0].cells).find((cell) => text(cell) === name);
  const tip = document.getElementById("tip");
  const point = (one) => one.dispatchEvent(new PointerEvent("pointerover", { bubbles: true }));

  // Sorting, both ways, by text and by number.
  const cards = document.getElementById("cards-table");
  if (cards) {
    found.sorts = {};
    for (const name of ["card", "improvement", "copies in hand"]) {
      const column = header(cards, name);
      found.sorts[name] = [1, 2].map(() => {
        column.querySelector("button").click();
        return [column.getAttribute("aria-sort"), values(cards, column.cellIndex)];
      });
    }
    found.sorted_headers = cards.querySelectorAll("th[aria-sort]").length;
    const player = document.getElementById("cards-player");
    player.selectedIndex = 1;
    player.dispatchEvent(new Event("change"));
    const shown = Array.from(cards.tBodies[0].rows).filter((row) => !row.hidden);
    found.players_shown = [...new Set(shown.map((row) => row.cells[0].dataset.value))];
    found.player_chosen = player.value;
    document.getElementById("cards-name").value = "zzz";
    document.getElementById("cards-name").dispatchEvent(new Event("input"));
    found.count = text(document.getElementById("cards-count"));
    document.getElementById("cards-name").value = "";
    player.selectedIndex = 0;
    player.dispatchEvent(new Event("change"));
  }

  // Tooltips: by pointer, by keyboard, and away again.
  found.tips = {};
  for (const [name, selector] of [["cell", ".heat td[data-tip]"], ["bar", "#play-draw [data-tip]"], ["plot", "#convergence svg .hit"]]) {
    const one = Array.from(document.querySelectorAll(selector)).find((each) => each.getClientRects().length > 0);
    if (!one) continue;
    tip.hidden = true;
    point(one);
    const place = tip.getBoundingClientRect();
    found.tips[name] = [!tip.hidden, text(tip), place.left >= 0 && place.right <= innerWidth];
    document.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape" }));
    if (!tip.hidden) faults.push("the tooltip stays");
  }
  const cell = document.querySelector(".heat td[data-tip]");
  if (cell) {
    const before = cell.dataset.tip;
    cell.focus();
    cell.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
    found.arrow = document.activeElement !== cell && document.activeElement.dataset.tip !== before && text(tip) === document.activeElement.dataset.tip;
    found.stops = document.querySelectorAll('.heat td[tabindex="0"]').length;
  }

  // Nothing is fetched, nothing is wider than the page.
  found.resources = performance.getEntriesByType("resource").map((entry) => entry.name).filter((name) => !name.startsWith("data:"));
  found.width = innerWidth;
  found.overflow = document.documentElement.scrollWidth - innerWidth;
  found.too_wide = Array.from(document.querySelectorAll("body *"))
    .filter((one) => one.getBoundingClientRect().right > innerWidth + 1 && !one.closest(".scroll, pre"))
    .map((one) => one.tagName + " " + one.className + " " + text(one).slice(0, 40));

  // What a screen reader needs.
  found.language = document.documentElement.lang;
  found.unnamed = Array.from(document.querySelectorAll("[role=img], [role=region], select, input, button")).filter(
    (one) => !(one.getAttribute("aria-label") || text(one) || one.closest("label"))
  ).length;
  const ids = Array.from(document.querySelectorAll("[id]"), (one) => one.id);
  found.double_ids = ids.filter((id, i) => ids.indexOf(id) !== i);
  found.tables_without_headers = Array.from(document.querySelectorAll("table")).filter((one) => !one.querySelector("th[scope]")).length;

  // The contrast of text and background (WCAG 2, 1.4.3: at least 4.5).
  const numbers = (color) => {
    const list = color.match(/[\d.]+/g).map(Number);
    return (color.startsWith("color(") ? list : list.map((n, i) => (i < 3 ? n / 255 : n))).concat(1).slice(0, 4);
  };
  const light = (color) => {
    const part = (n) => (n <= 0.04045 ? n / 12.92 : ((n + 0.055) / 1.055) ** 2.4);
    return 0.2126 * part(color[0]) + 0.7152 * part(color[1]) + 0.0722 * part(color[2]);
  };
  const background = (one) => {
    for (let at = one; at; at = at.parentElement) {
      const color = numbers(getComputedStyle(at).backgroundColor);
      if (color[3] > 0) return color;
    }
    return [1, 1, 1, 1];
  };
  found.contrast = [21, ""];
  found.checked = 0;
  for (const one of document.querySelectorAll("h1, h2, p, th, td, dt, dd, b, small, li, summary, figcaption, caption, label, .interval")) {
    if (!one.getClientRects().length || !text(one)) continue;
    const [a, b] = [light(numbers(getComputedStyle(one).color)), light(background(one))];
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    found.checked += 1;
    if (ratio < found.contrast[0]) found.contrast = [ratio, one.tagName + " " + text(one).slice(0, 40)];
  }
  found.dark = matchMedia("(prefers-color-scheme: dark)").matches;
  found.background = getComputedStyle(document.body).backgroundColor;
  found.plots = Array.from(document.querySelectorAll(".plot svg")).filter((one) => one.getClientRects().length > 0).length;
  found.faults = faults;
  const out = parent.document.createElement("pre");
  out.id = "found";
  out.textContent = btoa(unescape(encodeURIComponent(JSON.stringify(found))));
  parent.document.body.append(out);
});
