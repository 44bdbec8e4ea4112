/* Makes code of loops over whole numbers that can be executed. */
#include "analyzer/lower/cost/law/code.h"

#include <ctype.h>
#include <string.h>

#include "analyzer/lower/control/header/header.h"
#include "analyzer/lower/values/names.h"

static struct lcm_rerun_code *make(struct lcm_rerun_loop *p,
                                   const lcm_ast *ast);

/* Return new code of "kind", whose value is that of "ast". */
static struct lcm_rerun_code *code_of(struct lcm_rerun_loop *p,
                                      enum lcm_rerun_kind kind,
                                      const lcm_ast *ast) {
  struct lcm_rerun_code *code =
      LCM_NEW(lcm_ctx_arena(p->l->ctx), struct lcm_rerun_code);
  code->kind = kind;
  code->range = ast ? ast->range : 0;
  return code;
}

/* Return new code of "kind" for "ast" with what is made of "first" and what
 * stands behind it as parts. */
static struct lcm_rerun_code *with_parts(struct lcm_rerun_loop *p,
                                         enum lcm_rerun_kind kind,
                                         const lcm_ast *ast,
                                         const lcm_ast *first) {
  struct lcm_rerun_code *code = code_of(p, kind, ast);
  struct lcm_rerun_code **end = &code->parts;
  for (const lcm_ast *at = first; at && !p->lost; at = at->next) {
    *end = make(p, at);
    end = &(*end)->next;
  }
  return code;
}

/* Return the characters of the operator between the offsets "begin" and "end",
 * the first lowest; 0 where nothing stands there or more. */
static unsigned operator_in(const struct lcm_rerun_loop *p, size_t begin,
                            size_t end) {
  unsigned op = 0;
  int n = 0;
  for (size_t i = begin; i < end && i < p->l->len; i++) {
    const unsigned char c = (unsigned char)p->l->text[i];
    if (isspace(c) || c == '(' || c == ')')
      continue;
    if (n == 3 || isalnum(c) || c == '_')
      return 0;
    op |= (unsigned)c << 8 * n++;
  }
  return op;
}

/* Return the number of the slot of the variable "ref"; that of all slots where
 * it is none of whole numbers. */
static size_t slot_of(struct lcm_rerun_loop *p, const lcm_ast *ref) {
  enum { MOST = 16 };
  size_t i = 0;
  if (!ref->key || !ref->range || ref->is_pointer || ref->is_array ||
      ref->is_volatile || ref->is_atomic || ref->is_function)
    return (size_t)-1;
  while (i < p->slots.n && p->slots.at[i].ref->key != ref->key)
    i++;
  if (i == p->slots.n) {
    const struct lcm_rerun_slot slot = {.ref = ref};
    LCM_LIST_ADD(lcm_ctx_arena(p->l->ctx), &p->slots, slot);
  }
  p->lost = p->lost || p->slots.n > MOST;
  return i;
}

/* Return the range of the variable of slot "slot". */
static unsigned char range_of(const struct lcm_rerun_loop *p, size_t slot) {
  return p->slots.at[slot].ref->range;
}

/* Return whether operators take "a" and "b" as numbers without a sign, of so
 * many bits that this matters. */
static bool is_natural(const lcm_ast *a, const lcm_ast *b) {
  const unsigned char wide = lcm_ast_range(64, true);
  return a->range == wide || b->range == wide;
}

/* Return code for the variable "ref" set to "value"; "op" (or 0) joins it with
 * what it holds before.  What another function may change is not followed. */
static struct lcm_rerun_code *set(struct lcm_rerun_loop *p, const lcm_ast *ref,
                                  const lcm_ast *value, unsigned op) {
  const size_t slot = slot_of(p, ref);
  struct lcm_rerun_code *by = make(p, value);
  if (slot == (size_t)-1) {
    struct lcm_rerun_code *unknown = code_of(p, LCM_RERUN_UNKNOWN, NULL);
    unknown->parts = by;
    return unknown;
  }
  p->slots.at[slot].changed = true;
  p->lost = p->lost || !p->slots.at[slot].ref->is_local;
  struct lcm_rerun_code *code = code_of(p, LCM_RERUN_SET, NULL);
  code->range = range_of(p, slot);
  code->slot = slot;
  code->parts = by;
  if (op) {
    struct lcm_rerun_code *held = code_of(p, LCM_RERUN_SLOT, NULL);
    held->slot = slot;
    held->next = by;
    code->parts = code_of(p, LCM_RERUN_BINARY, NULL);
    code->parts->op = op;
    code->parts->parts = held;
    code->parts->natural = is_natural(ref, value);
  }
  return code;
}

