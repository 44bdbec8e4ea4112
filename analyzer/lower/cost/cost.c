/* Operations and bytes of fragments, from the source. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analyzer/lower/access/effect.h"
#include "analyzer/lower/access/granted.h"
#include "analyzer/lower/control/external.h"
#include "analyzer/lower/control/header.h"
#include "analyzer/lower/control/leave.h"
#include "analyzer/lower/control/node.h"
#include "analyzer/lower/cost/chain.h"
#include "analyzer/lower/cost/code.h"
#include "analyzer/lower/cost/cost.h"
#include "analyzer/lower/cost/external_cost.h"
#include "analyzer/lower/cost/weigh.h"
#include "analyzer/lower/mpi/mpi_call.h"
#include "analyzer/lower/values/local.h"
#include "base/find.h"

/* A count under way. */
struct counting {
  struct lcm_lowering *l;
  /* of operations on whole numbers, not of floating-point operations */
  bool whole;
  bool moved;  /* of bytes that functions from elsewhere move */
  bool weighs; /* of all operations by the weights of the options */
  bool inside; /* a subscript is */
  bool moves;  /* some do */
  /* of cycles of loops whose code is known; or of the operations outside */
  bool cycles;
  bool outside;
  /* inside such a loop: what it does itself is in its cycles, and what it calls
   * is, too */
  bool covered;
  bool calls_covered;
  const lcm_ast *site; /* of how often this is executed, or NULL */
  unsigned loops;      /* met so far */
  /* library functions whose cost is not known, "f(), g" of several, or NULL */
  const char *calls;
  size_t n_calls;
  /* the reason of the last, and all reasons, each behind the name of its
   * function; or NULL */
  const char *why;
  const char *whys;
  bool shares;  /* threads share what one of them keeps */
  bool granted; /* memory is taken to be granted */
  /* variables that are the probabilities of conditions of which nobody knows */
  LCM_LIST(const char *) guessed;
};

static const lcm_expr *count(struct counting *c, const lcm_ast *ast);

/* Return "e", a count of what comes behind the statement "ast", in terms of
 * what variables hold before that. */
static const lcm_expr *before(struct counting *c, const lcm_expr *e,
                              const lcm_ast *ast) {
  double number = 0;
  const struct lcm_subst *held = NULL;
  if (!e || lcm_expr_is_number(e, &number) ||
      !(ast->holds & (LCM_AST_HOLDS_CHANGE | LCM_AST_HOLDS_VARIABLE)) ||
      !lcm_leave_changes(c->l, ast, e))
    return e;
  const size_t n = lcm_leave_held(&held, c->l, ast);
  struct lcm_subst *known =
      LCM_NEW_ARRAY(lcm_ctx_arena(c->l->ctx), struct lcm_subst, n + 1);
  size_t n_known = 0;
  for (size_t i = 0; i < n; i++)
    if (held[i].by)
      known[n_known++] = held[i];
  return n_known ? lcm_expr_subst(c->l->ctx, e, known, n_known) : e;
}

/* Return the count of the statements from "ast" to "last" (NULL: to the end),
 * one after the other. */
static const lcm_expr *count_from(struct counting *c, const lcm_ast *ast,
                                  const lcm_ast *last) {
  if (!ast)
    return lcm_expr_int(c->l->ctx, 0);
  const lcm_expr *own = count(c, ast);
  const lcm_expr *rest = ast == last ? NULL : count_from(c, ast->next, last);
  return rest ? lcm_expr_add(c->l->ctx, own, before(c, rest, ast)) : own;
}

/* Return the operations of "ast" itself, of the kind that "c" counts: `x++` is
 * one on whole numbers, but what a header of a loop does. */
static unsigned own_count(const struct counting *c, const lcm_ast *ast) {
  if (!c->whole)
    return ast->flops;
  const lcm_ast *above = ast->parent;
  const bool header =
      above && above->kind == LCM_AST_FOR && lcm_loop_body(above) != ast;
  return ast->kind == LCM_AST_UPDATE && !ast->ops && !header ? 1 : ast->ops;
}

