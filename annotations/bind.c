#include <string.h>

#include "annotations/directive.h"

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

/* Return whether "directive" declares something for the whole file. */
static bool is_declaration(const lcm_directive *directive) {
  return directive->kind == LCM_DIR_PARAM ||
         directive->kind == LCM_DIR_RESOURCE ||
         directive->kind == LCM_DIR_CATEGORY ||
         directive->kind == LCM_DIR_RANDOM ||
         directive->kind == LCM_DIR_COVARIANCE ||
         directive->kind == LCM_DIR_CORRELATION ||
         directive->kind == LCM_DIR_EXTERNAL || directive->kind == LCM_DIR_END;
}

/* Return the `end` that closes the `begin` number "from", or NONE. */
static size_t closing(const lcm_directive *directives, size_t n, size_t from) {
  size_t nesting = 0;
  for (size_t i = from + 1; i < n; i++) {
    const bool same =
        directives[i].n_words &&
        !strcmp(directives[i].words[0], directives[from].words[0]);
    if (directives[i].kind == LCM_DIR_BEGIN && same)
      nesting++;
    if (directives[i].kind == LCM_DIR_END && same && !nesting--)
      return i;
  }
  return NONE;
}

/* Return whether the anchor is of a kind that "directive" speaks of. */
static bool suits(const lcm_directive *directive,
                  const struct lcm_anchor *anchor) {
  switch ((int)directive->kind) {
  case LCM_DIR_PROB:
    return anchor->kind == LCM_ANCHOR_BRANCH;
  case LCM_DIR_COUNT:
    return anchor->kind == LCM_ANCHOR_LOOP ||
           anchor->kind == LCM_ANCHOR_CONSTRUCT;
  }
  return true;
}

/* Bind the ordinary directive "d". */
static lcm_status bind_next(struct lcm_binding_result *bound, lcm_ctx *ctx,
                            const lcm_directive *d,
                            const struct lcm_anchor *anchors, size_t n) {
  const size_t outer = enclosing(anchors, n, d->loc.begin);
  const size_t next = following(anchors, n, d->loc.end, outer);
  if (next == NONE) {
    lcm_report(ctx, LCM_DIAG_UNBOUND_DIRECTIVE, d->loc,
               "no statement follows that this could speak of");
    return LCM_EPARSE;
  }
  if (!suits(d, &anchors[next])) {
    lcm_report(ctx, LCM_DIAG_MISPLACED, d->loc, "the next statement is no %s",
               d->kind == LCM_DIR_PROB ? "branch" : "loop");
    return LCM_EPARSE;
  }
  *bound = (struct lcm_binding_result){next, next};
  return LCM_OK;
}

/* Bind the range from "begin" to the `end` "end". */
static lcm_status bind_range(struct lcm_binding_result *bound, lcm_ctx *ctx,
                             const lcm_directive *begin,
                             const lcm_directive *end,
                             const struct lcm_anchor *anchors, size_t n) {
  const size_t outer = enclosing(anchors, n, begin->loc.begin);
  const size_t first = following(anchors, n, begin->loc.end, outer);
  size_t last = first;
  if (first == NONE || anchors[first].begin >= end->loc.begin) {
    lcm_report(ctx, LCM_DIAG_UNBOUND_DIRECTIVE, begin->loc,
               "no statement stands between 'begin' and 'end'");
    return LCM_EPARSE;
  }
  for (size_t i = first; i < n && anchors[i].begin < end->loc.begin; i++)
    if (anchors[i].parent == anchors[first].parent)
      last = i;
  if (anchors[last].end > end->loc.begin) {
    lcm_report(ctx, LCM_DIAG_UNBALANCED_BEGIN, begin->loc,
               "'end %s' stands inside another block", begin->words[0]);
    return LCM_EPARSE;
  }
  *bound = (struct lcm_binding_result){first, last};
  return LCM_OK;
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
  lcm_status status = LCM_OK;
  for (size_t i = 0; i < n; i++) {
    const lcm_directive *d = &directives[i];
    lcm_status own = LCM_OK;
    bound[i] = (struct lcm_binding_result){NONE, NONE};
    const size_t begin = begin_before(directives, i, bound, anchors);
    if (d->kind == LCM_DIR_BEGIN) {
      const size_t end = closing(directives, n, i);
      if (end != NONE)
        own =
            bind_range(&bound[i], ctx, d, &directives[end], anchors, n_anchors);
      else {
        lcm_report(ctx, LCM_DIAG_UNBALANCED_BEGIN, d->loc,
                   "'begin %s' is never ended", d->words[0]);
        own = LCM_EPARSE;
      }
    } else if (begin != NONE && !is_declaration(d))
      bound[i] = bound[begin];
    else if (!is_declaration(d))
      own = bind_next(&bound[i], ctx, d, anchors, n_anchors);
    status = status ? status : own;
  }
  for (size_t i = 0; i < n; i++) {
    bool opened = directives[i].kind != LCM_DIR_END;
    for (size_t k = 0; k < i && !opened; k++)
      opened =
          directives[k].kind == LCM_DIR_BEGIN && closing(directives, n, k) == i;
    if (!opened) {
      lcm_report(ctx, LCM_DIAG_UNBALANCED_END, directives[i].loc,
                 "'end %s' ends nothing", directives[i].words[0]);
      status = LCM_EPARSE;
    }
  }
  return status;
}
