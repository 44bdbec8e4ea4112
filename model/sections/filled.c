/* Parts of arrays that are written for certain before they are read. */
#include <string.h>

#include "model/sections/filled.h"
#include "model/sections/isl_dependence.h"
#include "model/sections/section.h"

/* How many writes of one array are looked at together at most. */
enum { MOST_PARTS = 6 };

/* Return how many loops are around both "a" and "b". */
static size_t common_loops(const struct lcm_fill *a, const struct lcm_fill *b) {
  size_t n = 0;
  while (n < a->n_ranges && n < b->n_ranges && a->loops[n] == b->loops[n])
    n++;
  return n;
}

/* Return the section of "fill" for all rounds of its loops but the first
 * "outside". */
static lcm_section spread(lcm_ctx *ctx, const struct lcm_fill *fill,
                          size_t outside) {
  lcm_section out = *fill->section;
  const size_t n = fill->n_ranges - outside;
  lcm_iteration *over =
      LCM_NEW_ARRAY(lcm_ctx_arena(ctx), lcm_iteration, n + out.n_over + 1);
  if (n)
    memcpy(over, fill->ranges + outside, n * sizeof *over);
  if (out.n_over)
    memcpy(over + n, out.over, out.n_over * sizeof *over);
  out.over = over;
  out.n_over += n;
  return out;
}

/* Return whether "write" alone has touched all that "read" touches. */
static bool covers(lcm_ctx *ctx, const struct lcm_fill *write,
                   const struct lcm_fill *read) {
  const size_t outside = common_loops(write, read);
  const lcm_section a = spread(ctx, write, outside);
  const lcm_section b = spread(ctx, read, outside);
  const struct lcm_side first = {&a, NULL, 0};
  const struct lcm_side second = {&b, NULL, 0};
  return lcm_section_equal(&a, &b) || lcm_section_covers(ctx, &first, &second);
}

/* Return whether it is known which elements "section" is. */
static bool is_told(const lcm_section *section) {
  for (size_t i = 0; i < section->n_extents; i++) {
    const struct lcm_extent *step = &section->extents[i];
    if (!step->field && (!step->lower || !step->length))
      return false;
  }
  return section->exact;
}

bool lcm_is_filled(lcm_ctx *ctx, const struct lcm_fill *read,
                   const lcm_fill_list *writes) {
  lcm_section parts[MOST_PARTS];
  const lcm_section *all[MOST_PARTS];
  size_t n = 0;
  size_t inside = 0;
  for (size_t i = 0; i < writes->n; i++) {
    const struct lcm_fill *write = &writes->at[i];
    if (write->section->key != read->section->key || !is_told(write->section))
      continue;
    if (covers(ctx, write, read))
      return true;
    const size_t common = common_loops(write, read);
    inside = n && common < inside ? inside : common;
    if (n < MOST_PARTS) {
      parts[n] = spread(ctx, write, common);
      all[n] = &parts[n];
      n++;
    }
  }
  if (n < 2)
    return false;
  const lcm_section whole = spread(ctx, read, inside);
  return lcm_sections_fill(ctx, &whole, all, n);
}
