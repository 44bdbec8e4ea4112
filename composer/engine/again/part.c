/* Executes parts once for all executions with the same values. */
#include "composer/engine/again/part.h"

#include <string.h>

#include "composer/engine/again/reads.h"
#include "composer/engine/again/recall.h"
#include "composer/engine/env.h"
#include "composer/engine/memory.h"
#include "composer/engine/record/record.h"
#include "composer/engine/serial.h"

/* Places of the table; of a part, so many executions are kept, the last ones.
 * After ENOUGH executions it is known whether that is of use. */
enum { PLACES = 64, MOST_KEPT = 4, ENOUGH = 64 };

/* An execution of a part, and what it came to. */
struct version {
  double w;
  double movers; /* processors that move bytes meanwhile */
  double scale;
  double spread;
  double walked;
  size_t taken_back; /* as in the notes: of which records these are */
  size_t parent;     /* the open record */
  const char *path;
  const void *noted; /* where it was noted what is not known */
  bool nodes;        /* records are wanted */
  bool limits;       /* and what sets the time */
  bool pooled;
  bool in_team;
  bool unlimited; /* the mode of the run */
  bool least;
  lcm_binding *env; /* values of names, "n_env" of them */
  size_t n_env;
  struct lcm_outcome outcome;
  struct lcm_journal journal; /* what is noted */
};

/* The part "node". */
struct part {
  const lcm_node *node;
  bool fit; /* nothing in it happens at the same time as anything else */
  size_t asked;
  size_t known; /* so many of these were */
  struct version kept[MOST_KEPT];
  size_t n; /* so many were kept: the last of them are still there */
  struct part *before;
};

struct lcm_executed {
  struct part *places[PLACES];
};

/* Return whether a movement of data is paid in "node", or may be in what it
 * calls. */
static bool is_read(struct lcm_run *run, const lcm_node *node) {
  bool read = lcm_run_facts(run, node)->read || node->kind == LCM_NODE_CALL;
  for (size_t i = 0; i < node->n_children && !read; i++)
    read = is_read(run, node->children[i]);
  return read;
}

/* Return whether "node" comes to the same whenever the names have the same
 * values. */
static bool is_fit(struct lcm_run *run, const lcm_node *node) {
  const struct lcm_traits *t = lcm_run_traits(run, node);
  return !t->parallel && !t->teams && lcm_run_is_plain(run, node) &&
         !(run->data && run->data->n_movements && is_read(run, node));
}

/* Return what is kept of "node". */
static struct part *look_up(struct lcm_run *run, const lcm_node *node) {
  lcm_arena *arena = lcm_ctx_arena(run->ctx);
  if (!run->executed)
    run->executed = LCM_NEW(arena, struct lcm_executed);
  struct part **place = &run->executed->places[node->id % PLACES];
  struct part *found = *place;
  while (found && found->node != node)
    found = found->before;
  if (found)
    return found;
  found = LCM_NEW(arena, struct part);
  found->node = node;
  found->fit = is_fit(run, node);
  found->before = *place;
  *place = found;
  return found;
}

/* Return whether nobody asks for what is noted of each time in another way than
 * by records. */
static bool is_quiet(const struct lcm_run *run) {
  const struct lcm_run_notes *notes = &run->notes;
  return !run->bandwidth.pieces && !run->mode.trial && !run->member_values.n &&
         !notes->visits && !notes->counting && !notes->scoring &&
         !notes->slopes && !run->messages.traffic && !run->messages.log;
}

/* Return an execution as "run" is now. */
static struct version present(const struct lcm_run *run, double w) {
  const struct lcm_run_notes *notes = &run->notes;
  return (struct version){.w = w,
                          .movers = lcm_run_movers(run, w, false),
                          .scale = notes->scale,
                          .spread = notes->spread,
                          .walked = notes->walked,
                          .taken_back = notes->taken_back,
                          .parent = notes->parent,
                          .path = run->path,
                          .noted = notes->noted,
                          .nodes = run->options->nodes,
                          .limits = run->options->limits,
                          .pooled = notes->pooled,
                          .in_team = run->team != NULL,
                          .unlimited = run->mode.unlimited,
                          .least = run->mode.least};
}

/* Return whether "v", of "part", is as "now". */
static bool is_same(struct lcm_run *run, struct part *part,
                    const struct version *v, const struct version *now) {
  return v->w == now->w && v->movers == now->movers && v->scale == now->scale &&
         v->spread == now->spread && v->walked == now->walked &&
         v->taken_back == now->taken_back && v->parent == now->parent &&
         v->path == now->path && v->noted == now->noted &&
         v->nodes == now->nodes && v->limits == now->limits &&
         v->pooled == now->pooled && v->in_team == now->in_team &&
         v->unlimited == now->unlimited && v->least == now->least &&
         lcm_reads_same(run, part->node, v->env, v->n_env);
}

/* Return the execution of "part" that is as "now"; NULL: none is kept. */
static const struct version *find(struct lcm_run *run, struct part *part,
                                  const struct version *now) {
  const size_t n = part->n < MOST_KEPT ? part->n : MOST_KEPT;
  for (size_t i = 0; i < n; i++)
    if (is_same(run, part, &part->kept[i], now))
      return &part->kept[i];
  return NULL;
}

/* Execute "part" as "now" says and keep what it comes to. */
static struct lcm_outcome execute(struct lcm_run *run, struct part *part,
                                  struct version *now) {
  lcm_arena *arena = lcm_ctx_arena(run->ctx);
  struct lcm_journal *const journal = run->notes.journal;
  struct version *v = &part->kept[part->n % MOST_KEPT];
  now->journal.arena = arena;
  now->n_env = run->env.n - run->globals;
  now->env = LCM_NEW_ARRAY(arena, lcm_binding, now->n_env + 1);
  if (now->n_env)
    memcpy(now->env, run->env.at + run->globals, now->n_env * sizeof *now->env);
  run->notes.journal = &now->journal;
  now->outcome = lcm_run_serial(run, part->node, now->w);
  run->notes.journal = journal;
  lcm_run_note_journal(run, &now->journal);
  if (run->status || now->outcome.score)
    return now->outcome;
  *v = *now;
  part->n++;
  return now->outcome;
}

/* Return whether it is of no use to keep executions of "part": almost all are
 * different. */
static bool is_vain(const struct part *part) {
  return part->asked >= ENOUGH && part->known < part->asked / 8;
}

struct lcm_outcome lcm_run_part(struct lcm_run *run, const lcm_node *node,
                                double w) {
  struct part *part = is_quiet(run) ? look_up(run, node) : NULL;
  if (!part || !part->fit || is_vain(part) || lcm_records_are_full(run))
    return lcm_run_serial(run, node, w);
  struct version now = present(run, w);
  const struct version *known = find(run, part, &now);
  part->asked++;
  if (!known)
    return execute(run, part, &now);
  part->known++;
  if (lcm_ctx_work(run->ctx, 1))
    run->status = LCM_ESTOPPED;
  lcm_run_note_journal(run, &known->journal);
  return known->outcome;
}
