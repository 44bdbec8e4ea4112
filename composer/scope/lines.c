/* Finds once for each fragment which lines the members of its team write at the
 * same time: by how far apart they write, through functions that are called
 * with pointers or numbers of theirs. */
#include "composer/scope/lines.h"

#include <math.h>

#include "base/list.h"
#include "composer/rules/rules.h"
#include "composer/scope/nodes.h"

/* Calls inside calls that are looked into; so many writes in a row are done
 * before another member has the line. */
enum { MAX_CALLS = 4, BURST = 32 };

/* What a name stands for: a number or, of a pointer, bytes behind the begin of
 * what is called "datum". */
struct meaning {
  const char *name;
  const lcm_expr *value;
  const char *datum;
};

/* A loop that the team divides: chunks of so many iterations (NULL: one block
 * each, or chunks that begin like that) of "count". */
struct divided {
  const char *index;
  const lcm_expr *step;
  const lcm_expr *chunk;
  const lcm_expr *count;
};

/* What one of several sections or threads writes at a known place. */
struct written {
  const lcm_node *node;
  const struct lcm_slow *slow;
  const char *datum;
  double at;
  size_t party; /* the number of the section or thread, from 1 */
};

/* The walk over a program. */
struct search {
  struct lcm_facts_table *table;
  const lcm_machine *machine;
  LCM_LIST(struct meaning) meanings;
  LCM_LIST(struct divided) loops;
  const lcm_function *function;
  bool team; /* around */
  LCM_LIST(struct written) written;
  size_t party;     /* that is being walked; 0: none */
  size_t n_parties; /* so far */
  size_t held;      /* locks */
  unsigned depth;
};

/* Return "e" with what its names stand for. */
static const lcm_expr *meant(const struct search *s, const lcm_expr *e) {
  for (size_t i = s->meanings.n; e && i-- > 0;) {
    const struct meaning *is = &s->meanings.at[i];
    const struct lcm_subst subst = {is->name, is->value};
    if (is->datum || !lcm_expr_has(e, is->name))
      continue;
    e = is->value ? lcm_expr_subst(s->table->ctx, e, &subst, 1) : NULL;
  }
  return e;
}

/* Return by how much "e" grows where "name" grows by "step"; NULL where that
 * differs. */
static const lcm_expr *growth(lcm_ctx *ctx, const lcm_expr *e, const char *name,
                              const lcm_expr *step) {
  const lcm_expr *next =
      lcm_expr_add(ctx, lcm_expr_symbol(ctx, name, LCM_DIM_NONE), step);
  const struct lcm_subst subst = {name, next};
  const lcm_expr *by = lcm_expr_sub(ctx, lcm_expr_subst(ctx, e, &subst, 1), e);
  by = by ? lcm_expr_expand(ctx, by) : NULL;
  return by && !lcm_expr_has(by, name) ? by : NULL;
}

/* Return the number "e" without its sign; NULL where it is none, or 0. */
static const lcm_expr *distance(lcm_ctx *ctx, const lcm_expr *e) {
  double number = 0;
  return e && lcm_expr_is_number(e, &number) && number != 0
             ? lcm_expr_real(ctx, fabs(number))
             : NULL;
}

/* Return whether "e" speaks of nothing but "name". */
static bool has_only(lcm_ctx *ctx, const lcm_expr *e, const char *name) {
  const char *const *names = NULL;
  return lcm_expr_names(&names, ctx, e) == 1 && names[0] == name;
}

/* Return how far apart members write at "at"; NULL where they all write one
 * place, or nobody knows.  What of a chunk is written a few times in a row
 * moves once: "*count" becomes 1. */
static const lcm_expr *apart_at(const lcm_expr **count, const struct search *s,
                                const lcm_expr *at) {
  lcm_ctx *ctx = s->table->ctx;
  const char *thread = lcm_intern(ctx, "thread");
  const lcm_expr *one = lcm_expr_int(ctx, 1);
  if (lcm_expr_has(at, thread))
    return distance(ctx, growth(ctx, at, thread, one));
  for (size_t i = s->loops.n; i-- > 0;) {
    const struct divided *loop = &s->loops.at[i];
    if (!lcm_expr_has(at, loop->index))
      continue;
    const lcm_expr *each =
        distance(ctx, growth(ctx, at, loop->index, loop->step));
    const lcm_expr *both[] = {
        one, lcm_expr_div(
                 ctx, loop->count,
                 lcm_expr_symbol(ctx, lcm_intern(ctx, "team"), LCM_DIM_NONE))};
    const lcm_expr *run =
        loop->chunk ? loop->chunk : lcm_expr_nary(ctx, LCM_X_MAX, both, 2);
    if (loop->chunk && has_only(ctx, at, loop->index))
      *count = lcm_expr_if(
          ctx, lcm_expr_binary(ctx, LCM_X_LE, *count, lcm_expr_int(ctx, BURST)),
          one, *count);
    return each ? lcm_expr_mul(ctx, each, run) : NULL;
  }
  return NULL;
}

