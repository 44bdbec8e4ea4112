/* What libraries are taken to grant: memory that is asked for, files that are
 * opened.  Programs test pointers for that, and end where it is not so. */
#include <string.h>

#include "analyzer/lower/access/granted.h"
#include "analyzer/lower/control/node.h"

/* A place that may hold what was granted, where its value is asked for. */
struct asked {
  struct lcm_lowering *l;
  const lcm_ast *place;
  unsigned before; /* offset of where it is asked for */
  unsigned depth;  /* of the calls that were followed to it */
  /* of the last change before that: where it stands, and whether it is what a
   * library grants */
  const lcm_ast *last;
  bool granted;
  bool others; /* some change before that is not */
};

/* Return whether the library function "name" returns what it grants. */
static bool is_granting(const char *name) {
  static const char *const NAMES[] = {
      "malloc",   "calloc",  "realloc", "reallocarray", "aligned_alloc",
      "memalign", "valloc",  "strdup",  "strndup",      "omp_alloc",
      "fopen",    "freopen", "fdopen",  "tmpfile",      "omp_calloc"};
  for (size_t i = 0; name && i < sizeof NAMES / sizeof *NAMES; i++)
    if (!strcmp(name, NAMES[i]))
      return true;
  return false;
}

static bool is_granted(struct lcm_lowering *l, const lcm_ast *value,
                       unsigned before, unsigned depth);

/* Return whether "a" and "b" are written as the same place. */
static bool is_same(const lcm_ast *a, const lcm_ast *b) {
  if (a->kind != b->kind || a->key != b->key || a->name != b->name ||
      lcm_ast_class_of(a->kind) != LCM_CLASS_PLACE)
    return a->kind == LCM_AST_LITERAL && b->kind == a->kind;
  const lcm_ast *x = a->first;
  const lcm_ast *y = b->first;
  for (; x && y; x = x->next, y = y->next)
    if (!is_same(x, y))
      return false;
  return !x && !y;
}

/* Look for changes of the place of "a" in "ast". */
static void find_changes(struct asked *a, const lcm_ast *ast) {
  const bool variable = ast->kind == LCM_AST_VAR && a->place->key &&
                        ast->key == a->place->key && ast->first;
  const lcm_ast *to = lcm_ast_is_change(ast) ? ast->first : NULL;
  const bool change = to && is_same(to, a->place);
  const lcm_ast *value = variable                                ? ast->first
                         : change && ast->kind == LCM_AST_ASSIGN ? to->next
                                                                 : NULL;
  if (ast->begin >= a->before)
    return;
  if ((variable || change) && ast->end <= a->before) {
    a->others = a->others || (a->last && !a->granted);
    a->granted = value && is_granted(a->l, value, ast->begin, a->depth);
    a->last = ast;
  }
  for (const lcm_ast *at = ast->first; at; at = at->next)
    find_changes(a, at);
}

/* Return the function around "ast". */
static const lcm_ast *function_of(const lcm_ast *ast) {
  while (ast && ast->kind != LCM_AST_FUNCTION)
    ast = ast->parent;
  return ast;
}

/* Return whether what contains "inner" as a statement of its own stands around
 * the offset "at", so that "inner" is executed before what stands there. */
static bool comes_before(const lcm_ast *inner, unsigned at) {
  while (inner->parent && inner->parent->kind != LCM_AST_COMPOUND &&
         inner->parent->kind != LCM_AST_FUNCTION)
    inner = inner->parent;
  return inner->parent && inner->parent->end > at;
}

/* Return whether the place "place", asked for at offset "before", holds what a
 * library granted. */
static bool holds_granted(struct lcm_lowering *l, const lcm_ast *place,
                          unsigned before, unsigned depth) {
  struct asked a = {.l = l, .place = place, .before = before, .depth = depth};
  const lcm_ast *function = function_of(place);
  if (!function || !function->last)
    return false;
  find_changes(&a, function->last);
  return a.last && a.granted && (!a.others || comes_before(a.last, before));
}

/* Return whether every value that is returned in "ast" was granted; "*any"
 * becomes true where there is one. */
static bool returns_granted(struct lcm_lowering *l, const lcm_ast *ast,
                            bool *any, unsigned depth) {
  if (ast->kind == LCM_AST_RETURN) {
    *any = true;
    return ast->first && is_granted(l, ast->first, ast->begin, depth);
  }
  for (const lcm_ast *at = ast->first; at; at = at->next)
    if (!returns_granted(l, at, any, depth))
      return false;
  return true;
}

/* Return whether the call "ast" returns what a library grants. */
static bool call_grants(struct lcm_lowering *l, const lcm_ast *ast,
                        unsigned depth) {
  enum { DEEPEST = 3 };
  bool any = false;
  if (ast->is_system || !ast->is_pointer || !ast->name || depth >= DEEPEST)
    return ast->is_system && is_granting(ast->name);
  for (const lcm_ast *top = l->syntax->top; top; top = top->next)
    if (top->kind == LCM_AST_FUNCTION && top->name == ast->name && top->last)
      return returns_granted(l, top->last, &any, depth + 1) && any;
  return false;
}

/* Return the only part of "ast", such as what a cast is of. */
static const lcm_ast *only_part(const lcm_ast *ast) {
  while (ast->kind == LCM_AST_OTHER && ast->first && !ast->first->next)
    ast = ast->first;
  return ast;
}

/* Return whether "value", asked for at the offset "before", is what a library
 * grants. */
