/* Which units a program consists of, as a linker selects them. */
#include <string.h>

#include "base/fs.h"
#include "model/link/passes.h"
#include "model/link/pointer.h"
#include "model/link/select.h"

/* A selection of units. */
struct selecting {
  const lcm_program *const *units;
  size_t n;
  bool *taken;            /* for each unit: it is part of the program */
  LCM_LIST(size_t) queue; /* units whose calls have not been followed yet */
  lcm_ctx *ctx;
};

/* Take unit "i". */
static void take(struct selecting *s, size_t i) {
  if (s->taken[i])
    return;
  s->taken[i] = true;
  LCM_LIST_ADD(lcm_ctx_arena(s->ctx), &s->queue, i);
}

/* Return the body's function of "key" in unit "i", or NULL. */
static const lcm_function *defined(const struct selecting *s, size_t i,
                                   const char *key) {
  const lcm_function *f = lcm_program_function(s->units[i], key);
  return f && f->body ? f : NULL;
}

/* What the visit of a call needs: the selection and the unit of the call. */
struct following {
  struct selecting *s;
  size_t unit;
};

/* Take the units that define the function "key", unless that of "f" does. */
static void take_definer(const struct following *f, const char *key) {
  const lcm_function *own = defined(f->s, f->unit, key);
  if (own && !own->weak)
    return;
  for (size_t i = 0; i < f->s->n; i++)
    if (defined(f->s, i, key))
      take(f->s, i);
}

/* Take the units that define what "node" calls, and the functions that it
 * passes. */
static lcm_status follow(const lcm_node *node, void *user) {
  const struct following *f = user;
  if (node->kind != LCM_NODE_CALL)
    return LCM_OK;
  take_definer(f, node->u.call.callee);
  lcm_passed_list list = {0};
  lcm_passes_read(&list, f->s->ctx, node);
  for (size_t i = 0; i < list.n; i++)
    if (!list.at[i].forwarded)
      take_definer(f, list.at[i].key);
  return LCM_OK;
}

/* Take the units that define the functions that the pointers of the unit of "f"
 * hold, and the variables among them that it does not define. */
static void follow_pointers(const struct following *f) {
  const lcm_program *unit = f->s->units[f->unit];
  for (size_t i = 0; i < unit->n_pointers; i++) {
    const lcm_pointer *pointer = &unit->pointers[i];
    for (size_t k = 0; k < pointer->n_holds; k++)
      take_definer(f, pointer->holds[k]);
    for (size_t u = 0; pointer->external && u < f->s->n; u++) {
      const lcm_pointer *other =
          lcm_program_pointer(f->s->units[u], pointer->name);
      if (other && other->defined)
        take(f->s, u);
    }
  }
}

/* Take all that the taken units call. */
static void close_selection(struct selecting *s) {
  for (size_t at = 0; at < s->queue.n; at++) {
    struct following f = {s, s->queue.at[at]};
    const lcm_program *unit = s->units[f.unit];
    follow_pointers(&f);
    for (size_t i = 0; i < unit->n_functions; i++)
      if (unit->functions[i].body &&
          lcm_node_foreach(unit->functions[i].body, follow, &f))
        return;
  }
}

/* Return the function of "unit" that "entry" means, NULL where it defines
 * none. */
static const lcm_function *entry_in(const lcm_program *unit,
                                    const char *entry) {
  const char *colon = strrchr(entry, ':');
  const char *name = colon ? colon + 1 : entry;
  for (size_t i = 0; i < unit->n_functions; i++) {
    const lcm_function *f = &unit->functions[i];
    if (f->body && !strcmp(f->name, name) &&
        (!colon ||
         (f->loc.file && lcm_path_ends(f->loc.file, strlen(f->loc.file), entry,
                                       (size_t)(colon - entry)))))
      return f;
  }
  return NULL;
}

/* Leave the first of the taken units where all of them have the function that
 * "entry" means from one place: a source file that they include. */
static void take_one_place(struct selecting *s, const char *entry) {
  const lcm_function *first = NULL;
  bool same = s->queue.n > 1;
  for (size_t i = 0; i < s->queue.n && same; i++) {
    const lcm_function *f = entry_in(s->units[s->queue.at[i]], entry);
    first = first ? first : f;
    same = f->loc.file && first->loc.file &&
           !strcmp(f->loc.file, first->loc.file) &&
           f->loc.begin == first->loc.begin;
  }
  while (same && s->queue.n > 1)
    s->taken[s->queue.at[--s->queue.n]] = false;
}

/* Report that the run could begin in all units that are taken. */
static lcm_status several(const struct selecting *s, const char *name) {
  enum { MOST = 8 };
  const char *list = "";
  for (size_t i = 0; i < s->queue.n && i < MOST; i++) {
    const lcm_program *unit = s->units[s->queue.at[i]];
    list = lcm_arena_printf(lcm_ctx_arena(s->ctx), "%s%s%s:%s", list,
                            i ? ", " : "", unit->n_files ? unit->files[0] : "",
                            name);
  }
  lcm_report(s->ctx, LCM_DIAG_ENTRY, (lcm_loc){0},
             "a run could begin in %zu functions (%s%s); choose one with "
             "--entry",
             s->queue.n, list, s->queue.n > MOST ? ", ..." : "");
  return LCM_EUNBOUND;
}

lcm_status lcm_units_select(const lcm_program ***out, size_t *n_out,
                            lcm_ctx *ctx, const lcm_program *const *units,
                            size_t n, const char *entry) {
  lcm_arena *arena = lcm_ctx_arena(ctx);
  struct selecting s = {units, n, LCM_NEW_ARRAY(arena, bool, n + 1), {0}, ctx};
  const char *colon = entry ? strrchr(entry, ':') : NULL;
  size_t kept = 0;
  for (size_t i = 0; i < n; i++)
    if (entry_in(units[i], entry ? entry : "main"))
      take(&s, i);
  take_one_place(&s, entry ? entry : "main");
  if (s.queue.n > 1)
    return several(&s, colon ? colon + 1 : entry ? entry : "main");
  const bool all = !s.queue.n;
  close_selection(&s);
  *out = LCM_NEW_ARRAY(arena, const lcm_program *, n + 1);
  for (size_t i = 0; i < n; i++)
    if (all || s.taken[i])
      (*out)[kept++] = units[i];
  *n_out = kept;
  return LCM_OK;
}
