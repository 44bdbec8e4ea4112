/* The parts by processor-time: each as wide as it takes, below what it is in,
 * in the colour of what most of it is. */
(function () {
  const ROW = 26, MOST = 18, THIN = 0.6;
  const place = lcm.id("icicle-view");
  if (!lcm.has || !place) return;
  const DATA = lcm.data;
  let root = -1, boxes = [], wanted = "", hits = [], next = 0, deep = 1;
  /* Where what is too narrow to be drawn by itself is: [x, width, row]. */
  let rests = [];

  lcm.make("h3", "", "Processor-time", place);
  const tools = lcm.make("div", "tools", "", place);
  tools.setAttribute("role", "toolbar");
  tools.setAttribute("aria-label", "parts");
  const path = lcm.make("span", "path", "", tools);
  path.setAttribute("role", "group");
  path.setAttribute("aria-label", "what is enlarged");
  const label = lcm.make("label", "", "search parts ", tools);
  const input = lcm.make("input", "", "", label);
  input.type = "search";
  input.id = "part-search";
  const said = lcm.make("output", "", "", tools);
  lcm.make("p", "hint", "Width: processor-time. Colour: what most of it is. " +
    "Line below: on the critical path, as thick as its part of the time. " +
    "Click or arrow keys choose, double click or Enter enlarges, Escape goes " +
    "back.", place);
  const key = lcm.make("ul", "key", "", place);
  const frame = lcm.make("div", "icicle", "", place);
  const canvas = lcm.make("canvas", "", "", frame);
  canvas.id = "icicle";
  canvas.tabIndex = 0;
  canvas.setAttribute("role", "application");
  canvas.setAttribute("aria-label", "parts by processor-time");
  canvas.setAttribute("aria-describedby", "icicle-said");
  const tip = lcm.make("div", "tip", "", frame);
  tip.hidden = true;
  const told = lcm.make("div", "sr", "", place);
  told.id = "icicle-said";
  told.setAttribute("aria-live", "polite");

  DATA.cats.forEach(function (cat, c) {
    if (lcm.at.used.indexOf(c) < 0) return;
    const row = lcm.make("li", "", "", key);
    lcm.make("i", "c" + cat.c, "", row);
    row.append(cat.title);
  });

  function kids(i) { return i < 0 ? lcm.tops : lcm.parts[i].below; }
  function total(i) { return i < 0 ? lcm.base.total : lcm.at.total[i]; }

  /* Places part "i" at "x", "w" wide, in row "y", and what is in it. */
  function put(i, x, w, y) {
    boxes.push([i, x, w, y]);
    deep = Math.max(deep, y + 1);
    if (y + 1 >= MOST) return;
    let sum = 0, at = x;
    const below = kids(i);
    for (let k = 0; k < below.length; k++) sum += lcm.at.total[below[k]];
    const all = Math.max(sum, total(i));
    if (!(all > 0)) return;
    for (let k = 0; k < below.length; k++) {
      const wide = lcm.at.total[below[k]] / all * w;
      if (wide >= THIN) put(below[k], at, wide, y + 1);
      else gather(at, wide, y + 1);
      at += wide;
    }
    if (i < 0) gather(at, x + w - at, y + 1);
  }

  /* Adds what is too narrow, or has no part of its own, to what is beside it. */
  function gather(x, w, y) {
    const last = rests.length ? rests[rests.length - 1] : null;
    if (last && last[2] === y && x - last[0] - last[1] < 0.01) last[1] = x + w - last[0];
    else rests.push([x, w, y]);
  }

  /* Draws the boxes of what is too narrow. */
  function drawRests(pen) {
    rests.forEach(function (rest) {
      const x = rest[0], w = rest[1], y = rest[2] * ROW;
      if (w < 1) return;
      pen.fillStyle = lcm.colour("soft");
      pen.fillRect(x, y, w, ROW - 2);
      pen.fillStyle = lcm.colour("ink");
      pen.fillText(lcm.fit(pen, "smaller parts  " +
        lcm.percent(w / frame.clientWidth * total(root) / lcm.base.total), w - 8),
      x + 4, y + ROW / 2 - 3);
    });
  }

  function draw() {
    const width = frame.clientWidth;
    boxes = [];
    rests = [];
    const before = deep;
    deep = 1;
    put(root, 0, width, 0);
    deep = Math.max(deep, Math.min(before, MOST));
    const pen = lcm.canvas(canvas, deep * ROW + 2);
    const critical = lcm.colour("crit"), paper = lcm.colour("paper");
    pen.font = "12px system-ui, sans-serif";
    pen.textBaseline = "middle";
    boxes.forEach(function (box) {
      const i = box[0], part = lcm.parts[i], x = box[1], y = box[3] * ROW;
      const w = Math.max(0.5, box[2] - (box[2] > 3 ? 1 : 0));
      const fill = i < 0 ? lcm.colour("soft") :
        lcm.colour("c" + DATA.cats[lcm.main(i)].c);
      pen.globalAlpha = wanted === "" || i < 0 || part.hit ? 1 : 0.25;
      pen.fillStyle = fill;
      pen.fillRect(x, y, w, ROW - 2);
      if (i >= 0 && part.critical && lcm.base.time > 0) {
        const thick = Math.max(1, 7 * Math.min(1, lcm.at.time[i] / lcm.base.time));
        pen.fillStyle = paper;
        pen.fillRect(x, y + ROW - 3 - thick, w, thick + 1);
        pen.fillStyle = critical;
        pen.fillRect(x, y + ROW - 2 - thick, w, thick);
      }
      if (i === lcm.chosen && i >= 0) {
        pen.strokeStyle = lcm.colour("ink");
        pen.lineWidth = 3;
        pen.strokeRect(x + 1.5, y + 1.5, Math.max(1, w - 3), ROW - 5);
      }
      const name = i < 0 ? "whole program" : part.title;
      const text = lcm.fit(pen, name + "  " + (i < 0 ? "" : lcm.about("made", i)) +
        lcm.percent(total(i) / lcm.base.total), w - 8);
      if (!text) return;
      pen.fillStyle = i < 0 ? lcm.colour("ink") : lcm.ink(fill);
      pen.fillText(text, x + 4, y + ROW / 2 - 3);
    });
    pen.globalAlpha = 1;
    drawRests(pen);
  }

  /* Says what is enlarged, and what it is in. */
  function tellPath() {
    const all = [];
    for (let i = root; i >= 0; i = lcm.parts[i].up) all.unshift(i);
    path.textContent = "";
    [-1].concat(all).forEach(function (i, k) {
      if (k) path.append(" \u203a ");
      lcm.button(i < 0 ? "whole program" : lcm.parts[i].title, path,
        function () { enlarge(i); });
    });
  }

  function enlarge(i) {
    root = i;
    deep = 1;
    tellPath();
    draw();
  }
  lcm.enlarge = enlarge;

  function boxAt(event) {
    const at = canvas.getBoundingClientRect();
    const x = event.clientX - at.left, y = Math.floor((event.clientY - at.top) / ROW);
    for (let k = boxes.length - 1; k >= 0; k--)
      if (boxes[k][3] === y && x >= boxes[k][1] && x < boxes[k][1] + boxes[k][2])
        return boxes[k];
    return null;
  }

  function describe(i) {
    if (i < 0) return "whole program, " + lcm.seconds(lcm.base.time);
    const part = lcm.parts[i];
    return part.title + (part.place ? " (" + part.place + ")" : "") + ", " +
      lcm.about("made", i) + lcm.percent(lcm.at.total[i] / lcm.base.total) +
      " of the processor-time, " + lcm.about("timed", i) +
      lcm.seconds(lcm.at.time[i]) + (part.critical ? " on the critical path" : "") +
      "; mostly " + DATA.cats[lcm.main(i)].title;
  }

  /* The boxes of a row from left to right. */
  function row(y) {
    return boxes.filter(function (box) { return box[3] === y; })
      .sort(function (a, b) { return a[1] - b[1]; });
  }

  function largest(i) {
    return kids(i).slice().sort(function (a, b) {
      return lcm.at.total[b] - lcm.at.total[a];
    })[0];
  }

  function onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const at = lcm.chosen, box = boxes.find(function (b) { return b[0] === at; });
    let to = null;
    if (event.key === "ArrowDown") to = largest(box ? at : root);
    else if (event.key === "ArrowUp") to = at >= 0 ? lcm.parts[at].up : -1;
    else if (event.key === "ArrowRight" || event.key === "ArrowLeft") {
      const all = box ? row(box[3]) : row(1);
      const k = box ? all.indexOf(box) + (event.key === "ArrowRight" ? 1 : -1) : 0;
      to = all[k] ? all[k][0] : null;
    } else if (event.key === "Home") to = -1;
    else if (event.key === "Enter" && at >= 0) enlarge(at);
    else if (event.key === "Escape" || event.key === "Backspace") {
      if (root < 0) return;
      enlarge(lcm.parts[root].up);
    } else return;
    event.preventDefault();
    if (to === null || to === undefined) return;
    if (!lcm.within(to, root) && root >= 0) enlarge(to);
    lcm.choose(to, "icicle");
    told.textContent = describe(to);
  }

  function search() {
    let share = 0;
    wanted = input.value.trim().toLowerCase();
    hits = [];
    next = 0;
    lcm.parts.forEach(function (part) {
      part.hit = wanted !== "" && (part.title + " " + part.place).toLowerCase()
        .indexOf(wanted) >= 0;
      if (!part.hit) return;
      hits.push(part.i);
      let up = part.up;
      while (up >= 0 && !lcm.parts[up].hit) up = lcm.parts[up].up;
      if (up < 0) share += lcm.at.total[part.i];
    });
    said.textContent = wanted === "" ? "" : hits.length + " found, " +
      lcm.percent(share / lcm.base.total) + " of the processor-time";
    draw();
  }

  canvas.addEventListener("click", function (event) {
    const box = boxAt(event);
    if (box) lcm.choose(box[0], "icicle");
  });
  canvas.addEventListener("dblclick", function (event) {
    const box = boxAt(event);
    if (box) enlarge(box[0] === root && root >= 0 ? lcm.parts[root].up : box[0]);
  });
  canvas.addEventListener("mousemove", function (event) {
    const box = boxAt(event), at = frame.getBoundingClientRect();
    tip.hidden = !box;
    if (!box) return;
    tip.textContent = describe(box[0]);
    tip.style.left = Math.max(0, Math.min(event.clientX - at.left + 12,
      at.width - tip.offsetWidth)) + "px";
    tip.style.top = (box[3] + 1) * ROW + 6 + "px";
  });
  canvas.addEventListener("mouseleave", function () { tip.hidden = true; });
  canvas.addEventListener("keydown", onKey);
  input.addEventListener("input", search);
  input.addEventListener("keydown", function (event) {
    if (event.key !== "Enter" || !hits.length) return;
    const i = hits[next++ % hits.length];
    if (!lcm.within(i, root)) enlarge(-1);
    lcm.choose(i, "icicle");
    event.preventDefault();
  });
  lcm.onChoose(function (i) {
    if (i >= 0 && root >= 0 && !lcm.within(i, root)) enlarge(-1);
    draw();
  });
  lcm.onValues(draw, canvas);
  lcm.onTheme(draw);
  lcm.boxes = function () { return boxes; };
  tellPath();
  draw();
})();
