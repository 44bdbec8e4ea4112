/* What functions do to variables at file scope that are whole numbers, and to
 * such members of structures there that nothing points to: the words are those
 * for members, for those who join files. */
#include <ctype.h>
#include <string.h>

#include "analyzer/lower/arguments/options.h"
#include "analyzer/lower/control/external.h"
#include "analyzer/lower/control/header/header.h"
#include "analyzer/lower/control/syntax.h"
#include "analyzer/lower/members/variable.h"
#include "analyzer/lower/mpi/message.h"
#include "analyzer/lower/values/elements/elements.h"
#include "analyzer/lower/values/local.h"
#include "analyzer/lower/values/names.h"
#include "base/find.h"

/* Dimensions of arrays that are followed. */
enum { MOST_SUBSCRIPTS = 3 };

/* How a variable is followed. */
enum {
  FOLLOWED_NOT = 1, /* not at all */
  FOLLOWED_WHOLE,   /* a number */
  FOLLOWED_PARTS    /* a structure, by its members */
};

/* Return whether "word" stands as a word in the "n" bytes at "text". */
static bool has_word(const char *text, size_t n, const char *word) {
  const size_t length = strlen(word);
  const char *end = text + n;
  const char *at = lcm_find(text, n, word);
  for (; at; at = lcm_find(at + 1, (size_t)(end - at - 1), word)) {
    const char *behind = at + length;
    if ((at == text || !(isalnum((unsigned char)at[-1]) || at[-1] == '_')) &&
        (behind == end || !(isalnum((unsigned char)*behind) || *behind == '_')))
      return true;
  }
  return false;
}

/* Return whether a directive makes copies of the variable "name" for
 * threads. */
static bool has_copies(const struct lcm_lowering *l, const char *name) {
  static const char *const CLAUSES[] = {"private",   "firstprivate",
                                        "reduction", "lastprivate",
                                        "linear",    "copyin"};
  for (size_t i = 0; i < l->region.n_threadprivate; i++)
    if (!strcmp(l->region.privates.at[i], name))
      return true;
  for (size_t i = 0; i < l->bound.pragmas.n; i++)
    for (size_t k = 0; k < l->bound.pragmas.at[i].n_clauses; k++) {
      const struct lcm_clause *clause = &l->bound.pragmas.at[i].clauses[k];
      for (size_t j = 0; j < sizeof CLAUSES / sizeof *CLAUSES; j++)
        if (clause->args && !strcmp(clause->name, CLAUSES[j]) &&
            has_word(clause->args, strlen(clause->args), name))
          return true;
    }
  return false;
}

/* Return whether the declaration "top" says "word". */
static bool says(const struct lcm_lowering *l, const lcm_ast *top,
                 const char *word) {
  return top->end <= l->len && top->begin < top->end &&
         has_word(l->text + top->begin, top->end - top->begin, word);
}

/* Return whether the declaration "top" only speaks of a variable that is
 * defined elsewhere. */
static bool is_elsewhere(const struct lcm_lowering *l, const lcm_ast *top) {
  return says(l, top, "extern") && !top->has_value;
}

/* Return whether "name" has a value already. */
static bool is_known(struct lcm_lowering *l, const char *name) {
  size_t i = 0;
  const char *own = lcm_lower_name(l, name);
  if (lcm_lower_is_given(l, own) || lcm_map_get(&l->globals.once, name, &i) ||
      lcm_map_get(&l->syntax->by_name, name, &i))
    return true;
  for (i = 0; i < l->declared.params.n; i++) {
    const lcm_param *param = &l->declared.params.at[i];
    const char *tie = param->tied ? lcm_expr_name(param->tied) : NULL;
    if (!strcmp(param->name, own) || (tie && !strcmp(tie, name)))
      return true;
  }
  return false;
}

/* Note that the variable "key" called "name" is followed as "how" says, unless
 * it has a value or is not to be followed already. */
