/* What an lvalue denotes and a pointer, or a call that returns one, points to:
 * one recursion. */
#include <string.h>

#include "analyzer/lower/access/own.h"
#include "analyzer/lower/access/place.h"
#include "analyzer/lower/control/step.h"
#include "analyzer/lower/control/syntax.h"
#include "analyzer/lower/values/fits.h"
#include "analyzer/lower/values/flow.h"
#include "analyzer/lower/values/index.h"
#include "analyzer/lower/values/local.h"
#include "analyzer/lower/values/names.h"
#include "analyzer/lower/values/pointer_name.h"

/* How deep an expression, how many pointers, how many values of a pointer and
 * how many returns of a function are followed: generated code would take
 * without end. */
enum { MAX_DEPTH = 24, MAX_FOLLOWED = 64, MAX_VALUES = 64, MAX_RETURNS = 16 };

/* Note for edits that the number "ast" may wrap around; return whether that is
 * certain. */
static bool note_wrap(struct lcm_collection *c, const lcm_ast *ast) {
  if (!c->l->options->n_kept || c->l->options->costs)
    return false;
  const lcm_ast *wrap = lcm_fits_wrap(c->l, ast);
  if (wrap && lcm_fits_never(c->l, wrap))
    return true;
  if (wrap && wrap->end <= c->l->len && !c->wraps)
    c->wraps = lcm_arena_printf(lcm_ctx_arena(c->l->ctx), "%.*s",
                                (int)(wrap->end - wrap->begin),
                                c->l->text + wrap->begin);
  return false;
}

/* Return the operator between the operands of "ast", '+', '-' or '*'; 0 for
 * something else. */
static char operator_of(const struct lcm_lowering *l, const lcm_ast *ast) {
  char found = 0;
  for (size_t i = ast->first->end; i < ast->last->begin && i < l->len; i++) {
    const char ch = l->text[i];
    if (strchr("+-*", ch)) {
      if (found)
        return 0;
      found = ch;
    } else if (!strchr(" \t\n()", ch))
      return 0;
  }
  return found;
}

/* Return whether "ast" is written as another expression in parentheses, whose
 * numbers its type has. */
static bool is_in_parentheses(const struct lcm_lowering *l,
                              const lcm_ast *ast) {
  return ast->kind == LCM_AST_OTHER && ast->first && ast->first == ast->last &&
         ast->end <= l->len && ast->begin < ast->first->begin &&
         l->text[ast->begin] == '(' && l->text[ast->end - 1] == ')' &&
         lcm_ast_holds_range(ast->range, ast->first->range);
}

/* Return the value of "ast", whose operands have the values "a" and "b", where
 * it adds, subtracts or multiplies numbers with a sign, which do not wrap
 * around; NULL for others. */
static const lcm_expr *combined(struct lcm_lowering *l, const lcm_ast *ast,
                                const lcm_expr *a, const lcm_expr *b) {
  const char sign = operator_of(l, ast);
  if (!a || !b || (ast->range & LCM_RANGE_NATURAL) ||
      !lcm_ast_holds_range(ast->range, ast->first->range) ||
      !lcm_ast_holds_range(ast->range, ast->last->range))
    return NULL;
  return sign == '*'   ? lcm_expr_mul(l->ctx, a, b)
         : sign == '+' ? lcm_expr_add(l->ctx, a, b)
         : sign == '-' ? lcm_expr_sub(l->ctx, a, b)
                       : NULL;
}

/* Return the value of "ast" in the function whose results "c" asks for, in
 * terms of the keys of its parameters; NULL where that speaks of something
 * else. */
static const lcm_expr *own_number(struct lcm_collection *c,
                                  const lcm_ast *ast) {
  double value = 0;
  if (ast->casts[0] || !ast->range)
    return NULL;
  if (ast->kind == LCM_AST_LITERAL) {
    const lcm_expr *e = lcm_lower_expr(c->l, ast->begin, ast->end);
    return e && lcm_expr_is_number(e, &value) ? e : NULL;
  }
  if (ast->kind == LCM_AST_REF && ast->key &&
      lcm_flow_owner(c->l, ast->key) == c->returning &&
      !lcm_syntax_may_change(c->returning, ast->key))
    return lcm_expr_symbol(c->l->ctx, ast->key, LCM_DIM_NONE);
  if (is_in_parentheses(c->l, ast))
    return own_number(c, ast->first);
  if (ast->kind != LCM_AST_OTHER || !ast->first || ast->first == ast->last ||
      ast->first->next != ast->last)
    return NULL;
  return combined(c->l, ast, own_number(c, ast->first),
                  own_number(c, ast->last));
}

