/* The sliders above the page, and what follows them: the figures, the head of
 * the page, its curve. */
(function () {
  const STEPS = 1000, LOSSES = 3, CURVE = 80;
  const LITTLE = 0.01; // of the processor-time: not said where it is lost
  const SPREAD = 0.1; // of what is lost: where no place has that, many lose it
  if (!lcm.has) return;
  const axes = lcm.axes.filter(function (axis) { return axis.shown; })
    .concat(lcm.free);
  const DATA = lcm.data;
  let waiting = false, wanted = {};

  /* Where the value "x" is on the slider of "axis", and back. */
  function position(axis, x) {
    const v = axis.values, low = v[0], high = v[v.length - 1];
    return Math.round(STEPS * (low > 0 ? Math.log(x / low) / Math.log(high / low) :
      (x - low) / (high - low)));
  }
  function valueAt(axis, at) {
    const v = axis.values, low = v[0], high = v[v.length - 1], f = at / STEPS;
    const x = low > 0 ? low * Math.pow(high / low, f) : low + f * (high - low);
    const near = Math.min(high, Math.max(low, axis.whole ? Math.round(x) :
      Number(x.toPrecision(3))));
    return at >= STEPS ? high : at <= 0 ? low : near;
  }

  function marksOf(axis) { return axis.marks || DATA.marks[axis.j]; }

  /* Goes to what was wanted, once a frame. */
  function want(name, value) {
    wanted[name] = value;
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(function () {
      waiting = false;
      lcm.go(wanted);
      wanted = {};
    });
  }

  /* Makes the slider of "axis" in "to". */
  function slider(axis, to) {
    const box = lcm.make("div", "slider", "", to);
    const label = lcm.make("label", "", axis.name, box);
    const range = lcm.make("input", "", "", box);
    const field = lcm.make("input", "", "", box);
    range.type = "range";
    range.min = 0;
    range.max = STEPS;
    range.id = "slide-" + axis.j;
    label.htmlFor = range.id;
    field.type = "number";
    field.step = axis.whole ? 1 : "any";
    field.min = axis.values[0];
    field.max = axis.values[axis.values.length - 1];
    field.setAttribute("aria-label", "value of " + axis.name);
    range.addEventListener("input", function () {
      want(axis.name, valueAt(axis, Number(range.value)));
    });
    range.addEventListener("keydown", function (event) {
      const by = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 };
      const step = by[event.key];
      if (!step || !axis.whole || event.ctrlKey || event.altKey) return;
      const v = marksOf(axis).concat(axis.values).sort(function (a, b) {
        return a - b;
      });
      const now = lcm.vars[axis.name];
      let next = now + step;
      if (event.shiftKey)
        next = step > 0 ? v.find(function (x) { return x > now; }) || now :
          v.filter(function (x) { return x < now; }).pop() || now;
      want(axis.name, Math.min(v[v.length - 1], Math.max(v[0], next)));
      event.preventDefault();
    });
    field.addEventListener("change", function () {
      const value = Number(field.value), v = axis.values;
      if (field.value !== "" && isFinite(value))
        want(axis.name, Math.min(v[v.length - 1], Math.max(v[0], value)));
    });
    const marks = lcm.make("span", "marks", "", box);
    marksOf(axis).forEach(function (x) {
      const mark = lcm.make("i", "", "", marks);
      mark.style.left = position(axis, x) / STEPS * 100 + "%";
    });
    return function () {
      const x = lcm.vars[axis.name];
      range.value = position(axis, x);
      range.setAttribute("aria-valuetext", axis.name + " = " + lcm.number(x, 6));
      if (document.activeElement !== field) field.value = x;
    };
  }

  /* Makes a figure called "name" in "to"; returns what its value stands in. */
  function figure(name, to) {
    const box = lcm.make("div", "", "", to);
    lcm.make("dt", "", name, box);
    return lcm.make("dd", "", "", box);
  }

  /* "p = 8, n = 100". */
  function pointText() {
    const text = DATA.names.filter(function (name, j) {
      return DATA.shown[j];
    }).concat(lcm.free.filter(function (axis) {
      return lcm.vars[axis.name] !== axis.home;
    }).map(function (axis) { return axis.name; })).map(function (name) {
      return name + " = " + lcm.number(lcm.vars[name], 6);
    }).join(", ");
    return text || "p = " + lcm.number(lcm.now.p, 6);
  }

  /* ---- the head ---------------------------------------------------------- */

  const header = document.querySelector("header");
  const verdict = header.querySelector(".verdict");
  const headline = header.querySelector(".headline");
  const list = document.querySelector("#hero-losses ol");
  const basis = header.querySelector(".basis");
  const rests = basis ? basis.textContent : "";
  const kept = [verdict, headline, list].map(function (e) {
    return e ? e.innerHTML : "";
  });

  /* Appends a link to the source of "part", or its name. */
  function nameOf(part, to) {
    lcm.make("b", "", part.title, to);
    if (!part.place) return;
    to.append(" (");
    const link = lcm.make(part.line ? "a" : "span", "", part.place, to);
    if (part.line) link.href = "#" + part.line;
    to.append(")");
  }

  /* The parts that lose most, the same part of the source once. */
  function worst() {
    const sums = new Map();
    lcm.parts.forEach(function (part) {
      const key = part.title + "\n" + part.place;
      const sum = sums.get(key) || { i: part.i, lost: 0 };
      sum.lost += lcm.at.lost[part.i];
      sums.set(key, sum);
    });
    return Array.from(sums.values()).filter(function (sum) {
      return sum.lost > lcm.base.total * 1e-3;
    }).sort(function (a, b) { return b.lost - a.lost; }).slice(0, LOSSES);
  }

  // A share in percent, on one line with its sign.
  function percent(share) {
    return lcm.percent(share).replace(" %", "\u00a0%");
  }

  // What share of all processor-time that is.
  function share(lost) {
    return percent(lost / lcm.now.total);
  }

  function tellVerdict(losses) {
    const now = lcm.now, e = now.efficiency;
    const words = verdict.dataset.words.split("|").find(function (one) {
      return e >= parseFloat(one);
    });
    verdict.textContent = "";
    if (words && now.p > 1)
      verdict.append(words.replace(/^\S+ /, "") + ": " + percent(Math.min(1, e)) + " of " +
        lcm.number(now.p, 6) + " processors are put to use. ");
    if (!losses.length || lcm.stay) return;
    verdict.append(share(now.lost) + " of the processor-time is lost");
    if (now.lost >= LITTLE * now.total) {
      const cat = lcm.worst(losses[0].i);
      verdict.append((losses[0].lost < SPREAD * now.lost ? " in many places" :
        "") + ", first of all " + share(losses[0].lost) + " to " +
        (cat < 0 ? "" : DATA.cats[cat].title) + " at ");
      nameOf(lcm.parts[losses[0].i], verdict);
    }
    verdict.append(".");
  }

  /* Says which variables still are what they are by default. */
  function tellBasis() {
    const found = /^for (.*?) \(by default\)(?:; )?([^]*)$/.exec(rests);
    const moved = lcm.free.filter(function (axis) {
      return lcm.vars[axis.name] !== axis.home;
    }).map(function (axis) { return axis.name; });
    const still = !found ? [] : found[1].split(", ").filter(function (one) {
      return moved.indexOf(one.split(" = ")[0]) < 0;
    });
    basis.textContent = !found ? rests :
      (still.length ? "for " + still.join(", ") + " (by default); " : "") +
      found[2];
  }

  function tellHead() {
    const now = lcm.now, home = lcm.isHome();
    if (basis) tellBasis();
    if (home) {
      [verdict, headline, list].forEach(function (e, i) {
        if (e) e.innerHTML = kept[i];
      });
      return;
    }
    const losses = worst();
    if (verdict) tellVerdict(losses);
    if (headline)
      headline.textContent = pointText() + ": " + (now.exact ? "" : "about ") +
        lcm.seconds(now.time) + (isFinite(now.speedup) ? "; speedup " +
        lcm.number(now.speedup) + ", efficiency " +
        lcm.percent(now.efficiency) : "") + "; " +
        lcm.percent(now.lost / now.total) + " of the cycles are lost" +
        (now.most < 0 ? "" : ", most to " + DATA.cats[now.most].title);
    if (!list) return;
    list.textContent = "";
    losses.forEach(function (loss) {
      const row = lcm.make("li", "", "", list);
      row.dataset.part = loss.i;
      lcm.make("b", "share", lcm.percent(loss.lost / lcm.base.total), row);
      row.append(" ");
      nameOf(lcm.parts[loss.i], row);
      const cat = lcm.worst(loss.i);
      lcm.make("br", "", "", row);
      if (cat < 0) return;
      lcm.make("i", "dot c" + DATA.cats[cat].c, "", row);
      row.append(DATA.cats[cat].title);
    });
  }

  /* ---- the curve --------------------------------------------------------- */

  /* Draws the curve of the speedup again for the other variables, and where
   * the sliders are on it. */
  function curve() {
    const svg = document.querySelector("#hero-curve svg");
    const axis = lcm.axes.find(function (one) { return one.name === "p"; });
    const v = axis ? DATA.marks[axis.j].slice() : [];
    v.sort(function (a, b) { return a - b; });
    const line = svg && axis && v[0] > 0 &&
      svg.querySelector("polyline.lcm-curve");
    if (!line || !isFinite(lcm.now.speedup)) return null;
    const spots = line.getAttribute("points").trim().split(/\s+/);
    const first = spots[0].split(",").map(Number);
    const end = spots[spots.length - 1].split(",").map(Number);
    const low = lcm.whole(Object.assign({}, lcm.home, { p: v[0] }));
    const high = lcm.whole(Object.assign({}, lcm.home, { p: v[v.length - 1] }));
    const flat = Math.abs(high.speedup / low.speedup - 1) < 1e-6;
    if (spots.length !== v.length || flat) return null;
    const x = function (p) {
      return first[0] + Math.log(p / v[0]) / Math.log(v[v.length - 1] / v[0]) *
        (end[0] - first[0]);
    };
    const y = function (s) {
      return first[1] + Math.log(s / low.speedup) /
        Math.log(high.speedup / low.speedup) * (end[1] - first[1]);
    };
    const second = spots[Math.floor(spots.length / 2)].split(",").map(Number);
    const middle = lcm.whole(Object.assign({}, lcm.home,
      { p: v[Math.floor(v.length / 2)] }));
    if (Math.abs(y(middle.speedup) - second[1]) > 1) return null;
    const NS = "http://www.w3.org/2000/svg";
    const mark = svg.appendChild(document.createElementNS(NS, "path"));
    const dot = svg.appendChild(document.createElementNS(NS, "circle"));
    mark.setAttribute("class", "here");
    dot.setAttribute("class", "here");
    dot.setAttribute("r", 5);
    let others = "";
    return function () {
      const rest = Object.keys(lcm.vars).map(function (name) {
        return name === "p" ? "" : lcm.vars[name];
      }).join(" ");
      if (rest !== others) {
        const points = [];
        for (let i = 0; i <= CURVE; i++) {
          const p = v[0] * Math.pow(v[v.length - 1] / v[0], i / CURVE);
          const s = lcm.whole(Object.assign({}, lcm.vars,
            { p: axis.whole ? Math.round(p) : p }));
          points.push(x(s.p).toFixed(1) + "," + y(s.speedup).toFixed(1));
        }
        if (others !== "" || !lcm.isHome())
          line.setAttribute("points", points.join(" "));
        others = rest;
      }
      const at = x(lcm.vars.p), up = y(lcm.now.speedup);
      mark.setAttribute("d", "M" + at.toFixed(1) + " " + up.toFixed(1) + "V" +
        (first[1] + 4).toFixed(1));
      dot.setAttribute("cx", at.toFixed(1));
      dot.setAttribute("cy", up.toFixed(1));
    };
  }

  /* ---- together ---------------------------------------------------------- */

  const bar = lcm.make("div", "controls", "", null);
  bar.id = "controls";
  bar.setAttribute("role", "region");
  bar.setAttribute("aria-label", "the point shown");
  const main = lcm.id("main");
  main.parentNode.insertBefore(bar, main);
  const sliders = axes.map(function (axis) { return slider(axis, bar); });
  const figures = lcm.make("dl", "", "", bar);
  const time = figure("time", figures), speedup = figure("speedup", figures);
  const use = figure("efficiency", figures), lost = figure("lost", figures);
  const cycles = lcm.make("div", "bar", "", bar);
  const cells = DATA.cats.map(function (cat) {
    const cell = lcm.make("i", "c" + cat.c, "", cycles);
    cell.title = cat.title;
    return cell;
  });
  const state = lcm.make("span", "state", "", bar);
  state.setAttribute("role", "status");
  const back = axes.length ? lcm.button("back", bar, function () {
    lcm.go(lcm.home);
  }) : null;
  const draw = curve();

  /* Says where the parts are while another variable is not what it was. */
  function movedText() {
    return (lcm.now.closed ? "closed form" : "not known here") + "; parts at " +
      lcm.free.map(function (axis) {
        return axis.name + " = " + lcm.number(axis.home, 6);
      }).join(", ");
  }

  /* Says which parts have no closed form. */
  function partsText() {
    const n = lcm.interpolated(), all = lcm.parts.length;
    return n === 0 ? "" : n === all ? "; parts interpolated" :
      "; " + n + " of " + all + " parts interpolated";
  }

  function show() {
    const now = lcm.now, about = now.exact ? "" : "\u2248 ";
    sliders.forEach(function (action) { action(); });
    time.textContent = about + lcm.seconds(now.time);
    speedup.textContent = (now.about1 ? "\u2248 " : about) +
      lcm.number(now.speedup);
    use.textContent = about + lcm.percent(now.efficiency);
    lost.textContent = about + lcm.percent(now.lost / now.total);
    cells.forEach(function (cell, c) {
      cell.style.width = Math.max(0, 100 * now.cats[c] / now.total) + "%";
    });
    const text = lcm.stay ? movedText() :
      now.around.length === 1 && !now.moved ? "predicted" :
        now.closed ? "closed form" + partsText() : "interpolated";
    if (state.textContent !== text) state.textContent = text;
    state.classList.toggle("about", !now.exact || lcm.stay ||
      lcm.interpolated() > 0);
    if (back) back.disabled = lcm.isHome();
    tellHead();
    if (draw) draw();
  }
  /* Lets what is linked to stand below the sliders. */
  function leaveRoom() {
    document.documentElement.style.scrollPaddingTop = bar.offsetHeight + 12 + "px";
    const panel = lcm.id("panel");
    panel.style.top = bar.offsetHeight + 12 + "px";
    panel.style.maxHeight = "calc(100vh - " + (bar.offsetHeight + 24) + "px)";
  }
  lcm.onValues(show);
  lcm.onTheme(leaveRoom);
  show();
  leaveRoom();
})();
