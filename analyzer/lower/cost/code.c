/* What loops of the source cost by the code that a compiler made of them: what
 * the source says of a loop, for finding it in the code. */
#include "analyzer/lower/cost/code.h"

#include <math.h>
#include <stdlib.h>

#include "analyzer/lower/control/header/header.h"
#include "analyzer/lower/control/node.h"
#include "analyzer/lower/cost/chain.h"
#include "analyzer/lower/values/names.h"

/* Return whether a loop lies below "ast". */
static bool has_loop_below(const lcm_ast *ast) {
  for (const lcm_ast *child = ast->first; child; child = child->next)
    if (child->holds & LCM_AST_HOLDS_LOOP)
      return true;
  return false;
}

/* What is gathered of a loop. */
struct gathering {
  struct lcm_lowering *l;
  const char *index; /* NULL: it has none that is known */
  const lcm_expr *step;
  LCM_LIST(long long) strides;
  double flops;
  double stores;
};

/* Put by how many bytes the place "ast" moves from one iteration to the next
 * into "*out"; false where that is not known. */
static bool stride_of(double *out, const struct gathering *g,
                      const lcm_ast *ast) {
  lcm_ctx *ctx = g->l->ctx;
  *out = 0;
  for (; ast && ast->kind != LCM_AST_REF; ast = ast->first) {
    const lcm_ast *at = ast->first ? ast->first->next : NULL;
    double moved = 0;
    if (ast->kind != LCM_AST_SUBSCRIPT || !at)
      continue;
    const lcm_expr *here = lcm_lower_expr(g->l, at->begin, at->end);
    if (!here || !g->index || ast->size <= 0)
      return false;
    const struct lcm_subst next = {
        g->index,
        lcm_expr_add(ctx, lcm_expr_symbol(ctx, g->index, LCM_DIM_NONE),
                     g->step)};
    if (!lcm_expr_is_number(
            lcm_expr_sub(ctx, lcm_expr_subst(ctx, here, &next, 1), here),
            &moved))
      return false;
    *out += moved * (double)ast->size;
  }
  return true;
}

/* Note that something moves by "stride" bytes. */
static void note_stride(struct gathering *g, double stride) {
  const long long bytes = llround(fabs(stride));
  for (size_t i = 0; i < g->strides.n; i++)
    if (g->strides.at[i] == bytes)
      return;
  if (bytes)
    LCM_LIST_ADD(lcm_ctx_arena(g->l->ctx), &g->strides, bytes);
}

/* Gather what "ast" and all below it does. */
static void gather(struct gathering *g, const lcm_ast *ast) {
  const bool changes =
      ast->kind == LCM_AST_ASSIGN || ast->kind == LCM_AST_UPDATE;
  double stride = 0;
  g->flops += ast->flops;
  if (ast->kind == LCM_AST_SUBSCRIPT && !ast->is_array &&
      stride_of(&stride, g, ast))
    note_stride(g, stride);
  if (changes && ast->first && stride_of(&stride, g, ast->first) &&
      stride != 0 && ast->first->size > 0)
    g->stores += (double)ast->first->size;
  for (const lcm_ast *child = ast->first; child; child = child->next)
    gather(g, child);
}

/* Let what waits for the iteration before, in the loop "ast" of few iterations,
 * wait less in "cost": those of the loop around go on. */
static void overlap(struct lcm_incore_cost *cost, struct lcm_lowering *l,
                    const lcm_ast *ast) {
  const struct lcm_weights *weights = l->options->weights;
  const bool known = weights && weights->cycle > 0;
  const double at_once = known && cost->bound == LCM_BOUND_CHAIN
                             ? lcm_chain_overlap(l, ast, cost->operations,
                                                 cost->cycles / weights->cycle)
                             : 1;
  cost->cycles =
      fmax(cost->cycles / at_once, fmin(cost->cycles, cost->unhindered));
  cost->rest = fmax(cost->rest / at_once, fmin(cost->rest, cost->unhindered));
}

/* Return whether code that takes "cycles" waits for the iteration before:
 * without that it takes "unhindered". */
static bool waits(double cycles, double unhindered) {
  return cycles > 1.03 * unhindered + 0.3;
}

/* Let "cost", which divides whole numbers, take what "weights" say of these:
 * beside all else, or where an iteration waits for the one before also when
 * products stand for them, of PRODUCT cycles or more, one after the other. */
static void reprice_whole(struct lcm_incore_cost *cost,
                          const struct lcm_weights *weights) {
  enum { PRODUCT = 3 };
  const double had = cost->cycles;
  const double taken =
      weights->cycle * weights->remainder * cost->divisions.whole;
  const bool chained = cost->undivided >= PRODUCT &&
                       waits(cost->undivided, cost->undivided_unhindered);
  if (taken <= 0)
    return;
  cost->unhindered =
      fmin(cost->unhindered, fmax(cost->undivided_unhindered, taken));
  cost->cycles = fmin(had, chained ? cost->undivided + taken
                                   : fmax(cost->undivided, taken));
  cost->rest *= cost->cycles / had;
  if (!chained)
    cost->bound = LCM_BOUND_PORTS;
}

/* Let the divisions of "cost" take what "weights" say, where they are what its
 * cycles consist of: a division of numbers is priced by two at once. */
