/* The ranges of small arrays of ranks that MPI reads. */
#include <string.h>

#include "analyzer/lower/mpi/mpi_call.h"
#include "analyzer/lower/mpi/range.h"
#include "analyzer/lower/values/local.h"
#include "analyzer/lower/values/names.h"
#include "analyzer/lower/values/value.h"

/* The most numbers that an array of ranges has. */
enum { MOST = 48 };

/* An array of ranges being read. */
struct ranges {
  struct lcm_lowering *l;
  const char *name;
  size_t n;                     /* numbers that it has */
  const lcm_expr *values[MOST]; /* what sets each, NULL: nothing */
  unsigned times[MOST];         /* how many do */
  bool lost;                    /* something else may change it */
};

/* Note what the list of initializers of "var" gives: all numbers, or none. */
static void read_list(struct ranges *r, const lcm_ast *var) {
  const char *text = r->l->text;
  size_t at = var->begin;
  size_t k = 0;
  while (at < var->end && text[at] != '=')
    at++;
  if (at == var->end)
    return;
  for (at++; at < var->end && k < r->n; k++) {
    at += strspn(text + at, "{} \t\r\n");
    size_t end = at;
    int nesting = 0;
    for (; end < var->end && (nesting || !strchr(",}", text[end])); end++)
      nesting += (text[end] == '(') - (text[end] == ')');
    if (end == at)
      break;
    r->values[k] = lcm_lower_expr(r->l, at, end);
    r->times[k]++;
    at = end + strspn(text + end, "} \t\r\n");
    at += at < var->end && text[at] == ',';
  }
  r->lost = r->lost || k != r->n;
}

/* Put the index of the subscript "ast" into "*index"; false where it is no
 * number. */
static bool index_of(struct ranges *r, const lcm_ast *ast, double *index) {
  const lcm_ast *at = ast->last;
  const lcm_expr *e =
      at && at != ast->first ? lcm_lower_expr(r->l, at->begin, at->end) : NULL;
  return e && lcm_expr_is_number(e, index) && *index >= 0;
}

/* Note the use "ast" of the array. */
static void read_use(struct ranges *r, const lcm_ast *ast) {
  const lcm_ast *row = ast->parent;
  const lcm_ast *element = row ? row->parent : NULL;
  const lcm_ast *assign = element ? element->parent : NULL;
  double i = 0;
  double k = 0;
  if (row && row->kind == LCM_AST_CALL) {
    r->lost = r->lost || !lcm_call_mpi(r->l, row);
    return;
  }
  if (!element || row->kind != LCM_AST_SUBSCRIPT ||
      element->kind != LCM_AST_SUBSCRIPT || element->first != row) {
    r->lost = r->lost || !row || row->kind != LCM_AST_SIZEOF;
    return;
  }
  if (!assign || assign->first != element ||
      (assign->kind != LCM_AST_ASSIGN && assign->kind != LCM_AST_UPDATE))
    return;
  if (assign->kind != LCM_AST_ASSIGN || !index_of(r, row, &i) ||
      !index_of(r, element, &k) || k >= 3 || i * 3 + k >= (double)r->n) {
    r->lost = true;
    return;
  }
  const size_t at = (size_t)(i * 3 + k);
  r->values[at] = lcm_lower_value(r->l, assign);
  r->times[at]++;
}

/* Note how the array is used below "ast". */
static void walk(struct ranges *r, const lcm_ast *ast) {
  if (ast->kind == LCM_AST_VAR && ast->name && !strcmp(ast->name, r->name))
    read_list(r, ast);
  if (ast->kind == LCM_AST_REF && ast->name && !strcmp(ast->name, r->name))
    read_use(r, ast);
  for (const lcm_ast *child = ast->first; child; child = child->next)
    walk(r, child);
}

void lcm_numbers_ranges(struct lcm_lowering *l, lcm_expr_list *out,
                        const char *name) {
  const struct lcm_local *local =
      name ? lcm_lower_local(l, lcm_intern(l->ctx, name)) : NULL;
  const long long *sizes = local ? local->sizes : NULL;
  struct ranges r = {.l = l, .name = name};
  if (!sizes || sizes[2] <= 0 || sizes[1] != 3 * sizes[2] || sizes[0] <= 0 ||
      sizes[0] / sizes[2] > MOST || !l->function)
    return;
  r.n = (size_t)(sizes[0] / sizes[2]);
  walk(&r, l->function);
  for (size_t i = 0; i < r.n && !r.lost; i++)
    LCM_LIST_ADD(lcm_ctx_arena(l->ctx), out,
                 r.times[i] == 1 ? r.values[i] : NULL);
}
