/* How often loops may run whose end depends on data: halved ranges, greatest
 * common divisors, bits that are cleared, numbers that are halved when they are
 * even, bounds that data may make smaller. */
#include <ctype.h>
#include <math.h>
#include <string.h>

#include "analyzer/lower/control/header/counter.h"
#include "analyzer/lower/control/header/header.h"
#include "analyzer/lower/cost/chance.h"
#include "analyzer/lower/cost/expect.h"
#include "analyzer/lower/cost/halving.h"
#include "analyzer/lower/cost/law/law.h"
#include "analyzer/lower/cost/law/start.h"
#include "analyzer/lower/cost/trial.h"
#include "analyzer/lower/values/local.h"
#include "analyzer/lower/values/names.h"
#include "analyzer/lower/values/value.h"

/* A loop that is looked at. */
struct expecting {
  struct lcm_lowering *l;
  const lcm_ast *loop;
  const lcm_ast *cond;
};

/* Return the child of the loop "loop" that is its condition, NULL for none. */
static const lcm_ast *condition_of(struct lcm_lowering *l,
                                   const lcm_ast *loop) {
  struct lcm_header h;
  if (loop->kind != LCM_AST_FOR)
    return loop->kind == LCM_AST_DO ? loop->last : loop->first;
  if (!lcm_header_read(&h, l, loop) || !h.raw)
    return NULL;
  for (const lcm_ast *at = loop->first; at != loop->last; at = at->next)
    if (lcm_header_part(&h, loop, at) == 1)
      return at;
  return NULL;
}

/* Return the text of "ast" without blanks, parentheses and what says the types
 * of numbers, NULL where it is not written in the file. */
static const char *plain_text(struct lcm_lowering *l, const lcm_ast *ast) {
  if (ast->end > l->len || ast->begin > ast->end)
    return NULL;
  char *out =
      LCM_NEW_ARRAY(lcm_ctx_arena(l->ctx), char, ast->end - ast->begin + 1);
  size_t n = 0;
  for (size_t i = ast->begin; i < ast->end; i++) {
    const char c = l->text[i];
    const bool suffix =
        c && strchr("uUlL", c) && n && isdigit((unsigned char)out[n - 1]);
    if (!isspace((unsigned char)c) && c != '(' && c != ')' && !suffix)
      out[n++] = c;
  }
  out[n] = '\0';
  return out;
}

/* Return what the variable "ref" holds before the loop of "e", NULL where that
 * is not known. */
static const lcm_expr *start_of(const struct expecting *e, const lcm_ast *ref) {
  return lcm_start_of(e->l, e->loop, ref, true);
}

/* Return so many bits as the type of "ref" has for numbers that are not
 * negative; 0 for other types. */
static int bits_of(const lcm_ast *ref) {
  const int bits = ref->range & LCM_RANGE_BITS;
  return bits ? bits - !(ref->range & LCM_RANGE_NATURAL) : 0;
}

/* Return the logarithm to the base 2 of "e", at least 1, or "bits" where that
 * is NULL. */
static const lcm_expr *log_of(lcm_ctx *ctx, const lcm_expr *e, int bits) {
  const lcm_expr *two = lcm_expr_int(ctx, 2);
  const lcm_expr *both[] = {e, two};
  return e ? lcm_expr_apply(ctx, LCM_X_LOG2,
                            lcm_expr_nary(ctx, LCM_X_MAX, both, 2))
           : lcm_expr_int(ctx, bits);
}

/* Return the first variable of a whole-number type in and below "ast", NULL for
 * none. */
static const lcm_ast *variable_in(const lcm_ast *ast) {
  const lcm_ast *found =
      ast->kind == LCM_AST_REF && ast->range && !ast->is_pointer ? ast : NULL;
  for (const lcm_ast *at = ast->first; at && !found; at = at->next)
    found = variable_in(at);
  return found;
}

/* ---- greatest common divisors -------------------------------------------- */

/* Return the remainder of two variables in and below "ast", NULL for none. */
static const lcm_ast *rest_in(const lcm_ast *ast) {
  const lcm_ast *by = ast->first ? ast->first->next : NULL;
  const lcm_ast *found = NULL;
  if (ast->kind == LCM_AST_OTHER && ast->op == LCM_AST_OP_REST && by &&
      ast->first->kind == LCM_AST_REF && by->kind == LCM_AST_REF)
    return ast;
  for (const lcm_ast *at = ast->first; at && !found; at = at->next)
    found = rest_in(at);
  return found;
}

/* Return the steps that Euclid's algorithm takes on average for numbers such as
 * those of "e", NULL where its loop does something else: 12 ln 2 / pi^2 ln of
 * the smaller one, and 1.47. */
