/* Takes measured communication off where the data do not move (Crovella 1994,
 * 6.2.2): restructured programs keep the models of their fragments. */
#include "composer/predict/movement/unmoved.h"

#include <string.h>

#include "composer/predict/movement/rewrite.h"
#include "composer/scope/scope.h"
#include "composer/trace/trace.h"
#include "model/measurement/measurement.h"
#include "model/sections/sections.h"

/* A program being rewritten. */
struct unmoving {
  lcm_ctx *ctx;
  const lcm_machine *machine; /* whose contention is taken off; or NULL */
  bool crew;                  /* a team executes the present node */
  const lcm_data *data;       /* what moves in it; NULL: not yet found */
  const lcm_program *program;
  bool failed; /* nobody knows what moves */
};

/* What a node reads of the data that its model was measured with. */
struct moved {
  /* bytes of those of which some move, and of all; NULL: not known */
  const lcm_expr *bytes;
  const lcm_expr *all;
  const lcm_expr *gone; /* of those that stay; NULL: not known */
  bool any;             /* some move */
  const char *names;    /* of those that stay */
  size_t n_names;
};

/* Return whether "model" is communication loss or contention that data are
 * named of. */
static bool has_moved(const lcm_model *model) {
  const char *at = model->source;
  size_t len = 0;
  const lcm_cat category = lcm_cat_find(model->category);
  return at && (category == LCM_CAT_CL || category == LCM_CAT_RC) &&
         lcm_source_next(&at, "moves", &len);
}

/* Return whether "m" brings "datum", of "n" bytes, to "node". */
static bool brings(const lcm_movement *m, const lcm_node *node,
                   const char *datum, size_t n) {
  return m->kind == LCM_DEP_TRUE && strlen(m->section->datum) == n &&
         !memcmp(m->section->datum, datum, n) &&
         lcm_node_holds(node, m->to_node);
}

/* Add "bytes" to "*sum"; NULL where one of them is. */
static void add(lcm_ctx *ctx, const lcm_expr **sum, const lcm_expr *bytes) {
  *sum = *sum && bytes ? lcm_expr_add(ctx, *sum, bytes) : NULL;
}

/* Return whether one of the "n" movements at "all" brings "datum", of "len"
 * bytes, to "node". */
static bool is_brought(const lcm_movement *all, size_t n, const lcm_node *node,
                       const char *datum, size_t len) {
  for (size_t i = 0; i < n; i++)
    if (brings(&all[i], node, datum, len))
      return true;
  return false;
}

/* Return the bytes that "node" itself says it reads of "datum", of "n" bytes;
 * NULL where it does not, or not exactly how many. */
static const lcm_expr *own_bytes(const struct unmoving *u, const lcm_node *node,
                                 const char *datum, size_t n) {
  const lcm_expr *bytes = NULL;
  for (size_t i = 0; i < node->n_reads; i++) {
    bool exact = false;
    const lcm_section *section = &node->reads[i];
    if (strlen(section->datum) != n || memcmp(section->datum, datum, n) != 0)
      continue;
    const lcm_expr *one = lcm_section_count(&exact, u->ctx, section);
    if (!exact)
      return NULL;
    bytes = bytes ? lcm_expr_add(u->ctx, bytes, one) : one;
  }
  return bytes;
}

/* Return the bytes of "datum", of "n" bytes, that what lies in "node" reads of
 * what was written elsewhere, or where there is no such in it; NULL where that
 * is no one part of it, or not exactly known. */
static const lcm_expr *inner_bytes(const lcm_data *data, const lcm_node *node,
                                   const char *datum, size_t n) {
  const lcm_movement *found = NULL;
  bool inside = true;
  for (size_t i = 0; i < data->n_dependences; i++) {
    const lcm_movement *m = &data->dependences[i];
    if (!brings(m, node, datum, n))
      continue;
    const bool within = lcm_node_holds(node, m->from_node);
    if (within && !inside)
      continue;
    if (found && inside == within)
      return NULL;
    found = m;
    inside = within;
  }
  return found && !found->why ? found->bytes : NULL;
}

/* Add what "node" reads of "datum", of "n" bytes, to "moved"; false where
 * nobody is seen to write it. */
