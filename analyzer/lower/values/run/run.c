/* Loops and functions that are executed, as far as all that decides what they
 * do is known. */
#include "analyzer/lower/values/run/run.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analyzer/lower/control/syntax.h"
#include "analyzer/lower/cost/arms.h"
#include "analyzer/lower/values/local.h"
#include "analyzer/lower/values/names.h"
#include "analyzer/lower/values/run/casts.h"

/* MOST_STEPS: pieces of syntax that one execution evaluates; MOST_CALLS: calls
 * in one another; MOST_VARIABLES: that are held at a time. */
enum { MOST_STEPS = 1 << 20, MOST_CALLS = 256, MOST_VARIABLES = 4096 };

/* What an execution does next. */
enum flow { GOES_ON, BREAKS, CONTINUES, RETURNS };

/* A variable of one of the calls that are executed. */
struct variable {
  const char *key;
  unsigned char range;
  bool is_real;
  bool is_single;
  bool lost; /* a pointer may change it */
  struct lcm_run_number value;
};

/* An execution. */
struct run {
  struct lcm_lowering *l;
  LCM_LIST(struct variable) variables;
  size_t frame; /* the first of the function that is executed */
  size_t calls;
  size_t steps;
  struct lcm_run_number returned;
  long long trips; /* of the loop "asked", so far */
  const lcm_ast *asked;
  lcm_map by_text; /* of syntax, which of "texts" its text stands for */
  LCM_LIST(struct lcm_run_number) texts;
  bool maybe;  /* what is evaluated may not be executed */
  bool failed; /* it is not known what is done next */
};

static struct lcm_run_number evaluate(struct run *r, const lcm_ast *ast);
static enum flow execute(struct run *r, const lcm_ast *ast);

/* ---- variables -----------------------------------------------------------
 */

/* Return the variable with the key "key" of the function that is executed, NULL
 * where it has none such. */
static struct variable *variable_of(struct run *r, const char *key) {
  for (size_t i = r->variables.n; key && i > r->frame; i--)
    if (r->variables.at[i - 1].key == key)
      return &r->variables.at[i - 1];
  return NULL;
}

/* Let "v" hold "value". */
static void hold(struct run *r, struct variable *v,
                 struct lcm_run_number value) {
  const bool unknown = r->maybe || v->lost;
  if (v->is_real)
    v->value = lcm_number_real(lcm_number_as_real(value).real, v->is_single);
  else
    v->value = lcm_number_to(value, v->range);
  v->value.known = v->value.known && value.known && !unknown;
}

/* Add the variable that "ast" declares or refers to; NULL where there are too
 * many. */
static struct variable *add(struct run *r, const lcm_ast *ast) {
  const struct variable v = {.key = ast->key,
                             .range = ast->range,
                             .is_real = ast->is_real,
                             .is_single = ast->size == sizeof(float),
                             .lost = (!ast->range && !ast->is_real) ||
                                     ast->is_volatile || ast->is_atomic ||
                                     ast->is_array || ast->is_pointer ||
                                     ast->size > (long long)sizeof(double)};
  if (r->variables.n >= MOST_VARIABLES) {
    r->failed = true;
    return NULL;
  }
  LCM_LIST_ADD(lcm_ctx_arena(r->l->ctx), &r->variables, v);
  struct variable *added = &r->variables.at[r->variables.n - 1];
  added->value = lcm_number_none(v.is_real);
  return added;
}

/* Let what "ast" and all below it may change be not known. */
static void spoil(struct run *r, const lcm_ast *ast) {
  const lcm_ast *to = ast->first;
  if (lcm_ast_is_change(ast) && to && to->kind == LCM_AST_REF) {
    struct variable *v = variable_of(r, to->key);
    if (v)
      v->value.known = false;
    if (v && ast->kind == LCM_AST_ADDRESS)
      v->lost = true;
  }
  if (!(ast->holds & LCM_AST_HOLDS_CHANGE))
    return;
  for (const lcm_ast *at = ast->first; at; at = at->next)
    spoil(r, at);
}

/* Return whether "ast" or something below it is a jump. */
static bool jumps(const lcm_ast *ast) {
  if (lcm_ast_class_of(ast->kind) == LCM_CLASS_JUMP ||
      ast->kind == LCM_AST_LABEL || ast->kind == LCM_AST_ASM)
    return true;
  for (const lcm_ast *at = ast->first; at; at = at->next)
    if (jumps(at))
      return true;
  return false;
}