static const lcm_expr *euclid(const struct expecting *e) {
  lcm_ctx *ctx = e->l->ctx;
  const lcm_ast *rest = rest_in(e->loop);
  if (!rest)
    return NULL;
  const lcm_ast *a = rest->first;
  const lcm_ast *b = a->next;
  const lcm_ast *moved = lcm_start_change(e->loop, a->name);
  const lcm_ast *value = moved ? moved->first->next : NULL;
  if (!value || moved->kind != LCM_AST_ASSIGN || value->kind != LCM_AST_REF ||
      value->name != b->name || !lcm_start_change(e->loop, b->name))
    return NULL;
  const lcm_expr *starts[] = {start_of(e, a), start_of(e, b)};
  const lcm_expr *smaller =
      starts[0] && starts[1] ? lcm_expr_nary(ctx, LCM_X_MIN, starts, 2) : NULL;
  return lcm_expr_add(ctx,
                      lcm_expr_mul(ctx, lcm_expr_ratio(ctx, 584, 1000),
                                   log_of(ctx, smaller, bits_of(b))),
                      lcm_expr_ratio(ctx, 147, 100));
}

/* ---- bits ---------------------------------------------------------------- */

/* Return whether "change" clears the lowest bit that is set in "name". */
static bool clears_bit(struct lcm_lowering *l, const lcm_ast *change,
                       const char *name) {
  static const char *const FORMS[] = {
      "%s&=%s-1",   "%s=%s&%s-1", "%s=%s-1&%s",   "%s^=%s&-%s",
      "%s-=%s&-%s", "%s^=-%s&%s", "%s=%s^%s&-%s", "%s-=-%s&%s"};
  const char *text = plain_text(l, change);
  for (size_t i = 0; text && i < sizeof FORMS / sizeof *FORMS; i++) {
    lcm_buf buf = {0};
    for (const char *at = FORMS[i]; *at; at++) {
      const bool is_name = at[0] == '%';
      lcm_buf_printf(&buf, "%.*s", is_name ? (int)strlen(name) : 1,
                     is_name ? name : at);
      at += is_name;
    }
    const bool same =
        buf.len == strlen(text) && !memcmp(buf.text, text, buf.len);
    lcm_buf_free(&buf);
    if (same)
      return true;
  }
  return false;
}

/* Return how many bits are set on average in the number whose bits the loop of
 * "e" clears one after the other, NULL where it does something else. */
static const lcm_expr *bits(const struct expecting *e) {
  lcm_ctx *ctx = e->l->ctx;
  const lcm_ast *x = variable_in(e->cond);
  const lcm_ast *change = x ? lcm_start_change(e->loop, x->name) : NULL;
  if (!change || lcm_start_in_header(e->l, e->loop, x->name) == change)
    change = x ? lcm_start_change(lcm_loop_body(e->loop), x->name) : NULL;
  for (const lcm_ast *at = e->loop->first; at && x && !change; at = at->next)
    change = lcm_start_change(at, x->name);
  if (!change || !clears_bit(e->l, change, x->name))
    return NULL;
  return lcm_expr_mul(ctx, lcm_expr_ratio(ctx, 1, 2),
                      log_of(ctx, start_of(e, x), bits_of(x)));
}

/* ---- numbers that are halved when they are even -------------------------- */

/* Return by how much "value", what a change makes of the variable "name", is
 * larger than that; 0 where it is not known. */
static double ratio_of(struct lcm_lowering *l, const lcm_expr *value,
                       const char *name) {
  enum { LARGE = 1000000 };
  double number = 0;
  const struct lcm_subst by = {lcm_lower_name(l, name),
                               lcm_expr_int(l->ctx, LARGE)};
  return value && lcm_expr_is_number(lcm_expr_subst(l->ctx, value, &by, 1),
                                     &number)
             ? number / LARGE
             : 0;
}

/* Return by how much the update "change", such as `x /= 2`, makes its variable
 * larger; 0 where that is not known. */
static double ratio_of_update(struct lcm_lowering *l, const lcm_ast *change) {
  const char *text = plain_text(l, change);
  const char *op = text ? text + strspn(text, "+-") : "";
  const size_t name = strlen(change->first->name);
  double number = 0;
  if (op != text || strlen(op) <= name)
    return 1;
  const lcm_ast *by = change->first->next;
  const lcm_expr *e = by ? lcm_lower_expr(l, by->begin, by->end) : NULL;
  op += name;
  if (!by || strchr("+-", op[0]))
    return 1;
  if (!e || !lcm_expr_is_number(e, &number) || number <= 0)
    return 0;
  return op[0] == '*'   ? number
         : op[0] == '/' ? 1 / number
         : op[0] == '>' ? ldexp(1, -(int)number)
         : op[0] == '<' ? ldexp(1, (int)number)
                        : 0;
}

