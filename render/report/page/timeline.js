/* What processors do when, to be enlarged and moved.  What was measured stands
 * below what is predicted, over the same time, and moves with it. */
(function () {
  const view = lcm.id("rows-view");
  const TABLES = [lcm.data.timeline, lcm.data.run].filter(Boolean);
  const HIGH = 460, HIGH_OF_TWO = 260, MOST_APART = 32;
  if (!view || !TABLES.length) return;
  function most(of) { return Math.max.apply(null, TABLES.map(of)); }
  const two = TABLES.length > 1, panels = [];
  const shown = { from: 0, to: 1, top: 0, packed: true,
    whole: most(function (T) { return T.time; }),
    most: most(function (T) { return T.n; }), room: two ? HIGH_OF_TWO : HIGH };
  shown.grouped = !two || shown.most > MOST_APART;
  const hint = lcm.id("panel").innerHTML;
  shown.area = shown.piece = null;
  shown.ends = two ? TABLES.map(function (T) { return T.time / shown.whole; }) : [];

  function draw() { panels.forEach(function (panel) { panel.draw(); }); }
  function arrange() {
    shown.top = 0;
    panels.forEach(function (panel) { panel.arrange(); });
    const p = shown.piece;
    if (shown.mark) shown.mark(null);
    if (p) shown.pick(p.panel, p.panel.rowOf(p.row.first), p.k, p.part);
  }

  /* Shows "span" from "from" on; "top": how many pixels of rows are above. */
  shown.show = function (from, span, top) {
    shown.from = Math.max(0, Math.min(1 - span, from));
    shown.to = shown.from + span;
    shown.scroll(top);
  };
  shown.scroll = function (top) {
    const end = Math.max.apply(null, panels.map(function (panel) {
      return panel.below();
    }));
    shown.top = Math.max(0, Math.min(top, end));
    draw();
  };
  /* Enlarges by "by", what is at the share "at" of the width stays there. */
  shown.zoom = function (by, at) {
    const was = shown.to - shown.from;
    const span = Math.min(1, Math.max(1e-6, was * by));
    shown.show(shown.from + (was - span) * at, span, shown.top);
  };
  shown.move = function (by) {
    const span = shown.to - shown.from;
    shown.show(shown.from + by * span, span, shown.top);
  };
  lcm.zoomRows = function (a, b) { shown.from = a; shown.to = b; draw(); };
  lcm.rowsRange = function () { return [shown.from, shown.to]; };
  lcm.rowsAxis = function () { return panels[0].axis(); };

  const tools = lcm.make("div", "tools", "", view);
  tools.setAttribute("role", "toolbar");
  tools.setAttribute("aria-label", "timeline");
  lcm.button("closer", tools, function () { shown.zoom(0.5, 0.5); });
  lcm.button("farther", tools, function () { shown.zoom(2, 0.5); });
  lcm.button("all", tools, function () { lcm.zoomRows(0, 1); });
  const group = lcm.button("", tools, function () {
    shown.grouped = !shown.grouped;
    arrange();
    tellGroup();
    draw();
  });
  const pack = lcm.button("", tools, function () {
    shown.packed = !shown.packed;
    shown.top = 0;
    tellGroup();
    draw();
  });
  const sum = lcm.button("choose an interval", tools, function () {
    shown.summing = !shown.summing;
    sum.setAttribute("aria-pressed", shown.summing);
    view.classList.toggle("sum", shown.summing);
  });
  sum.setAttribute("aria-pressed", false);
  const steps = ["previous piece", "longest", "next piece"].map(function (text, k) {
    const button = lcm.button(text, tools, function () { shown.seek(k - 1); });
    button.title = "of the part chosen" + [" (p)", "", " (n)"][k];
    return button;
  });
  const place = lcm.make("output", "", "", tools);
  function tellGroup() {
    group.textContent = shown.grouped ? "one row each" : "rows alike together";
    pack.textContent = shown.packed ? "rows apart" : "all rows";
    pack.hidden = panels.every(function (panel) { return panel.fits(); });
  }
  lcm.make("p", "hint", "Drag to move, double click or + and - to enlarge, arrow " +
    "keys move. A click chooses a piece. Dragging or arrow keys with Shift sum up " +
    "an interval of some rows, Escape ends that. Waiting is drawn thinner. Above: how many processors are busy." +
    (two ? " Dashed: where each of the two ends." : ""), view);
  const key = lcm.make("ul", "key", "", view);

  TABLES.forEach(function (T) {
    const measured = T === lcm.data.run;
    const name = measured ? "measured" : two ? "predicted" : "";
    if (name) lcm.make("h3", "", name + ": " + lcm.seconds(T.time), view);
    const panel = lcm.rowsPanel(T, shown, lcm.make("div", "rows", "", view), name);
    panel.canvas.id = measured ? "run-canvas" : "rows-canvas";
    panels.push(panel);
  });

  /* The interval that is chosen, and what it comes to. */
  const box = lcm.make("div", "area", "", view);
  box.setAttribute("role", "region");
  box.setAttribute("aria-label", "interval");
  box.hidden = true;
  shown.mark = function (area) {
    const had = shown.area;
    shown.area = area;
    box.hidden = !area;
    if (area || had) draw();
    return area ? lcm.tellArea(box, area, function () {
      shown.mark(null);
      area.panel.canvas.focus();
    }, function () {
      shown.show(area.a, Math.max(1e-6, area.b - area.a), shown.top);
      area.panel.canvas.focus();
    }) : "";
  };
  shown.clear = function () {
    shown.mark(null);
    shown.piece = null;
    if (lcm.chosen < 0) lcm.id("panel").innerHTML = hint;
    lcm.choose(lcm.chosen, "timeline");
  };

  /* Chooses piece "k" of a row, and what it is of, or the part around that. */
  shown.pick = function (panel, row, k, part) {
    const ends = row.kind.ends, what = panel.table.what[row.kind.what[k]];
    const p = { panel: panel, row: row, k: k, what: what, end: ends[k],
      start: k ? ends[k - 1] : 0, part: part === undefined ? what[3] : part };
    shown.piece = p;
    lcm.choose(p.part, "timeline");
    if (lcm.has && p.part >= 0) return;
    const to = lcm.id("panel");
    to.textContent = "";
    lcm.tellPiece(to, p);
  };

  /* Goes to the next piece of what is chosen (by: 1), the previous one (-1), or
   * the longest (0). */
  let state = -1;
  shown.seek = function (by, where) {
    const p = shown.piece, i = lcm.chosen, panel = p ? p.panel : where ||
      panels.find(function (one) { return i >= 0 && lcm.partSums(one, i).size; });
    if (!panel) return;
    const all = lcm.piecesOf(panel, i, p && p.what, i < 0 ? -1 : state);
    if (!all.length) return;
    let k = p ? all.findIndex(function (one) {
      return one.kind === p.row.kind && one.k === p.k;
    }) : -1;
    if (!by)
      all.forEach(function (one, j) {
        if (k < 0 || one.long > all[k].long) k = j;
      });
    else if (k >= 0) k += by;
    else {
      const from = p ? p.start : shown.from;
      k = all.findIndex(function (one) { return one.start >= from; });
      if (k < 0) k = all.length;
      if (by < 0) k--;
    }
    k = Math.max(0, Math.min(all.length - 1, k));
    const kind = all[k].kind, same = p && p.row.kind === kind;
    shown.pick(panel, same ? p.row : panel.rowOf(kind.ranges[0]), all[k].k, i);
    panel.reveal(!by);
    place.textContent = k + 1 + " of " + all.length +
      (state < 0 || i < 0 ? "" : " in " + panel.table.states[state][0]) +
      (panel.alike ? ", rows alike once" : "");
  };

  /* Says in "to" where part "i" is in the timeline, first the piece chosen. */
  lcm.tellTimeline = function (to, i) {
    panels.forEach(function (panel) {
      lcm.tellPieces(to, panel, i, function (s) {
        lcm.inTimeline(i, true, panel, s);
      });
    });
    if (shown.piece && shown.piece.part === i) lcm.tellPiece(to, shown.piece);
  };

  /* What the colours mean, each once. */
  (function () {
    const told = {};
    panels.forEach(function (panel) {
      const T = panel.table, seen = {};
      T.what.forEach(function (w) { seen[w[0]] = true; });
      Object.keys(seen).forEach(function (state) {
        const s = T.states[state];
        if (told[s[0]] === panel.colourOf(state)) return;
        told[s[0]] = panel.colourOf(state);
        const row = lcm.make("li", "", "", key);
        const dot = lcm.make("i", s[1] ? "" : "c" + s[2], "", row);
        if (s[1]) dot.style.background = s[1];
        row.append(s[0]);
      });
    });
  })();

  /* Whether part "i" is in the timeline; "go": shows the longest piece of it, of
   * the panel "where" and the state "s" where they are given, large. */
  lcm.inTimeline = function (i, go, where, s) {
    const panel = where || panels.find(function (one) {
      return lcm.partSums(one, i).size;
    });
    if (!panel || !go) return panel !== undefined;
    if (i !== lcm.chosen) lcm.choose(i, "panel");
    if (shown.piece && shown.piece.panel !== panel) shown.piece = null;
    state = s === undefined ? -1 : s;
    shown.seek(0, panel);
    panel.canvas.scrollIntoView({ block: "center" });
    panel.canvas.focus({ preventScroll: true });
    return true;
  };

  let before = -1;
  function follow(i) {
    if (shown.piece && shown.piece.part !== i) shown.piece = null;
    if (i !== before) state = -1;
    before = i;
    place.textContent = "";
    steps.forEach(function (button) {
      button.disabled = !shown.piece && (i < 0 || !lcm.inTimeline(i, false));
    });
    draw();
  }
  lcm.onChoose(follow);
  lcm.onTheme(function () {
    panels.forEach(function (panel) { panel.forget(); });
    draw();
  });
  arrange();
  tellGroup();
  group.hidden = !panels.some(function (panel) { return panel.alike; });
  follow(-1);
})();
