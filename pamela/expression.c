/* Reading expressions, and the lists that they name. */
#include <math.h>
#include <string.h>

#include "pamela/cursor.h"
#include "pamela/expression.h"
#include "pamela/names.h"

/* How deep expressions may be nested. */
enum { MAX_NESTING = 500 };

/* How deep lists may depend on other lists. */
enum { MOST_LISTS = 100 };

static const lcm_expr *parse_or(struct pml *p);

/* Say for diagnostics of constructors that they are about token "at". */
static void speak_of(struct pml *p, size_t at) {
  lcm_expr_at(p->ctx, pml_place(p, at));
}

/* Return "e"; where it is NULL, the reading has failed. */
static const lcm_expr *checked(struct pml *p, const lcm_expr *e) {
  if (!e && !p->status)
    p->status = LCM_EDOMAIN;
  return p->status ? NULL : e;
}

bool pml_is_whole(const lcm_expr *e, long long *value) {
  double number = 0;
  if (!e || !lcm_expr_is_number(e, &number) || number != floor(number) ||
      fabs(number) > 9e15)
    return false;
  *value = (long long)number;
  return true;
}

/* Return the number at hand. */
static const lcm_expr *parse_number(struct pml *p) {
  const struct pml_token *token = pml_here(p);
  const char *text = lcm_intern_n(p->ctx, p->text->bytes + token->begin,
                                  token->end - token->begin);
  speak_of(p, p->at++);
  return checked(p, lcm_expr_decimal(p->ctx, text));
}

/* ---- names ----------------------------------------------------------------
 */

static const lcm_expr *symbol(struct pml *p, const char *name) {
  return lcm_expr_symbol(p->ctx, name, LCM_DIM_NONE);
}

/* Return what has no value for any "index". */
static const lcm_expr *undefined(struct pml *p, const lcm_expr *index) {
  const lcm_expr *size = lcm_expr_apply(p->ctx, LCM_X_ABS, index);
  return lcm_expr_apply(p->ctx, LCM_X_LOG,
                        lcm_expr_sub(p->ctx, lcm_expr_int(p->ctx, -1), size));
}

/* Return elements "from" to "to" (excluded) of "list" as a choice by
 * "index". */
static const lcm_expr *choose(struct pml *p, const struct pml_name *list,
                              const lcm_expr *index, size_t from, size_t to) {
  lcm_ctx *ctx = p->ctx;
  const size_t middle = from + (to - from) / 2;
  const lcm_expr *first = lcm_expr_int(
      ctx, list->from + (long long)(to - from > 1 ? middle : from));
  if (to - from == 1)
    return lcm_expr_if(ctx, lcm_expr_binary(ctx, LCM_X_EQ, index, first),
                       list->values.at[from], undefined(p, index));
  const lcm_expr *low = choose(p, list, index, from, middle);
  const lcm_expr *high = choose(p, list, index, middle, to);
  return lcm_expr_if(ctx, lcm_expr_binary(ctx, LCM_X_LT, index, first), low,
                     high);
}

/* Return the element of the list "list" for the subscript at hand, behind
 * "[". */
static const lcm_expr *read_element(struct pml *p, struct pml_name *list,
                                    lcm_loc loc) {
  const size_t start = p->at;
  const lcm_expr *index = pml_expression(p);
  long long at = 0;
  double value = 0;
  (void)pml_expect(p, PML_RIGHT, "']'");
  pml_read_list(p, list);
  if (p->status)
    return NULL;
  if (!lcm_expr_is_number(index, &value)) {
    lcm_expr_at(p->ctx, loc);
    return checked(p, choose(p, list, index, 0, list->values.n));
  }
  if (pml_is_whole(index, &at) && at >= list->from &&
      (size_t)(at - list->from) < list->values.n)
    return list->values.at[at - list->from];
  pml_error(p, LCM_EDOMAIN, LCM_DIAG_DOMAIN, pml_place(p, start),
            "the subscripts of '%s' are %lld..%lld", list->name, list->from,
            list->from + (long long)list->values.n - 1);
  return NULL;
}

/* Return the name "name" at "loc" that nothing declares: a local that the loop
 * around it sets later, or an error. */
static const lcm_expr *parse_unknown(struct pml *p, const char *name,
                                     lcm_loc loc) {
  const struct pml_pending pending = {name, loc, p->loops};
  if (!p->loops)
    pml_error(p, LCM_EUNBOUND, LCM_DIAG_UNBOUND, loc,
              "nothing is called '%s' here", name);
  else
    LCM_LIST_ADD(lcm_ctx_arena(p->ctx), &p->pending, pending);
  return p->status ? NULL : symbol(p, name);
}