/* Return the sum of the counts of the children of "ast". */
static const lcm_expr *count_children(struct counting *c, const lcm_ast *ast) {
  const bool place = c->whole && ast->kind == LCM_AST_SUBSCRIPT;
  const bool inside = c->inside;
  const unsigned own = own_count(c, ast);
  const bool none = c->moved || c->cycles || c->covered || c->site;
  const lcm_expr *sum =
      c->weighs && !none
          ? lcm_weigh_expr(c->l->ctx, lcm_weigh(c->l, ast, inside))
          : lcm_expr_int(c->l->ctx, none ? 0 : own);
  c->inside = inside || ast->kind == LCM_AST_SUBSCRIPT;
  for (const lcm_ast *child = place ? NULL : ast->first; child;
       child = child->next)
    sum = lcm_expr_add(c->l->ctx, sum, count(c, child));
  c->inside = inside;
  return sum;
}

/* Return whether the function "name" belongs to the threads of POSIX or C11:
 * what it costs is taken for nothing. */
static bool is_of_threads(const char *name) {
  const char *model = lcm_call_model(name);
  return !strncmp(name, "sem_", 4) || (model && strcmp(model, "mpi") != 0);
}

/* Return "list" with "more" behind it, "between" both, unless it is there or is
 * NULL. */
static const char *added(struct counting *c, const char *list,
                         const char *between, const char *more) {
  if (!list || !more)
    return list ? list : more;
  const char *at = strstr(list, more);
  return at && (at == list || at[-1] == ' ')
             ? list
             : lcm_arena_printf(lcm_ctx_arena(c->l->ctx), "%s%s%s", list,
                                between, more);
}

/* Note that nobody knows what the call of the function "name" costs, for the
 * reason "why" (or NULL). */
static void note_unknown(struct counting *c, const char *name,
                         const char *why) {
  if (c->moved || !*name)
    return;
  const char *all = added(c, c->calls, "(), ", name);
  c->n_calls += all != c->calls;
  c->calls = all;
  c->why = why ? why : c->why;
  if (why)
    c->whys =
        added(c, c->whys, "; ",
              lcm_arena_printf(lcm_ctx_arena(c->l->ctx), "%s: %s", name, why));
}

/* Return what the call "ast" of "external" costs. */
static const lcm_expr *count_external(struct counting *c, const lcm_ast *ast,
                                      const struct lcm_external *external) {
  const char *missing = NULL;
  const lcm_expr *flops =
      lcm_external_value(c->l, ast, external, external->flops, &missing);
  const lcm_expr *bytes = lcm_external_bytes(c->l, ast, external, &missing);
  c->moves = c->moves || (bytes && !lcm_expr_is_int(bytes, 0));
  c->shares = c->shares || external->shared;
  if (external->unknown)
    note_unknown(c, ast->name, external->unknown);
  else if (external->calls && !lcm_external_calls(c->l, ast))
    note_unknown(c, ast->name, "what it calls is not known");
  else if (!flops || !bytes)
    note_unknown(c, ast->name,
                 lcm_arena_printf(lcm_ctx_arena(c->l->ctx),
                                  "its argument '%s' is not known", missing));
  double number = 0;
  if (c->weighs && flops && lcm_expr_is_number(flops, &number))
    flops = lcm_weigh_expr(
        c->l->ctx, lcm_weigh_call(c->l->options->weights, external, number));
  const lcm_expr *amount = c->moved ? bytes : flops;
  return amount && !external->unknown && !c->cycles && !c->calls_covered
             ? amount
             : lcm_expr_int(c->l->ctx, 0);
}

/* Return the count of the call "ast"; queries of the run-time library are
 * free. */
static const lcm_expr *count_call(struct counting *c, const lcm_ast *ast) {
  const char *name = ast->name ? ast->name : "";
  const lcm_expr *own = lcm_expr_int(c->l->ctx, 0);
  if (c->whole)
    return count_children(c, ast);
  if (ast->is_system && !c->site && strncmp(name, "omp_", 4) != 0 &&
      !is_of_threads(name) && !lcm_call_mpi(c->l, ast)) {
    const lcm_ast *meant = ast;
    const struct lcm_external *external =
        lcm_external_meant(c->l, &meant, lcm_external_of(c->l, name));
    if (external && external->runs < external->n_params)
      note_unknown(c, name, "what it runs is not known");
    else if (external)
      own = count_external(c, meant, external);
    else
      note_unknown(c, name, NULL);
  }
  return lcm_expr_add(c->l->ctx, own, count_children(c, ast));
}

/* Return how many values the index of "range" has, which is multiplied: one
 * more than the largest power of the factor that fits between its ends.  The
 * half keeps a power itself from being rounded below it. */