static void note(struct lcm_lowering *l, const char *key, const char *name,
                 size_t how) {
  size_t before = 0;
  if (lcm_map_get(&l->globals.followed, key, &before) && before <= how)
    return;
  if (how != FOLLOWED_NOT && !before &&
      (is_known(l, name) || has_copies(l, name)))
    how = FOLLOWED_NOT;
  lcm_map_put(lcm_ctx_arena(l->ctx), &l->globals.followed, key, how);
}

/* Return whether "ast", with the array or structure "inner" in front, is a part
 * of that which is the same each time: a member, or an element with a number
 * written behind. */
static bool is_part(const struct lcm_lowering *l, const lcm_ast *ast,
                    const lcm_ast *inner) {
  const lcm_ast *index = ast->last;
  if (ast->first != inner || ast->kind == LCM_AST_MEMBER)
    return ast->first == inner;
  return ast->kind == LCM_AST_SUBSCRIPT && inner->is_array && index != inner &&
         index->kind == LCM_AST_LITERAL && index->begin < index->end &&
         index->end <= l->len;
}

/* Return the place that "ref" is the variable of: itself with its members and
 * elements. */
static const lcm_ast *place_of(const struct lcm_lowering *l,
                               const lcm_ast *ref) {
  while (ref->parent && is_part(l, ref->parent, ref))
    ref = ref->parent;
  return ref;
}

/* Return whether "place", an array, is only read where it stands, one element
 * or another. */
static bool is_looked_up(const lcm_ast *place) {
  const lcm_ast *at = place->parent;
  if (!place->is_array || at->kind != LCM_AST_SUBSCRIPT || at->first != place)
    return false;
  while (at->parent && at->parent->first == at &&
         (at->parent->kind == LCM_AST_MEMBER ||
          (at->parent->kind == LCM_AST_SUBSCRIPT && at->is_array)))
    at = at->parent;
  return !at->is_array &&
         !(lcm_ast_is_change(at->parent) && at->parent->first == at);
}

/* An assignment that sets elements of an array, each once, in loops that count
 * from one number to another. */
struct filling {
  const lcm_ast *assign;
  const lcm_ast *loop; /* the outermost */
  lcm_iteration ranges[MOST_SUBSCRIPTS];
  size_t n; /* of them; from the innermost on */
};

/* Return the array that "ast" is an element of, of all dimensions, or NULL. */
static const lcm_ast *array_of(const lcm_ast *ast) {
  while (ast->kind == LCM_AST_SUBSCRIPT)
    ast = ast->first;
  return ast->kind == LCM_AST_REF ? ast : NULL;
}

/* Return whether "loop" counts from one number to a larger one by 1 and does
 * not end before, the values of its index being "*range". */
static bool is_counted(lcm_iteration *range, struct lcm_lowering *l,
                       const lcm_ast *loop) {
  double from = 0;
  double to = 0;
  return loop->kind == LCM_AST_FOR && !lcm_leave_ways(loop, LCM_LEAVE_ANY) &&
         lcm_lower_header(range, l, loop) && !range->factor && range->index &&
         (!range->step || lcm_expr_is_int(range->step, 1)) &&
         lcm_expr_is_number(range->from, &from) &&
         lcm_expr_is_number(range->to, &to) && from >= 0 && from <= to &&
         to < LCM_ELEMENTS_MOST;
}

/* Find what fills elements where the element "to" of an array is set; false
 * where that is done otherwise than as struct filling says. */
static bool find_filling(struct filling *out, struct lcm_lowering *l,
                         const lcm_ast *to) {
  const lcm_ast *at = to->parent;
  *out = (struct filling){.assign = at};
  if (to->kind != LCM_AST_SUBSCRIPT || !to->range || to->is_atomic || !at ||
      at->kind != LCM_AST_ASSIGN || at->first != to)
    return false;
  for (at = at->parent; at && at->kind != LCM_AST_FUNCTION; at = at->parent)
    if (at->kind == LCM_AST_FOR && out->n < MOST_SUBSCRIPTS &&
        is_counted(&out->ranges[out->n], l, at)) {
      out->loop = at;
      out->n++;
    } else if (at->kind != LCM_AST_COMPOUND)
      return false;
  return at && out->n;
}

