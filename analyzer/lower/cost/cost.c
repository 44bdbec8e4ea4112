/* Operations and bytes of fragments, from the source. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analyzer/lower/access/effect.h"
#include "analyzer/lower/access/granted.h"
#include "analyzer/lower/control/external.h"
#include "analyzer/lower/control/header/header.h"
#include "analyzer/lower/control/leave.h"
#include "analyzer/lower/control/node.h"
#include "analyzer/lower/control/syntax.h"
#include "analyzer/lower/cost/arms.h"
#include "analyzer/lower/cost/busy.h"
#include "analyzer/lower/cost/chain.h"
#include "analyzer/lower/cost/chance.h"
#include "analyzer/lower/cost/code.h"
#include "analyzer/lower/cost/cost.h"
#include "analyzer/lower/cost/ends.h"
#include "analyzer/lower/cost/expect.h"
#include "analyzer/lower/cost/external_cost.h"
#include "analyzer/lower/cost/miss.h"
#include "analyzer/lower/cost/rounds.h"
#include "analyzer/lower/cost/weigh.h"
#include "analyzer/lower/mpi/mpi_call.h"
#include "analyzer/lower/values/induction/induction.h"
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
  bool reals;  /* there are floating-point operations, met so far */
  bool moves;  /* some do */
  /* of cycles of loops whose code is known; or of the operations outside */
  bool cycles;
  bool outside;
  /* inside such a loop: what it does itself is in its cycles, and what it calls
   * is, too */
  bool covered;
  bool calls_covered;
  bool chained;        /* some wait for those of the iteration before */
  bool unchained;      /* that does not count */
  const lcm_ast *site; /* of how often this is executed, or NULL */
  unsigned loops;      /* met so far */
  /* library functions whose cost is not known, "f(), g" of several, or NULL */
  const char *calls;
  size_t n_calls;
  /* the reason of the last, and all reasons, each behind the name of its
   * function; or NULL */
  const char *why;
  const char *whys;
  bool shares; /* threads share what one of them keeps */
  /* library functions whose cost is known but for threads taking turns in
   * them, and why, as "calls", "why" and "whys"; or NULL */
  const char *turns;
  const char *turned;
  const char *all_turned;
  LCM_LIST(const char *) expected; /* what loops are assumed to do */
  /* names of how often loops run, with their lines: "a.trips@7 b.trips@9" */
  const char *rounds;
  struct lcm_chances chances; /* of the arms of choices */
};

static const lcm_expr *count(struct counting *c, const lcm_ast *ast);

/* Return whether several statements set the variable of the function called
 * "name": what one of them gives it is not what it always holds. */
static bool is_set_again(struct lcm_lowering *l, const char *name) {
  const lcm_ast *by = NULL;
  const struct lcm_local *local =
      lcm_lower_local(l, lcm_intern(l->ctx, lcm_name_plain(name)));
  return local && l->function &&
         lcm_syntax_sets(&by, l, l->function, local->key) > 1;
}

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
  for (size_t i = 0; i < n; i++) {
    known[n_known] = held[i];
    if (!held[i].by && is_set_again(c->l, held[i].name))
      known[n_known].by = lcm_expr_symbol(
          c->l->ctx,
          lcm_name_of_source(c->l->ctx, lcm_name_plain(held[i].name)),
          LCM_DIM_NONE);
    n_known += known[n_known].by != NULL;
  }
  return n_known ? lcm_expr_subst(c->l->ctx, e, known, n_known) : e;
}

/* Return the count of the statements from "ast" to "last" (NULL: to the end),
 * one after the other, before "stop" (NULL: none); what stands behind a
 * `continue` counts where that is not done. */
static const lcm_expr *count_until(struct counting *c, const lcm_ast *ast,
                                   const lcm_ast *last, const lcm_ast *stop) {
  lcm_ctx *ctx = c->l->ctx;
  if (!ast || ast == stop)
    return lcm_expr_int(ctx, 0);
  const lcm_expr *own = count(c, ast);
  const lcm_expr *rest =
      ast == last ? NULL : count_until(c, ast->next, last, stop);
  if (!rest || lcm_expr_is_int(rest, 0))
    return own;
  rest = before(c, rest, ast);
  if (lcm_leave_ways(ast, LCM_LEAVE_CONTINUE))
    rest = lcm_expr_mul(ctx, rest,
                        lcm_expr_sub(ctx, lcm_expr_int(ctx, 1),
                                     lcm_chance_left(&c->chances, ast)));
  return lcm_expr_add(ctx, own, rest);
}

