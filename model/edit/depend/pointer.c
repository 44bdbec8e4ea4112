/* Whether pointers may lead to the same data. */
#include <string.h>

#include "model/edit/core/nodes.h"
#include "model/edit/core/say.h"
#include "model/edit/depend/access.h"
#include "model/edit/depend/pointer.h"
#include "model/sections/sections.h"

/* What a section is reached through. */
struct way {
  /* number of the parameter of the function, or how many it has */
  size_t param;
  bool unknown; /* a pointer of which nobody knows where it points */
};

/* Return the way to "section" in "function". */
static struct way way_to(const lcm_function *function,
                         const lcm_section *section) {
  const bool through = section->n_extents && !section->extents[0].field;
  const size_t param =
      through ? lcm_function_param(function, section) : function->n_params;
  return (struct way){param, param == function->n_params &&
                                 lcm_edit_is_elsewhere(section)};
}

/* A search for the calls of a function. */
struct calls {
  const lcm_function *function;
  /* one, other: two of its parameters; other: as many as it has for the
   * variable "key" */
  size_t one;
  size_t other;
  const char *key;
  size_t n;
  bool apart; /* they point to different data in all calls so far */
};

/* Return whether "place" (may be NULL) is one place that is known. */
static bool is_one(const lcm_section *place) {
  return place && place->datum && place->exact && !place->also;
}

/* Note what the call "node" says of it. */
static lcm_status see_call(const lcm_node *node, void *user) {
  struct calls *c = user;
  if (node->kind != LCM_NODE_CALL || node->u.call.callee != c->function->key)
    return LCM_OK;
  const lcm_section *places = node->u.call.places;
  const size_t n = places ? node->u.call.n_args : 0;
  const lcm_section *a = c->one < n ? &places[c->one] : NULL;
  const lcm_section *b = c->other < n ? &places[c->other] : NULL;
  c->n++;
  c->apart =
      c->apart && is_one(a) &&
      (c->other == c->function->n_params ? a->key != c->key
                                         : is_one(b) && a->key != b->key);
  return LCM_OK;
}

/* Return whether the parameter "one" of "function" points elsewhere than the
 * parameter "other", or, where that is none, than where the variable "key" is,
 * wherever it is called. */
static bool are_apart(const struct lcm_editing *e, const lcm_function *function,
                      const struct way ways[2], const char *key) {
  const bool first = ways[0].param < function->n_params;
  struct calls c = {.function = function,
                    .one = ways[!first].param,
                    .other = ways[first].param,
                    .key = key,
                    .apart = true};
  for (size_t i = 0; i < e->program->n_functions; i++)
    if (e->program->functions[i].body)
      lcm_edit_foreach(e->program->functions[i].body, see_call, &c);
  return c.n && c.apart && !function->address_taken;
}

/* Return whether the parameter number "param" of "function" is a `restrict`
 * pointer: its author says that nothing else leads to its data. */
static bool is_restrict(const lcm_function *function, size_t param) {
  const char *at = function->restricts;
  const char *name =
      param < function->n_params ? function->params[param] : NULL;
  const size_t n = name ? strlen(name) : 0;
  for (; name && at && *at; at += strcspn(at, " "), at += *at == ' ')
    if (!strncmp(at, name, n) && (!at[n] || at[n] == ' '))
      return true;
  return false;
}

/* Return whether the variable of "section" lives in a function: no pointer that
 * comes from outside leads there. */
static bool is_local(const lcm_section *section) {
  return section->key && strstr(section->key, "@F@");
}

/* ---- pointers that are kept in memory ------------------------------------ */

/* A search for the calls of a function: whether its parameter "param" is given
 * pointers to memory of their own in all "n" so far. */
struct given {
  const lcm_function *function;
  size_t param;
  size_t n;
  bool rows;
};

