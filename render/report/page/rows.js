/* Rows of what processors do when, one timetable: they are pointed at, and no
 * more is drawn than can be seen. */

/* Makes the rows of timetable "T", called "name" where there are others, in
 * "frame".  "shown" is what all panels show: from, to as shares of "whole"
 * seconds, how far down, whether rows are grouped and packed; it moves them. */
lcm.rowsPanel = function (T, shown, frame, name) {
  const LEFT = 108, AXIS = 22, GRAPH = 46, LEAST = 20, LINES = 2, LABEL = 58;
  const SEEN = 24, SEEN_THIN = 6, WORD = /^processor /;
  const MOST_ARROWS = 400, NEAR = 5, UNSPLIT = 6;
  const ticks = T.ticks, part = T.time / shown.whole;
  for (let i = T.names.length; i < T.n; i++) T.names.push("processor " + i);
  let top = 0, rows = [], hover = null, drawn = [], rowOf = new Int32Array(T.n);
  let axis = [];
  const me = { name: name, table: T };

  /* The moment of a tick, as a share of the whole. */
  function moment(tick) { return tick / ticks * part; }

  /* Rows as arrays: where pieces end, what they are. */
  const kinds = T.rows.map(function (row) {
    const n = row[1].length / 2, ends = new Float64Array(n);
    const what = new Int32Array(n);
    let sum = 0;
    for (let k = 0; k < n; k++) {
      sum += row[1][2 * k];
      ends[k] = moment(sum);
      what[k] = row[1][2 * k + 1];
    }
    let members = 0;
    for (let k = 0; k < row[0].length; k += 2)
      members += row[0][k + 1] - row[0][k] + 1;
    return { ends: ends, what: what, ranges: row[0], members: members };
  });
  const busy = T.what.map(function (w) {
    return w[0] >= T.cats || w[4] === 0 || w[4] === UNSPLIT;
  });

  function rangeText(ranges) {
    const parts = [];
    for (let k = 0; k < ranges.length && k < 6; k += 2)
      parts.push(T.names[ranges[k]] + (ranges[k] === ranges[k + 1] ? "" :
        "\u2013" + T.names[ranges[k + 1]].replace(WORD, "")));
    return parts.join(", ") + (ranges.length > 6 ? ", \u2026" : "");
  }

  /* Makes the list of rows, one for all that are alike or one for each. */
  function arrange() {
    rows = [];
    if (shown.grouped)
      kinds.forEach(function (kind) {
        rows.push({ kind: kind, first: kind.ranges[0],
          name: rangeText(kind.ranges) });
      });
    else {
      kinds.forEach(function (kind) {
        for (let k = 0; k < kind.ranges.length; k += 2)
          for (let i = kind.ranges[k]; i <= kind.ranges[k + 1]; i++)
            rows.push({ kind: kind, first: i, name: T.names[i] });
      });
      rows.sort(function (a, b) { return a.first - b.first; });
    }
    rows.forEach(function (row, i) {
      const r = row.kind.ranges;
      if (!shown.grouped) rowOf[row.first] = i;
      for (let k = 0; shown.grouped && k < r.length; k += 2)
        rowOf.fill(i, r[k], r[k + 1] + 1);
    });
  }

  /* The number of the piece of "kind" at time "x". */
  function pieceAt(kind, x) {
    let low = 0, high = kind.ends.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (kind.ends[middle] > x) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  const canvas = lcm.make("canvas", "", "", frame);
  canvas.tabIndex = 0;
  canvas.setAttribute("role", "application");
  canvas.setAttribute("aria-label", (name ? name + ": " : "") + "timeline of " +
    T.n + " processors, " + lcm.seconds(T.time));
  const tip = lcm.make("div", "tip", "", frame);
  tip.hidden = true;
  const count = lcm.make("p", "hint", "", frame);
  const told = lcm.make("div", "sr", "", frame);
  told.setAttribute("aria-live", "polite");

  /* Says what is chosen; of a "piece" in narrow windows below the rows, too. */
  function tell(text, piece) {
    told.classList.toggle("one", piece === true);
    told.textContent = text;
  }

  function colourOf(state) {
    const s = T.states[state];
    return s[1] || lcm.colour("c" + s[2]);
  }

  /* How many processors are busy from the start on: moments and counts. */
  const degree = (function () {
    const events = [];
    kinds.forEach(function (kind) {
      let was = false, at = 0;
      for (let k = 0; k < kind.ends.length; k++) {
        const is = busy[kind.what[k]];
        if (is !== was) events.push([at, is ? kind.members : -kind.members]);
        was = is;
        at = kind.ends[k];
      }
      if (was) events.push([part, -kind.members]);
    });
    events.sort(function (a, b) { return a[0] - b[0]; });
    const when = [0], many = [0];
    let now = 0;
    events.forEach(function (event) {
      now += event[1];
      if (event[0] === when[when.length - 1]) many[many.length - 1] = now;
      else {
        when.push(event[0]);
        many.push(now);
      }
    });
    return { when: when, many: many };
  })();

  /* How high a row is: parts of a pixel where all are to be seen. */
  function high() {
    const room = shown.room / rows.length;
    if (room >= LINES) return Math.min(22, Math.floor(room));
    return shown.packed ? room : 4;
  }
  function across(x, width) {
    return LEFT + (x - shown.from) / (shown.to - shown.from) * (width - LEFT);
  }

  /* The bytes of a colour, paler where another part is chosen. */
  let bytes = {};
  function bytesOf(state, pale) {
    const name = state + (pale ? "p" : "");
    if (bytes[name]) return bytes[name];
    const parse = function (colour) {
      let hex = colour.replace("#", "");
      if (hex.length === 3) hex = hex.replace(/./g, "$&$&");
      return [0, 2, 4].map(function (i) { return parseInt(hex.substr(i, 2), 16); });
    };
    const paper = parse(lcm.colour("paper"));
    const own = state < 0 ? paper : parse(colourOf(state));
    bytes[name] = own.map(function (v, i) {
      return pale ? 0.35 * v + 0.65 * paper[i] : v;
    });
    return bytes[name];
  }

  /* What the longest of pieces "first" to "last" of "kind" is, of some of them
   * where they are many. */
  function longest(kind, first, last, seen) {
    const by = Math.max(1, Math.floor((last - first) / seen));
    let most = 0, what = kind.what[first];
    for (let k = first; k <= last; k += by) {
      const long = kind.ends[k] - (k ? kind.ends[k - 1] : 0);
      if (long > most) {
        most = long;
        what = kind.what[k];
      }
    }
    return what;
  }

  /* Draws row "row" at "y", "h" high: pieces that are seen, at most one a
   * pixel. */
  function drawRow(pen, row, y, h, width) {
    const kind = row.kind, n = kind.ends.length;
    const from = shown.from, to = Math.min(shown.to, part);
    const step = (shown.to - from) / (width - LEFT);
    let k = pieceAt(kind, from), x = from;
    const thin = h > 5 ? Math.round(h * 0.28) : 0;
    while (k < n && x < to) {
      let end = kind.ends[k], what = kind.what[k];
      if (end - x < step) {
        end = x + step;
        const next = pieceAt(kind, end);
        what = longest(kind, k, next, SEEN);
        k = next;
      } else k++;
      const w = T.what[what];
      const a = Math.max(LEFT, across(x, width));
      const b = Math.min(width, across(end, width));
      const idle = T.states[w[0]][3] === 1;
      const chosen = lcm.chosen >= 0 && w[3] >= 0 && lcm.within(w[3], lcm.chosen);
      pen.globalAlpha = lcm.chosen >= 0 && !chosen ? 0.35 : 1;
      pen.fillStyle = colourOf(w[0]);
      pen.fillRect(a, y + (idle ? thin : 0), Math.max(0.5, b - a - (b - a > 4 ? 1 : 0)),
        h - (idle ? 2 * thin : 0));
      if (h >= 14 && b - a > 40 && !idle) {
        pen.fillStyle = lcm.ink(colourOf(w[0]));
        pen.fillText(lcm.fit(pen, w[1], b - a - 6), a + 4, y + h / 2);
      }
      x = end;
    }
    pen.globalAlpha = 1;
  }

  /* Adds what row "kind" does to the sums of colours "sum", three for each of
   * "all" pixels. */
  function addRow(sum, kind, all) {
    const from = shown.from, step = (shown.to - from) / all;
    const n = Math.max(0, Math.min(all, Math.ceil((part - from) / step)));
    const pieces = kind.ends.length, paper = bytesOf(-1, false);
    let k = pieceAt(kind, from), x = 0;
    for (let i = 3 * n; i < 3 * all; i++) sum[i] += paper[i % 3];
    while (x < n) {
      let end = Math.floor((kind.ends[k] - from) / step), what = kind.what[k];
      if (end <= x) {
        end = x + 1;
        let next = k;
        while (next + 1 < pieces && next < k + SEEN_THIN &&
          kind.ends[next] < from + end * step) next++;
        if (kind.ends[next] < from + end * step)
          next = pieceAt(kind, from + end * step);
        what = longest(kind, k, next, SEEN_THIN);
        k = next;
      } else if (k + 1 < pieces) k++;
      else end = n;
      const w = T.what[what];
      const pale = lcm.chosen >= 0 && !(w[3] >= 0 && lcm.within(w[3], lcm.chosen));
      const c = bytesOf(w[0], pale);
      for (end = Math.min(end, n); x < end; x++) {
        sum[3 * x] += c[0];
        sum[3 * x + 1] += c[1];
        sum[3 * x + 2] += c[2];
      }
    }
  }

  /* Draws rows that are thinner than a line: each line of pixels is the mean of
   * two of its rows. */
  const thin = document.createElement("canvas");
  function drawThin(pen, h, seen, width) {
    const n = Math.max(1, Math.floor(width - LEFT));
    const lines = Math.min(seen, Math.ceil(rows.length * h));
    thin.width = n;
    thin.height = lines;
    const to2d = thin.getContext("2d"), image = to2d.createImageData(n, lines);
    const sum = new Float64Array(3 * n);
    for (let y = 0; y < lines; y++) {
      const a = Math.min(rows.length - 1, Math.floor((top + y) / h));
      const b = Math.min(rows.length - 1, Math.floor((top + y + 0.5) / h));
      sum.fill(0);
      addRow(sum, rows[a].kind, n);
      if (b !== a) addRow(sum, rows[b].kind, n);
      const by = b !== a ? 2 : 1;
      for (let x = 0, at = 4 * n * y; x < n; x++, at += 4) {
        image.data[at] = sum[3 * x] / by;
        image.data[at + 1] = sum[3 * x + 1] / by;
        image.data[at + 2] = sum[3 * x + 2] / by;
        image.data[at + 3] = 255;
      }
    }
    to2d.putImageData(image, 0, 0);
    pen.drawImage(thin, LEFT, AXIS + GRAPH);
  }

  /* Draws what is sent: of more than can be told apart, some. */
  function drawArrows(pen, width, h, tall) {
    const A = T.arrows || [], seen = [];
    drawn = [];
    for (let k = 0; k < A.length; k += 6) {
      const begin = moment(A[k + 2]), end = moment(A[k + 2] + A[k + 3]);
      if (begin > shown.to || end < shown.from || rowOf[A[k]] === rowOf[A[k + 1]]) continue;
      const y = AXIS + GRAPH + (rowOf[A[k]] + 0.5) * h - top;
      const z = AXIS + GRAPH + (rowOf[A[k + 1]] + 0.5) * h - top;
      if ((y < AXIS + GRAPH && z < AXIS + GRAPH) || (y > tall && z > tall)) continue;
      seen.push([across(begin, width), y, across(end, width), z, k]);
    }
    const by = Math.ceil(seen.length / MOST_ARROWS) || 1;
    pen.save();
    pen.beginPath();
    pen.rect(LEFT, AXIS + GRAPH, width - LEFT, tall);
    pen.clip();
    pen.strokeStyle = pen.fillStyle = lcm.colour("ink");
    pen.lineWidth = 1;
    for (let i = 0; i < seen.length; i += by) {
      const s = seen[i], turn = Math.atan2(s[3] - s[1], s[2] - s[0]);
      drawn.push(s);
      pen.globalAlpha = 0.6;
      pen.beginPath();
      pen.moveTo(s[0], s[1]);
      pen.lineTo(s[2], s[3]);
      pen.stroke();
      pen.globalAlpha = 0.9;
      pen.beginPath();
      pen.moveTo(s[2], s[3]);
      pen.lineTo(s[2] - 6 * Math.cos(turn - 0.4), s[3] - 6 * Math.sin(turn - 0.4));
      pen.lineTo(s[2] - 6 * Math.cos(turn + 0.4), s[3] - 6 * Math.sin(turn + 0.4));
      pen.fill();
    }
    pen.restore();
    if (!A.length) return;
    count.textContent = "Arrows: " + drawn.length + " of " +
      (T.more ? "more than " : "") + T.sent + " messages and signals" + (drawn.length < T.sent ?
        "; enlarge, or show one row each, for others" : "") + ".";
  }

  function drawDegree(pen, width) {
    const d = degree, base = AXIS + GRAPH - 4, scale = (GRAPH - 10) / shown.most;
    pen.fillStyle = lcm.colour("accent");
    pen.globalAlpha = 0.45;
    pen.beginPath();
    pen.moveTo(LEFT, base);
    let k = 0, seen = -1, most = 0;
    while (k + 1 < d.when.length && d.when[k + 1] <= shown.from) k++;
    for (; k < d.when.length && d.when[k] < shown.to; k++) {
      const a = Math.max(LEFT, across(d.when[k], width));
      const end = k + 1 < d.when.length ? d.when[k + 1] : part;
      const b = Math.min(width, across(end, width));
      most = Math.max(most, d.many[k]);
      if (b - seen < 0.5) continue;
      pen.lineTo(a, base - scale * most);
      pen.lineTo(b, base - scale * most);
      seen = b;
      most = 0;
    }
    pen.lineTo(Math.max(LEFT, Math.min(width, across(part, width))), base);
    pen.fill();
    pen.globalAlpha = 1;
    pen.fillStyle = lcm.colour("dim");
    pen.textAlign = "right";
    pen.fillText(shown.most + " busy", LEFT - 6, base - scale * shown.most + 4);
    pen.fillText("0", LEFT - 6, base);
    pen.textAlign = "left";
  }

  /* How many digits tell times near "value" apart that are "step" apart. */
  function digits(value, step) {
    return Math.max(4, 1 + Math.floor(Math.log10(Math.abs(value)) + 1e-9) -
      Math.floor(Math.log10(step) + 1e-9));
  }

  /* Says the time "x", a share of the whole, as exactly as it is seen, but no
   * more than the data are. */
  function said(x) {
    const step = Math.max((shown.to - shown.from) * shown.whole / 1000,
      T.time / ticks);
    return lcm.seconds(x * shown.whole, digits(x * shown.whole, step));
  }

  function drawAxis(pen, width) {
    const from = shown.from * shown.whole, to = shown.to * shown.whole;
    const span = to - from, label = Math.max(LABEL,
      8 + pen.measureText(lcm.seconds(to, digits(to, span / 10))).width);
    const room = Math.max(1, Math.min(10, Math.floor((width - LEFT) / label)));
    const least = Math.pow(10, Math.floor(Math.log10(span / room)));
    const steps = [1, 2, 5, 10].map(function (by) { return by * least; });
    let k = steps.findIndex(function (step) {
      return step * room >= span * (1 - 1e-9);
    });
    while (k && Math.floor(to / steps[k]) <= Math.ceil(from / steps[k])) k--;
    const step = steps[k];
    pen.fillStyle = lcm.colour("dim");
    pen.strokeStyle = lcm.colour("line");
    pen.lineWidth = 1;
    let free = 0;
    axis = [];
    for (let i = Math.ceil(from / step); i * step <= to; i++) {
      const x = across(i * step / shown.whole, width);
      pen.beginPath();
      pen.moveTo(x, AXIS - 6);
      pen.lineTo(x, canvas.height);
      pen.stroke();
      const text = lcm.seconds(i * step, digits(i * step, step));
      const wide = pen.measureText(text).width;
      const left = Math.min(x + 3, width - wide - 2);
      if (left < free) continue;
      pen.fillText(text, left, 9);
      axis.push(text);
      free = left + wide + 4;
    }
  }

  /* The stretch in which each row is on the last-event chain. */
  function drawChain(pen, width, h, tall) {
    pen.fillStyle = lcm.colour("crit");
    for (let k = 0; k < T.chain.length; k += 3) {
      const i = rowOf[T.chain[k]], a = T.chain[k + 1] * part;
      const b = T.chain[k + 2] * part;
      if (b < shown.from || a > shown.to) continue;
      const y = AXIS + GRAPH + i * h - top + h - 3;
      if (y < AXIS + GRAPH || y > tall) continue;
      const x = Math.max(LEFT, across(a, width));
      pen.fillRect(x, y, Math.max(1, Math.min(width, across(b, width)) - x), 2);
    }
  }

  /* Where panels end, as lines in all of them. */
  function drawEnds(pen, width, tall) {
    pen.strokeStyle = lcm.colour("ink");
    pen.setLineDash([4, 3]);
    shown.ends.forEach(function (end) {
      if (end <= shown.from || end >= shown.to) return;
      pen.beginPath();
      pen.moveTo(across(end, width), AXIS);
      pen.lineTo(across(end, width), tall);
      pen.stroke();
    });
    pen.setLineDash([]);
  }

  /* Draws the interval and the piece that are chosen. */
  function drawMarks(pen, width, h, tall) {
    const p = shown.piece, area = shown.area;
    const mark = function (a, b, r0, r1, colour, fill) {
      const x = Math.max(LEFT, across(a, width)), y = AXIS + GRAPH + r0 * h - top;
      const wide = Math.max(2, Math.min(width - 1, across(b, width)) - x);
      const high = Math.max(0, y), low = Math.min(tall - 1, y + (r1 - r0 + 1) * h);
      if (b < shown.from || a > shown.to || low < AXIS + GRAPH || y > tall) return;
      const from = Math.max(AXIS + GRAPH, high) - 1;
      pen.fillStyle = pen.strokeStyle = lcm.colour(colour);
      pen.globalAlpha = 0.2;
      if (fill) pen.fillRect(x, from, wide, low - from);
      pen.globalAlpha = 1;
      pen.lineWidth = 2;
      pen.strokeRect(x, from, wide, low - from);
    };
    if (p && p.panel === me)
      mark(p.start, p.end, rowOf[p.row.first], rowOf[p.row.first], "ink");
    if (area && area.panel === me)
      mark(area.a, area.b, area.r0, area.r1, "focus", true);
    pen.lineWidth = 1;
  }

  function seenHigh(h) {
    return Math.max(LEAST, Math.min(shown.room, rows.length * h));
  }

  function draw() {
    const width = frame.clientWidth, h = high(), seen = seenHigh(h);
    const tall = AXIS + GRAPH + seen, pen = lcm.canvas(canvas, tall);
    top = Math.max(0, Math.min(shown.top, rows.length * h - seen));
    pen.font = "11px system-ui, sans-serif";
    pen.textBaseline = "middle";
    drawAxis(pen, width);
    drawDegree(pen, width);
    let named = -20;
    if (h < LINES) drawThin(pen, h, seen, width);
    for (let i = Math.floor(top / h); i < rows.length; i++) {
      const y = AXIS + GRAPH + i * h - top;
      if (y >= tall) break;
      if (y < AXIS + GRAPH) continue;
      if (h >= LINES) drawRow(pen, rows[i], y, h > 3 ? h - 2 : h, width);
      if (y - named < 12) continue;
      pen.fillStyle = lcm.colour("ink");
      pen.fillText(lcm.fit(pen, rows[i].name, LEFT - 8), 2, y + Math.max(h, 10) / 2);
      named = y;
    }
    if (h >= 6) drawChain(pen, width, h, tall);
    drawArrows(pen, width, h, tall);
    drawEnds(pen, width, tall);
    drawMarks(pen, width, h, tall);
  }

  /* The arrow that is nearest to a place, null where none is near. */
  function arrowUnder(event) {
    const at = canvas.getBoundingClientRect();
    const x = event.clientX - at.left, y = event.clientY - at.top;
    let best = null, least = NEAR;
    drawn.forEach(function (s) {
      const dx = s[2] - s[0], dy = s[3] - s[1], long = dx * dx + dy * dy || 1;
      const t = Math.max(0, Math.min(1, ((x - s[0]) * dx + (y - s[1]) * dy) / long));
      const far = Math.hypot(x - s[0] - t * dx, y - s[1] - t * dy);
      if (far < least) {
        least = far;
        best = s[4];
      }
    });
    return best;
  }
  function tellArrow(k) {
    const A = T.arrows, begin = moment(A[k + 2]), end = moment(A[k + 2] + A[k + 3]);
    return T.senders[A[k + 5]] + (A[k + 4] >= 0 ? ", " + lcm.number(A[k + 4]) +
      " bytes" : "") + "\nfrom " + T.names[A[k]] + " at " + said(begin) +
      "\nto " + T.names[A[k + 1]] + " at " + said(end);
  }

  /* What is drawn at a place. */
  function pieceUnder(event) {
    const at = canvas.getBoundingClientRect(), h = high();
    const x = event.clientX - at.left, y = event.clientY - at.top - AXIS - GRAPH;
    const row = rows[Math.floor((y + top) / h)];
    if (!row || y < 0 || x < LEFT) return null;
    const when = shown.from +
      (x - LEFT) / (at.width - LEFT) * (shown.to - shown.from);
    if (when > part) return null;
    const k = pieceAt(row.kind, when);
    return { row: row, k: k, what: T.what[row.kind.what[k]],
      start: k ? row.kind.ends[k - 1] : 0, end: row.kind.ends[k] };
  }
  function describe(found) {
    const w = found.what;
    return found.row.name + ": " + T.states[w[0]][0] + (w[1] ? ", " + w[1] : "") +
      (w[2] ? " (" + w[2] + ")" : "") + "\n" + said(found.start) + " to " +
      said(found.end) + ": " + said(found.end - found.start);
  }

  /* The moment and the row (-1: above them) at a place. */
  function placeOf(event) {
    const box = canvas.getBoundingClientRect(), y = event.clientY - box.top;
    const x = (event.clientX - box.left - LEFT) / (box.width - LEFT);
    return { when: shown.from + Math.max(0, Math.min(1, x)) *
        (shown.to - shown.from),
      row: y < AXIS + GRAPH ? -1 : Math.min(rows.length - 1,
        Math.floor((y - AXIS - GRAPH + top) / high())) };
  }

  /* Chooses the interval between two places; all rows where it begins above. */
  function between(from, to) {
    const all = from.row < 0, row = Math.max(0, to.row);
    if (from.when !== to.when)
      shown.mark({ panel: me, a: Math.min(from.when, to.when),
        b: Math.max(from.when, to.when), r0: all ? 0 : Math.min(from.row, row),
        r1: all ? rows.length - 1 : Math.max(from.row, row) });
  }

  /* Moves the end of the interval by "dx" of what is seen and "dy" rows.  It
   * begins as the piece chosen, or with all rows where what is seen begins. */
  function grow(dx, dy) {
    const p = shown.piece, seen = shown.to - shown.from, old = shown.area;
    const r = p && p.panel === me ? rowOf[p.row.first] : -1;
    const area = old && old.panel === me ? old :
      r >= 0 ? { a: p.start, b: p.end, r0: r, r1: r } :
        { a: shown.from, b: shown.from, r0: 0, r1: rows.length - 1 };
    const b = Math.min(1, Math.max(area.b + dx * seen, area.a + seen / 1000));
    if (b > shown.to) shown.move(0.2);
    tell(shown.mark({ panel: me, a: area.a, b: b, r0: area.r0,
      r1: Math.max(area.r0, Math.min(rows.length - 1, area.r1 + dy)) }));
  }

  /* Chooses the piece "by" after the one chosen, or the one at the same time
   * "down" rows below. */
  function beside(by, down) {
    const p = shown.piece && shown.piece.panel === me ? shown.piece : null;
    const i = p ? rowOf[p.row.first] + down : Math.floor(top / high());
    const row = rows[Math.max(0, Math.min(rows.length - 1, i))], kind = row.kind;
    const k = !p ? pieceAt(kind, shown.from) :
      down ? pieceAt(kind, (p.start + p.end) / 2) : p.k + by;
    shown.pick(me, row, Math.max(0, Math.min(kind.ends.length - 1, k)));
    reveal(false);
  }

  /* Shows the piece that is chosen, "large" or so that it can be seen. */
  function reveal(large) {
    const p = shown.piece, long = p.end - p.start, seen = shown.to - shown.from;
    const wide = Math.min(1, Math.max(1e-6, large || long > seen ? 3 * long :
      long < seen / 500 ? 100 * long : seen));
    const y = rowOf[p.row.first] * high(), room = seenHigh(high());
    const down = y < top || y + high() > top + room ? y - room / 2 : top;
    if (wide !== seen || p.start < shown.from || p.end > shown.to)
      shown.show((p.start + p.end - wide) / 2, wide, down);
    else if (down !== top) shown.scroll(down);
    tell(describe(p), true);
  }

  let drag = null;
  canvas.addEventListener("pointerdown", function (event) {
    drag = { x: event.clientX, y: event.clientY, from: shown.from, to: shown.to,
      top: top, moved: false,
      at: event.shiftKey || shown.summing ? placeOf(event) : null };
    canvas.setPointerCapture(event.pointerId);
  });
  canvas.addEventListener("pointermove", function (event) {
    if (drag) {
      const width = canvas.clientWidth - LEFT, span = drag.to - drag.from;
      const by = (drag.x - event.clientX) / width * span;
      drag.moved = drag.moved || Math.abs(drag.x - event.clientX) > 3 ||
        Math.abs(drag.y - event.clientY) > 3;
      if (drag.at) {
        tip.hidden = true;
        if (drag.moved) between(drag.at, placeOf(event));
        return;
      }
      frame.classList.add("drag");
      shown.show(drag.from + by, span, drag.top + drag.y - event.clientY);
      return;
    }
    const arrow = arrowUnder(event);
    hover = pieceUnder(event);
    const at = frame.getBoundingClientRect();
    tip.hidden = !hover && arrow === null;
    if (tip.hidden) return;
    tip.textContent = arrow !== null ? tellArrow(arrow) : describe(hover);
    tip.style.left = Math.max(0, Math.min(event.clientX - at.left + 12,
      at.width - tip.offsetWidth)) + "px";
    tip.style.top = event.clientY - at.top + 16 + "px";
  });
  canvas.addEventListener("pointerup", function (event) {
    const still = drag && !drag.moved, summed = drag && drag.at && drag.moved;
    drag = null;
    frame.classList.remove("drag");
    if (summed && shown.area) tell(shown.mark(shown.area));
    if (!still) return;
    shown.mark(null);
    const found = pieceUnder(event);
    if (!found) return;
    shown.pick(me, found.row, found.k);
    tell(describe(found), true);
  });
  canvas.addEventListener("pointercancel", function () {
    drag = null;
    frame.classList.remove("drag");
  });
  canvas.addEventListener("pointerleave", function () { tip.hidden = true; });
  canvas.addEventListener("dblclick", function (event) {
    const at = canvas.getBoundingClientRect();
    shown.zoom(event.shiftKey ? 2 : 0.5,
      Math.max(0, (event.clientX - at.left - LEFT) / (at.width - LEFT)));
  });
  canvas.addEventListener("wheel", function (event) {
    if (!event.ctrlKey && !event.metaKey) return;
    const at = canvas.getBoundingClientRect();
    shown.zoom(event.deltaY > 0 ? 1.25 : 0.8,
      Math.max(0, (event.clientX - at.left - LEFT) / (at.width - LEFT)));
    event.preventDefault();
  }, { passive: false });
  canvas.addEventListener("keydown", function (event) {
    const step = Math.max(8, 3 * high());
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const by = { ArrowLeft: [-0.02, 0], ArrowRight: [0.02, 0], ArrowUp: [0, -1],
      ArrowDown: [0, 1] }[event.key];
    if (event.shiftKey && by) grow(by[0], by[1]);
    else if (event.key === "i")
      tell(shown.mark({ panel: me, a: shown.from, b: shown.to,
        r0: Math.floor(top / high()), r1: Math.min(rows.length - 1,
          Math.ceil((top + seenHigh(high())) / high()) - 1) }));
    else if (event.key === "." || event.key === ",")
      beside(event.key === "." ? 1 : -1, 0);
    else if (event.key === "PageDown" || event.key === "PageUp")
      beside(0, event.key === "PageDown" ? 1 : -1);
    else if (event.key === "n" || event.key === "p")
      shown.seek(event.key === "n" ? 1 : -1);
    else if (event.key === "Escape" && (shown.area || shown.piece)) shown.clear();
    else if (event.key === "+" || event.key === "=") shown.zoom(0.5, 0.5);
    else if (event.key === "-") shown.zoom(2, 0.5);
    else if (event.key === "ArrowLeft") shown.move(-0.2);
    else if (event.key === "ArrowRight") shown.move(0.2);
    else if (event.key === "ArrowUp") shown.scroll(top - step);
    else if (event.key === "ArrowDown") shown.scroll(top + step);
    else if (event.key === "Home" || event.key === "Escape") shown.zoom(1e9, 0);
    else return;
    event.preventDefault();
  });

  return Object.assign(me, { canvas: canvas, draw: draw, arrange: arrange,
    axis: function () { return axis; }, kinds: kinds, said: said, moment: moment,
    pieceAt: pieceAt, reveal: reveal, tellArrow: tellArrow,
    rows: function () { return rows; },
    rowOf: function (i) { return rows[rowOf[i]]; },
    busy: function (what) { return busy[what]; },
    times: function (kind) { return shown.grouped ? kind.members : 1; },
    whole: function () { return shown.whole; },
    colourOf: colourOf, alike: kinds.length < T.n,
    fits: function () { return rows.length <= shown.room / LINES; },
    below: function () {
      const h = high();
      return Math.max(0, rows.length * h - seenHigh(h));
    },
    forget: function () { bytes = {}; } });
};
