/* Lets comments name static functions of other files, which calls in C cannot:
 * they are what pointers hold. */
#include <string.h>

#include "model/link/named.h"
#include "model/link/place.h"

/* Return whether "function" is the one that a comment calls "name", maybe with
 * its file before a colon. */
static bool is_meant(const lcm_function *function, const char *name) {
  const char *colon = strrchr(name, ':');
  if (!function->body || !function->name)
    return false;
  if (!colon)
    return function->is_static && !strcmp(function->name, name);
  return !strcmp(function->name, colon + 1) &&
         lcm_place_is_file(function->loc.file, name, (size_t)(colon - name));
}

/* Return the key of the only function among the "n" at "all" that is called
 * "name": static, or in the file that stands before a colon; "name" where one
 * has that key, or where there is none, or several. */
static const char *key_of(const lcm_function *all, size_t n, const char *name) {
  const lcm_function *found = NULL;
  for (size_t i = 0; i < n; i++) {
    if (all[i].body && !strcmp(all[i].key, name))
      return name;
    if (!is_meant(&all[i], name))
      continue;
    if (found)
      return name;
    found = &all[i];
  }
  return found ? found->key : name;
}

const lcm_node *lcm_link_named(lcm_ctx *ctx, const lcm_function *all, size_t n,
                               const lcm_node *node) {
  const lcm_node **children = NULL;
  const bool named =
      node->kind == LCM_NODE_CALL && lcm_node_attribute(node, "named");
  const char *callee = named ? key_of(all, n, node->u.call.callee) : NULL;
  for (size_t i = 0; i < node->n_children; i++) {
    const lcm_node *child = lcm_link_named(ctx, all, n, node->children[i]);
    if (child == node->children[i])
      continue;
    if (!children) {
      children =
          LCM_NEW_ARRAY(lcm_ctx_arena(ctx), const lcm_node *, node->n_children);
      memcpy(children, node->children, node->n_children * sizeof *children);
    }
    children[i] = child;
  }
  if (!children && (!named || callee == node->u.call.callee))
    return node;
  lcm_node *copy = LCM_NEW(lcm_ctx_arena(ctx), lcm_node);
  *copy = *node;
  copy->children = children ? children : node->children;
  if (named)
    copy->u.call.callee = callee;
  return copy;
}