/* Return what the name "name", read at token "at", stands for. */
static const lcm_expr *parse_name(struct pml *p, const char *name, size_t at) {
  const lcm_loc loc = pml_place(p, at);
  if (pml_scope_has(p, name))
    return symbol(p, name);
  struct pml_name *known = pml_find(p, name);
  if (!known)
    return parse_unknown(p, name, loc);
  if (known->is == PML_IS_PARAM || known->is == PML_IS_DECISION)
    return symbol(p, name);
  if (known->is == PML_IS_LIST && pml_accept(p, PML_LEFT))
    return read_element(p, known, loc);
  pml_error(p, LCM_EUNBOUND, LCM_DIAG_WRONG_KIND, loc,
            "'%s' is %s, not a number", name, pml_is_word(known->is));
  return NULL;
}

/* ---- functions ------------------------------------------------------------
 */

/* A function: how many arguments it takes. */
static const struct function {
  const char *name;
  lcm_expr_kind kind;
  size_t least;
  size_t most;
} FUNCTIONS[] = {
#define PML_FUNCTION(name, kind, least, most) {name, LCM_X_##kind, least, most},
#include "pamela/words.def"
#undef PML_FUNCTION
};

/* Return the function called "name", or NULL. */
static const struct function *find_function(const char *name) {
  for (size_t i = 0; i < sizeof FUNCTIONS / sizeof *FUNCTIONS; i++)
    if (!strcmp(FUNCTIONS[i].name, name))
      return &FUNCTIONS[i];
  return NULL;
}

/* Return the kind of random quantity called "name", or LCM_DRAW_COUNT. */
static lcm_draw_kind find_draw(const char *name) {
  for (unsigned i = 0; i < LCM_DRAW_COUNT; i++)
    if (!strcmp(lcm_draw_word((lcm_draw_kind)i), name))
      return (lcm_draw_kind)i;
  return LCM_DRAW_COUNT;
}

/* Report that "name" at token "at" takes "n" arguments, not "given". */
static void wrong_count(struct pml *p, size_t at, size_t n, size_t given) {
  pml_error(p, LCM_ESTRUCT, LCM_DIAG_ARGUMENTS, pml_place(p, at),
            "'%s' takes %zu argument%s, not %zu", p->text->tokens[at].name, n,
            n == 1 ? "" : "s", given);
}

void pml_list(struct pml *p, pml_exprs *out, pml_kind closer) {
  if (pml_accept(p, closer))
    return;
  do {
    const lcm_expr *e = pml_expression(p);
    LCM_LIST_ADD(lcm_ctx_arena(p->ctx), out, e);
  } while (pml_accept(p, PML_COMMA));
  (void)pml_expect(p, closer,
                   closer == PML_CLOSE    ? "',' or ')'"
                   : closer == PML_FINISH ? "',' or '}'"
                                          : "',' or ']'");
}

/* Report a value of "draw", called at token "at", that no such quantity has. */
static void check_draw(struct pml *p, const struct lcm_draw *draw, size_t at) {
  double value = 0;
  for (size_t i = 0; i < draw->n_args; i++) {
    if (!lcm_expr_is_number(draw->args[i], &value))
      continue;
    const bool spread = draw->kind == LCM_DRAW_NORMAL && i == 1;
    if ((draw->kind == LCM_DRAW_EXPONENTIAL || spread) && value < 0)
      pml_error(p, LCM_EDOMAIN, LCM_DIAG_DOMAIN, pml_place(p, at),
                "a %s is not negative",
                spread ? "standard deviation" : "mean time");
    if (draw->kind == LCM_DRAW_PROB && (value < 0 || value > 1))
      pml_error(p, LCM_EDOMAIN, LCM_DIAG_DOMAIN, pml_place(p, at),
                "a probability lies between 0 and 1");
  }
}

/* Return the random quantity of "kind", whose name was read at token "at", the
 * arguments being next. */
