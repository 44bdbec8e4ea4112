/* The picture of the structure: folded, enlarged, searched, gone through with
 * keys; its numbers follow the sliders. */
(function () {
  var FOLDED = 27;
  var wanted = "";
  var svg = document.getElementById("picture");
  var canvas = document.getElementById("canvas");
  var found = document.getElementById("found");
  var shapes = {};
  var order = [];
  var wires = [];
  var at = null;
  var zoom = 1;
  var width = 0;
  var height = 0;
  var hits = [];
  var next = 0;
  var partOf = {};

  lcm.parts.forEach(function (part) {
    if (part.shape) partOf[part.shape] = part.i;
  });

  function round(value) { return Math.round(value * 10) / 10; }

  /* Says what a shape is to who cannot see it. */
  function name(s) {
    var set = function (key, value) { s.g.setAttribute(key, value); };
    s.level = (s.up ? s.up.level : 0) + (s.frame || !s.up ? 1 : 0);
    set("role", s.shown ? "treeitem" : "none");
    if (!s.shown) return;
    set("tabindex", "-1");
    set("aria-level", s.up ? s.up.level : 1);
    set("aria-label", Array.from(s.g.querySelectorAll("text"), function (text) {
      return text.textContent;
    }).join(", "));
  }

  /* Reads the shapes and lines that the page has. */
  function read() {
    svg.querySelectorAll("g[data-b]").forEach(function (g) {
      var box = g.dataset.b.split(" ").map(Number);
      var s = {
        id: g.id.slice(1), g: g, kind: g.dataset.k, x: box[0], y: box[1],
        w: box[2], was: box[3], h: box[3], turn: !!g.dataset.t, parts: [],
        up: shapes[g.dataset.p] || null, folded: false, shift: 0,
        frame: g.classList.contains("frame"),
        shown: g.classList.contains("s"), box: g.querySelector(".box"),
        inner: g.dataset.in ? g.dataset.in.split("\n") : []
      };
      shapes[s.id] = s;
      order.push(s);
      if (s.up) s.up.parts.push(s);
      name(s);
    });
    svg.querySelectorAll("g.w").forEach(function (g) {
      var ends = g.dataset.w.split(" ");
      var path = g.firstElementChild;
      wires.push({
        g: g, kind: ends[0], from: shapes[ends[1]], to: shapes[ends[2]],
        path: path, tip: g.querySelector(".tip"),
        label: g.querySelector("text"), wide: "",
        least: g.classList.contains("crit") ? 1.6 : 0.9,
        spots: path.getAttribute("d").match(/-?[\d.]+/g).map(Number)
      });
    });
  }

  /* The lines of a row, the columns of a stack: lists of parts. */
  function groups(s) {
    var all = [];
    s.parts.forEach(function (part, i) {
      var row = s.kind === "row";
      var fresh = row ? i && part.x <= s.parts[i - 1].x : part.turn;
      if (!i || fresh) all.push([]);
      all[all.length - 1].push(part);
    });
    return all;
  }

  /* Finds how high a shape is now, and how far its parts move up or down. */
  function place(s) {
    s.h = s.folded ? FOLDED : s.was;
    if (s.folded || !s.parts.length) return;
    s.parts.forEach(place);
    var down = 0, before = 0, now = 0;
    groups(s).forEach(function (group) {
      if (s.kind === "row") {
        var old = 0, high = 0;
        group.forEach(function (part) {
          part.shift = down;
          old = Math.max(old, part.was);
          high = Math.max(high, part.h);
        });
        down += high - old;
        return;
      }
      down = 0;
      group.forEach(function (part) {
        part.shift = down;
        down += part.h - part.was;
      });
      var last = group[group.length - 1];
      before = Math.max(before, last.y + last.was);
      now = Math.max(now, last.y + last.was + down);
    });
    s.h = s.was + (s.kind === "row" ? down : now - before);
  }

  /* Shows every shape and line where it stands now. */
  function draw() {
    var root = order[0];
    place(root);
    order.forEach(function (s) {
      s.all = (s.up ? s.up.all : 0) + s.shift;
      s.hidden = s.up ? s.up.hidden || s.up.folded : false;
      s.g.classList.toggle("hide", s.hidden);
      s.g.setAttribute("transform", "translate(0 " + round(s.all) + ")");
      if (s.box) s.box.setAttribute("height", round(s.h));
      if (s.frame) s.g.setAttribute("aria-expanded", String(!s.folded));
    });
    wires.forEach(drawWire);
    height = root.h + 12;
    svg.setAttribute("viewBox", "-6 -6 " + round(width) + " " + round(height));
    size();
  }

  /* Shows a line between what it joins. */
  function drawWire(w) {
    var f = w.from, t = w.to;
    var hidden = f.hidden || t.hidden || (w.kind === "f" && f.folded) ||
      (w.kind === "j" && t.folded);
    w.g.classList.toggle("hide", hidden);
    if (hidden) return;
    var a = f.all + (w.kind === "f" ? 0 : f.h - f.was);
    var b = t.all + (w.kind === "j" ? t.h - t.was : 0);
    var n = w.spots.length / 2;
    var d = "M";
    for (var i = 0; i < n; i++) {
      var y = w.spots[2 * i + 1] + a + (b - a) * (n > 1 ? i / (n - 1) : 0);
      d += (i === 1 ? " C" : "") + " " + w.spots[2 * i] + " " + round(y);
    }
    w.path.setAttribute("d", d);
    [w.tip, w.label].forEach(function (e) {
      if (e) e.setAttribute("transform", "translate(0 " + round(b) + ")");
    });
  }

  function size() {
    svg.setAttribute("width", round(width * zoom));
    svg.setAttribute("height", round(height * zoom));
  }

  function zoomTo(value) {
    var x = (canvas.scrollLeft + canvas.clientWidth / 2) / zoom;
    var y = (canvas.scrollTop + canvas.clientHeight / 2) / zoom;
    zoom = Math.min(4, Math.max(0.1, value));
    size();
    canvas.scrollLeft = x * zoom - canvas.clientWidth / 2;
    canvas.scrollTop = y * zoom - canvas.clientHeight / 2;
  }

  function fit() { zoomTo((canvas.clientWidth - 4) / width); }

  function fold(s, folded) {
    if (!s.frame || s.folded === folded) return;
    s.folded = folded;
    draw();
  }

  function foldAll(folded) {
    order.forEach(function (s) {
      s.folded = folded && s.frame && s.up.level !== 1;
    });
    draw();
    if (at && at.hidden) focus(visible()[0], false);
  }

  function visible() {
    return order.filter(function (s) { return s.shown && !s.hidden; });
  }

  /* Unfolds what a shape is in. */
  function reveal(s) {
    var changed = false;
    for (var up = s.up; up; up = up.up) {
      changed = changed || up.folded;
      up.folded = false;
    }
    if (changed) draw();
  }

  function isSought(text) { return text.toLowerCase().indexOf(wanted) >= 0; }

  function linesOf(s) {
    return s.g.querySelector("title").textContent.split("\n");
  }

  function markShape(s) {
    order.forEach(function (o) { o.g.classList.toggle("at", o === s); });
  }

  /* Says of a shape what is known of it. */
  function tell(s) {
    var i = partOf[s.id];
    lcm.tell(i === undefined ? -1 : i, linesOf(s), s.g.dataset.l, s.inner,
      wanted);
  }

  /* Chooses a shape, in all views. */
  function choose(s) {
    var i = partOf[s.id];
    if (i !== undefined) lcm.choose(i, "picture");
    tell(s);
    markShape(s);
  }

  /* The shape that stands for part "i", or for what it is in. */
  function shapeFor(i) {
    while (i >= 0 && !shapes[lcm.parts[i].shape]) i = lcm.parts[i].up;
    return i < 0 ? null : shapes[lcm.parts[i].shape];
  }

  /* ---- numbers that follow the sliders ----------------------------------- */

  /* Finds the texts and bars of shapes that numbers are in. */
  function readNumbers() {
    order.forEach(function (s) {
      var i = partOf[s.id];
      if (i === undefined) return;
      var detail = s.g.querySelector("text.d"), wall = s.g.querySelector("text.w");
      if (detail && !/\u00b7| on all /.test(detail.textContent)) detail = null;
      if (s.g.classList.contains("gone")) detail = null;
      var rects = s.g.querySelectorAll("rect:not(.box)");
      var bar = null;
      if (rects.length) {
        var number = function (r, name) { return Number(r.getAttribute(name)); };
        var end = rects[rects.length - 1];
        bar = { x: number(rects[0], "x"), y: number(rects[0], "y"),
          h: number(rects[0], "height"), of: {},
          w: number(end, "x") + number(end, "width") - number(rects[0], "x") };
        rects.forEach(function (r) {
          bar.of[r.getAttribute("class").slice(1)] = r;
        });
      }
      s.numbers = { i: i, detail: detail, bar: bar, wall: wall,
        word: wall ? wall.textContent.split("  ")[0] : "" };
    });
  }

  function setBar(bar, i) {
    var x = bar.x, at = lcm.at, seen = {};
    at.used.forEach(function (c) {
      var share = at.total[i] > 0 ? at.cats[c][i] / at.total[i] : 0;
      var name = String(lcm.data.cats[c].c), r = bar.of[name];
      if (!r && share > 0.002) {
        r = bar.of[name] = document.createElementNS(svg.namespaceURI, "rect");
        r.setAttribute("class", "c" + name);
        r.setAttribute("y", bar.y);
        r.setAttribute("height", bar.h);
        shapes[lcm.parts[i].shape].g.appendChild(r);
      }
      if (!r || seen[name]) return;
      seen[name] = true;
      r.setAttribute("x", x.toFixed(1));
      r.setAttribute("width", (share * bar.w).toFixed(1));
      x += share * bar.w;
    });
  }

  /* The time of a shape; of what only arranges, that of its parts. */
  function timeOf(s) {
    var i = partOf[s.id];
    if (i !== undefined) return lcm.at.time[i];
    if (s.shown) return 0;
    return s.parts.map(timeOf).reduce(function (a, b) {
      return s.kind === "row" ? Math.max(a, b) : a + b;
    }, 0);
  }

  /* Makes a line as wide as what it leads to takes. */
  function setWire(w) {
    var share = timeOf(w.kind === "j" ? w.from : w.to) / lcm.base.time;
    if (!isFinite(share)) return;
    var wide = Math.max(w.least, 0.9 + 4 * Math.min(1, share)).toFixed(1);
    if (wide !== w.wide) w.path.style.strokeWidth = w.wide = wide;
    if (w.label) w.label.textContent = lcm.percent(share);
  }

  var STEPS = [0.01, 0.05, 0.1, 0.25, 0.5];
  function setNumbers() {
    wires.forEach(setWire);
    order.forEach(function (s) {
      var at = s.numbers;
      if (!at || s.hidden) return;
      var share = lcm.at.time[at.i] / lcm.base.time, step = 0;
      var text = isFinite(share) ? lcm.about("timed", at.i) +
        lcm.seconds(lcm.at.time[at.i]) + (share > 1.0005 ?
          " on all processors" : " \u00b7 " + lcm.percent(share)) :
        lcm.percent(share = lcm.at.total[at.i] / lcm.base.total) + " cycles";
      if (at.detail) at.detail.textContent = text;
      if (at.wall) at.wall.textContent = at.word + "  " + text;
      if (at.bar) setBar(at.bar, at.i);
      while (step < 5 && share >= STEPS[step]) step++;
      if (s.step !== step && s.g.classList.contains("leaf")) {
        for (var k = 0; k <= 5; k++) s.g.classList.toggle("r" + k, k === step);
        s.step = step;
      }
    });
  }

  /* Makes a shape the one that keys speak of; "go": moves the focus there. */
  function focus(s, go) {
    if (!s) return;
    if (at) at.g.setAttribute("tabindex", "-1");
    at = s;
    s.g.setAttribute("tabindex", "0");
    if (!go) return;
    s.g.focus({ preventScroll: true });
    bring(s);
  }

  /* Scrolls the picture so that a shape is seen. */
  function bring(s) {
    var x = (s.x + s.w / 2) * zoom, y = (s.y + s.all) * zoom;
    canvas.scrollLeft = x - canvas.clientWidth / 2;
    canvas.scrollTop = y - canvas.clientHeight / 3;
  }

  function shapeOf(event) {
    var g = event.target.closest ? event.target.closest("g.s") : null;
    return g ? shapes[g.id.slice(1)] : null;
  }

  function part(s) {
    for (var i = 0; i < order.length; i++) {
      var up = order[i].up;
      while (up && up !== s) up = up.shown ? null : up.up;
      if (up === s && order[i].shown) return order[i];
    }
    return null;
  }

  function above(s) {
    for (var up = s.up; up; up = up.up) if (up.shown) return up;
    return null;
  }

  function toSource(s) {
    var row = document.getElementById(s.g.dataset.l || "-");
    if (row) location.hash = row.id;
  }

  function onKey(event) {
    if (!at || event.ctrlKey || event.metaKey || event.altKey) return;
    var all = visible(), i = all.indexOf(at), key = event.key;
    if (key === "ArrowDown") focus(all[i + 1], true);
    else if (key === "ArrowUp") focus(all[i - 1], true);
    else if (key === "Home") focus(all[0], true);
    else if (key === "End") focus(all[all.length - 1], true);
    else if (key === "ArrowRight") {
      if (at.folded) fold(at, false);
      else focus(at.frame ? part(at) : null, true);
    } else if (key === "ArrowLeft") {
      if (at.frame && !at.folded) fold(at, true);
      else focus(above(at), true);
    } else if (key === "Enter" || key === " ") {
      if (at.frame) fold(at, !at.folded);
      else toSource(at);
    } else if (key === "+") zoomTo(zoom * 1.25);
    else if (key === "-") zoomTo(zoom / 1.25);
    else return;
    event.preventDefault();
  }

  function search(text) {
    var inside = 0;
    wanted = text.trim().toLowerCase();
    hits = [];
    next = 0;
    order.forEach(function (s) {
      var title = s.shown ? s.g.querySelector("title").textContent : "";
      var own = wanted !== "" && isSought(title);
      var inner = wanted === "" ? 0 : s.inner.filter(isSought).length;
      s.g.classList.toggle("hit", own || inner > 0);
      if (own || inner) hits.push(s);
      inside += inner;
    });
    found.textContent = wanted === "" ? "" : hits.length + " found" +
      (inside ? ", " + inside + " folded" : "");
  }

  function nextHit() {
    if (!hits.length) return;
    var s = hits[next++ % hits.length];
    reveal(s);
    focus(s, false);
    choose(s);
    bring(s);
    found.textContent = ((next - 1) % hits.length + 1) + " of " + hits.length;
  }

  /* Follows a link to a part of the picture or to a line. */
  function follow() {
    var s = shapes[location.hash.slice(2)];
    if (location.hash.charAt(1) === "n" && s) {
      reveal(s);
      canvas.scrollIntoView();
      focus(s, true);
      choose(s);
    }
  }

  function click(id, action) {
    document.getElementById(id).addEventListener("click", action);
  }

  function listen() {
    svg.addEventListener("click", function (event) {
      var s = shapeOf(event);
      if (!s) return;
      focus(s, true);
      choose(s);
      if (s.frame) fold(s, !s.folded);
    });
    svg.addEventListener("mouseover", function (event) {
      var s = shapeOf(event);
      if (s) tell(s);
    });
    svg.addEventListener("focusin", function (event) {
      var s = shapeOf(event);
      if (s) { focus(s, false); choose(s); }
    });
    svg.addEventListener("mouseleave", function () {
      if (lcm.chosen >= 0) lcm.choose(lcm.chosen, "picture");
    });
    svg.addEventListener("keydown", onKey);
    click("zoom-in", function () { zoomTo(zoom * 1.25); });
    click("zoom-out", function () { zoomTo(zoom / 1.25); });
    click("zoom-fit", fit);
    click("fold-all", function () { foldAll(true); });
    click("unfold-all", function () { foldAll(false); });
    var input = document.getElementById("search");
    input.addEventListener("input", function () { search(input.value); });
    input.addEventListener("keydown", function (event) {
      if (event.key === "Enter") { nextHit(); event.preventDefault(); }
    });
    window.addEventListener("hashchange", follow);
    window.addEventListener("beforeprint", function () {
      document.querySelectorAll("details").forEach(function (d) {
        d.open = true;
      });
    });
  }

  /* Where the other views speak of: the chosen part, or what it is in. */
  function listenToOthers() {
    if (!lcm.has) return;
    lcm.linesOf = function (i) {
      var s = shapes[lcm.parts[i].shape];
      return s ? linesOf(s) : null;
    };
    lcm.inPicture = function (i) {
      var s = shapeFor(i);
      if (!s) return;
      reveal(s);
      canvas.scrollIntoView({ block: "nearest" });
      focus(s, true);
    };
    lcm.onChoose(function (i, from) {
      var s = shapeFor(i);
      markShape(s);
      if (!s || from === "picture") return;
      reveal(s);
      focus(s, false);
      bring(s);
    });
    readNumbers();
    lcm.onValues(setNumbers, canvas);
  }

  if (!svg) return;
  read();
  if (!order.length) return;
  document.documentElement.classList.add("js");
  width = order[0].w + 12;
  draw();
  listen();
  listenToOthers();
  focus(visible()[0], false);
  if (width > canvas.clientWidth) zoomTo(Math.max(0.7, canvas.clientWidth / width));
  canvas.scrollTop = 0;
  var first = order.filter(function (s) { return s.shown && !s.frame; })[0];
  if (first)
    canvas.scrollLeft = (first.x + first.w / 2) * zoom - canvas.clientWidth / 2;
  follow();
})();