static void reprice(struct lcm_incore_cost *cost,
                    const struct lcm_weights *weights) {
  enum { AT_ONCE = 2 };
  const struct lcm_asm_divisions *d = &cost->divisions;
  const double had = cost->cycles;
  if (!weights || cost->undivided >= cost->cycles)
    return;
  if (d->whole > 0 && d->quotients <= 0 && d->roots <= 0)
    reprice_whole(cost, weights);
  if (waits(cost->cycles, cost->unhindered))
    return;
  const double taken =
      weights->cycle *
      (d->whole * weights->remainder +
       AT_ONCE * d->quotients * weights->divide + d->roots * weights->root);
  if (taken <= 0)
    return;
  cost->cycles = cost->unhindered = fmax(cost->undivided, taken);
  cost->rest *= cost->cycles / had;
}

/* Let "cost", which keeps a value in memory from iteration to iteration, take
 * at least as long as that is on its way. */
static void wait_for_stores(struct lcm_incore_cost *cost,
                            const struct lcm_weights *weights) {
  const double had = cost->cycles;
  const double taken =
      weights
          ? weights->cycle * (weights->store_chain * cost->kept +
                              weights->whole_store_chain * cost->kept_whole) +
                cost->kept_cycles
          : 0;
  if (!weights || weights->store_chain <= 0 || taken <= had)
    return;
  cost->cycles = taken;
  cost->rest *= taken / had;
  cost->bound = LCM_BOUND_CHAIN;
}

/* Look for the loop "ast" in the code. */
static struct lcm_code_loop look(struct lcm_lowering *l, const lcm_ast *ast) {
  struct gathering g = {.l = l};
  struct lcm_code_loop out = {.begin = ast->begin};
  lcm_iteration range;
  unsigned column = 0;
  unsigned end = 0;
  double step = 0;
  lcm_lines_find(l->syntax->lines, ast->begin, &out.line, &column);
  lcm_lines_find(l->syntax->lines, ast->end, &end, &column);
  if (lcm_header_plain(&range, l, ast) && !range.factor) {
    g.index = range.index;
    g.step = range.step ? range.step : lcm_expr_int(l->ctx, 1);
    (void)lcm_expr_is_number(g.step, &step);
  }
  gather(&g, ast);
  const struct lcm_incore_source source = {.file = l->code->real,
                                           .first = out.line,
                                           .last = end,
                                           .strides = g.strides.at,
                                           .n_strides = g.strides.n,
                                           .flops = g.flops,
                                           .stores = g.stores,
                                           .step = fabs(step),
                                           .trips = lcm_chain_trips(l, ast)};
  out.why = lcm_incore_match(&out.cost, l->ctx, l->code->code, &source);
  if (!out.why) {
    reprice(&out.cost, l->options->weights);
    wait_for_stores(&out.cost, l->options->weights);
    overlap(&out.cost, l, ast);
  }
  return out;
}

const struct lcm_code_loop *lcm_code_of(struct lcm_lowering *l,
                                        const lcm_ast *loop) {
  size_t i = 0;
  if (!l->code || has_loop_below(loop))
    return NULL;
  if (!lcm_map_get(&l->code->found, loop, &i)) {
    const struct lcm_code_loop found = look(l, loop);
    i = l->code->loops.n;
    LCM_LIST_ADD(lcm_ctx_arena(l->ctx), &l->code->loops, found);
    lcm_map_put(lcm_ctx_arena(l->ctx), &l->code->found, loop, i);
  }
  return l->code->loops.at[i].why ? NULL : &l->code->loops.at[i];
}

const struct lcm_code_loop *lcm_code_around(struct lcm_lowering *l,
                                            const lcm_ast *first,
                                            const lcm_ast *last) {
  const lcm_ast *outer = first;
  while (outer && lcm_ast_class_of(outer->kind) != LCM_CLASS_LOOP)
    outer = outer->parent;
  if (!l->code || !outer || outer == first)
    return NULL;
  const lcm_ast *body = lcm_loop_body(outer);
  const bool whole = body && ((first == body && last == body) ||
                              (first->parent == body && body->first == first &&
                               last->parent == body && !last->next));
  return whole ? lcm_code_of(l, outer) : NULL;
}

const char *lcm_code_text(lcm_ctx *ctx, const struct lcm_code_loop *loop) {
  const struct lcm_incore_cost *cost = &loop->cost;
  return lcm_arena_printf(lcm_ctx_arena(ctx),
                          "line %u: %.0f at once, %.4g cycles each, %s%s%s",
                          loop->line, cost->at_once, cost->cycles,
                          lcm_incore_bound_word(cost->bound),
                          cost->branches ? ", all branches taken"
                          : cost->ways   ? ", branches as likely as not"
                                         : "",
                          cost->calls ? ", without its calls" : "");
}

void lcm_code_note(struct lcm_lowering *l) {
  enum { MOST = 4 };
  lcm_buf buf = {0};
  size_t known = 0;
  size_t others = 0;
  const size_t n = l->code ? l->code->loops.n : 0;
  for (size_t i = 0; i < n; i++) {
    const struct lcm_code_loop *loop = &l->code->loops.at[i];
    known += !loop->why;
    if (loop->why && others++ < MOST)
      lcm_buf_printf(&buf, "%sline %u: %s", others > 1 ? "; " : "", loop->line,
                     loop->why);
  }
  const char *list = lcm_ctx_text(l->ctx, &buf);
  if (n)
    lcm_report(l->ctx, LCM_DIAG_INCORE, (lcm_loc){.file = l->file},
               "%zu of %zu innermost loop%s compute%s for the cycles of the "
               "code of '%s', by llvm-mca for %s%s%s%s",
               known, n, n == 1 ? "" : "s", n == 1 ? "s" : "",
               l->code->code->made, l->code->code->timed,
               others ? "; the others by their operations (" : "", list,
               others > MOST ? "; ...)"
               : others      ? ")"
                             : "");
}