static const lcm_expr *parse_draw(struct pml *p, lcm_draw_kind kind,
                                  size_t at) {
  const lcm_loc loc = pml_place(p, at);
  pml_exprs args = {0};
  if (kind != LCM_DRAW_RANDOM && pml_expect(p, PML_OPEN, "'('"))
    pml_list(p, &args, PML_CLOSE);
  if (args.n != lcm_draw_arity(kind))
    wrong_count(p, at, lcm_draw_arity(kind), args.n);
  if (p->pure)
    pml_error(p, LCM_EDOMAIN, LCM_DIAG_DOMAIN, loc, "%s cannot be random",
              p->pure);
  const char *name =
      lcm_arena_printf(lcm_ctx_arena(p->ctx), "%s@%s:%u:%u",
                       lcm_draw_word(kind), loc.file, loc.line, loc.column);
  const struct lcm_draw draw = {.name = lcm_intern(p->ctx, name),
                                .kind = kind,
                                .args = args.at,
                                .n_args = args.n,
                                .loc = loc};
  if (!p->status)
    check_draw(p, &draw, at);
  if (p->status)
    return NULL;
  LCM_LIST_ADD(lcm_ctx_arena(p->ctx), &p->draws, draw);
  return symbol(p, draw.name);
}

const struct lcm_draw *pml_draw_of(const struct pml *p, const lcm_expr *e) {
  const char *name =
      e && lcm_expr_kind_of(e) == LCM_X_SYMBOL ? lcm_expr_name(e) : NULL;
  for (size_t i = p->draws.n; name && i > 0; i--)
    if (p->draws.at[i - 1].name == name)
      return &p->draws.at[i - 1];
  return NULL;
}

/* Return the sum at hand, behind "sum(": i, a, b, e. */
static const lcm_expr *parse_sum_over(struct pml *p) {
  struct lcm_range range = {.index = pml_here(p)->name};
  const size_t mark = p->scope.n;
  const char *pure = p->pure;
  (void)pml_expect(p, PML_WORD, "the name of an index");
  (void)pml_expect(p, PML_COMMA, "','");
  range.from = pml_expression(p);
  (void)pml_expect(p, PML_COMMA, "','");
  range.to = pml_expression(p);
  (void)pml_expect(p, PML_COMMA, "','");
  if (p->status)
    return NULL;
  pml_scope_add(p, range.index, PML_SCOPE_INDEX);
  p->pure = pure ? pure : "the term of a sum";
  const lcm_expr *body = pml_expression(p);
  p->pure = pure;
  p->scope.n = mark;
  (void)pml_expect(p, PML_CLOSE, "')'");
  return p->status ? NULL
                   : checked(p, lcm_expr_over(p->ctx, LCM_X_SUM, range, body));
}

/* Return the call of "function", whose name was read at token "at", behind its
 * parenthesis. */
static const lcm_expr *parse_call(struct pml *p,
                                  const struct function *function, size_t at) {
  pml_exprs args = {0};
  if (function->kind == LCM_X_SUM)
    return parse_sum_over(p);
  pml_list(p, &args, PML_CLOSE);
  if (!p->status && (args.n < function->least || args.n > function->most))
    wrong_count(p, at, function->least, args.n);
  if (p->status)
    return NULL;
  speak_of(p, at);
  if (function->kind == LCM_X_IF)
    return checked(p, lcm_expr_if(p->ctx, args.at[0], args.at[1], args.at[2]));
  if (function->most > 1)
    return checked(p, lcm_expr_nary(p->ctx, function->kind, args.at, args.n));
  return checked(p, lcm_expr_apply(p->ctx, function->kind, args.at[0]));
}

/* Return the expression in parentheses at hand, behind "(". */
static const lcm_expr *parse_group(struct pml *p) {
  const lcm_expr *e = pml_expression(p);
  return pml_expect(p, PML_CLOSE, "')'") ? e : NULL;
}

/* Return the name, call or random quantity at hand. */
static const lcm_expr *parse_word(struct pml *p) {
  static const char *const OPERATORS[] = {"and", "or",  "not",
                                          "mod", "div", "inf"};
  const size_t at = p->at;
  const char *word = pml_here(p)->name;
  const bool call = pml_ahead(p, 1)->kind == PML_OPEN;
  const struct function *function = call ? find_function(word) : NULL;
  const lcm_draw_kind draw = find_draw(word);
  for (size_t i = 0; i < sizeof OPERATORS / sizeof *OPERATORS; i++)
    if (!strcmp(OPERATORS[i], word)) {
      pml_fail(p, "an expression");
      return NULL;
    }
  p->at++;
  if (function) {
    p->at++;
    return parse_call(p, function, at);
  }
  if (draw == LCM_DRAW_RANDOM || (call && draw != LCM_DRAW_COUNT))
    return parse_draw(p, draw, at);
  if (!call)
    return parse_name(p, word, at);
  pml_error(p, LCM_EUNBOUND, LCM_DIAG_UNBOUND, pml_place(p, at),
            "there is no function '%s'", word);
  return NULL;
}

