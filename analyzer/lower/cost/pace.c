/* How addresses change from iteration to iteration: the values that variables
 * are given in a loop are followed. */
#include "analyzer/lower/cost/pace.h"

#include <math.h>
#include <string.h>

#include "analyzer/lower/control/header/header.h"
#include "analyzer/lower/control/syntax.h"
#include "analyzer/lower/values/flow.h"
#include "analyzer/lower/values/names.h"

/* So many variables are followed into each other, and calls, in so many steps;
 * a factor from "LARGE" on is one of a hash or of random numbers.  An array may
 * have so many names. */
enum { DEEPEST = 12, CALLS = 3, STEPS = 2000, LARGE = 32768, NAMES = 8 };

/* A variable that is being followed, with what "follow" had met before. */
struct followed {
  const char *key;
  unsigned loads;
  unsigned products;
  unsigned rests;
};

/* What is followed. */
struct follow {
  struct lcm_lowering *l;
  const lcm_ast *loop; /* in which values change, or a function */
  struct followed at[DEEPEST];
  size_t n;
  unsigned calls; /* that were followed to here */
  unsigned steps; /* made so far */
  unsigned backs; /* how often a variable came back to itself */
  bool rolled;    /* once as numbers do that are drawn at random */
  /* operators around what is followed: accesses, products, remainders */
  unsigned loads;
  unsigned products;
  unsigned rests;
  /* of a call that is followed, and how its arguments change */
  const lcm_ast *callee;
  const enum lcm_pace *arguments;
};

static enum lcm_pace value(struct follow *f, const lcm_ast *ast);

/* Return the one of "a" and "b" that is foreseen worse. */
static enum lcm_pace slower(enum lcm_pace a, enum lcm_pace b) {
  return a > b ? a : b;
}

/* Return whether "ast" is a number, and a large one. */
static bool is_large(struct follow *f, const lcm_ast *ast) {
  double number = 0;
  const lcm_expr *e =
      ast->holds ? NULL : lcm_lower_expr(f->l, ast->begin, ast->end);
  return e && lcm_expr_is_number(e, &number) && fabs(number) >= LARGE;
}

/* Return the slowest of "ast" and what stands beside it. */
static enum lcm_pace slowest(struct follow *f, const lcm_ast *ast) {
  enum lcm_pace out = LCM_PACE_FIXED;
  for (; ast; ast = ast->next)
    out = slower(out, value(f, ast));
  return out;
}

/* Return how the variable number "i", which comes back to itself, changes. */
static enum lcm_pace come_back(struct follow *f, size_t i) {
  const struct followed *at = &f->at[i];
  f->backs++;
  f->rolled = f->rolled || f->products > at->products;
  if (f->loads > at->loads)
    return LCM_PACE_CHAINED;
  return f->products > at->products && f->rests > at->rests ? LCM_PACE_MIXED
                                                            : LCM_PACE_STEADY;
}

/* Return how what is put into the variable by "ast", an update, changes it. */
static enum lcm_pace update(struct follow *f, const lcm_ast *ast) {
  const lcm_ast *by = ast->first ? ast->first->next : NULL;
  const enum lcm_pace pace = by ? value(f, by) : LCM_PACE_FIXED;
  const bool large =
      by && ast->op == LCM_AST_OP_MUL && !ast->is_real && is_large(f, by);
  const bool mixes = pace > LCM_PACE_FIXED && ast->op == LCM_AST_OP_BITS;
  f->rolled = f->rolled || large || mixes;
  if (large)
    return LCM_PACE_MIXED;
  return slower(pace, mixes ? LCM_PACE_MIXED : LCM_PACE_STEADY);
}

/* Return whether what is loaded by what is followed decides, in the loop of
 * "f", whether "ast" is executed. */
static bool is_decided(struct follow *f, const lcm_ast *ast) {
  for (; ast && ast != f->loop && ast->kind != LCM_AST_FUNCTION;
       ast = ast->parent)
    if (ast->kind == LCM_AST_IF && ast->first &&
        value(f, ast->first) == LCM_PACE_CHAINED)
      return true;
  return false;
}

/* Return how what "ast", an assignment, puts into the variable that is followed
 * changes it: the ends of a search follow from what is found on the way. */