/* Return the value of "ast", an expression of the fragment, as
 * lcm_place_expr. */
static const lcm_expr *number_at(struct lcm_collection *c, const lcm_ast *ast) {
  const lcm_ast *before = c->at;
  const lcm_expr *value = NULL;
  if (c->returning)
    return own_number(c, ast);
  if (ast->kind == LCM_AST_UPDATE && ast->first &&
      ast->first->kind == LCM_AST_REF && ast->first->key)
    return lcm_step_number(c, ast, ast->first->key);
  if (note_wrap(c, ast))
    return NULL;
  c->at = ast;
  value = lcm_place_expr(c, ast->begin, ast->end);
  if (!value && c->end && !c->l->parsing.unsettled) {
    c->l->parsing.last = (struct lcm_parsed){0};
    c->l->parsing.unsettled = true;
    value = lcm_place_expr(c, ast->begin, ast->end);
    c->l->parsing.unsettled = false;
    c->l->parsing.last = (struct lcm_parsed){0};
  }
  c->at = before;
  return lcm_fits_value(c->l, ast, value);
}

/* Put the object at the subscript "ast" into "*out". */
static void subscript(struct lcm_objects *out, struct lcm_collection *c,
                      const lcm_ast *ast) {
  size_t begin = ast->last->begin;
  size_t end = ast->last->end;
  lcm_place_pointee(out, c, ast->first);
  if (ast->last == ast->first) {
    const char *open =
        memrchr(c->l->text + ast->begin, '[', ast->end - ast->begin);
    begin = open ? (size_t)(open - c->l->text) + 1 : ast->end;
    end = ast->end ? ast->end - 1 : 0;
  }
  const lcm_expr *index = NULL;
  if (c->returning)
    index = ast->last == ast->first || begin == ast->begin
                ? NULL
                : number_at(c, ast->last);
  else if (out->n && begin == ast->begin)
    index = lcm_place_macro_index(c, ast);
  else if (ast->last != ast->first)
    index = number_at(c, ast->last);
  else
    index = lcm_place_expr(c, begin, end);
  for (size_t i = 0; i < out->n; i++)
    lcm_place_advance(c->l, &out->at[i], index, lcm_expr_int(c->l->ctx, 1));
}

/* Return whether what is analyzed is what edits have to know. */
static bool is_for_edits(const struct lcm_lowering *l) {
  return l->options->n_kept && !l->options->costs;
}

/* Put the member "ast" into "*out". */
static void member(struct lcm_objects *out, struct lcm_collection *c,
                   const lcm_ast *ast) {
  const lcm_ast *whole = ast->first;
  const lcm_expr *one = lcm_expr_int(c->l->ctx, 1);
  const bool arrow =
      whole &&
      (whole->is_pointer ||
       (whole->kind != LCM_AST_REF && whole->kind != LCM_AST_MEMBER &&
        whole->kind != LCM_AST_SUBSCRIPT && whole->kind != LCM_AST_DEREF));
  lcm_place_nothing(out);
  if (!whole)
    return;
  if (arrow)
    lcm_place_pointee(out, c, whole);
  else
    lcm_place_object(out, c, whole);
  for (size_t i = 0; i < out->n; i++) {
    if (arrow)
      lcm_place_advance(c->l, &out->at[i], lcm_expr_int(c->l->ctx, 0), one);
    if (ast->is_union)
      lcm_object_close(&out->at[i], "a member of a union");
    else if (ast->is_bits && is_for_edits(c->l))
      lcm_object_close(&out->at[i], LCM_WHY_BITS);
    else if (ast->name && *ast->name)
      lcm_object_step(&out->at[i], (struct lcm_extent){NULL, NULL, ast->name});
  }
}

