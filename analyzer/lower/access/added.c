/* Variables that statements only combine with something: `s += x`. */
#include <math.h>
#include <string.h>

#include "analyzer/lower/access/added.h"
#include "analyzer/lower/access/itself.h"
#include "analyzer/lower/control/node.h"
#include "analyzer/lower/control/syntax.h"
#include "analyzer/lower/values/names.h"
#include "analyzer/text/text.h"

/* The longest text of a choice that is looked at. */
enum { MOST_TEXT = 512 };

/* What is found of a variable. */
struct adding {
  struct lcm_lowering *l;
  const char *key; /* of it */
  /* the member of it that is meant; NULL: all of it */
  const char *member;
  const lcm_ast *place;  /* the element that is meant; NULL: all of them */
  const lcm_ast *around; /* what the statements stand in */
  /* the operators that combine it, as the first of them: one of "+*&|^", '>'
   * for the largest, '<' for the smallest; 0 so far */
  char family;
  bool other;   /* it is used in another way too */
  bool certain; /* and that is done each time */
  /* whether one of the statements does that, or is as good as one which does,
   * hangs on values */
  bool doubt;
  /* how many statements combine it, and the last one; "strange": it is also
   * set, or its address taken, in another way */
  unsigned n;
  const lcm_ast *by;
  bool strange;
  /* where the first and last of the "n_reads" other uses begin */
  unsigned n_reads;
  unsigned first_read;
  unsigned last_read;
  /* the statement `a[e] = a[f] + x` that combines an element of it with
   * another one, or NULL */
  const lcm_ast *chain;
  bool real;    /* a floating-point number is combined */
  bool pointed; /* the name is that of a pointer */
};

/* Return the first of the operators that may be mixed with "op", 0 where it
 * combines nothing. */
static char family_of(char op) {
  switch (op) {
  case '+':
  case '-':
    return '+';
  case '*':
  case '&':
  case '|':
  case '^':
    return op;
  }
  return 0;
}

/* Return the operator between the offsets "from" and "to", before a '=' unless
 * "plain"; 0 where something else stands there.  A cast may follow. */
static char operator_between(const struct lcm_lowering *l, size_t from,
                             size_t to, bool plain) {
  to = to < l->len ? to : l->len;
  while (from < to && strchr(" \t\n)", l->text[from]))
    from++;
  const char op = from < to ? family_of(l->text[from]) ? l->text[from] : 0 : 0;
  const char next = op && from + 1 < to ? l->text[from + 1] : 0;
  if (plain)
    return next == '=' || (next && next == op) ? 0 : op;
  return next == '=' ? op : 0;
}

/* Return whether a cast stands before the operand "ast". */
static bool is_cast(const struct lcm_lowering *l, const lcm_ast *ast) {
  size_t at = ast->begin;
  while (at > 0 && at <= l->len && strchr(" \t\n(", l->text[at - 1]))
    at--;
  return at > 0 && at <= l->len && l->text[at - 1] == ')';
}

/* Return whether the literal "value" is a number that "place" holds. */
static bool is_held(struct lcm_lowering *l, const lcm_ast *place,
                    const lcm_ast *value) {
  double number = 0;
  const lcm_expr *e = value->kind == LCM_AST_LITERAL
                          ? lcm_lower_expr(l, value->begin, value->end)
                          : NULL;
  const unsigned bits = place->range & LCM_RANGE_BITS;
  const bool natural = place->range & LCM_RANGE_NATURAL;
  return e && lcm_expr_is_number(e, &number) && number >= 0 &&
         number < ldexp(1, (int)(natural ? bits : bits - 1));
}

/* Return whether the whole number "value" keeps its value as one of "place", or
 * is compared with that as one of its type: a choice among such ones is the
 * same in any order.  Other numbers do. */
static bool is_kept_whole(struct lcm_lowering *l, const lcm_ast *place,
                          const lcm_ast *value) {
  const unsigned bits = place->range & LCM_RANGE_BITS;
  const bool natural = place->range & LCM_RANGE_NATURAL;
  if (natural && bits >= 32 && (value->range & LCM_RANGE_BITS) <= bits)
    return true;
  return !place->range || !value->range || is_held(l, place, value) ||
         lcm_ast_holds_range(place->range, value->range);
}

/* Return whether "ast" and "other" are the same text. */
static bool is_same(const struct lcm_lowering *l, const lcm_ast *ast,
                    const lcm_ast *other) {
  const size_t n = ast->end - ast->begin;
  return ast->end <= l->len && other->end <= l->len &&
         other->end - other->begin == n &&
         !memcmp(l->text + ast->begin, l->text + other->begin, n);
}

/* Return whether a macro makes "ast", so that it has no text of its own. */
static bool is_made(const lcm_ast *ast) { return ast->begin == ast->end; }

/* Return whether nothing uses the value of "ast". */
static bool is_statement(const lcm_ast *ast) {
  const lcm_ast *above = ast->parent;
  if (!above || above->kind == LCM_AST_LABEL || above->kind == LCM_AST_CASE)
    return true;
  return lcm_lower_is_statement(above, ast) ||
         (above->kind == LCM_AST_FOR && ast->next == above->last);
}

/* Return whether "ast" is executed whenever the statements are that are looked
 * at: no condition decides it, in which it does not stand. */
