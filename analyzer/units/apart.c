/* Functions that are not the same in all units: of headers, and static ones of
 * files that are compiled in several ways. */
#include "analyzer/units/apart.h"

#include <stdlib.h>
#include <string.h>

#include "base/list.h"
#include "base/map.h"
#include "model/lcs/lcs.h"
#include "model/link/link.h"

/* A function that is named after its file, of a unit. */
struct entry {
  const lcm_function *function;
  size_t unit;
  bool own; /* it stands in the file of the unit itself */
};

typedef LCM_LIST(struct entry) entry_list;

/* Return the order of entries: those of one name and place together, the one of
 * the file itself first, then by units. */
static int entry_order(const void *a, const void *b) {
  const struct entry *x = a;
  const struct entry *y = b;
  const unsigned left = x->function->loc.begin;
  const unsigned right = y->function->loc.begin;
  int by = strcmp(x->function->key, y->function->key);
  by = by ? by : (left > right) - (left < right);
  by = by ? by : y->own - x->own;
  return by ? by : (x->unit > y->unit) - (x->unit < y->unit);
}

/* Return whether "f" is a static function that is named after its file. */
static bool is_of_file(const lcm_function *f) {
  const size_t n = f->loc.file ? strlen(f->loc.file) : 0;
  return f->body && f->is_static && n && !strncmp(f->key, f->loc.file, n) &&
         f->key[n] == ':';
}

/* Return whether "f" and "g" are the same. */
static bool is_same(const lcm_function *f, const lcm_function *g) {
  lcm_function copies[] = {*f, *g};
  copies[0].address_taken = copies[1].address_taken = false;
  const lcm_program x = {.functions = &copies[0], .n_functions = 1};
  const lcm_program y = {.functions = &copies[1], .n_functions = 1};
  char *left = lcm_program_to_str(&x);
  char *right = lcm_program_to_str(&y);
  const bool same = left && right && !strcmp(left, right);
  free(left);
  free(right);
  return same;
}

/* Add the functions of "unit", number "i", that are named after their file to
 * "all"; return whether some of them are of another file than its own. */
static bool enter(entry_list *all, lcm_ctx *ctx, const struct lcm_unit *unit,
                  size_t i) {
  bool others = false;
  for (size_t k = 0; unit->program && k < unit->program->n_functions; k++) {
    const lcm_function *f = &unit->program->functions[k];
    if (!is_of_file(f))
      continue;
    const struct entry entry = {f, i, !strcmp(f->loc.file, unit->file)};
    others = others || !entry.own;
    LCM_LIST_ADD(lcm_ctx_arena(ctx), all, entry);
  }
  return others;
}

/* Return which of the "units" of its file unit number "i" is: a file may be
 * compiled several times. */
static size_t rank_of(const struct lcm_unit *units, size_t i) {
  size_t rank = 1;
  for (size_t k = 0; k < i; k++)
    rank += !strcmp(units[k].file, units[i].file);
  return rank;
}

/* Let the function of "entry" go by a name of its own in its unit: after the
 * file of that, where it is of a header. */
static void set_apart(struct lcm_unit *units, lcm_ctx *ctx,
                      const struct entry *entry) {
  struct lcm_unit *unit = &units[entry->unit];
  lcm_arena *arena = lcm_ctx_arena(ctx);
  const char *name = entry->function->name;
  const char *to = lcm_intern(
      ctx, entry->own ? lcm_arena_printf(arena, "%s#%zu:%s", unit->file,
                                         rank_of(units, entry->unit), name)
                      : lcm_arena_printf(arena, "%s:%s", unit->file, name));
  unit->program =
      lcm_program_rename(ctx, unit->program, entry->function->key, to);
}

/* Return whether some of the "n" "units" are of one file. */
static bool is_any_twice(const struct lcm_unit *units, size_t n, lcm_ctx *ctx) {
  lcm_map seen = {0};
  for (size_t i = 0; i < n; i++) {
    const char *file = lcm_intern(ctx, units[i].file);
    size_t known = 0;
    if (lcm_map_get(&seen, file, &known))
      return true;
    lcm_map_put(lcm_ctx_arena(ctx), &seen, file, 1);
  }
  return false;
}

/* Set apart what differs in "units"; return whether anything did.  What calls
 * such a function differs from then on. */
static bool set_some_apart(struct lcm_unit *units, size_t n, lcm_ctx *ctx) {
  entry_list all = {0};
  bool others = is_any_twice(units, n, ctx);
  bool any = false;
  for (size_t i = 0; i < n; i++)
    others = enter(&all, ctx, &units[i], i) || others;
  if (!others || !all.n)
    return false;
  qsort(all.at, all.n, sizeof *all.at, entry_order);
  for (size_t first = 0, i = 1; i < all.n; i++) {
    const lcm_function *f = all.at[first].function;
    const lcm_function *g = all.at[i].function;
    if (f->key != g->key || f->loc.begin != g->loc.begin ||
        all.at[first].unit == all.at[i].unit)
      first = i;
    else if (!is_same(f, g)) {
      set_apart(units, ctx, &all.at[i]);
      any = true;
    }
  }
  return any;
}

void lcm_units_set_apart(struct lcm_unit *units, size_t n, lcm_ctx *ctx) {
  while (n > 1 && set_some_apart(units, n, ctx))
    continue;
}