void lcm_place_object(struct lcm_objects *out, struct lcm_collection *c,
                      const lcm_ast *ast) {
  lcm_place_nothing(out);
  c->l->flows.n_followed = c->depth ? c->l->flows.n_followed : 0;
  if (!ast || c->depth > MAX_DEPTH)
    return;
  c->depth++;
  if (ast->kind == LCM_AST_REF && !ast->is_function && ast->key)
    lcm_place_only(out, ast);
  else if (ast->kind == LCM_AST_SUBSCRIPT && ast->first)
    subscript(out, c, ast);
  else if (ast->kind == LCM_AST_MEMBER)
    member(out, c, ast);
  else if (ast->kind == LCM_AST_DEREF && ast->first) {
    lcm_place_pointee(out, c, ast->first);
    for (size_t i = 0; i < out->n; i++)
      lcm_place_advance(c->l, &out->at[i], lcm_expr_int(c->l->ctx, 0),
                        lcm_expr_int(c->l->ctx, 1));
  }
  c->depth--;
}

/* Let "object", an array or what holds a pointer, be what that points to. */
static void decay(struct lcm_lowering *l, struct lcm_object *object) {
  if (!object->why)
    lcm_object_step(object,
                    (struct lcm_extent){lcm_expr_int(l->ctx, 0), NULL, NULL});
  else
    lcm_object_step(object, (struct lcm_extent){NULL, NULL, NULL});
}

/* Put the memory that only the pointer "ref" is known to point to into
 * "*object". */
static void own_memory(struct lcm_object *object, struct lcm_lowering *l,
                       const lcm_ast *ref, const char *why) {
  *object = (struct lcm_object){.base = ref, .through = true};
  decay(l, object);
  object->why = why;
}

/* Return what `x = y = "value"` gives to all of them. */
static const lcm_ast *value_of(const lcm_ast *value) {
  while (value && value->kind == LCM_AST_ASSIGN && value->last != value->first)
    value = value->last;
  return value;
}

/* Return whether "ast" is the call of a function that allocates memory, or of
 * one of the file that returns such memory. */
static bool allocates(struct lcm_collection *c, const lcm_ast *ast);

/* Let "own", memory that only a pointer is known to point to, be what "value"
 * gives to that. */
static void give(struct lcm_object *own, struct lcm_collection *c,
                 const lcm_ast *value) {
  own->why = NULL;
  if (allocates(c, value))
    return;
  own->via = lcm_points_elsewhere(c->l, value);
  if (!own->via)
    own->why = value->kind == LCM_AST_CALL
                   ? "a call returns the pointer to it"
                   : "the pointer to it is not followed";
}

/* Add what the pointer "ref", set by "ast", points to to "out". */
static void add_value(struct lcm_objects *out, struct lcm_collection *c,
                      const lcm_ast *ref, const lcm_ast *ast) {
  const lcm_ast *value = value_of(ast->last);
  const lcm_ast *function = c->returning ? c->returning : c->l->function;
  struct lcm_objects found;
  struct lcm_object own;
  lcm_place_nothing(&found);
  for (size_t i = 0; i < out->n && ast->kind == LCM_AST_UPDATE; i++)
    lcm_place_move(&out->at[i]);
  if (ast->kind == LCM_AST_UPDATE || value->kind == LCM_AST_LITERAL)
    return;
  struct lcm_collection inner = *c;
  if (ast->begin < c->begin)
    inner = (struct lcm_collection){
        .l = c->l, .depth = c->depth, .returning = c->returning};
  lcm_place_pointee(&found, &inner, value);
  for (size_t i = 0; i < found.n; i++) {
    const bool here =
        function && ast->begin >= function->begin && ast->begin < function->end;
    if (!here)
      lcm_place_leave(c->l->ctx, &found.at[i]);
    lcm_place_add(c->l, out, &found.at[i]);
  }
  if (found.n || value->kind == LCM_AST_REF)
    return;
  own_memory(&own, c->l, ref, NULL);
  give(&own, c, value);
  lcm_place_add(c->l, out, &own);
}

/* Let "object" be what other files may let the pointer "name" point to, too. */
static void share(struct lcm_object *object, const char *name) {
  if (object->via && object->via != name && !object->why)
    object->why = "a pointer to it may point elsewhere";
  object->via = object->via ? object->via : name;
}

