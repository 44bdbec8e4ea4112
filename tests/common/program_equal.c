/* Whether two programs are the same. */
#include <string.h>

#include "model/lcs/fields.h"
#include "tests/common/program_equal.h"

static bool same_text(const char *a, const char *b) {
  return a == b || (a && b && !strcmp(a, b));
}

static bool same_loc(lcm_loc a, lcm_loc b) {
  return same_text(a.file, b.file) && a.line == b.line &&
         a.column == b.column && a.begin == b.begin && a.end == b.end;
}

/* Whether what is at "x" and at "y" is the same. */
typedef bool same_fn(const void *x, const void *y);

/* Return whether "same" holds for each of the "n" elements of "size" bytes at
 * "x" and at "y". */
static bool same_all(same_fn *same, const void *x, const void *y, size_t n,
                     size_t size) {
  for (size_t i = 0; i < n; i++)
    if (!same((const char *)x + i * size, (const char *)y + i * size))
      return false;
  return true;
}

/* Whether "a" and "b" have the same "n" elements in "list". */
#define ALL(same, list, n)                                                     \
  (a->n == b->n && same_all(same, a->list, b->list, a->n, sizeof *a->list))

static bool same_word(const void *x, const void *y) {
  return same_text(*(const char *const *)x, *(const char *const *)y);
}

static bool same_expr(const void *x, const void *y) {
  return *(const lcm_expr *const *)x == *(const lcm_expr *const *)y;
}

/* Return whether two instances are the same. */
static bool same_instance(const void *x, const void *y) {
  const struct lcm_instance *a = x;
  const struct lcm_instance *b = y;
  return same_text(a->name, b->name) && ALL(same_expr, indices, n_indices);
}

/* Return whether two ranges are the same. */
static bool same_range(const void *x, const void *y) {
  const lcm_iteration *a = x;
  const lcm_iteration *b = y;
  return same_text(a->index, b->index) && a->from == b->from &&
         a->to == b->to && a->step == b->step && a->factor == b->factor;
}

/* Return whether two extents are the same. */
static bool same_extent(const void *x, const void *y) {
  const struct lcm_extent *a = x;
  const struct lcm_extent *b = y;
  return a->lower == b->lower && a->length == b->length &&
         same_text(a->field, b->field);
}

/* Return whether the sections "x" and "y" are the same with the same fields. */
static bool same_section(const void *x, const void *y) {
  const lcm_section *a = x;
  const lcm_section *b = y;
  return same_text(a->datum, b->datum) && same_loc(a->loc, b->loc) &&
         lcs_fields_equal(LCS_SECTION, a, b) && !a->also == !b->also &&
         (!a->also || same_section(a->also, b->also)) &&
         ALL(same_range, over, n_over) && ALL(same_extent, extents, n_extents);
}

/* Return whether two models are the same. */
static bool same_model(const void *x, const void *y) {
  const lcm_model *a = x;
  const lcm_model *b = y;
  return same_text(a->category, b->category) && a->expr == b->expr &&
         same_loc(a->loc, b->loc) && lcs_fields_equal(LCS_MODEL, a, b);
}

/* Return whether two assignments are the same. */
static bool same_with(const void *x, const void *y) {
  const struct lcm_assign *a = x;
  const struct lcm_assign *b = y;
  return same_text(a->name, b->name) && a->value == b->value;
}

/* Return whether two repeated accesses are the same. */
static bool same_again(const void *x, const void *y) {
  const struct lcm_again *a = x;
  const struct lcm_again *b = y;
  return a->bytes == b->bytes && a->set == b->set;
}

/* Return whether two kinds of slow accesses are the same. */
static bool same_slow(const void *x, const void *y) {
  const struct lcm_slow *a = x;
  const struct lcm_slow *b = y;
  return a->kind == b->kind && a->count == b->count && a->bytes == b->bytes &&
         a->stride == b->stride && a->used == b->used &&
         same_text(a->datum, b->datum);
}

