"use strict";
(function () {
  var FOLDED = 27;
  var LISTED = 12;
  var wanted = "";
  var svg = document.getElementById("picture");
  var canvas = document.getElementById("canvas");
  var panel = document.getElementById("panel");
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

  function round(value) { return Math.round(value * 10) / 10; }

  /* Reads the shapes and lines that the page has. */
  function read() {
    svg.querySelectorAll("g[data-b]").forEach(function (g) {
      var box = g.dataset.b.split(" ").map(Number);
      var s = {
        id: g.id.slice(1), g: g, kind: g.dataset.k, x: box[0], y: box[1],
        w: box[2], was: box[3], h: box[3], turn: !!g.dataset.t, parts: [],
        up: shapes[g.dataset.p] || null, folded: false, shift: 0,
        frame: g.hasAttribute("aria-expanded"),
        shown: g.hasAttribute("aria-label"), box: g.querySelector(".box"),
        inner: g.dataset.in ? g.dataset.in.split("\n") : []
      };
      shapes[s.id] = s;
      order.push(s);
      if (s.up) s.up.parts.push(s);
    });
    svg.querySelectorAll("g.w").forEach(function (g) {
      var ends = g.dataset.w.split(" ");
      var path = g.firstElementChild;
      wires.push({
        g: g, kind: ends[0], from: shapes[ends[1]], to: shapes[ends[2]],
        path: path, tip: path.nextElementSibling,
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
    if (w.tip)
      w.tip.setAttribute("transform", "translate(0 " + round(b) + ")");
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
      s.folded = folded && s.frame && s.g.getAttribute("aria-level") !== "1";
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

  function element(name, text, to) {
    var e = document.createElement(name);
    if (text) e.textContent = text;
    if (to) to.appendChild(e);
    return e;
  }

  /* Says what is folded into a shape, what is sought first. */
  function tellInner(s) {
    var all = s.inner, sought = wanted === "" ? [] : all.filter(isSought);
    var list;
    if (!all.length) return;
    element("p", sought.length ? "sought and folded in it:" : "folded in it:",
      panel);
    list = element("ul", "", panel);
    (sought.length ? sought : all).slice(0, LISTED).forEach(function (line) {
      element("li", line, list);
    });
    if ((sought.length || all.length) > LISTED)
      element("li", "and more", list);
    element("p", "lcm report --unfold PLACE draws what is at a place",
      panel).className = "hint";
  }

  function isSought(text) { return text.toLowerCase().indexOf(wanted) >= 0; }

  /* Says of a shape what is known of it. */
  function tell(s) {
    var lines = s.g.querySelector("title").textContent.split("\n");
    panel.textContent = "";
    element("h3", lines[0], panel);
    var list = element("ul", "", panel);
    lines.slice(1).forEach(function (line) { element("li", line, list); });
    tellInner(s);
    var row = document.getElementById(s.g.dataset.l || "-");
    if (row) {
      var code = row.querySelector("code").textContent;
      element("pre", code.trim(), panel);
      var link = element("a", "to the source", panel);
      link.href = "#" + row.id;
    }
    order.forEach(function (o) { o.g.classList.toggle("at", o === s); });
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
    tell(s);
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
      tell(s);
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
      tell(s);
      if (s.frame) fold(s, !s.folded);
    });
    svg.addEventListener("mouseover", function (event) {
      var s = shapeOf(event);
      if (s) tell(s);
    });
    svg.addEventListener("focusin", function (event) {
      var s = shapeOf(event);
      if (s) { focus(s, false); tell(s); }
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

  read();
  if (!order.length) return;
  document.documentElement.classList.add("js");
  width = order[0].w + 12;
  draw();
  listen();
  focus(visible()[0], false);
  if (width > canvas.clientWidth) zoomTo(Math.max(0.7, canvas.clientWidth / width));
  canvas.scrollTop = 0;
  var first = order.filter(function (s) { return s.shown && !s.frame; })[0];
  if (first)
    canvas.scrollLeft = (first.x + first.w / 2) * zoom - canvas.clientWidth / 2;
  follow();
})();