/* Pass the statement "ast" (NULL: none) by, which may be executed or not. */
static void pass_by(struct run *r, const lcm_ast *ast) {
  if (!ast)
    return;
  r->failed = r->failed || jumps(ast);
  spoil(r, ast);
}

/* ---- expressions ---------------------------------------------------------
 */

/* Return whether the text at "ast" is what it says: a macro may stand there. */
static bool is_written(const struct run *r, const lcm_ast *ast) {
  const char *text = r->l->text + ast->begin;
  if (ast->in_place || ast->kind != LCM_AST_REF)
    return ast->in_place || ast->kind != LCM_AST_LITERAL ||
           isdigit((unsigned char)*text) || *text == '.';
  const size_t n = strlen(ast->name);
  return ast->begin + n <= r->l->len && !memcmp(text, ast->name, n);
}

/* Return whether all that a macro makes of the literal "ast" is a number. */
static bool is_number_alone(const struct run *r, const lcm_ast *ast) {
  const char *text = lcm_lower_preprocessed(r->l, ast->begin, ast->end);
  size_t open = 0;
  char *end = NULL;
  for (; text && (*text == '(' || *text == ' '); text++)
    open += *text == '(';
  if (!text || !(isdigit((unsigned char)*text) || *text == '.'))
    return false;
  (void)strtod(text, &end);
  for (end += *end == 'f' || *end == 'F'; *end == ')' || *end == ' '; end++)
    open -= *end == ')';
  return !*end && !open;
}

/* Return "value", the real number that "ast" is, as the cast before it makes
 * it; one that is not known where nobody says what that does. */
static struct lcm_run_number recast(struct run *r, const lcm_ast *ast,
                                    struct lcm_run_number value) {
  unsigned char range = 0;
  if (!is_written(r, ast) &&
      !(ast->kind == LCM_AST_LITERAL && is_number_alone(r, ast)))
    return lcm_number_none(true);
  switch (lcm_cast_find(&range, r->l, ast)) {
  case LCM_CAST_NONE:
  case LCM_CAST_DOUBLE:
    return value;
  case LCM_CAST_FLOAT:
    return lcm_number_real(value.real, true);
  case LCM_CAST_WHOLE:
    return lcm_number_to(value, range);
  case LCM_CAST_OTHER:
    break;
  }
  return lcm_number_none(true);
}

/* Return the characters of the operator between the offsets "begin" and "end",
 * the first lowest; 0 where nothing stands there or more. */
static unsigned operator_in(const struct run *r, size_t begin, size_t end) {
  unsigned op = 0;
  int n = 0;
  for (size_t i = begin; i < end && i < r->l->len; i++) {
    const unsigned char c = (unsigned char)r->l->text[i];
    if (isspace(c) || c == '(' || c == ')')
      continue;
    if (n == 3 || isalnum(c) || c == '_')
      return 0;
    op |= (unsigned)c << 8 * n++;
  }
  return op;
}

/* Return the number that the text of "ast" stands for by itself, which is
 * parsed. */
static struct lcm_run_number parsed(struct run *r, const lcm_ast *ast) {
  const struct lcm_parsing before = r->l->parsing;
  double value = 0;
  const lcm_expr *e = ast->begin < ast->end && ast->end <= r->l->len
                          ? lcm_lower_expr(r->l, ast->begin, ast->end)
                          : NULL;
  const bool known = e && lcm_expr_is_number(e, &value);
  r->l->parsing.at = before.at;
  r->l->parsing.exact = before.exact;
  r->l->parsing.expanding = before.expanding;
  r->l->parsing.last = before.last;
  if (!known)
    return lcm_number_none(ast->is_real);
  if (ast->is_real || value != floor(value))
    return lcm_number_real(value, false);
  return fabs(value) <= 0x1p53
             ? lcm_number_whole((long long)value,
                                ast->range ? ast->range
                                           : lcm_ast_range(64, false))
             : lcm_number_none(false);
}

