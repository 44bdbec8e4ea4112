/* Operations of expressions by their kinds, where the analysis counts. */
#include <string.h>

#include "analyzer/lower/control/external.h"
#include "analyzer/lower/control/node.h"
#include "analyzer/lower/control/syntax.h"
#include "analyzer/lower/cost/external_cost.h"
#include "analyzer/lower/values/count.h"
#include "analyzer/lower/values/names.h"

/* A count under way. */
struct counting {
  struct lcm_lowering *l;
  /* lvalues whose value has been read or written and is still the same; NULL
   * where it is not any more */
  LCM_LIST(const lcm_ast *) known;
  const lcm_expr *of[LCM_COST_COUNT]; /* what has been counted */
  /* how often what is looked at is executed */
  const lcm_expr *weight;
  /* a choice inside an expression is taken as equally likely */
  bool guessed;
  /* a function of a table that does more than a number of operations, or
   * NULL */
  const char *elsewhere;
  const char *mover; /* one that moves bytes alone */
};

static void count(struct counting *c, const lcm_ast *ast);
static void count_address(struct counting *c, const lcm_ast *ast);

/* Count "n" more of "kind". */
static void add(struct counting *c, lcm_cost_kind kind, long long n) {
  lcm_ctx *ctx = c->l->ctx;
  if (n)
    c->of[kind] = lcm_expr_add(
        ctx, c->of[kind], lcm_expr_mul(ctx, c->weight, lcm_expr_int(ctx, n)));
}

/* Count all children of "ast" from "child" on as values. */
static void count_from(struct counting *c, const lcm_ast *child) {
  for (; child; child = child->next)
    count(c, child);
}

/* Return whether the lvalue "ast" lies in memory: it is a part of an array or
 * reached through a pointer.  Other variables live in registers. */
static bool in_memory(const lcm_ast *ast) {
  while (ast && ast->kind == LCM_AST_MEMBER && ast->first &&
         (!ast->first->is_pointer || ast->first->is_array))
    ast = ast->first;
  return ast && (ast->kind == LCM_AST_SUBSCRIPT || ast->kind == LCM_AST_DEREF ||
                 ast->kind == LCM_AST_MEMBER);
}

/* Return the variable that the lvalue "ast" is a part of or points from. */
static const lcm_ast *base_of(const lcm_ast *ast) {
  while (ast && ast->kind != LCM_AST_REF)
    ast = ast->first;
  return ast;
}

/* Return whether "ast" and what lies below it say the same as "other". */
static bool is_like(const lcm_ast *ast, const lcm_ast *other) {
  if (ast->kind != other->kind || ast->name != other->name ||
      ast->key != other->key || ast->op != other->op)
    return false;
  const lcm_ast *a = ast->first;
  const lcm_ast *b = other->first;
  for (; a && b; a = a->next, b = b->next)
    if (!is_like(a, b))
      return false;
  return !a && !b;
}

/* Return whether the lvalue "ast" is written out where it stands, not made by a
 * macro. */
static bool is_plain(const struct counting *c, const lcm_ast *ast) {
  const lcm_ast *base = base_of(ast);
  return base && base->name && ast->end <= c->l->len &&
         memmem(c->l->text + ast->begin, ast->end - ast->begin, base->name,
                strlen(base->name));
}

/* Return the number of the lvalue "ast" among the known ones, or how many there
 * are. */
static size_t find_known(const struct counting *c, const lcm_ast *ast) {
  size_t i = 0;
  const unsigned long long hash = lcm_lower_hash(c->l, ast->begin, ast->end);
  for (; i < c->known.n; i++) {
    const lcm_ast *at = c->known.at[i];
    if (at && is_like(at, ast) &&
        lcm_lower_hash(c->l, at->begin, at->end) == hash)
      break;
  }
  return i;
}

/* Note that the value of the lvalue "ast" is known from here on. */
static void learn(struct counting *c, const lcm_ast *ast) {
  enum { MOST = 64 };
  if (c->known.n < MOST && is_plain(c, ast))
    LCM_LIST_ADD(lcm_ctx_arena(c->l->ctx), &c->known, ast);
}

/* Return whether a place in memory with the base "ast" may be reached from
 * other names: through a pointer. */
static bool is_shared(const lcm_ast *ast) {
  return !ast || (ast->is_pointer && !ast->is_array);
}

/* Forget the values that storing into the lvalue "ast" (NULL: anywhere) may
 * change. */
static void forget(struct counting *c, const lcm_ast *ast) {
  const lcm_ast *base = ast ? base_of(ast) : NULL;
  const bool stored = !ast || in_memory(ast);
  for (size_t i = 0; i < c->known.n; i++) {
    const lcm_ast *at = c->known.at[i];
    const lcm_ast *own = at ? base_of(at) : NULL;
    if (!at)
      continue;
    if (!base || lcm_syntax_refers(at, base->key) ||
        (stored && (is_shared(base) || is_shared(own))))
      c->known.at[i] = NULL;
  }
}

