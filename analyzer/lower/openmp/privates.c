/* Variables that clauses of OpenMP make private, and copies that are combined.
 * */
#include <string.h>

#include "analyzer/lower/access/note.h"
#include "analyzer/lower/openmp/clause.h"
#include "analyzer/lower/openmp/privates.h"
#include "analyzer/lower/values/local.h"

/* Add the names in the list "args" to those that are private: they stand behind
 * a colon, but for `linear` before it. */
static void add_names(struct lcm_lowering *l, const char *args, bool linear) {
  struct lcm_omp_list list = lcm_omp_list(l, args);
  if (linear)
    list.at =
        lcm_arena_strndup(lcm_ctx_arena(l->ctx), args, strcspn(args, ":"));
  for (const char *item = lcm_omp_next(l, &list); item;
       item = lcm_omp_next(l, &list))
    LCM_LIST_ADD(lcm_ctx_arena(l->ctx), &l->region.privates,
                 lcm_intern_n(l->ctx, item, strcspn(item, " [(")));
}

size_t lcm_omp_add_privates(struct lcm_lowering *l, const lcm_pragma *pragma) {
  static const char *const CLAUSES[] = {"private",     "firstprivate",
                                        "lastprivate", "linear",
                                        "reduction",   "in_reduction"};
  const size_t before = l->region.privates.n;
  for (size_t i = 0; i < pragma->n_clauses; i++)
    for (size_t k = 0; k < sizeof CLAUSES / sizeof *CLAUSES; k++)
      if (!strcmp(pragma->clauses[i].name, CLAUSES[k]) &&
          pragma->clauses[i].args)
        add_names(l, pragma->clauses[i].args, !strcmp(CLAUSES[k], "linear"));
  return before;
}

/* Return the section of the variable "name" that the clause at "ast" lists;
 * datum NULL where it is private around the construct, too. */
static lcm_section listed(struct lcm_lowering *l, const char *name,
                          const lcm_pragma *pragma) {
  const struct lcm_local *local = lcm_lower_local(l, name);
  const char *key = NULL;
  lcm_section section = {.datum = name, .exact = true, .loc = pragma->loc};
  const long long *sizes =
      local ? local->sizes : lcm_lower_declared(&key, l, name);
  section.key = local ? local->key : key ? key : name;
  if (sizes && sizes[0] > 0)
    section.element = lcm_expr_int(l->ctx, sizes[0]);
  if (local && !local->is_static && l->region.begin &&
      local->begin >= l->region.begin)
    section.datum = NULL;
  for (size_t i = 0; i < l->region.privates.n; i++)
    if (l->region.privates.at[i] == name)
      section.datum = NULL;
  return section;
}

/* Return whether threads or teams are started for the construct of "pragma":
 * nobody else executes anything while they get their copies. */
static bool is_start(const lcm_pragma *pragma) {
  return strstr(pragma->construct, "parallel") ||
         strstr(pragma->construct, "teams") ||
         strstr(pragma->construct, "target");
}

/* Return whether a clause "name" of "pragma" begins with the modifier
 * `conditional`. */
static bool is_conditional(const lcm_pragma *pragma, const char *name) {
  bool found = false;
  for (size_t i = 0; i < pragma->n_clauses && !found; i++)
    found = !strcmp(pragma->clauses[i].name, name) && pragma->clauses[i].args &&
            strstr(pragma->clauses[i].args, "conditional") &&
            strchr(pragma->clauses[i].args, ':');
  return found;
}

/* Return why the clause "name" of "pragma" may not touch the variables that it
 * lists, NULL where it does. */
static const char *doubt_of(const lcm_pragma *pragma, const char *name) {
  if (!strcmp(name, "firstprivate") && !strstr(pragma->construct, "task"))
    return "not all threads need a copy of it";
  return is_conditional(pragma, name) ? "perhaps no iteration sets it" : NULL;
}

/* Let "node" read and write the variables of the clause "name" of "pragma":
 * copies are made of them when it begins ("read" alone), or are combined at its
 * end. */
static void combine_clause(struct lcm_lowering *l, lcm_node *node,
                           const lcm_pragma *pragma, const char *name,
                           bool read, bool write) {
  lcm_arena *arena = lcm_ctx_arena(l->ctx);
  const size_t before = l->region.privates.n;
  lcm_section_list reads = {0};
  lcm_section_list writes = {0};
  for (size_t i = 0; i < pragma->n_clauses; i++)
    if (!strcmp(pragma->clauses[i].name, name) && pragma->clauses[i].args)
      add_names(l, pragma->clauses[i].args, false);
  const size_t n = l->region.privates.n;
  l->region.privates.n = before;
  for (size_t i = before; i < n; i++) {
    lcm_section section = listed(l, l->region.privates.at[i], pragma);
    section.why = doubt_of(pragma, name);
    section.exact = !section.why;
    if (section.datum && read)
      LCM_LIST_ADD(arena, &reads, section);
    if (section.datum && write)
      LCM_LIST_ADD(arena, &writes, section);
  }
  lcm_lower_touch(l, node, &reads, &writes);
}

void lcm_omp_combine(struct lcm_lowering *l, lcm_node *node,
                     const lcm_pragma *pragma) {
  if (!is_start(pragma))
    combine_clause(l, node, pragma, "firstprivate", true, false);
  combine_clause(l, node, pragma, "reduction", true, true);
  combine_clause(l, node, pragma, "task_reduction", true, true);
  combine_clause(l, node, pragma, "lastprivate", false, true);
}

void lcm_lower_threadprivate(struct lcm_lowering *l) {
  for (size_t i = 0; i < l->bound.pragmas.n; i++) {
    const lcm_pragma *pragma = &l->bound.pragmas.at[i];
    if (!strcmp(pragma->construct, "threadprivate") && pragma->n_clauses &&
        pragma->clauses[0].args)
      add_names(l, pragma->clauses[0].args, false);
  }
  l->region.n_threadprivate = l->region.privates.n;
}