static bool is_certain(const struct adding *a, const lcm_ast *ast) {
  for (; ast->parent && ast->parent != a->around; ast = ast->parent) {
    const enum lcm_ast_class class = lcm_ast_class_of(ast->parent->kind);
    if (class == LCM_CLASS_LABEL ||
        ((class == LCM_CLASS_MAYBE || class == LCM_CLASS_CHOICE) &&
         ast != ast->parent->first))
      return false;
  }
  return true;
}

/* Note that it is used in another way than combined, in "ast". */
static void use_apart(struct adding *a, const lcm_ast *ast) {
  a->other = true;
  a->certain = a->certain || is_certain(a, ast);
}

/* Likewise, in a way that no running sum is used in. */
static void use_otherwise(struct adding *a, const lcm_ast *ast) {
  a->strange = true;
  use_apart(a, ast);
}

/* Note that the operators "family" combine the variable with something in the
 * statement "by". */
static void combine(struct adding *a, char family, bool real,
                    const lcm_ast *by) {
  const bool truth = by->first && by->first->range == lcm_ast_range(1, true);
  if (truth && (family == '+' || family == '*'))
    family = 0;
  a->n++;
  a->by = by;
  a->strange = a->strange || !family;
  if (!family || (a->family && a->family != family))
    use_apart(a, by);
  a->family = family;
  a->real = a->real || real;
}

/* Return whether "ast" is an element of the variable. */
static bool is_element(const struct adding *a, const lcm_ast *ast) {
  return ast->kind == LCM_AST_SUBSCRIPT && ast->first &&
         ast->first->kind == LCM_AST_REF && ast->first->key == a->key;
}

/* Note what `x += e` or `x++`, "ast", does. */
static void note_update(struct adding *a, const lcm_ast *ast) {
  const lcm_ast *by = ast->first->next;
  if (!is_statement(ast))
    use_otherwise(a, ast);
  else
    combine(
        a, by ? operator_between(a->l, ast->first->end, by->begin, false) : '+',
        ast->is_real || (by && !by->range), ast);
  if (by && is_element(a, by))
    a->chain = ast;
}

/* Return the operator < or > between "left" and "right", 0 where something else
 * stands there. */
static char comparison_between(const struct lcm_lowering *l,
                               const lcm_ast *left, const lcm_ast *right) {
  size_t at = left->end;
  while (at < right->begin && at < l->len && strchr(" \t\n()", l->text[at]))
    at++;
  const char op = at < right->begin && at < l->len ? l->text[at] : 0;
  const bool shift = op && l->text[at + 1] == op;
  return (op == '<' || op == '>') && !shift ? op : 0;
}

/* Return whether "ast" and "other" are the same variable. */
static bool is_variable(const lcm_ast *ast, const lcm_ast *other) {
  return ast->kind == LCM_AST_REF && other->kind == LCM_AST_REF && ast->key &&
         ast->key == other->key;
}

/* Return which of "yes" and "no" a comparison of the variables "cond" chooses:
 * '>' the larger, '<' the smaller, 0 something else. */
static char chosen_by(const struct lcm_lowering *l, const lcm_ast *cond,
                      const lcm_ast *yes, const lcm_ast *no) {
  const lcm_ast *left = cond->kind == LCM_AST_OTHER ? cond->first : NULL;
  const lcm_ast *right = left && left->next == cond->last ? cond->last : NULL;
  const char op = right ? comparison_between(l, left, right) : 0;
  if (op && is_variable(left, yes) && is_variable(right, no))
    return op;
  if (op && is_variable(left, no) && is_variable(right, yes))
    return op == '<' ? '>' : '<';
  return 0;
}

/* Return the expression that the statement "ast" returns, or NULL. */
static const lcm_ast *returned_by(const lcm_ast *ast) {
  while (ast && ast->kind == LCM_AST_COMPOUND && ast->first == ast->last)
    ast = ast->first;
  return ast && ast->kind == LCM_AST_RETURN && ast->first == ast->last
             ? ast->first
             : NULL;
}

/* Return which of its two arguments the function "function" of the file
 * returns, as chosen_by. */
static char choice_in(const struct lcm_lowering *l, const lcm_ast *function) {
  const lcm_ast *a = function->first;
  const lcm_ast *b = a ? a->next : NULL;
  const lcm_ast *body = function->last;
  if (!b || a->kind != LCM_AST_PARAM || b->kind != LCM_AST_PARAM ||
      b->next != body || body->kind != LCM_AST_COMPOUND ||
      a->range != b->range || (!a->range && (!a->is_real || !b->is_real)))
    return 0;
  const lcm_ast *value = returned_by(body);
  if (value && value->kind == LCM_AST_CONDITIONAL && value->first->next)
    return chosen_by(l, value->first, value->first->next, value->last);
  const lcm_ast *branch = body->first;
  if (!branch || branch->kind != LCM_AST_IF || !branch->first->next)
    return 0;
  const lcm_ast *yes = branch->first->next;
  const lcm_ast *other = yes->next ? yes->next : branch->next;
  const lcm_ast *no = yes->next ? returned_by(yes->next)
                      : branch->next && branch->next == body->last
                          ? returned_by(other)
                          : NULL;
  yes = returned_by(yes);
  return yes && no ? chosen_by(l, branch->first, yes, no) : 0;
}

/* Return which of two the call "ast" returns: '>' the larger, '<' the smaller,
 * 0 something else. */
