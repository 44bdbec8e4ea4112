/* Which names the expressions of nodes and programs mention. */
#include "model/structure/names.h"

#include <string.h>

#include "model/structure/structure.h"

static bool has(const lcm_expr *e, const char *name) {
  return e && lcm_expr_has(e, name);
}

/* Return whether any of the "n" expressions at "all" mentions "name". */
static bool any_has(const lcm_expr *const *all, size_t n, const char *name) {
  for (size_t i = 0; all && i < n; i++)
    if (has(all[i], name))
      return true;
  return false;
}

/* A search for a name. */
struct search {
  const char *name;
  bool found;
};

static bool mentions(const lcm_expr *e, void *user) {
  return lcm_expr_has(e, ((const struct search *)user)->name);
}

/* Return whether "section" mentions the name of the search "user": behind an
 * index of that name it means the index. */
static bool section_mentions(const lcm_section *section, void *user) {
  const char *name = ((const struct search *)user)->name;
  bool found = has(section->element, name) || has(section->share, name);
  for (size_t i = 0; i < section->n_over; i++) {
    found = found || lcm_iteration_exprs(&section->over[i], mentions, user);
    if (!strcmp(section->over[i].index, name))
      return found;
  }
  for (size_t i = 0; i < section->n_extents; i++)
    found = found || has(section->extents[i].lower, name) ||
            has(section->extents[i].length, name);
  return found;
}

/* Look for the name in what "node" says. */
static lcm_status visit(const lcm_node *node, void *user) {
  struct search *s = user;
  s->found = s->found || lcm_node_exprs(node, LCM_EXPRS_ALL, mentions, s) ||
             lcm_node_sections(node, section_mentions, s);
  return s->found ? LCM_EDOMAIN : LCM_OK;
}

bool lcm_node_mentions(const lcm_node *root, const char *name) {
  struct search s = {name, false};
  return lcm_node_foreach(root, visit, &s) || s.found;
}

/* Return whether the "n" subscripts at "ranges" mention "name". */
static bool subscripts_have(const struct lcm_range *ranges, size_t n,
                            const char *name) {
  for (size_t i = 0; i < n; i++)
    if (has(ranges[i].from, name) || has(ranges[i].to, name))
      return true;
  return false;
}

/* Return whether a resource, condition or draw of "program" mentions "name". */
static bool declarations_have(const lcm_program *program, const char *name) {
  bool found = false;
  for (size_t i = 0; i < program->n_resources && !found; i++) {
    const lcm_resource *resource = &program->resources[i];
    found = has(resource->multiplicity, name) || has(resource->service, name) ||
            subscripts_have(resource->ranges, resource->n_ranges, name);
  }
  for (size_t i = 0; i < program->n_conditions && !found; i++)
    found = subscripts_have(program->conditions[i].ranges,
                            program->conditions[i].n_ranges, name);
  for (size_t i = 0; i < program->n_draws && !found; i++)
    found = any_has(program->draws[i].args, program->draws[i].n_args, name);
  return found;
}

bool lcm_program_mentions(const lcm_program *program, const char *name) {
  for (size_t i = 0; i < program->n_params; i++)
    if (program->params[i].name == name)
      return true;
  return lcm_program_uses(program, name);
}

bool lcm_program_uses(const lcm_program *program, const char *name) {
  struct search s = {name, false};
  for (size_t i = 0; i < program->n_params && !s.found; i++)
    s.found = has(program->params[i].value, name) ||
              has(program->params[i].tied, name);
  s.found = s.found || declarations_have(program, name);
  for (size_t i = 0; i < program->n_functions && !s.found; i++)
    if (program->functions[i].body &&
        lcm_node_foreach(program->functions[i].body, visit, &s))
      return true;
  return s.found;
}

bool lcm_assumes_rounds(const char *text) {
  static const char *const PARTS[] = {"-D trips_LINE",
                                      "elements of an array that loops run to",
                                      "searches that halve a range"};
  bool found = false;
  for (size_t i = 0; i < sizeof PARTS / sizeof *PARTS; i++)
    found = found || strstr(text, PARTS[i]);
  return found;
}

bool lcm_name_is_rounds(const char *name) {
  static const char BY_LINE[] = "trips_";
  const size_t n = strlen(name);
  const size_t end = sizeof LCM_ROUNDS - 1;
  return !strncmp(name, BY_LINE, sizeof BY_LINE - 1) ||
         (n > end && !strcmp(name + n - end, LCM_ROUNDS));
}

size_t lcm_name_unturned(const char *name) {
  const size_t n = strlen(name);
  const size_t end = strlen(LCM_TURNED);
  return n > end && !strcmp(name + n - end, LCM_TURNED) ? n - end : n;
}