/* Return code for the update "ast". */
static struct lcm_rerun_code *update(struct lcm_rerun_loop *p,
                                     const lcm_ast *ast) {
  const lcm_ast *target = ast->first;
  const lcm_ast *by = target->next;
  if (target->kind != LCM_AST_REF)
    return with_parts(p, LCM_RERUN_UNKNOWN, NULL, target);
  if (by) {
    const unsigned op = operator_in(p, target->end, by->begin);
    const int n = op >> 16 ? 2 : 1;
    p->lost = p->lost || op >> 8 * n != '=';
    return set(p, target, by, op & ((1u << 8 * n) - 1));
  }
  const size_t slot = slot_of(p, target);
  const unsigned before = operator_in(p, ast->begin, target->begin);
  const unsigned op = before ? before : operator_in(p, target->end, ast->end);
  if (slot == (size_t)-1)
    return code_of(p, LCM_RERUN_UNKNOWN, NULL);
  struct lcm_rerun_code *code = code_of(p, LCM_RERUN_STEP, NULL);
  code->range = range_of(p, slot);
  code->slot = slot;
  code->late = !before;
  code->number = (op & 255) == '+' ? 1 : -1;
  p->slots.at[slot].changed = true;
  p->lost = p->lost || !target->is_local ||
            (op != ('+' | '+' << 8) && op != ('-' | '-' << 8));
  return code;
}

/* Return code for the operator "ast". */
static struct lcm_rerun_code *operate(struct lcm_rerun_loop *p,
                                      const lcm_ast *ast) {
  const lcm_ast *a = ast->first;
  const lcm_ast *b = a ? a->next : NULL;
  if (!a || (b && b->next) || ast->is_real || a->is_real || (b && b->is_real) ||
      a->is_pointer || (b && b->is_pointer))
    return with_parts(p, LCM_RERUN_UNKNOWN, NULL, a);
  struct lcm_rerun_code *code =
      with_parts(p, b ? LCM_RERUN_BINARY : LCM_RERUN_UNARY, ast, a);
  code->op = b ? operator_in(p, a->end, b->begin)
               : operator_in(p, ast->begin, a->begin);
  code->natural = b && is_natural(a, b);
  return code;
}

/* Return whether "ast" leaves the loop around it. */
static bool leaves(const lcm_ast *ast) {
  while (ast && ast->kind == LCM_AST_COMPOUND)
    ast = ast->last;
  return ast && (ast->kind == LCM_AST_BREAK || ast->kind == LCM_AST_RETURN);
}

/* Return what stands in the header of the `for` "loop" as part "part". */
static struct lcm_rerun_code *header_part(struct lcm_rerun_loop *p,
                                          const lcm_ast *loop, int part) {
  struct lcm_header h;
  struct lcm_rerun_code *code = code_of(p, LCM_RERUN_SERIES, NULL);
  struct lcm_rerun_code **end = &code->parts;
  const bool whole = lcm_header_read(&h, p->l, loop) && h.raw;
  p->lost = p->lost || (!whole && loop->first != loop->last);
  for (const lcm_ast *at = loop->first; at != loop->last && !p->lost;
       at = at->next)
    if (lcm_header_part(&h, loop, at) == part) {
      *end = make(p, at);
      end = &(*end)->next;
    }
  return code;
}