/* Count the reading of the lvalue "ast", whose address has been counted. */
static void count_load(struct counting *c, const lcm_ast *ast) {
  if (find_known(c, ast) < c->known.n)
    return;
  add(c, LCM_COST_LOAD, 1);
  learn(c, ast);
}

/* Count the writing of the lvalue "ast", whose address has been counted. */
static void count_store(struct counting *c, const lcm_ast *ast) {
  forget(c, ast);
  if (!in_memory(ast))
    return;
  add(c, LCM_COST_STORE, 1);
  learn(c, ast);
}

/* Count the base "ast" of a subscript or member: an array is a place, a pointer
 * a value. */
static void count_base(struct counting *c, const lcm_ast *ast) {
  if (ast && ast->is_pointer && !ast->is_array)
    count(c, ast);
  else if (ast)
    count_address(c, ast);
}

/* Count what it takes to know where the lvalue "ast" is. */
static void count_address(struct counting *c, const lcm_ast *ast) {
  if (ast->kind == LCM_AST_SUBSCRIPT || ast->kind == LCM_AST_MEMBER) {
    count_base(c, ast->first);
    count_from(c, ast->first ? ast->first->next : NULL);
  } else if (ast->kind == LCM_AST_DEREF)
    count_from(c, ast->first);
  else if (ast->kind != LCM_AST_REF)
    count(c, ast);
}

/* Count the value of the lvalue "ast". */
static void count_value(struct counting *c, const lcm_ast *ast) {
  count_address(c, ast);
  if (in_memory(ast) && !ast->is_array && !ast->is_function)
    count_load(c, ast);
}

/* Count the operation that "ast" itself is. */
static void count_operation(struct counting *c, const lcm_ast *ast) {
  static const unsigned char COMPLEX[][3] = {[LCM_AST_OP_ADD] = {2, 0, 0},
                                             [LCM_AST_OP_MUL] = {2, 4, 0},
                                             [LCM_AST_OP_DIV] = {3, 6, 2},
                                             [LCM_AST_OP_BITS] = {0, 0, 0},
                                             [LCM_AST_OP_REST] = {0, 0, 0}};
  add(c, LCM_COST_INTEGER, ast->ops);
  if (ast->flops > 1)
    for (int i = 0; i < 3; i++)
      add(c, LCM_COST_ADD + (lcm_cost_kind)i, COMPLEX[ast->op][i]);
  else if (ast->flops)
    add(c,
        ast->op == LCM_AST_OP_ADD   ? LCM_COST_ADD
        : ast->op == LCM_AST_OP_MUL ? LCM_COST_MUL
                                    : LCM_COST_DIV,
        1);
}

/* Count an assignment with an operator, or ++ and --. */
static void count_update(struct counting *c, const lcm_ast *ast) {
  const lcm_ast *target = ast->first;
  if (!target)
    return;
  count_from(c, target->next);
  count_address(c, target);
  count_operation(c, ast);
  if (!target->next && !ast->is_pointer)
    add(c, ast->is_real ? LCM_COST_ADD : LCM_COST_INTEGER, 1);
  if (in_memory(target))
    count_load(c, target);
  count_store(c, target);
}

/* Count "ast" (NULL: nothing) where it is executed with the chance "chance". */
static void count_part(struct counting *c, const lcm_ast *ast,
                       const lcm_expr *chance) {
  const lcm_expr *outer = c->weight;
  const size_t n_known = c->known.n;
  c->weight = lcm_expr_mul(c->l->ctx, outer, chance);
  if (ast)
    count(c, ast);
  c->weight = outer;
  c->known.n = n_known < c->known.n ? n_known : c->known.n;
}

/* Return 1 where "cond" holds, and 0 elsewhere; 1/2 where that is not known. */
static const lcm_expr *chance_of(struct counting *c, const lcm_ast *cond) {
  lcm_ctx *ctx = c->l->ctx;
  const lcm_expr *value = lcm_lower_expr(c->l, cond->begin, cond->end);
  c->guessed = c->guessed || !value;
  return value ? lcm_expr_if(ctx, value, lcm_expr_int(ctx, 1),
                             lcm_expr_int(ctx, 0))
               : lcm_expr_ratio(ctx, 1, 2);
}

/* Return whether executing "ast" counts anything. */
static bool is_idle(const struct counting *c, const lcm_ast *ast) {
  struct counting own = {.l = c->l, .weight = lcm_expr_int(c->l->ctx, 1)};
  for (size_t i = 0; i < LCM_COST_COUNT; i++)
    own.of[i] = lcm_expr_int(c->l->ctx, 0);
  if (ast)
    count(&own, ast);
  for (size_t i = 0; i < LCM_COST_COUNT; i++)
    if (!own.of[i] || !lcm_expr_is_int(own.of[i], 0))
      return false;
  return true;
}

