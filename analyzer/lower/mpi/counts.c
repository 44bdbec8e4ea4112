/* Arrays of counts and datatypes that MPI reads: what initializers, single
 * assignments and loops of the function set their elements to. */
#include <string.h>

#include "analyzer/lower/control/header/header.h"
#include "analyzer/lower/control/syntax.h"
#include "analyzer/lower/mpi/counts.h"
#include "analyzer/lower/mpi/mpi_call.h"
#include "analyzer/lower/values/condition.h"
#include "analyzer/lower/values/local.h"
#include "analyzer/lower/values/names.h"
#include "analyzer/lower/values/value.h"

/* Elements that are followed one by one. */
enum { MOST = 64 };

/* An array being read. */
struct array {
  struct lcm_lowering *l;
  const char *name;
  const lcm_ast *call; /* that reads it */
  /* how many elements initializers and single assignments give */
  size_t n;
  const lcm_expr *at[MOST];
  bool zero;           /* an initializer leaves the others 0 */
  const lcm_ast *loop; /* that sets all elements, NULL: none does */
  lcm_iteration range; /* of the loop */
  const lcm_expr *each;
  bool lost; /* something else may change it */
};

/* Note what the list of initializers of "var" gives. */
static void read_list(struct array *a, const lcm_ast *var) {
  const char *text = a->l->text;
  size_t at = var->begin;
  while (at < var->end && text[at] != '=')
    at++;
  at += at < var->end;
  at += strspn(text + at, " \t\r\n");
  if (at >= var->end || text[at] != '{')
    return;
  a->zero = true;
  for (at++; at < var->end && a->n < MOST; a->n++) {
    at += strspn(text + at, " \t\r\n");
    size_t end = at;
    int nesting = 0;
    for (; end < var->end && (nesting || !strchr(",}", text[end])); end++)
      nesting += (text[end] == '(') - (text[end] == ')');
    a->lost = a->lost || text[at] == '[' || text[at] == '{';
    if (end == at)
      break;
    a->at[a->n] = lcm_lower_expr(a->l, at, end);
    at = end + (end < var->end && text[end] == ',');
    if (end < var->end && text[end] == '}') {
      a->n++;
      break;
    }
  }
}

/* Return the value of the index of the element "element"; NULL where it has no
 * model. */
static const lcm_expr *index_of(struct array *a, const lcm_ast *element) {
  const lcm_ast *at = element->last;
  return at && at != element->first ? lcm_lower_expr(a->l, at->begin, at->end)
                                    : NULL;
}

/* Return the loop whose iterations each execute "ast", at most under the `if`
 * that becomes "*branch"; NULL where there is none. */
static const lcm_ast *loop_of(const lcm_ast **branch, const lcm_ast *ast) {
  const lcm_ast *at = ast->parent;
  *branch = NULL;
  while (at && (at->kind == LCM_AST_COMPOUND ||
                (at->kind == LCM_AST_IF && !*branch))) {
    *branch = at->kind == LCM_AST_IF ? at : *branch;
    at = at->parent;
  }
  return at && at->kind == LCM_AST_FOR && lcm_runs_always(at) ? at : NULL;
}

/* Return whether "ast" stands in what "branch" executes where its condition
 * does not hold. */
static bool is_otherwise(const lcm_ast *branch, const lcm_ast *ast) {
  const lcm_ast *last = branch->first->next ? branch->last : NULL;
  return last && last != branch->first->next && ast->begin >= last->begin;
}

/* Return "value" where the loop's "branch" (NULL: always) executes "ast", else
 * "old"; NULL where that is not known. */
static const lcm_expr *under(struct array *a, const lcm_ast *branch,
                             const lcm_ast *ast, const lcm_expr *value,
                             const lcm_expr *old) {
  const lcm_expr *condition = branch ? lcm_lower_condition(a->l, branch) : NULL;
  if (!branch)
    return value;
  if (!condition || !value)
    return NULL;
  if (is_otherwise(branch, ast))
    return old ? lcm_expr_if(a->l->ctx, condition, old, value) : NULL;
  return lcm_expr_if(a->l->ctx, condition, value, old ? old : value);
}