/* Return code for the loop "ast". */
static struct lcm_rerun_code *loop(struct lcm_rerun_loop *p,
                                   const lcm_ast *ast) {
  struct lcm_rerun_code *code = code_of(p, LCM_RERUN_LOOP, NULL);
  struct lcm_rerun_code *parts[4];
  const bool is_for = ast->kind == LCM_AST_FOR;
  const bool is_do = ast->kind == LCM_AST_DO;
  const lcm_ast *body = lcm_loop_body(ast);
  parts[0] =
      is_for ? header_part(p, ast, 0) : code_of(p, LCM_RERUN_SERIES, NULL);
  parts[1] =
      is_for ? header_part(p, ast, 1) : make(p, is_do ? ast->last : ast->first);
  parts[2] = make(p, body);
  parts[3] =
      is_for ? header_part(p, ast, 2) : code_of(p, LCM_RERUN_SERIES, NULL);
  code->tested = !is_for || parts[1]->parts;
  if (is_for && parts[1]->parts)
    parts[1] = parts[1]->parts;
  code->late = is_do;
  p->loop = ast == p->asked ? code : p->loop;
  code->parts = parts[0];
  for (int i = 0; i < 3; i++)
    parts[i]->next = parts[i + 1];
  return code;
}

/* Return code for the declaration "ast" of a variable. */
static struct lcm_rerun_code *declare(struct lcm_rerun_loop *p,
                                      const lcm_ast *ast) {
  const size_t slot = slot_of(p, ast);
  if (slot != (size_t)-1)
    p->slots.at[slot].own = p->slots.at[slot].changed = true;
  if (slot == (size_t)-1 || !ast->first)
    return with_parts(p, LCM_RERUN_UNKNOWN, NULL, ast->first);
  struct lcm_rerun_code *code = with_parts(p, LCM_RERUN_SET, ast, ast->first);
  code->slot = slot;
  return code;
}

/* Return code for the literal "ast". */
static struct lcm_rerun_code *literal(struct lcm_rerun_loop *p,
                                      const lcm_ast *ast) {
  double value = 0;
  const lcm_expr *e =
      ast->range ? lcm_lower_expr(p->l, ast->begin, ast->end) : NULL;
  const bool known =
      e && lcm_expr_is_number(e, &value) && value >= -9e15 && value <= 9e15;
  struct lcm_rerun_code *code =
      code_of(p, known ? LCM_RERUN_NUMBER : LCM_RERUN_UNKNOWN, NULL);
  code->number = known ? (long long)value : 0;
  return code;
}

/* Return code for the variable "ast". */
static struct lcm_rerun_code *variable(struct lcm_rerun_loop *p,
                                       const lcm_ast *ast) {
  const size_t slot = slot_of(p, ast);
  struct lcm_rerun_code *code =
      code_of(p, slot == (size_t)-1 ? LCM_RERUN_UNKNOWN : LCM_RERUN_SLOT, NULL);
  code->slot = slot;
  return code;
}

/* Return code for the assignment "ast". */
static struct lcm_rerun_code *assign(struct lcm_rerun_loop *p,
                                     const lcm_ast *ast) {
  return ast->first->kind == LCM_AST_REF
             ? set(p, ast->first, ast->first->next, 0)
             : with_parts(p, LCM_RERUN_UNKNOWN, NULL, ast->first);
}

/* Return code for the choice "ast", an `if` or `?:`. */
static struct lcm_rerun_code *choose(struct lcm_rerun_loop *p,
                                     const lcm_ast *ast) {
  struct lcm_rerun_code *code =
      with_parts(p, LCM_RERUN_CHOICE, NULL, ast->first);
  code->leaves = ast->first && leaves(ast->first->next);
  return code;
}

/* How code is made of a kind of syntax: by a function, or as a kind of code
 * with parts. */
struct maker {
  lcm_ast_kind of;
  struct lcm_rerun_code *(*make)(struct lcm_rerun_loop *p, const lcm_ast *ast);
  enum lcm_rerun_kind kind;
};

/* Return code for "ast"; what has no row below is not followed, and nothing is
 * known of its value. */
