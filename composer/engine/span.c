/* Computes the span: how long nodes take with as many processors as there are
 * units. */
#include <math.h>
#include <string.h>

#include "composer/engine/again/alike.h"
#include "composer/engine/again/recall.h"
#include "composer/engine/call.h"
#include "composer/engine/count.h"
#include "composer/engine/env.h"
#include "composer/engine/messages/ranks.h"
#include "composer/engine/price.h"
#include "composer/engine/serial.h"
#include "composer/engine/span.h"
#include "composer/engine/sums.h"
#include "composer/engine/team/task.h"
#include "composer/engine/team/team.h"

static const size_t NONE = (size_t)-1;

/* How long paths through code of a team are.  When every member is at the code
 * at time t and the last of them at e, every member has left it at the later of
 * t + own and e + met, and the last at the later of t + longest and e + rest.
 * Minus infinity stands for "does not matter": without a barrier members do not
 * meet the last. */
struct path {
  double own;
  double longest;
  double met;
  double rest;
};

/* A computation of a span on "w" processors, which are those that models mean.
 */
struct walker {
  struct lcm_run *run;
  double w;
  double member; /* processors of each member of the innermost team */
  bool team;     /* what it is in is executed by all members of that */
  /* categories that models around replace, whatever they are here; NULL:
   * none */
  const bool *hidden;
};

static struct path span_of(struct walker k, const lcm_node *node);

/* Return the path of what all members execute in "span". */
static struct path everyone(double span) {
  return (struct path){span, span, -INFINITY, span};
}

/* Return the path of a barrier. */
static struct path collective(void) { return (struct path){0}; }

/* Return the path of "node", on which members differ, of one of them. */
static struct path of_one(const struct walker *k, double span) {
  return k->team ? (struct path){0, span, -INFINITY, 0} : everyone(span);
}

/* Return the path of "one" executed "times" over, at least once. */
static struct path repeated(struct path one, double times) {
  const double more = one.own * (times - 1);
  return (struct path){one.own + more, one.longest + more, one.met + more,
                       one.rest * times};
}

/* Put "next" behind "*path", "times" over.  Who did the longest part of one
 * need not do that of the other where they did not meet in between. */
static void then(struct path *path, struct path next, double times) {
  const struct path a = *path;
  const struct path b = times > 1 ? repeated(next, times) : next;
  path->own = fmax(a.own + b.own, a.longest + b.met);
  path->longest = fmax(a.own + b.longest, a.longest + b.rest);
  path->met = fmax(a.met + b.own, a.rest + b.met);
  path->rest = fmax(a.met + b.longest, a.rest + b.rest);
}

/* Return the span of the branch "node": of what is taken, or the mean. */
static struct path span_of_branch(struct walker k, const lcm_node *node) {
  bool random = false;
  struct path span = everyone(0);
  struct path mean = {0};
  const size_t taken = lcm_run_taken(k.run, node, &random);
  if (taken != NONE)
    return span_of(k, node->children[taken]);
  for (size_t i = 0; random && i < node->n_children; i++) {
    const double chance = lcm_run_chance(k.run, node, i);
    const struct path one = span_of(k, node->children[i]);
    mean.own += chance * one.own;
    mean.longest += chance * one.longest;
    mean.met = chance > 0 ? fmin(mean.met, one.met) : mean.met;
    mean.rest += chance * fmax(one.rest, 0);
    span = mean;
  }
  return span;
}

/* Return "k" on "w" processors. */
static struct walker on(struct walker k, double w) {
  if (w != k.w)
    lcm_run_bind(k.run, k.run->names->p, w);
  k.w = w;
  return k;
}

/* Return the processors that the child "unit" of "node" gets, at least those of
 * a member: its share where it is parallel itself, see lcm_run_unit_weight. */
static double unit_weight(const struct walker *k, const lcm_node *node,
                          const lcm_node *unit) {
  const struct lcm_assign *with = lcm_node_with_p(unit);
  double weight = k->w / (double)node->n_children;
  if (!lcm_run_traits(k->run, unit)->parallel)
    return k->member;
  if (with && !lcm_run_derived(&weight, k->run, with->value))
    weight = 1;
  return fmax(k->member, weight);
}

/* Return the largest span of the children of "node". */
static double largest(struct walker k, const lcm_node *node) {
  struct lcm_run *run = k.run;
  double span = 0;
  const size_t bound = run->env.n;
  k.team = false;
  for (size_t i = 0; i < node->n_children; i++) {
    const double weight = unit_weight(&k, node, node->children[i]);
    lcm_run_bind(run, run->names->parts, (double)node->n_children);
    const double one = span_of(on(k, weight), node->children[i]).longest;
    span = fmax(span, one);
    run->env.n = bound;
  }
  return span;
}