static const lcm_expr *count_powers(lcm_ctx *ctx, const lcm_iteration *range) {
  const lcm_expr *ratio =
      lcm_expr_is_int(range->from, 1)
          ? range->to
          : lcm_expr_binary(ctx, LCM_X_DIV, range->to, range->from);
  const lcm_expr *power = lcm_expr_apply(ctx, LCM_X_LOG2, ratio);
  if (!lcm_expr_is_int(range->factor, 2))
    power = lcm_expr_div(
        ctx,
        lcm_expr_apply(ctx, LCM_X_LOG2,
                       lcm_expr_add(ctx, ratio, lcm_expr_ratio(ctx, 1, 2))),
        lcm_expr_apply(ctx, LCM_X_LOG2, range->factor));
  return lcm_expr_if(ctx,
                     lcm_expr_binary(ctx, LCM_X_LE, range->from, range->to),
                     lcm_expr_add(ctx, lcm_expr_apply(ctx, LCM_X_FLOOR, power),
                                  lcm_expr_int(ctx, 1)),
                     lcm_expr_int(ctx, 0));
}

/* Return "body" summed over the values of the index of "range", which goes in
 * steps. */
static const lcm_expr *sum_steps(lcm_ctx *ctx, const lcm_iteration *range,
                                 const lcm_expr *body) {
  const lcm_expr *zero = lcm_expr_int(ctx, 0);
  const lcm_expr *steps = lcm_expr_apply(
      ctx, LCM_X_FLOOR,
      lcm_expr_div(ctx, lcm_expr_sub(ctx, range->to, range->from),
                   range->step));
  if (!lcm_expr_has(body, range->index))
    return lcm_expr_mul(ctx, body,
                        lcm_expr_add(ctx, steps, lcm_expr_int(ctx, 1)));
  const struct lcm_subst value = {
      range->index, lcm_expr_add(ctx, range->from,
                                 lcm_expr_mul(ctx, range->step,
                                              lcm_expr_symbol(ctx, range->index,
                                                              LCM_DIM_NONE)))};
  return lcm_expr_over(ctx, LCM_X_SUM,
                       (struct lcm_range){range->index, zero, steps},
                       lcm_expr_subst(ctx, body, &value, 1));
}

/* Return "body", a count of one iteration, for all iterations of the loop
 * "ast", NULL where their number is not known. */
static const lcm_expr *over_loop(struct counting *c, const lcm_ast *ast,
                                 const lcm_expr *body) {
  lcm_ctx *ctx = c->l->ctx;
  lcm_iteration range;
  if (!lcm_lower_header(&range, c->l, ast))
    return lcm_expr_mul(ctx, body, lcm_header_trips(c->l, ast));
  if (range.factor)
    return lcm_expr_has(body, range.index)
               ? NULL
               : lcm_expr_mul(ctx, body, count_powers(ctx, &range));
  if (range.step)
    return sum_steps(ctx, &range, body);
  return lcm_expr_over(ctx, LCM_X_SUM,
                       (struct lcm_range){range.index, range.from, range.to},
                       body);
}

/* Return "e" where the guessed probabilities of "c" are 1/2, but that with the
 * name "name" (NULL: none) "value". */
static const lcm_expr *halved(struct counting *c, const lcm_expr *e,
                              const char *name, long long value) {
  lcm_ctx *ctx = c->l->ctx;
  struct lcm_subst *by =
      LCM_NEW_ARRAY(lcm_ctx_arena(ctx), struct lcm_subst, c->guessed.n + 1);
  for (size_t i = 0; i < c->guessed.n; i++) {
    const bool same = c->guessed.at[i] == name;
    by[i] =
        (struct lcm_subst){c->guessed.at[i], same ? lcm_expr_int(ctx, value)
                                                  : lcm_expr_ratio(ctx, 1, 2)};
  }
  return e && c->guessed.n ? lcm_expr_subst(ctx, e, by, c->guessed.n) : e;
}

/* Return the statements of the body of the loop "ast". */
static const lcm_ast *statements_of(const lcm_ast *ast) {
  const lcm_ast *body = ast->kind == LCM_AST_DO ? ast->first : ast->last;
  return body && body->kind == LCM_AST_COMPOUND ? body->first : body;
}

/* Return how long an iteration of the loop "ast", whose statements from "first"
 * to "last" weigh "weight", waits for the one before.  Of EACH operations of a
 * short loop one waits for others: addresses and the loop itself do not. */