/* Count `a && b`, `a || b` or `a ? b : d`. */
static void count_choice(struct counting *c, const lcm_ast *ast) {
  lcm_ctx *ctx = c->l->ctx;
  const lcm_ast *cond = ast->first;
  const lcm_ast *yes = cond ? cond->next : NULL;
  const lcm_ast *no = yes ? yes->next : NULL;
  if (!cond)
    return;
  count(c, cond);
  if (is_idle(c, yes) && is_idle(c, no))
    return;
  const lcm_expr *chance = chance_of(c, cond);
  const lcm_expr *rest = lcm_expr_sub(ctx, lcm_expr_int(ctx, 1), chance);
  count_part(c, yes, ast->kind == LCM_AST_OR ? rest : chance);
  count_part(c, no, rest);
}

/* Return whether "external" does a fixed number of operations, "*flops", and
 * touches nothing, as the functions of the mathematical library. */
static bool is_mathematical(double *flops,
                            const struct lcm_external *external) {
  *flops = 0;
  return !external->unknown && !external->calls && !external->reads &&
         !external->writes &&
         (!external->flops || lcm_expr_is_number(external->flops, flops));
}

/* Count what the call "ast" of "external" does, as far as its kind is said. */
static void count_external(struct counting *c, const lcm_ast *ast,
                           const struct lcm_external *external) {
  const char *missing = NULL;
  const lcm_ast *meant = ast;
  bool any = false;
  external = lcm_external_meant(c->l, &meant, external);
  for (int k = 0; k < 3 && !external->unknown; k++) {
    const lcm_expr *amount =
        external->kinds[k] ? lcm_external_value(c->l, meant, external,
                                                external->kinds[k], &missing)
                           : NULL;
    any = any || amount;
    if (amount)
      c->of[LCM_COST_ADD + k] =
          lcm_expr_add(c->l->ctx, c->of[LCM_COST_ADD + k],
                       lcm_expr_mul(c->l->ctx, c->weight, amount));
  }
  if (external->unknown || (any && !missing))
    return;
  if (!external->flops || lcm_expr_is_int(external->flops, 0))
    c->mover = ast->name;
  else
    c->elsewhere = ast->name;
}

/* Count the call "ast" without what the function does, but for those of the
 * mathematical library. */
static void count_call(struct counting *c, const lcm_ast *ast) {
  double flops = 0;
  const struct lcm_external *external =
      ast->is_system && ast->name ? lcm_external_of(c->l, ast->name) : NULL;
  count_from(c, ast->first ? ast->first->next : NULL);
  if (external && is_mathematical(&flops, external)) {
    add(c, LCM_COST_SPECIAL, flops > 0);
    return;
  }
  forget(c, NULL);
  if (external)
    count_external(c, ast, external);
}

/* Count what "ast", which changes a place or takes its address, does. */
static void count_change(struct counting *c, const lcm_ast *ast) {
  if (ast->kind == LCM_AST_UPDATE) {
    count_update(c, ast);
    return;
  }
  if (!ast->first)
    return;
  if (ast->kind == LCM_AST_ASSIGN)
    count_from(c, ast->first->next);
  count_address(c, ast->first);
  if (ast->kind == LCM_AST_ASSIGN)
    count_store(c, ast->first);
}

/* Count what "ast", whose value is wanted, does. */
static void count(struct counting *c, const lcm_ast *ast) {
  switch (lcm_ast_class_of(ast->kind)) {
  case LCM_CLASS_PLACE:
    count_value(c, ast);
    return;
  case LCM_CLASS_CHANGE:
    count_change(c, ast);
    return;
  case LCM_CLASS_CALL:
    count_call(c, ast);
    return;
  case LCM_CLASS_MAYBE:
    count_choice(c, ast);
    return;
  case LCM_CLASS_VALUE:
    if (ast->kind == LCM_AST_SIZEOF)
      return;
    break;
  case LCM_CLASS_TOP:
  case LCM_CLASS_VARIABLE:
  case LCM_CLASS_COMPOUND:
  case LCM_CLASS_LOOP:
  case LCM_CLASS_CHOICE:
  case LCM_CLASS_LABEL:
  case LCM_CLASS_JUMP:
  case LCM_CLASS_SIMPLE:
    break;
  }
  count_from(c, ast->first);
  count_operation(c, ast);
}

bool lcm_lower_count(struct lcm_lowering *l, lcm_node *node,
                     const lcm_ast *first, const lcm_ast *last) {
  struct counting c = {.l = l, .weight = lcm_expr_int(l->ctx, 1)};
  bool any = false;
  if (!l->options->costs)
    return false;
  for (size_t i = 0; i < LCM_COST_COUNT; i++)
    c.of[i] = lcm_expr_int(l->ctx, 0);
  for (const lcm_ast *ast = first; ast; ast = ast->next) {
    count(&c, ast);
    if (ast == last)
      break;
  }
  for (size_t i = 0; i < LCM_COST_COUNT; i++) {
    const bool none = c.of[i] && lcm_expr_is_int(c.of[i], 0);
    node->costs[i] = none ? NULL : c.of[i];
    any = any || !none;
  }
  if (c.mover)
    lcm_lower_attribute(l, node, "mover", c.mover);
  if (c.elsewhere)
    lcm_lower_attribute(l, node, "elsewhere", c.elsewhere);
  if (c.guessed)
    lcm_lower_attribute(l, node, "chance", "half");
  return any;
}
