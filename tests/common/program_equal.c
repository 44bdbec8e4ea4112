/* Whether two programs are the same. */
#include <string.h>

#include "model/lcs/fields.h"
#include "tests/common/program_equal.h"

/* Return whether the strings "a" and "b", which may be NULL, are equal. */
static bool same_text(const char *a, const char *b) {
  return a == b || (a && b && !strcmp(a, b));
}

/* Return whether "a" and "b" are the same place. */
static bool same_loc(lcm_loc a, lcm_loc b) {
  return same_text(a.file, b.file) && a.line == b.line &&
         a.column == b.column && a.begin == b.begin && a.end == b.end;
}

/* Return whether "a" and "b" are the same instance. */
static bool same_instance(const struct lcm_instance *a,
                          const struct lcm_instance *b) {
  if (!same_text(a->name, b->name) || a->n_indices != b->n_indices)
    return false;
  for (size_t i = 0; i < a->n_indices; i++)
    if (a->indices[i] != b->indices[i])
      return false;
  return true;
}

static bool same_range(const lcm_iteration *a, const lcm_iteration *b) {
  return same_text(a->index, b->index) && a->from == b->from &&
         a->to == b->to && a->step == b->step && a->factor == b->factor;
}

/* Return whether "a" and "b" are the same section with the same fields. */
static bool same_section(const lcm_section *a, const lcm_section *b) {
  if (!same_text(a->datum, b->datum) || a->n_extents != b->n_extents ||
      a->n_over != b->n_over || !same_loc(a->loc, b->loc) ||
      !lcs_fields_equal(LCS_SECTION, a, b))
    return false;
  if (!a->also != !b->also || (a->also && !same_section(a->also, b->also)))
    return false;
  for (size_t i = 0; i < a->n_over; i++)
    if (!same_range(&a->over[i], &b->over[i]))
      return false;
  for (size_t i = 0; i < a->n_extents; i++)
    if (a->extents[i].lower != b->extents[i].lower ||
        a->extents[i].length != b->extents[i].length ||
        !same_text(a->extents[i].field, b->extents[i].field))
      return false;
  return true;
}

/* Return whether the "n" sections of "a" and of "b" are the same. */
static bool same_sections(const lcm_section *a, const lcm_section *b,
                          size_t n) {
  for (size_t i = 0; i < n; i++)
    if (!same_section(&a[i], &b[i]))
      return false;
  return true;
}

/* Return whether "a" and "b" have the same models. */
static bool same_models(const lcm_node *a, const lcm_node *b) {
  if (a->n_models != b->n_models)
    return false;
  for (size_t i = 0; i < a->n_models; i++) {
    const lcm_model *x = &a->models[i];
    const lcm_model *y = &b->models[i];
    if (!same_text(x->category, y->category) || x->expr != y->expr ||
        !same_loc(x->loc, y->loc) || !lcs_fields_equal(LCS_MODEL, x, y))
      return false;
  }
  return true;
}

/* Return whether "a" and "b" have the same `with`, `assume` and attributes. */
static bool same_notes(const lcm_node *a, const lcm_node *b) {
  if (a->n_with != b->n_with || a->n_again != b->n_again ||
      a->n_assumes != b->n_assumes || a->n_attributes != b->n_attributes)
    return false;
  for (size_t i = 0; i < a->n_with; i++)
    if (!same_text(a->with[i].name, b->with[i].name) ||
        a->with[i].value != b->with[i].value)
      return false;
  for (size_t i = 0; i < a->n_again; i++)
    if (a->again[i].bytes != b->again[i].bytes ||
        a->again[i].set != b->again[i].set)
      return false;
  for (size_t i = 0; i < a->n_assumes; i++)
    if (!same_text(a->assumes[i], b->assumes[i]))
      return false;
  for (size_t i = 0; i < a->n_attributes; i++)
    if (!same_text(a->attributes[i].key, b->attributes[i].key) ||
        !same_text(a->attributes[i].value, b->attributes[i].value))
      return false;
  return true;
}

/* Return whether the loops "a" and "b" have the same ranges. */
static bool same_ranges(const lcm_node *a, const lcm_node *b) {
  if (a->u.loop.n_ranges != b->u.loop.n_ranges)
    return false;
  for (size_t i = 0; i < a->u.loop.n_ranges; i++)
    if (!same_range(&a->u.loop.ranges[i], &b->u.loop.ranges[i]))
      return false;
  return true;
}

/* Return whether the branches "a" and "b" are taken alike. */
static bool same_choice(const lcm_node *a, const lcm_node *b) {
  if (!a->u.branch.probabilities != !b->u.branch.probabilities)
    return false;
  for (size_t i = 0; i < a->n_children; i++)
    if (lcs_at(a->u.branch.conditions, i) !=
            lcs_at(b->u.branch.conditions, i) ||
        lcs_at(a->u.branch.probabilities, i) !=
            lcs_at(b->u.branch.probabilities, i))
      return false;
  return true;
}