/* How a loop changes a number. */
struct ratios {
  struct lcm_lowering *l;
  const char *name;
  double least; /* of the arms of a choice */
  double most;
  unsigned n;
  bool open; /* not all are known */
};

/* Note that an arm makes the number "ratio" times as large. */
static void note_ratio(struct ratios *r, double ratio) {
  r->open = r->open || ratio <= 0;
  r->least = r->n ? fmin(r->least, ratio) : ratio;
  r->most = r->n ? fmax(r->most, ratio) : ratio;
  r->n++;
}

/* Note what the changes in and below "ast" do. */
static void find_ratios(struct ratios *r, const lcm_ast *ast) {
  const lcm_ast *value = ast->first ? ast->first->next : NULL;
  const bool own = ast->first && ast->first->kind == LCM_AST_REF &&
                   ast->first->name == r->name;
  const bool before = r->l->parsing.unsettled;
  r->l->parsing.last = (struct lcm_parsed){0};
  r->l->parsing.unsettled = true;
  if (ast->kind == LCM_AST_ASSIGN && own && value &&
      value->kind == LCM_AST_CONDITIONAL)
    for (const lcm_ast *arm = value->first->next; arm; arm = arm->next)
      note_ratio(r, ratio_of(r->l, lcm_lower_expr(r->l, arm->begin, arm->end),
                             r->name));
  else if (ast->kind == LCM_AST_ASSIGN && own)
    note_ratio(r, ratio_of(r->l, lcm_lower_value(r->l, ast), r->name));
  else if (ast->kind == LCM_AST_UPDATE && own)
    note_ratio(r, ratio_of_update(r->l, ast));
  r->l->parsing.unsettled = before;
  r->l->parsing.last = (struct lcm_parsed){0};
  for (const lcm_ast *at = ast->first; at; at = at->next)
    find_ratios(r, at);
}

/* Return how often the loop of "e" runs that halves a number where it is even
 * and otherwise makes an even one of it, r times as large; NULL where it does
 * something else.  Behind each odd number are two halvings on average: three
 * rounds take ln 4 - ln r away from the logarithm. */
static const lcm_expr *halved_when_even(const struct expecting *e) {
  lcm_ctx *ctx = e->l->ctx;
  const lcm_ast *x = variable_in(e->cond);
  struct ratios r = {.l = e->l, .name = x ? x->name : NULL};
  const lcm_ast *header =
      x ? lcm_start_in_header(e->l, e->loop, x->name) : NULL;
  for (const lcm_ast *at = e->loop->first; at && x; at = at->next)
    if (!header || at->begin > header->begin || at->end < header->end)
      find_ratios(&r, at);
  if (r.n != 2 || r.open || fabs(r.least - 0.5) > 0.01 || r.most < 0.9 ||
      r.most > 3.5)
    return NULL;
  const double each = 3 * log(2) / (2 * log(2) - log(r.most));
  return lcm_expr_mul(ctx, lcm_expr_ratio(ctx, llround(each * 100), 100),
                      log_of(ctx, start_of(e, x), bits_of(x) / 2));
}

/* ---- bounds that data may make smaller ----------------------------------- */

/* Return whether "ast" is a sum or product of numbers that are not whole. */
static bool is_real_sum(const lcm_ast *ast) {
  return ast->kind == LCM_AST_OTHER && ast->is_real &&
         (ast->op == LCM_AST_OP_ADD || ast->op == LCM_AST_OP_MUL);
}

/* Return whether "ast", a condition, compares a sum or product of numbers that
 * are not whole with a number: `x * x + y * y < 4`. */
static bool is_escape(const lcm_ast *ast) {
  const lcm_ast *left = ast->first;
  const lcm_ast *right = left && left->next == ast->last ? ast->last : NULL;
  const bool compares =
      ast->kind == LCM_AST_OTHER && right && !ast->is_real &&
      ((is_real_sum(left) && right->kind == LCM_AST_LITERAL) ||
       (is_real_sum(right) && left->kind == LCM_AST_LITERAL));
  if (compares)
    return true;
  if (ast->kind != LCM_AST_AND && ast->kind != LCM_AST_OTHER)
    return false;
  for (const lcm_ast *at = ast->first; at; at = at->next)
    if (is_escape(at))
      return true;
  return false;
}

/* Return whether "ast" leaves the loop around it. */
static bool leaves(const lcm_ast *ast) {
  while (ast->kind == LCM_AST_COMPOUND && ast->last)
    ast = ast->last;
  return ast->kind == LCM_AST_BREAK || ast->kind == LCM_AST_RETURN;
}

/* Return whether the `if` "ast" leaves a loop where a number that is not whole
 * has become too large. */
