/* Whether what each thread has of a variable reaches all that uses it. */
#include "model/edit/depend/reach.h"

#include <stdlib.h>
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

/* Return whether a pointer for which the variable is named outside of the loop
 * "loop" leads to "section". */
static bool is_led(const lcm_node *loop, const lcm_section *section) {
  const char *at = section->led;
  bool outside = false;
  while (at && *at) {
    char *end = NULL;
    const unsigned long offset = strtoul(at, &end, 10);
    outside = outside || offset < loop->loc.begin || offset >= loop->loc.end;
    at = *end ? end + 1 : end;
  }
  return outside;
}

const struct lcm_edit_access *
lcm_edit_out_of_reach(const lcm_function *function, const lcm_node *loop,
                      const struct lcm_edit_accesses *all, const char *key) {
  const bool own = declares(function, key);
  for (size_t i = 0; i < all->of.n; i++) {
    const struct lcm_edit_access *access = &all->of.at[i];
    if (access->section->key == key && is_led(loop, access->section))
      return access;
    if (!own && access->section->key == key && !is_inside(loop, access->node) &&
        is_named(access->node, key))
      return access;
  }
  return NULL;
}

bool lcm_edit_is_declared(const lcm_function *function, const lcm_node *loop,
                          const char *key) {
  const char *at = declares(function, key) ? strchr(key, '@') : NULL;
  const unsigned long offset = at ? strtoul(at + 1, NULL, 10) : 0;
  return at && offset >= loop->loc.begin && offset < loop->loc.end;
}

bool lcm_edit_is_beyond(const struct lcm_edit_access *access) {
  return access->section->led && !strchr(access->section->led, ' ');
}

static const char BY_NAME[] = "a function that it calls uses it by name, where "
                              "clauses of the loop do not reach";
static const char BY_POINTER[] = "a pointer that is set outside of the loop "
                                 "leads to it, where clauses do not reach";

bool lcm_edit_is_far(const char *text) {
  return !strcmp(text, BY_NAME) || !strcmp(text, BY_POINTER);
}

const char *lcm_edit_far_by(const struct lcm_edit_access *access) {
  return access->section->led ? BY_POINTER : BY_NAME;
}