/* Return the number of the parameter of the function that is called through
 * which "node" writes the variable "key"; SIZE_MAX for none. */
static size_t param_of(const struct search *s, const lcm_node *node,
                       const char *key) {
  for (size_t i = 0; s->depth && i < node->n_writes; i++) {
    const size_t param = node->writes[i].key == key
                             ? lcm_function_param(s->function, &node->writes[i])
                             : SIZE_MAX;
    if (param < s->function->n_params)
      return param;
  }
  return SIZE_MAX;
}

/* Return the place that "slow" of "node" writes, behind the begin of what is
 * called "*datum"; NULL where nobody knows. */
static const lcm_expr *place_of(const char **datum, const struct search *s,
                                const lcm_node *node,
                                const struct lcm_slow *slow) {
  const lcm_expr *at = meant(s, slow->stride);
  const size_t param = param_of(s, node, slow->datum);
  *datum = slow->datum;
  for (size_t i = s->meanings.n; at && param < SIZE_MAX && i-- > 0;)
    if (s->meanings.at[i].name == s->function->params[param]) {
      *datum = s->meanings.at[i].datum;
      return *datum ? lcm_expr_add(s->table->ctx, at, s->meanings.at[i].value)
                    : NULL;
    }
  return at;
}

/* Note what the fragment "node" of a section or thread writes. */
static void note_written(struct search *s, const lcm_node *node) {
  for (size_t i = 0; i < node->n_slow; i++) {
    struct written one = {node, &node->slow[i], NULL, 0, s->party};
    if (one.slow->kind != LCM_SLOW_SHARED)
      continue;
    const lcm_expr *at = place_of(&one.datum, s, node, one.slow);
    if (at && one.datum && lcm_expr_is_number(at, &one.at))
      LCM_LIST_ADD(lcm_ctx_arena(s->table->ctx), &s->written, one);
  }
}

/* Return how many other parties, whose writes begin at number "from", write
 * beside "one", on the same line; the bytes to the nearest are "*apart". */
static size_t count_beside(double *apart, const struct search *s, size_t from,
                           const struct written *one) {
  size_t n = 0;
  size_t last = 0;
  *apart = s->machine->line;
  for (size_t i = from; i < s->written.n; i++) {
    const struct written *other = &s->written.at[i];
    const double far = fabs(other->at - one->at);
    if (other->party == one->party || other->datum != one->datum || far < 1 ||
        far >= s->machine->line)
      continue;
    *apart = fmin(*apart, far);
    n += other->party != last;
    last = other->party;
  }
  return n;
}

/* Remember the lines that different parties write, whose writes begin at number
 * "from". */
static void match_written(struct search *s, size_t from) {
  lcm_ctx *ctx = s->table->ctx;
  for (size_t i = from; i < s->written.n; i++) {
    const struct written *one = &s->written.at[i];
    struct lcm_facts *facts = lcm_facts_of(s->table, one->node);
    double apart = 0;
    const size_t beside = count_beside(&apart, s, from, one);
    if (!beside || facts->n_lines)
      continue;
    struct lcm_shared_line *line =
        LCM_NEW(lcm_ctx_arena(ctx), struct lcm_shared_line);
    *line = (struct lcm_shared_line){one->datum, lcm_expr_real(ctx, apart),
                                     one->slow->count,
                                     lcm_expr_int(ctx, (long long)beside + 1)};
    facts->lines = line;
    facts->n_lines = 1;
  }
}

/* Remember the lines that the fragment "node" writes, where nobody has. */
static void look(struct search *s, const lcm_node *node) {
  struct lcm_facts *facts = lcm_facts_of(s->table, node);
  LCM_LIST(struct lcm_shared_line) lines = {0};
  for (size_t i = 0; i < node->n_slow && !facts->n_lines; i++) {
    const struct lcm_slow *slow = &node->slow[i];
    struct lcm_shared_line line = {.count = slow->count};
    if (slow->kind != LCM_SLOW_SHARED)
      continue;
    const lcm_expr *at = place_of(&line.datum, s, node, slow);
    line.apart = at ? apart_at(&line.count, s, at) : NULL;
    if (line.apart)
      LCM_LIST_ADD(lcm_ctx_arena(s->table->ctx), &lines, line);
  }
  if (!lines.n)
    return;
  facts->lines = lines.at;
  facts->n_lines = lines.n;
}