/* Return whether argument "i" of the calls "a" and "b" points to the same. */
static bool same_place(const lcm_node *a, const lcm_node *b, size_t i) {
  static const lcm_section NOWHERE = {0};
  const lcm_section *x = a->u.call.places ? &a->u.call.places[i] : &NOWHERE;
  const lcm_section *y = b->u.call.places ? &b->u.call.places[i] : &NOWHERE;
  return x->datum || y->datum ? same_section(x, y) : true;
}

/* Return whether the calls "a" and "b" have the same arguments. */
static bool same_arguments(const lcm_node *a, const lcm_node *b) {
  if (a->u.call.n_args != b->u.call.n_args)
    return false;
  for (size_t i = 0; i < a->u.call.n_args; i++)
    if (a->u.call.args[i] != b->u.call.args[i] ||
        lcs_at(a->u.call.sizes, i) != lcs_at(b->u.call.sizes, i) ||
        !same_place(a, b, i))
      return false;
  return true;
}

/* Return whether the message operations "a" and "b" are given and set the
 * same numbers. */
static bool same_numbers(const struct lcm_mpi_call *a,
                         const struct lcm_mpi_call *b) {
  if (a->n_args != b->n_args || a->n_sets != b->n_sets)
    return false;
  for (size_t i = 0; i < a->n_args; i++)
    if (a->args[i] != b->args[i])
      return false;
  for (size_t i = 0; i < a->n_sets; i++)
    if (!same_text(a->sets[i], b->sets[i]))
      return false;
  return true;
}

/* Return whether the tasks "a" and "b" have the same dependences. */
static bool same_depends(const lcm_node *a, const lcm_node *b) {
  if (a->u.task.n_depends != b->u.task.n_depends)
    return false;
  for (size_t i = 0; i < a->u.task.n_depends; i++)
    if (!same_text(a->u.task.depends[i].type, b->u.task.depends[i].type) ||
        !same_section(&a->u.task.depends[i].section,
                      &b->u.task.depends[i].section))
      return false;
  return true;
}

/* Return whether "a" and "b", of one kind, agree in what only that kind has. */
static bool same_kind(const lcm_node *a, const lcm_node *b) {
  size_t n = 0;
  size_t m = 0;
  const struct lcm_instance *x = lcs_node_instances(&n, a);
  const struct lcm_instance *y = lcs_node_instances(&m, b);
  if (n != m)
    return false;
  for (size_t i = 0; i < n; i++)
    if (!same_instance(&x[i], &y[i]))
      return false;
  if (lcm_node_is_loop(a->kind))
    return same_ranges(a, b);
  if (a->kind == LCM_NODE_BRANCH)
    return same_choice(a, b);
  if (a->kind == LCM_NODE_CALL)
    return same_arguments(a, b);
  if (a->kind == LCM_NODE_MESSAGE)
    return same_numbers(a->u.message, b->u.message);
  return a->kind != LCM_NODE_TASK || same_depends(a, b);
}

/* Return whether the trees "a" and "b" are the same. */
static bool same_node(const lcm_node *a, const lcm_node *b) {
  if (a->kind != b->kind || a->id != b->id || !same_loc(a->loc, b->loc) ||
      a->fingerprint != b->fingerprint || a->n_children != b->n_children ||
      a->n_reads != b->n_reads || a->n_writes != b->n_writes ||
      !lcs_fields_equal(lcs_common_fields(), a, b) ||
      !lcs_fields_equal(lcs_kind_fields(a->kind), lcs_kind_object(a),
                        lcs_kind_object(b)) ||
      !same_kind(a, b) || !same_models(a, b) ||
      !same_sections(a->reads, b->reads, a->n_reads) ||
      !same_sections(a->writes, b->writes, a->n_writes) || !same_notes(a, b))
    return false;
  for (size_t i = 0; i < a->n_children; i++)
    if (!same_node(a->children[i], b->children[i]))
      return false;
  return true;
}

/* Return whether "f" and "g" are the same function. */
static bool same_function(const lcm_function *f, const lcm_function *g) {
  if (strcmp(f->key, g->key) != 0 || f->n_params != g->n_params ||
      !f->body != !g->body || !same_loc(f->loc, g->loc) ||
      !lcs_fields_equal(LCS_FUNCTION, f, g))
    return false;
  for (size_t i = 0; i < f->n_params; i++)
    if (strcmp(f->params[i], g->params[i]) != 0)
      return false;
  return !f->body || same_node(f->body, g->body);
}

/* Return whether the "n" subscripts of "a" and of "b" are the same. */
static bool same_subscripts(const struct lcm_range *a,
                            const struct lcm_range *b, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (!same_text(a[i].index, b[i].index) || a[i].from != b[i].from ||
        a[i].to != b[i].to)
      return false;
  return true;
}

/* Return whether the resources "a" and "b" are the same. */
static bool same_resource(const lcm_resource *a, const lcm_resource *b) {
  return same_text(a->name, b->name) && a->n_ranges == b->n_ranges &&
         same_loc(a->loc, b->loc) && lcs_fields_equal(LCS_RESOURCE, a, b) &&
         same_subscripts(a->ranges, b->ranges, a->n_ranges);
}

