/* Which statement each directive speaks of. */
#include <string.h>

#include "annotations/bind.h"

static const size_t NONE = (size_t)-1;

/* Return the innermost anchor whose range holds offset "at". */
static size_t enclosing(const struct lcm_anchor *anchors, size_t n,
                        unsigned at) {
  size_t best = NONE;
  for (size_t i = 0; i < n && anchors[i].begin <= at; i++)
    if (at < anchors[i].end &&
        (best == NONE || anchors[i].end - anchors[i].begin <=
                             anchors[best].end - anchors[best].begin))
      best = i;
  return best;
}

/* Return the first anchor that starts at or after "at" inside "outer". */
static size_t following(const struct lcm_anchor *anchors, size_t n, unsigned at,
                        size_t outer) {
  size_t low = 0;
  size_t high = n;
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (anchors[middle].begin < at)
      low = middle + 1;
    else
      high = middle;
  }
  if (low == n || (outer != NONE && anchors[low].begin >= anchors[outer].end))
    return NONE;
  return low;
}

static bool is_declaration(const lcm_directive *directive) {
  return directive->kind == LCM_DIR_PARAM ||
         directive->kind == LCM_DIR_RESOURCE ||
         directive->kind == LCM_DIR_CATEGORY ||
         directive->kind == LCM_DIR_RANDOM ||
         directive->kind == LCM_DIR_COVARIANCE ||
         directive->kind == LCM_DIR_CORRELATION ||
         directive->kind == LCM_DIR_EXTERNAL ||
         directive->kind == LCM_DIR_EXPECT || directive->kind == LCM_DIR_END;
}

/* How the `begin` and `end` of some directives belong together. */
struct ranges {
  const lcm_directive *of;
  /* of each, the other end of its range; NONE: there is none */
  size_t *partner;
  /* of each `begin`, the `end` of a range begun before it that stands before
   * its own `end`; NONE: it is not crossed */
  size_t *cut;
};

/* Take "end" for the last of the innermost range of its name that is open,
 * which is number "begin"; all that were opened inside it and are not closed,
 * the last of the "n_open" at "open", are cut.  Return how many stay open. */
static size_t close_range(struct ranges *ranges, size_t begin, size_t end,
                          const size_t *open, size_t n_open) {
  ranges->partner[begin] = end;
  ranges->partner[end] = begin;
  for (; n_open && open[n_open - 1] >= begin; n_open--)
    if (open[n_open - 1] != begin)
      ranges->cut[open[n_open - 1]] = end;
  return n_open;
}

/* Return which `begin` and `end` of the "n" directives belong together: an
 * `end` closes what its name opened last. */
static struct ranges pair(lcm_ctx *ctx, const lcm_directive *directives,
                          size_t n) {
  lcm_arena *arena = lcm_ctx_arena(ctx);
  struct ranges ranges = {directives, LCM_NEW_ARRAY(arena, size_t, n + 1),
                          LCM_NEW_ARRAY(arena, size_t, n + 1)};
  size_t *open = LCM_NEW_ARRAY(arena, size_t, n + 1);
  size_t *before = LCM_NEW_ARRAY(arena, size_t, n + 1);
  size_t n_open = 0;
  lcm_map latest = {0};
  for (size_t i = 0; i < n; i++) {
    const lcm_directive *d = &directives[i];
    size_t last = NONE;
    ranges.partner[i] = ranges.cut[i] = NONE;
    if (d->kind != LCM_DIR_BEGIN && d->kind != LCM_DIR_END)
      continue;
    const char *name = lcm_intern(ctx, d->words[0]);
    (void)lcm_map_get(&latest, name, &last);
    if (d->kind == LCM_DIR_BEGIN) {
      before[i] = last;
      open[n_open++] = i;
      lcm_map_put(arena, &latest, name, i);
    } else if (last != NONE) {
      n_open = close_range(&ranges, last, i, open, n_open);
      lcm_map_put(arena, &latest, name, before[last]);
    }
  }
  return ranges;
}