/* As parsed, which is done once in an execution. */
static struct lcm_run_number by_text(struct run *r, const lcm_ast *ast) {
  lcm_arena *arena = lcm_ctx_arena(r->l->ctx);
  size_t known = 0;
  if (lcm_map_get(&r->by_text, ast, &known))
    return r->texts.at[known];
  const struct lcm_run_number out = parsed(r, ast);
  lcm_map_put(arena, &r->by_text, ast, r->texts.n);
  LCM_LIST_ADD(arena, &r->texts, out);
  return out;
}

/* Return the number that the literal "ast" is. */
static struct lcm_run_number literal(struct run *r, const lcm_ast *ast) {
  const struct lcm_run_number out = by_text(r, ast);
  if (ast->range || !out.known)
    return out;
  const char *text =
      ast->in_place ? NULL : lcm_lower_preprocessed(r->l, ast->begin, ast->end);
  const size_t n = text ? strlen(text) : 0;
  const char last = text ? (n ? text[n - 1] : 'l') : r->l->text[ast->end - 1];
  const bool single = last == 'f' || last == 'F';
  return last == 'l' || last == 'L'
             ? lcm_number_none(true)
             : lcm_number_real(lcm_number_as_real(out).real, single);
}

/* Return what "ref" refers to holds. */
static struct lcm_run_number referred(struct run *r, const lcm_ast *ref) {
  const struct variable *v = variable_of(r, ref->key);
  if (v)
    return v->value;
  return ref->is_local || ref->is_pointer || ref->is_function
             ? lcm_number_none(ref->is_real)
             : by_text(r, ref);
}

/* Return what the operator "op" makes of "a", which a variable holds, and
 * "b". */
static struct lcm_run_number joined(unsigned op, struct lcm_run_number a,
                                    struct lcm_run_number b) {
  const bool shift = op == ('<' | '<' << 8) || op == ('>' | '>' << 8);
  const bool real = a.is_real || b.is_real;
  const unsigned char range =
      real ? 0 : lcm_number_common(a.range, shift ? 0 : b.range);
  return lcm_number_of(op, lcm_number_to(a, range),
                       shift ? b : lcm_number_to(b, range), range, real);
}

/* Return the value of the change "ast" of a variable. */
static struct lcm_run_number change(struct run *r, const lcm_ast *ast) {
  const lcm_ast *to = ast->first;
  const lcm_ast *by = to->next;
  const bool sets = ast->kind == LCM_AST_ASSIGN;
  struct variable *v = to->kind == LCM_AST_REF ? variable_of(r, to->key) : NULL;
  const struct lcm_run_number old = v ? v->value : lcm_number_none(false);
  unsigned op = 0;
  if (!v)
    (void)evaluate(r, to);
  struct lcm_run_number value =
      by ? evaluate(r, by) : lcm_number_whole(1, lcm_ast_range(32, false));
  v = to->kind == LCM_AST_REF ? variable_of(r, to->key) : NULL;
  if (!v)
    return lcm_number_none(ast->is_real);
  const unsigned before = by ? 0 : operator_in(r, ast->begin, to->begin);
  if (!sets) {
    op = by       ? operator_in(r, to->end, by->begin)
         : before ? before
                  : operator_in(r, to->end, ast->end);
    const int n = op >> 16 ? 2 : 1;
    const bool right = by ? op >> 8 * n == '=' : op >> 8 == (op & 255);
    op = right ? op & ((1u << 8 * n) - 1) : 0;
    value = joined(op, old, value);
  }
  hold(r, v, value);
  return by || before ? v->value : old;
}

/* Return the value of the operator "ast". */
static struct lcm_run_number operate(struct run *r, const lcm_ast *ast) {
  const lcm_ast *a = ast->first;
  const lcm_ast *b = a ? a->next : NULL;
  const struct lcm_run_number none = lcm_number_none(ast->is_real);
  if (!a || (b && b->next)) {
    for (; a; a = a->next)
      (void)evaluate(r, a);
    return none;
  }
  const unsigned op = b ? operator_in(r, a->end, b->begin)
                        : operator_in(r, ast->begin, a->begin);
  if (!op && !ast->in_place)
    return by_text(r, ast);
  const struct lcm_run_number x = evaluate(r, a);
  if (!b)
    return lcm_number_unary(op, x, ast->range ? ast->range : x.range);
  const struct lcm_run_number y = evaluate(r, b);
  if (op == ',')
    return y;
  return lcm_number_of(op, x, y, ast->range, ast->is_real);
}