static enum lcm_pace assign(struct follow *f, const lcm_ast *ast) {
  const unsigned backs = f->backs;
  const enum lcm_pace out = value(f, ast->first->next);
  return out < LCM_PACE_LOADED && f->backs > backs && is_decided(f, ast)
             ? LCM_PACE_LOADED
             : out;
}

/* Return how what "ast" and what is below it put into the variable "key"
 * changes it. */
static enum lcm_pace put_into(struct follow *f, const lcm_ast *ast,
                              const char *key) {
  enum lcm_pace out = LCM_PACE_FIXED;
  const lcm_ast *target = ast->first;
  if (!(ast->holds & (LCM_AST_HOLDS_CHANGE | LCM_AST_HOLDS_VARIABLE)))
    return out;
  if (ast->kind == LCM_AST_VAR && ast->key == key && ast->first)
    out = slower(LCM_PACE_STEADY, value(f, ast->first));
  if (target && target->kind == LCM_AST_REF && target->key == key) {
    if (ast->kind == LCM_AST_ASSIGN && target->next)
      out = assign(f, ast);
    else if (ast->kind == LCM_AST_UPDATE)
      out = update(f, ast);
    else if (ast->kind == LCM_AST_ADDRESS)
      out = LCM_PACE_STEADY;
  }
  for (const lcm_ast *at = ast->first; at; at = at->next)
    out = slower(out, put_into(f, at, key));
  return out;
}

/* Return whether the child "at" of the loop of "f" is executed before it. */
static bool is_before(struct follow *f, const lcm_ast *at) {
  struct lcm_header h;
  return f->loop->kind == LCM_AST_FOR && at != f->loop->last &&
         (at->kind == LCM_AST_DECLSTMT ||
          (lcm_header_read(&h, f->l, f->loop) &&
           lcm_header_part(&h, f->loop, at) == 0));
}

const lcm_ast *lcm_pace_around(const lcm_ast *ast) {
  do
    ast = ast->parent;
  while (ast && !lcm_ast_is_loop(ast) && ast->kind != LCM_AST_FUNCTION);
  return ast;
}

/* Return how the pointer that is parameter number "i" of the function "of"
 * changes in the loops in which the unit calls it, at worst. */
static enum lcm_pace find_given(const struct follow *f, const lcm_ast *of,
                                size_t i) {
  const struct lcm_syntax *own = f->l->syntax;
  enum lcm_pace out = LCM_PACE_FIXED;
  for (size_t b = 0; b < (own->n_beside ? own->n_beside : 1); b++) {
    const struct lcm_syntax *file = own->n_beside ? own->beside[b] : own;
    for (size_t k = 0; k < file->calls.n; k++) {
      const lcm_ast *call = file->calls.at[k].call;
      const lcm_ast *given =
          call->name == of->name ? lcm_syntax_argument(call, i) : NULL;
      struct follow in = {.l = f->l,
                          .loop = given ? lcm_pace_around(call) : NULL,
                          .calls = f->calls + 1};
      if (in.loop)
        out = slower(out, value(&in, given));
    }
  }
  return out;
}

/* As find_given, found once; STEADY while it is being found, where the function
 * calls itself, and too far up. */
static enum lcm_pace given(const struct follow *f, const lcm_ast *of, size_t i,
                           const lcm_ast *param) {
  lcm_arena *arena = lcm_ctx_arena(f->l->ctx);
  lcm_map *known = &f->l->globals.paces;
  size_t pace = 0;
  if (lcm_map_get(known, param->key, &pace))
    return (enum lcm_pace)pace;
  if (f->calls >= CALLS)
    return LCM_PACE_STEADY;
  lcm_map_put(arena, known, param->key, LCM_PACE_STEADY);
  pace = find_given(f, of, i);
  lcm_map_put(arena, known, param->key, pace);
  return (enum lcm_pace)pace;
}

/* Return how the parameter "ast" changes from call to call; FIXED where it is
 * none of the function that is followed. */