static double wait_of(struct counting *c, const lcm_ast *ast,
                      const lcm_ast *first, const lcm_ast *last,
                      double weight) {
  enum { EACH = 4 };
  const double wait = lcm_chain(c->l, ast, first, last);
  return wait > weight
             ? wait / lcm_chain_overlap(
                          c->l, ast,
                          weight / (EACH * c->l->options->weights->whole))
             : wait;
}

/* Return "body", what an iteration of the loop "ast" weighs, or how long it
 * waits for the one before, whichever is more. */
static const lcm_expr *or_chain(struct counting *c, const lcm_ast *ast,
                                const lcm_expr *body) {
  double weight = 0;
  if (!lcm_expr_is_number(halved(c, body, NULL, 0), &weight))
    return body;
  const double wait = wait_of(c, ast, statements_of(ast), NULL, weight);
  return wait > weight ? lcm_weigh_expr(c->l->ctx, wait) : body;
}

/* Return "value", of cycles, as a number with few digits. */
static const lcm_expr *in_cycles(struct counting *c, double value) {
  return lcm_expr_ratio(c->l->ctx, llround(value * 1000), 1000);
}

/* Return the cycles of all iterations of the loop "ast", whose code is
 * "loop". */
static const lcm_expr *cycles_of(struct counting *c, const lcm_ast *ast,
                                 const struct lcm_code_loop *loop) {
  const struct lcm_incore_cost *cost = &loop->cost;
  const lcm_expr *trips = over_loop(c, ast, lcm_expr_int(c->l->ctx, 1));
  double n = 0;
  if (trips && lcm_expr_is_number(trips, &n) && n >= 0) {
    const double left = fmod(n, cost->at_once);
    return in_cycles(c, (n - left) * cost->cycles + left * cost->rest);
  }
  return trips ? lcm_expr_mul(c->l->ctx, trips, in_cycles(c, cost->cycles))
               : NULL;
}

/* Return the count of all iterations of the loop "ast", NULL where their number
 * is not known. */
static const lcm_expr *count_loop(struct counting *c, const lcm_ast *ast) {
  const bool by_code = c->cycles || c->outside;
  const struct lcm_code_loop *loop = by_code ? lcm_code_of(c->l, ast) : NULL;
  const struct counting before = *c;
  if (loop && c->cycles)
    return cycles_of(c, ast, loop);
  c->loops++;
  c->covered = c->covered || loop;
  c->calls_covered = c->calls_covered || (loop && !loop->cost.calls);
  const lcm_expr *body = count_children(c, ast);
  c->covered = before.covered;
  c->calls_covered = before.calls_covered;
  if (!body || lcm_expr_is_int(body, 0))
    return body;
  const bool waits = c->weighs && !c->covered && !loop;
  return over_loop(c, ast, waits ? or_chain(c, ast, body) : body);
}

/* Return how likely the arm "at" of the `if` whose condition is "cond" is: 1/2,
 * unless the condition follows from memory being granted. */
static const lcm_expr *chance_of(struct counting *c, const lcm_ast *cond,
                                 const lcm_ast *at) {
  const enum lcm_granted granted = lcm_granted_of(c->l, cond);
  const bool yes = at == cond->next;
  c->granted = c->granted || granted;
  if (granted)
    return lcm_expr_int(c->l->ctx, yes == (granted == LCM_GRANTED_ALWAYS));
  const lcm_expr *chance =
      lcm_lower_probability(c->l, lcm_lower_loc(c->l, cond->parent));
  const char *name = lcm_expr_name(chance);
  if (!lcm_lower_is_given(c->l, name) &&
      !lcm_names_have(c->guessed.at, c->guessed.n, name))
    LCM_LIST_ADD(lcm_ctx_arena(c->l->ctx), &c->guessed, name);
  return yes ? chance
             : lcm_expr_sub(c->l->ctx, lcm_expr_int(c->l->ctx, 1), chance);
}

/* Put 1/2 for the guessed probabilities into the operations of "node"; that it
 * has as attribute "guessed": how much each of them decides about. */