/* Return whether two attributes are the same. */
static bool same_attribute(const void *x, const void *y) {
  const struct lcm_attribute *a = x;
  const struct lcm_attribute *b = y;
  return same_text(a->key, b->key) && same_text(a->value, b->value);
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

/* Return whether two dependences are the same. */
static bool same_depend(const void *x, const void *y) {
  const struct lcm_depend *a = x;
  const struct lcm_depend *b = y;
  return same_text(a->type, b->type) && same_section(&a->section, &b->section);
}

/* Return whether "a" and "b", of one kind, agree in what only that kind has. */
static bool same_kind(const lcm_node *a, const lcm_node *b) {
  size_t n = 0;
  size_t m = 0;
  const struct lcm_instance *x = lcs_node_instances(&n, a);
  const struct lcm_instance *y = lcs_node_instances(&m, b);
  if (n != m || !same_all(same_instance, x, y, n, sizeof *x))
    return false;
  if (lcm_node_is_loop(a->kind))
    return ALL(same_range, u.loop.ranges, u.loop.n_ranges);
  if (a->kind == LCM_NODE_BRANCH)
    return same_choice(a, b);
  if (a->kind == LCM_NODE_CALL)
    return same_arguments(a, b);
  if (a->kind == LCM_NODE_MESSAGE)
    return ALL(same_expr, u.message->args, u.message->n_args) &&
           ALL(same_word, u.message->sets, u.message->n_sets);
  return a->kind != LCM_NODE_TASK ||
         ALL(same_depend, u.task.depends, u.task.n_depends);
}

/* Return whether the trees that the pointers at "x" and "y" lead to are the
 * same. */
static bool same_node(const void *x, const void *y) {
  const lcm_node *a = *(const lcm_node *const *)x;
  const lcm_node *b = *(const lcm_node *const *)y;
  return a->kind == b->kind && a->id == b->id && same_loc(a->loc, b->loc) &&
         a->fingerprint == b->fingerprint && a->n_children == b->n_children &&
         lcs_fields_equal(lcs_common_fields(), a, b) &&
         lcs_fields_equal(lcs_kind_fields(a->kind), lcs_kind_object(a),
                          lcs_kind_object(b)) &&
         same_kind(a, b) && ALL(same_model, models, n_models) &&
         ALL(same_section, reads, n_reads) &&
         ALL(same_section, writes, n_writes) && ALL(same_with, with, n_with) &&
         ALL(same_again, again, n_again) && ALL(same_slow, slow, n_slow) &&
         ALL(same_word, assumes, n_assumes) &&
         ALL(same_attribute, attributes, n_attributes) &&
         ALL(same_node, children, n_children);
}

/* Return whether two functions are the same. */
static bool same_function(const void *x, const void *y) {
  const lcm_function *a = x;
  const lcm_function *b = y;
  return !strcmp(a->key, b->key) && !a->body == !b->body &&
         same_loc(a->loc, b->loc) && lcs_fields_equal(LCS_FUNCTION, a, b) &&
         ALL(same_word, params, n_params) &&
         (!a->body || same_node(&a->body, &b->body));
}

/* Return whether two subscripts are the same. */
static bool same_subscript(const void *x, const void *y) {
  const struct lcm_range *a = x;
  const struct lcm_range *b = y;
  return same_text(a->index, b->index) && a->from == b->from && a->to == b->to;
}

/* Return whether two resources are the same. */
static bool same_resource(const void *x, const void *y) {
  const lcm_resource *a = x;
  const lcm_resource *b = y;
  return same_text(a->name, b->name) && same_loc(a->loc, b->loc) &&
         lcs_fields_equal(LCS_RESOURCE, a, b) &&
         ALL(same_subscript, ranges, n_ranges);
}

/* Return whether two conditions are the same. */
static bool same_condition(const void *x, const void *y) {
  const struct lcm_condition *a = x;
  const struct lcm_condition *b = y;
  return same_text(a->name, b->name) && same_loc(a->loc, b->loc) &&
         ALL(same_subscript, ranges, n_ranges);
}

/* Return whether two draws are the same. */
static bool same_draw(const void *x, const void *y) {
  const struct lcm_draw *a = x;
  const struct lcm_draw *b = y;
  return same_text(a->name, b->name) && same_loc(a->loc, b->loc) &&
         lcs_fields_equal(LCS_DRAW, a, b) && ALL(same_expr, args, n_args);
}

/* Return whether two params are the same. */
static bool same_param(const void *x, const void *y) {
  const lcm_param *a = x;
  const lcm_param *b = y;
  return same_text(a->name, b->name) && same_loc(a->loc, b->loc) &&
         lcs_fields_equal(LCS_PARAM, a, b);
}

/* Return whether two categories are the same. */
static bool same_category(const void *x, const void *y) {
  const lcm_category *a = x;
  const lcm_category *b = y;
  return same_text(a->name, b->name) && same_loc(a->loc, b->loc) &&
         lcs_fields_equal(LCS_CATEGORY, a, b);
}

/* Return whether two covariances are the same. */
static bool same_covariance(const void *x, const void *y) {
  const struct lcm_covariance *a = x;
  const struct lcm_covariance *b = y;
  return same_text(a->a, b->a) && same_text(a->b, b->b) &&
         a->value == b->value && a->correlation == b->correlation &&
         same_loc(a->loc, b->loc);
}

/* Return whether two contracts are the same. */
static bool same_contract(const void *x, const void *y) {
  const lcm_contract *a = x;
  const lcm_contract *b = y;
  return same_loc(a->loc, b->loc) && lcs_fields_equal(LCS_CONTRACT, a, b);
}

/* Return whether two pointers are the same. */
static bool same_pointer(const void *x, const void *y) {
  const lcm_pointer *a = x;
  const lcm_pointer *b = y;
  return same_text(a->name, b->name) && ALL(same_word, holds, n_holds) &&
         ALL(same_word, from, n_from) && ALL(same_word, given, n_given) &&
         lcs_fields_equal(LCS_POINTER, a, b);
}

/* Return whether two pointers to data point to the same. */
static bool same_points(const void *x, const void *y) {
  const struct lcm_points *a = x;
  const struct lcm_points *b = y;
  return same_text(a->name, b->name) && same_section(&a->place, &b->place);
}

bool lcm_program_equal(const lcm_program *a, const lcm_program *b) {
  return same_text(a->entry, b->entry) && same_text(a->variant, b->variant) &&
         a->nesting_off == b->nesting_off && a->is_model == b->is_model &&
         same_text(a->unit, b->unit) && ALL(same_param, params, n_params) &&
         ALL(same_resource, resources, n_resources) &&
         ALL(same_condition, conditions, n_conditions) &&
         ALL(same_draw, draws, n_draws) &&
         ALL(same_category, categories, n_categories) &&
         ALL(same_covariance, covariances, n_covariances) &&
         ALL(same_contract, contracts, n_contracts) &&
         ALL(same_pointer, pointers, n_pointers) &&
         ALL(same_points, points, n_points) && ALL(same_word, files, n_files) &&
         ALL(same_function, functions, n_functions);
}