/* Return whether the anchor is of a kind that "directive" speaks of. */
static bool suits(const lcm_directive *directive,
                  const struct lcm_anchor *anchor) {
  if (directive->kind == LCM_DIR_PROB)
    return anchor->kind == LCM_ANCHOR_BRANCH;
  return directive->kind != LCM_DIR_COUNT || anchor->kind == LCM_ANCHOR_LOOP ||
         anchor->kind == LCM_ANCHOR_SEND ||
         anchor->kind == LCM_ANCHOR_CONSTRUCT;
}

/* Return the anchor that "d", which stands before anchor "i", speaks of: what
 * an iteration costs is said of the loop of a construct that is all of it. */
static size_t meant(const lcm_directive *d, const struct lcm_anchor *anchors,
                    size_t n, size_t i) {
  size_t loop = i;
  while (anchors[loop].kind == LCM_ANCHOR_CONSTRUCT && loop + 1 < n &&
         anchors[loop + 1].parent == anchors[loop].parent &&
         anchors[loop + 1].end == anchors[loop].end)
    loop++;
  return d->kind == LCM_DIR_MODEL && d->per == LCM_PER_ITERATION &&
                 anchors[loop].kind == LCM_ANCHOR_LOOP
             ? loop
             : i;
}

/* Bind the ordinary directive "d". */
static lcm_status bind_next(struct lcm_binding_result *bound, lcm_ctx *ctx,
                            const lcm_directive *d,
                            const struct lcm_anchor *anchors, size_t n) {
  const size_t outer = enclosing(anchors, n, d->loc.begin);
  const size_t next = following(anchors, n, d->loc.end, outer);
  if (next == NONE) {
    lcm_report(ctx, LCM_DIAG_UNBOUND_DIRECTIVE, d->loc,
               "no statement follows that this could speak of: put it above "
               "the one that is meant");
    return LCM_EPARSE;
  }
  if (!suits(d, &anchors[next])) {
    lcm_report(ctx, LCM_DIAG_MISPLACED, d->loc, "the next statement is no %s",
               d->kind == LCM_DIR_PROB
                   ? "branch: 'prob' stands directly above an if or switch"
                   : "loop: 'count' stands directly above a for, while or do, "
                     "or what sends a message to an entry");
    return LCM_EPARSE;
  }
  const size_t at = meant(d, anchors, n, next);
  *bound = (struct lcm_binding_result){at, at};
  return LCM_OK;
}

/* Return the innermost statement or function around offset "at" that is more
 * than a pragma. */
static size_t block_of(const struct lcm_anchor *anchors, size_t n,
                       unsigned at) {
  size_t i = enclosing(anchors, n, at);
  while (i != NONE && anchors[i].kind == LCM_ANCHOR_CONSTRUCT)
    i = anchors[i].parent;
  return i;
}

/* Bind the range from "begin" to the `end` "end". */
static lcm_status bind_range(struct lcm_binding_result *bound, lcm_ctx *ctx,
                             const lcm_directive *begin,
                             const lcm_directive *end,
                             const struct lcm_anchor *anchors, size_t n) {
  const size_t outer = enclosing(anchors, n, begin->loc.begin);
  const size_t first = following(anchors, n, begin->loc.end, outer);
  size_t last = first;
  bool same = block_of(anchors, n, begin->loc.begin) ==
              block_of(anchors, n, end->loc.begin);
  if (same && (first == NONE || anchors[first].begin >= end->loc.begin)) {
    lcm_report(ctx, LCM_DIAG_UNBOUND_DIRECTIVE, begin->loc,
               "no statement stands between 'begin' and 'end'");
    return LCM_EPARSE;
  }
  for (size_t i = first; same && i < n && anchors[i].begin < end->loc.begin;
       i++)
    if (anchors[i].parent == anchors[first].parent) {
      same = anchors[i].block == anchors[first].block;
      last = i;
    }
  if (!same) {
    lcm_report(ctx, LCM_DIAG_UNBALANCED_BEGIN, begin->loc,
               "'end %s' at %s:%u:%u stands in another block", begin->words[0],
               end->loc.file, end->loc.line, end->loc.column);
    return LCM_EPARSE;
  }
  *bound = (struct lcm_binding_result){first, last};
  return LCM_OK;
}

