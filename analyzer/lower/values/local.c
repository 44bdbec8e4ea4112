/* The variables of the function at hand, and of the file. */
#include <ctype.h>
#include <string.h>

#include "analyzer/lower/values/local.h"

/* Return whether the text that "l" is reading stands where "local" is
 * declared. */
static bool is_here(const struct lcm_lowering *l,
                    const struct lcm_local *local) {
  return local->home && l->parsing.at >= local->home->begin &&
         l->parsing.at < local->home->end;
}

/* Return whether "local" is declared behind the text that "l" is reading, where
 * that is known, so that it is not what its name means there. */
static bool is_behind(const struct lcm_lowering *l,
                      const struct lcm_local *local) {
  return l->parsing.exact && local->begin > l->parsing.at;
}

/* Return whether a variable or a constant of the file is called "name". */
static bool is_of_file(const struct lcm_lowering *l, const char *name) {
  size_t found = 0;
  return lcm_map_get(&l->globals.declarations, name, &found) ||
         lcm_map_get(&l->syntax->by_name, name, &found);
}

struct lcm_local *lcm_lower_last_local(const struct lcm_lowering *l,
                                       const char *name) {
  size_t at = 0;
  return lcm_map_get(&l->locals.by_name, name, &at) && at >= l->locals.first
             ? &l->locals.all.at[at - l->locals.first]
             : NULL;
}

struct lcm_local *lcm_lower_local_before(const struct lcm_lowering *l,
                                         const struct lcm_local *local) {
  return local->before ? &l->locals.all.at[local->before - 1] : NULL;
}

struct lcm_local *lcm_lower_local(struct lcm_lowering *l, const char *name) {
  struct lcm_local *last = lcm_lower_last_local(l, name);
  struct lcm_local *found = NULL;
  for (struct lcm_local *local = last; local;
       local = lcm_lower_local_before(l, local))
    if (is_here(l, local) && !is_behind(l, local) &&
        (!found || local->home->begin > found->home->begin))
      found = local;
  return found || (l->parsing.exact && is_of_file(l, name)) ? found : last;
}

const struct lcm_local *lcm_lower_outer(struct lcm_lowering *l,
                                        const lcm_ast *home, const char *name) {
  const struct lcm_local *found = NULL;
  for (const struct lcm_local *local = lcm_lower_last_local(l, name); local;
       local = lcm_lower_local_before(l, local))
    if (local->home && local->home != home &&
        local->home->begin <= home->begin && home->end <= local->home->end &&
        (!found || found->home->begin < local->home->begin))
      found = local;
  return found;
}

struct lcm_local *lcm_lower_local_of(struct lcm_lowering *l, const char *key) {
  size_t at = 0;
  return lcm_map_get(&l->locals.by_key, key, &at) && at >= l->locals.first
             ? &l->locals.all.at[at - l->locals.first]
             : NULL;
}

bool lcm_lower_says_static(const struct lcm_lowering *l, const lcm_ast *ast) {
  const lcm_ast *at = ast->parent;
  if (!at || at->kind != LCM_AST_DECLSTMT || at->begin + 7 > l->len)
    return false;
  const char *text = l->text + at->begin;
  return !strncmp(text, "static", 6) && isspace((unsigned char)text[6]);
}

bool lcm_lower_is_asked(const struct lcm_lowering *l, const char *name) {
  for (size_t i = 0; i < l->options->n_given; i++)
    if (!strcmp(l->options->given[i], name))
      return strcmp(name, "p") != 0;
  return false;
}

bool lcm_lower_is_given(struct lcm_lowering *l, const char *name) {
  if (lcm_lower_is_asked(l, name) &&
      !lcm_lower_local(l, lcm_intern(l->ctx, lcm_name_plain(name))))
    return true;
  if (!lcm_name_is_rounds(name))
    return false;
  for (size_t i = 0; i < l->declared.params.n; i++)
    if (l->declared.params.at[i].value &&
        !strcmp(l->declared.params.at[i].name, name))
      return true;
  return false;
}

const long long *lcm_lower_declared(const char **key, struct lcm_lowering *l,
                                    const char *name) {
  size_t found = 0;
  if (!lcm_map_get(&l->globals.declarations, name, &found))
    return NULL;
  const lcm_ast *top = (const lcm_ast *)(uintptr_t)found;
  *key = top->key;
  return top->sizes;
}

bool lcm_lower_is_chosen(const struct lcm_lowering *l, const char *name,
                         const lcm_expr *value) {
  for (size_t i = 0; i < l->declared.params.n; i++)
    if (!strcmp(l->declared.params.at[i].name, name))
      return l->declared.params.at[i].value == value;
  return false;
}

bool lcm_lower_is_alone(struct lcm_lowering *l, const lcm_ast *update) {
  const struct lcm_local *local = lcm_lower_local_of(l, update->first->key);
  const lcm_pragma_list *pragmas = &l->bound.pragmas;
  for (size_t i = 0; local && i < pragmas->n; i++)
    if (pragmas->at[i].loc.begin > local->begin &&
        pragmas->at[i].loc.begin < update->begin)
      return false;
  return local;
}

const struct lcm_story *lcm_lower_story(const struct lcm_lowering *l,
                                        const char *name, unsigned at) {
  for (size_t i = 0; i < l->locals.stories.n; i++) {
    const struct lcm_story *story = &l->locals.stories.at[i];
    if (story->ref->name == name && story->from <= at && at < story->to)
      return story;
  }
  return NULL;
}