static enum lcm_pace parameter(const struct follow *f, const lcm_ast *ast) {
  const lcm_ast *of = f->callee                           ? f->callee
                      : f->loop->kind == LCM_AST_FUNCTION ? f->loop
                                                          : NULL;
  size_t i = 0;
  for (const lcm_ast *at = of ? of->first : NULL; at; at = at->next, i++)
    if (at->kind == LCM_AST_PARAM && at->key == ast->key)
      return f->callee        ? f->arguments[i]
             : at->is_pointer ? given(f, of, i, at)
                              : LCM_PACE_STEADY;
  return LCM_PACE_FIXED;
}

/* Return how the variable "ast" changes. */
static enum lcm_pace variable(struct follow *f, const lcm_ast *ast) {
  enum lcm_pace out = parameter(f, ast);
  const lcm_ast *around = f->callee ? f->callee : f->loop;
  for (size_t i = f->n; i-- > 0;)
    if (f->at[i].key == ast->key)
      return come_back(f, i);
  if (ast->is_array || ast->is_function || !ast->key)
    return LCM_PACE_FIXED;
  if (f->n == DEEPEST)
    return LCM_PACE_STEADY;
  f->at[f->n++] = (struct followed){ast->key, f->loads, f->products, f->rests};
  for (const lcm_ast *at = around->first; at; at = at->next)
    if (f->callee || !is_before(f, at))
      out = slower(out, put_into(f, at, ast->key));
  f->n--;
  return out;
}

/* Return the array or pointer, a variable or member, whose elements the place
 * "ast" is one of; NULL for other places. */
static const lcm_ast *array_of(const lcm_ast *ast) {
  while (ast && (ast->kind == LCM_AST_SUBSCRIPT || ast->kind == LCM_AST_DEREF))
    ast = ast->first;
  return ast && (ast->kind == LCM_AST_REF || ast->kind == LCM_AST_MEMBER) &&
                 ast->key
             ? ast
             : NULL;
}

/* What is put into the elements of an array. */
struct filling {
  struct lcm_lowering *l;
  const char *key;          /* of the array, by its present name */
  const char *names[NAMES]; /* keys that have been looked at, "n" of them */
  size_t n;
  bool any;    /* something is */
  bool all;    /* also what comes after something that does not grow in steps */
  bool rolled; /* among it random numbers */
};

static bool is_filled_steadily(struct filling *f, const char *key);

/* Return whether "ast" is a name of the array of "f", or NULL. */
static bool is_name_of(const struct filling *f, const lcm_ast *ast) {
  return ast && (ast->kind == LCM_AST_REF || ast->kind == LCM_AST_MEMBER) &&
         ast->key == f->key;
}

/* Return whether what "ast", which gives the array of "f" another name or
 * passes it as one, puts into it by that changes in steps. */
static bool follows_name(struct filling *f, const lcm_ast *ast) {
  const lcm_ast *to = ast->kind == LCM_AST_VAR ? ast : ast->first;
  const lcm_ast *from = ast->kind == LCM_AST_VAR ? ast->first
                        : ast->first             ? ast->first->next
                                                 : NULL;
  if (ast->kind != LCM_AST_VAR && ast->kind != LCM_AST_ASSIGN)
    return true;
  if (ast->kind == LCM_AST_ASSIGN && to && to->kind != LCM_AST_REF &&
      to->kind != LCM_AST_MEMBER)
    return true;
  if (!to || !from || !to->key || !from->key || from->kind == LCM_AST_CALL)
    return true;
  if (is_name_of(f, from) && from->is_pointer)
    return is_filled_steadily(f, to->key);
  return to->key != f->key || !array_of(from) || !from->is_pointer ||
         is_filled_steadily(f, from->key);
}

/* Return whether what the function puts into the array of "f" that the call
 * "ast" gives it changes in steps. */
static bool follows_call(struct filling *f, const lcm_ast *ast) {
  const lcm_ast *given = ast->kind == LCM_AST_CALL && ast->name && ast->first
                             ? ast->first->next
                             : NULL;
  const lcm_ast *top = given ? f->l->syntax->top : NULL;
  while (top && !(top->kind == LCM_AST_FUNCTION && top->name == ast->name))
    top = top->next;
  const lcm_ast *param = top ? top->first : NULL;
  for (; given && param; given = given->next, param = param->next)
    if (param->kind == LCM_AST_PARAM && is_name_of(f, given) &&
        !is_filled_steadily(f, param->key))
      return false;
  return true;
}

