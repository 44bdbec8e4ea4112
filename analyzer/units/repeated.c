/* Constructs that several units have, of files that they include. */
#include "analyzer/units/repeated.h"

#include <stdlib.h>
#include <string.h>

#include "base/list.h"

/* A construct, the number of the unit that has it, and whether it is of that
 * unit's own file. */
struct entry {
  lcm_construct *construct;
  size_t unit;
  bool own;
};

typedef LCM_LIST(struct entry) entry_list;

/* Return the order of "x" and "y" by where they stand and what they are, their
 * clauses aside. */
static int place_order(const lcm_construct *x, const lcm_construct *y) {
  int by = strcmp(x->loc.file, y->loc.file);
  by = by ? by : (x->loc.begin > y->loc.begin) - (x->loc.begin < y->loc.begin);
  return by ? by : strcmp(x->construct, y->construct);
}

/* Return the order of entries: those of one place together, own ones first,
 * then by their clauses and units. */
static int entry_order(const void *a, const void *b) {
  const struct entry *x = a;
  const struct entry *y = b;
  int by = place_order(x->construct, y->construct);
  by = by ? by : y->own - x->own;
  by = by ? by : strcmp(x->construct->clauses, y->construct->clauses);
  by = by ? by : (x->unit > y->unit) - (x->unit < y->unit);
  return by ? by
            : (x->construct > y->construct) - (x->construct < y->construct);
}

/* Return whether some of the "n" units at "units" has a construct of a file
 * that it includes. */
static bool any_included(const struct lcm_unit *units, size_t n) {
  for (size_t i = 0; i < n; i++)
    for (size_t k = 0; k < units[i].n_constructs; k++)
      if (strcmp(units[i].constructs[k].loc.file, units[i].file) != 0)
        return true;
  return false;
}

/* Add copies of the constructs of unit "i" of "units" to "all", let the unit
 * have them, and return them. */
static lcm_construct *enter(entry_list *all, struct lcm_unit *units, size_t i,
                            lcm_ctx *ctx) {
  lcm_arena *arena = lcm_ctx_arena(ctx);
  struct lcm_unit *unit = &units[i];
  const size_t n = unit->n_constructs;
  lcm_construct *copies = LCM_NEW_ARRAY(arena, lcm_construct, n + 1);
  if (n)
    memcpy(copies, unit->constructs, n * sizeof *copies);
  unit->constructs = copies;
  for (size_t k = 0; k < n; k++) {
    const struct entry entry = {&copies[k], i,
                                !strcmp(copies[k].loc.file, unit->file)};
    LCM_LIST_ADD(arena, all, entry);
  }
  return copies;
}

/* Mark those of "all", which is sorted, that another one stands for: they have
 * no model afterwards. */
static void mark(const entry_list *all) {
  const struct entry *first = NULL;
  for (size_t i = 0; i < all->n; i++) {
    const struct entry *at = &all->at[i];
    const bool same = first && !place_order(first->construct, at->construct);
    const bool alike =
        same && !strcmp(first->construct->clauses, at->construct->clauses);
    if (same && !at->own && (first->own || (alike && first->unit != at->unit)))
      at->construct->model = NULL;
    else if (!same || !alike)
      first = at;
  }
}

/* Leave out the constructs of the copies in "unit" that are marked. */
static void leave(struct lcm_unit *unit, lcm_construct *copies) {
  size_t left = 0;
  for (size_t k = 0; k < unit->n_constructs; k++)
    if (copies[k].model)
      copies[left++] = copies[k];
  unit->n_constructs = left;
}

void lcm_units_drop_repeated(struct lcm_unit *units, size_t n, lcm_ctx *ctx) {
  entry_list all = {0};
  if (!any_included(units, n))
    return;
  lcm_construct **copies =
      LCM_NEW_ARRAY(lcm_ctx_arena(ctx), lcm_construct *, n);
  for (size_t i = 0; i < n; i++)
    copies[i] = enter(&all, units, i, ctx);
  qsort(all.at, all.n, sizeof *all.at, entry_order);
  mark(&all);
  for (size_t i = 0; i < n; i++)
    leave(&units[i], copies[i]);
}
