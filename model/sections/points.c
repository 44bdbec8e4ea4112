/* Sections behind pointers that other files set, or functions of other files
 * return: which data they are. */
#include <string.h>

#include "base/list.h"
#include "base/map.h"
#include "model/sections/points.h"
#include "model/sections/section.h"

enum { MAX_CHAIN = 8 };

static const char CALL[] = "a call returns the pointer to it";
static const char ELSEWHERE[] = "a pointer to it may point elsewhere";

/* A settling under way. */
struct settling {
  lcm_ctx *ctx;
  const lcm_program *program;
  /* from a name to the first of the program's points of that name */
  lcm_map first;
  size_t *next; /* of each, the number of the next one of its name; 0: none */
};

typedef LCM_LIST(lcm_section) section_list;

static void settle(section_list *out, struct settling *s,
                   const lcm_section *section, unsigned depth);

/* Index the points of the program. */
static void find_points(struct settling *s) {
  lcm_arena *arena = lcm_ctx_arena(s->ctx);
  const lcm_program *program = s->program;
  s->next = LCM_NEW_ARRAY(arena, size_t, program->n_points + 1);
  for (size_t i = program->n_points; i-- > 0;) {
    size_t known = 0;
    if (lcm_map_get(&s->first, program->points[i].name, &known))
      s->next[i] = known;
    lcm_map_put(arena, &s->first, program->points[i].name, i + 1);
  }
}

/* Return whether "a" and "b" stand in one file. */
static bool same_file(const lcm_section *a, const lcm_section *b) {
  return a->loc.file && b->loc.file && !strcmp(a->loc.file, b->loc.file);
}

/* Add "section" to "out" unless it is there. */
static void add(section_list *out, struct settling *s,
                const lcm_section *section) {
  for (size_t i = 0; i < out->n; i++)
    if (lcm_section_equal(&out->at[i], section)) {
      if (!out->at[i].why && section->why)
        out->at[i] = *section;
      return;
    }
  LCM_LIST_ADD(lcm_ctx_arena(s->ctx), out, *section);
}

/* Let "section" be a bound, for the reason "why" where it has none. */
static void doubt(lcm_section *section, const char *why) {
  section->why = section->why ? section->why : why;
  section->exact = section->maybe = false;
}

/* Add what "section" is where the pointer that it lies behind points to
 * "place"; "own": the file that it stands in sets that pointer, too. */
static void add_place(section_list *out, struct settling *s,
                      const lcm_section *section, const lcm_section *place,
                      bool own, unsigned depth) {
  lcm_section at = *section;
  const char *name = section->via;
  at.via = NULL;
  at.also = NULL;
  if (!strcmp(place->datum, LCM_POINTS_NONE) || place->key == name) {
    if (!place->exact)
      doubt(&at, place->why ? place->why : ELSEWHERE);
  } else if (own) {
    at = *place;
    at.loc = section->loc;
    at.extents = NULL;
    at.n_extents = 0;
    at.element = NULL;
    doubt(&at, ELSEWHERE);
  } else {
    at = lcm_section_behind(s->ctx, place, section);
    at.via = place->via;
  }
  settle(out, s, &at, depth + 1);
}

/* Add what "section" is by the points from number "i" on, counted from 1, that
 * other files say. */
static void add_points(section_list *out, struct settling *s,
                       const lcm_section *section, size_t i, unsigned depth) {
  const struct lcm_points *points = s->program->points;
  section_list found = {0};
  bool own = false;
  for (size_t k = i; k; k = s->next[k - 1])
    own = own || same_file(&points[k - 1].place, section);
  if (own) {
    lcm_section at = *section;
    at.via = NULL;
    at.also = NULL;
    add(&found, s, &at);
  }
  for (size_t k = i; k; k = s->next[k - 1])
    if (!same_file(&points[k - 1].place, section))
      add_place(&found, s, section, &points[k - 1].place, own, depth);
  for (size_t k = 0; k < found.n; k++) {
    if (found.n > 1)
      doubt(&found.at[k], ELSEWHERE);
    add(out, s, &found.at[k]);
  }
}

/* Add what "section" is to "out". */
static void settle(section_list *out, struct settling *s,
                   const lcm_section *section, unsigned depth) {
  size_t first = 0;
  lcm_section at = *section;
  at.also = NULL;
  if (at.via && depth < MAX_CHAIN && lcm_map_get(&s->first, at.via, &first)) {
    add_points(out, s, section, first, depth);
    return;
  }
  const size_t n = at.via ? strlen(at.via) : 0;
  if (depth >= MAX_CHAIN || (n > 2 && !strcmp(at.via + n - 2, "()")))
    doubt(&at, CALL);
  at.via = NULL;
  add(out, s, &at);
}

/* Return whether one of the "n" sections at "sections" lies behind a pointer of
 * which other files may say something. */