static bool leaves_by_escape(const lcm_ast *ast) {
  return ast->kind == LCM_AST_IF && ast->first && ast->first->next &&
         leaves(ast->first->next) && is_escape(ast->first);
}

bool lcm_expect_escapes(struct lcm_lowering *l, const lcm_ast *ast) {
  lcm_iteration range;
  const lcm_ast *loop = leaves_by_escape(ast) ? lcm_loop_around(ast) : NULL;
  return loop && lcm_lower_header(&range, l, loop);
}

/* Return whether a loop is left so below "ast", but in no loop there. */
static bool escapes(const lcm_ast *ast) {
  if (leaves_by_escape(ast))
    return true;
  for (const lcm_ast *at = ast->first; at; at = at->next)
    if (!lcm_ast_is_loop(at) && escapes(at))
      return true;
  return false;
}

/* What is assumed of loops that go on until numbers are too large: of the
 * points of a plane so few stay for long. */
static const char QUARTER[] =
    "loops that end at a bound, or before that where a number has become too "
    "large, go a quarter of their way: -D trips_LINE=... says better";

/* Return a quarter of how often the loop of "e" runs by its bounds alone, where
 * it ends before them when a number is too large; NULL for other loops. */
static const lcm_expr *quarter(const struct expecting *e) {
  lcm_ctx *ctx = e->l->ctx;
  lcm_iteration range;
  if (!is_escape(e->cond) || !lcm_header_partly(&range, e->l, e->loop))
    return NULL;
  const lcm_expr *all = lcm_chance_over(ctx, &range, lcm_expr_int(ctx, 1));
  return all ? lcm_expr_mul(ctx, lcm_expr_ratio(ctx, 1, 4), all) : NULL;
}

/* Return half of how often the loop of "e" runs by its bounds alone, where its
 * condition asks for more; NULL for other loops. */
static const lcm_expr *half(const struct expecting *e) {
  lcm_ctx *ctx = e->l->ctx;
  lcm_iteration range;
  if (!lcm_header_partly(&range, e->l, e->loop))
    return NULL;
  const lcm_expr *all = lcm_chance_over(ctx, &range, lcm_expr_int(ctx, 1));
  return all ? lcm_expr_mul(ctx, lcm_expr_ratio(ctx, 1, 2), all) : NULL;
}

/* Return how often the loop of "e" runs by what it does with whole numbers. */
static const lcm_expr *played(const struct expecting *e) {
  return e->l->options->weights ? lcm_rerun_trips(e->l, e->loop) : NULL;
}

/* A kind of loops. */
struct kind {
  const lcm_expr *(*trips)(const struct expecting *e);
  const char *text;
};

const char LCM_EXPECT_EVEN[] =
    "what loops halve where it is even is so as often as any number: -D "
    "trips_LINE=... says better";

const lcm_expr *lcm_expect_trips(struct lcm_lowering *l, const lcm_ast *loop,
                                 const char **text) {
  static const struct kind KINDS[] = {
      {euclid, "greatest common divisors take as many steps as they do on "
               "average: -D trips_LINE=... says better"},
      {bits, "half of the bits of a number are set where a loop runs once for "
             "each: -D trips_LINE=... says better"},
      {halved_when_even, LCM_EXPECT_EVEN},
      {played,
       "loops that whole numbers end run as often as they do on average "
       "for numbers of such sizes: -D trips_LINE=... says better"},
      {quarter, QUARTER},
      {half, "loops that end at a bound, or before that by data, go half of "
             "their way: -D trips_LINE=... says better"}};
  const lcm_expr *halving = lcm_halving_trips(l, loop);
  *text = LCM_HALVING_TEXT;
  struct expecting e = {l, loop, NULL};
  if (!halving)
    e.cond = condition_of(l, loop);
  for (size_t i = 0; !halving && i < sizeof KINDS / sizeof *KINDS; i++) {
    halving = e.cond || KINDS[i].trips == played ? KINDS[i].trips(&e) : NULL;
    *text = KINDS[i].text;
  }
  return halving;
}

const lcm_expr *lcm_expect_left(struct lcm_lowering *l, const lcm_ast *loop,
                                const lcm_iteration *range, const char **text) {
  if (escapes(lcm_loop_body(loop))) {
    *text = QUARTER;
    return lcm_expr_mul(
        l->ctx, lcm_expr_ratio(l->ctx, 1, 4),
        lcm_chance_over(l->ctx, range, lcm_expr_int(l->ctx, 1)));
  }
  *text = "numbers that are divided on trial have divisors as often as any: "
          "-D trips_LINE=... says better";
  return lcm_trial_rounds(
      l, loop, range->to,
      lcm_chance_over(l->ctx, range, lcm_expr_int(l->ctx, 1)));
}