/* Note what the call "node" gives. */
static lcm_status see_given(const lcm_node *node, void *user) {
  struct given *g = user;
  if (node->kind != LCM_NODE_CALL || node->u.call.callee != g->function->key)
    return LCM_OK;
  const lcm_section *place =
      node->u.call.places && g->param < node->u.call.n_args
          ? &node->u.call.places[g->param]
          : NULL;
  g->n++;
  g->rows = g->rows && is_one(place) && lcm_section_has_rows(place);
  return LCM_OK;
}

/* Return whether the last pointer that leads to "section" in "function" leads
 * to memory that was allocated for it alone. */
static bool is_own(const struct lcm_editing *e, const lcm_function *function,
                   const lcm_section *section) {
  struct given g = {.function = function,
                    .param = lcm_function_param(function, section),
                    .rows = true};
  if (lcm_section_is_own(section))
    return true;
  if (lcm_section_loads(section) != 1 || g.param == function->n_params ||
      function->address_taken)
    return false;
  for (size_t i = 0; i < e->program->n_functions && g.rows; i++)
    if (e->program->functions[i].body)
      lcm_edit_foreach(e->program->functions[i].body, see_given, &g);
  return g.n && g.rows;
}

/* Return whether "e" (may be NULL) speaks of an index of one of the "n"
 * "ranges". */
static bool speaks(const lcm_expr *e, const lcm_iteration *ranges, size_t n) {
  for (size_t i = 0; e && i < n; i++)
    if (lcm_expr_has(e, ranges[i].index))
      return true;
  return false;
}

/* Return whether "step" is the same in all rounds of the loops of "access" and
 * of "range" (NULL: none). */
static bool is_fixed(const struct lcm_edit_access *access,
                     const struct lcm_extent *step,
                     const lcm_iteration *range) {
  const lcm_section *section = access->section;
  return step->field ||
         (step->lower && step->length && lcm_expr_is_int(step->length, 1) &&
          !speaks(step->lower, access->ranges, access->n_ranges) &&
          !speaks(step->lower, section->over, section->n_over) &&
          !speaks(step->lower, range, range ? 1 : 0));
}

/* Return whether one and the same pointer leads to the data of both "a" and
 * "b". */
static bool is_same_pointer(const struct lcm_edit_access *a,
                            const struct lcm_edit_access *b,
                            const lcm_iteration *range) {
  const size_t n = lcm_section_loads(a->section);
  if (n != lcm_section_loads(b->section))
    return false;
  for (size_t i = 0; i < n; i++) {
    const struct lcm_extent *x = &a->section->extents[i];
    const struct lcm_extent *y = &b->section->extents[i];
    if (x->field != y->field || x->lower != y->lower ||
        !is_fixed(a, x, range) || !is_fixed(b, y, range))
      return false;
  }
  return true;
}

/* Return whether "pointer" is where the pointer lies that leads to
 * "section". */
static bool is_where_it_lies(const lcm_section *pointer,
                             const lcm_section *section) {
  const size_t n = lcm_section_loads(section);
  if (lcm_section_loads(pointer) || !n || pointer->n_extents != n)
    return false;
  for (size_t i = 0; i < n; i++)
    if (pointer->extents[i].field != section->extents[i].field)
      return false;
  return true;
}

bool lcm_edit_may_lead(const struct lcm_edit_access *a,
                       const struct lcm_edit_access *b) {
  const size_t n = lcm_section_loads(a->section);
  const size_t m = lcm_section_loads(b->section);
  return a->section->key == b->section->key && (n || m) &&
         !is_same_pointer(a, b, NULL) &&
         !is_where_it_lies(a->section, b->section) &&
         !is_where_it_lies(b->section, a->section) &&
         ((n && !lcm_section_is_own(a->section)) ||
          (m && !lcm_section_is_own(b->section)));
}