/* Return the number of the range of "f" that the subscript "index" goes
 * through, the number of them where it is none of these. */
static size_t range_of(const struct filling *f, struct lcm_lowering *l,
                       const lcm_ast *index) {
  size_t i = 0;
  while (i < f->n &&
         (index->kind != LCM_AST_REF || !index->name ||
          strcmp(lcm_lower_name(l, index->name), f->ranges[i].index) != 0))
    i++;
  return i;
}

/* Return whether every subscript of "to" is a number or the index of another
 * loop of "f". */
static bool is_filled_once(const struct filling *f, struct lcm_lowering *l,
                           const lcm_ast *to) {
  bool used[MOST_SUBSCRIPTS] = {false};
  for (; to->kind == LCM_AST_SUBSCRIPT; to = to->first) {
    const size_t i = range_of(f, l, to->last);
    if (i == f->n ? to->last->kind != LCM_AST_LITERAL : used[i])
      return false;
    if (i < f->n)
      used[i] = true;
  }
  return true;
}

/* Return the element of the array "ref" that is set around it by a filling,
 * which goes to "*out"; NULL where there is none. */
static const lcm_ast *filled_by(struct filling *out, struct lcm_lowering *l,
                                const lcm_ast *ref) {
  const lcm_ast *to = ref;
  while (to->parent && to->parent->kind == LCM_AST_SUBSCRIPT &&
         to->parent->first == to)
    to = to->parent;
  return to != ref && ref->is_array && find_filling(out, l, to) &&
                 is_filled_once(out, l, to)
             ? to
             : NULL;
}

/* Return whether the variable "ref", of which "place" is used, may be used or
 * changed otherwise than by its parts. */
static bool is_lost(struct lcm_lowering *l, const lcm_ast *ref,
                    const lcm_ast *place) {
  const lcm_ast *user = place->parent;
  const bool changed = lcm_ast_is_change(user) && user->first == place;
  struct filling f;
  unsigned n = 0;
  bool element = false;
  for (const lcm_ast *at = place; at != ref; at = at->first)
    element = element || at->kind == LCM_AST_SUBSCRIPT;
  if (place->is_array && (ref->is_array || element))
    return user->kind != LCM_AST_SIZEOF && !is_looked_up(place) &&
           !filled_by(&f, l, ref) && !lcm_elements_read(&n, l, place);
  if (element && user->kind == LCM_AST_ADDRESS)
    return true;
  return (place->is_record || place->is_array || ref->is_record) && changed &&
         (place->is_record || user->kind == LCM_AST_ADDRESS);
}

/* Note how the variables in and below "ast" are used. */
static void find(struct lcm_lowering *l, const lcm_ast *ast) {
  if (ast->kind == LCM_AST_REF && !ast->is_local && !ast->is_function &&
      ast->key && ast->name && (!ast->is_pointer || ast->is_array) &&
      !ast->is_system) {
    if (ast->range && !ast->is_atomic)
      note(l, ast->key, ast->name, FOLLOWED_WHOLE);
    else
      note(l, ast->key, ast->name,
           (ast->is_record || ast->is_array) &&
                   !is_lost(l, ast, place_of(l, ast))
               ? FOLLOWED_PARTS
               : FOLLOWED_NOT);
  }
  for (const lcm_ast *at = ast->first; at; at = at->next)
    find(l, at);
}

/* Return whether the variable that "top" declares may hold something else than
 * what it begins with, as far as the file tells. */
static bool is_open(const struct lcm_lowering *l, const lcm_ast *top) {
  size_t changing = 0;
  return top->kind == LCM_AST_DECLARATION && top->key && top->name &&
         ((top->range &&
           (!l->options->alone || !top->has_value ||
            lcm_map_get(&l->globals.changing, top->key, &changing))) ||
          top->is_record || top->is_array);
}

