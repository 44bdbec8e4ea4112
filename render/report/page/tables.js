/* Tables that can be sorted, and the losses, which follow the sliders. */
(function () {
  function value(row, k) {
    const cell = row.cells[k];
    return cell.dataset.v === undefined ? cell.textContent : Number(cell.dataset.v);
  }

  /* Sorts the rows of "body" by column "k"; "up": the least first. */
  function sort(body, k, up) {
    const rows = Array.from(body.rows).map(function (row, i) {
      return [value(row, k), i, row];
    });
    rows.sort(function (a, b) {
      const by = typeof a[0] === "number" ? a[0] - b[0] : a[0].localeCompare(b[0]);
      return (up ? by : -by) || a[1] - b[1];
    });
    rows.forEach(function (row) { body.appendChild(row[2]); });
  }

  document.querySelectorAll("table.sort").forEach(function (table) {
    const heads = Array.from(table.tHead.rows[0].cells);
    heads.forEach(function (head, k) {
      const text = head.textContent;
      head.textContent = "";
      lcm.button(text, head, function () {
        const up = head.getAttribute("aria-sort") === "descending";
        heads.forEach(function (other) { other.removeAttribute("aria-sort"); });
        head.setAttribute("aria-sort", up ? "ascending" : "descending");
        sort(table.tBodies[0], k, up);
      });
    });
  });

  /* Rows that are about parts choose them. */
  const about = Array.from(document.querySelectorAll("tr[data-part]"));
  about.forEach(function (row) {
    row.addEventListener("click", function (event) {
      if (!event.target.closest("a"))
        lcm.choose(Number(row.dataset.part), "table");
    });
  });
  lcm.onChoose(function (i) {
    about.forEach(function (row) {
      row.classList.toggle("at", Number(row.dataset.part) === i);
    });
  });

  const losses = lcm.id("losses-table");
  if (!lcm.has || !losses) return;
  const rows = Array.from(losses.tBodies[0].rows);

  function set(cell, number, text) {
    cell.dataset.v = number;
    cell.textContent = text;
  }
  const was = rows.map(function () { return ""; });
  lcm.onValues(function () {
    const at = lcm.at, now = lcm.base;
    rows.forEach(function (row, k) {
      const i = Number(row.dataset.part), cat = lcm.worst(i), cells = row.cells;
      const key = [at.lost[i] / now.total, at.self[i] / now.total, at.time[i],
        cat, at.selfMade[i], at.timed[i]].join();
      const about = lcm.about("selfMade", i);
      if (key === was[k]) return;
      was[k] = key;
      set(cells[1], at.lost[i] / now.total,
        about + lcm.percent(at.lost[i] / now.total));
      cells[2].textContent = "";
      if (cat >= 0 && at.lost[i] > now.total * 1e-6) {
        lcm.make("i", "dot c" + lcm.data.cats[cat].c, "", cells[2]);
        cells[2].append(lcm.data.cats[cat].title);
      }
      set(cells[3], at.self[i] / now.total,
        about + lcm.percent(at.self[i] / now.total));
      set(cells[4], at.time[i], lcm.about("timed", i) + lcm.seconds(at.time[i]));
    });
  }, losses);
  const head = document.querySelector("#hero-losses ol");
  if (head)
    head.addEventListener("click", function (event) {
      const row = event.target.closest("li[data-part]");
      if (row) lcm.choose(Number(row.dataset.part), "head");
    });
})();