/* ---- operators ------------------------------------------------------------
 */

/* Return the number, name or group at hand. */
static const lcm_expr *parse_primary(struct pml *p) {
  if (pml_is_at(p, PML_NUMBER))
    return parse_number(p);
  if (pml_is_at(p, PML_WORD))
    return parse_word(p);
  if (pml_accept(p, PML_OPEN))
    return parse_group(p);
  pml_fail(p, "an expression");
  return NULL;
}

static const lcm_expr *parse_unary(struct pml *p);

/* Return the power at hand: it binds tighter than a sign in front of it, and
 * to the right. */
static const lcm_expr *parse_power(struct pml *p) {
  const lcm_expr *base = parse_primary(p);
  const size_t at = p->at;
  if (!base || !pml_accept(p, PML_POWER))
    return base;
  if (++p->nesting > MAX_NESTING) {
    pml_error(p, LCM_EDEPTH, LCM_DIAG_DEPTH, pml_place(p, at),
              "an expression is nested more than %d deep", MAX_NESTING);
    return NULL;
  }
  const lcm_expr *exponent = parse_unary(p);
  p->nesting--;
  speak_of(p, at);
  return exponent ? checked(p, lcm_expr_pow(p->ctx, base, exponent)) : NULL;
}

/* Return the power at hand with the signs in front of it. */
static const lcm_expr *parse_unary(struct pml *p) {
  bool minus = false;
  while (pml_is_at(p, PML_MINUS) || pml_is_at(p, PML_PLUS))
    minus ^= p->text->tokens[p->at++].kind == PML_MINUS;
  const lcm_expr *e = parse_power(p);
  return e && minus ? checked(p, lcm_expr_neg(p->ctx, e)) : e;
}

/* Return "a" and "b" joined by the operator at token "at", which is "*", "/"
 * or, as "kind", mod or div. */
static const lcm_expr *join_factors(struct pml *p, size_t at, const lcm_expr *a,
                                    const lcm_expr *b, lcm_expr_kind kind) {
  const pml_kind sign = p->text->tokens[at].kind;
  speak_of(p, at);
  if (sign == PML_TIMES)
    return checked(p, lcm_expr_mul(p->ctx, a, b));
  if (lcm_expr_is_int(b, 0)) {
    pml_error(p, LCM_EDOMAIN, LCM_DIAG_DOMAIN, pml_place(p, at),
              "division by 0");
    return NULL;
  }
  return checked(p, sign == PML_OVER ? lcm_expr_div(p->ctx, a, b)
                                     : lcm_expr_binary(p->ctx, kind, a, b));
}

/* Return the product at hand. */
static const lcm_expr *parse_product(struct pml *p) {
  const lcm_expr *e = parse_unary(p);
  while (e) {
    const size_t at = p->at;
    const bool is_mod = pml_accept_word(p, "mod");
    if (!is_mod && !pml_accept(p, PML_TIMES) && !pml_accept(p, PML_OVER) &&
        !pml_accept_word(p, "div"))
      break;
    const lcm_expr *right = parse_unary(p);
    e = right ? join_factors(p, at, e, right, is_mod ? LCM_X_MOD : LCM_X_DIV)
              : NULL;
  }
  return e;
}

/* Return the sum at hand: all terms first, so that long ones are built at
 * once. */
static const lcm_expr *parse_sum(struct pml *p) {
  pml_exprs terms = {0};
  const size_t start = p->at;
  const lcm_expr *e = parse_product(p);
  while (e) {
    LCM_LIST_ADD(lcm_ctx_arena(p->ctx), &terms, e);
    const bool minus = pml_is_at(p, PML_MINUS);
    if (!pml_accept(p, PML_MINUS) && !pml_accept(p, PML_PLUS))
      break;
    e = parse_product(p);
    e = e && minus ? checked(p, lcm_expr_neg(p->ctx, e)) : e;
  }
  if (!e || terms.n == 1)
    return e;
  speak_of(p, start);
  return checked(p, lcm_expr_nary(p->ctx, LCM_X_SUM_OF, terms.at, terms.n));
}