/* Return what the element is worth after the update "change", `a[i]++` or
 * `a[i] += e`; NULL where that is not known. */
static const lcm_expr *added_to(struct array *a, const lcm_ast *change) {
  lcm_ctx *ctx = a->l->ctx;
  const char *text = a->l->text;
  size_t at = change->first->end;
  at += strspn(text + at, " \t\r\n");
  const bool before = change->first->begin > change->begin;
  const char *sign = before ? text + change->begin : text + at;
  const lcm_expr *by = lcm_expr_int(ctx, sign[0] == '-' ? -1 : 1);
  if (sign[0] != '+' && sign[0] != '-')
    return NULL;
  if (sign[1] == '=') {
    const lcm_expr *term = lcm_lower_expr(a->l, at + 2, change->end);
    by = term ? lcm_expr_mul(ctx, by, term) : NULL;
  }
  return by && a->each ? lcm_expr_add(ctx, a->each, by) : NULL;
}

/* Note that the iterations of "loop" set the element with their index by
 * "change", an assignment or an update, at most under "branch". */
static void read_loop(struct array *a, const lcm_ast *loop,
                      const lcm_ast *branch, const lcm_ast *change) {
  lcm_iteration range = {0};
  const lcm_expr *index = index_of(a, change->first);
  const lcm_expr *value = lcm_lower_value(a->l, change);
  const bool first = a->loop != loop;
  const bool sets = change->kind == LCM_AST_ASSIGN;
  a->lost = a->lost || (first && a->loop) || (first && !sets) ||
            !lcm_lower_header(&range, a->l, loop) || range.factor ||
            !lcm_expr_is_int(range.from, 0) ||
            (range.step && !lcm_expr_is_int(range.step, 1)) || !index ||
            !lcm_expr_name(index) ||
            strcmp(lcm_expr_name(index), range.index) != 0;
  if (a->lost)
    return;
  a->loop = loop;
  a->range = range;
  if (!sets)
    value = added_to(a, change);
  a->each = under(a, branch, change, value, first ? NULL : a->each);
}

/* Note that "change", an assignment or an update, changes an element. */
static void read_change(struct array *a, const lcm_ast *change) {
  const lcm_ast *branch = NULL;
  const lcm_ast *loop = loop_of(&branch, change);
  const lcm_expr *index = index_of(a, change->first);
  double k = 0;
  if (change->begin > a->call->begin) {
    a->lost = true;
  } else if (loop) {
    read_loop(a, loop, branch, change);
  } else if (change->kind == LCM_AST_ASSIGN && lcm_runs_always(change) &&
             index && lcm_expr_is_number(index, &k) && k >= 0 && k < MOST) {
    const size_t i = (size_t)k;
    a->n = i + 1 > a->n ? i + 1 : a->n;
    a->at[i] = lcm_lower_value(a->l, change);
  } else {
    a->lost = true;
  }
}

/* Return whether the call "call" only reads the array that is its argument
 * "ast". */
static bool only_reads(struct array *a, const lcm_ast *call,
                       const lcm_ast *ast) {
  const struct lcm_mpi_function *function = lcm_call_mpi(a->l, call);
  const char role = function ? lcm_message_role(a->l, ast) : '\0';
  if (!function)
    return call->name && !strcmp(call->name, "free");
  return (role && strchr("LTSMNC", role)) ||
         (role == '.' && function->kind == LCM_MESSAGE_TYPE) ||
         lcm_message_reads(a->l, ast);
}

/* Note the use "ast" of the array. */
static void read_use(struct array *a, const lcm_ast *ast) {
  const lcm_ast *at = ast->parent;
  const lcm_ast *above = at ? at->parent : NULL;
  if (at && at->kind == LCM_AST_CALL) {
    a->lost = a->lost || !only_reads(a, at, ast);
    return;
  }
  if (at && at->kind == LCM_AST_ASSIGN && at->first == ast)
    return;
  if (!at || at->kind != LCM_AST_SUBSCRIPT || at->first != ast) {
    a->lost = a->lost || !at || at->kind != LCM_AST_SIZEOF;
    return;
  }
  if (above && above->first == at &&
      (above->kind == LCM_AST_ASSIGN || above->kind == LCM_AST_UPDATE))
    read_change(a, above);
  else if (above && above->kind == LCM_AST_ADDRESS)
    a->lost = true;
}