/* Return the value of `&&`, `||` or `?:`. */
static struct lcm_run_number choose(struct run *r, const lcm_ast *ast) {
  const unsigned char whole = lcm_ast_range(32, false);
  const lcm_ast *next = ast->first->next;
  const int truth = lcm_number_truth(evaluate(r, ast->first));
  const bool either = ast->kind == LCM_AST_CONDITIONAL;
  const int goes_on = ast->kind == LCM_AST_OR ? 0 : 1;
  if (truth >= 0 && either) {
    const lcm_ast *arm = truth ? next : ast->last;
    const struct lcm_run_number value = evaluate(r, arm);
    return value.is_real == ast->is_real ? value
                                         : lcm_number_none(ast->is_real);
  }
  if (truth >= 0 && truth != goes_on)
    return lcm_number_whole(truth, whole);
  const bool before = r->maybe;
  r->maybe = before || truth < 0;
  int other = -1;
  for (const lcm_ast *at = next; at; at = at->next)
    other = lcm_number_truth(evaluate(r, at));
  r->maybe = before;
  if (either)
    return lcm_number_none(ast->is_real);
  struct lcm_run_number out = lcm_number_whole(other == 1, whole);
  out.known = other >= 0 && (truth >= 0 || other != goes_on);
  return out;
}

/* Return what the function of the library called "name" makes of "a"; its
 * results are exact. */
static struct lcm_run_number of_library(const char *name,
                                        struct lcm_run_number a) {
  const struct lcm_run_number x = lcm_number_as_real(a);
  if (!a.known || (a.is_real && a.is_single))
    return lcm_number_none(true);
  if (!strcmp(name, "sqrt"))
    return lcm_number_real(sqrt(x.real), false);
  if (!strcmp(name, "fabs"))
    return lcm_number_real(fabs(x.real), false);
  if (!strcmp(name, "floor"))
    return lcm_number_real(floor(x.real), false);
  if (!strcmp(name, "ceil"))
    return lcm_number_real(ceil(x.real), false);
  return lcm_number_none(true);
}

/* Return the function of the file called "name" that can be executed, NULL for
 * none. */
static const lcm_ast *function_of(struct lcm_lowering *l, const char *name) {
  for (const lcm_ast *top = l->syntax->top; top; top = top->next)
    if (top->kind == LCM_AST_FUNCTION && top->name == name && top->last &&
        top->last->kind == LCM_AST_COMPOUND &&
        !(top->holds & LCM_AST_HOLDS_LABEL))
      return top;
  return NULL;
}

/* Return what the call of "function" with the "n" numbers "args" returns. */
static struct lcm_run_number enter(struct run *r, const lcm_ast *function,
                                   const struct lcm_run_number *args,
                                   size_t n) {
  const size_t frame = r->frame;
  const size_t before = r->variables.n;
  const lcm_ast *asked = r->asked;
  const lcm_ast *lowered = r->l->function;
  struct lcm_run_number out = lcm_number_none(false);
  size_t k = 0;
  if (r->maybe || ++r->calls > MOST_CALLS) {
    r->failed = r->failed || !r->maybe;
    return out;
  }
  r->frame = before;
  r->asked = NULL;
  for (const lcm_ast *param = function->first;
       param && param->kind == LCM_AST_PARAM; param = param->next, k++) {
    struct variable *v = add(r, param);
    if (v && k < n)
      hold(r, v, args[k]);
  }
  r->returned = lcm_number_none(false);
  if (k == n && execute(r, function->last) == RETURNS && !r->failed)
    out = function->range ? lcm_number_to(r->returned, function->range)
                          : lcm_number_none(true);
  r->failed = r->failed || k != n;
  r->variables.n = before;
  r->frame = frame;
  r->asked = asked;
  r->l->function = lowered;
  r->calls--;
  return out;
}