/* Return whether all that is put below "ast" into elements of the array of "f"
 * changes in steps there. */
static bool fills_steadily(struct filling *f, const lcm_ast *ast) {
  const lcm_ast *target = ast->first;
  if (!(ast->holds &
        (LCM_AST_HOLDS_CHANGE | LCM_AST_HOLDS_VARIABLE | LCM_AST_HOLDS_CALL)))
    return true;
  if (lcm_ast_is_change(ast) && target &&
      (target->kind == LCM_AST_SUBSCRIPT || target->kind == LCM_AST_DEREF) &&
      is_name_of(f, array_of(target))) {
    const lcm_ast *loop = ast->parent;
    while (loop && !lcm_ast_is_loop(loop) && loop->kind != LCM_AST_FUNCTION)
      loop = loop->parent;
    struct follow to = {.l = f->l, .loop = loop, .calls = CALLS};
    const enum lcm_pace pace =
        ast->kind == LCM_AST_ASSIGN && loop && target->next
            ? value(&to, target->next)
            : LCM_PACE_LOADED;
    f->rolled = f->rolled || (pace == LCM_PACE_MIXED && to.rolled);
    if (pace > LCM_PACE_STEADY && !f->all)
      return false;
    f->any = true;
  }
  if (!follows_name(f, ast) || !follows_call(f, ast))
    return false;
  for (const lcm_ast *at = ast->first; at; at = at->next)
    if (!fills_steadily(f, at))
      return false;
  return true;
}

/* Return the array that the argument "ast" is a part of, NULL where it says
 * none: `a`, `a + i` or `&a[i]`. */
static const lcm_ast *array_in(const lcm_ast *ast) {
  if (ast->kind == LCM_AST_ADDRESS)
    return array_of(ast->first);
  if (ast->kind != LCM_AST_OTHER)
    return ast->is_pointer ? array_of(ast) : NULL;
  const lcm_ast *found = NULL;
  for (const lcm_ast *at = ast->first; at && !found; at = at->next)
    found = array_in(at);
  return found;
}

/* Return whether all arguments that the file gives the parameter number "i" of
 * the function "of" are arrays that are filled in steps. */
static bool are_given_steadily(struct filling *f, const lcm_ast *of, size_t i) {
  for (size_t k = 0; k < f->l->syntax->calls.n; k++) {
    const lcm_ast *call = f->l->syntax->calls.at[k].call;
    const lcm_ast *given = call->name == of->name ? call->first : NULL;
    for (size_t n = 0; given && n <= i; n++)
      given = given->next;
    given = given && f->all ? array_in(given) : given;
    const bool steady =
        !given || (array_of(given) && given->kind != LCM_AST_SUBSCRIPT &&
                   is_filled_steadily(f, given->key));
    if (!steady && !f->all)
      return false;
  }
  return true;
}

/* Return whether all that the file puts into elements of the array "key", by
 * its other names, too, changes in steps. */
static bool is_filled_steadily(struct filling *f, const char *key) {
  const char *before = f->key;
  bool steady = true;
  for (size_t i = 0; i < f->n; i++)
    if (f->names[i] == key)
      return true;
  if (f->n == NAMES)
    return false;
  f->names[f->n++] = key;
  f->key = key;
  for (const lcm_ast *top = f->l->syntax->top; top && steady; top = top->next) {
    size_t i = 0;
    steady = fills_steadily(f, top);
    for (const lcm_ast *at = top->kind == LCM_AST_FUNCTION ? top->first : NULL;
         at && steady; at = at->next, i++)
      if (at->kind == LCM_AST_PARAM && at->key == key)
        steady = are_given_steadily(f, top, i);
  }
  f->key = before;
  return steady;
}

/* Return whether the elements of the array "base" are known to grow in steps:
 * all that the file puts there does. */
static bool is_steady_array(struct follow *f, const lcm_ast *base) {
  struct filling filling = {.l = f->l};
  const lcm_ast *array = array_of(base);
  return array && f->calls < CALLS &&
         is_filled_steadily(&filling, array->key) && filling.any;
}