/* Note how the array is used below "ast". */
static void walk(struct array *a, const lcm_ast *ast) {
  if (ast->kind == LCM_AST_VAR && ast->name && !strcmp(ast->name, a->name))
    read_list(a, ast);
  if (ast->kind == LCM_AST_REF && ast->name && !strcmp(ast->name, a->name))
    read_use(a, ast);
  for (const lcm_ast *child = ast->first; child; child = child->next)
    walk(a, child);
}

/* Read what the array "name" is when "call" reads it into "a"; false where that
 * cannot be followed. */
static bool read_array(struct array *a, struct lcm_lowering *l,
                       const lcm_ast *call, const char *name) {
  const struct lcm_local *local =
      name ? lcm_lower_local(l, lcm_intern(l->ctx, name)) : NULL;
  if (!local || local->is_static || !l->function)
    return false;
  *a = (struct array){.l = l, .name = local->name, .call = call};
  walk(a, l->function);
  return !a->lost;
}

/* Return element "k" of "a". */
static const lcm_expr *element(const struct array *a, size_t k) {
  lcm_ctx *ctx = a->l->ctx;
  if (a->loop) {
    const struct lcm_subst index = {a->range.index,
                                    lcm_expr_int(ctx, (long long)k)};
    return a->each ? lcm_expr_subst(ctx, a->each, &index, 1) : NULL;
  }
  if (k < a->n)
    return a->at[k];
  return a->zero ? lcm_expr_int(ctx, 0) : NULL;
}

const lcm_expr *lcm_counts_element(struct lcm_lowering *l, const lcm_ast *call,
                                   const char *name, size_t k) {
  struct array a;
  double to = 0;
  if (!read_array(&a, l, call, name) ||
      (a.loop &&
       (a.n || !lcm_expr_is_number(a.range.to, &to) || to < (double)k)))
    return NULL;
  return element(&a, k);
}

const lcm_expr *lcm_counts_at(struct lcm_lowering *l, const lcm_ast *call,
                              const char *name, const lcm_expr *index) {
  struct array a;
  if (!read_array(&a, l, call, name) || !a.loop || a.n || !a.each)
    return NULL;
  const struct lcm_subst at = {a.range.index, index};
  return lcm_expr_subst(l->ctx, a.each, &at, 1);
}

/* Return the sum of the first "n" elements of "a", which are set one by one. */
static const lcm_expr *sum_of(const struct array *a, const lcm_expr *n) {
  lcm_ctx *ctx = a->l->ctx;
  const lcm_expr *zero = lcm_expr_int(ctx, 0);
  const lcm_expr *sum = zero;
  for (size_t k = 0; k < a->n; k++) {
    const lcm_expr *at = lcm_expr_int(ctx, (long long)k);
    if (!a->at[k])
      return NULL;
    sum = lcm_expr_add(ctx, sum,
                       lcm_expr_if(ctx, lcm_expr_binary(ctx, LCM_X_LT, at, n),
                                   a->at[k], zero));
  }
  return sum;
}

const lcm_expr *lcm_counts_mean(struct lcm_lowering *l, const lcm_ast *call,
                                const char *name, const lcm_expr *n) {
  lcm_ctx *ctx = l->ctx;
  struct array a;
  if (!read_array(&a, l, call, name) || (a.loop ? a.n || !a.each : !a.n))
    return NULL;
  if (!a.loop && !n)
    return NULL;
  if (!a.loop) {
    const lcm_expr *sum = sum_of(&a, n);
    return sum ? lcm_expr_div(ctx, sum, n) : NULL;
  }
  if (!lcm_expr_has(a.each, a.range.index))
    return a.each;
  const struct lcm_range all = {a.range.index, a.range.from, a.range.to};
  return lcm_expr_div(ctx, lcm_expr_over(ctx, LCM_X_SUM, all, a.each),
                      lcm_expr_add(ctx, a.range.to, lcm_expr_int(ctx, 1)));
}