static bool is_granted(struct lcm_lowering *l, const lcm_ast *value,
                       unsigned before, unsigned depth) {
  const lcm_ast *ast = only_part(value);
  if (ast->kind == LCM_AST_ASSIGN && ast->first && ast->first->next)
    return is_granted(l, ast->first->next, before, depth);
  if (ast->kind == LCM_AST_CALL)
    return call_grants(l, ast, depth);
  return lcm_ast_class_of(ast->kind) == LCM_CLASS_PLACE && ast->is_pointer &&
         !ast->is_array && holds_granted(l, ast, before, depth);
}

/* Return whether "ast" is the number that says that all is well. */
static bool is_success(const lcm_ast *ast) {
  return ast->kind == LCM_AST_REF && ast->name &&
         !strcmp(ast->name, "thrd_success");
}

/* Return whether the call "ast" returns 0 where it is granted what it asks
 * for. */
static bool is_status(const lcm_ast *ast) {
  static const char *const NAMES[] = {
      "posix_memalign",     "pthread_create",
      "pthread_join",       "pthread_mutex_init",
      "pthread_mutex_lock", "pthread_mutex_unlock",
      "pthread_cond_init",  "pthread_barrier_init",
      "pthread_attr_init",  "thrd_create",
      "thrd_join",          "mtx_init",
      "mtx_lock",           "mtx_unlock",
      "cnd_init",           "sem_init"};
  for (size_t i = 0; ast->name && i < sizeof NAMES / sizeof *NAMES; i++)
    if (!strcmp(ast->name, NAMES[i]))
      return ast->kind == LCM_AST_CALL;
  return false;
}

bool lcm_granted_is_null(const struct lcm_lowering *l, const lcm_ast *ast) {
  ast = only_part(ast);
  if (is_success(ast))
    return true;
  if (ast->kind != LCM_AST_LITERAL || ast->begin + 4 > l->len)
    return false;
  const char *text = l->text + ast->begin;
  return !strncmp(text, "NULL", 4) ||
         (text[0] == '0' && !strchr(".xX0123456789", text[1]));
}

/* Return what the operator between the two parts of "ast" is: `=` for `==`, `!`
 * for `!=`, or 0. */
static char operator_of(const struct lcm_lowering *l, const lcm_ast *ast) {
  const lcm_ast *a = ast->first;
  const lcm_ast *b = a ? a->next : NULL;
  if (!b || b->next || b->begin > l->len)
    return 0;
  for (size_t i = a->end; i + 1 < b->begin; i++)
    if (l->text[i + 1] == '=' && (l->text[i] == '=' || l->text[i] == '!'))
      return l->text[i];
  return 0;
}

/* A test of a pointer. */
struct null_test {
  const lcm_ast *of; /* NULL: "ast" is none */
  bool fails;        /* it holds where that is null */
};

/* Return what the condition "ast" asks of a pointer. */
static struct null_test test_of(const struct lcm_lowering *l,
                                const lcm_ast *ast) {
  struct null_test out = {.of = ast};
  for (;;) {
    const lcm_ast *at = out.of;
    const lcm_ast *next = at->first ? at->first->next : NULL;
    const char op = at->kind == LCM_AST_OTHER ? operator_of(l, at) : 0;
    if (at->kind != LCM_AST_OTHER || !at->first || (next && !op))
      break;
    out.fails =
        out.fails !=
        (next ? op == '=' : at->begin < l->len && l->text[at->begin] == '!');
    out.of = next && lcm_granted_is_null(l, at->first) ? next : at->first;
    if (next && !lcm_granted_is_null(l, at->first) &&
        !lcm_granted_is_null(l, next))
      return (struct null_test){NULL, false};
  }
  const lcm_ast *value = out.of;
  if (is_status(value))
    return out;
  const bool pointer = value->kind == LCM_AST_ASSIGN
                           ? value->first && value->first->is_pointer
                           : value->is_pointer && !value->is_array;
  return pointer ? out : (struct null_test){NULL, false};
}

enum lcm_granted lcm_granted_of(struct lcm_lowering *l, const lcm_ast *cond) {
  const bool both = cond->kind == LCM_AST_AND;
  if ((both || cond->kind == LCM_AST_OR) && cond->first && cond->first->next) {
    const enum lcm_granted sure = both ? LCM_GRANTED_NEVER : LCM_GRANTED_ALWAYS;
    const enum lcm_granted a = lcm_granted_of(l, cond->first);
    const enum lcm_granted b = lcm_granted_of(l, cond->first->next);
    return a == sure || b == sure ? sure : a == b ? a : LCM_GRANTED_OPEN;
  }
  const struct null_test test = test_of(l, cond);
  if (!test.of)
    return LCM_GRANTED_OPEN;
  const bool number = !test.of->is_pointer && test.of->kind == LCM_AST_CALL;
  if (!number && !is_granted(l, test.of, cond->begin, 0))
    return LCM_GRANTED_OPEN;
  return test.fails != number ? LCM_GRANTED_NEVER : LCM_GRANTED_ALWAYS;
}

bool lcm_granted_is_null_test(const struct lcm_lowering *l,
                              const lcm_ast *cond) {
  if (cond->kind == LCM_AST_AND || cond->kind == LCM_AST_OR) {
    for (const lcm_ast *at = cond->first; at; at = at->next)
      if (!lcm_granted_is_null_test(l, at))
        return false;
    return cond->first != NULL;
  }
  return test_of(l, cond).of != NULL;
}

void lcm_granted_assume(struct lcm_lowering *l, lcm_node *node) {
  static const char TEXT[] = "memory that is asked for is granted, and files "
                             "are opened";
  lcm_lower_assume(l, node, TEXT);
}