static char choice_of(const struct lcm_lowering *l, const lcm_ast *ast) {
  if (ast->kind != LCM_AST_CALL || !ast->is_function || !ast->name ||
      ast->n_args != 2)
    return 0;
  if (ast->is_system && !strncmp(ast->name, "fmax", 4))
    return '>';
  if (ast->is_system && !strncmp(ast->name, "fmin", 4))
    return '<';
  for (const lcm_ast *top = l->syntax->top; top; top = top->next)
    if (top->kind == LCM_AST_FUNCTION && top->key == ast->key)
      return choice_in(l, top);
  return 0;
}

/* Return whether the parameters of the function that "ast" calls, if it is one
 * of the file, hold all that the whole number "place" may be: it is compared as
 * what they are. */
static bool takes_whole(const struct lcm_lowering *l, const lcm_ast *ast,
                        const lcm_ast *place) {
  const lcm_ast *top = l->syntax->top;
  while (top && (top->kind != LCM_AST_FUNCTION || top->key != ast->key))
    top = top->next;
  const lcm_ast *param = top && ast->kind == LCM_AST_CALL ? top->first : NULL;
  return !param || param->kind != LCM_AST_PARAM || !param->range ||
         !place->range || lcm_ast_holds_range(param->range, place->range);
}

/* Return how many references to the variable "key" are in and below "ast". */
static size_t n_uses(const lcm_ast *ast, const char *key) {
  size_t n = ast->kind == LCM_AST_REF && ast->key == key;
  for (const lcm_ast *at = ast->first; at; at = at->next)
    n += n_uses(at, key);
  return n;
}

/* Return the text of "ast", its macros being expanded, without spaces; it goes
 * into "out", and is empty where it is too long. */
static struct lcm_choice_text text_of(struct lcm_lowering *l,
                                      char out[MOST_TEXT], const lcm_ast *ast) {
  const char *text = lcm_lower_expansion(l, ast->begin, ast->end);
  const char *from = text ? text : l->text + ast->begin;
  const size_t length = text ? strlen(text) : ast->end - ast->begin;
  size_t n = 0;
  for (size_t i = 0; i < length && n < MOST_TEXT - 1; i++)
    if (!strchr(" \t\n", from[i]))
      out[n++] = from[i];
  out[n] = '\0';
  return (struct lcm_choice_text){out, out + (length < MOST_TEXT - 1 ? n : 0)};
}

/* Return the variable that the place "ast" is a part of, or "ast" itself. */
static const lcm_ast *base_of(const lcm_ast *ast) {
  while ((ast->kind == LCM_AST_MEMBER || ast->kind == LCM_AST_SUBSCRIPT) &&
         ast->first)
    ast = ast->first;
  return ast;
}

/* Return whether "ast" is an element, or a part of one. */
static bool has_subscript(const lcm_ast *ast) {
  for (; ast->kind == LCM_AST_MEMBER && ast->first; ast = ast->first)
    ;
  return ast->kind == LCM_AST_SUBSCRIPT;
}

/* As conditional_of where a macro makes "ast". */
static char macro_choice(struct lcm_lowering *l, const lcm_ast *ast,
                         const lcm_ast *place) {
  char texts[2][MOST_TEXT];
  const lcm_ast *base = base_of(place);
  const lcm_ast *yes = ast->first ? ast->first->next : NULL;
  if (!yes || !yes->next || base->kind != LCM_AST_REF || !base->key ||
      ast->end > l->len || !is_made(yes) || n_uses(ast, base->key) != 2)
    return 0;
  return lcm_choice_in_text(text_of(l, texts[0], ast),
                            text_of(l, texts[1], place));
}

/* Return whether the place "place" holds what the conditional "ast" may put
 * there, as is_kept_whole. */
static bool is_choice_kept(struct lcm_lowering *l, const lcm_ast *ast,
                           const lcm_ast *place) {
  const lcm_ast *yes = ast->first->next;
  return is_kept_whole(l, place, yes) && is_kept_whole(l, place, yes->next);
}

/* Return which of two the conditional "ast" is, of the place "place" and
 * something else: '>' the larger, '<' the smaller, 0 something else. */
static char conditional_of(struct lcm_lowering *l, const lcm_ast *ast,
                           const lcm_ast *place) {
  const lcm_ast *cond = ast->first;
  const lcm_ast *yes = cond ? cond->next : NULL;
  const lcm_ast *no = yes ? yes->next : NULL;
  const lcm_ast *left = no && cond->kind == LCM_AST_OTHER ? cond->first : NULL;
  const lcm_ast *right = left && left->next == cond->last ? cond->last : NULL;
  const char op = right ? comparison_between(l, left, right) : 0;
  if (no && is_made(yes))
    return macro_choice(l, ast, place);
  if (!op || is_same(l, yes, no) || is_cast(l, left) || is_cast(l, right) ||
      is_cast(l, yes) || is_cast(l, no) ||
      (!is_same(l, yes, place) && !is_same(l, no, place)))
    return 0;
  if (is_same(l, left, yes) && is_same(l, right, no))
    return op;
  if (is_same(l, left, no) && is_same(l, right, yes))
    return op == '<' ? '>' : '<';
  return 0;
}

/* Return which is kept by `if (e > x) x = e`, in which "assign" is the
 * assignment: '>' the larger, '<' the smaller; 0 where it is something else. */
