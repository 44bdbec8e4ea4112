/* What all views share: elements, text for numbers, colours, the part that is
 * chosen, and who wants to know of it. */
const lcm = { chosen: -1, data: lcmData, forms: lcmForms };
(function () {
  const DATA = lcm.data;
  const choosers = [], drawers = [], themes = [];
  const UNITS = [["s", 1], ["ms", 1e-3], ["us", 1e-6], ["ns", 1e-9]];
  let colours = {};

  lcm.has = Boolean(DATA.points && DATA.parts && DATA.parts.length);

  /* The parts: name, number of the part around, shape, line, place. */
  lcm.parts = (DATA.parts || []).map(function (row, i) {
    return { i: i, title: row[0], up: row[1], shape: row[2], line: row[3],
      place: row[4], critical: row[5] === 1, kind: row[6], below: [] };
  });
  lcm.tops = [];
  lcm.parts.forEach(function (part) {
    (part.up < 0 ? lcm.tops : lcm.parts[part.up].below).push(part.i);
  });

  lcm.id = function (id) { return document.getElementById(id); };

  /* Makes an element with a class and a text, the last one in "to". */
  lcm.make = function (name, look, text, to) {
    const e = document.createElement(name);
    if (look) e.className = look;
    if (text) e.textContent = text;
    if (to) to.appendChild(e);
    return e;
  };

  /* Makes a button that does "action". */
  lcm.button = function (text, to, action) {
    const e = lcm.make("button", "", text, to);
    e.type = "button";
    e.addEventListener("click", action);
    return e;
  };

  /* Says a number in "digits" digits. */
  lcm.number = function (value, digits) {
    if (!isFinite(value)) return "-";
    const text = Number(value.toPrecision(digits || 4));
    return Math.abs(text) >= 1e6 ? text.toExponential() : String(text);
  };

  /* Says a time in "digits" digits, 4 where that is not given. */
  lcm.seconds = function (value, digits) {
    if (!isFinite(value)) return "-";
    if (value === 0) return "0 s";
    let i = 0;
    while (i < 3 && Math.abs(value) < UNITS[i][1] * (1 - 1e-9)) i++;
    return lcm.number(value / UNITS[i][1], digits) + " " + UNITS[i][0];
  };

  lcm.percent = function (share) {
    const value = 100 * share;
    if (!isFinite(value)) return "-";
    if (value > 0 && value < 0.01) return "< 0.01 %";
    const size = Math.abs(value);
    return (size < 9.95 || size >= 1e6 ? Number(value.toPrecision(2)) :
      size > 99 && size < 99.95 ? value.toFixed(1) : Math.round(value)) + " %";
  };

  /* The colour that the style sheet calls "--name". */
  lcm.colour = function (name) {
    if (!colours[name])
      colours[name] = getComputedStyle(document.documentElement)
        .getPropertyValue("--" + name).trim() || "#888";
    return colours[name];
  };

  /* Black or white, whichever is read better on "colour". */
  lcm.ink = function (colour) {
    let hex = colour.replace("#", "");
    if (hex.length === 3) hex = hex.replace(/./g, "$&$&");
    const light = [0, 2, 4].map(function (i) {
      const v = parseInt(hex.substr(i, 2), 16) / 255;
      return v <= 0.04045 ? v / 12.92 : Math.pow((v + 0.055) / 1.055, 2.4);
    });
    return 0.2126 * light[0] + 0.7152 * light[1] + 0.0722 * light[2] > 0.179 ?
      "#000" : "#fff";
  };

  lcm.onChoose = function (action) { choosers.push(action); };

  /* Does "action" when the values are others: where "element" is given and out
   * of sight, as soon as it is seen. */
  const watch = window.IntersectionObserver ?
    new IntersectionObserver(function (entries) {
      entries.forEach(function (entry) {
        drawers.forEach(function (drawer) {
          if (drawer.element !== entry.target) return;
          drawer.seen = entry.isIntersecting;
          if (drawer.seen) catchUp(drawer);
        });
      });
    }, { rootMargin: "200px" }) : null;
  function catchUp(drawer) {
    if (drawer.due) drawer.action();
    drawer.due = false;
  }
  lcm.onValues = function (action, element) {
    drawers.push({ action: action, element: element, seen: true, due: false });
    if (element && watch) watch.observe(element);
  };
  window.addEventListener("beforeprint", function () {
    drawers.forEach(catchUp);
  });
  lcm.onTheme = function (action) { themes.push(action); };

  /* Chooses part "i" (-1: none) in all views; "from": the one that did it. */
  lcm.choose = function (i, from) {
    lcm.chosen = i;
    choosers.forEach(function (action) { action(i, from); });
  };

  /* Tells all views that the values are others. */
  lcm.changed = function () {
    drawers.forEach(function (drawer) {
      drawer.due = true;
      if (drawer.seen) catchUp(drawer);
    });
  };

  /* Whether part "i" is in part "up", or is it. */
  lcm.within = function (i, up) {
    while (i >= 0 && i !== up) i = lcm.parts[i].up;
    return i === up;
  };

  /* How wide what canvases are in was when they were drawn: they are drawn again
   * where it is not any more, as when a view comes to stand beside another. */
  const widths = new Map();
  const wide = window.ResizeObserver ? new ResizeObserver(function (all) {
    if (all.some(function (one) {
      return widths.get(one.target) !== Math.max(50, one.target.clientWidth);
    })) again();
  }) : null;

  /* Makes "canvas" as wide as it is shown and "height" high, sharp on every
   * screen; returns what draws in it. */
  lcm.canvas = function (canvas, height) {
    const sharp = window.devicePixelRatio || 1;
    const width = Math.max(50, canvas.parentNode.clientWidth);
    const pen = canvas.getContext("2d");
    if (wide && !widths.has(canvas.parentNode)) wide.observe(canvas.parentNode);
    widths.set(canvas.parentNode, width);
    if (canvas.width !== Math.round(width * sharp) ||
        canvas.height !== Math.round(height * sharp)) {
      canvas.width = Math.round(width * sharp);
      canvas.height = Math.round(height * sharp);
      canvas.style.height = height + "px";
    }
    pen.setTransform(sharp, 0, 0, sharp, 0, 0);
    pen.clearRect(0, 0, width, height);
    return pen;
  };

  /* Text that fits into "width" pixels; "" where nothing does. */
  lcm.fit = function (pen, text, width) {
    if (width < 18) return "";
    const most = Math.floor(width / 6.2);
    if (text.length <= most) return text;
    return most < 4 ? "" : text.slice(0, most - 1) + "\u2026";
  };

  const dark = window.matchMedia("(prefers-color-scheme: dark)");
  const again = function () {
    colours = {};
    themes.forEach(function (action) { action(); });
  };
  dark.addEventListener("change", again);
  window.matchMedia("print").addEventListener("change", again);
  window.addEventListener("resize", again);
})();