void lcm_variables_find(struct lcm_lowering *l) {
  bool any = !l->options->alone;
  for (size_t i = 0; i < l->syntax->records.n; i++) {
    const struct lcm_record_note *one = &l->syntax->records.at[i];
    if (one->event != LCM_RECORD_OUTSIDE)
      continue;
    lcm_map_put(lcm_ctx_arena(l->ctx), &l->globals.outside, one->record,
                (size_t)(uintptr_t)one);
    lcm_map_put(lcm_ctx_arena(l->ctx), &l->globals.outside, one->name,
                (size_t)(uintptr_t)one);
    any = true;
  }
  for (const lcm_ast *top = l->syntax->top; top; top = top->next) {
    any = any || is_open(l, top);
    if (top->kind == LCM_AST_DECLARATION && top->key && top->name &&
        (says(l, top, "__thread") || says(l, top, "_Thread_local") ||
         says(l, top, "thread_local") || says(l, top, "volatile")))
      note(l, top->key, top->name, FOLLOWED_NOT);
  }
  for (const lcm_ast *top = any ? l->syntax->top : NULL; top; top = top->next)
    if (top->kind == LCM_AST_FUNCTION)
      find(l, top);
}

const char *lcm_variable_part(struct lcm_lowering *l, const lcm_ast *ast) {
  double number = 0;
  if (!is_part(l, ast, ast->first) || ast->is_union)
    return NULL;
  if (ast->kind == LCM_AST_MEMBER)
    return ast->name && *ast->name ? ast->name : NULL;
  const lcm_expr *e = lcm_lower_expr(l, ast->last->begin, ast->last->end);
  return e && lcm_expr_is_number(e, &number) && number >= 0 &&
                 number < LCM_ELEMENTS_MOST
             ? lcm_intern(l->ctx, lcm_arena_printf(lcm_ctx_arena(l->ctx),
                                                   "[%.0f]", number))
             : NULL;
}

/* Return the key by which the variable of "ref" is known in words. */
static const char *own_key(struct lcm_lowering *l, const lcm_ast *ref) {
  const char *key =
      ref->is_static ? LCM_INTERN_JOINED(l->ctx, l->syntax->unit, "@", ref->key)
                     : ref->key;
  return strpbrk(key, " ;") ? NULL : key;
}

const char *lcm_variable_key(struct lcm_lowering *l, const lcm_ast *ast) {
  size_t how = 0;
  const lcm_ast *base = ast;
  const char *path = NULL;
  for (; base->kind != LCM_AST_REF; base = base->first) {
    const char *part = base->first ? lcm_variable_part(l, base) : NULL;
    if (!part)
      return NULL;
    path = path ? LCM_INTERN_JOINED(l->ctx, part, ".", path) : part;
  }
  if (base->is_local || !base->key ||
      !lcm_map_get(&l->globals.followed, base->key, &how) ||
      how != (path ? FOLLOWED_PARTS : FOLLOWED_WHOLE) || !ast->range ||
      ast->is_atomic)
    return NULL;
  const char *key = own_key(l, base);
  if (!key)
    return NULL;
  return path ? LCM_INTERN_JOINED(l->ctx, key, "@FI@", path) : key;
}

/* ---- what they begin with ------------------------------------------------
 */

/* Return whether the source of "a" lies in that of "b". */
static bool is_inside(const struct lcm_record_note *a,
                      const struct lcm_record_note *b) {
  return b->begin <= a->begin && a->end <= b->end;
}

const struct lcm_record_note *lcm_variable_begin(const struct lcm_lowering *l,
                                                 const char *name,
                                                 unsigned begin, unsigned end) {
  const struct lcm_record_note *found = NULL;
  for (size_t i = 0; i < l->syntax->records.n; i++) {
    const struct lcm_record_note *one = &l->syntax->records.at[i];
    const char *field = one->record ? strrchr(one->record, '@') : NULL;
    const char *own = field ? field + 1 : one->record;
    if ((one->event != LCM_RECORD_BEGINS && one->event != LCM_RECORD_ZEROED) ||
        one->function || one->begin < begin || one->end > end ||
        one->end <= one->begin || !own || strcmp(own, name) != 0 ||
        (*own == '[' && found && is_inside(one, found)))
      continue;
    if (found && (*own != '[' || !is_inside(found, one)))
      return NULL;
    found = one;
  }
  return found;
}