static void settle_guessed(struct counting *c, lcm_node *node) {
  lcm_ctx *ctx = c->l->ctx;
  lcm_buf text = {0};
  const lcm_expr *all = node->flops;
  for (size_t i = 0; all && i < c->guessed.n; i++) {
    const char *name = c->guessed.at[i];
    const lcm_expr *by =
        lcm_expr_sub(ctx, halved(c, all, name, 1), halved(c, all, name, 0));
    char *amount =
        by && !lcm_expr_is_int(by, 0) ? lcm_expr_to_str(by, LCM_EXACT) : NULL;
    if (amount)
      lcm_buf_printf(&text, "%s%s %s", text.len ? "; " : "", name, amount);
    free(amount);
  }
  node->flops = halved(c, all, NULL, 0);
  if (text.len)
    lcm_lower_attribute(c->l, node, "guessed", lcm_ctx_text(ctx, &text));
}

/* Return the count of the `if` "ast": its branches are equally likely. */
static const lcm_expr *count_if(struct counting *c, const lcm_ast *ast) {
  lcm_ctx *ctx = c->l->ctx;
  const lcm_ast *cond = ast->first;
  const lcm_expr *sum = cond ? count(c, cond) : lcm_expr_int(ctx, 0);
  if (c->weighs && !c->covered)
    sum = lcm_expr_add(ctx, sum,
                       lcm_weigh_expr(ctx, lcm_weigh(c->l, ast, false)));
  for (const lcm_ast *at = cond ? cond->next : NULL; at; at = at->next) {
    const lcm_expr *chance = chance_of(c, cond, at);
    if (!lcm_expr_is_int(chance, 0))
      sum = lcm_expr_add(ctx, sum, lcm_expr_mul(ctx, chance, count(c, at)));
  }
  return sum;
}

/* Return what is counted of one execution of "ast". */
static const lcm_expr *count(struct counting *c, const lcm_ast *ast) {
  if (c->site && (c->site == ast || c->site->begin < ast->begin ||
                  c->site->end > ast->end))
    return lcm_expr_int(c->l->ctx, c->site == ast);
  if (lcm_ast_class_of(ast->kind) == LCM_CLASS_LOOP)
    return count_loop(c, ast);
  if (ast->kind == LCM_AST_IF)
    return count_if(c, ast);
  if (ast->kind == LCM_AST_COMPOUND)
    return count_from(c, ast->first, NULL);
  if (ast->kind == LCM_AST_CALL)
    return count_call(c, ast);
  return ast->kind == LCM_AST_SIZEOF ? lcm_expr_int(c->l->ctx, 0)
                                     : count_children(c, ast);
}

/* Return whether "node" reads or writes elements of arrays. */
static bool touches_arrays(const lcm_node *node) {
  for (size_t i = 0; i < node->n_reads; i++)
    if (lcm_section_is_array(&node->reads[i]))
      return true;
  for (size_t i = 0; i < node->n_writes; i++)
    if (lcm_section_is_array(&node->writes[i]))
      return true;
  return false;
}

/* Return whether "section" is one element, which loops do not go through, or
 * what a library function is given. */
static bool is_element(const lcm_section *section) {
  if (section->why && !strcmp(section->why, LCM_EFFECT_NEEDED))
    return true;
  for (size_t i = 0; i < section->n_extents; i++)
    if (!section->extents[i].field &&
        (!section->extents[i].lower || !section->extents[i].length ||
         !lcm_expr_is_int(section->extents[i].length, 1)))
      return false;
  return section->exact && section->n_extents && !section->n_over;
}

/* Return whether the fragment "node", which has loops, goes through arrays. */
static bool goes_through_arrays(const lcm_node *node) {
  for (size_t i = 0; i < node->n_reads; i++)
    if (lcm_section_is_array(&node->reads[i]) && !is_element(&node->reads[i]))
      return true;
  for (size_t i = 0; i < node->n_writes; i++)
    if (lcm_section_is_array(&node->writes[i]) && !is_element(&node->writes[i]))
      return true;
  return false;
}

/* Return what the statements from "first" to "last" weigh, or how long they
 * wait for those of the iteration before where a loop has them as its body,
 * whichever is more. */
static const lcm_expr *weigh(struct counting *c, const lcm_ast *first,
                             const lcm_ast *last) {
  const lcm_expr *all = count_from(c, first, last);
  const lcm_ast *loop = first ? first->parent : NULL;
  double weight = 0;
  if (loop && loop->kind == LCM_AST_COMPOUND)
    loop = loop->parent;
  if (!all || !lcm_expr_is_number(halved(c, all, NULL, 0), &weight) || !loop ||
      lcm_ast_class_of(loop->kind) != LCM_CLASS_LOOP)
    return all;
  const double wait = wait_of(c, loop, first, last, weight);
  return wait > weight ? lcm_weigh_expr(c->l->ctx, wait) : all;
}

