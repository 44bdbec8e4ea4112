/* Variants side by side: a small chart of each, over one variable, with where it
 * overtakes another; why one is the fastest at the point that is chosen. */
(function () {
  const V = lcm.data.variants, place = lcm.id("variants-view");
  if (!V || !place) return;
  const WIDE = 264, HIGH = 168, LEFT = 58, RIGHT = 12, TOP = 10, BELOW = 26;
  const LEAST = 1e-3, MOST_REASONS = 4, FEW = 12;
  const n = V.columns.length ? V.columns[0].length : 1;
  let at = V.at, shown = [];

  /* The different values of each variable, in order. */
  const values = V.columns.map(function (column) {
    return Array.from(new Set(column)).sort(function (a, b) { return a - b; });
  });
  const p = V.names.indexOf("p");
  const axis = p >= 0 && values[p].length > 1 ? p :
    values.reduce(function (best, list, j) {
      return best < 0 || list.length > values[best].length ? j : best;
    }, -1);
  if (axis < 0 || values[axis].length < 2) return;

  function time(v, i) { return V.all[v].points[i][0]; }
  /* The variants from the fastest to the slowest at point "i". */
  function order(i) {
    return V.all.map(function (one, v) { return v; })
      .filter(function (v) { return isFinite(time(v, i)) && time(v, i) !== null; })
      .sort(function (a, b) { return time(a, i) - time(b, i) || a - b; });
  }
  function alike(a, b) { return Math.abs(a - b) <= 1e-9 * Math.max(a, b); }
  /* Whether point "i" differs from point "k" in nothing but the axis. */
  function beside(i, k) {
    return V.columns.every(function (column, j) {
      return j === axis || values[j].length < 2 || column[i] === column[k];
    });
  }
  function far(a, b) { return a > 0 && b > 0 ? Math.abs(Math.log(a / b)) : Math.abs(a - b); }
  /* The point nearest to what the variables hold. */
  function nearest(vars) {
    let best = at, least = Infinity;
    for (let i = 0; i < n; i++) {
      const sum = V.names.reduce(function (all, name, j) {
        return name in vars ? all + far(vars[name], V.columns[j][i]) : all;
      }, 0);
      if (sum < least) { least = sum; best = i; }
    }
    return best;
  }
  function pointText(i) {
    return V.names.map(function (name, j) {
      return name + " = " + lcm.number(V.columns[j][i], 6);
    }).join(", ");
  }

  /* Shows point "i" here, and in all views where they know it. */
  function choose(i) {
    const vars = {};
    at = i;
    V.names.forEach(function (name, j) { vars[name] = V.columns[j][i]; });
    if (lcm.go && lcm.home && V.names.every(function (name) { return name in lcm.home; }))
      lcm.go(vars);
    else draw();
  }

  /* ---- the charts ------------------------------------------------------- */

  function svg(name, of, to) {
    const e = document.createElementNS("http://www.w3.org/2000/svg", name);
    Object.keys(of).forEach(function (key) { e.setAttribute(key, of[key]); });
    if (to) to.appendChild(e);
    return e;
  }
  function say(text, of, to) { svg("text", of, to).textContent = text; }

  /* What maps values to pixels, of all points of the series. */
  function scaleOf() {
    const xs = values[axis], all = [];
    V.all.forEach(function (one, v) {
      shown.forEach(function (i) { if (time(v, i) > 0) all.push(time(v, i)); });
    });
    const low = Math.min.apply(null, all), high = Math.max.apply(null, all);
    const logs = xs[0] > 0 && xs[xs.length - 1] >= 4 * xs[0];
    const up = high > low ? Math.log(high / low) : 1;
    const wide = WIDE - LEFT - RIGHT, tall = HIGH - TOP - BELOW;
    return { low: low, high: high,
      x: function (x) {
        const share = logs ? Math.log(x / xs[0]) / Math.log(xs[xs.length - 1] / xs[0]) :
          (x - xs[0]) / (xs[xs.length - 1] - xs[0]);
        return LEFT + share * wide;
      },
      y: function (t) {
        return TOP + tall * (1 - (high > low ? Math.log(t / low) / up : 0.5));
      } };
  }

  function line(v, scale, look, to) {
    const path = shown.filter(function (i) { return time(v, i) > 0; })
      .map(function (i) {
        return scale.x(V.columns[axis][i]).toFixed(1) + "," + scale.y(time(v, i)).toFixed(1);
      }).join(" ");
    return svg("polyline", { points: path, "class": look, fill: "none" }, to);
  }

  /* Where variant "v" overtakes another, or is overtaken, on the lines shown. */
  function crossings(v, scale, to) {
    V.crossovers.forEach(function (x) {
      const others = x.slice(5);
      if (x[0] !== axis || (x[2] !== v && x[3] !== v) ||
        !others.every(function (value, j) {
          return j === axis || values[j].length < 2 || value === V.columns[j][at];
        })) return;
      const mark = svg("line", { x1: scale.x(x[1]), x2: scale.x(x[1]), y1: TOP,
        y2: HIGH - BELOW, "class": "crossing" }, to);
      svg("title", {}, mark).textContent = x[4];
    });
  }

  function chart(v) {
    const one = V.all[v], card = lcm.make("figure", "small", "", charts);
    const name = lcm.make("figcaption", "", "", card), scale = scaleOf();
    lcm.make("i", "dot", "", name).style.background = one.colour;
    name.append(one.name);
    const picture = svg("svg", { width: WIDE, height: HIGH, role: "img",
      viewBox: "0 0 " + WIDE + " " + HIGH,
      "aria-label": one.name + ", time over " + V.names[axis] }, card);
    const xs = values[axis];
    svg("line", { x1: LEFT, x2: WIDE - RIGHT, y1: HIGH - BELOW, y2: HIGH - BELOW,
      "class": "edge" }, picture);
    [xs[0], xs[xs.length - 1]].forEach(function (x, k) {
      say(lcm.number(x, 5), { x: scale.x(x), y: HIGH - 8, "text-anchor": k ? "end" : "start" },
        picture);
    });
    say(V.names[axis], { x: (LEFT + WIDE - RIGHT) / 2, y: HIGH - 8,
      "text-anchor": "middle" }, picture);
    if (scale.high > scale.low)
      say(lcm.seconds(scale.high), { x: LEFT - 8, y: TOP + 8, "text-anchor": "end" }, picture);
    say(lcm.seconds(scale.low), { x: LEFT - 8, y: scale.y(scale.low) + 4,
      "text-anchor": "end" }, picture);
    V.all.forEach(function (other, k) { if (k !== v) line(k, scale, "other", picture); });
    crossings(v, scale, picture);
    line(v, scale, "own", picture).style.stroke = one.colour;
    shown.forEach(function (i) { spot(v, i, scale, picture); });
  }

  /* Draws point "i" of variant "v": filled where that is the fastest. */
  function spot(v, i, scale, to) {
    if (!(time(v, i) > 0)) return;
    const first = order(i)[0], fastest = alike(time(v, i), time(first, i));
    const dot = svg("circle", { cx: scale.x(V.columns[axis][i]), cy: scale.y(time(v, i)),
      r: i === at ? 6 : 4, "class": "spot" + (i === at ? " at" : "") }, to);
    dot.style.fill = fastest ? V.all[v].colour : "";
    svg("title", {}, dot).textContent = V.all[v].name + ", " + pointText(i) + ": " +
      lcm.seconds(time(v, i)) + (fastest ? ", the fastest" : "");
    dot.addEventListener("click", function () { choose(i); });
  }

  /* ---- why -------------------------------------------------------------- */

  /* What the fastest loses less than "other" by category, in processor-seconds,
   * what differs most first. */
  function reasons(first, other) {
    const cats = V.all[first].cats, mine = V.all[first].points[at];
    const theirs = V.all[other].points[at];
    if (!cats.length || cats.length !== V.all[other].cats.length) return [];
    const all = cats.map(function (cat, c) {
      return { cat: cat, less: theirs[c + 1] - mine[c + 1] };
    }).sort(function (a, b) { return Math.abs(b.less) - Math.abs(a.less); });
    return all.filter(function (one) {
      return Math.abs(one.less) > LEAST * Math.abs(all[0].less);
    }).slice(0, MOST_REASONS);
  }

  function tell() {
    const all = order(at), first = all[0], second = all[1];
    why.textContent = "";
    if (first === undefined) return;
    if (second === undefined) {
      why.append("At " + pointText(at) + " only " + V.all[first].name + " has a time.");
      return;
    }
    if (alike(time(first, at), time(second, at))) {
      why.append("At " + pointText(at) + " " + V.all[first].name + " and " +
        V.all[second].name + " are equally fast: " + lcm.seconds(time(first, at)) + ".");
      return;
    }
    lcm.make("p", "", "At " + pointText(at) + " " + V.all[first].name + " takes " +
      lcm.seconds(time(first, at)) + ", " + V.all[second].name + " " +
      lcm.number(time(second, at) / time(first, at), 3) + " times that, for it spends of " +
      "processor-time", why);
    const list = lcm.make("ul", "", "", why);
    reasons(first, second).forEach(function (one) {
      const row = lcm.make("li", "", "", list);
      lcm.make("i", "dot c" + one.cat.c, "", row);
      row.append(lcm.seconds(Math.abs(one.less)) + (one.less > 0 ? " more on " : " less on ") +
        one.cat.title);
    });
    if (!list.children.length) why.lastChild.remove();
  }

  /* Lets the table of categories be of the point. */
  function fillTable() {
    const table = document.querySelector("#winners table.bars");
    if (!table) return;
    table.caption.textContent = "Where the processor-time goes at " + pointText(at);
    const sums = V.all.map(function (one) {
      return one.cats.reduce(function (sum, cat, c) { return sum + one.points[at][c + 1]; }, 0);
    });
    const most = Math.max.apply(null, sums);
    Array.from(table.tBodies[0].rows).forEach(function (row) {
      const v = V.all.findIndex(function (one) { return one.name === row.cells[0].textContent; });
      if (v < 0 || !(sums[v] > 0)) return;
      const one = V.all[v], own = one.points[at].slice(1), bar = row.cells[4].firstChild;
      let worst = -1, lost = 0;
      one.cats.forEach(function (cat, c) {
        if (cat.lost) lost += own[c];
        if (cat.lost && own[c] > 0 && (worst < 0 || own[c] > own[worst])) worst = c;
      });
      row.cells[1].textContent = lcm.seconds(one.points[at][0]);
      row.cells[2].textContent = lcm.percent(lost / sums[v]);
      row.cells[3].textContent = worst < 0 ? "" : one.cats[worst].title + " " +
        lcm.percent(own[worst] / sums[v]);
      bar.textContent = "";
      one.cats.forEach(function (cat, c) {
        if (own[c] > 0)
          lcm.make("i", "c" + cat.c, "", bar).style.width = 100 * own[c] / most + "%";
      });
    });
  }

  function draw() {
    shown = [];
    for (let i = 0; i < n; i++) if (beside(i, at)) shown.push(i);
    shown.sort(function (a, b) { return V.columns[axis][a] - V.columns[axis][b]; });
    charts.textContent = "";
    V.all.slice(0, FEW).forEach(function (one, v) { chart(v); });
    tell();
    fillTable();
  }

  /* A click into the map of winners chooses the point that is nearest. */
  function followMap() {
    const frame = document.querySelector("#winners rect[data-axes]");
    if (!frame) return;
    const axes = frame.dataset.axes.split(" ").map(Number);
    frame.style.pointerEvents = "all";
    frame.style.cursor = "pointer";
    frame.addEventListener("click", function (event) {
      const box = frame.getBoundingClientRect(), vars = {};
      const shares = [(event.clientX - box.left) / box.width,
        (box.bottom - event.clientY) / box.height];
      V.names.forEach(function (name, j) { vars[name] = V.columns[j][at]; });
      shares.forEach(function (share, k) {
        const list = values[axes[k]], low = list[0], high = list[list.length - 1];
        vars[V.names[axes[k]]] = axes[k + 2] ? low * Math.pow(high / low, share) :
          low + share * (high - low);
      });
      choose(nearest(vars));
    });
  }

  lcm.make("h3", "", "Side by side", place);
  lcm.make("p", "hint", "Each over " + V.names[axis] + ", the others thin; filled where it " +
    "is the fastest, dashed lines where one overtakes another. A click on a point, or " +
    "into the map, shows why; so do the sliders above.", place);
  const charts = lcm.make("div", "smalls", "", place);
  const why = lcm.make("div", "why", "", place);
  why.setAttribute("aria-live", "polite");
  lcm.variantsAt = function () { return at; };
  followMap();
  if (lcm.onValues && lcm.vars)
    lcm.onValues(function () { at = nearest(lcm.vars); draw(); }, place);
  draw();
})();