/* Return the path of the children of "node" one after the other. */
static struct path total(struct walker k, const lcm_node *node) {
  struct path span = everyone(0);
  const size_t bound = k.run->env.n;
  for (size_t i = 0; i < node->n_children; i++) {
    then(&span, span_of(k, node->children[i]), 1);
  }
  k.run->env.n = bound;
  return span;
}

/* Put the path of the loop "node", which one crew walks as "walk" says, into
 * "*sum": of one iteration of each kind; false where there are no kinds. */
static bool span_of_kinds(struct path *sum, struct walker k,
                          const lcm_node *node, const struct lcm_walk *walk) {
  struct lcm_run *run = k.run;
  const struct lcm_arena_mark mark = lcm_arena_mark(lcm_ctx_stack(run->ctx));
  const lcm_alike_list kinds = lcm_run_alike(NULL, run, node, walk);
  const size_t bound = run->env.n;
  for (size_t i = 0; i < kinds.n && !run->status; i++) {
    lcm_run_step(run, walk, kinds.at[i].first);
    then(sum, span_of(k, node->children[0]), kinds.at[i].n);
    run->env.n = bound;
  }
  lcm_arena_release(lcm_ctx_stack(run->ctx), mark);
  return kinds.n > 0;
}

/* Return the path of the loop "node", which is walked as "walk" says: "some" of
 * its iterations stand for the others. */
static struct path span_of_some(struct walker k, const lcm_node *node,
                                const struct lcm_walk *walk, double some) {
  struct lcm_run *run = k.run;
  const double taken = 2 * floor(some / 2);
  const double walked = lcm_run_walk_more(run, taken);
  const size_t bound = run->env.n;
  struct path sum = everyone(0);
  for (double i = 0; i < taken && !run->status; i++) {
    double each = 0;
    lcm_run_step(run, walk, lcm_some_at(&each, walk, some, i));
    then(&sum, span_of(k, node->children[0]), each);
    run->env.n = bound;
  }
  run->notes.walked = walked;
  return sum;
}

/* Return the path of the loop "node": all iterations of a sequential one. */
static struct path span_of_loop(struct walker k, const lcm_node *node) {
  struct lcm_run *run = k.run;
  const struct lcm_walk walk = lcm_run_walk(run, node);
  const size_t bound = run->env.n;
  struct path sum = everyone(0);
  const struct lcm_sums *sums = walk.steps >= LCM_MIN_SUMMED && !k.hidden
                                    ? lcm_run_sums(run, node, k.w, walk.count)
                                    : NULL;
  if (sums)
    return everyone(
        lcm_sums_time(run, sums, k.w, (const double[]){0, walk.count - 1}));
  if (!k.team && span_of_kinds(&sum, k, node, &walk))
    return sum;
  const double some = k.team ? 0 : lcm_run_some(run, node, &walk);
  if (some > 0)
    return span_of_some(k, node, &walk, some);
  for (double i = 0; i < walk.steps && node->n_children && !run->status; i++) {
    lcm_run_step(run, &walk, i);
    then(&sum, span_of(k, node->children[0]), walk.each);
    run->env.n = bound;
  }
  return sum;
}

/* Return what the longest iteration of "walk" of the parallel loop "node" takes
 * by a closed form; NaN where there is none. */
static double closed_longest(const struct walker *k, const lcm_node *node,
                             const struct lcm_walk *walk) {
  const struct lcm_sums *sums =
      walk->steps >= LCM_MIN_SUMMED && !k->hidden
          ? lcm_run_sums(k->run, node, k->w, walk->count)
          : NULL;
  return sums ? lcm_sums_longest(k->run, sums, k->w,
                                 (const double[]){0, walk->count - 1})
              : NAN;
}

/* Return the span of the parallel loop "node": its longest iteration. */
static double longest_iteration(struct walker k, const lcm_node *node) {
  struct lcm_run *run = k.run;
  const struct lcm_walk walk = lcm_run_walk(run, node);
  double longest = 0;
  const size_t before = run->env.n;
  k.team = false;
  k = on(k, k.member);
  const size_t bound = run->env.n;
  const double closed = closed_longest(&k, node, &walk);
  if (!isnan(closed)) {
    run->env.n = before;
    return closed;
  }
  const struct lcm_arena_mark mark = lcm_arena_mark(lcm_ctx_stack(run->ctx));
  const lcm_alike_list kinds = lcm_run_alike(NULL, run, node, &walk);
  const double n = kinds.n ? (double)kinds.n : walk.steps;
  for (double i = 0; i < n && node->n_children && !run->status; i++) {
    lcm_run_step(run, &walk, kinds.n ? kinds.at[(size_t)i].first : i);
    longest = fmax(longest, span_of(k, node->children[0]).longest);
    run->env.n = bound;
  }
  lcm_arena_release(lcm_ctx_stack(run->ctx), mark);
  run->env.n = before;
  return longest;
}