static bool has_via(const lcm_section *sections, size_t n) {
  for (size_t i = 0; i < n; i++)
    for (const lcm_section *at = &sections[i]; at; at = at->also)
      if (at->via)
        return true;
  return false;
}

/* Put what the "*n" sections at "*sections" are there. */
static void settle_all(struct settling *s, const lcm_section **sections,
                       size_t *n) {
  section_list out = {0};
  if (!has_via(*sections, *n))
    return;
  for (size_t i = 0; i < *n; i++)
    if ((*sections)[i].via)
      settle(&out, s, &(*sections)[i], 0);
    else
      LCM_LIST_ADD(lcm_ctx_arena(s->ctx), &out, (*sections)[i]);
  *sections = out.at;
  *n = out.n;
}

/* Return what "section", to which an argument points, is. */
static lcm_section settled_place(struct settling *s,
                                 const lcm_section *section) {
  section_list out = {0};
  for (const lcm_section *at = section; at; at = at->also)
    settle(&out, s, at, 0);
  for (size_t i = 0; i < out.n; i++)
    out.at[i].also = i + 1 < out.n ? &out.at[i + 1] : NULL;
  return out.at[0];
}

/* Settle what the arguments of the call "node" point to. */
static void settle_places(struct settling *s, lcm_node *node) {
  const size_t n = node->u.call.n_args;
  if (!node->u.call.places || !has_via(node->u.call.places, n))
    return;
  lcm_section *places =
      LCM_NEW_ARRAY(lcm_ctx_arena(s->ctx), lcm_section, n + 1);
  for (size_t i = 0; i < n; i++)
    places[i] = node->u.call.places[i].datum
                    ? settled_place(s, &node->u.call.places[i])
                    : node->u.call.places[i];
  node->u.call.places = places;
}

/* Settle what the task "node" depends on. */
static void settle_depends(struct settling *s, lcm_node *node) {
  const size_t n = node->u.task.n_depends;
  struct lcm_depend *depends =
      n ? LCM_NEW_ARRAY(lcm_ctx_arena(s->ctx), struct lcm_depend, n) : NULL;
  for (size_t i = 0; i < n; i++) {
    depends[i] = node->u.task.depends[i];
    depends[i].section = settled_place(s, &depends[i].section);
  }
  node->u.task.depends = depends;
}

/* Return whether "node" itself has such sections. */
static bool is_asking(const lcm_node *node) {
  bool found = has_via(node->reads, node->n_reads) ||
               has_via(node->writes, node->n_writes);
  if (node->kind == LCM_NODE_CALL && node->u.call.places)
    found = found || has_via(node->u.call.places, node->u.call.n_args);
  for (size_t i = 0; node->kind == LCM_NODE_TASK && i < node->u.task.n_depends;
       i++)
    found = found || node->u.task.depends[i].section.via;
  return found;
}

/* Return "node" with all that is settled; itself where nothing is. */
static const lcm_node *settle_node(struct settling *s, const lcm_node *node) {
  lcm_arena *arena = lcm_ctx_arena(s->ctx);
  const lcm_node **children = NULL;
  for (size_t i = 0; i < node->n_children; i++) {
    const lcm_node *child = settle_node(s, node->children[i]);
    if (child == node->children[i])
      continue;
    if (!children) {
      children = LCM_NEW_ARRAY(arena, const lcm_node *, node->n_children);
      memcpy(children, node->children, node->n_children * sizeof *children);
    }
    children[i] = child;
  }
  const bool own = is_asking(node);
  if (!own && !children)
    return node;
  lcm_node *copy = LCM_NEW(arena, lcm_node);
  *copy = *node;
  copy->children = children ? children : node->children;
  if (own) {
    settle_all(s, &copy->reads, &copy->n_reads);
    settle_all(s, &copy->writes, &copy->n_writes);
    if (copy->kind == LCM_NODE_CALL)
      settle_places(s, copy);
    if (copy->kind == LCM_NODE_TASK)
      settle_depends(s, copy);
  }
  return copy;
}

const lcm_program *lcm_points_settle(lcm_ctx *ctx, const lcm_program *program) {
  lcm_arena *arena = lcm_ctx_arena(ctx);
  struct settling s = {.ctx = ctx, .program = program};
  lcm_function *functions =
      LCM_NEW_ARRAY(arena, lcm_function, program->n_functions + 1);
  bool changed = false;
  find_points(&s);
  for (size_t i = 0; i < program->n_functions; i++) {
    functions[i] = program->functions[i];
    if (!functions[i].body)
      continue;
    functions[i].body = settle_node(&s, functions[i].body);
    changed = changed || functions[i].body != program->functions[i].body;
  }
  if (!changed)
    return program;
  lcm_program *copy = LCM_NEW(arena, lcm_program);
  *copy = *program;
  copy->functions = functions;
  return copy;
}