/* Let "node", which does the statements from "first" to "last", say which loops
 * in it cost what by their code. */
static void describe(struct lcm_lowering *l, lcm_node *node,
                     const lcm_ast *first, const lcm_ast *last) {
  enum { MOST = 4 };
  const struct lcm_code_loop *own = lcm_code_around(l, first, last);
  const char *text = own ? lcm_code_text(l->ctx, own) : NULL;
  size_t n = 0;
  for (size_t i = 0; i < l->code->loops.n && !own && n < MOST; i++) {
    const struct lcm_code_loop *loop = &l->code->loops.at[i];
    if (loop->why || loop->begin < first->begin || loop->begin >= last->end)
      continue;
    const char *more = lcm_code_text(l->ctx, loop);
    text = text ? lcm_arena_printf(lcm_ctx_arena(l->ctx), "%s; %s", text, more)
                : more;
    n++;
  }
  if (text)
    lcm_lower_attribute(l, node, "code", text);
}

/* Put what the statements from "first" to "last" cost by the code that a
 * compiler made of their loops into "node", whose operations are counted;
 * "how" says how. */
static void take_code(struct lcm_lowering *l, lcm_node *node,
                      const lcm_ast *first, const lcm_ast *last,
                      const struct counting *how) {
  struct counting c = {.l = l, .cycles = true};
  struct counting rest = {
      .l = l, .outside = true, .whole = how->whole, .weighs = how->weighs};
  if (!l->code || !node->flops)
    return;
  const struct lcm_code_loop *around = lcm_code_around(l, first, last);
  node->cycles =
      around ? in_cycles(&c, around->cost.cycles) : count_from(&c, first, last);
  rest.covered = around;
  rest.calls_covered = around && !around->cost.calls;
  node->rest = count_from(&rest, first, last);
  node->cycles = halved(&c, node->cycles, NULL, 0);
  node->rest = halved(&rest, node->rest, NULL, 0);
  if (node->cycles && node->rest && !lcm_expr_is_int(node->cycles, 0))
    describe(l, node, first, last);
  else
    node->cycles = node->rest = NULL;
}

const lcm_expr *lcm_cost_times(struct lcm_lowering *l, const lcm_ast *first,
                               const lcm_ast *last, const lcm_ast *site) {
  struct counting c = {.l = l, .site = site};
  const lcm_expr *times = count_from(&c, first, last);
  return halved(&c, times, NULL, 0);
}

const lcm_expr *lcm_cost_trips(struct lcm_lowering *l, const lcm_ast *loop) {
  struct counting c = {.l = l};
  return over_loop(&c, loop, lcm_expr_int(l->ctx, 1));
}

bool lcm_lower_cost(struct lcm_lowering *l, lcm_node *node,
                    const lcm_ast *first, const lcm_ast *last) {
  struct counting c = {.l = l};
  node->flops = count_from(&c, first, last);
  if (node->flops && lcm_expr_is_int(node->flops, 0) &&
      (c.loops || !l->modelled) && !c.moves &&
      !(c.loops ? goes_through_arrays(node) : touches_arrays(node))) {
    c.whole = true;
    node->flops = count_from(&c, first, last);
  }
  if (l->options->weights && node->flops &&
      (!l->modelled || touches_arrays(node) ||
       !lcm_expr_is_int(node->flops, 0))) {
    struct counting heavy = {.l = l, .weighs = true};
    node->flops = weigh(&heavy, first, last);
    settle_guessed(&heavy, node);
    take_code(l, node, first, last, &heavy);
  } else {
    settle_guessed(&c, node);
    take_code(l, node, first, last, &c);
  }
  if (c.moves) {
    struct counting moved = {.l = l, .moved = true};
    node->bytes = count_from(&moved, first, last);
    node->bytes = halved(&moved, node->bytes, NULL, 0);
  }
  if (c.granted)
    lcm_granted_assume(l, node);
  if (c.calls && *c.calls)
    lcm_lower_attribute(l, node, "calls", c.calls);
  if (c.calls && c.why)
    lcm_lower_attribute(l, node, "why", c.n_calls > 1 ? c.whys : c.why);
  if (c.calls && c.shares)
    lcm_lower_attribute(l, node, "shares", "yes");
  return c.whole;
}