/* Return the value of the call "ast". */
static struct lcm_run_number call(struct run *r, const lcm_ast *ast) {
  enum { MOST = 16 };
  struct lcm_run_number args[MOST];
  size_t n = 0;
  const lcm_ast *function =
      ast->is_function && ast->name ? function_of(r->l, ast->name) : NULL;
  for (const lcm_ast *at = lcm_syntax_arguments(ast); at; at = at->next) {
    const struct lcm_run_number value = evaluate(r, at);
    if (n < MOST)
      args[n] = value;
    n++;
  }
  if (function && function->range && n <= MOST)
    return enter(r, function, args, n);
  return ast->is_system && ast->name && n == 1 && !function
             ? of_library(ast->name, args[0])
             : lcm_number_none(false);
}

/* Return the value of "ast", whatever it is used as. */
static struct lcm_run_number value_of(struct run *r, const lcm_ast *ast) {
  if (ast->kind == LCM_AST_LITERAL)
    return literal(r, ast);
  if (ast->kind == LCM_AST_REF)
    return referred(r, ast);
  if (ast->kind == LCM_AST_OTHER)
    return operate(r, ast);
  if (ast->kind == LCM_AST_SIZEOF)
    return by_text(r, ast);
  if (ast->kind == LCM_AST_ASSIGN || ast->kind == LCM_AST_UPDATE)
    return change(r, ast);
  if (lcm_ast_class_of(ast->kind) == LCM_CLASS_MAYBE)
    return choose(r, ast);
  if (ast->kind == LCM_AST_CALL)
    return call(r, ast);
  if (ast->kind == LCM_AST_ADDRESS || ast->kind == LCM_AST_BLOCK) {
    pass_by(r, ast);
    return lcm_number_none(false);
  }
  for (const lcm_ast *at = ast->first; at; at = at->next)
    (void)evaluate(r, at);
  return lcm_number_none(ast->is_real);
}

/* Return the value of the expression "ast", converted to what it is used as. */
static struct lcm_run_number evaluate(struct run *r, const lcm_ast *ast) {
  if (r->failed || ++r->steps > MOST_STEPS) {
    r->failed = true;
    return lcm_number_none(false);
  }
  struct lcm_run_number value = value_of(r, ast);
  if (value.known && value.is_real)
    value = recast(r, ast, value);
  for (size_t i = 0; i < 3 && ast->casts[i]; i++)
    value = lcm_number_to(value, ast->casts[i]);
  return value;
}

/* ---- statements ----------------------------------------------------------
 */

/* Execute the declaration "ast". */
static void declare(struct run *r, const lcm_ast *ast) {
  for (const lcm_ast *var = ast->first; var && !r->failed; var = var->next) {
    if (var->kind != LCM_AST_VAR)
      continue;
    struct lcm_run_number value = lcm_number_none(false);
    if (var->first)
      value = evaluate(r, var->last);
    struct variable *v = add(r, var);
    const bool plain = v && var->first && !lcm_lower_says_static(r->l, var) &&
                       !lcm_lower_is_asked(r->l, var->name);
    if (plain)
      hold(r, v, value);
  }
}

/* Execute the `if` "ast". */
static enum flow execute_if(struct run *r, const lcm_ast *ast) {
  const lcm_ast *yes = ast->first->next;
  const lcm_ast *no = yes ? yes->next : NULL;
  const int truth = lcm_number_truth(evaluate(r, ast->first));
  if (truth < 0) {
    pass_by(r, yes);
    pass_by(r, no);
    return GOES_ON;
  }
  const lcm_ast *arm = truth ? yes : no;
  return arm ? execute(r, arm) : GOES_ON;
}

/* Return whether the value of the `switch` is one of those of the label
 * "label". */
static bool is_labelled(struct run *r, const lcm_ast *label,
                        struct lcm_run_number value) {
  const lcm_ast *low = label->first;
  const struct lcm_run_number one =
      low ? by_text(r, low) : lcm_number_none(false);
  const bool single = low && (!low->next || low->next->kind == LCM_AST_NULL ||
                              lcm_lower_is_statement(label, low->next));
  r->failed = r->failed || (low && (!one.known || !single));
  return low && one.whole == value.whole;
}