/* Say what the variable "top", or its member "path" (NULL: none), with the key
 * "key" begins with. */
static void say_begin(struct lcm_saying *s, const lcm_ast *top,
                      const char *path, const char *key) {
  struct lcm_lowering *l = s->l;
  size_t known = 0;
  const char kind = lcm_map_get(&l->globals.optional, key, &known) ? 'E' : 'B';
  unsigned begin = top->begin;
  unsigned end = top->end;
  const bool listed =
      end <= l->len && memchr(l->text + begin, '=', end - begin);
  if (!listed && !top->has_value) {
    lcm_members_say_at(s, 'Z', key, 0);
    return;
  }
  if (!path) {
    lcm_members_say_value(s, 'B', key, NULL,
                          top->has_value ? lcm_expr_int(l->ctx, top->value)
                                         : NULL);
    return;
  }
  while (*path) {
    const size_t n = strcspn(path, ".");
    const struct lcm_record_note *one =
        lcm_variable_begin(l, lcm_intern_n(l->ctx, path, n), begin, end);
    path += n + (path[n] == '.');
    if (one && one->event == LCM_RECORD_ZEROED) {
      lcm_members_say_at(s, 'Z', key, 0);
      return;
    }
    if (!one || (!*path && !one->known)) {
      lcm_members_say(s, 'U', key, "");
      return;
    }
    begin = one->begin;
    end = one->end;
    if (!*path)
      lcm_members_say_value(s, kind, key, NULL,
                            lcm_expr_int(l->ctx, one->value));
  }
}

/* Say what the variable that "note" is about begins with, or its part "path"
 * (NULL: none), with the key "key". */
static void say_outside(struct lcm_saying *s,
                        const struct lcm_record_note *note, const char *path,
                        const char *key) {
  lcm_members_say(s, 'N', key, "");
  if (!note->known)
    lcm_members_say(s, 'U', key, "");
  else if (path || !note->value)
    lcm_members_say_at(s, 'Z', key, 0);
  else
    lcm_members_say_value(s, 'B', key, NULL,
                          lcm_expr_int(s->l->ctx, note->value));
}

/* Say what the variable "name" with the key "base" begins with; of the whole
 * only "path" (NULL: all), which has the key "key". */
static void say_variable(struct lcm_saying *s, const char *name,
                         const char *base, const char *path, const char *key) {
  size_t found = 0;
  const bool declared = lcm_map_get(&s->l->globals.declarations, name, &found);
  const lcm_ast *top = declared ? (const lcm_ast *)(uintptr_t)found : NULL;
  if (top && top->key == base && !is_elsewhere(s->l, top)) {
    lcm_members_say(s, 'N', key, "");
    say_begin(s, top, path, key);
  } else if (!lcm_map_get(&s->l->globals.outside, base, &found))
    lcm_members_say(s, 'X', key, key);
  else
    say_outside(s, (const struct lcm_record_note *)(uintptr_t)found, path, key);
}

/* Return whether a function of the file may define the variable "top" once
 * more: it is a tentative definition beside one with a value. */
static bool is_last(const struct lcm_lowering *l, const lcm_ast *top) {
  size_t found = 0;
  return lcm_map_get(&l->globals.declarations, top->name, &found) &&
         (const lcm_ast *)(uintptr_t)found == top;
}

/* Say what the members of the structure "top" begin with, one level down. */
static void say_parts(struct lcm_saying *s, const lcm_ast *top) {
  for (size_t i = 0; i < s->l->syntax->records.n; i++) {
    const struct lcm_record_note *one = &s->l->syntax->records.at[i];
    const char *field = one->record ? strrchr(one->record, '@') : NULL;
    if (one->event == LCM_RECORD_BEGINS && one->known && !one->function &&
        one->begin >= top->begin && one->end <= top->end && field &&
        lcm_variable_begin(s->l, lcm_intern(s->l->ctx, field + 1), top->begin,
                           top->end) == one)
      say_variable(s, top->name, top->key, field + 1,
                   LCM_INTERN_JOINED(s->l->ctx, top->key, "@FI@", field + 1));
  }
}