/* Return the time of "out", of all that a model says, without the categories
 * that "k" hides; that of a crew is the sum of all categories over "k.w", other
 * processors idle beside serial code. */
static double visible_time(struct walker k, const struct lcm_outcome *out) {
  double sum = 0;
  double hidden = 0;
  for (size_t c = 0; c < LCM_MAX_CATS; c++) {
    sum += c == LCM_CAT_IP ? 0 : out->cats[c];
    hidden += k.hidden && k.hidden[c] && c != LCM_CAT_IP ? out->cats[c] : 0;
  }
  const bool serial = fabs(sum - out->time) <= 1e-9 * fabs(out->time);
  return out->time - hidden / (serial ? 1 : k.w);
}

/* Return the span of "node" by its models (of a parallel loop: of one
 * iteration), negative where they do not cover it.  Of what a team executes
 * together, and of which they say the computation alone, it is at least the
 * share of a processor.  Where they say for how long members idle, the longest
 * part no longer matters: "*even" is set.  "covered" is what they cover. */
static double span_of_model(struct walker k, const lcm_node *node, bool *even,
                            bool covered[LCM_MAX_CATS]) {
  struct lcm_outcome out;
  struct lcm_run *run = k.run;
  const bool loop = node->kind == LCM_NODE_PARLOOP;
  const double count = loop ? lcm_run_count(run, node) : 1;
  const bool shared = k.team && lcm_run_traits(run, node)->shared;
  const bool crew = loop || shared || node->kind == LCM_NODE_TEAM;
  const bool all = lcm_run_models(&out, covered, run, node, k.w, crew);
  *even = !all && crew && covered[LCM_CAT_LI];
  if (loop && (all || covered[LCM_CAT_PC]))
    return count > 0
               ? (out.cats[LCM_CAT_PC] + out.cats[LCM_CAT_UNSPLIT] / k.w) /
                     (*even ? fmax(count, k.w) : count)
               : 0;
  if (!all && shared && covered[LCM_CAT_PC])
    return out.cats[LCM_CAT_PC] / k.w;
  return all ? visible_time(k, &out) : -1;
}

/* Let "hidden" be what "k" hides, and what "covered" says. */
static void hide(bool hidden[LCM_MAX_CATS], const struct walker *k,
                 const bool covered[LCM_MAX_CATS]) {
  for (size_t c = 0; c < LCM_MAX_CATS; c++)
    hidden[c] = covered[c] || (k->hidden && k->hidden[c]);
}

/* Return the span of the team "node". */
static double span_of_team(struct walker k, const lcm_node *node) {
  struct lcm_run *run = k.run;
  const struct lcm_run saved = *run;
  const bool nests =
      node->n_children && lcm_run_traits(run, node->children[0])->parallel;
  double size = 0;
  if (!node->u.team.size || !lcm_run_derived(&size, run, node->u.team.size))
    size = floor(k.w + 1e-9);
  size = fmax(1, size);
  k.member = nests ? fmax(1, k.w / size) : 1;
  k = on(k, size * k.member);
  lcm_run_bind(run, run->names->team, size);
  lcm_run_bind(run, run->names->thread, 0);
  memset(&run->member_values, 0, sizeof run->member_values);
  k.team = true;
  const struct path span = total(k, node);
  run->member_values = saved.member_values;
  run->env.n = saved.env.n;
  return span.longest;
}

/* Bind the name of the LET "node". */
static void let(struct walker k, const lcm_node *node) {
  if (k.team && lcm_run_by_member(k.run, node->u.let.value))
    lcm_run_add_member_value(k.run, NULL, node->u.let.name, node->u.let.value);
  (void)lcm_run_let(k.run, &node->u.let);
}

/* Return the path that "numbers" say. */
static struct path path_from(const double numbers[4]) {
  return (struct path){numbers[0], numbers[1], numbers[2], numbers[3]};
}

