/* Pointers that are kept in arrays and members: whether each of them leads to
 * memory that was allocated for it alone. */
#include <string.h>

#include "analyzer/lower/access/own.h"
#include "analyzer/lower/values/flow.h"

/* How many functions are followed that are given the pointers, or return
 * them. */
enum { MAX_OWNING = 6 };

/* A variable in whose elements or members pointers are kept. */
struct owning {
  struct lcm_collection *c;
  const char *key; /* of the variable */
  bool returned;   /* its function may return it */
  unsigned depth;  /* how many functions led here */
};

static bool uses_are_fine(const struct owning *o, const lcm_ast *ast);

static bool returns_own(const struct owning *o, const lcm_ast *ast);

/* Return the function "name" of the file, NULL for none. */
static const lcm_ast *function_of(const struct lcm_lowering *l,
                                  const char *name) {
  for (const lcm_ast *at = l->syntax->top; at && name; at = at->next)
    if (at->kind == LCM_AST_FUNCTION && at->name && !strcmp(at->name, name))
      return at;
  return NULL;
}

/* Return whether "ast" is null, as it is written. */
static bool is_null(const lcm_ast *ast) {
  return ast && ast->kind == LCM_AST_LITERAL && !ast->is_pointer;
}

/* Return whether "ast" is the call of a function from elsewhere that allocates
 * memory. */
static bool is_plain(const struct lcm_collection *c, const lcm_ast *ast) {
  return ast && lcm_flow_allocates(ast) && !function_of(c->l, ast->name);
}

/* Return whether all that is known by "key" is set to new memory; "plain":
 * by no function of the file. */
static bool values_are_new(const struct owning *o, const char *key,
                           bool plain) {
  size_t n = 0;
  const lcm_ast *const *values = lcm_flow_values(&n, o->c->l, key);
  for (size_t i = 0; i < n; i++) {
    const lcm_ast *value = values[i]->last;
    if (values[i]->kind == LCM_AST_UPDATE ||
        (!is_null(value) && !is_plain(o->c, value) &&
         (plain || !value || !returns_own(o, value))))
      return false;
  }
  return true;
}

/* Return whether all uses of the variable of "o" in the file leave the pointers
 * that are kept in it alone. */
static bool is_kept_alone(const struct owning *o) {
  if (o->depth > MAX_OWNING)
    return false;
  for (const lcm_ast *at = o->c->l->syntax->top; at; at = at->next)
    if (at->kind == LCM_AST_FUNCTION && !uses_are_fine(o, at))
      return false;
  return true;
}

/* Return the name by which the elements of the variable "key" are known. */
static const char *elements_of(struct lcm_collection *c, const char *key) {
  return LCM_INTERN_JOINED(c->l->ctx, key, "[]");
}

/* Return whether "value", which a function returns, is a variable of that in
 * which pointers are kept alone. */
static bool is_own_local(const struct owning *o, const lcm_ast *value) {
  if (!value || value->kind != LCM_AST_REF || !value->is_local || !value->key ||
      lcm_flow_owner(o->c->l, value->key))
    return false;
  const struct owning inner = {o->c, value->key, true, o->depth + 1};
  return values_are_new(&inner, value->key, true) &&
         values_are_new(&inner, elements_of(o->c, value->key), false) &&
         is_kept_alone(&inner);
}

/* Return whether the call "ast" of a function of the file returns an array of
 * pointers of its own. */
static bool returns_own(const struct owning *o, const lcm_ast *ast) {
  size_t n = 0;
  if (ast->kind != LCM_AST_CALL || !ast->is_function || o->depth > MAX_OWNING ||
      !function_of(o->c->l, ast->name))
    return false;
  const lcm_ast *const *values =
      lcm_flow_values(&n, o->c->l, lcm_flow_returned(o->c->l, ast->name));
  bool fine = n > 0;
  for (size_t i = 0; i < n && fine; i++)
    fine = is_null(values[i]->last) || is_plain(o->c, values[i]->last) ||
           is_own_local(o, values[i]->last);
  return fine;
}

/* Return whether the variable of "o" may be set to "value". */
static bool is_fine_value(const struct owning *o, const lcm_ast *value) {
  return is_null(value) || is_plain(o->c, value) || returns_own(o, value);
}

/* Return whether "ast", the variable of "o" or the address of a part of it, is
 * given to a function that leaves the pointers in there alone. */