/* Bind the `begin` that is directive "i" of "ranges". */
static lcm_status bind_begin(struct lcm_binding_result *bound, lcm_ctx *ctx,
                             const struct ranges *ranges, size_t i,
                             const struct lcm_anchor *anchors, size_t n) {
  const lcm_directive *d = &ranges->of[i];
  if (ranges->partner[i] == NONE) {
    lcm_report(ctx, LCM_DIAG_UNBALANCED_BEGIN, d->loc,
               "'begin %s' is never ended", d->words[0]);
    return LCM_EPARSE;
  }
  if (ranges->cut[i] != NONE) {
    const lcm_directive *cut = &ranges->of[ranges->cut[i]];
    const lcm_directive *end = &ranges->of[ranges->partner[i]];
    lcm_report(ctx, LCM_DIAG_UNBALANCED_BEGIN, d->loc,
               "'%s' crosses '%s', inside which it begins: 'end %s' at "
               "%s:%u:%u comes before 'end %s' at %s:%u:%u",
               d->words[0], cut->words[0], cut->words[0], cut->loc.file,
               cut->loc.line, cut->loc.column, d->words[0], end->loc.file,
               end->loc.line, end->loc.column);
    return LCM_EPARSE;
  }
  return bind_range(bound, ctx, d, &ranges->of[ranges->partner[i]], anchors, n);
}

/* Return the innermost open `begin` at which directive "i" stands first, so
 * that it speaks of the range; NONE otherwise. */
static size_t begin_before(const lcm_directive *directives, size_t i,
                           const struct lcm_binding_result *bound,
                           const struct lcm_anchor *anchors) {
  for (size_t k = i; k-- > 0;) {
    if (directives[k].kind == LCM_DIR_END)
      return NONE;
    if (directives[k].kind != LCM_DIR_BEGIN)
      continue;
    if (bound[k].first != NONE &&
        directives[i].loc.begin < anchors[bound[k].first].begin)
      return k;
    return NONE;
  }
  return NONE;
}

lcm_status lcm_directives_bind(struct lcm_binding_result *bound, lcm_ctx *ctx,
                               const lcm_directive *directives, size_t n,
                               const struct lcm_anchor *anchors,
                               size_t n_anchors) {
  const struct ranges ranges = pair(ctx, directives, n);
  lcm_status status = LCM_OK;
  for (size_t i = 0; i < n; i++) {
    const lcm_directive *d = &directives[i];
    lcm_status own = LCM_OK;
    bound[i] = (struct lcm_binding_result){NONE, NONE};
    const size_t begin = begin_before(directives, i, bound, anchors);
    if (d->kind == LCM_DIR_BEGIN)
      own = bind_begin(&bound[i], ctx, &ranges, i, anchors, n_anchors);
    else if (begin != NONE && !is_declaration(d))
      bound[i] = bound[begin];
    else if (!is_declaration(d))
      own = bind_next(&bound[i], ctx, d, anchors, n_anchors);
    status = status ? status : own;
  }
  for (size_t i = 0; i < n; i++)
    if (directives[i].kind == LCM_DIR_END && ranges.partner[i] == NONE) {
      lcm_report(ctx, LCM_DIAG_UNBALANCED_END, directives[i].loc,
                 "'end %s' ends nothing", directives[i].words[0]);
      status = LCM_EPARSE;
    }
  return status;
}