static char kept_by(struct lcm_lowering *l, const lcm_ast *assign) {
  const lcm_ast *branch = assign->parent;
  if (branch && branch->kind == LCM_AST_COMPOUND &&
      branch->first == branch->last)
    branch = branch->parent;
  const lcm_ast *cond =
      branch && branch->kind == LCM_AST_IF ? branch->first : NULL;
  const lcm_ast *left = cond && cond->next == branch->last ? cond->first : NULL;
  const lcm_ast *right = left && left->next == cond->last ? cond->last : NULL;
  if (!right || cond->kind != LCM_AST_OTHER || right->begin > l->len)
    return 0;
  size_t at = left->end;
  while (at < right->begin && strchr(" \t\n()", l->text[at]))
    at++;
  const char op = at < right->begin ? l->text[at] : 0;
  const bool first = is_same(l, left, assign->first);
  const lcm_ast *place = first ? left : right;
  const lcm_ast *value = first ? right : left;
  if ((op != '<' && op != '>') || !is_same(l, place, assign->first) ||
      !is_same(l, value, assign->last) || is_cast(l, left) ||
      is_cast(l, right) || is_cast(l, assign->last))
    return 0;
  return first ? (op == '<' ? '>' : '<') : op;
}

/* Return whether "ast" is `x && e` or `x || e`, "place" being x: what that
 * gives is 0 or 1, however often. */
static bool is_logic(const struct lcm_lowering *l, const lcm_ast *ast,
                     const lcm_ast *place) {
  return (ast->kind == LCM_AST_AND || ast->kind == LCM_AST_OR) && ast->first &&
         ast->first->next == ast->last && is_same(l, ast->first, place);
}

/* Note what `x = e`, "ast", does: it may be `x = x + e`, or one of the ways to
 * keep the larger or the smaller. */
static void note_assignment(struct adding *a, const lcm_ast *ast) {
  const lcm_ast *sum = ast->last;
  const char choice = choice_of(a->l, sum);
  const lcm_ast *left =
      choice || sum->kind == LCM_AST_OTHER ? sum->first : NULL;
  if (choice && left)
    left = left->next;
  const lcm_ast *right = left && left->next == sum->last ? sum->last : NULL;
  const char kept = kept_by(a->l, ast);
  const char either =
      sum->kind == LCM_AST_CONDITIONAL  ? conditional_of(a->l, sum, ast->first)
      : is_logic(a->l, sum, ast->first) ? (sum->kind == LCM_AST_AND ? 'a' : 'o')
                                        : '\0';
  if ((kept || either) && is_statement(ast)) {
    a->doubt = a->doubt || (kept && !is_kept_whole(a->l, ast->first, sum)) ||
               (sum->kind == LCM_AST_CONDITIONAL && either &&
                (!is_choice_kept(a->l, sum, ast->first) ||
                 (has_subscript(ast->first) && is_made(sum->last))));
    combine(a, kept ? kept : either, false, ast);
    return;
  }
  if (!right || !is_statement(ast)) {
    use_otherwise(a, ast);
    return;
  }
  const char op =
      choice ? choice : operator_between(a->l, left->end, right->begin, true);
  const bool kept_whole = is_kept_whole(a->l, ast->first, left) &&
                          is_kept_whole(a->l, ast->first, right);
  const bool plain = !is_cast(a->l, sum);
  const bool first =
      plain && is_same(a->l, left, ast->first) && !is_cast(a->l, left);
  const bool last =
      plain && is_same(a->l, right, ast->first) && !is_cast(a->l, right);
  if (!first && !last && !a->chain && family_of(op) &&
      (is_element(a, left) || (is_element(a, right) && op != '-')))
    a->chain = ast;
  else if (!first && !last)
    a->strange = true;
  a->doubt = a->doubt ||
             (choice && (!kept_whole || !takes_whole(a->l, sum, ast->first)));
  if (first == last || (last && op == '-'))
    use_apart(a, ast);
  else
    combine(a, choice ? choice : family_of(op), !choice && sum->flops > 0, ast);
}

/* Return whether the place "ast" is an operand of `x = e < x ? e : x` or of
 * `x = x && e`. */
static bool is_choice_operand(struct lcm_lowering *l, const lcm_ast *ast) {
  const lcm_ast *whole = ast->parent;
  if (whole->kind == LCM_AST_OTHER)
    whole = whole->parent;
  const lcm_ast *above = whole ? whole->parent : NULL;
  if (!above || above->kind != LCM_AST_ASSIGN || above->last != whole)
    return false;
  if (whole->kind == LCM_AST_CONDITIONAL && is_made(ast))
    return base_of(ast)->key == base_of(above->first)->key &&
           macro_choice(l, whole, above->first) != 0;
  if (!is_same(l, ast, above->first))
    return false;
  return whole->kind == LCM_AST_CONDITIONAL
             ? conditional_of(l, whole, above->first) != 0
             : whole == ast->parent && whole->first == ast &&
                   is_logic(l, whole, above->first);
}

/* Return the operator with which `__builtin_add_overflow(x, e, &x)` and its
 * like, "ast", combine a place with something, 0 where "ast" is none. */
