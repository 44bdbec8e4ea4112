/* A whole program, or one unit of it: declarations and functions, each with a
 * tree of nodes. */
#pragma once

#include "model/structure/declaration.h"
#include "model/structure/node.h"

/* A function of the program. */
typedef struct lcm_function {
  /* interned identity: "name", or "file:name" for a static one */
  const char *key;
  const char *name;       /* as in the source */
  const char *usr;        /* libclang's USR; may be NULL */
  const char *flags_hash; /* of the compiler flags that matter; "" when none */
  /* canonical type, to match indirect calls; may be NULL */
  const char *type;
  /* its parameters that are `restrict` pointers, with blanks between; NULL:
   * none */
  const char *restricts;
  const char *const *params; /* names of its parameters; "" where unnamed */
  size_t n_params;
  /* NULL for an external function that is only declared */
  const lcm_node *body;
  bool address_taken; /* a possible target of indirect calls */
  bool is_static;
  bool weak;     /* several units may define it, one of them counts */
  bool variadic; /* variadic, is_static: as in the source */
  lcm_loc loc;
} lcm_function;

/* What has to hold for an edit that was made (model/edit/edit.h). */
struct lcm_premise {
  const char *edit; /* as it was given */
  const char *text; /* what has to hold, or what was taken for granted */
  bool proved;      /* it is known to hold: else it is assumed */
  /* of the construct that was changed; nowhere where that is not known */
  lcm_loc at;
};

/* A whole program or one unit of it. */
typedef struct lcm_program {
  const char *const *files;
  size_t n_files;
  const lcm_function *functions;
  size_t n_functions;
  const lcm_param *params;
  size_t n_params;
  const lcm_resource *resources;
  size_t n_resources;
  const struct lcm_condition *conditions; /* declared ones only */
  size_t n_conditions;
  const struct lcm_draw *draws;
  size_t n_draws;
  const lcm_category *categories;
  size_t n_categories;
  const struct lcm_covariance *covariances;
  size_t n_covariances;
  /* One of each name, sorted by name, all lists in it sorted. */
  const lcm_pointer *pointers;
  size_t n_pointers;
  const struct lcm_points *points;
  size_t n_points;
  /* Key of the function where the run begins; NULL until linked. */
  const char *entry;
  /* Nested teams are off in the source (omp_set_max_active_levels(1)). */
  bool nesting_off;
  /* The name of this variant, or NULL. */
  const char *variant;
  /* A model that no program stands behind: it has no speedup. */
  bool is_model;
  /* What the times of a model are plain numbers of: "s", "ms", "us", "ns";
   * NULL: nothing, and they are taken as seconds. */
  const char *unit;
  /* Of the edits that were made since it was read; they are in no text form. */
  const struct lcm_premise *premises;
  size_t n_premises;
} lcm_program;

/* Return the draw of "program" called "name" (interned), or NULL. */
const struct lcm_draw *lcm_program_draw(const lcm_program *program,
                                        const char *name);

/* Return the function of "program" called "key", or NULL (time linear in the
 * number of functions the first time, constant afterwards is not promised). */
const lcm_function *lcm_program_function(const lcm_program *program,
                                         const char *key);

/* Return the number of the parameter of "function" that "section" is a part of,
 * or how many it has. */
size_t lcm_function_param(const lcm_function *function,
                          const lcm_section *section);