/* Return the count of the statements from "ast" to "last" (NULL: to the end),
 * one after the other. */
static const lcm_expr *count_from(struct counting *c, const lcm_ast *ast,
                                  const lcm_ast *last) {
  return count_until(c, ast, last, NULL);
}

/* Return the operations of "ast" itself, of the kind that "c" counts: `x++` is
 * one on whole numbers, but what a header of a loop does. */
static unsigned own_count(struct counting *c, const lcm_ast *ast) {
  c->reals = c->reals || ast->flops;
  if (!c->whole)
    return ast->flops;
  const lcm_ast *above = ast->parent;
  const bool header =
      above && above->kind == LCM_AST_FOR && lcm_loop_body(above) != ast;
  return ast->kind == LCM_AST_UPDATE && !ast->ops && !header ? 1 : ast->ops;
}

/* Return the count of "ast" itself, without what is below it. */
static const lcm_expr *count_own(struct counting *c, const lcm_ast *ast) {
  const unsigned own = own_count(c, ast);
  const bool none = c->moved || c->cycles || c->covered || c->site;
  return c->weighs && !none
             ? lcm_weigh_expr(c->l->ctx, lcm_weigh(c->l, ast, c->inside))
             : lcm_expr_int(c->l->ctx, none ? 0 : own);
}