static char overflow_family(const struct lcm_lowering *l, const lcm_ast *ast) {
  static const char *const NAMES[] = {"__builtin_add_overflow",
                                      "__builtin_sub_overflow",
                                      "__builtin_mul_overflow"};
  if (ast->kind != LCM_AST_CALL || !ast->name || ast->n_args != 3 ||
      !is_statement(ast) || ast->last->kind != LCM_AST_ADDRESS)
    return 0;
  const lcm_ast *place = ast->last->first;
  const lcm_ast *one = ast->first->next;
  const lcm_ast *two = one->next;
  const bool first = is_same(l, one, place);
  const bool second = is_same(l, two, place);
  for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++)
    if (!strcmp(ast->name, NAMES[i]))
      return first == second || (second && i == 1) ? 0 : "++*"[i];
  return 0;
}

/* Return whether the place "ast" is the operand of `x = x + e` or of `if (e >
 * x) x = e` that note_assignment knows already. */
static bool is_operand(struct lcm_lowering *l, const lcm_ast *ast) {
  const lcm_ast *sum = ast->parent;
  const lcm_ast *above = sum ? sum->parent : NULL;
  const lcm_ast *body = NULL;
  if (above && is_choice_operand(l, ast))
    return true;
  if (above && overflow_family(l, sum) && is_same(l, ast, sum->last->first))
    return true;
  if (!above || (sum->kind != LCM_AST_OTHER && !choice_of(l, sum)))
    return false;
  if (above->kind == LCM_AST_ASSIGN)
    return above->last == sum && above->first && is_same(l, ast, above->first);
  if (above->kind == LCM_AST_IF && above->first == sum)
    body = sum->next;
  if (body && body->kind == LCM_AST_COMPOUND)
    body = body->first;
  return body && body->kind == LCM_AST_ASSIGN && body->first &&
         is_same(l, ast, body->first) && kept_by(l, body);
}

/* Return the operator with which the call or atomic operation "ast" combines
 * what its first operand points to with the next, 0 where it does something
 * else. */
static char atomic_family(const struct lcm_lowering *l, const lcm_ast *ast) {
  static const struct {
    const char *word;
    char family;
  } WORDS[] = {{"_add", '+'}, {"_sub", '+'},   {"_or", '|'},
               {"_xor", '^'}, {"_nand", '\0'}, {"_and", '&'}};
  const char *text = l->text + ast->begin;
  char name[48];
  if (ast->end > l->len ||
      (ast->kind != LCM_AST_CALL && ast->kind != LCM_AST_OTHER))
    return 0;
  size_t n = 0;
  while (n + 1 < sizeof name && ast->begin + n < ast->end && text[n] != '(') {
    name[n] = text[n];
    n++;
  }
  name[n] = '\0';
  if (strncmp(name, "__sync_", 7) != 0 && !strstr(name, "atomic_"))
    return 0;
  char *joint = strstr(name, "_and_fetch");
  joint = joint ? joint : strstr(name, "fetch_and_");
  if (joint)
    memset(joint, 'x', joint[0] == '_' ? 10 : 9);
  if (!strstr(name, "fetch") && !joint)
    return 0;
  for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++)
    if (strstr(name, WORDS[i].word))
      return WORDS[i].family;
  return 0;
}

/* Note what the address "ast" of the place serves for: an atomic operation may
 * combine it with something. */
static void note_address(struct adding *a, const lcm_ast *ast) {
  const lcm_ast *call = ast->parent;
  const lcm_ast *first = !call                        ? NULL
                         : call->kind == LCM_AST_CALL ? call->first->next
                                                      : call->first;
  const char sum = call && ast == call->last ? overflow_family(a->l, call) : 0;
  const char family = sum ? sum
                      : call && first == ast && is_statement(call)
                          ? atomic_family(a->l, call)
                          : 0;
  a->doubt = a->doubt || sum;
  if (family)
    combine(a, family, false, call);
  else
    use_otherwise(a, ast);
}

/* Note that the place "ast" is read beside what combines it. */
static void note_read(struct adding *a, const lcm_ast *ast) {
  use_apart(a, ast);
  a->first_read = a->n_reads ? a->first_read : ast->begin;
  a->last_read = ast->begin;
  a->n_reads++;
}

/* Return whether "ast" only leads from the place "part" on to a larger one:
 * `x[i]`, `x.m`, `*x`, or `&x[0]` in `(&x[0])[i]`. */
static bool leads_on(const lcm_ast *ast, const lcm_ast *part) {
  if (!ast || ast->first != part)
    return false;
  return ast->kind == LCM_AST_SUBSCRIPT || ast->kind == LCM_AST_MEMBER ||
         ast->kind == LCM_AST_DEREF ||
         (ast->kind == LCM_AST_ADDRESS && ast->parent &&
          ast->parent->kind == LCM_AST_SUBSCRIPT && ast->parent->first == ast);
}

/* Return the whole place that begins with the reference "ref": `x[i].m`. */
static const lcm_ast *whole_place(const lcm_ast *ref) {
  const lcm_ast *place = ref;
  while (leads_on(place->parent, place))
    place = place->parent;
  return place;
}