/* Return how the address of the place "ast" changes. */
static enum lcm_pace address(struct follow *f, const lcm_ast *ast) {
  const lcm_ast *base = ast->first;
  if (ast->kind == LCM_AST_REF || !base)
    return LCM_PACE_FIXED;
  if (ast->kind == LCM_AST_MEMBER && !base->is_pointer)
    return address(f, base);
  const enum lcm_pace from = base->is_array && base->kind != LCM_AST_REF
                                 ? address(f, base)
                                 : value(f, base);
  return base->next ? slower(from, value(f, base->next)) : from;
}

/* Return how what the place "ast" holds changes. */
static enum lcm_pace loaded(struct follow *f, const lcm_ast *ast) {
  f->loads++;
  const enum lcm_pace pace = address(f, ast);
  f->loads--;
  if (pace == LCM_PACE_STEADY && ast->kind == LCM_AST_SUBSCRIPT &&
      is_steady_array(f, ast->first))
    return LCM_PACE_STEADY;
  return pace == LCM_PACE_STEADY ? LCM_PACE_LOADED : pace;
}

/* Return how the values that "ast" returns change. */
static enum lcm_pace returned(struct follow *f, const lcm_ast *ast) {
  enum lcm_pace out = LCM_PACE_FIXED;
  if (ast->kind == LCM_AST_RETURN)
    return ast->first ? value(f, ast->first) : out;
  for (const lcm_ast *at = ast->first; at; at = at->next)
    out = slower(out, returned(f, at));
  return out;
}

/* Return how what the call "ast" of a function of the file returns changes. */
static enum lcm_pace called(struct follow *f, const lcm_ast *ast,
                            const lcm_ast *function) {
  enum { MOST = 8 };
  enum lcm_pace arguments[MOST] = {LCM_PACE_FIXED};
  enum lcm_pace all = LCM_PACE_FIXED;
  size_t n = 0;
  for (const lcm_ast *at = ast->first->next; at && n < MOST; at = at->next) {
    arguments[n] = value(f, at);
    all = slower(all, arguments[n++]);
  }
  if (ast->n_args > MOST || f->calls >= CALLS || all == LCM_PACE_CHAINED)
    return all;
  struct follow inner = {.l = f->l,
                         .loop = f->loop,
                         .calls = f->calls + 1,
                         .callee = function,
                         .arguments = arguments};
  const enum lcm_pace out = returned(&inner, function->last);
  f->rolled = f->rolled || inner.rolled;
  return out;
}

/* Return how what the call "ast" returns changes. */
static enum lcm_pace call(struct follow *f, const lcm_ast *ast) {
  if (!ast->name || !ast->first)
    return LCM_PACE_STEADY;
  if (ast->is_system && strstr(ast->name, "rand")) {
    f->rolled = true;
    return LCM_PACE_MIXED;
  }
  for (const lcm_ast *top = f->l->syntax->top; top; top = top->next)
    if (top->kind == LCM_AST_FUNCTION && top->name == ast->name && top->last)
      return called(f, ast, top);
  return slowest(f, ast->first->next);
}

/* Return how the value of the operator "ast" changes. */
static enum lcm_pace operation(struct follow *f, const lcm_ast *ast) {
  const lcm_ast *right = ast->first->next;
  const unsigned backs = f->backs;
  const bool large = right && ast->op == LCM_AST_OP_MUL && !ast->is_real &&
                     (is_large(f, ast->first) || is_large(f, right));
  f->products += ast->op == LCM_AST_OP_MUL;
  f->rests += ast->op == LCM_AST_OP_REST;
  const enum lcm_pace left = value(f, ast->first);
  const enum lcm_pace rest = slowest(f, right);
  f->products -= ast->op == LCM_AST_OP_MUL;
  f->rests -= ast->op == LCM_AST_OP_REST;
  const enum lcm_pace out = slower(left, rest);
  const bool both = left > LCM_PACE_FIXED && rest > LCM_PACE_FIXED &&
                    ast->op == LCM_AST_OP_BITS && f->backs > backs;
  f->rolled = f->rolled || both;
  return (large && out > LCM_PACE_FIXED) || both ? slower(out, LCM_PACE_MIXED)
                                                 : out;
}