void lcm_place_follow(struct lcm_objects *out, struct lcm_collection *c,
                      const lcm_ast *ref) {
  size_t n = 0;
  struct lcm_object own;
  const lcm_ast *const *values = lcm_flow_values(&n, c->l, ref->key);
  const struct lcm_followed here = {ref->key, c->l->flows.following};
  own_memory(&own, c->l, ref, NULL);
  own.via = lcm_points_shared(ref);
  lcm_place_nothing(out);
  for (const struct lcm_followed *at = c->l->flows.following; at;
       at = at->outer)
    if (at->key == ref->key)
      return;
  if (c->l->flows.n_followed++ > MAX_FOLLOWED) {
    own.why = "too many pointers lead to it";
    lcm_place_add(c->l, out, &own);
    return;
  }
  c->l->flows.following = &here;
  if (!n || lcm_flow_owner(c->l, ref->key))
    lcm_place_add(c->l, out, &own);
  for (unsigned moves = 0; moves < 2; moves++)
    for (size_t i = 0; i < n && i < MAX_VALUES; i++)
      if ((values[i]->kind == LCM_AST_UPDATE) == moves)
        add_value(out, c, ref, values[i]);
  c->l->flows.following = here.outer;
  if (n > MAX_VALUES)
    own.why = "too many pointers lead to it";
  if (n > MAX_VALUES || (!out->n && !c->l->flows.following))
    lcm_place_add(c->l, out, &own);
  size_t n_names = 0;
  for (size_t i = 0; i < out->n; i++)
    n_names += !out->at[i].also;
  for (size_t i = 0; i < out->n && (n_names > 1 || n > MAX_VALUES); i++)
    out->at[i].why = "a pointer to it may point elsewhere";
  for (size_t i = 0; i < out->n && own.via; i++)
    share(&out->at[i], own.via);
}

/* Put what the pointer "ref", which the fragment moves, points to where "at",
 * itself or its update, stands into "*out"; false where that is not known. */
static bool follow_steps(struct lcm_objects *out, struct lcm_collection *c,
                         const lcm_ast *at, const lcm_ast *ref) {
  size_t n = 0;
  size_t n_moves = 0;
  struct lcm_step_held held;
  const lcm_ast *const *values = lcm_flow_values(&n, c->l, ref->key);
  for (size_t i = 0; i < n; i++)
    n_moves += values[i]->kind == LCM_AST_UPDATE;
  if (!n || !lcm_step_is_set(c, values, n) ||
      !lcm_step_back(&held, c, at, ref->key))
    return false;
  const lcm_ast *value = held.set ? value_of(held.set->last) : NULL;
  lcm_place_nothing(out);
  if (!value || (allocates(c, value) && n == n_moves + 1)) {
    struct lcm_object own;
    own_memory(&own, c->l, ref, NULL);
    lcm_place_add(c->l, out, &own);
  } else if (value->kind != LCM_AST_LITERAL && !allocates(c, value))
    lcm_place_pointee(out, c, value);
  for (size_t i = 0; i < out->n; i++)
    if (held.set && held.set->begin < c->begin &&
        lcm_place_has_names(c->l->ctx, &out->at[i]))
      return false;
  if (out->n && !lcm_expr_is_int(held.more, 0))
    lcm_object_shift(out, c, held.more);
  return out->n;
}

/* Return whether "ast" can be a pointer to data that are followed. */
static bool is_pointing(const lcm_ast *ast) {
  return ast->is_pointer || ast->kind == LCM_AST_ADDRESS ||
         (ast->kind == LCM_AST_OTHER && ast->first && ast->first->next &&
          (is_pointing(ast->first) || is_pointing(ast->last)));
}

/* Put what the sum "ast" of a pointer and a number points to into "*out". */
static void arithmetic(struct lcm_objects *out, struct lcm_collection *c,
                       const lcm_ast *ast) {
  const lcm_ast *pointer = is_pointing(ast->first) ? ast->first : ast->last;
  const lcm_ast *number = pointer == ast->first ? ast->last : ast->first;
  const char sign = operator_of(c->l, ast);
  lcm_place_nothing(out);
  if ((sign != '+' && sign != '-') || is_pointing(number) ||
      !is_pointing(pointer) || (sign == '-' && pointer == ast->last))
    return;
  lcm_place_pointee(out, c, pointer);
  const lcm_expr *by = number_at(c, number);
  lcm_object_shift(out, c, sign == '-' ? lcm_expr_neg(c->l->ctx, by) : by);
}