/* Note how "ref", a reference to the variable, is used. */
static void note_use(struct adding *a, const lcm_ast *ref) {
  const lcm_ast *place = whole_place(ref);
  const lcm_ast *above = place->parent;
  const bool target = above && above->first == place;
  if (a->place && !is_same(a->l, place, a->place))
    return;
  for (const lcm_ast *at = place; at != ref; at = at->first)
    if (at->kind == LCM_AST_MEMBER && at->is_union) {
      use_otherwise(a, ref);
      return;
    }
  if (a->member && ref->parent && ref->parent->kind == LCM_AST_MEMBER &&
      ref->parent->first == ref && ref->parent->name &&
      strcmp(ref->parent->name, a->member) != 0)
    return;
  if (target && above->kind == LCM_AST_UPDATE)
    note_update(a, above);
  else if (target && above->kind == LCM_AST_ASSIGN &&
           above->last != above->first)
    note_assignment(a, above);
  else if (target && above->kind == LCM_AST_ADDRESS)
    note_address(a, above);
  else if (!is_operand(a->l, place))
    note_read(a, place);
}

/* Note how "ast" and what is below it use the variable. */
static void look(struct adding *a, const lcm_ast *ast) {
  if (ast->kind == LCM_AST_REF && ast->key == a->key) {
    a->pointed = a->pointed || (ast->is_pointer && !ast->is_array);
    note_use(a, ast);
  } else if (ast->kind == LCM_AST_VAR && ast->key == a->key)
    use_otherwise(a, ast);
  for (const lcm_ast *child = ast->first; child; child = child->next)
    look(a, child);
}

/* Return the member of the variable of "section" that this is: `x.m`, or `p->m`
 * for what p points to; NULL for something else. */
static const char *member_of(const lcm_section *section) {
  const struct lcm_extent *steps = section->extents;
  if (section->n_extents && steps[0].field)
    return steps[0].field;
  return section->n_extents > 1 && steps[0].lower &&
                 lcm_expr_is_int(steps[0].lower, 0)
             ? steps[1].field
             : NULL;
}

/* Return how the statements "first" .. "last" use the variable of "section", of
 * which "place" is meant unless that is NULL. */
static struct adding looked_for(struct lcm_lowering *l,
                                const lcm_section *section,
                                const lcm_ast *place, const lcm_ast *first,
                                const lcm_ast *last) {
  struct adding a = {.l = l,
                     .key = section->key,
                     .member = member_of(section),
                     .place = place,
                     .around = first->parent};
  for (const lcm_ast *ast = first; ast; ast = ast == last ? NULL : ast->next)
    look(&a, ast);
  return a;
}

/* Return the reference at or below "ast" in the place that begins where
 * "section" is touched first, NULL where there is none. */
static const lcm_ast *place_at(const lcm_ast *ast, const lcm_section *section) {
  if (ast->kind == LCM_AST_REF && ast->key &&
      whole_place(ast)->begin == section->loc.begin)
    return ast;
  for (const lcm_ast *at = ast->first; at; at = at->next) {
    const lcm_ast *found = place_at(at, section);
    if (found)
      return found;
  }
  return NULL;
}

/* Return by which operators the statements "first" .. "last" combine the
 * element of "section" with something, which is all that they do with it by
 * that text, as in struct adding; 0 where they do more. */
static char element_family(struct lcm_lowering *l, const lcm_section *section,
                           const lcm_ast *first, const lcm_ast *last) {
  const lcm_ast *ref = NULL;
  for (const lcm_ast *ast = first; ast && section->n_extents;
       ast = ast == last ? NULL : ast->next)
    ref = ref ? ref : place_at(ast, section);
  if (!ref)
    return 0;
  lcm_section named = *section;
  named.key = ref->key;
  const struct adding a = looked_for(l, &named, whole_place(ref), first, last);
  return a.certain ? 0 : a.family;
}

/* Return whether "ast" or something below it declares a variable. */
static bool declares(const lcm_ast *ast) {
  if (ast->kind == LCM_AST_VAR)
    return true;
  for (const lcm_ast *child = ast->first; child; child = child->next)
    if (declares(child))
      return true;
  return false;
}

/* Return what uses the sums of "a" beside the only statement that adds to them:
 * "behind" or "before" it, or "array", elements of one; NULL: something else
 * happens. */
static const char *scan_of(const struct adding *a) {
  if (a->strange || a->doubt)
    return NULL;
  if (a->chain && a->n_reads == 1 &&
      (!a->n || (a->n == 1 && a->by == a->chain)))
    return "array";
  if (a->n != 1 || !a->n_reads || !a->family || a->chain)
    return NULL;
  return a->first_read > a->by->end    ? "behind"
         : a->last_read < a->by->begin ? "before"
                                       : NULL;
}

void lcm_scan_note(struct lcm_lowering *l, lcm_node *node, const lcm_ast *first,
                   const lcm_ast *last) {
  for (const lcm_ast *ast = first; ast; ast = ast == last ? NULL : ast->next)
    if (declares(ast))
      return;
  for (size_t i = 0; i < node->n_writes; i++) {
    const lcm_section *write = &node->writes[i];
    const struct adding a = looked_for(l, write, NULL, first, last);
    const char *scan = scan_of(&a);
    if (!scan)
      continue;
    lcm_lower_attribute(
        l, node, "scan",
        lcm_arena_printf(lcm_ctx_arena(l->ctx), "%s %s", scan, write->key));
    return;
  }
}

/* ---- by how much --------------------------------------------------------- */