/* Execute the `switch` "ast". */
static enum flow execute_switch(struct run *r, const lcm_ast *ast) {
  struct lcm_arms arms;
  const struct lcm_run_number value = evaluate(r, ast->first);
  if (!value.known || value.is_real || lcm_arms_find(&arms, r->l, ast)) {
    r->failed = true;
    return GOES_ON;
  }
  size_t at = arms.arms.n;
  for (size_t i = arms.arms.n; i-- > 0;) {
    const lcm_ast *label = arms.arms.at[i].labels;
    for (size_t k = 0; k < arms.arms.at[i].n_labels && label; k++) {
      if (label->first && is_labelled(r, label, value))
        at = i;
      label = label->next;
    }
  }
  for (size_t i = 0; at == arms.arms.n && i < arms.arms.n; i++)
    at = arms.arms.at[i].is_default ? i : at;
  for (; at < arms.arms.n; at++) {
    for (const lcm_ast *s = arms.arms.at[at].first;
         s && s != arms.arms.at[at].stop && !r->failed; s = s->next) {
      const enum flow flow = execute(r, s);
      if (flow != GOES_ON)
        return flow == BREAKS ? GOES_ON : flow;
    }
    if (!arms.arms.at[at].falls)
      break;
  }
  return GOES_ON;
}

/* The parts of the header of a `for`: offsets of its semicolons. */
struct parts {
  size_t first;
  size_t second;
};

/* Find the parts of the loop "ast"; false where a macro makes them. */
static bool find_parts(struct parts *out, const struct run *r,
                       const lcm_ast *ast) {
  const char *text = r->l->text;
  const lcm_ast *body = ast->last;
  *out = (struct parts){0, 0};
  if (!body || body->begin > r->l->len || body->begin < ast->begin + 3 ||
      memcmp(text + ast->begin, "for", 3) != 0)
    return false;
  for (size_t i = ast->begin; i < body->begin; i++) {
    if (strchr("\"'/{", text[i]) && text[i] != '/')
      return false;
    if (text[i] == '/' && strchr("/*", text[i + 1]))
      return false;
    if (text[i] == ';' && out->second)
      return false;
    if (text[i] == ';')
      *(out->first ? &out->second : &out->first) = i;
  }
  return out->second;
}

/* Execute what stands in the header "parts" of the `for` "loop" as part "part";
 * return the value of the last of it, 1 where there is none. */
static struct lcm_run_number header(struct run *r, const struct parts *parts,
                                    const lcm_ast *loop, int part) {
  struct lcm_run_number value = lcm_number_whole(1, lcm_ast_range(32, false));
  for (const lcm_ast *at = loop->first; at != loop->last && !r->failed;
       at = at->next) {
    const int own = (at->begin > parts->first) + (at->begin > parts->second);
    if (own != part)
      continue;
    if (at->kind == LCM_AST_DECLSTMT)
      declare(r, at);
    else
      value = evaluate(r, at);
  }
  return value;
}

/* Return whether the loop "ast", whose header is "parts", goes on; -1 where
 * that is not known. */
static int goes_on(struct run *r, const lcm_ast *ast,
                   const struct parts *parts) {
  if (ast->kind == LCM_AST_FOR)
    return lcm_number_truth(header(r, parts, ast, 1));
  return lcm_number_truth(
      evaluate(r, ast->kind == LCM_AST_DO ? ast->last : ast->first));
}

/* Execute the loop "ast". */
static enum flow execute_loop(struct run *r, const lcm_ast *ast) {
  struct parts parts = {0, 0};
  const size_t before = r->variables.n;
  const bool is_for = ast->kind == LCM_AST_FOR;
  bool first = ast->kind == LCM_AST_DO;
  const lcm_ast *body = first ? ast->first : ast->last;
  enum flow flow = GOES_ON;
  if (is_for && !find_parts(&parts, r, ast))
    r->failed = true;
  if (is_for && !r->failed)
    (void)header(r, &parts, ast, 0);
  while (!r->failed) {
    const int more = first ? 1 : goes_on(r, ast, &parts);
    first = false;
    r->failed = r->failed || more < 0;
    if (more <= 0 || r->failed)
      break;
    r->trips += ast == r->asked;
    flow = body ? execute(r, body) : GOES_ON;
    if (flow == BREAKS || flow == RETURNS)
      break;
    if (is_for && !r->failed)
      (void)header(r, &parts, ast, 2);
  }
  if (is_for)
    r->variables.n = before;
  return flow == RETURNS ? RETURNS : GOES_ON;
}

