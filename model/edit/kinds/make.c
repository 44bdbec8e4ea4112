#include <stdarg.h>
#include <string.h>

#include "base/ctx.h"
#include "model/edit/kinds/make.h"
#include "model/edit/kinds/make_internal.h"
#include "model/edit/place_internal.h"
#include "model/edit/verbs.h"
#include "model/expr/intern.h"
#include "model/expr/parse.h"
#include "model/machine/machine.h"
#include "model/structure/categories.h"

/* What verbs are made of, and by what. */
static const struct {
  lcm_edit_can_fn can;
  lcm_status (*make)(struct lcm_editing *e, const struct lcm_edit_spot *spots,
                     size_t n);
} VERBS[] = {
#define LCM_VERB(name, word, places, argument, syntax, of, meaning)            \
  {lcm_edit_can_##word, lcm_edit_##word},
#include "model/edit/edits.def"
#undef LCM_VERB
};

/* ---- what verbs say ------------------------------------------------------ */

void lcm_edit_change(struct lcm_editing *e, const lcm_node *old,
                     const lcm_node *now) {
  const struct lcm_edit_change change = {old, now};
  LCM_LIST_ADD(lcm_ctx_arena(e->ctx), &e->changes, change);
}

/* Note the premise "text". */
static void add_premise(struct lcm_editing *e, bool proved, const char *text) {
  const struct lcm_premise premise = {e->step->text, text, proved, e->at};
  for (size_t i = 0; i < e->premises.n; i++)
    if (e->premises.at[i].edit == premise.edit &&
        !strcmp(e->premises.at[i].text, text))
      return;
  LCM_LIST_ADD(lcm_ctx_arena(e->ctx), &e->premises, premise);
}

void lcm_edit_premise(struct lcm_editing *e, bool proved, const char *fmt,
                      ...) {
  va_list args;
  va_start(args, fmt);
  const char *text = lcm_arena_vprintf(lcm_ctx_arena(e->ctx), fmt, args);
  va_end(args);
  add_premise(e, proved, text);
}

lcm_status lcm_edit_refuse(struct lcm_editing *e, const lcm_node *node,
                           const char *fmt, ...) {
  va_list args;
  va_start(args, fmt);
  const char *text = lcm_arena_vprintf(lcm_ctx_arena(e->ctx), fmt, args);
  va_end(args);
  if (e->force) {
    add_premise(e, false,
                lcm_arena_printf(lcm_ctx_arena(e->ctx),
                                 "it does not matter that %s", text));
    return LCM_OK;
  }
  lcm_report(e->ctx, LCM_DIAG_EDIT_REFUSED, node->loc, "'%s' is wrong: %s",
             e->step->text, text);
  return LCM_ESTRUCT;
}

lcm_status lcm_edit_wrong(struct lcm_editing *e, const lcm_node *node,
                          const char *fmt, ...) {
  va_list args;
  va_start(args, fmt);
  const char *text = lcm_arena_vprintf(lcm_ctx_arena(e->ctx), fmt, args);
  va_end(args);
  lcm_report(e->ctx, LCM_DIAG_EDIT_PLACE, node->loc, "'%s': %s", e->step->text,
             text);
  return LCM_EUSAGE;
}

/* ---- nodes --------------------------------------------------------------- */

void lcm_edit_foreach(const lcm_node *root, lcm_visit_fn fn, void *user) {
  if (lcm_node_foreach(root, fn, user))
    return;
}

lcm_node *lcm_edit_copy(struct lcm_editing *e, const lcm_node *node) {
  lcm_node *copy = LCM_NEW(lcm_ctx_arena(e->ctx), lcm_node);
  *copy = *node;
  copy->id = 0;
  return copy;
}

lcm_node *lcm_edit_with_children(struct lcm_editing *e, const lcm_node *node,
                                 const lcm_node *const *children, size_t n) {
  lcm_node *copy = lcm_edit_copy(e, node);
  const lcm_node **own =
      LCM_NEW_ARRAY(lcm_ctx_arena(e->ctx), const lcm_node *, n + 1);
  if (n)
    memcpy(own, children, n * sizeof *own);
  copy->children = own;
  copy->n_children = n;
  return copy;
}

lcm_node *lcm_edit_node(struct lcm_editing *e, lcm_node_kind kind,
                        const lcm_node *like, const lcm_node *const *children,
                        size_t n) {
  const lcm_node *node = lcm_node_new(e->ctx, kind, like->loc);
  return lcm_edit_with_children(e, node, children, n);
}

const lcm_node *lcm_edit_copy_all(struct lcm_editing *e, const lcm_node *node) {
  lcm_node *copy = lcm_edit_copy(e, node);
  const lcm_node **children = LCM_NEW_ARRAY(
      lcm_ctx_arena(e->ctx), const lcm_node *, node->n_children + 1);
  for (size_t i = 0; i < node->n_children; i++)
    children[i] = lcm_edit_copy_all(e, node->children[i]);
  copy->children = children;
  return copy;
}

const lcm_node *lcm_edit_round(struct lcm_editing *e, const lcm_node *loop) {
  lcm_node *body =
      lcm_edit_node(e, LCM_NODE_SERIES, loop, loop->children, loop->n_children);
  body->reads = loop->reads;
  body->n_reads = loop->n_reads;
  body->writes = loop->writes;
  body->n_writes = loop->n_writes;
  return body;
}

void lcm_edit_remodel(struct lcm_editing *e, lcm_node *node, bool as_work) {
  LCM_LIST(lcm_model) kept = {0};
  const char *at = lcm_edit_at(e->ctx, node);
  for (size_t i = 0; i < node->n_models; i++) {
    lcm_model model = node->models[i];
    if (lcm_amount_traits(model.category) & LCM_OF_LOSS) {
      lcm_edit_premise(e, false,
                       "the model of %s at %s is of what was; it is not used",
                       model.category, at);
      continue;
    }
    if (as_work && !strcmp(model.category, "time") &&
        model.per != LCM_PER_ITERATION)
      model.category = lcm_intern(e->ctx, "work");
    lcm_edit_premise(e, false, "the model of %s at %s holds as it is",
                     node->models[i].category, at);
    LCM_LIST_ADD(lcm_ctx_arena(e->ctx), &kept, model);
  }
  node->models = kept.at;
  node->n_models = kept.n;
}

/* ---- arguments ----------------------------------------------------------- */

/* Return the dimension of the variable "name" of "e". */
static lcm_dim dim_of(const struct lcm_editing *e, const char *name) {
  for (size_t i = 0; i < e->program->n_params; i++)
    if (!strcmp(e->program->params[i].name, name) &&
        e->program->params[i].value)
      return lcm_expr_dim(e->program->params[i].value);
  return LCM_DIM_NONE;
}

/* Resolve a name of an argument. */
static const lcm_expr *resolve(lcm_ctx *ctx, const char *name, lcm_loc at,
                               void *user) {
  (void)at;
  return lcm_expr_symbol(ctx, name,
                         strncmp(name, "machine.", 8) ? dim_of(user, name)
                                                      : lcm_machine_dim(name));
}

/* Parse "n" bytes of the argument of "e" from byte "from" on into "*out". */
static lcm_status parse_part(const lcm_expr **out, struct lcm_editing *e,
                             size_t from, size_t n) {
  const lcm_loc at = e->step->argument_at;
  const unsigned shift = (unsigned)from;
  const struct lcm_expr_source source = {
      .text =
          lcm_arena_strndup(lcm_ctx_arena(e->ctx), e->step->argument + from, n),
      .len = n,
      .at = {at.file, at.line, at.column + shift, at.begin + shift, at.end},
      .resolve = resolve,
      .user = e};
  const lcm_status status = lcm_expr_parse(out, e->ctx, &source);
  if (status || lcm_dim_equal(lcm_expr_dim(*out), LCM_DIM_NONE))
    return status;
  lcm_report(e->ctx, LCM_DIAG_UNIT, source.at, "a pure number is wanted here");
  return LCM_EUNIT;
}

lcm_status lcm_edit_expression(const lcm_expr **out, struct lcm_editing *e,
                               size_t from) {
  return parse_part(out, e, from, strlen(e->step->argument) - from);
}

lcm_status lcm_edit_dealing(lcm_node *loop, struct lcm_editing *e) {
  const char *text = e->step->argument;
  const size_t n = strcspn(text, ", ");
  const size_t comma = n + strspn(text + n, " ");
  lcm_schedule schedule = LCM_SCHED_DEFAULT;
  if (lcm_schedule_find(&schedule, text, n, LCM_SCHED_IN_EDIT) &&
      (!text[comma] || text[comma] == ',')) {
    loop->u.loop.schedule = schedule;
    loop->u.loop.chunk = NULL;
    return text[comma] ? lcm_edit_expression(&loop->u.loop.chunk, e, comma + 1)
                       : LCM_OK;
  }
  lcm_report(e->ctx, LCM_DIAG_SYNTAX, e->step->argument_at,
             "expected %s, and maybe a comma and the size of chunks, instead "
             "of '%s'",
             lcm_schedule_list(lcm_ctx_arena(e->ctx), LCM_SCHED_IN_EDIT), text);
  return LCM_EPARSE;
}

/* ---- the program --------------------------------------------------------- */

/* Return what comes in the place of "node": itself where nothing does. */
static const struct lcm_edit_change *change_of(const struct lcm_editing *e,
                                               const lcm_node *node) {
  for (size_t i = 0; i < e->changes.n; i++)
    if (e->changes.at[i].old == node)
      return &e->changes.at[i];
  return NULL;
}

/* Return "node" with all changes made at and below it, itself where there are
 * none; NULL: it is gone. */
static const lcm_node *rebuild(struct lcm_editing *e, const lcm_node *node) {
  const struct lcm_edit_change *change = change_of(e, node);
  LCM_LIST(const lcm_node *) children = {0};
  bool changed = false;
  if (change)
    return change->now;
  for (size_t i = 0; i < node->n_children; i++) {
    const lcm_node *child = rebuild(e, node->children[i]);
    changed = changed || child != node->children[i];
    if (child)
      LCM_LIST_ADD(lcm_ctx_arena(e->ctx), &children, child);
  }
  return changed ? lcm_edit_with_children(e, node, children.at, children.n)
                 : node;
}

/* Make the changes of "e" in its program. */
static lcm_status make_changes(struct lcm_editing *e) {
  lcm_arena *arena = lcm_ctx_arena(e->ctx);
  lcm_program *copy = LCM_NEW(arena, lcm_program);
  lcm_function *functions =
      LCM_NEW_ARRAY(arena, lcm_function, e->program->n_functions + 1);
  *copy = *e->program;
  for (size_t i = 0; i < copy->n_functions; i++) {
    functions[i] = copy->functions[i];
    if (!functions[i].body)
      continue;
    const lcm_node *body = rebuild(e, functions[i].body);
    functions[i].body =
        body ? body
             : lcm_edit_node(e, LCM_NODE_SERIES, functions[i].body, NULL, 0);
  }
  copy->functions = functions;
  e->program = copy;
  e->changes.n = 0;
  return lcm_program_finish(e->ctx, copy);
}

/* Put the one of "seconds" that is in the function of pair[0] into pair[1];
 * return whether there is one. */
static bool find_second(struct lcm_edit_spot pair[2],
                        const lcm_edit_spots *seconds) {
  for (size_t i = 0; i < seconds->n; i++)
    if (seconds->at[i].function == pair[0].function) {
      pair[1] = seconds->at[i];
      return true;
    }
  return false;
}

/* Make the step of "e". */
static lcm_status make_step(struct lcm_editing *e) {
  lcm_edit_spots firsts = {0};
  lcm_edit_spots seconds = {0};
  const lcm_verb verb = e->step->verb;
  lcm_status status = lcm_edit_find(&firsts, e, 0, VERBS[verb].can);
  if (!status && e->step->n_places > 1)
    status = lcm_edit_find(&seconds, e, 1,
                           verb == LCM_VERB_SPLIT ? lcm_edit_can_move
                                                  : VERBS[verb].can);
  for (size_t i = 0; i < firsts.n && !status; i++) {
    struct lcm_edit_spot pair[2] = {firsts.at[i], firsts.at[i]};
    e->at = firsts.at[i].node->loc;
    const size_t n = e->step->n_places;
    status =
        n > 1 && !find_second(pair, &seconds)
            ? lcm_edit_wrong(e, firsts.at[i].node, "%s is in another function",
                             e->step->places[1])
            : VERBS[verb].make(e, pair, n);
  }
  return status ? status : make_changes(e);
}

lcm_status lcm_program_restructure(const lcm_program **out, lcm_ctx *ctx,
                                   const lcm_program *program,
                                   const lcm_restructuring *edits, bool force) {
  struct lcm_editing e = {.ctx = ctx, .program = program, .force = force};
  lcm_status status = LCM_OK;
  for (size_t i = 0; i < program->n_premises; i++)
    LCM_LIST_ADD(lcm_ctx_arena(ctx), &e.premises, program->premises[i]);
  for (size_t i = 0; i < edits->n_steps && !status; i++) {
    e.step = &edits->steps[i];
    status = make_step(&e);
  }
  if (status)
    return status;
  lcm_program *copy = LCM_NEW(lcm_ctx_arena(ctx), lcm_program);
  *copy = *e.program;
  copy->premises = e.premises.at;
  copy->n_premises = e.premises.n;
  *out = copy;
  return LCM_OK;
}