static bool same_condition(const struct lcm_condition *a,
                           const struct lcm_condition *b) {
  return same_text(a->name, b->name) && a->n_ranges == b->n_ranges &&
         same_loc(a->loc, b->loc) &&
         same_subscripts(a->ranges, b->ranges, a->n_ranges);
}

/* Return whether the draws "a" and "b" are the same. */
static bool same_draw(const struct lcm_draw *a, const struct lcm_draw *b) {
  if (!same_text(a->name, b->name) || a->n_args != b->n_args ||
      !same_loc(a->loc, b->loc) || !lcs_fields_equal(LCS_DRAW, a, b))
    return false;
  for (size_t i = 0; i < a->n_args; i++)
    if (a->args[i] != b->args[i])
      return false;
  return true;
}

/* Return whether "a" and "b" have the same conditions and draws. */
static bool same_conditions(const lcm_program *a, const lcm_program *b) {
  if (a->n_conditions != b->n_conditions || a->n_draws != b->n_draws)
    return false;
  for (size_t i = 0; i < a->n_conditions; i++)
    if (!same_condition(&a->conditions[i], &b->conditions[i]))
      return false;
  for (size_t i = 0; i < a->n_draws; i++)
    if (!same_draw(&a->draws[i], &b->draws[i]))
      return false;
  return true;
}

/* Return whether "a" and "b" have the same params and resources. */
static bool same_params(const lcm_program *a, const lcm_program *b) {
  if (a->n_params != b->n_params || a->n_resources != b->n_resources)
    return false;
  for (size_t i = 0; i < a->n_params; i++)
    if (!same_text(a->params[i].name, b->params[i].name) ||
        !same_loc(a->params[i].loc, b->params[i].loc) ||
        !lcs_fields_equal(LCS_PARAM, &a->params[i], &b->params[i]))
      return false;
  for (size_t i = 0; i < a->n_resources; i++)
    if (!same_resource(&a->resources[i], &b->resources[i]))
      return false;
  return true;
}

/* Return whether "a" and "b" have the same categories and covariances. */
static bool same_declarations(const lcm_program *a, const lcm_program *b) {
  if (a->n_categories != b->n_categories ||
      a->n_covariances != b->n_covariances)
    return false;
  for (size_t i = 0; i < a->n_categories; i++)
    if (!same_text(a->categories[i].name, b->categories[i].name) ||
        !same_loc(a->categories[i].loc, b->categories[i].loc) ||
        !lcs_fields_equal(LCS_CATEGORY, &a->categories[i], &b->categories[i]))
      return false;
  for (size_t i = 0; i < a->n_covariances; i++) {
    const struct lcm_covariance *x = &a->covariances[i];
    const struct lcm_covariance *y = &b->covariances[i];
    if (!same_text(x->a, y->a) || !same_text(x->b, y->b) ||
        x->value != y->value || x->correlation != y->correlation ||
        !same_loc(x->loc, y->loc))
      return false;
  }
  return true;
}

/* Return whether the "n" words at "a" and at "b" are the same. */
static bool same_words(const char *const *a, const char *const *b, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (!same_text(a[i], b[i]))
      return false;
  return true;
}

static bool same_pointer(const lcm_pointer *a, const lcm_pointer *b) {
  return same_text(a->name, b->name) && a->n_holds == b->n_holds &&
         a->n_from == b->n_from && a->n_given == b->n_given &&
         same_words(a->holds, b->holds, a->n_holds) &&
         same_words(a->from, b->from, a->n_from) &&
         same_words(a->given, b->given, a->n_given) &&
         lcs_fields_equal(LCS_POINTER, a, b);
}

/* Return whether "a" and "b" have the same pointers. */
static bool same_pointers(const lcm_program *a, const lcm_program *b) {
  if (a->n_pointers != b->n_pointers)
    return false;
  for (size_t i = 0; i < a->n_pointers; i++)
    if (!same_pointer(&a->pointers[i], &b->pointers[i]))
      return false;
  return true;
}

/* Return whether "a" and "b" say the same of where pointers point. */
static bool same_points(const lcm_program *a, const lcm_program *b) {
  if (a->n_points != b->n_points)
    return false;
  for (size_t i = 0; i < a->n_points; i++)
    if (!same_text(a->points[i].name, b->points[i].name) ||
        !same_section(&a->points[i].place, &b->points[i].place))
      return false;
  return true;
}

bool lcm_program_equal(const lcm_program *a, const lcm_program *b) {
  if (a->n_files != b->n_files || a->n_functions != b->n_functions ||
      !same_text(a->entry, b->entry) || !same_text(a->variant, b->variant) ||
      a->nesting_off != b->nesting_off || a->is_model != b->is_model ||
      !same_text(a->unit, b->unit) || !same_params(a, b) ||
      !same_conditions(a, b) || !same_declarations(a, b) ||
      !same_pointers(a, b) || !same_points(a, b))
    return false;
  for (size_t i = 0; i < a->n_files; i++)
    if (!same_text(a->files[i], b->files[i]))
      return false;
  for (size_t i = 0; i < a->n_functions; i++)
    if (!same_function(&a->functions[i], &b->functions[i]))
      return false;
  return true;
}
