/* Why loops are executed by one processor: which loops that is about, and in
 * which order. */
#include "study/advise/serial.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/link/link.h"
#include "study/advise/advising.h"
#include "study/advise/site.h"

/* The loops that were found. */
struct serial_search {
  struct lcm_advising *a;
  bool known;      /* there are times */
  double least;    /* share of the time that a loop takes at least */
  lcm_map unknown; /* nodes whose time is not known */
  LCM_LIST(struct lcm_serial_loop) loops;
  /* those that are, or could be, divided, or that are left out with all that is
   * in them */
  lcm_map closed;
};

/* Return whether "node" or something below it is divided already. */
static bool is_divided(const lcm_node *node) {
  if (node->kind == LCM_NODE_TEAM || node->kind == LCM_NODE_PARLOOP ||
      node->kind == LCM_NODE_PARALLEL || node->kind == LCM_NODE_TASK)
    return true;
  for (size_t i = 0; i < node->n_children; i++)
    if (is_divided(node->children[i]))
      return true;
  return false;
}

/* Return whether the time of all that is in "node" is known. */
static bool is_known(const struct serial_search *s, const lcm_node *node) {
  size_t number = 0;
  if (lcm_map_get(&s->unknown, node, &number))
    return false;
  for (size_t i = 0; i < node->n_children; i++)
    if (!is_known(s, node->children[i]))
      return false;
  return true;
}

/* Return whether something around "site" is divided, or could be. */
static bool is_inside(const struct serial_search *s,
                      const struct lcm_advised_site *site) {
  size_t number = 0;
  for (size_t i = 0; i < site->n_above; i++) {
    const lcm_node *above = site->above[i];
    if (above->ignored || above->kind == LCM_NODE_PARLOOP ||
        above->kind == LCM_NODE_TASK ||
        (above->kind == LCM_NODE_PARALLEL && above->n_children > 1) ||
        lcm_map_get(&s->closed, above, &number))
      return true;
  }
  return false;
}

/* Return whether "site" is a loop that one processor executes and that
 * matters. */
static bool is_serial(const struct serial_search *s,
                      const struct lcm_advised_site *site) {
  const lcm_node *node = site->node;
  if ((node->kind != LCM_NODE_LOOP && node->kind != LCM_NODE_WHILE) ||
      node->ignored || is_divided(node) || is_inside(s, site))
    return false;
  return !s->known ||
         (site->met && site->who != LCM_BY_SHARE &&
          (lcm_site_part(s->a, site) >= s->least || !is_known(s, node)));
}

/* Look at "site". */
static void look(struct serial_search *s, const struct lcm_advised_site *site) {
  lcm_arena *arena = lcm_ctx_arena(s->a->ctx);
  const struct lcm_edit_spot spot = {site->function, site->node, site->above,
                                     site->n_above};
  struct lcm_serial_loop loop;
  if (!is_serial(s, site))
    return;
  if (!lcm_why_serial(&loop, s->a->ctx, s->a->program, &spot)) {
    lcm_map_put(arena, &s->closed, site->node, 1);
    return;
  }
  if (loop.verdict == LCM_SERIAL_FREE)
    lcm_map_put(arena, &s->closed, site->node, 1);
  loop.time = s->known ? site->time : NAN;
  loop.share = s->known ? lcm_site_part(s->a, site) : NAN;
  loop.partial = s->known && !is_known(s, site->node);
  LCM_LIST_ADD(arena, &s->loops, loop);
}

/* Let the longest loops come first; of equal ones the first stays first. */
static void sort(struct serial_search *s) {
  for (size_t i = 1; s->known && i < s->loops.n; i++)
    for (size_t k = i; k > 0 && s->loops.at[k].share > s->loops.at[k - 1].share;
         k--) {
      const struct lcm_serial_loop other = s->loops.at[k];
      s->loops.at[k] = s->loops.at[k - 1];
      s->loops.at[k - 1] = other;
    }
}

/* Predict the program of "a"; return why that is not possible, NULL where it
 * is. */
static const char *predict(struct lcm_advising *a, const lcm_program *program) {
  const lcm_program *entered = program;
  const bool muted = lcm_ctx_mute(a->ctx, true);
  lcm_status status = LCM_OK;
  if (!program->entry)
    status = lcm_program_enter(&entered, a->ctx, program, NULL);
  a->program = status ? program : entered;
  const bool entry = !status;
  status = lcm_advise_look(a);
  (void)lcm_ctx_mute(a->ctx, muted);
  return !entry                                 ? "the run has no one entry"
         : status                               ? "a value is not given"
         : !a->point || !(a->point->time > 0.0) ? "nothing has a time"
                                                : NULL;
}

void lcm_serial_find(struct lcm_serial *out, lcm_ctx *ctx,
                     const lcm_program *program, const lcm_grid *grid,
                     const struct lcm_predict_options *options, double least) {
  const struct lcm_advise_options advise = {.threshold = least};
  struct lcm_advising a = {.ctx = ctx,
                           .program = program,
                           .grid = grid,
                           .options = &advise,
                           .plain = *options};
  struct serial_search s = {.a = &a, .least = least};
  *out = (struct lcm_serial){.lost = predict(&a, program)};
  s.known = !out->lost;
  for (size_t i = 0; s.known && i < a.looked->n_unknown; i++)
    if (a.looked->unknown[i].node)
      lcm_map_put(lcm_ctx_arena(ctx), &s.unknown, a.looked->unknown[i].node, 1);
  for (size_t i = 0; i < a.sites.n; i++)
    look(&s, &a.sites.at[i]);
  sort(&s);
  out->loops = s.loops.at;
  out->n = s.loops.n;
  out->p = s.known ? a.point->p : NAN;
  out->machine = s.known && options->machine ? options->machine->name : NULL;
}