/* Execute the `return` "ast". */
static enum flow execute_return(struct run *r, const lcm_ast *ast) {
  r->returned = ast->first ? evaluate(r, ast->first) : lcm_number_none(false);
  return RETURNS;
}

/* Execute the block "ast". */
static enum flow execute_block(struct run *r, const lcm_ast *ast) {
  const size_t before = r->variables.n;
  enum flow flow = GOES_ON;
  for (const lcm_ast *at = ast->first; at && flow == GOES_ON && !r->failed;
       at = at->next)
    flow = execute(r, at);
  r->variables.n = before;
  return flow;
}

/* Execute the statement "ast". */
static enum flow execute(struct run *r, const lcm_ast *ast) {
  if (r->failed || ++r->steps > MOST_STEPS) {
    r->failed = true;
    return GOES_ON;
  }
  switch (lcm_ast_class_of(ast->kind)) {
  case LCM_CLASS_COMPOUND:
    return execute_block(r, ast);
  case LCM_CLASS_LOOP:
    return execute_loop(r, ast);
  case LCM_CLASS_CHOICE:
    return ast->kind == LCM_AST_SWITCH ? execute_switch(r, ast)
                                       : execute_if(r, ast);
  case LCM_CLASS_JUMP:
    r->failed = r->failed || ast->kind == LCM_AST_GOTO;
    return ast->kind == LCM_AST_RETURN  ? execute_return(r, ast)
           : ast->kind == LCM_AST_BREAK ? BREAKS
                                        : CONTINUES;
  case LCM_CLASS_SIMPLE:
    if (ast->kind == LCM_AST_DECLSTMT)
      declare(r, ast);
    r->failed = r->failed || ast->kind == LCM_AST_ASM;
    return GOES_ON;
  case LCM_CLASS_LABEL:
  case LCM_CLASS_TOP:
  case LCM_CLASS_VARIABLE:
    r->failed = true;
    return GOES_ON;
  case LCM_CLASS_CALL:
  case LCM_CLASS_PLACE:
  case LCM_CLASS_CHANGE:
  case LCM_CLASS_MAYBE:
  case LCM_CLASS_VALUE:
    break;
  }
  (void)evaluate(r, ast);
  return GOES_ON;
}

/* Add the variables of the function that "ast" and what is below it refer to,
 * and that lie outside of "loop", to "out". */
static void add_referred(lcm_held_list *out, struct lcm_lowering *l,
                         const lcm_ast *loop, const lcm_ast *ast) {
  const struct lcm_local *local = ast->kind == LCM_AST_REF && ast->key
                                      ? lcm_lower_local_of(l, ast->key)
                                      : NULL;
  bool known =
      !local || (local->begin >= loop->begin && local->begin < loop->end);
  for (size_t i = 0; i < out->n && !known; i++)
    known = out->at[i].key == ast->key;
  if (!known) {
    const struct lcm_held one = {ast->key, lcm_number_none(ast->is_real)};
    LCM_LIST_ADD(lcm_ctx_arena(l->ctx), out, one);
  }
  for (const lcm_ast *at = ast->first; at; at = at->next)
    add_referred(out, l, loop, at);
}

void lcm_run_variables(lcm_held_list *out, struct lcm_lowering *l,
                       const lcm_ast *loop) {
  add_referred(out, l, loop, loop);
}

/* Return the first reference to the variable "key" in or below "ast". */
static const lcm_ast *reference_in(const lcm_ast *ast, const char *key) {
  const lcm_ast *found =
      ast->kind == LCM_AST_REF && ast->key == key ? ast : NULL;
  for (const lcm_ast *at = ast->first; at && !found; at = at->next)
    found = reference_in(at, key);
  return found;
}

/* Execute the loop "loop" where variables hold what "before" says; false where
 * what it does depends on what is not known, or takes too long. */
