/* Whether pointers may lead to the same data. */
#include <string.h>

#include "model/edit/core/nodes.h"
#include "model/edit/core/say.h"
#include "model/edit/depend/access.h"
#include "model/edit/depend/pointer.h"

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

bool lcm_edit_apart(struct lcm_editing *e, const lcm_function *function,
                    const lcm_section *a, const lcm_section *b) {
  const struct way ways[] = {way_to(function, a), way_to(function, b)};
  const size_t none = function->n_params;
  const bool sorted = strcmp(a->datum, b->datum) < 0;
  const char *first = sorted ? a->datum : b->datum;
  const char *second = sorted ? b->datum : a->datum;
  const bool given[] = {ways[0].param < none, ways[1].param < none};
  const bool pointer[] = {given[0] || ways[0].unknown,
                          given[1] || ways[1].unknown};
  if (a->key == b->key || (!pointer[0] && !pointer[1]) ||
      (!pointer[0] && (!a->n_extents || is_local(a))) ||
      (!pointer[1] && (!b->n_extents || is_local(b))))
    return true;
  if (is_restrict(function, ways[0].param) ||
      is_restrict(function, ways[1].param)) {
    lcm_edit_premise(e, true,
                     "'%s' and '%s' point to different data: one is restrict",
                     first, second);
    return true;
  }
  if ((given[0] || given[1]) && !ways[0].unknown && !ways[1].unknown &&
      are_apart(e, function, ways, given[0] ? b->key : a->key))
    return true;
  lcm_edit_premise(e, false, "'%s' and '%s' point to different data", first,
                   second);
  return false;
}
