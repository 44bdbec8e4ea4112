/* The numbers at any point, of the whole and of its parts: by the closed forms
 * where there are any, else between the points of the grid, in logarithms. */
function lcmSettled(a) { const n = Math.round(a); return Math.abs(a - n) <= Math.abs(a) * 2 ** -42 ? n : a; }
function lcmFloor(a) { return Math.floor(lcmSettled(a)); }
function lcmCeil(a) { return Math.ceil(lcmSettled(a)); }
function lcmMod(a, b) { return a - b * Math.floor(a / b); }
function lcmDiv(a, b) { return Math.floor(a / b); }
function lcmSum(f, a, b) {
  let sum = 0;
  for (let i = a; i <= b; i++) sum += Number(f(i));
  return sum;
}
function lcmProd(f, a, b) {
  let product = 1;
  for (let i = a; i <= b; i++) product *= f(i);
  return product;
}
function lcmMax(f, a, b) {
  let most = 0;
  for (let i = a; i <= b; i++) most = i === a ? f(i) : Math.max(most, f(i));
  return Number(most);
}
(function () {
  const DATA = lcm.data, CLOSE = 1e-9, CHECKED = 48, MOST_FREE = 4;
  const TIME = 0, ALONE = 1, PROCESSORS = 6, CATS = 7;
  if (!DATA.points) return;
  const nCats = DATA.cats.length, last = DATA.points.length - 1;
  const forms = lcm.forms, conditions = forms.slice(1 + nCats);
  let closed = false, closedAlone = false, counts = false;

  /* The variables that have several values: their values in order, the
   * numbers of these, how far apart points are. */
  lcm.axes = [];
  (function () {
    let stride = 1;
    for (let j = DATA.names.length - 1; j >= 0; j--) {
      const size = DATA.sizes[j];
      if (size < 1) continue;
      const order = [];
      for (let i = 0; i < size; i++) order.push(i);
      const step = stride;
      const value = function (i) { return DATA.columns[j][i * step]; };
      order.sort(function (a, b) { return value(a) - value(b); });
      if (size > 1)
        lcm.axes.unshift({ j: j, name: DATA.names[j], shown: DATA.shown[j],
          at: order, stride: step, values: order.map(value),
          whole: order.every(function (i) { return value(i) % 1 === 0; }) });
      stride *= size;
    }
  })();

  /* The values that the variables have at point "k". */
  lcm.point = function (k) {
    const vars = {};
    DATA.names.forEach(function (name, j) { vars[name] = DATA.columns[j][k]; });
    return vars;
  };
  lcm.home = lcm.point(last);
  lcm.vars = lcm.point(last);

  /* The points around "vars" with their weights. */
  function corners(vars) {
    let all = [[0, 1]];
    lcm.axes.forEach(function (axis) {
      const v = axis.values, x = vars[axis.name];
      let i = 0;
      while (i + 2 < v.length && v[i + 1] <= x) i++;
      const logs = v[i] > 0;
      let f = logs ? Math.log(x / v[i]) / Math.log(v[i + 1] / v[i]) :
        (x - v[i]) / (v[i + 1] - v[i]);
      f = Math.min(1, Math.max(0, f));
      const next = [];
      all.forEach(function (corner) {
        if (f < 1)
          next.push([corner[0] + axis.at[i] * axis.stride, corner[1] * (1 - f)]);
        if (f > 0)
          next.push([corner[0] + axis.at[i + 1] * axis.stride, corner[1] * f]);
      });
      all = next;
    });
    return all;
  }

  /* The value between those that "of" gives at "around". */
  function between(around, of) {
    if (around.length === 1) return of(around[0][0]);
    let sum = 0, logs = 0, positive = true;
    for (let i = 0; i < around.length; i++) {
      const value = of(around[i][0]);
      positive = positive && value > 0;
      sum += around[i][1] * value;
      if (positive) logs += around[i][1] * Math.log(value);
    }
    return positive ? Math.exp(logs) : sum;
  }

  /* What the closed forms are given at "vars". */
  function given(vars, alone) {
    return DATA.symbols.map(function (symbol) {
      return alone && symbol[0] === "p" ? 1 :
        symbol[1] < 0 && vars[symbol[0]] === undefined ? symbol[2] :
          vars[symbol[0]];
    });
  }

  /* Variables that the grid has no values of, but the closed forms: they too
   * have sliders, from a tenth to ten times where no range is declared. */
  lcm.free = [];
  function findFree() {
    if (!closed) return;
    DATA.symbols.forEach(function (symbol, j) {
      const x = symbol[2];
      if (symbol[1] >= 0 || symbol[0] === "p" || !(x > 0) ||
        lcm.free.length === MOST_FREE) return;
      const whole = x % 1 === 0;
      let low = symbol.length > 3 ? symbol[3] : x / 10;
      let high = symbol.length > 3 ? symbol[4] : x * 10;
      low = Math.max(low, x / 1000);
      high = Math.min(high, x * 1000);
      if (whole) low = Math.max(1, Math.ceil(low));
      if (!(low < high)) return;
      lcm.free.push({ j: "free" + j, name: symbol[0], shown: 1, whole: whole,
        values: [low, high], marks: [x], home: x });
      lcm.home[symbol[0]] = lcm.vars[symbol[0]] = x;
    });
  }
  /* Whether one of these is not what the points are predicted for. */
  lcm.isMoved = function (vars) {
    return lcm.free.some(function (axis) { return vars[axis.name] !== axis.home; });
  };

  function hold(args) {
    return conditions.every(function (f) { return f.apply(null, args); });
  }

  /* Time, time on one processor and categories at "vars" by the closed
   * forms; null where these do not hold. */
  function byForms(vars) {
    const args = given(vars, false);
    if (!closed || !hold(args)) return null;
    const cats = [];
    for (let c = 0; c < nCats; c++) cats.push(Number(forms[1 + c].apply(null, args)));
    const alone = given(vars, true);
    return { time: forms[0].apply(null, args), cats: cats,
      time1: closedAlone && hold(alone) ? forms[0].apply(null, alone) : NaN };
  }

  /* Trusts the closed forms as far as they give what the points say. */
  function check() {
    counts = DATA.points.every(function (point, k) {
      return point[PROCESSORS] === lcm.point(k).p;
    });
    closed = forms.length > 0 && DATA.symbols.every(function (symbol) {
      return symbol[1] >= 0 ? DATA.sizes[symbol[1]] > 0 : symbol[2] !== null;
    });
    closedAlone = closed;
    const step = Math.max(1, Math.floor(DATA.points.length / CHECKED));
    for (let k = last; k >= 0 && closed; k -= step) {
      const point = DATA.points[k], found = byForms(lcm.point(k));
      if (!found) continue;
      const near = function (a, b, of) {
        return Math.abs(a - b) <= CLOSE * Math.abs(of);
      };
      closed = near(found.time, point[TIME], point[TIME]);
      for (let c = 0; c < nCats && closed; c++)
        closed = near(found.cats[c], point[CATS][c],
          point[TIME] * point[PROCESSORS]);
      closedAlone = closedAlone && point[ALONE] !== null &&
        near(found.time1, point[ALONE], point[ALONE]);
    }
  }

  /* All that is known of the whole at "vars"; "closed": by closed forms;
   * "exact": that, or a point of the grid. */
  lcm.whole = function (vars) {
    const around = corners(vars);
    const of = function (k) {
      return between(around, function (i) { return DATA.points[i][k]; });
    };
    const moved = lcm.isMoved(vars);
    const found = around.length > 1 || moved ? byForms(vars) : null;
    const all = { moved: moved, time: of(TIME), time1: of(ALONE), cats: [], work: of(2),
      span: of(3), low: of(4), high: of(5), closed: found !== null,
      exact: (around.length === 1 && !moved) || found !== null, around: around };
    for (let c = 0; c < nCats; c++)
      all.cats.push(between(around, function (i) {
        return DATA.points[i][CATS][c];
      }));
    all.p = counts ? vars.p : of(PROCESSORS);
    if (found) {
      all.time = found.time;
      all.cats = found.cats;
      if (closedAlone) all.time1 = found.time1;
      else if (moved) all.time1 = NaN;
      else all.about1 = true;
    }
    if (moved && !found) all.time = all.time1 = NaN;
    if (moved) all.low = all.high = all.work = all.span = NaN;
    all.speedup = DATA.points[last][ALONE] === null ? NaN :
      all.time1 / all.time;
    all.efficiency = all.speedup / all.p;
    all.total = all.lost = 0;
    all.most = -1;
    all.cats.forEach(function (value, c) {
      all.total += value;
      if (!DATA.cats[c].lost) return;
      all.lost += value;
      if (all.most < 0 || value > all.cats[all.most]) all.most = c;
    });
    return all;
  };

  /* Numbers of parts, one array for each category: of all that is in a part,
   * and of itself alone. */
  const n = lcm.parts.length;
  const used = [];
  const has = function (rows, first, c) {
    return rows.some(function (of) {
      for (let k = first; k < of.length; k += 3) if (of[k] === c) return true;
      return false;
    });
  };
  for (let c = 0; c < nCats; c++)
    if (has(DATA.values, 2, c) || has(DATA.made, 2, c)) used.push(c);
  const cats = [], own = [];
  for (let c = 0; c < nCats; c++) {
    cats.push(new Float64Array(n));
    own.push(new Float64Array(n));
  }
  /* "made", "timed", "selfMade": whether what a part takes, its time and what it
   * takes by itself are known exactly. */
  lcm.at = { time: new Float64Array(n), total: new Float64Array(n), cats: cats,
    own: own, used: used, lost: new Float64Array(n), self: new Float64Array(n),
    made: new Uint8Array(n), timed: new Uint8Array(n),
    selfMade: new Uint8Array(n) };

  /* The values of the closed forms of parts at "vars"; null where these do not
   * hold. */
  function partForms(vars) {
    const args = given(vars, false);
    if (!closed || !lcmPartForms.length || !hold(args)) return null;
    return lcmPartForms.map(function (f) { return Number(f.apply(null, args)); });
  }

  /* Works out part "i" by the values "forms" of closed forms. */
  function make(i, forms) {
    const made = DATA.made[i];
    const value = function (k) {
      return Math.max(0, made[k] * (made[k + 1] < 0 ? 1 : forms[made[k + 1]]));
    };
    used.forEach(function (c) { cats[c][i] = 0; });
    for (let k = 2; k < made.length; k += 3) cats[made[k]][i] = value(k + 1);
    lcm.at.made[i] = 1;
    if (made[1] === -2) return;
    lcm.at.timed[i] = 1;
    lcm.at.time[i] = value(0);
  }

  /* Works out the parts at "vars", between the points "around"; where these are
   * not about "moved" variables, times that are not closed are not known. */
  function fill(around, vars, moved) {
    const at = lcm.at, forms = partForms(vars);
    const exact = around.length === 1 && !moved ? 1 : 0;
    at.total.fill(0);
    at.lost.fill(0);
    at.self.fill(0);
    const growths = DATA.growths.map(function (row) {
      return between(around, function (k) { return row[k]; }) / 1e6;
    });
    used.forEach(function (c) { cats[c].fill(0); });
    for (let i = 0; i < n; i++) {
      const of = DATA.values[i];
      at.time[i] = moved ? NaN : of[0] * growths[of[1]];
      at.made[i] = at.timed[i] = exact;
      if (forms && DATA.made[i]) {
        make(i, forms);
        continue;
      }
      for (let k = 2; k < of.length; k += 3)
        cats[of[k]][i] = of[k + 1] * growths[of[k + 2]];
    }
    at.selfMade.set(at.made);
    for (let i = 0; i < n; i++)
      if (!at.made[i] && lcm.parts[i].up >= 0) at.selfMade[lcm.parts[i].up] = 0;
    used.forEach(function (c) {
      const all = cats[c], mine = own[c];
      for (let i = 0; i < n; i++) {
        mine[i] = all[i];
        at.total[i] += all[i];
        if (lcm.parts[i].up >= 0) mine[lcm.parts[i].up] -= all[i];
      }
      for (let i = 0; i < n; i++) {
        mine[i] = Math.max(0, mine[i]);
        at.self[i] += mine[i];
        if (DATA.cats[c].lost) at.lost[i] += mine[i];
      }
    });
  }

  /* The category that part "i" itself loses most to; -1: none. */
  lcm.worst = function (i) {
    let most = -1;
    used.forEach(function (c) {
      if (DATA.cats[c].lost && own[c][i] > 0 &&
          (most < 0 || own[c][i] > own[most][i])) most = c;
    });
    return most;
  };

  /* The category that most of what is in part "i" is of. */
  lcm.main = function (i) {
    let most = 0;
    used.forEach(function (c) { if (cats[c][i] > cats[most][i]) most = c; });
    return most;
  };

  /* Whether the point shown is the one that the page was written for. */
  lcm.isHome = function () {
    return !lcm.isMoved(lcm.vars) && DATA.names.every(function (name) {
      return lcm.vars[name] === lcm.home[name];
    });
  };

  /* Works out the whole and the parts; where variables are moved that the grid
   * has no values of, and not all parts have a closed form, these at what such
   * variables are by default. */
  function workOut() {
    let vars = lcm.vars;
    lcm.now = lcm.base = lcm.whole(vars);
    lcm.stay = lcm.now.moved && !(lcm.now.closed && allMade);
    if (lcm.stay) {
      vars = Object.assign({}, lcm.vars);
      lcm.free.forEach(function (axis) { vars[axis.name] = axis.home; });
      lcm.base = lcm.whole(vars);
    }
    fill(lcm.base.around, vars, lcm.base.moved);
  }
  const allMade = n > 0 && DATA.made.every(function (row) { return row !== 0; });

  /* The mark before what is known of part "i" by interpolation alone: "what" is
   * made, timed or selfMade. */
  lcm.about = function (what, i) {
    return lcm.at[what][i] || (what === "timed" && isNaN(lcm.at.time[i])) ? "" :
      "\u2248 ";
  };

  /* How many parts are interpolated. */
  lcm.interpolated = function () {
    return lcm.at.made.reduce(function (sum, made) { return sum - made; }, n);
  };

  /* Shows the point at which variables have the values "vars". */
  lcm.go = function (vars) {
    Object.keys(vars).forEach(function (name) { lcm.vars[name] = vars[name]; });
    workOut();
    lcm.changed();
    return lcm.now;
  };

  check();
  lcm.closed = closed;
  findFree();
  workOut();
})();
