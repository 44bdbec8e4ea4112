/* Whether two array sections overlap, or one covers the other. */
#include "model/sections/isl_dependence.h"

#include <stdlib.h>
#include <string.h>

#include "model/sections/apart.h"
#include "model/sections/isl_sides.h"
#include "model/sections/section.h"
#include "model/sections/split.h"

/* Return the text of the set of elements that both touch, by their first
 * "depth" steps; "*exact" says whether it is exactly that. */
static char *intersection(bool *exact, struct lcm_sides_text *w,
                          const struct lcm_side *a, const struct lcm_side *b,
                          size_t depth) {
  lcm_buf body = {0};
  lcm_buf names = {0};
  lcm_buf all = {0};
  lcm_buf set = {0};
  *exact = lcm_sides_put_open(&body, &names, w, 'a', a, depth);
  *exact = lcm_sides_put_open(&body, &names, w, 'b', b, depth) && *exact;
  lcm_buf_putc(&all, '(');
  if (names.len)
    lcm_buf_printf(&all, "exists %s: ", names.text);
  lcm_buf_printf(&all, "1 = 1%s)", body.text ? body.text : "");
  lcm_sides_put_set(&set, w, depth, all.text);
  lcm_buf_free(&all);
  lcm_buf_free(&names);
  lcm_buf_free(&body);
  return lcm_buf_take(&set);
}

/* Return how many steps "a" and "b" have in common: NO where they name
 * different members, MAYBE where they do not fit together. */
static lcm_overlap common_steps(size_t *depth, const lcm_section *a,
                                const lcm_section *b) {
  const size_t n = a->n_extents < b->n_extents ? a->n_extents : b->n_extents;
  for (*depth = 0; *depth < n; ++*depth) {
    const char *x = a->extents[*depth].field;
    const char *y = b->extents[*depth].field;
    if (!x != !y)
      return LCM_OVERLAP_MAYBE;
    if (x && strcmp(x, y) != 0)
      return LCM_OVERLAP_NO;
  }
  return LCM_OVERLAP_YES;
}

lcm_overlap lcm_section_overlap(lcm_ctx *ctx, const struct lcm_side *a,
                                const struct lcm_side *b) {
  struct lcm_sides_text w = {.ctx = ctx};
  struct lcm_side sides[] = {*a, *b};
  bool exact = false;
  size_t depth = 0;
  if (a->section->key != b->section->key)
    return LCM_OVERLAP_NO;
  lcm_sides_split(ctx, sides);
  const lcm_overlap fit =
      common_steps(&depth, sides[0].section, sides[1].section);
  if (fit != LCM_OVERLAP_YES)
    return fit;
  if (!depth)
    return a->section->exact && b->section->exact ? LCM_OVERLAP_YES
                                                  : LCM_OVERLAP_MAYBE;
  if (lcm_sections_apart(ctx, sides, &(struct lcm_pairing){.n_relations = 0}))
    return LCM_OVERLAP_NO;
  char *text = intersection(&exact, &w, &sides[0], &sides[1], depth);
  const int empty = text ? lcm_sides_is_empty(ctx, text) : -1;
  free(text);
  if (empty < 0)
    return LCM_OVERLAP_MAYBE;
  if (empty)
    return LCM_OVERLAP_NO;
  return exact ? LCM_OVERLAP_YES : LCM_OVERLAP_MAYBE;
}

bool lcm_section_covers(lcm_ctx *ctx, const struct lcm_side *a,
                        const struct lcm_side *b) {
  struct lcm_sides_text w = {.ctx = ctx};
  size_t depth = 0;
  if (a->section->key != b->section->key || !a->section->exact ||
      a->section->n_extents > b->section->n_extents ||
      common_steps(&depth, a->section, b->section) != LCM_OVERLAP_YES)
    return false;
  if (!depth)
    return true;
  lcm_buf body = {0};
  lcm_buf set = {0};
  const bool exact = lcm_sides_put(&body, &w, 'a', a, depth);
  char *covering = lcm_buf_take(&body);
  (void)lcm_sides_put(&body, &w, 'b', b, depth);
  lcm_buf_printf(&body, " and not %s", covering);
  lcm_sides_put_set(&set, &w, depth, body.text);
  const bool covers =
      exact && set.text && lcm_sides_is_empty(ctx, set.text) == 1;
  free(covering);
  lcm_buf_free(&body);
  lcm_buf_free(&set);
  return covers;
}

bool lcm_section_keeps(lcm_ctx *ctx, const lcm_iteration *ranges, size_t n,
                       const lcm_expr *e, const lcm_expr *high) {
  static const lcm_section NUMBER = {.exact = true};
  const struct lcm_side side = {&NUMBER, ranges, n};
  return e && lcm_side_keeps(ctx, &side, e, high);
}

bool lcm_sections_fill(lcm_ctx *ctx, const lcm_section *whole,
                       const lcm_section *const *parts, size_t n) {
  static const char LETTERS[] = "bcefgij";
  struct lcm_sides_text w = {.ctx = ctx, .whole = true};
  const struct lcm_side all = {whole, NULL, 0};
  lcm_buf body = {0};
  lcm_buf set = {0};
  bool exact = n < sizeof LETTERS;
  (void)lcm_sides_put(&body, &w, 'a', &all, whole->n_extents);
  for (size_t i = 0; i < n && exact; i++) {
    const struct lcm_side side = {parts[i], NULL, 0};
    size_t depth = 0;
    exact = parts[i]->n_extents == whole->n_extents &&
            common_steps(&depth, whole, parts[i]) == LCM_OVERLAP_YES;
    lcm_buf_puts(&body, " and not ");
    exact =
        exact && lcm_sides_put(&body, &w, LETTERS[i], &side, whole->n_extents);
  }
  if (exact)
    lcm_sides_put_set(&set, &w, whole->n_extents, body.text);
  const bool fills = set.text && lcm_sides_is_empty(ctx, set.text) == 1;
  lcm_buf_free(&body);
  lcm_buf_free(&set);
  return fills;
}

/* Return "sum" (or NULL) with the bytes of the "n" sections at "all". */
static const lcm_expr *add_bytes(lcm_ctx *ctx, const lcm_expr *sum,
                                 const lcm_section *all, size_t n) {
  for (size_t i = 0; i < n; i++) {
    const lcm_section *section = &all[i];
    if (!lcm_section_is_array(section) || section->is_private ||
        section->priced || !section->element)
      continue;
    const lcm_expr *bytes = lcm_section_bytes(ctx, section);
    bytes = bytes ? bytes : section->element;
    bytes = section->share ? lcm_expr_mul(ctx, bytes, section->share) : bytes;
    sum = sum ? lcm_expr_add(ctx, sum, bytes) : bytes;
  }
  return sum;
}

const lcm_expr *lcm_node_bytes(lcm_ctx *ctx, const lcm_node *node) {
  const lcm_expr *sum = add_bytes(ctx, node->bytes, node->reads, node->n_reads);
  return add_bytes(ctx, sum, node->writes, node->n_writes);
}