void lcm_variables_say(struct lcm_saying *s) {
  for (const lcm_ast *top = s->l->syntax->top; top; top = top->next)
    if (is_open(s->l, top) && top->range && is_last(s->l, top) &&
        !top->is_static && !is_known(s->l, top->name))
      say_variable(s, top->name, top->key, NULL, top->key);
    else if (is_open(s->l, top) && top->is_record && is_last(s->l, top) &&
             !top->is_static && !s->l->options->alone)
      say_parts(s, top);
}

/* Say that the filling "f" sets element "path", "[1].[2]", of the variable
 * "ref". */
static void say_filled(struct lcm_saying *s, const struct filling *f,
                       const lcm_ast *ref, const char *path,
                       const struct lcm_subst *at) {
  const char *key =
      LCM_INTERN_JOINED(s->l->ctx, own_key(s->l, ref), "@FI@", path);
  say_variable(s, ref->name, ref->key, path, key);
  lcm_members_say_filled(s, key, f->assign, f->loop, at, f->n);
}

/* Say which elements of "to" the filling "f" sets, where the indices of its
 * loops from number "i" on have the values "at". */
static void say_filling(struct lcm_saying *s, const struct filling *f,
                        const lcm_ast *to, size_t i, struct lcm_subst *at) {
  struct lcm_lowering *l = s->l;
  double from = 0;
  double last = 0;
  const char *path = NULL;
  if (i < f->n) {
    (void)lcm_expr_is_number(f->ranges[i].from, &from);
    (void)lcm_expr_is_number(f->ranges[i].to, &last);
    for (long long k = (long long)from; k <= (long long)last; k++) {
      at[i] = (struct lcm_subst){f->ranges[i].index, lcm_expr_int(l->ctx, k)};
      say_filling(s, f, to, i + 1, at);
    }
    return;
  }
  for (const lcm_ast *one = to; one->kind == LCM_AST_SUBSCRIPT;
       one = one->first) {
    const size_t of = range_of(f, l, one->last);
    double k = 0;
    (void)lcm_expr_is_number(
        of < f->n ? at[of].by
                  : lcm_lower_expr(l, one->last->begin, one->last->end),
        &k);
    const char *part = lcm_intern(
        l->ctx, lcm_arena_printf(lcm_ctx_arena(l->ctx), "[%.0f]", k));
    path = path ? LCM_INTERN_JOINED(l->ctx, part, ".", path) : part;
  }
  say_filled(s, f, array_of(to), path, at);
}

/* Say that a function reads the elements of "row", a part of the array "ref",
 * that it gets as numbers. */
static void say_row(struct lcm_saying *s, const lcm_ast *ref,
                    const lcm_ast *row) {
  struct lcm_lowering *l = s->l;
  const char *name = lcm_members_path(s, row);
  const char *path = NULL;
  unsigned n = 0;
  (void)lcm_elements_read(&n, l, row);
  for (const lcm_ast *at = row; at != ref; at = at->first) {
    const char *part = lcm_variable_part(l, at);
    path = path ? LCM_INTERN_JOINED(l->ctx, part, ".", path) : part;
  }
  lcm_members_say_at(s, 'R', own_key(l, ref), ref->begin);
  for (unsigned k = 0; name && k < n; k++) {
    const char *part =
        lcm_intern(l->ctx, lcm_arena_printf(lcm_ctx_arena(l->ctx), "[%u]", k));
    const char *own = path ? LCM_INTERN_JOINED(l->ctx, path, ".", part) : part;
    const char *key = LCM_INTERN_JOINED(l->ctx, own_key(l, ref), "@FI@", own);
    say_variable(s, ref->name, ref->key, own, key);
    lcm_members_say(s, 'P', LCM_INTERN_JOINED(l->ctx, name, part), key);
  }
}

/* Say how the array "ref", whose elements are followed, is used where that is
 * not one element. */