static void walk(struct search *s, const lcm_node *node);

/* Walk the children of "node". */
static void walk_below(struct search *s, const lcm_node *node) {
  for (size_t i = 0; i < node->n_children; i++)
    walk(s, node->children[i]);
}

/* Let "name" stand for "value" from here on. */
static void mean(struct search *s, const char *name, const lcm_expr *value,
                 const char *datum) {
  const struct meaning is = {name, value, datum};
  LCM_LIST_ADD(lcm_ctx_arena(s->table->ctx), &s->meanings, is);
}

/* Return the bytes behind the begin of the array that the pointer to "place"
 * points to; NULL where nobody knows. */
static const lcm_expr *pointed(struct search *s, const lcm_section *place) {
  const bool one = place->datum && place->n_extents == 1 &&
                   place->extents[0].lower && !place->extents[0].length &&
                   place->element;
  const lcm_expr *lower = one ? meant(s, place->extents[0].lower) : NULL;
  return lower ? lcm_expr_mul(s->table->ctx, lower, place->element) : NULL;
}

/* Walk the children of "node", which different threads execute at the same time
 * where they are sections of a team or threads. */
static void walk_parties(struct search *s, const lcm_node *node) {
  const bool sections = node->u.parallel.worksharing;
  const bool team = s->team;
  const size_t outer = s->party;
  s->team = team && !sections;
  const size_t from = s->written.n;
  if (node->n_children < 2 || s->team || (sections && !team)) {
    walk_below(s, node);
    return;
  }
  for (size_t i = 0; i < node->n_children; i++) {
    s->party = ++s->n_parties;
    s->held = 0;
    walk(s, node->children[i]);
  }
  s->party = outer;
  s->held = 0;
  match_written(s, from);
  for (size_t i = from; i < s->written.n; i++)
    s->written.at[i].party = outer;
  s->written.n = outer ? s->written.n : 0;
}

/* Walk what the call "node" executes. */
static void walk_call(struct search *s, const lcm_node *node) {
  const lcm_function *callee =
      lcm_program_function(s->table->program, node->u.call.callee);
  const lcm_function *caller = s->function;
  const size_t known = s->meanings.n;
  if ((!s->team && !s->party) || !callee || !callee->body ||
      s->depth >= MAX_CALLS)
    return;
  for (size_t i = 0; i < callee->n_params && i < node->u.call.n_args; i++) {
    const lcm_section *place =
        node->u.call.places ? &node->u.call.places[i] : NULL;
    const lcm_expr *at = place ? pointed(s, place) : NULL;
    mean(s, callee->params[i], at ? at : meant(s, lcm_call_argument(node, i)),
         at ? place->key : NULL);
  }
  s->function = callee;
  s->depth++;
  walk(s, callee->body);
  s->depth--;
  s->function = caller;
  s->meanings.n = known;
}

/* Walk the loop "node", which the team divides. */
static void walk_divided(struct search *s, const lcm_node *node) {
  lcm_ctx *ctx = s->table->ctx;
  const struct lcm_assignment by = lcm_loop_assignment(s->machine, node);
  const lcm_iteration *range =
      node->u.loop.n_ranges == 1 ? node->u.loop.ranges : NULL;
  const bool chunks =
      by.way == LCM_ASSIGN_ROUNDS || by.way == LCM_ASSIGN_CHUNKS;
  const size_t known = s->loops.n;
  if (range && s->team && node->u.loop.worksharing) {
    const lcm_expr *one = lcm_expr_int(ctx, 1);
    const lcm_expr *step = range->step ? range->step : one;
    const lcm_expr *chunk = by.chunk ? meant(s, by.chunk) : one;
    const lcm_expr *span = lcm_expr_sub(ctx, range->to, range->from);
    const struct divided loop = {
        range->index, step, chunks ? chunk : NULL,
        meant(s, lcm_expr_add(ctx, lcm_expr_div(ctx, span, step), one))};
    if (loop.count && (!chunks || chunk))
      LCM_LIST_ADD(lcm_ctx_arena(ctx), &s->loops, loop);
  }
  walk_below(s, node);
  s->loops.n = known;
}

/* Walk "node" and what it executes; what is done under a lock or by one is done
 * by nobody else at the same time. */