static bool add_datum(struct moved *moved, const struct unmoving *u,
                      const lcm_node *node, const char *datum, size_t n) {
  const lcm_data *data = u->data;
  const lcm_expr *bytes = own_bytes(u, node, datum, n);
  if (!bytes)
    bytes = inner_bytes(data, node, datum, n);
  add(u->ctx, &moved->all, bytes);
  if (is_brought(data->movements, data->n_movements, node, datum, n)) {
    moved->any = true;
    add(u->ctx, &moved->bytes, bytes);
  } else {
    add(u->ctx, &moved->gone, bytes);
    moved->names = lcm_arena_printf(lcm_ctx_arena(u->ctx), "%s%s%.*s",
                                    moved->n_names ? moved->names : "",
                                    moved->n_names ? ", " : "", (int)n, datum);
    moved->n_names++;
  }
  return is_brought(data->dependences, data->n_dependences, node, datum, n);
}

/* Return the share of the bytes "moved" that are of data of which some move,
 * where that is known; 1 where it is not and some do. */
static const lcm_expr *share_of(lcm_ctx *ctx, const struct moved *moved) {
  double bytes = 0;
  double all = 0;
  if (!moved->any)
    return lcm_expr_int(ctx, 0);
  if (!moved->bytes || !moved->all ||
      !lcm_expr_is_number(moved->bytes, &bytes) ||
      !lcm_expr_is_number(moved->all, &all) || bytes <= 0 || bytes >= all)
    return lcm_expr_int(ctx, 1);
  return lcm_expr_div(ctx, moved->bytes, moved->all);
}

/* Find what "node" reads of the data that "model" names into "moved"; false
 * where nobody is seen to write one. */
static bool find_moved(struct moved *moved, const struct unmoving *u,
                       const lcm_node *node, const lcm_model *model) {
  const char *at = model->source;
  size_t len = 0;
  bool seen = true;
  for (const char *list = NULL; (list = lcm_source_next(&at, "moves", &len));)
    for (size_t i = 0, n = 0; i < len && seen; i += n + 1) {
      for (n = 0; i + n < len && list[i + n] != ',';)
        n++;
      seen = add_datum(moved, u, node, list + i, n);
    }
  return seen;
}

/* Return "one" where the run has one processor, else "several". */
static const lcm_expr *alone_or(lcm_ctx *ctx, const lcm_expr *one,
                                const lcm_expr *several) {
  const lcm_expr *alone = lcm_expr_binary(
      ctx, LCM_X_EQ,
      lcm_expr_symbol(ctx, lcm_intern(ctx, LCM_PROCS_OF_RUN), LCM_DIM_NONE),
      lcm_expr_int(ctx, 1));
  return lcm_expr_if(ctx, alone, one, several);
}

/* Return "model", resource contention, without that which "bytes" cause on
 * their way to its node: those that read them have equal parts.  NULL where
 * the machine says of none. */
static const lcm_expr *uncrowded(const struct unmoving *u,
                                 const lcm_model *model,
                                 const lcm_expr *bytes) {
  lcm_ctx *ctx = u->ctx;
  const struct lcm_cost *cost =
      u->machine ? lcm_machine_cost(u->machine, "contention") : NULL;
  const lcm_expr *readers =
      u->crew ? lcm_expr_symbol(ctx, lcm_intern(ctx, "p"), LCM_DIM_NONE)
              : lcm_expr_int(ctx, 1);
  if (!cost || lcm_expr_is_int(cost->expr, 0) || !bytes ||
      model->per != LCM_PER_EXECUTION)
    return NULL;
  const struct lcm_subst substs[] = {
      {lcm_intern(ctx, "p"), readers},
      {lcm_intern(ctx, "m"), lcm_expr_div(ctx, bytes, readers)},
      {lcm_intern(ctx, "n"), lcm_expr_int(ctx, 1)}};
  const lcm_expr *each = lcm_expr_mul(
      ctx,
      lcm_expr_mul(ctx, readers, lcm_expr_subst(ctx, cost->expr, substs, 3)),
      lcm_expr_unit(ctx, lcm_measure_find("s")));
  return lcm_expr_binary(ctx, LCM_X_MAX, lcm_expr_sub(ctx, model->expr, each),
                         lcm_expr_mul(ctx, lcm_expr_int(ctx, 0), model->expr));
}

/* Return what is left of "model", communication loss, where "moved" is found;
 * "*less": also on several processors. */
