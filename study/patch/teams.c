/* The verbs serialize, nowait, threads, prioritize: teams, barriers, tasks. */
#include <string.h>

#include "study/patch/teams.h"

/* ---- serialize ----------------------------------------------------------- */

/* Return whether a directive of "source" but `section` stands between "begin"
 * and "end". */
static bool has_inside(const struct lcm_patch_source *source, size_t begin,
                       size_t end) {
  for (size_t i = 0; i < source->directives.n; i++) {
    const struct lcm_patch_directive *one = &source->directives.at[i];
    if (!one->dropped && one->begin > begin && one->begin < end &&
        strcmp(one->name, "section") != 0)
      return true;
  }
  return false;
}

/* Drop the directives `section` of "source" between "begin" and "end". */
static void drop_sections(struct lcm_patch_source *source, size_t begin,
                          size_t end) {
  for (size_t i = 0; i < source->directives.n; i++) {
    struct lcm_patch_directive *one = &source->directives.at[i];
    if (one->begin > begin && one->begin < end && !strcmp(one->name, "section"))
      one->dropped = true;
  }
}

/* Calls that are followed into the functions of a program. */
struct following {
  const lcm_program *program;
  unsigned depth;
  bool found; /* something there is for a team, or it is too deep to see */
};

/* The deepest calls that are followed. */
enum { DEEPEST = 16 };

static lcm_status see_call(const lcm_node *node, void *user);

/* Note in "user" whether "node", of a function that is called, is for the team
 * of the caller. */
static lcm_status see_called(const lcm_node *node, void *user) {
  struct following *f = user;
  f->found = f->found || node->kind == LCM_NODE_BARRIER ||
             node->kind == LCM_NODE_PARLOOP ||
             node->kind == LCM_NODE_PARALLEL || node->kind == LCM_NODE_TASK;
  return see_call(node, user);
}

/* Follow the call "node". */
static lcm_status see_call(const lcm_node *node, void *user) {
  struct following *f = user;
  const lcm_function *function =
      node->kind == LCM_NODE_CALL && !f->found
          ? lcm_program_function(f->program, node->u.call.callee)
          : NULL;
  if (!function || !function->body)
    return LCM_OK;
  if (f->depth == DEEPEST) {
    f->found = true;
    return LCM_OK;
  }
  f->depth++;
  lcm_patch_walk(function->body, see_called, f);
  f->depth--;
  return LCM_OK;
}

/* Return whether functions that "node" calls have constructs for the team that
 * calls them: without it they would be for another one. */
static bool calls_for_team(const struct lcm_patching *p, const lcm_node *node) {
  struct following f = {.program = p->before};
  lcm_patch_walk(node, see_call, &f);
  return f.found;
}

/* Let one thread execute the region "node" of "directive". */
static bool serialize_region(struct lcm_patching *p, size_t function,
                             const lcm_node *node,
                             struct lcm_patch_directive *directive) {
  struct lcm_patch_source *source = lcm_patch_source_of(p, node);
  if (lcm_patch_team_at(p->after, function, &node->loc) ||
      lcm_directive_copies(directive) || calls_for_team(p, node) ||
      has_inside(source, directive->begin, node->loc.end)) {
    lcm_directive_set(source, directive, "num_threads", "1");
    return true;
  }
  drop_sections(source, directive->begin, node->loc.end);
  directive->dropped = true;
  return true;
}

/* Let one thread of a team execute the construct "node" of "directive". */
static void serialize_construct(struct lcm_patching *p, const lcm_node *node,
                                struct lcm_patch_directive *directive) {
  static const char *const GONE[] = {"schedule",  "collapse",    "ordered",
                                     "reduction", "lastprivate", "linear",
                                     "order"};
  struct lcm_patch_source *source = lcm_patch_source_of(p, node);
  for (size_t i = 0; i < sizeof GONE / sizeof *GONE; i++)
    lcm_directive_unset(directive, GONE[i]);
  drop_sections(source, directive->begin, node->loc.end);
  directive->name = "single";
  directive->changed = true;
}