/* Return how the value of "ast" changes. */
static enum lcm_pace value(struct follow *f, const lcm_ast *ast) {
  if (f->steps++ > STEPS)
    return LCM_PACE_STEADY;
  if (ast->kind == LCM_AST_REF)
    return variable(f, ast);
  if (lcm_ast_class_of(ast->kind) == LCM_CLASS_PLACE)
    return ast->is_array ? address(f, ast) : loaded(f, ast);
  if (ast->kind == LCM_AST_CALL)
    return call(f, ast);
  if (ast->kind == LCM_AST_SIZEOF || !ast->first)
    return LCM_PACE_FIXED;
  if (ast->kind == LCM_AST_ASSIGN)
    return ast->first->next ? value(f, ast->first->next) : LCM_PACE_STEADY;
  if (ast->kind == LCM_AST_CONDITIONAL)
    return slowest(f, ast->first->next);
  if (ast->kind == LCM_AST_ADDRESS)
    return address(f, ast->first);
  if (ast->kind == LCM_AST_UPDATE)
    return value(f, ast->first);
  if (ast->kind == LCM_AST_AND || ast->kind == LCM_AST_OR)
    return LCM_PACE_STEADY;
  return operation(f, ast);
}

enum lcm_pace lcm_pace_of(struct lcm_lowering *l, const lcm_ast *loop,
                          const lcm_ast *ast) {
  struct follow f = {.l = l, .loop = loop};
  return address(&f, ast);
}

/* Return whether "ast", in the loop of "f" or around it, is a part of what that
 * repeats. */
static bool is_repeated(struct follow *f, const lcm_ast *ast) {
  const lcm_ast *at = ast;
  while (at && at->parent != f->loop)
    at = at->parent;
  return at && !is_before(f, at);
}

bool lcm_pace_begins_anew(struct lcm_lowering *l, const lcm_ast *loop,
                          const lcm_ast *ast) {
  struct follow inner = {.l = l, .loop = loop};
  const lcm_ast *around = lcm_pace_around(loop);
  enum lcm_pace begin = LCM_PACE_FIXED;
  size_t n = 0;
  if (ast->kind != LCM_AST_REF) {
    bool anew = false;
    for (const lcm_ast *at = ast->first; at && !anew; at = at->next)
      anew = lcm_pace_begins_anew(l, loop, at);
    return anew;
  }
  if (!around || !ast->key || ast->is_array ||
      variable(&inner, ast) != LCM_PACE_CHAINED)
    return false;
  const lcm_ast *const *values = lcm_flow_values(&n, l, ast->key);
  for (size_t i = 0; i < n; i++) {
    const lcm_ast *set = values[i];
    struct follow outer = {.l = l, .loop = around};
    const lcm_ast *start = set->kind == LCM_AST_VAR      ? set->first
                           : set->kind == LCM_AST_ASSIGN ? set->first->next
                                                         : NULL;
    if (start && set->begin >= around->begin && set->end <= around->end &&
        !is_repeated(&inner, set))
      begin = slower(begin, value(&outer, start));
  }
  return begin > LCM_PACE_FIXED && begin < LCM_PACE_CHAINED;
}

/* Return whether the file puts random numbers into the array "key". */
static bool is_filled_at_random(struct lcm_lowering *l, const char *key) {
  size_t known = 0;
  struct filling filling = {.l = l, .all = true};
  if (!lcm_map_get(&l->globals.random, key, &known)) {
    (void)is_filled_steadily(&filling, key);
    known = filling.rolled ? 2 : 1;
    lcm_map_put(lcm_ctx_arena(l->ctx), &l->globals.random, key, known);
  }
  return known == 2;
}

bool lcm_pace_is_random(struct lcm_lowering *l, const lcm_ast *loop,
                        const lcm_ast *ast) {
  struct follow f = {.l = l, .loop = loop};
  const lcm_ast *array =
      ast->kind == LCM_AST_SUBSCRIPT || ast->kind == LCM_AST_DEREF
          ? array_of(ast)
          : NULL;
  if (array && is_filled_at_random(l, array->key))
    return true;
  if (!ast->is_pointer && value(&f, ast) == LCM_PACE_MIXED && f.rolled)
    return true;
  for (const lcm_ast *at = ast->first; at; at = at->next)
    if (lcm_pace_is_random(l, loop, at))
      return true;
  return false;
}
