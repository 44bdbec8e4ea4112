/* Whether what each thread has of a variable reaches all that uses it. */
#include "model/edit/depend/reach.h"

#include <string.h>

/* Return whether "node" lies in the text of the loop "loop". */
static bool is_inside(const lcm_node *loop, const lcm_node *node) {
  return node->loc.file == loop->loc.file &&
         node->loc.begin >= loop->loc.begin && node->loc.begin < loop->loc.end;
}

/* Return whether "node" names the variable "key" itself: it is not what an
 * argument of a call is there. */
static bool is_named(const lcm_node *node, const char *key) {
  bool named = false;
  for (size_t i = 0; i < node->n_reads && !named; i++)
    named = node->reads[i].key == key;
  for (size_t i = 0; i < node->n_writes && !named; i++)
    named = node->writes[i].key == key;
  return named;
}

/* Return whether "function" declares the variable "key". */
static bool declares(const lcm_function *function, const char *key) {
  static const char MARK[] = "@F@";
  const char *at = key ? strstr(key, MARK) : NULL;
  const size_t n = function->name ? strlen(function->name) : 0;
  return at && n && !strncmp(at + sizeof MARK - 1, function->name, n) &&
         at[sizeof MARK - 1 + n] == '@';
}

const struct lcm_edit_access *
lcm_edit_out_of_reach(const lcm_function *function, const lcm_node *loop,
                      const struct lcm_edit_accesses *all, const char *key) {
  if (declares(function, key))
    return NULL;
  for (size_t i = 0; i < all->of.n; i++) {
    const struct lcm_edit_access *access = &all->of.at[i];
    if (access->section->key == key && !is_inside(loop, access->node) &&
        is_named(access->node, key))
      return access;
  }
  return NULL;
}