bool lcm_edit_is_other_memory(const struct lcm_editing *e,
                              const lcm_function *function,
                              const lcm_section *a, const lcm_section *b) {
  const size_t n = lcm_section_loads(a);
  const size_t m = lcm_section_loads(b);
  const lcm_section *deep = n > m ? a : b;
  const lcm_section *flat = n > m ? b : a;
  return a->key == b->key && n != m && is_own(e, function, deep) &&
         (!lcm_section_loads(flat) || is_own(e, function, flat));
}

bool lcm_edit_kept_apart(struct lcm_editing *e, const lcm_function *function,
                         const struct lcm_edit_access *a,
                         const struct lcm_edit_access *b,
                         const lcm_iteration *range) {
  const size_t n = lcm_section_loads(a->section);
  const size_t m = lcm_section_loads(b->section);
  if (a->section->key != b->section->key || (!n && !m) ||
      is_same_pointer(a, b, range) ||
      is_where_it_lies(a->section, b->section) ||
      is_where_it_lies(b->section, a->section) ||
      ((!n || is_own(e, function, a->section)) &&
       (!m || is_own(e, function, b->section))))
    return true;
  lcm_edit_premise(e, false, "the pointers kept in '%s' lead to different data",
                   a->section->datum);
  return false;
}

/* Return whether "section", to which "way" leads, may be anything in the
 * function: it lies behind an unknown pointer that does not come from
 * outside. */
static bool is_anything(const lcm_section *section, const struct way *way) {
  return way->unknown && section->key && section->why &&
         !strstr(section->why, "call returns") &&
         (is_local(section) || strncmp(section->key, "c:", 2) != 0);
}

/* Return whether no pointer leads to the variable of "section" but one that may
 * be anything ("loose"): and none at all to a number of a function, or to a
 * pointer itself. */
static bool is_hidden(const lcm_section *section, bool loose) {
  const size_t n = section->key ? strlen(section->key) : 0;
  const bool itself = n && section->key[n - 1] == '*';
  if (section->n_extents)
    return is_local(section) && !loose;
  return !loose || is_local(section) || itself;
}

/* ---- pointers of different names ----------------------------------------- */

/* Return whether "section" of "function" lies behind a pointer that is kept in
 * memory, and that may be one to anything. */
static bool is_loose(const struct lcm_editing *e, const lcm_function *function,
                     const lcm_section *section) {
  return lcm_section_loads(section) && !is_own(e, function, section);
}

bool lcm_edit_apart(struct lcm_editing *e, const lcm_function *function,
                    const lcm_section *a, const lcm_section *b) {
  const struct way ways[] = {way_to(function, a), way_to(function, b)};
  const size_t none = function->n_params;
  const bool sorted = strcmp(a->datum, b->datum) < 0;
  const char *first = sorted ? a->datum : b->datum;
  const char *second = sorted ? b->datum : a->datum;
  const bool given[] = {ways[0].param < none, ways[1].param < none};
  const bool loose[] = {a->key != b->key && is_loose(e, function, a),
                        a->key != b->key && is_loose(e, function, b)};
  const bool pointer[] = {given[0] || ways[0].unknown || loose[0],
                          given[1] || ways[1].unknown || loose[1]};
  if (a->key == b->key || (!pointer[0] && !pointer[1]) ||
      (!pointer[0] && is_hidden(a, is_anything(b, &ways[1]))) ||
      (!pointer[1] && is_hidden(b, is_anything(a, &ways[0]))))
    return true;
  if ((is_restrict(function, ways[0].param) && !loose[0]) ||
      (is_restrict(function, ways[1].param) && !loose[1])) {
    lcm_edit_premise(e, true,
                     "'%s' and '%s' point to different data: one is restrict",
                     first, second);
    return true;
  }
  if ((given[0] || given[1]) && !loose[0] && !loose[1] && !ways[0].unknown &&
      !ways[1].unknown &&
      are_apart(e, function, ways, given[0] ? b->key : a->key))
    return true;
  lcm_edit_premise(e, false, "'%s' and '%s' point to different data", first,
                   second);
  return false;
}