/* Return the sum of the counts of the children of "ast". */
static const lcm_expr *count_children(struct counting *c, const lcm_ast *ast) {
  const bool place = c->whole && ast->kind == LCM_AST_SUBSCRIPT;
  const bool inside = c->inside;
  const lcm_expr *sum = count_own(c, ast);
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

/* Return "list", reasons behind names, with the reason "why" of "name". */
static const char *with_reason(struct counting *c, const char *list,
                               const char *name, const char *why) {
  return added(c, list, "; ",
               lcm_arena_printf(lcm_ctx_arena(c->l->ctx), "%s: %s", name, why));
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
  c->whys = why ? with_reason(c, c->whys, name, why) : c->whys;
}

/* Return whether a call of "external" has a cost, but for that threads take
 * turns in it. */
static bool takes_turns(const struct lcm_external *external) {
  return external->shared && external->flops;
}

/* Note that threads take turns in the function "name", for the reason "why". */
static void note_turns(struct counting *c, const char *name, const char *why) {
  if (c->moved)
    return;
  c->turns = added(c, c->turns, "(), ", name);
  c->turned = why;
  c->all_turned = with_reason(c, c->all_turned, name, why);
}

/* What no machine measures is told in tenths of an elementary function. */
enum { TENTHS = 10 };

/* Return what the call "ast" of "external" weighs, which goes through bytes at
 * the level that holds them: beside that, "flops" less a call of such a
 * function. */
static const lcm_expr *scanned(struct counting *c, const lcm_ast *ast,
                               const struct lcm_external *external,
                               const lcm_expr *flops) {
  const struct lcm_weights *weights = c->l->options->weights;
  const lcm_expr *out = lcm_external_scanned(c->l, ast, external);
  double number = 0;
  if (out && lcm_expr_is_number(flops, &number) && number > TENTHS)
    out = lcm_expr_add(c->l->ctx, out,
                       lcm_weigh_expr(c->l->ctx, (number - TENTHS) / TENTHS *
                                                     weights->special));
  return out;
}

/* Return "flops", of the call "ast" of "external", as weights say: a number,
 * and what is done for each call of another function, is told in parts of an
 * elementary function. */
static const lcm_expr *weighed(struct counting *c, const lcm_ast *ast,
                               const struct lcm_external *external,
                               const lcm_expr *flops) {
  lcm_ctx *ctx = c->l->ctx;
  const struct lcm_weights *weights = c->l->options->weights;
  double number = 0;
  if (lcm_external_by_level(c->l, external))
    return scanned(c, ast, external, flops);
  if (lcm_expr_is_number(flops, &number))
    return lcm_weigh_expr(ctx, lcm_weigh_call(weights, external, number));
  return external->calls
             ? lcm_expr_mul(
                   ctx, flops,
                   lcm_weigh_expr(
                       ctx, lcm_weigh_call(weights, external, TENTHS) / TENTHS))
             : flops;
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
  if (takes_turns(external))
    note_turns(c, ast->name, external->unknown);
  else if (external->unknown)
    note_unknown(c, ast->name, external->unknown);
  else if (external->calls && !lcm_external_calls(c->l, ast))
    note_unknown(c, ast->name, "what it calls is not known");
  else if (!flops || !bytes)
    note_unknown(c, ast->name,
                 lcm_arena_printf(lcm_ctx_arena(c->l->ctx),
                                  "its argument '%s' is not known", missing));
  if (c->weighs && flops)
    flops = weighed(c, ast, external, flops);
  const lcm_expr *amount = c->moved ? bytes : flops;
  const bool known = !external->unknown || takes_turns(external);
  return amount && known && !c->cycles && !c->calls_covered
             ? amount
             : lcm_expr_int(c->l->ctx, 0);
}

/* Return whether the function at hand has directives of OpenMP: compilers take
 * its tasks and regions out of it, and put it nowhere in place of calls. */
static bool has_directives(const struct lcm_lowering *l) {
  static const char WORD[] = "#pragma omp";
  const lcm_ast *at = l->function;
  return at && at->end <= l->len &&
         lcm_find(l->text + at->begin, at->end - at->begin, WORD);
}

/* Return what the call "ast" itself weighs: of other functions nobody knows
 * whether a compiler puts them in its place, of the present one it does not, or
 * only so far: of a calibrated call some are put in place, and one of WHOLE is
 * none.  Cycles are without: the rest beside them has it. */
static const lcm_expr *weigh_own(const struct counting *c, const lcm_ast *ast) {
  enum { WHOLE = 3 };
  const struct lcm_lowering *l = c->l;
  const bool itself = l->options->weights && l->function && !c->site &&
                      !c->cycles && ast->key && ast->key == l->function->key;
  return itself ? lcm_weigh_expr(l->ctx, l->options->weights->call *
                                             (has_directives(l) ? WHOLE : 1))
                : lcm_expr_int(l->ctx, 0);
}

/* Return the count of the call "ast"; queries of the run-time library are
 * free. */
static const lcm_expr *count_call(struct counting *c, const lcm_ast *ast) {
  const char *name = ast->name ? ast->name : "";
  const lcm_expr *own = weigh_own(c, ast);
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

/* A loop that is counted. */
struct repeated {
  const lcm_ast *ast;
  bool known; /* the values of its index are those of "range" */
  bool down;  /* the index becomes smaller */
  lcm_iteration range;
  const lcm_expr *trips; /* of one that is not known: how often it runs */
  /* it is executed, which gives "trips" */
  bool runs;
  /* in each of its iterations one of so many jumps is not foreseen; 0: none */
  unsigned missed;
};

/* Note that "text" is assumed of a loop. */
static void expect(struct counting *c, const char *text) {
  for (size_t i = 0; i < c->expected.n; i++)
    if (c->expected.at[i] == text)
      return;
  LCM_LIST_ADD(lcm_ctx_arena(c->l->ctx), &c->expected, text);
}

/* Return "body", which speaks of the index of "loop", which is multiplied or
 * divided, for all iterations.  Where the bits of a number that is divided
 * decide, how often is not known: each number has its own, and there may be
 * millions; what they decide counts half. */
static const lcm_expr *over_powers(struct counting *c,
                                   const struct repeated *loop,
                                   const lcm_expr *body) {
  const char *index = loop->range.index;
  lcm_ctx *ctx = c->l->ctx;
  const lcm_expr *even =
      loop->down ? lcm_expr_even(ctx, body, &index, 1) : body;
  if (even == body)
    return lcm_chance_over_powers(ctx, &loop->range, loop->down, body);
  return lcm_expr_has(even, index) ? NULL
                                   : lcm_expr_mul(ctx, even, loop->trips);
}

/* Return "body", a count of one iteration, for all iterations of the loop
 * "loop", NULL where their number is not known. */
static const lcm_expr *over_loop(struct counting *c,
                                 const struct repeated *loop,
                                 const lcm_expr *body) {
  if (loop->known && loop->range.factor &&
      lcm_expr_has(body, loop->range.index))
    return over_powers(c, loop, body);
  return loop->known ? lcm_chance_over(c->l->ctx, &loop->range, body)
                     : lcm_expr_mul(c->l->ctx, body, loop->trips);
}

/* Note that "name" is how often the loop "ast" runs. */
static void note_rounds(struct counting *c, const lcm_ast *ast,
                        const char *name) {
  const bool first = !c->rounds;
  c->rounds = lcm_arena_printf(lcm_ctx_arena(c->l->ctx), "%s%s%s@%u",
                               first ? "" : c->rounds, first ? "" : " ", name,
                               lcm_lower_loc(c->l, ast).line);
}

/* Two of three iterations of a loop that halves a number where it is even come
 * behind a halving, where the number is even or odd as a coin falls: half of
 * these jumps are not foreseen. */
enum { HALVED_MISSED = 3 };

/* Return the loop "ast" as one that is counted; one that "runs" by what its
 * execution comes to, where that can be found out. */
static struct repeated repeated_of(struct counting *c, const lcm_ast *ast,
                                   bool runs) {
  struct repeated loop = {.ast = ast, .trips = lcm_rounds_trips(c->l, ast)};
  loop.known = lcm_lower_header(&loop.range, c->l, ast);
  lcm_iteration whole;
  if (loop.known && loop.range.factor)
    (void)lcm_header_values(&whole, &loop.down, c->l, ast);
  const char *text = NULL;
  const bool given = lcm_lower_is_given(c->l, lcm_expr_name(loop.trips));
  struct lcm_ran ran;
  if (runs && !given &&
      (!loop.known || loop.range.factor || lcm_leave_is_open(c->l, ast)) &&
      lcm_leave_ran(&ran, c->l, ast)) {
    loop.trips = lcm_expr_int(c->l->ctx, ran.trips);
    loop.known = false;
    loop.runs = true;
    return loop;
  }
  const lcm_expr *expected =
      given        ? NULL
      : loop.known ? lcm_expect_left(c->l, ast, &loop.range, &text)
                   : lcm_expect_trips(c->l, ast, &text);
  if (!given && !loop.known && !expected) {
    expected = lcm_header_to_element(c->l, ast);
    text = LCM_ENDS_TEXT;
  }
  loop.trips = expected ? expected : loop.trips;
  loop.known = loop.known && !expected;
  if (!given && !expected && (!loop.known || loop.range.factor))
    note_rounds(c, ast, lcm_expr_name(loop.trips));
  if (expected)
    expect(c, text);
  loop.missed = expected && text == LCM_EXPECT_EVEN ? HALVED_MISSED : 0;
  return loop;
}

/* Put "e", where conditions hold as often as not, into "*weight"; false where
 * that is no number. */
static bool weight_of(double *weight, struct counting *c, const lcm_expr *e) {
  e = lcm_chance_settle(&c->chances, e);
  return e && lcm_expr_is_number(lcm_expr_even(c->l->ctx, e, NULL, 0), weight);
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
                          weight / (EACH * c->l->options->weights->whole), wait)
             : wait;
}

/* Return "body", what an iteration of the loop "loop" weighs, or how long it
 * waits for the one before, whichever is more. */
static const lcm_expr *or_chain(struct counting *c, const struct repeated *loop,
                                const lcm_expr *body) {
  double weight = 0;
  if (c->unchained || !weight_of(&weight, c, body))
    return body;
  const double wait =
      wait_of(c, loop->ast, lcm_loop_statements(loop->ast), NULL, weight);
  c->chained = c->chained || wait > weight;
  return wait > weight ? lcm_weigh_expr(c->l->ctx, wait) : body;
}

/* Return "value", of cycles, as a number with few digits. */
static const lcm_expr *in_cycles(struct counting *c, double value) {
  return lcm_expr_ratio(c->l->ctx, llround(value * 1000), 1000);
}

/* Return the cycles of all iterations of the loop "loop", whose code is
 * "code". */
static const lcm_expr *cycles_of(struct counting *c,
                                 const struct repeated *loop,
                                 const struct lcm_code_loop *code) {
  const struct lcm_incore_cost *cost = &code->cost;
  const lcm_expr *trips = over_loop(c, loop, lcm_expr_int(c->l->ctx, 1));
  const bool chain = cost->bound == LCM_BOUND_CHAIN;
  double n = 0;
  c->chained = c->chained || chain;
  if (chain && c->unchained && trips)
    return lcm_expr_mul(c->l->ctx, trips, in_cycles(c, cost->unhindered));
  if (trips && lcm_expr_is_number(trips, &n) && n >= 0) {
    const double left = fmod(n, cost->at_once);
    return in_cycles(c, (n - left) * cost->cycles + left * cost->rest);
  }
  return trips ? lcm_expr_mul(c->l->ctx, trips, in_cycles(c, cost->cycles))
               : NULL;
}

/* Return "sum" with "weight", what a jump costs that is not foreseen, also
 * where the cycles of code have all else. */
static const lcm_expr *with_miss(const struct counting *c, const lcm_expr *sum,
                                 double weight) {
  const bool counts = c->weighs && !c->moved && !c->cycles && !c->site;
  return sum && counts && weight > 0
             ? lcm_expr_add(c->l->ctx, sum, lcm_weigh_expr(c->l->ctx, weight))
             : sum;
}

/* Return "miss", what the jump costs that ends "loop": one that mostly does not
 * run at all is foreseen to. */
static const lcm_expr *ending(const struct counting *c,
                              const struct repeated *loop,
                              const lcm_expr *miss) {
  const lcm_expr *both[] = {lcm_expr_int(c->l->ctx, 1), loop->trips};
  return loop->trips
             ? lcm_expr_mul(c->l->ctx, miss,
                            lcm_expr_nary(c->l->ctx, LCM_X_MIN, both, 2))
             : miss;
}

/* Return "sum", the count of all iterations of "loop", with the jump that ends
 * it: where data decide that, nobody foresees it. */
static const lcm_expr *with_end(const struct counting *c,
                                const struct repeated *loop,
                                const lcm_expr *sum) {
  const struct lcm_weights *weights = c->l->options->weights;
  if (!loop->known && weights && loop->missed && sum)
    sum = lcm_expr_add(c->l->ctx, sum,
                       lcm_expr_mul(c->l->ctx, loop->trips,
                                    with_miss(c, lcm_expr_int(c->l->ctx, 0),
                                              weights->miss / loop->missed)));
  if (loop->known || !weights)
    return sum;
  const lcm_expr *miss =
      with_miss(c, lcm_expr_int(c->l->ctx, 0), weights->miss);
  return sum && !lcm_expr_is_int(miss, 0)
             ? lcm_expr_add(c->l->ctx, sum, ending(c, loop, miss))
             : sum;
}

/* Return "body", a count of one round of the loop "loop", where that begins, in
 * terms of what variables hold before the loop, and of the index. */
static const lcm_expr *in_round(struct counting *c, const lcm_expr *body,
                                const lcm_ast *loop) {
  const struct lcm_subst *held = NULL;
  const size_t n = body ? lcm_induction_held(&held, c->l, loop, false) : 0;
  return n ? lcm_expr_subst(c->l->ctx, body, held, n) : body;
}

/* Return the count of all iterations of the loop "ast", NULL where their number
 * is not known. */
static const lcm_expr *count_loop(struct counting *c, const lcm_ast *ast) {
  const bool by_code = c->cycles || c->outside;
  const struct lcm_code_loop *code = by_code ? lcm_code_of(c->l, ast) : NULL;
  const struct counting before = *c;
  struct repeated loop = repeated_of(c, ast, true);
  if (code && c->cycles)
    return cycles_of(c, &loop, code);
  c->loops++;
  c->covered = c->covered || code;
  c->calls_covered = c->calls_covered || (code && !code->cost.calls);
  if (loop.known)
    LCM_LIST_ADD(lcm_ctx_arena(c->l->ctx), &c->chances.indices,
                 loop.range.index);
  const lcm_expr *body = in_round(c, count_children(c, ast), ast);
  c->chances.indices.n -= loop.known;
  if (loop.runs && body && lcm_leave_changes(c->l, ast, body))
    loop = repeated_of(c, ast, false);
  c->covered = before.covered;
  c->calls_covered = before.calls_covered;
  if (!body || lcm_expr_is_int(body, 0))
    return with_end(c, &loop, body);
  const bool waits = c->weighs && !c->covered && !code;
  return with_end(c, &loop,
                  over_loop(c, &loop, waits ? or_chain(c, &loop, body) : body));
}

/* Return "yes" with the probability that the first operand of the choice "ast"
 * holds, else "no". */
static const lcm_expr *either(struct counting *c, const lcm_ast *ast,
                              const lcm_expr *yes, const lcm_expr *no) {
  lcm_ctx *ctx = c->l->ctx;
  if (yes == no) {
    c->chances.granted = c->chances.granted || lcm_granted_of(c->l, ast->first);
    return yes;
  }
  const lcm_expr *chance = lcm_chance_if(&c->chances, ast);
  if (lcm_expr_is_int(chance, 0) || lcm_expr_is_int(chance, 1))
    return lcm_expr_is_int(chance, 1) ? yes : no;
  return lcm_expr_add(
      ctx, lcm_expr_mul(ctx, chance, yes),
      lcm_expr_mul(ctx, lcm_expr_sub(ctx, lcm_expr_int(ctx, 1), chance), no));
}

/* Return the count of the `if` "ast". */
static const lcm_expr *count_if(struct counting *c, const lcm_ast *ast) {
  lcm_ctx *ctx = c->l->ctx;
  const lcm_ast *cond = ast->first;
  const lcm_ast *yes = cond ? cond->next : NULL;
  const lcm_expr *zero = lcm_expr_int(ctx, 0);
  const lcm_expr *sum = cond ? count(c, cond) : zero;
  if (c->weighs && !c->covered)
    sum = lcm_expr_add(ctx, sum,
                       lcm_weigh_expr(ctx, lcm_weigh(c->l, ast, false)));
  if (c->weighs)
    sum = with_miss(c, sum, lcm_miss_of(c->l, ast));
  if (!yes)
    return sum;
  return lcm_expr_add(
      ctx, sum,
      either(c, ast, count(c, yes), yes->next ? count(c, yes->next) : zero));
}

/* Return the count of the switch "ast": one of its alternatives is executed. */
static const lcm_expr *count_switch(struct counting *c, const lcm_ast *ast) {
  lcm_ctx *ctx = c->l->ctx;
  struct lcm_arms arms;
  if (lcm_arms_find(&arms, c->l, ast))
    return count_children(c, ast);
  const lcm_expr *sum = count(c, ast->first);
  if (c->weighs && !c->covered)
    sum = lcm_expr_add(ctx, sum,
                       lcm_weigh_expr(ctx, lcm_weigh(c->l, ast, false)));
  lcm_chance_switch(&c->chances, &arms);
  for (size_t way = 0; way < arms.ways.n; way++)
    for (size_t i = arms.ways.at[way].from; i < arms.ways.at[way].to; i++) {
      const struct lcm_arm *arm = &arms.arms.at[i];
      const lcm_expr *chance = lcm_chance_arm(&c->chances, &arms, way, i);
      const lcm_expr *own = count_until(c, arm->first, NULL, arm->stop);
      sum = lcm_expr_add(ctx, sum, lcm_expr_mul(ctx, chance, own));
    }
  return sum;
}

/* Return the count of the operands of "ast", one that makes a choice: of `?:`
 * one of the last two, of `&&` and `||` the last where it is looked at. */
static const lcm_expr *count_maybe(struct counting *c, const lcm_ast *ast) {
  lcm_ctx *ctx = c->l->ctx;
  const lcm_ast *left = ast->first;
  const lcm_ast *right = left ? left->next : NULL;
  const bool three = ast->kind == LCM_AST_CONDITIONAL;
  if (!right || (three && !right->next))
    return count_children(c, ast);
  const lcm_expr *sum = lcm_expr_add(ctx, count_own(c, ast), count(c, left));
  const lcm_expr *yes = count(c, right);
  if (three && c->weighs)
    sum = with_miss(c, sum, lcm_miss_of(c->l, ast));
  if (three)
    return lcm_expr_add(ctx, sum, either(c, ast, yes, count(c, right->next)));
  if (!yes || lcm_expr_is_int(yes, 0))
    return lcm_expr_add(ctx, sum, yes);
  return lcm_expr_add(
      ctx, sum, lcm_expr_mul(ctx, lcm_chance_right(&c->chances, ast), yes));
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
  if (ast->kind == LCM_AST_SWITCH)
    return count_switch(c, ast);
  if (lcm_ast_class_of(ast->kind) == LCM_CLASS_MAYBE)
    return count_maybe(c, ast);
  if (ast->kind == LCM_AST_COMPOUND)
    return count_from(c, ast->first, NULL);
  if (ast->kind == LCM_AST_CALL)
    return count_call(c, ast);
  return ast->kind == LCM_AST_SIZEOF ? lcm_expr_int(c->l->ctx, 0)
                                     : count_children(c, ast);
}

/* Return a count of the statements from "first" to "last", not begun. */
static struct counting begin(struct lcm_lowering *l, const lcm_ast *first,
                             const lcm_ast *last) {
  return (struct counting){.l = l,
                           .chances = {.l = l, .first = first, .last = last}};
}

/* Let what is guessed in the operations of "node" be what it is taken for; that
 * it has as attribute "guessed": how much each guess decides about. */
static void settle(struct counting *c, lcm_node *node) {
  lcm_chance_note(&c->chances, node, "guessed", node->flops);
  node->flops = lcm_chance_settle(&c->chances, node->flops);
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

/* Return whether "section" is not seen to be the same in all iterations of the
 * loops around "ast", of which there are some. */
static bool moves_on(struct lcm_lowering *l, const lcm_section *section,
                     const lcm_ast *ast) {
  bool repeated = false;
  for (ast = ast->parent; ast; ast = ast->parent) {
    lcm_iteration range;
    if (lcm_ast_class_of(ast->kind) != LCM_CLASS_LOOP)
      continue;
    repeated = true;
    if (!lcm_lower_header(&range, l, ast))
      return true;
    for (size_t i = 0; i < section->n_extents; i++)
      if (section->extents[i].lower &&
          lcm_expr_has(section->extents[i].lower, range.index))
        return true;
  }
  return !repeated;
}

/* Return whether the fragment "node", of the statements from "first" on, fills
 * or changes arrays that the loops in it ("loops"), or else around it, go
 * through: what it computes for each element then takes less than the bytes do,
 * several elements at a time. What only reads them adds each value to those
 * before, one after another. */
static bool goes_through_arrays(struct lcm_lowering *l, const lcm_node *node,
                                const lcm_ast *first, bool loops) {
  for (size_t i = 0; i < node->n_writes; i++)
    if (lcm_section_is_array(&node->writes[i]) &&
        (!is_element(&node->writes[i]) ||
         (!loops && moves_on(l, &node->writes[i], first))))
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
  if (!all || c->unchained || !weight_of(&weight, c, all) || !loop ||
      lcm_ast_class_of(loop->kind) != LCM_CLASS_LOOP)
    return all;
  const double wait = wait_of(c, loop, first, last, weight);
  c->chained = c->chained || wait > weight;
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

/* Let "node", whose cycles "c" has counted, say how many of them the statements
 * from "first" to "last" need where none waits for another. */
static void note_cycles(struct lcm_lowering *l, lcm_node *node,
                        const lcm_ast *first, const lcm_ast *last,
                        const struct counting *c) {
  const struct lcm_code_loop *around = lcm_code_around(l, first, last);
  struct counting free = begin(l, first, last);
  free.cycles = free.unchained = true;
  const lcm_expr *busy = NULL;
  if (around && around->cost.bound == LCM_BOUND_CHAIN)
    busy = in_cycles(&free, around->cost.unhindered);
  else if (!around && c->chained)
    busy = lcm_chance_settle(&free.chances, count_from(&free, first, last));
  lcm_busy_note(l, node, "code_chain", node->cycles, busy);
}

/* Let "node", whose operations "heavy" has weighed, say how many of them count
 * from "first" to "last" where none waits for another. */
static void note_busy(struct lcm_lowering *l, lcm_node *node,
                      const lcm_ast *first, const lcm_ast *last,
                      const struct counting *heavy) {
  struct counting free = begin(l, first, last);
  free.weighs = free.unchained = true;
  if (!heavy->chained || !node->flops)
    return;
  const lcm_expr *busy = weigh(&free, first, last);
  lcm_busy_note(l, node, "chain", node->flops,
                lcm_chance_settle(&free.chances, busy));
}

/* Put what the statements from "first" to "last" cost by the code that a
 * compiler made of their loops into "node", whose operations are counted;
 * "how" says how. */
static void take_code(struct lcm_lowering *l, lcm_node *node,
                      const lcm_ast *first, const lcm_ast *last,
                      const struct counting *how) {
  struct counting c = begin(l, first, last);
  struct counting rest = begin(l, first, last);
  c.cycles = rest.outside = true;
  rest.whole = how->whole;
  rest.weighs = how->weighs;
  if (!l->code || !node->flops)
    return;
  const struct lcm_code_loop *around = lcm_code_around(l, first, last);
  node->cycles =
      around ? in_cycles(&c, around->cost.cycles) : count_from(&c, first, last);
  rest.covered = around;
  rest.calls_covered = around && !around->cost.calls;
  node->rest = count_from(&rest, first, last);
  node->cycles = lcm_chance_settle(&c.chances, node->cycles);
  node->rest = lcm_chance_settle(&rest.chances, node->rest);
  if (node->cycles && node->rest && !lcm_expr_is_int(node->cycles, 0)) {
    describe(l, node, first, last);
    note_cycles(l, node, first, last, &c);
  } else
    node->cycles = node->rest = NULL;
}

const lcm_expr *lcm_cost_times(struct lcm_lowering *l, const lcm_ast *first,
                               const lcm_ast *last, const lcm_ast *site) {
  struct counting c = begin(l, first, last);
  c.site = site;
  const lcm_expr *times = count_from(&c, first, last);
  return lcm_chance_settle(&c.chances, times);
}

const lcm_expr *lcm_cost_trips(struct lcm_lowering *l, const lcm_ast *loop) {
  struct counting c = begin(l, loop, loop);
  const struct repeated counted = repeated_of(&c, loop, true);
  return over_loop(&c, &counted, lcm_expr_int(l->ctx, 1));
}

/* Return whether "node", which does the statements from "first" on and was
 * counted by "c", computes on whole numbers alone, and that counts: what goes
 * through arrays is priced by its bytes, but where calls stand beside it these
 * may not be known. */
static bool is_whole(const struct counting *c, const lcm_node *node,
                     const lcm_ast *first) {
  struct lcm_lowering *l = c->l;
  if (c->reals || c->moves)
    return false;
  return lcm_expr_is_int(node->flops, 0)
             ? (c->loops || !l->modelled) &&
                   !goes_through_arrays(l, node, first, c->loops)
             : c->loops;
}

bool lcm_lower_cost(struct lcm_lowering *l, lcm_node *node,
                    const lcm_ast *first, const lcm_ast *last) {
  struct counting c = begin(l, first, last);
  node->flops = count_from(&c, first, last);
  if (node->flops && is_whole(&c, node, first)) {
    c.whole = true;
    node->flops =
        lcm_expr_add(l->ctx, node->flops, count_from(&c, first, last));
  }
  if (l->options->weights && node->flops &&
      (!l->modelled || touches_arrays(node) ||
       !lcm_expr_is_int(node->flops, 0))) {
    struct counting heavy = begin(l, first, last);
    heavy.weighs = true;
    node->flops = weigh(&heavy, first, last);
    settle(&heavy, node);
    note_busy(l, node, first, last, &heavy);
    take_code(l, node, first, last, &heavy);
  } else {
    settle(&c, node);
    take_code(l, node, first, last, &c);
  }
  if (c.moves) {
    struct counting moved = begin(l, first, last);
    moved.moved = true;
    node->bytes = count_from(&moved, first, last);
    node->bytes = lcm_chance_settle(&moved.chances, node->bytes);
  }
  if (c.chances.granted)
    lcm_granted_assume(l, node);
  for (size_t i = 0; i < c.expected.n; i++)
    lcm_lower_assume(l, node, c.expected.at[i]);
  if (c.rounds)
    lcm_lower_attribute(l, node, "trips", c.rounds);
  if (c.calls && *c.calls)
    lcm_lower_attribute(l, node, "calls", c.calls);
  if (c.calls && c.why)
    lcm_lower_attribute(l, node, "why", c.n_calls > 1 ? c.whys : c.why);
  if ((c.calls || c.turns) && c.shares)
    lcm_lower_attribute(l, node, "shares", "yes");
  if (c.turns) {
    lcm_lower_attribute(l, node, "turns", c.turns);
    lcm_lower_attribute(l, node, "turned",
                        strstr(c.turns, "(), ") ? c.all_turned : c.turned);
  }
  return c.whole;
}