/* By how much statements move a variable. */
struct amounts {
  struct lcm_lowering *l;
  const char *key;    /* of it */
  const char *member; /* as in struct adding */
  bool behind;        /* it lies in the variable, or behind that */
  const lcm_expr *sum;
  const lcm_expr *names; /* the product of what data hang on; NULL: nothing */
  size_t n;              /* how many changes of it there are */
  bool open;             /* it may be another amount, or the same */
  bool chosen; /* something decides whether one of the changes is made */
  bool odd;    /* what it becomes depends on data, or something else sets it */
};

/* Return whether "ast" speaks of numbers and variables alone. */
static bool is_plain(const lcm_ast *ast) {
  if (ast->kind != LCM_AST_REF && ast->kind != LCM_AST_LITERAL &&
      ast->kind != LCM_AST_MEMBER && ast->kind != LCM_AST_OTHER &&
      ast->kind != LCM_AST_SIZEOF &&
      lcm_ast_class_of(ast->kind) != LCM_CLASS_MAYBE)
    return false;
  if (ast->kind == LCM_AST_MEMBER && ast->first && ast->first->is_pointer)
    return false;
  for (const lcm_ast *child = ast->first; child; child = child->next)
    if (!is_plain(child))
      return false;
  return true;
}

/* Note of which names the data in "ast" speak, that may be the same each
 * time. */
static void note_names(struct amounts *a, const lcm_ast *ast) {
  const lcm_expr *e = ast->kind == LCM_AST_REF && ast->range
                          ? lcm_lower_expr(a->l, ast->begin, ast->end)
                          : NULL;
  if (lcm_ast_class_of(ast->kind) == LCM_CLASS_CHANGE)
    a->odd = true;
  if (e)
    a->names = a->names ? lcm_expr_mul(a->l->ctx, a->names, e) : e;
  for (const lcm_ast *child = ast->first; child; child = child->next)
    note_names(a, child);
}

/* Add "sign" times the value of "ast" to the sum. */
static void add_value(struct amounts *a, char sign, const lcm_ast *ast) {
  const bool whole = ast->range && !ast->is_real;
  const lcm_expr *e = whole ? lcm_lower_expr(a->l, ast->begin, ast->end) : NULL;
  if (!is_plain(ast))
    note_names(a, ast);
  a->open = a->open || !e || !is_plain(ast);
  if (e)
    a->sum = (sign == '-' ? lcm_expr_sub : lcm_expr_add)(a->l->ctx, a->sum, e);
}

/* Note what `x += e` or `x++`, "ast", adds. */
static void add_update(struct amounts *a, const lcm_ast *ast) {
  const lcm_ast *by = ast->first->next;
  const size_t end = by ? by->begin : ast->end;
  const size_t begin = by ? ast->first->end : ast->begin;
  const char *minus = memchr(a->l->text + begin, '-', end - begin);
  const char op = by      ? operator_between(a->l, begin, end, false)
                  : minus ? '-'
                          : '+';
  if (by && op != '+' && op != '-') {
    a->odd = a->odd || !is_plain(by);
    a->open = true;
  } else if (by)
    add_value(a, op, by);
  else
    a->sum = lcm_expr_add(a->l->ctx, a->sum,
                          lcm_expr_int(a->l->ctx, op == '-' ? -1 : 1));
}

/* Note what `x = e`, "ast", adds. */
static void add_assignment(struct amounts *a, const lcm_ast *ast) {
  const lcm_ast *value = ast->last;
  const lcm_ast *left = value->first;
  const lcm_ast *right = left && left->next == value->last ? value->last : NULL;
  const char op = right && value->kind == LCM_AST_OTHER
                      ? operator_between(a->l, left->end, right->begin, true)
                      : 0;
  if (is_same(a->l, value, ast->first))
    return;
  if ((op == '+' || op == '-') && is_same(a->l, left, ast->first))
    add_value(a, op, right);
  else if (op == '+' && is_same(a->l, right, ast->first))
    add_value(a, op, left);
  else {
    a->odd = a->odd || !is_plain(value) || !n_uses(value, a->key);
    a->open = true;
  }
}

/* Return the place that "ref" is the begin of where that is what is meant, or
 * an element of it; NULL where it is another variable or member. */
static const lcm_ast *place_meant(const struct amounts *a, const lcm_ast *ref) {
  if (ref->kind != LCM_AST_REF || ref->key != a->key)
    return NULL;
  const lcm_ast *place = a->behind ? whole_place(ref) : ref;
  const lcm_ast *above = ref->parent;
  return !a->member || !above || above->kind != LCM_AST_MEMBER ||
                 above->first != ref || !above->name ||
                 !strcmp(above->name, a->member)
             ? place
             : NULL;
}

/* Return whether "ast" is made once whenever the statement "top" is. */
static bool is_made_once(const lcm_ast *ast, const lcm_ast *top) {
  for (; ast != top; ast = ast->parent) {
    const enum lcm_ast_class class = lcm_ast_class_of(ast->parent->kind);
    if (class == LCM_CLASS_LOOP || class == LCM_CLASS_MAYBE ||
        class == LCM_CLASS_CHOICE || class == LCM_CLASS_LABEL)
      return false;
  }
  return true;
}

/* Note what "above", of which the place "place" is the first part, does to the
 * variable in the statement "top". */