static void say_array(struct lcm_saying *s, const lcm_ast *ref) {
  struct filling f;
  struct lcm_subst at[MOST_SUBSCRIPTS];
  unsigned n = 0;
  const lcm_ast *place = place_of(s->l, ref);
  const lcm_ast *to = filled_by(&f, s->l, ref);
  if (to && place != to)
    say_filling(s, &f, to, 0, at);
  else if (is_looked_up(place))
    lcm_members_say_at(s, 'R', own_key(s->l, ref), ref->begin);
  else if (place->is_array && lcm_elements_read(&n, s->l, place))
    say_row(s, ref, place);
  else if (place->is_array && place->parent->kind != LCM_AST_SIZEOF)
    lcm_members_say(s, 'U', own_key(s->l, ref), "");
}

void lcm_variable_lose(struct lcm_saying *s, const lcm_ast *ast) {
  size_t how = 0;
  if (!ast->is_local && ast->is_array && ast->key &&
      lcm_map_get(&s->l->globals.followed, ast->key, &how) &&
      how == FOLLOWED_PARTS && own_key(s->l, ast))
    say_array(s, ast);
  if (ast->is_local || ast->is_static || s->l->options->alone || !ast->key ||
      !lcm_map_get(&s->l->globals.followed, ast->key, &how) ||
      how != FOLLOWED_NOT)
    return;
  lcm_members_say(s, ast->is_record ? 'S' : 'U', ast->key, "");
}

/* Say what the statements leave in the variable "ast" with the key "key" that
 * set it one after the other; return whether it stands in one of them. */
static bool say_story(struct lcm_saying *s, const lcm_ast *ast,
                      const char *key) {
  for (size_t i = 0; i < s->l->locals.stories.n; i++) {
    const struct lcm_story *story = &s->l->locals.stories.at[i];
    const lcm_ast *last = story->last;
    if (story->ref->key != ast->key || ast->begin < story->ref->begin ||
        ast->begin >= last->end)
      continue;
    while (story->to != last->end || story->from != last->end)
      story++;
    lcm_members_say_value(s, 'W', key, last, story->value);
    return true;
  }
  return false;
}

void lcm_variable_say_address(struct lcm_saying *s, const lcm_ast *ast,
                              const char *key) {
  const char *answer =
      lcm_runs_always(ast) ? lcm_message_answer(s->l, ast) : NULL;
  if (answer)
    lcm_members_say(s, 'W', key,
                    lcm_arena_printf(lcm_ctx_arena(s->l->ctx), "%u %s",
                                     ast->begin, answer));
  else
    lcm_members_say(s, 'U', key, "");
}

void lcm_variable_say(struct lcm_saying *s, const lcm_ast *ast,
                      const char *key) {
  const lcm_ast *use = ast->parent;
  const lcm_ast *base = ast;
  const char *path = strstr(key, "@FI@");
  const char *name = lcm_members_path(s, ast);
  const bool first = use && use->first == ast;
  if (lcm_options_give(s->l, ast))
    lcm_map_put(lcm_ctx_arena(s->l->ctx), &s->l->globals.optional, key, 1);
  while (base->kind != LCM_AST_REF)
    base = base->first;
  const bool member = base != ast;
  for (const char *at = path; at && member; at = strstr(at + 1, "@FI@"))
    path = at;
  say_variable(s, base->name, base->key, member && path ? path + 4 : NULL, key);
  if (!member && say_story(s, ast, key))
    return;
  if (first && use->kind == LCM_AST_ASSIGN)
    lcm_members_say_set(s, key, use);
  else if (first && use->kind == LCM_AST_UPDATE)
    lcm_members_say(s, 'U', key, "");
  else if (first && use->kind == LCM_AST_ADDRESS &&
           !lcm_external_reads(s->l, use))
    lcm_variable_say_address(s, use, key);
  else {
    lcm_members_say_at(s, 'R', key, ast->begin);
    if (name && !lcm_name_is_reserved(name) &&
        !lcm_lower_local(s->l, base->name))
      lcm_members_say(s, 'P', name, key);
  }
}