/* Put what `&` of "ast" points to into "*out". */
static void address(struct lcm_objects *out, struct lcm_collection *c,
                    const lcm_ast *ast) {
  lcm_place_object(out, c, ast);
  for (size_t i = 0; i < out->n; i++) {
    struct lcm_object *object = &out->at[i];
    struct lcm_extent *last = object->n ? &object->steps[object->n - 1] : NULL;
    if (last && !last->field && !object->closed)
      last->length = NULL;
    else
      lcm_object_step(object,
                      (struct lcm_extent){NULL, NULL, LCM_FIELD_ADDRESS});
  }
}

/* Return whether "ref" is a parameter of a function other than the one at
 * hand: what it points to is not known here. */
static bool is_foreign(struct lcm_lowering *l, const lcm_ast *ref) {
  const lcm_ast *owner = lcm_flow_owner(l, ref->key);
  return owner && owner != l->function;
}

/* What pointers that are kept in memory may point to beside memory of their
 * own; other: anything that was not allocated for them. */
struct kept {
  struct lcm_objects objects;
  bool other;
};

/* Return whether the pointer "ref" is never set but to memory that is new. */
static bool is_new(struct lcm_collection *c, const lcm_ast *ref) {
  struct lcm_lowering *l = c->l;
  size_t n = 0;
  bool allocated = false;
  const lcm_ast *const *values =
      ref->kind == LCM_AST_REF && ref->is_local && !lcm_flow_owner(l, ref->key)
          ? lcm_flow_values(&n, l, ref->key)
          : NULL;
  for (size_t i = 0; i < n; i++) {
    const lcm_ast *value = value_of(values[i]->last);
    if (values[i]->kind == LCM_AST_UPDATE || !value ||
        (value->kind != LCM_AST_LITERAL && !allocates(c, value)))
      return false;
    allocated = allocated || value->kind != LCM_AST_LITERAL;
  }
  return allocated;
}

/* Add what "value", which is kept in memory, points to to "kept". */
static void add_stored(struct kept *kept, struct lcm_collection *c,
                       const lcm_ast *value) {
  struct lcm_objects found;
  struct lcm_collection home = {.l = c->l, .depth = c->depth};
  value = value_of(value);
  if (!value || value->kind == LCM_AST_LITERAL || allocates(c, value))
    return;
  lcm_place_pointee(&found, &home, value);
  const bool fresh = is_new(c, value);
  kept->other = kept->other || !fresh;
  for (size_t i = 0; i < found.n; i++) {
    found.at[i].also = fresh;
    lcm_place_leave(c->l->ctx, &found.at[i]);
    lcm_place_move(&found.at[i]);
    lcm_place_add(c->l, &kept->objects, &found.at[i]);
  }
}

/* Return what the pointers under "key" point to. */
static const struct kept *find_kept(struct lcm_collection *c, const char *key) {
  size_t n = 0;
  size_t known = 0;
  if (lcm_map_get(&c->l->flows.kept, key, &known))
    return (const struct kept *)(uintptr_t)known;
  struct kept *kept = LCM_NEW(lcm_ctx_arena(c->l->ctx), struct kept);
  lcm_place_nothing(&kept->objects);
  lcm_map_put(lcm_ctx_arena(c->l->ctx), &c->l->flows.kept, key,
              (size_t)(uintptr_t)kept);
  const lcm_ast *const *values = lcm_flow_values(&n, c->l, key);
  for (size_t i = 0; i < n; i++)
    add_stored(kept, c,
               values[i]->kind == LCM_AST_UPDATE ? values[i]->first
                                                 : values[i]->last);
  return kept;
}

/* Add what "own", which lies behind a member, is where that has been set to
 * another one, behind which "object" lies in terms of another function: they
 * are taken to be members of the same structure. */
static void add_sibling(struct lcm_lowering *l, struct lcm_objects *out,
                        const struct lcm_object *own,
                        const struct lcm_object *object) {
  const size_t at = lcm_object_last_field(own);
  const size_t from = lcm_object_last_field(object);
  if (at == own->n || from == object->n ||
      own->steps[at].field == object->steps[from].field ||
      at + object->n - from > LCM_MAX_STEPS)
    return;
  struct lcm_object other = *own;
  other.n = at;
  for (size_t i = from; i < object->n; i++)
    other.steps[other.n++] = object->steps[i];
  other.own = false;
  if (object->loads > from)
    other.loads = at + object->loads - from;
  lcm_place_move(&other);
  lcm_place_add(l, out, &other);
}