static bool is_fine_argument(const struct owning *o, const lcm_ast *ast) {
  const lcm_ast *call = ast->parent;
  if (!call || call->kind != LCM_AST_CALL || !call->is_function || !call->name)
    return false;
  const lcm_ast *function = function_of(o->c->l, call->name);
  if (!function)
    return !strcmp(call->name, "free") || !strcmp(call->name, "realloc");
  const lcm_ast *param = function->first;
  const lcm_ast *arg = call->first ? call->first->next : NULL;
  for (; arg && arg != ast && param; arg = arg->next)
    param = param->next;
  if (!arg || !param || param->kind != LCM_AST_PARAM || !param->key)
    return false;
  const struct owning inner = {o->c, param->key, false, o->depth + 1};
  return values_are_new(&inner, param->key, true) &&
         values_are_new(&inner, elements_of(o->c, param->key), false) &&
         is_kept_alone(&inner);
}

/* Return whether the use "ref" of the variable of "o" itself is a fine one. */
static bool is_fine_whole(const struct owning *o, const lcm_ast *ref) {
  const lcm_ast *up = ref->parent;
  if (!up)
    return false;
  if (up->kind == LCM_AST_ASSIGN && up->first == ref)
    return is_fine_value(o, up->last);
  if (up->kind == LCM_AST_RETURN)
    return o->returned;
  return up->kind == LCM_AST_SIZEOF || up->kind == LCM_AST_IF ||
         (up->kind == LCM_AST_OTHER && !up->is_pointer) ||
         is_fine_argument(o, ref);
}

/* Return whether "ast" has a part of its first operand. */
static bool is_part(const lcm_ast *ast) {
  return ast->kind == LCM_AST_SUBSCRIPT || ast->kind == LCM_AST_DEREF ||
         ast->kind == LCM_AST_MEMBER;
}

/* Return whether the use "ref" of the variable of "o" is a fine one. */
static bool is_fine_use(const struct owning *o, const lcm_ast *ref) {
  const lcm_ast *at = ref;
  while (at->parent && is_part(at->parent) && at->parent->first == at)
    at = at->parent;
  const lcm_ast *up = at->parent;
  const bool address = up && up->kind == LCM_AST_ADDRESS;
  if (at == ref)
    return is_fine_whole(o, ref);
  if (up && up->kind == LCM_AST_SIZEOF)
    return true;
  if (at->is_record)
    return address && is_fine_argument(o, up);
  return !at->is_array && !(at->is_pointer && address);
}

/* Return whether the uses of the variable of "o" in and below "ast" are fine
 * ones. */
static bool uses_are_fine(const struct owning *o, const lcm_ast *ast) {
  if (ast->kind == LCM_AST_REF && ast->key == o->key)
    return is_fine_use(o, ast);
  if (ast->kind == LCM_AST_VAR && ast->key == o->key && ast->first &&
      !ast->is_array && !is_fine_value(o, ast->last))
    return false;
  for (const lcm_ast *at = ast->first; at; at = at->next)
    if (!uses_are_fine(o, at))
      return false;
  return true;
}

/* Return whether the pointers known by "key" that are kept in the variable
 * "ref" are such; "plain": set by no function of the file. */
static bool find(struct lcm_collection *c, const lcm_ast *ref, const char *key,
                 bool plain) {
  size_t found = 0;
  lcm_ctx *ctx = c->l->ctx;
  const struct owning o = {c, ref->key, false, 0};
  if (!ref->key || !(ref->is_local || ref->is_static) || !key ||
      lcm_flow_owner(c->l, ref->key))
    return false;
  const char *name =
      LCM_INTERN_JOINED(ctx, ref->key, key, plain ? "plain" : "");
  if (lcm_map_get(&c->l->flows.owned, name, &found))
    return found;
  lcm_map_put(lcm_ctx_arena(ctx), &c->l->flows.owned, name, 0);
  found = values_are_new(&o, key, plain) && is_kept_alone(&o);
  lcm_map_put(lcm_ctx_arena(ctx), &c->l->flows.owned, name, found);
  return found;
}

bool lcm_own_kept(struct lcm_collection *c, const lcm_ast *place, bool nested) {
  const lcm_ast *ref = place;
  while (ref && is_part(ref))
    ref = ref->first;
  return ref && ref->kind == LCM_AST_REF && ref != place &&
         find(c, ref, lcm_flow_key(c->l, place), nested);
}

bool lcm_own_rows(struct lcm_collection *c, const lcm_ast *ref) {
  return ref->key && find(c, ref, elements_of(c, ref->key), false);
}