/* Return the comparison at hand. */
static const lcm_expr *parse_comparison(struct pml *p) {
  static const struct {
    pml_kind sign;
    lcm_expr_kind kind;
    bool swap;
  } SIGNS[] = {{PML_LE, LCM_X_LE, false}, {PML_GE, LCM_X_LE, true},
               {PML_LT, LCM_X_LT, false}, {PML_GT, LCM_X_LT, true},
               {PML_EQ, LCM_X_EQ, false}, {PML_NE, LCM_X_NE, false}};
  const lcm_expr *a = parse_sum(p);
  for (size_t i = 0; a && i < sizeof SIGNS / sizeof *SIGNS; i++) {
    const size_t at = p->at;
    if (!pml_accept(p, SIGNS[i].sign))
      continue;
    const lcm_expr *b = parse_sum(p);
    speak_of(p, at);
    return b ? checked(p, lcm_expr_binary(p->ctx, SIGNS[i].kind,
                                          SIGNS[i].swap ? b : a,
                                          SIGNS[i].swap ? a : b))
             : NULL;
  }
  return a;
}

/* Return the negation at hand. */
static const lcm_expr *parse_not(struct pml *p) {
  bool negated = false;
  bool any = false;
  while (pml_accept_word(p, "not")) {
    negated = !negated;
    any = true;
  }
  const lcm_expr *e = parse_comparison(p);
  for (int i = 0; e && any && i < (negated ? 1 : 2); i++)
    e = checked(p, lcm_expr_apply(p->ctx, LCM_X_NOT, e));
  return e;
}

/* Return the conjunction at hand. */
static const lcm_expr *parse_and(struct pml *p) {
  const lcm_expr *e = parse_not(p);
  while (e && pml_accept_word(p, "and")) {
    const lcm_expr *right = parse_not(p);
    e = right ? checked(p, lcm_expr_binary(p->ctx, LCM_X_AND, e, right)) : NULL;
  }
  return e;
}

/* Return the disjunction at hand. */
static const lcm_expr *parse_or(struct pml *p) {
  const lcm_expr *e = parse_and(p);
  while (e && pml_accept_word(p, "or")) {
    const lcm_expr *right = parse_and(p);
    e = right ? checked(p, lcm_expr_binary(p->ctx, LCM_X_OR, e, right)) : NULL;
  }
  return e;
}

const lcm_expr *pml_expression(struct pml *p) {
  if (p->status)
    return NULL;
  if (++p->nesting > MAX_NESTING) {
    pml_error(p, LCM_EDEPTH, LCM_DIAG_DEPTH, pml_place(p, p->at),
              "an expression is nested more than %d deep", MAX_NESTING);
    return NULL;
  }
  const lcm_expr *e = parse_or(p);
  p->nesting--;
  return p->status ? NULL : e;
}

/* ---- lists ------------------------------------------------------------------
 */

/* Read the whole number that is a bound of a list into "*value". */
static void read_bound(struct pml *p, long long *value) {
  const size_t start = p->at;
  const lcm_expr *e = pml_expression(p);
  if (e && !pml_is_whole(e, value))
    pml_error(p, LCM_EDOMAIN, LCM_DIAG_DOMAIN, pml_span(p, start),
              "the bounds of a list are whole numbers");
}

/* Read the bounds and elements of "list". */
static void read_list(struct pml *p, struct pml_name *list) {
  pml_exprs values = {0};
  long long to = 0;
  (void)pml_expect(p, PML_LEFT, "'['");
  read_bound(p, &list->from);
  (void)pml_expect(p, PML_TO, "'..'");
  read_bound(p, &to);
  (void)pml_expect(p, PML_RIGHT, "']'");
  (void)pml_expect(p, PML_IS, "'='");
  const size_t start = p->at;
  (void)pml_expect(p, PML_BEGIN, "'{'");
  pml_list(p, &values, PML_FINISH);
  if (!p->status &&
      (to < list->from || values.n != (size_t)to - (size_t)list->from + 1))
    pml_error(p, LCM_EDOMAIN, LCM_DIAG_DOMAIN, pml_span(p, start),
              "%zu elements for the subscripts %lld..%lld", values.n,
              list->from, to);
  pml_end_item(p);
  list->n = 1;
  list->values = values;
}

void pml_read_list(struct pml *p, struct pml_name *name) {
  const struct pml_text *text = p->text;
  const size_t at = p->at;
  const char *pure = p->pure;
  if (name->state == 2 || p->status)
    return;
  if (name->state == 1 || p->nesting > MOST_LISTS) {
    pml_error(p, LCM_ESTRUCT, LCM_DIAG_RECURSION, name->loc,
              name->state == 1 ? "list '%s' depends on itself"
                               : "list '%s' depends on too many others",
              name->name);
    return;
  }
  name->state = 1;
  p->pure = "a list";
  pml_go_to(p, name);
  read_list(p, name);
  p->text = text;
  p->at = at;
  p->pure = pure;
  name->state = 2;
}