static void walk(struct search *s, const lcm_node *node) {
  const size_t known = s->meanings.n;
  const size_t loops = s->loops.n;
  const bool team = s->team;
  const size_t party = s->party;
  switch (node->kind) {
  case LCM_NODE_FRAGMENT:
    if (s->team && node->n_slow && !s->held)
      look(s, node);
    else if (s->party && !s->held)
      note_written(s, node);
    return;
  case LCM_NODE_TEAM:
    s->team = node->u.team.kind == LCM_TEAM_THREADS;
    s->loops.n = 0;
    walk_below(s, node);
    break;
  case LCM_NODE_LET:
    mean(s, node->u.let.name, meant(s, node->u.let.value), NULL);
    return;
  case LCM_NODE_CALL:
    walk_call(s, node);
    return;
  case LCM_NODE_PARLOOP:
    walk_divided(s, node);
    break;
  case LCM_NODE_SERIES:
  case LCM_NODE_LOOP:
  case LCM_NODE_WHILE:
  case LCM_NODE_BRANCH:
  case LCM_NODE_TASKGROUP:
  case LCM_NODE_OPAQUE:
    walk_below(s, node);
    break;
  case LCM_NODE_PARALLEL:
    walk_parties(s, node);
    break;
  case LCM_NODE_TASK:
    s->team = false;
    walk_below(s, node);
    break;
  case LCM_NODE_USING:
    s->team = false;
    s->party = 0;
    walk_below(s, node);
    break;
  case LCM_NODE_ACQUIRE:
    s->held++;
    return;
  case LCM_NODE_RELEASE:
    s->held -= s->held > 0;
    return;
  case LCM_NODE_USE:
  case LCM_NODES_OF_CONDITIONS:
  case LCM_NODE_TASKWAIT:
  case LCM_NODE_BARRIER:
  case LCM_NODES_OF_TRAFFIC:
  case LCM_NODE_COUNT:
    return;
  }
  s->meanings.n = known;
  s->loops.n = loops;
  s->team = team;
  s->party = party;
}

const struct lcm_shared_line *lcm_facts_lines(size_t *n,
                                              struct lcm_facts_table *table,
                                              const lcm_machine *machine,
                                              const lcm_node *node) {
  struct search s = {.table = table, .machine = machine};
  for (size_t i = 0; !table->lined && i < table->program->n_functions; i++) {
    s.function = &table->program->functions[i];
    if (s.function->body)
      walk(&s, s.function->body);
  }
  table->lined = true;
  const struct lcm_facts *facts = lcm_facts_of(table, node);
  *n = facts->n_lines;
  return facts->lines;
}

/* Return the symbol "name", a number. */
static const lcm_expr *symbol(lcm_ctx *ctx, const char *name) {
  return lcm_expr_symbol(ctx, lcm_intern(ctx, name), LCM_DIM_NONE);
}

/* Return the seconds that the writes "line" take: so many members of the team
 * as there are processors write, and so many of these one line as fit. */
static const lcm_expr *time_of(lcm_ctx *ctx, const lcm_machine *machine,
                               const struct lcm_cost *cost,
                               const struct lcm_shared_line *line) {
  const lcm_expr *zero = lcm_expr_int(ctx, 0);
  const lcm_expr *bytes = lcm_expr_real(ctx, machine->line);
  const lcm_expr *fit =
      lcm_expr_apply(ctx, LCM_X_CEIL, lcm_expr_div(ctx, bytes, line->apart));
  const lcm_expr *all[] = {line->parties ? line->parties : symbol(ctx, "team"),
                           symbol(ctx, "procs"), fit};
  const struct lcm_subst p = {lcm_intern(ctx, "p"),
                              lcm_expr_nary(ctx, LCM_X_MIN, all, 3)};
  const lcm_expr *each = lcm_expr_subst(ctx, cost->expr, &p, 1);
  const lcm_expr *near = lcm_expr_binary(ctx, LCM_X_LT, line->apart, bytes);
  const lcm_expr *many = lcm_expr_binary(ctx, LCM_X_LT, lcm_expr_int(ctx, 1),
                                         lcm_expr_nary(ctx, LCM_X_MIN, all, 2));
  return lcm_expr_if(
      ctx, many,
      lcm_expr_if(ctx, near, lcm_expr_mul(ctx, line->count, each), zero), zero);
}

const lcm_expr *lcm_shared_time(struct lcm_facts_table *table,
                                const lcm_machine *machine,
                                const lcm_node *node) {
  const struct lcm_cost *cost = lcm_machine_cost(machine, "shared_line");
  const lcm_expr *sum = NULL;
  size_t n = 0;
  const struct lcm_shared_line *lines =
      cost ? lcm_facts_lines(&n, table, machine, node) : NULL;
  for (size_t i = 0; i < n; i++) {
    const lcm_expr *one = time_of(table->ctx, machine, cost, &lines[i]);
    sum = sum && one ? lcm_expr_add(table->ctx, sum, one) : one ? one : sum;
  }
  return sum;
}