static bool run_loop(struct lcm_ran *out, struct lcm_lowering *l,
                     const lcm_ast *loop, const lcm_held_list *before) {
  struct run r = {.l = l, .asked = loop};
  for (size_t i = 0; i < before->n; i++) {
    const struct lcm_local *local = lcm_lower_local_of(l, before->at[i].key);
    const lcm_ast *ref = reference_in(loop, before->at[i].key);
    struct variable *v = ref ? add(&r, ref) : NULL;
    if (!v || !local)
      return false;
    v->lost = v->lost || local->is_stored || local->is_static;
    if (before->at[i].value.known)
      hold(&r, v, before->at[i].value);
  }
  const enum flow flow = execute(&r, loop);
  *out = (struct lcm_ran){.trips = r.trips};
  for (size_t i = 0; i < before->n; i++) {
    const struct lcm_held one = {r.variables.at[i].key,
                                 r.variables.at[i].value};
    LCM_LIST_ADD(lcm_ctx_arena(l->ctx), &out->held, one);
  }
  return !r.failed && flow == GOES_ON;
}

/* What the execution of a loop came to. */
struct kept {
  lcm_held_list before;
  struct lcm_ran ran;
  bool done;
};

/* Return whether "a" and "b" say the same. */
static bool is_same(const lcm_held_list *a, const lcm_held_list *b) {
  bool same = a->n == b->n;
  for (size_t i = 0; same && i < a->n; i++) {
    const struct lcm_run_number *x = &a->at[i].value;
    const struct lcm_run_number *y = &b->at[i].value;
    same = a->at[i].key == b->at[i].key && x->known == y->known &&
           (!x->known || (x->whole == y->whole && x->real == y->real));
  }
  return same;
}

bool lcm_run_loop(struct lcm_ran *out, struct lcm_lowering *l,
                  const lcm_ast *loop, const lcm_held_list *before) {
  size_t found = 0;
  lcm_arena *arena = lcm_ctx_arena(l->ctx);
  struct kept *kept = lcm_map_get(&l->globals.ran, loop, &found)
                          ? (struct kept *)(uintptr_t)found
                          : NULL;
  if (!kept || !is_same(&kept->before, before)) {
    kept = LCM_NEW(arena, struct kept);
    kept->before = *before;
    kept->done = run_loop(&kept->ran, l, loop, before);
    lcm_map_put(arena, &l->globals.ran, loop, (size_t)(uintptr_t)kept);
  }
  *out = kept->ran;
  return kept->done;
}

struct lcm_run_number lcm_run_value(struct lcm_lowering *l, const lcm_ast *ast,
                                    const lcm_held_list *held) {
  struct run r = {.l = l};
  for (size_t i = 0; i < held->n; i++) {
    const lcm_ast *ref = reference_in(ast, held->at[i].key);
    struct variable *v = ref ? add(&r, ref) : NULL;
    if (v && held->at[i].value.known)
      hold(&r, v, held->at[i].value);
  }
  struct lcm_run_number out = evaluate(&r, ast);
  out.known = out.known && !r.failed;
  return out;
}

/* Put argument number "k" of "call" into "*out"; false where it is not a known
 * number. */
static bool take(struct lcm_run_number *out, struct lcm_lowering *l,
                 const struct lcm_expr_call *call, size_t k) {
  const lcm_expr *e = call->args[k];
  double value = 0;
  const bool known =
      e &&
      (lcm_expr_is_number(e, &value) ||
       (l->parsing.known && !call->reals[k] && l->parsing.known(&value, e, l)));
  if (!known || fabs(value) > 0x1p53)
    return false;
  *out = call->reals[k] || value != floor(value)
             ? lcm_number_real(value, false)
             : lcm_number_whole((long long)value, lcm_ast_range(64, false));
  return true;
}

/* Return what "call" returns by executing the function, where all its arguments
 * are known numbers, NULL elsewhere; "user" is the lowering. */
static const lcm_expr *run_call(lcm_ctx *ctx, const struct lcm_expr_call *call,
                                void *user) {
  enum { MOST = 16 };
  struct lcm_run_number args[MOST];
  struct lcm_lowering *l = user;
  struct run r = {.l = l};
  const lcm_ast *function = function_of(l, call->name);
  if (!function || !function->range || call->n > MOST)
    return NULL;
  for (size_t k = 0; k < call->n; k++)
    if (!take(&args[k], l, call, k))
      return NULL;
  const struct lcm_run_number out = enter(&r, function, args, call->n);
  return out.known && !out.is_real && !r.failed ? lcm_expr_int(ctx, out.whole)
                                                : NULL;
}

void lcm_run_tell(struct lcm_lowering *l) { l->parsing.execute = run_call; }
