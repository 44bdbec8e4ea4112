/* Dependences of tasks by `depend` items: their keys, and when tasks that name
 * them may start. */
#include <math.h>
#include <string.h>

#include "composer/engine/env.h"
#include "composer/engine/team/depend.h"

/* ---- what dependences name ----------------------------------------------- */

/* Return "section" with the values that its subscripts have now. */
static lcm_section evaluated(struct lcm_run *run, const lcm_section *section) {
  lcm_section out = *section;
  struct lcm_extent *extents =
      LCM_NEW_ARRAY(lcm_ctx_arena(run->ctx), struct lcm_extent, out.n_extents);
  for (size_t i = 0; i < out.n_extents; i++) {
    double value = 0;
    extents[i] = section->extents[i];
    if (extents[i].lower && lcm_run_derived(&value, run, extents[i].lower))
      extents[i].lower = lcm_expr_real(run->ctx, value);
  }
  out.extents = extents;
  return out;
}

/* Return "section" of the function being executed, evaluated, as a part of the
 * data of the run where what its parameter points to is known. */
static lcm_section of_the_run(struct lcm_run *run, const lcm_section *section) {
  const lcm_section out = evaluated(run, section);
  const size_t i = lcm_function_param(run->function, section);
  return run->pointees && i < run->function->n_params && run->pointees[i].datum
             ? lcm_section_behind(run->ctx, &run->pointees[i], &out)
             : out;
}

const lcm_section *lcm_run_pointees(struct lcm_run *run, const lcm_node *node,
                                    const lcm_function *callee) {
  lcm_section *out =
      LCM_NEW_ARRAY(lcm_ctx_arena(run->ctx), lcm_section, callee->n_params + 1);
  for (size_t i = 0; i < callee->n_params && i < node->u.call.n_args; i++)
    if (node->u.call.places && node->u.call.places[i].datum &&
        !node->u.call.places[i].also)
      out[i] = of_the_run(run, &node->u.call.places[i]);
  return out;
}

const char *lcm_run_depend_key(struct lcm_run *run, const lcm_section *of) {
  lcm_arena *arena = lcm_ctx_arena(run->ctx);
  const lcm_section section = of_the_run(run, of);
  const char *key = section.key ? section.key : section.datum;
  for (size_t i = 0; i < section.n_extents; i++) {
    const struct lcm_extent *extent = &section.extents[i];
    double value = 0;
    if (extent->field)
      key = lcm_arena_printf(arena, "%s.%s", key, extent->field);
    else if (extent->lower && lcm_run_derived(&value, run, extent->lower))
      key = lcm_arena_printf(arena, "%s[%.15g]", key, value);
  }
  return lcm_intern(run->ctx, key);
}

/* ---- who has done what --------------------------------------------------- */

bool lcm_depend_writes(const struct lcm_depend *of) {
  return strcmp(of->type, "in") != 0;
}

double lcm_elders_end(struct lcm_run *run, const struct lcm_elders *elders,
                      const lcm_node *node, struct lcm_trail **last) {
  double end = -INFINITY;
  for (size_t i = 0; i < node->u.task.n_depends; i++) {
    const struct lcm_depend *of = &node->u.task.depends[i];
    size_t at = 0;
    if (!lcm_map_get(&elders->index, lcm_run_depend_key(run, &of->section),
                     &at))
      continue;
    const struct lcm_elder *elder = &elders->at.at[at];
    if (elder->written > end) {
      end = elder->written;
      *last = elder->writer;
    }
    if (lcm_depend_writes(of) && elder->read > end) {
      end = elder->read;
      *last = elder->reader;
    }
  }
  return end;
}

/* Return the place of "key" in "elders", a new one if need be. */
static struct lcm_elder *elder_of(struct lcm_run *run,
                                  struct lcm_elders *elders, const char *key) {
  lcm_arena *arena = lcm_ctx_arena(run->ctx);
  size_t at = elders->at.n;
  if (!lcm_map_get(&elders->index, key, &at)) {
    const struct lcm_elder none = {.written = -INFINITY, .read = -INFINITY};
    lcm_map_put(arena, &elders->index, key, at);
    LCM_LIST_ADD(arena, &elders->at, none);
  }
  return &elders->at.at[at];
}

void lcm_elders_add(struct lcm_run *run, struct lcm_elders *elders,
                    const lcm_node *node, double end, struct lcm_trail *trail) {
  for (size_t i = 0; i < node->u.task.n_depends; i++) {
    const struct lcm_depend *of = &node->u.task.depends[i];
    struct lcm_elder *elder =
        elder_of(run, elders, lcm_run_depend_key(run, &of->section));
    if (!lcm_depend_writes(of) && end > elder->read) {
      elder->read = end;
      elder->reader = trail;
    } else if (lcm_depend_writes(of)) {
      *elder = (struct lcm_elder){
          .written = end, .read = -INFINITY, .writer = trail};
    }
  }
}