/* Return the path of the call "node". */
static struct path span_of_call(struct walker k, const lcm_node *node) {
  struct lcm_run saved;
  struct path span = everyone(0);
  const lcm_node *body = NULL;
  if (!lcm_run_enter(k.run, node, &saved, &body))
    return span;
  struct lcm_recall_call call = {
      .node = node, .body = body, .w = k.w, .span = true};
  const struct lcm_recalled *known =
      k.team || k.hidden ? NULL : lcm_recall(k.run, &call);
  if (known) {
    span = path_from(known->paths);
  } else {
    span = span_of(k, body);
    lcm_remember(k.run, &call,
                 &(struct lcm_recalled){
                     .paths = {span.own, span.longest, span.met, span.rest}});
  }
  lcm_run_leave(k.run, &saved);
  return span;
}

/* Return the path of what "node" is. */
static struct path by_kind(struct walker k, const lcm_node *node) {
  switch (node->kind) {
  case LCM_NODE_LOOP:
  case LCM_NODE_WHILE:
    return span_of_loop(k, node);
  case LCM_NODE_PARLOOP:
    return of_one(&k, longest_iteration(k, node));
  case LCM_NODE_BRANCH:
    return span_of_branch(k, node);
  case LCM_NODE_PARALLEL:
    return of_one(&k, largest(k, node));
  case LCM_NODE_CALL:
    return span_of_call(k, node);
  case LCM_NODE_BARRIER:
    return k.team ? collective() : everyone(0);
  case LCM_NODE_FRAGMENT:
    return everyone(lcm_run_static(k.run, node).cost);
  case LCM_NODE_USE:
    return everyone(lcm_run_cost(k.run, node->u.resource.time, node->loc));
  case LCM_NODE_TEAM:
    return everyone(node->u.team.kind == LCM_TEAM_RANKS
                        ? lcm_run_ranks(k.run, node, k.w).time
                        : span_of_team(k, node));
  case LCM_NODE_SERIES:
  case LCM_NODE_LET:
  case LCM_NODE_USING:
  case LCM_NODES_OF_POSSESSION:
  case LCM_NODES_OF_CONDITIONS:
  case LCM_NODES_OF_TASKS:
  case LCM_NODES_OF_TRAFFIC:
  case LCM_NODE_OPAQUE:
  case LCM_NODE_COUNT:
    break;
  }
  return total(k, node);
}

/* Return the path of "node" on "k.w" processors; of what members do apart, that
 * of one. */
static struct path of_node(struct walker k, const lcm_node *node) {
  struct lcm_run *run = k.run;
  const struct lcm_traits *traits = lcm_run_traits(run, node);
  const bool branch = node->kind == LCM_NODE_BRANCH;
  const bool apart = node->kind == LCM_NODE_PARLOOP ||
                     ((!traits->shared || branch) &&
                      (traits->thread || (k.team && run->member_values.n)));
  bool even = false;
  bool covered[LCM_MAX_CATS] = {false};
  bool hidden[LCM_MAX_CATS];
  double span = node->n_models ? span_of_model(k, node, &even, covered) : -1;
  if (span >= 0)
    return apart ? of_one(&k, span) : everyone(span);
  if ((traits->tasks && node->kind != LCM_NODE_TEAM && !traits->parallel) ||
      lcm_run_is_recursion(run, node)) {
    (void)lcm_run_tasks(run, node, 1, &span);
    return of_one(&k, span);
  }
  hide(hidden, &k, covered);
  if (node->n_models)
    k.hidden = hidden;
  const struct path path = by_kind(k, node);
  if (even)
    return apart ? of_one(&k, path.longest / k.w)
                 : everyone(path.longest / k.w);
  return apart ? of_one(&k, path.longest) : path;
}

/* As of_node; what shares nothing is executed by each member on its own
 * processors. */
static struct path span_of(struct walker k, const lcm_node *node) {
  struct lcm_run *run = k.run;
  if (run->status || node->ignored)
    return everyone(0);
  if (node->kind == LCM_NODE_LET) {
    let(k, node);
    return everyone(0);
  }
  const size_t bound = run->env.n;
  const bool alone = k.team && !lcm_run_traits(run, node)->shared;
  const struct path path = of_node(alone ? on(k, k.member) : k, node);
  run->env.n = bound;
  return path;
}

double lcm_run_span(struct lcm_run *run, const lcm_node *node, double w) {
  const size_t bound = run->env.n;
  lcm_run_bind(run, run->names->p, w);
  const struct walker k = {.run = run, .w = w, .member = 1};
  const double span = span_of(k, node).longest;
  run->env.n = bound;
  return span;
}