/* Add what the pointer "ast", a member or an element, may point to to "out",
 * which is memory of its own. */
static void add_kept(struct lcm_objects *out, struct lcm_collection *c,
                     const lcm_ast *ast) {
  const char *key = lcm_flow_key(c->l, ast);
  const struct kept *kept = key ? find_kept(c, key) : NULL;
  if (!kept)
    return;
  for (size_t i = 0; i < kept->objects.n && out->n; i++)
    if (is_foreign(c->l, kept->objects.at[i].base))
      add_sibling(c->l, out, &out->at[0], &kept->objects.at[i]);
  for (size_t i = 0; i < kept->objects.n; i++)
    if (!is_foreign(c->l, kept->objects.at[i].base))
      lcm_place_add(c->l, out, &kept->objects.at[i]);
  for (size_t i = 0; i < out->n; i++)
    if (kept->other || out->at[i].also)
      out->at[i].why = "a pointer to it is kept in memory";
}

/* Put what either alternative of the conditional "ast" points to into
 * "*out". */
static void either(struct lcm_objects *out, struct lcm_collection *c,
                   const lcm_ast *ast) {
  struct lcm_objects other;
  const lcm_ast *yes = ast->first->next;
  lcm_place_pointee(out, c, yes);
  lcm_place_pointee(&other, c, yes ? yes->next : NULL);
  for (size_t i = 0; i < other.n; i++)
    lcm_place_add(c->l, out, &other.at[i]);
  for (size_t i = 0; i < out->n; i++)
    out->at[i].why = "a condition decides what is pointed to";
}

/* Let "object", which "ast" denotes, be what it points to where it holds a
 * pointer, or its elements. */
static void load(struct lcm_object *object, struct lcm_collection *c,
                 const lcm_ast *ast) {
  const size_t n = object->n;
  decay(c->l, object);
  if (ast->is_array)
    return;
  if (!n && is_for_edits(c->l) && !object->why)
    object->why = "the pointer to it is not followed";
  object->own =
      n && is_for_edits(c->l) && lcm_own_kept(c, ast, object->loads > 0);
  object->loads = n;
}

/* Put what the call "ast" of a function of the file returns a pointer to into
 * "*out". */
static void call_of(struct lcm_objects *out, struct lcm_collection *c,
                    const lcm_ast *ast);

/* Note that a pointer leads to "out", also into rows. */
static void view(struct lcm_objects *out) {
  for (size_t i = 0; i < out->n; i++)
    out->at[i].viewed = true;
}

void lcm_place_pointee(struct lcm_objects *out, struct lcm_collection *c,
                       const lcm_ast *ast) {
  lcm_place_nothing(out);
  c->l->flows.n_followed = c->depth ? c->l->flows.n_followed : 0;
  if (!ast || c->depth > MAX_DEPTH)
    return;
  c->depth++;
  if (ast->kind == LCM_AST_REF && !ast->is_function && ast->key &&
      ast->is_pointer && !ast->is_array) {
    if (!follow_steps(out, c, ast, ast))
      lcm_place_follow(out, c, ast);
    view(out);
  } else if (ast->kind == LCM_AST_ADDRESS && ast->first) {
    address(out, c, ast->first);
    view(out);
  } else if (ast->kind == LCM_AST_OTHER && ast->first && ast->first->next &&
             ast->first->next == ast->last)
    arithmetic(out, c, ast);
  else if (ast->kind == LCM_AST_ASSIGN && ast->first)
    lcm_place_pointee(out, c, ast->last);
  else if (ast->kind == LCM_AST_CALL && ast->is_function)
    call_of(out, c, ast);
  else if (ast->kind == LCM_AST_CONDITIONAL && ast->first)
    either(out, c, ast);
  else if (ast->kind == LCM_AST_UPDATE && ast->first) {
    if (ast->first->kind != LCM_AST_REF || !ast->first->key ||
        !follow_steps(out, c, ast, ast->first)) {
      lcm_place_pointee(out, c, ast->first);
      for (size_t i = 0; i < out->n; i++)
        lcm_place_move(&out->at[i]);
    }
  } else if (ast->is_pointer && !ast->is_function &&
             ast->kind != LCM_AST_CALL) {
    lcm_place_object(out, c, ast);
    for (size_t i = 0; i < out->n; i++)
      load(&out->at[i], c, ast);
    if (!ast->is_array)
      add_kept(out, c, ast);
  }
  for (size_t i = 0; i < out->n && ast->is_recast && is_for_edits(c->l); i++)
    out->at[i].recast = true;
  c->depth--;
}

