/* The panel: what is known of the part that is chosen or pointed at, and where
 * it is in all views; the source of it. */
(function () {
  const AROUND = 3, LISTED = 12;
  const panel = lcm.id("panel");
  const KEPT = new RegExp("^(model|edited:|proved:|assumed:|not modelled:|" +
    "cost:|on the critical path)");

  /* Says what part "i" takes at the point shown. */
  function tellNumbers(i) {
    const at = lcm.at, now = lcm.base, list = lcm.make("ul", "", "", panel);
    if (isFinite(at.time[i]))
      lcm.make("li", "", lcm.seconds(at.time[i]) + ", " +
        lcm.percent(at.time[i] / now.time) + " of the time" +
        (at.timed[i] ? "" : " (interpolated)"), list);
    lcm.make("li", "", lcm.percent(at.total[i] / now.total) +
      " of the processor-time, " + lcm.percent(at.self[i] / now.total) +
      " itself" + (at.made[i] ? "" : " (interpolated)"), list);
    at.used.forEach(function (c) {
      const cat = lcm.data.cats[c], share = at.cats[c][i] / at.total[i];
      if (!(share > 1e-9)) return;
      const row = lcm.make("li", "cat", "", list);
      lcm.make("i", "dot c" + cat.c, "", row);
      row.append(lcm.percent(share) + " " + cat.title);
    });
    return list;
  }

  /* Shows the lines of source around "row". */
  function tellSource(row) {
    const pre = lcm.make("pre", "excerpt", "", panel);
    pre.tabIndex = 0;
    let from = row;
    for (let k = 0; k < AROUND && from.previousElementSibling &&
      from.previousElementSibling.id; k++)
      from = from.previousElementSibling;
    for (let k = 0; k <= 2 * AROUND && from && from.id; k++) {
      const line = lcm.make(from === row ? "mark" : "span", "",
        from.querySelector("th").textContent + "  " +
        from.querySelector("code").textContent + "\n", pre);
      line.className = "line";
      from = from.nextElementSibling;
    }
    const link = lcm.make("a", "", "to the source", panel);
    link.href = "#" + row.id;
  }

  /* Says what is folded into a shape, what is sought first. */
  function tellInner(inner, wanted) {
    const has = function (text) {
      return text.toLowerCase().indexOf(wanted) >= 0;
    };
    const sought = wanted === "" ? [] : inner.filter(has);
    if (!inner.length) return;
    lcm.make("p", "", sought.length ? "sought and folded in it:" :
      "folded in it:", panel);
    const list = lcm.make("ul", "", "", panel);
    (sought.length ? sought : inner).slice(0, LISTED).forEach(function (line) {
      lcm.make("li", "", line, list);
    });
    if ((sought.length || inner.length) > LISTED)
      lcm.make("li", "", "and more", list);
    lcm.make("p", "hint", "lcm report --unfold PLACE draws what is at a place",
      panel);
  }

  /* Tells of part "i" (-1: none), of the lines of a shape in the picture (or
   * none), of the row of its source. */
  lcm.tell = function (i, lines, line, inner, wanted) {
    const row = lcm.id(line || "-");
    const title = lines ? lines[0] : lcm.parts[i].title;
    panel.textContent = "";
    lcm.make("h3", "", title, panel);
    const list = i >= 0 ? null : lcm.make("ul", "", "", panel);
    if (i >= 0) {
      const part = lcm.parts[i];
      lcm.make("p", "", part.kind + (part.place ? ", " + part.place : ""), panel);
      const numbers = tellNumbers(i);
      (lines || []).filter(function (text) { return KEPT.test(text); })
        .forEach(function (text) { lcm.make("li", "", text, numbers); });
      if (!lines && part.critical)
        lcm.make("li", "", "on the critical path", numbers);
    } else
      lines.slice(1).forEach(function (text) { lcm.make("li", "", text, list); });
    tellInner(inner || [], wanted || "");
    if (i >= 0 && lcm.tellTimeline) lcm.tellTimeline(panel, i);
    if (row) tellSource(row);
    if (i < 0) return;
    const links = lcm.make("p", "links", "", panel);
    if (lcm.enlarge)
      lcm.button("enlarge", links, function () {
        lcm.enlarge(i);
        lcm.id("icicle").scrollIntoView({ block: "center" });
      });
    if (lcm.inPicture)
      lcm.button("in the picture", links, function () { lcm.inPicture(i); });
    if (lcm.inTimeline && lcm.inTimeline(i, false))
      lcm.button("in the timeline", links, function () { lcm.inTimeline(i, true); });
  };

  /* The row of source that the chosen part stands at. */
  let marked = null;
  lcm.mark = function (id) {
    if (marked) marked.classList.remove("at");
    marked = lcm.id(id || "-");
    if (marked) marked.classList.add("at");
  };

  if (!lcm.has) return;
  lcm.onChoose(function (i) {
    lcm.mark(i < 0 ? "" : lcm.parts[i].line);
    if (i >= 0) {
      const shape = lcm.linesOf ? lcm.linesOf(i) : null;
      lcm.tell(i, shape, lcm.parts[i].line);
    }
  });
  lcm.onValues(function () {
    if (lcm.chosen < 0) return;
    const shape = lcm.linesOf ? lcm.linesOf(lcm.chosen) : null;
    lcm.tell(lcm.chosen, shape, lcm.parts[lcm.chosen].line);
  });

  /* The part at a line of source that takes most by itself. */
  function partAt(id) {
    let most = -1;
    lcm.parts.forEach(function (part) {
      if (part.line === id && (most < 0 ||
          lcm.at.self[part.i] > lcm.at.self[most])) most = part.i;
    });
    return most;
  }
  const source = lcm.id("source");
  if (source)
    source.addEventListener("click", function (event) {
      const row = event.target.closest("tr.on");
      if (!row || event.target.closest("a")) return;
      const i = partAt(row.id);
      if (i >= 0) lcm.choose(i, "source");
    });
  window.addEventListener("hashchange", function () {
    const i = partAt(location.hash.slice(1));
    if (i >= 0 && i !== lcm.chosen) lcm.choose(i, "source");
  });
})();
