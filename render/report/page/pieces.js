/* Pieces of the timeline: one that is chosen, all of the part that is chosen,
 * and what they come to in an interval of some rows. */
(function () {
  const MOST_PARTS = 20, MOST_SENT = 6;

  /* Makes a table in "to": of each row the first cell is made by "name"; "tall":
   * above the others. */
  function table(to, caption, heads, rows, name, tall) {
    const all = lcm.make("table", "few", "", to);
    lcm.make("caption", "", caption, all);
    const head = lcm.make("tr", "", "", lcm.make("thead", "", "", all));
    heads.forEach(function (text, k) {
      lcm.make("th", k || tall ? "r" : "", text, head).scope = "col";
    });
    let body = tall ? null : lcm.make("tbody", "", "", all);
    rows.forEach(function (row) {
      if (tall) body = lcm.make("tbody", "", "", all);
      let line = lcm.make("tr", "", "", body);
      const first = lcm.make("th", "", "", line);
      first.scope = tall ? "rowgroup" : "row";
      name(row[0], first);
      if (tall) {
        first.colSpan = heads.length;
        line = lcm.make("tr", "", "", body);
      }
      row.slice(1).forEach(function (text) { lcm.make("td", "r", text, line); });
    });
  }

  /* The name of state "s" of timetable "T" with its colour, last in "to". */
  function nameState(T, s, to) {
    const state = T.states[s], dot = lcm.make("i", "dot c" + state[2], "", to);
    if (state[1]) dot.style.background = state[1];
    to.append(state[0]);
  }

  /* Adds "time" and "n" pieces to what "sums" has of "key". */
  function add(sums, key, time, n) {
    const sum = sums.get(key) || [0, 0, 0];
    sum[0] += time * n;
    sum[1] += n;
    sum[2] = Math.max(sum[2], time);
    sums.set(key, sum);
  }
  function sorted(sums) {
    return Array.from(sums).sort(function (a, b) { return b[1][0] - a[1][0]; });
  }

  /* What rows "r0" to "r1" of a panel do from "a" to "b", shares of the whole:
   * by state and by part, time, pieces and the longest of them. */
  lcm.sumRows = function (panel, area) {
    const T = panel.table, states = new Map(), parts = new Map();
    let n = 0, busy = 0;
    panel.rows().slice(area.r0, area.r1 + 1).forEach(function (row) {
      const kind = row.kind, by = panel.times(kind), ends = kind.ends;
      n += by;
      for (let k = panel.pieceAt(kind, area.a); k < ends.length; k++) {
        const start = k ? ends[k - 1] : 0, what = T.what[kind.what[k]];
        if (start >= area.b) break;
        const time = Math.min(area.b, ends[k]) - Math.max(area.a, start);
        if (!(time > 0)) continue;
        add(states, what[0], time, by);
        add(parts, what[3] >= 0 ? what[3] :
          what[1] + (what[2] ? " (" + what[2] + ")" : ""), time, by);
        if (panel.busy(kind.what[k])) busy += time * by;
      }
    });
    return { n: n, busy: busy, states: states, parts: parts };
  };

  /* Says in "to" what the interval "area" comes to, in words and as tables. */
  lcm.tellArea = function (to, area, clear, enlarge) {
    const panel = area.panel, sums = lcm.sumRows(panel, area);
    const long = area.b - area.a, all = sums.n * long;
    const names = panel.rows().slice(area.r0, area.r1 + 1).map(function (row) {
      return row.name;
    });
    const text = panel.said(area.a) + " to " + panel.said(area.b) + ": " +
      panel.said(long) + " of " + sums.n + (sums.n === 1 ? " processor (" :
      " processors (") + names.slice(0, 3).join(", ") +
      (names.length > 3 ? ", \u2026" : "") + "), " +
      lcm.number(sums.busy / long) + " busy on average";
    to.textContent = "";
    lcm.make("h3", "", "Interval" + (panel.name ? ", " + panel.name : ""), to);
    lcm.make("p", "", text, to);
    const tools = lcm.make("div", "tools", "", to);
    lcm.button("enlarge", tools, enlarge);
    lcm.button("clear", tools, clear);
    const row = function (one) {
      return [one[0], panel.said(one[1][0]), lcm.percent(one[1][0] / all),
        one[1][1]];
    };
    const both = lcm.make("div", "both", "", to), parts = sorted(sums.parts);
    table(both, "By category", ["category", "time", "share", "pieces"],
      sorted(sums.states).map(row), function (s, cell) {
        nameState(panel.table, s, cell);
      });
    if (parts.length > MOST_PARTS) {
      const rest = [0, 0];
      parts.splice(MOST_PARTS - 1).forEach(function (one) {
        rest[0] += one[1][0];
        rest[1] += one[1][1];
      });
      parts.push(["all others", rest]);
    }
    table(both, "By part", ["part", "time", "share", "pieces"], parts.map(row),
      function (i, cell) {
        const part = lcm.parts[i];
        if (!part) cell.textContent = i || "no part";
        else {
          lcm.button(part.title, cell, function () { lcm.choose(i, "area"); });
          cell.append(" " + part.place);
        }
      });
    return text;
  };

  /* What is sent or comes while the piece "p" lasts, from or to its row. */
  function sentIn(p) {
    const A = p.panel.table.arrows || [], found = [], r = p.row.kind.ranges;
    const has = function (i) {
      if (p.row.kind.members === 1 || p.panel.times(p.row.kind) === 1)
        return i === p.row.first;
      for (let k = 0; k < r.length; k += 2)
        if (i >= r[k] && i <= r[k + 1]) return true;
      return false;
    };
    for (let k = 0; k < A.length; k += 6) {
      const begin = p.panel.moment(A[k + 2]), end = p.panel.moment(A[k + 2] + A[k + 3]);
      if ((has(A[k]) && begin >= p.start && begin <= p.end) ||
          (has(A[k + 1]) && end >= p.start && end <= p.end)) found.push(k);
    }
    return found;
  }

  /* Says of the piece "p" what it is, first in "to". */
  lcm.tellPiece = function (to, p) {
    const panel = p.panel, T = panel.table, w = p.what, sent = sentIn(p);
    const box = lcm.make("div", "piece", "", null);
    const head = lcm.make("h3", "", "", box);
    const list = lcm.make("ul", "", "", box);
    const say = function (text) { lcm.make("li", "", text, list); };
    nameState(T, w[0], head);
    say("row: " + p.row.name);
    say("from " + panel.said(p.start) + " to " + panel.said(p.end) + ": " +
      panel.said(p.end - p.start) + ", to within " +
      lcm.seconds(T.time / T.ticks, 1));
    if (w[1]) say("of " + w[1] + (w[2] ? " (" + w[2] + ")" : ""));
    say("piece " + (p.k + 1) + " of " + p.row.kind.ends.length + " of the row");
    sent.slice(0, MOST_SENT).forEach(function (k) {
      say(panel.tellArrow(k).replace(/\n/g, " "));
    });
    if (sent.length > MOST_SENT) say(sent.length + " messages and signals in all");
    if (T.arrows && T.arrows.length < 6 * T.sent)
      say("of messages and signals the page has " + T.arrows.length / 6 + " of " +
        (T.more ? "more than " : "") + T.sent);
    to.insertBefore(box, to.firstChild);
  };

  /* Which of what a panel has is of part "i", or, where that is -1, is like
   * "what"; of one state alone where "state" is not -1. */
  function hits(panel, i, what, state) {
    return panel.table.what.map(function (w) {
      return (state < 0 || w[0] === state) && (i >= 0 ?
        w[3] >= 0 && lcm.within(w[3], i) :
        w[0] === what[0] && w[1] === what[1] && w[3] < 0);
    });
  }

  /* All pieces of that, in the order of their beginning; alike rows once. */
  lcm.piecesOf = function (panel, i, what, state) {
    const hit = hits(panel, i, what, state), all = [];
    panel.kinds.forEach(function (kind) {
      for (let k = 0; k < kind.ends.length; k++)
        if (hit[kind.what[k]])
          all.push({ kind: kind, k: k, start: k ? kind.ends[k - 1] : 0,
            long: kind.ends[k] - (k ? kind.ends[k - 1] : 0) });
    });
    return all.sort(function (a, b) { return a.start - b.start; });
  };

  /* The sums of the pieces of part "i" by state, kept: sliders move nothing. */
  const known = new Map();
  lcm.partSums = function (panel, i) {
    const key = panel.name + i;
    if (known.has(key)) return known.get(key);
    const hit = hits(panel, i, null, -1), sums = new Map();
    panel.kinds.forEach(function (kind) {
      for (let k = 0; k < kind.ends.length; k++) {
        if (!hit[kind.what[k]]) continue;
        const time = kind.ends[k] - (k ? kind.ends[k - 1] : 0);
        add(sums, panel.table.what[kind.what[k]][0], time, kind.members);
        add(sums, -1, time, kind.members);
      }
    });
    known.set(key, sums);
    return sums;
  };

  /* Says in "to" how often part "i" is in the timeline of "panel", and how long;
   * "go" is given a state, or -1, and goes to the longest piece of that. */
  lcm.tellPieces = function (to, panel, i, go) {
    const sums = sorted(lcm.partSums(panel, i)).filter(function (one, k, all) {
      return all.length > 2 || one[0] < 0;
    });
    if (!sums.length) return;
    table(to, "In the timeline" + (panel.name ? ", " + panel.name : "") +
      ": a name goes to the longest piece", ["pieces", "sum", "mean", "longest"],
    sums.map(function (one) {
      const sum = one[1];
      return [one[0], sum[1]].concat([sum[0], sum[0] / sum[1], sum[2]].map(
        function (x) { return lcm.seconds(x * panel.whole()); }));
    }), function (s, cell) {
      const name = lcm.button("", cell, function () { go(s); });
      if (s < 0) name.textContent = "all";
      else nameState(panel.table, s, name);
    }, true);
  };
})();