static const lcm_expr *unshared(bool *less, lcm_ctx *ctx,
                                const lcm_model *model,
                                const struct moved *moved) {
  const lcm_expr *zero = lcm_expr_mul(ctx, lcm_expr_int(ctx, 0), model->expr);
  const lcm_expr *share = share_of(ctx, moved);
  *less = !lcm_expr_is_int(share, 1);
  return alone_or(ctx, zero, lcm_expr_mul(ctx, share, model->expr));
}

/* Return what is left of "model", resource contention, where "moved" is
 * found; "*less": also on several processors. */
static const lcm_expr *uncontended(bool *less, const struct unmoving *u,
                                   const lcm_model *model,
                                   const struct moved *moved) {
  const lcm_expr *one = uncrowded(u, model, moved->all);
  const lcm_expr *several = uncrowded(u, model, moved->gone);
  *less = several && moved->n_names;
  return alone_or(u->ctx, one ? one : model->expr,
                  *less ? several : model->expr);
}

/* Let "copy", whose "model" has less than was measured, say so of the data
 * "names". */
static void say(lcm_ctx *ctx, lcm_node *copy, const lcm_model *model,
                const struct moved *moved) {
  lcm_arena *arena = lcm_ctx_arena(ctx);
  const char **texts = LCM_NEW_ARRAY(arena, const char *, copy->n_assumes + 1);
  const bool one = moved->n_names == 1;
  if (copy->n_assumes)
    memcpy(texts, copy->assumes, copy->n_assumes * sizeof *texts);
  texts[copy->n_assumes++] = lcm_arena_printf(
      arena,
      "%s:%u: %s %s not move here: %s part of the measured %s is "
      "subtracted",
      model->loc.file ? model->loc.file : "", model->loc.line, moved->names,
      one ? "does" : "do", one ? "its" : "their", model->category);
  copy->assumes = texts;
}

/* Put what is left of "model", of "copy", one of "node", into "model". */
static void subtract(struct unmoving *u, const lcm_node *node, lcm_node *copy,
                     lcm_model *model) {
  lcm_ctx *ctx = u->ctx;
  const lcm_expr *none = lcm_expr_int(ctx, 0);
  struct moved moved = {.bytes = none, .all = none, .gone = none};
  bool less = false;
  if (!find_moved(&moved, u, node, model))
    return;
  model->expr = lcm_cat_find(model->category) == LCM_CAT_CL
                    ? unshared(&less, ctx, model, &moved)
                    : uncontended(&less, u, model, &moved);
  if (less)
    say(ctx, copy, model, &moved);
}

/* Find what moves in the program of "u", once; return whether it is known. */
static bool find_data(struct unmoving *u) {
  if (!u->data && !u->failed)
    u->failed = lcm_data_trace_all(&u->data, u->ctx, u->program) != LCM_OK ||
                u->data->is_cut;
  return !u->failed;
}

/* Take what does not move off the models of "node" (lcm_remodel). */
static const lcm_node *with_models(void *user, const lcm_node *node, bool crew,
                                   bool *whole) {
  struct unmoving *u = user;
  lcm_arena *arena = lcm_ctx_arena(u->ctx);
  (void)whole;
  u->crew = crew;
  lcm_node *copy = NULL;
  lcm_model *models = NULL;
  for (size_t i = 0; i < node->n_models; i++) {
    if (!has_moved(&node->models[i]) || !find_data(u))
      continue;
    if (!copy) {
      models = LCM_NEW_ARRAY(arena, lcm_model, node->n_models);
      memcpy(models, node->models, node->n_models * sizeof *models);
      copy = LCM_NEW(arena, lcm_node);
      *copy = *node;
      copy->models = models;
    }
    subtract(u, node, copy, &models[i]);
  }
  return copy ? copy : node;
}

const lcm_program *lcm_program_unmoved(lcm_ctx *ctx, const lcm_program *program,
                                       const lcm_machine *machine) {
  struct unmoving u = {.ctx = ctx, .machine = machine, .program = program};
  const bool muted = lcm_ctx_mute(ctx, true);
  const lcm_program *out = lcm_program_remodel(ctx, program, with_models, &u);
  (void)lcm_ctx_mute(ctx, muted);
  return u.failed ? program : out;
}