static void add_change(struct amounts *a, const lcm_ast *above,
                       const lcm_ast *place, const lcm_ast *top) {
  const lcm_ast *call = above->parent;
  a->n++;
  a->odd = a->odd || place->is_real;
  a->open = a->open || (place->range && (place->range & LCM_RANGE_BITS) < 32);
  if (above->kind == LCM_AST_UPDATE)
    add_update(a, above);
  else if (above->kind == LCM_AST_ASSIGN && above->last != place)
    add_assignment(a, above);
  else if (call && call->kind == LCM_AST_CALL && call->name &&
           !strncmp(call->name, "__builtin_", 10) && is_statement(call))
    a->open = true;
  else
    a->odd = true;
  a->chosen = a->chosen || !is_made_once(above, top);
}

/* Note by how much "ast", in the statement "top", and what is below it move the
 * variable. */
static void add_amounts(struct amounts *a, const lcm_ast *ast,
                        const lcm_ast *top) {
  if (ast->kind == LCM_AST_VAR && ast->key == a->key)
    a->odd = true;
  const lcm_ast *place = place_meant(a, ast);
  if (place && place->parent && place->parent->first == place &&
      lcm_ast_class_of(place->parent->kind) == LCM_CLASS_CHANGE)
    add_change(a, place->parent, place, top);
  for (const lcm_ast *child = ast->first; child; child = child->next)
    add_amounts(a, child, top);
}

/* Return the key of the variable of "section": that of what a pointer leads to
 * has a star behind it. */
static const char *variable_key(struct lcm_lowering *l,
                                const lcm_section *section) {
  const size_t n = strlen(section->key);
  return !section->n_extents && n && section->key[n - 1] == '*'
             ? lcm_intern_n(l->ctx, section->key, n - 1)
             : section->key;
}

/* Return what executing the statements "first" .. "last", which use the
 * variable of "section" as "use" says, adds to that, as struct lcm_section. */
static const lcm_expr *amount_of(struct lcm_lowering *l,
                                 const lcm_section *section,
                                 const struct adding *use, const lcm_ast *first,
                                 const lcm_ast *last) {
  struct amounts a = {.l = l,
                      .key = variable_key(l, section),
                      .member = member_of(section),
                      .behind = section->n_extents > 0,
                      .sum = lcm_expr_int(l->ctx, 0)};
  for (const lcm_ast *ast = first; ast; ast = ast == last ? NULL : ast->next)
    add_amounts(&a, ast, ast);
  const bool combined = a.chosen && use->family && !use->n_reads;
  const lcm_expr *open = lcm_expr_symbol(
      l->ctx, lcm_intern(l->ctx, LCM_AMOUNT_OPEN), LCM_DIM_NONE);
  return (a.odd && !combined) || !a.n ? NULL
         : !a.open && !a.chosen       ? a.sum
         : a.names && !combined       ? lcm_expr_mul(l->ctx, open, a.names)
                                      : open;
}

/* Return what OpenMP calls the operators of "family", the sum also where the
 * variable is subtracted from. */
static const char *operator_of(lcm_ctx *ctx, char family) {
  const char *name = family == '>'   ? "max"
                     : family == '<' ? "min"
                     : family == '-' ? "+"
                     : family == 'a' ? "&&"
                     : family == 'o' ? "||"
                                     : NULL;
  return name ? lcm_intern(ctx, name) : lcm_intern_n(ctx, &family, 1);
}

/* Return whether one of "list" is what a variable with the key "key" leads
 * to. */
static bool has_behind(const lcm_section_list *list, const char *key) {
  for (size_t i = 0; i < list->n; i++)
    if (list->at[i].key == key && list->at[i].n_extents)
      return true;
  return false;
}

/* Return whether "ast" or something below it speaks of a pointer that is
 * followed to other data: neither "reads" nor "writes" lie behind it. */
static bool follows(const lcm_ast *ast, const lcm_section_list *reads,
                    const lcm_section_list *writes) {
  if (ast->kind == LCM_AST_REF && ast->is_pointer && !ast->is_array &&
      !has_behind(reads, ast->key) && !has_behind(writes, ast->key))
    return true;
  for (const lcm_ast *child = ast->first; child; child = child->next)
    if (follows(child, reads, writes))
      return true;
  return false;
}

void lcm_added_note(struct lcm_lowering *l, const lcm_section_list *reads,
                    lcm_section_list *writes, const lcm_ast *first,
                    const lcm_ast *last) {
  bool alike = false;
  for (const lcm_ast *ast = first; ast; ast = ast == last ? NULL : ast->next)
    alike = alike || follows(ast, reads, writes);
  for (size_t i = 0; i < writes->n; i++) {
    const lcm_section *write = &writes->at[i];
    const struct adding a = looked_for(l, write, NULL, first, last);
    const bool only = a.family && !a.other;
    const char family = !a.certain && a.family
                            ? a.family
                            : element_family(l, write, first, last);
    writes->at[i].added = only && !a.doubt && !(alike && write->n_extents);
    writes->at[i].rounded = writes->at[i].added && a.real;
    writes->at[i].combined = family ? operator_of(l->ctx, family)
                             : lcm_itself_combines(l, write, first, last)
                                 ? lcm_intern(l->ctx, "+")
                                 : NULL;
    writes->at[i].pointed = writes->at[i].added && a.pointed;
    writes->at[i].by = l->options->n_kept && !l->options->costs
                           ? amount_of(l, write, &a, first, last)
                           : NULL;
  }
}
