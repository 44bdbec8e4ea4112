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
  shown.ends = two ? TABLES.map(function (T) { return T.time / shown.whole; }) : [];

  function draw() { panels.forEach(function (panel) { panel.draw(); }); }
  function arrange() {
    shown.top = 0;
    panels.forEach(function (panel) { panel.arrange(); });
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
  function tellGroup() {
    group.textContent = shown.grouped ? "one row each" : "rows alike together";
    pack.textContent = shown.packed ? "rows apart" : "all rows";
    pack.hidden = panels.every(function (panel) { return panel.fits(); });
  }
  lcm.make("p", "hint", "Drag to move, double click or + and - to enlarge, arrow " +
    "keys move. Waiting is drawn thinner. Above: how many processors are busy." +
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

  /* Whether part "i" is in the timeline; "go": shows it, large. */
  lcm.inTimeline = function (i, go) {
    const panel = panels.find(function (one) { return one.longestOf(i); });
    if (!panel || !go) return panel !== undefined;
    const best = panel.longestOf(i);
    const span = Math.min(1, Math.max(1e-6, 3 * (best[1] - best[0])));
    shown.show((best[0] + best[1] - span) / 2, span, shown.top);
    panel.canvas.scrollIntoView({ block: "center" });
    panel.canvas.focus({ preventScroll: true });
    return true;
  };

  lcm.onChoose(draw);
  lcm.onTheme(function () {
    panels.forEach(function (panel) { panel.forget(); });
    draw();
  });
  arrange();
  tellGroup();
  group.hidden = !panels.some(function (panel) { return panel.alike; });
  draw();
})();