/* Return the declaration of the variable "key" below "ast", NULL for none. */
static const lcm_ast *find_variable(const lcm_ast *ast, const char *key) {
  const lcm_ast *found = NULL;
  if (ast->kind == LCM_AST_VAR && ast->key == key)
    return ast;
  for (const lcm_ast *at = ast->first; at && !found; at = at->next)
    found = find_variable(at, key);
  return found;
}

/* Return whether "value", which a function returns, is memory that it has
 * allocated and keeps no other pointer to. */
static bool is_fresh(struct lcm_collection *c, const lcm_ast *value) {
  if (allocates(c, value))
    return true;
  if (value->kind != LCM_AST_REF || !is_new(c, value) ||
      lcm_flow_is_copied(c->l, value->key))
    return false;
  const lcm_ast *function = lcm_pointer_function(value);
  const lcm_ast *variable =
      function ? find_variable(function, value->key) : NULL;
  return variable && !lcm_lower_says_static(c->l, variable);
}

/* Return whether "object" means something outside the function that returns it:
 * it lies in no memory that only a local pointer of that leads to. */
static bool is_known(struct lcm_lowering *l, const struct lcm_object *object) {
  return !object->through || !object->base->is_local ||
         lcm_flow_owner(l, object->base->key);
}

/* Add what "value" is, which the function "function" returns, to "out". */
static void add_returned(struct lcm_returned *out, struct lcm_collection *c,
                         const lcm_ast *function, const lcm_ast *value) {
  struct lcm_objects found;
  struct lcm_collection home = {
      .l = c->l, .depth = c->depth, .returning = function};
  if (!value || value->kind == LCM_AST_LITERAL)
    return;
  if (is_fresh(c, value)) {
    out->fresh = true;
    return;
  }
  lcm_place_pointee(&found, &home, value);
  out->unknown = out->unknown || !found.n;
  for (size_t i = 0; i < found.n; i++) {
    out->unknown = out->unknown || !is_known(c->l, &found.at[i]);
    lcm_place_add(c->l, &out->objects, &found.at[i]);
  }
}

const struct lcm_returned *lcm_points_returned(struct lcm_collection *c,
                                               const char *name) {
  size_t n = 0;
  size_t known = 0;
  lcm_arena *arena = lcm_ctx_arena(c->l->ctx);
  if (!name)
    return NULL;
  if (lcm_map_get(&c->l->flows.returned, name, &known))
    return (const struct lcm_returned *)(uintptr_t)known;
  const lcm_ast *const *values =
      lcm_map_get(&c->l->globals.defined, name, &known)
          ? lcm_flow_values(&n, c->l, lcm_flow_returned(c->l, name))
          : NULL;
  if (!n) {
    lcm_map_put(arena, &c->l->flows.returned, name, 0);
    return NULL;
  }
  struct lcm_returned *out = LCM_NEW(arena, struct lcm_returned);
  lcm_map_put(arena, &c->l->flows.returned, name, (size_t)(uintptr_t)out);
  out->unknown = true;
  lcm_place_nothing(&out->objects);
  struct lcm_returned found = {.unknown = n > MAX_RETURNS};
  lcm_place_nothing(&found.objects);
  const struct lcm_followed *following = c->l->flows.following;
  c->l->flows.following = NULL;
  for (size_t i = 0; i < n && i < MAX_RETURNS; i++)
    add_returned(&found, c, lcm_pointer_function(values[i]),
                 value_of(values[i]->last));
  c->l->flows.following = following;
  *out = found;
  if (found.objects.at == found.objects.few)
    out->objects.at = out->objects.few;
  return out;
}