bool lcm_patch_serialize(struct lcm_patching *p,
                         const struct lcm_edit_spot *spots, size_t n) {
  const lcm_node *node = spots->node;
  struct lcm_patch_directive *directive = lcm_patch_need_directive(p, spots);
  (void)n;
  if (!directive)
    return false;
  if (node->kind == LCM_NODE_TASK) {
    lcm_directive_set(lcm_patch_source_of(p, node), directive, "if", "0");
    return true;
  }
  const lcm_node *parent =
      spots->n_above ? spots->above[spots->n_above - 1] : NULL;
  if (node->kind == LCM_NODE_TEAM || (parent && parent->kind == LCM_NODE_TEAM &&
                                      !strncmp(directive->name, "parallel", 8)))
    return serialize_region(p, spots->function,
                            node->kind == LCM_NODE_TEAM ? node : parent,
                            directive);
  serialize_construct(p, node, directive);
  return true;
}

/* ---- nowait -------------------------------------------------------------- */

bool lcm_patch_nowait(struct lcm_patching *p, const struct lcm_edit_spot *spots,
                      size_t n) {
  struct lcm_patch_directive *directive = lcm_patch_need_directive(p, spots);
  (void)n;
  if (!directive)
    return false;
  if (!strcmp(directive->name, "barrier"))
    directive->dropped = true;
  else if (!strncmp(directive->name, "parallel", 8))
    return lcm_patch_cannot(p, spots->node,
                            "threads always meet where a region ends");
  else
    lcm_directive_set(lcm_patch_source_of(p, spots->node), directive, "nowait",
                      NULL);
  return true;
}

/* ---- threads ------------------------------------------------------------- */

/* Regions whose number of threads an edit changes. */
struct sized {
  struct lcm_patching *p;
  size_t function;
  bool failed;
  size_t n;
};

/* Write the number of threads of the region "node" of the edited structure
 * where that changed. */
static lcm_status size_region(const lcm_node *node, void *user) {
  struct sized *s = user;
  if (node->kind != LCM_NODE_TEAM || s->failed)
    return LCM_OK;
  const lcm_node *old =
      lcm_patch_team_at(s->p->before, s->function, &node->loc);
  if (old && old->u.team.size == node->u.team.size)
    return LCM_OK;
  const struct lcm_edit_spot spot = {.function = s->function, .node = node};
  struct lcm_patch_directive *directive = lcm_patch_need_directive(s->p, &spot);
  s->failed = !directive;
  s->n++;
  if (directive && !strcmp(s->p->step->argument, "p"))
    lcm_directive_unset(directive, "num_threads");
  else if (directive)
    lcm_directive_set(lcm_patch_source_of(s->p, node), directive, "num_threads",
                      s->p->step->argument);
  return LCM_OK;
}

/* Return whether the expression "text" speaks of the processors, p, which no
 * program knows by that name. */
static bool says_p(const char *text) {
  static const char NAME[] =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
  while (*text) {
    const size_t n = strspn(text, NAME);
    if (n == 1 && *text == 'p')
      return true;
    text += n ? n : 1;
  }
  return false;
}

bool lcm_patch_threads(struct lcm_patching *p,
                       const struct lcm_edit_spot *spots, size_t n) {
  struct sized s = {.p = p};
  (void)n;
  if (strcmp(p->step->argument, "p") != 0 && says_p(p->step->argument))
    return lcm_patch_cannot(p, spots->node,
                            "the program has no name for p, the number of "
                            "processors: give a number");
  for (size_t i = 0; i < p->after->n_functions; i++) {
    s.function = i;
    if (p->after->functions[i].body)
      lcm_patch_walk(p->after->functions[i].body, size_region, &s);
  }
  return s.n ? !s.failed
             : lcm_patch_cannot(p, spots->node,
                                "the regions are told the number by those who "
                                "call them: change the argument there");
}

/* ---- prioritize ---------------------------------------------------------- */

bool lcm_patch_prioritize(struct lcm_patching *p,
                          const struct lcm_edit_spot *spots, size_t n) {
  struct lcm_patch_directive *directive = lcm_patch_need_directive(p, spots);
  (void)n;
  if (directive)
    lcm_directive_set(lcm_patch_source_of(p, spots->node), directive,
                      "priority", p->step->argument);
  return directive != NULL;
}
