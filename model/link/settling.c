/* What is known of a program whose members are settled. */
#include "model/link/settling.h"

#include <string.h>

lcm_number_list *lcm_settling_list(struct lcm_settling *s, const char *key) {
  size_t found = 0;
  if (lcm_map_get(&s->about, key, &found))
    return (lcm_number_list *)(uintptr_t)found;
  lcm_number_list *list = LCM_NEW(lcm_ctx_arena(s->ctx), lcm_number_list);
  lcm_map_put(lcm_ctx_arena(s->ctx), &s->about, key, (size_t)(uintptr_t)list);
  return list;
}

bool lcm_settling_put(struct lcm_settling *s, lcm_map *map, const char *key) {
  size_t known = 0;
  if (lcm_map_get(map, key, &known))
    return false;
  lcm_map_put(lcm_ctx_arena(s->ctx), map, key, 1);
  return true;
}

size_t lcm_settling_function(const struct lcm_settling *s, const char *key) {
  size_t i = 0;
  return lcm_map_get(&s->functions, key, &i) &&
                 s->program->functions[i - 1].body
             ? i - 1
             : s->program->n_functions;
}

const char *lcm_settling_record(lcm_ctx *ctx, const char *key) {
  const char *last = NULL;
  for (const char *at = key; (at = strstr(at, "@FI@")) != NULL; at++)
    last = at;
  return last ? lcm_intern_n(ctx, key, (size_t)(last - key)) : key;
}

bool lcm_settling_is_param(const struct lcm_settling *s, const char *name) {
  for (size_t i = 0; i < s->program->n_params; i++)
    if (s->program->params[i].name == name)
      return true;
  return false;
}

bool lcm_settling_is_held(const struct lcm_settling *s, const lcm_function *f) {
  size_t known = 0;
  return f->address_taken ||
         lcm_map_get(&s->held, lcm_intern(s->ctx, f->key), &known);
}

bool lcm_settling_says(struct lcm_settling *s, size_t i, char what,
                       const char *key, const char **more) {
  const lcm_number_list *list = lcm_settling_list(s, key);
  for (size_t k = 0; k < list->n; k++) {
    const struct lcm_said *word = &s->words.at[list->at[k]];
    if (word->what == what && word->function == i) {
      *more = word->more;
      return true;
    }
  }
  return false;
}

const lcm_expr *lcm_settling_passed(const lcm_node *node, size_t k) {
  if (k >= node->u.call.n_args)
    return NULL;
  return node->u.call.sizes && node->u.call.sizes[k] ? node->u.call.sizes[k]
                                                     : node->u.call.args[k];
}