static bool allocates(struct lcm_collection *c, const lcm_ast *ast) {
  size_t known = 0;
  if (ast->kind != LCM_AST_CALL || !ast->is_function)
    return false;
  if (!ast->name || !lcm_map_get(&c->l->globals.defined, ast->name, &known))
    return lcm_flow_allocates(ast);
  const struct lcm_returned *returned = lcm_points_returned(c, ast->name);
  return returned && returned->fresh && !returned->unknown &&
         !returned->objects.n;
}

/* Return the argument of the call "call" of "function" for its parameter "key",
 * NULL for none. */
static const lcm_ast *argument_of(const lcm_ast *call, const lcm_ast *function,
                                  const char *key) {
  const lcm_ast *arg = call->first ? call->first->next : NULL;
  for (const lcm_ast *at = function->first;
       at && at->kind == LCM_AST_PARAM && arg; at = at->next, arg = arg->next)
    if (at->key == key)
      return arg;
  return NULL;
}

/* Return the range of the parameter "key" of "function", 0 for none. */
static unsigned char param_range(const lcm_ast *function, const char *key) {
  for (const lcm_ast *at = function->first; at && at->kind == LCM_AST_PARAM;
       at = at->next)
    if (at->key == key)
      return at->range;
  return 0;
}

/* Add what "object", which lies behind a parameter of the function that the
 * call "ast" calls, is for that to "out"; false where nobody knows. */
static bool add_behind(struct lcm_objects *out, struct lcm_collection *c,
                       const lcm_ast *ast, const struct lcm_object *object) {
  struct lcm_objects found;
  const lcm_ast *arg = argument_of(ast, lcm_flow_owner(c->l, object->base->key),
                                   object->base->key);
  if (!arg || object->n != 1 || object->closed)
    return false;
  lcm_place_pointee(&found, c, arg);
  for (size_t i = 0; i < found.n; i++) {
    struct lcm_object at = found.at[i];
    struct lcm_extent *last = at.n ? &at.steps[at.n - 1] : NULL;
    const struct lcm_extent by = object->steps[0];
    at.why = at.why ? at.why : object->why;
    if (last && !last->field && last->lower && by.lower)
      last->lower = lcm_expr_add(c->l->ctx, last->lower, by.lower);
    else if (!by.lower || !lcm_expr_is_int(by.lower, 0))
      lcm_place_move(&at);
    lcm_place_add(c->l, out, &at);
  }
  return found.n > 0;
}

/* Return "object", of what the function that the call "ast" calls returns, in
 * terms of the caller: with what the arguments are there. */
static struct lcm_object applied(struct lcm_collection *c, const lcm_ast *ast,
                                 const struct lcm_object *object) {
  struct lcm_object out = *object;
  const char *const *names = NULL;
  for (size_t i = 0; i < object->n; i++) {
    const lcm_expr *lower = object->steps[i].lower;
    const size_t n = lower ? lcm_expr_names(&names, c->l->ctx, lower) : 0;
    for (size_t k = 0; k < n; k++) {
      const lcm_ast *function = lcm_flow_owner(c->l, names[k]);
      const lcm_ast *arg =
          function ? argument_of(ast, function, names[k]) : NULL;
      const lcm_expr *e = arg ? number_at(c, arg) : NULL;
      const struct lcm_subst by = {
          names[k],
          e ? lcm_fits_as(c->l, arg, e, param_range(function, names[k]))
            : NULL};
      lcm_place_put(c->l->ctx, &out, &by, 1);
    }
  }
  return out;
}

static void call_of(struct lcm_objects *out, struct lcm_collection *c,
                    const lcm_ast *ast) {
  const struct lcm_returned *returned = lcm_points_returned(c, ast->name);
  if (!returned || returned->unknown || returned->fresh)
    return;
  bool known = true;
  for (size_t i = 0; i < returned->objects.n && known; i++) {
    const struct lcm_object object = applied(c, ast, &returned->objects.at[i]);
    const bool given = object.through && lcm_flow_owner(c->l, object.base->key);
    if (given)
      known = add_behind(out, c, ast, &object);
    else
      lcm_place_add(c->l, out, &object);
  }
  out->n = known ? out->n : 0;
  for (size_t i = 0; i < out->n && out->n > 1; i++)
    out->at[i].why = "a pointer to it may point elsewhere";
}