static struct lcm_rerun_code *make(struct lcm_rerun_loop *p,
                                   const lcm_ast *ast) {
  static const struct maker MAKERS[] = {
      {LCM_AST_LITERAL, literal, LCM_RERUN_NUMBER},
      {LCM_AST_REF, variable, LCM_RERUN_SLOT},
      {LCM_AST_ASSIGN, assign, LCM_RERUN_SET},
      {LCM_AST_UPDATE, update, LCM_RERUN_STEP},
      {LCM_AST_VAR, declare, LCM_RERUN_SET},
      {LCM_AST_OTHER, operate, LCM_RERUN_BINARY},
      {LCM_AST_IF, choose, LCM_RERUN_CHOICE},
      {LCM_AST_CONDITIONAL, choose, LCM_RERUN_CHOICE},
      {LCM_AST_FOR, loop, LCM_RERUN_LOOP},
      {LCM_AST_WHILE, loop, LCM_RERUN_LOOP},
      {LCM_AST_DO, loop, LCM_RERUN_LOOP},
      {LCM_AST_AND, NULL, LCM_RERUN_AND},
      {LCM_AST_OR, NULL, LCM_RERUN_OR},
      {LCM_AST_COMPOUND, NULL, LCM_RERUN_SERIES},
      {LCM_AST_DECLSTMT, NULL, LCM_RERUN_SERIES},
      {LCM_AST_NULL, NULL, LCM_RERUN_SERIES},
      {LCM_AST_BREAK, NULL, LCM_RERUN_BREAK},
      {LCM_AST_CONTINUE, NULL, LCM_RERUN_CONTINUE},
      {LCM_AST_RETURN, NULL, LCM_RERUN_RETURN}};
  for (size_t i = 0; i < sizeof MAKERS / sizeof *MAKERS; i++)
    if (MAKERS[i].of == ast->kind)
      return MAKERS[i].make ? MAKERS[i].make(p, ast)
                            : with_parts(p, MAKERS[i].kind, NULL, ast->first);
  const bool jumps = ast->kind == LCM_AST_GOTO || ast->kind == LCM_AST_LABEL ||
                     ast->kind == LCM_AST_SWITCH || ast->kind == LCM_AST_ASM ||
                     ast->kind == LCM_AST_BLOCK;
  p->lost = p->lost || jumps ||
            (ast->kind == LCM_AST_ADDRESS && ast->first &&
             ast->first->kind == LCM_AST_REF);
  return with_parts(p, LCM_RERUN_UNKNOWN, NULL,
                    ast->kind == LCM_AST_SIZEOF ? NULL : ast->first);
}

/* Return whether "ast" only gives a variable a value, or several. */
static bool sets(const lcm_ast *ast) {
  return ast->kind == LCM_AST_DECLSTMT ||
         (ast->kind == LCM_AST_ASSIGN && ast->first->kind == LCM_AST_REF);
}

/* Return the first of the statements right before "loop" that only give
 * variables values; "loop" where there is none. */
static const lcm_ast *first_before(const lcm_ast *loop) {
  const lcm_ast *first = NULL;
  for (const lcm_ast *at = loop->parent ? loop->parent->first : NULL;
       at && at != loop; at = at->next)
    first = !sets(at) ? NULL : first ? first : at;
  return first ? first : loop;
}

/* Return the outermost loop around "loop", or itself, of those whose iterations
 * cannot be counted. */
static const lcm_ast *whole_of(struct lcm_lowering *l, const lcm_ast *loop) {
  lcm_iteration range;
  const lcm_ast *whole = loop;
  for (const lcm_ast *at = lcm_loop_around(loop);
       at && !lcm_lower_header(&range, l, at); at = lcm_loop_around(at))
    whole = at;
  return whole;
}

bool lcm_rerun_read(struct lcm_rerun_loop *out, struct lcm_lowering *l,
                    const lcm_ast *loop) {
  *out = (struct lcm_rerun_loop){
      .l = l, .asked = loop, .whole = whole_of(l, loop)};
  out->all = code_of(out, LCM_RERUN_SERIES, NULL);
  struct lcm_rerun_code **end = &out->all->parts;
  for (const lcm_ast *at = first_before(out->whole); !out->lost;
       at = at->next) {
    *end = make(out, at);
    if (at == out->whole)
      break;
    end = &(*end)->next;
  }
  return !out->lost && out->slots.n > 0;
}
