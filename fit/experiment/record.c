/* Questions asked of one measurement: values, flags, order of runs. */
#include <math.h>
#include <string.h>

#include "base/order.h"
#include "fit/experiment/record.h"
#include "model/structure/structure.h"

double lcm_record_value(const lcm_measurement *one, const char *name) {
  const double value = lcm_measured(one->params, one->n_params, name);
  return isnan(value) && !strcmp(name, "p") ? one->processors : value;
}

bool lcm_record_has(const lcm_measurement *one, const char *flag) {
  const char *const flags = one->flags;
  const size_t n = strlen(flag);
  for (const char *at = flags ? strstr(flags, flag) : NULL; at;
       at = strstr(at + 1, flag))
    if ((at == flags || strchr(" ,", at[-1])) &&
        (!at[n] || strchr(" ,", at[n])))
      return true;
  return false;
}

bool lcm_record_is_ignored(const lcm_measurement *one) {
  return lcm_record_has(one, "ignored");
}

/* Return whether "category" is a part of what processors spend, and not a sum
 * of parts or a count. */
static bool is_part(const char *category) {
  return !(lcm_amount_traits(category) & (LCM_OF_SUM | LCM_OF_COUNT));
}

double lcm_record_amount(const lcm_measurement *one, const char *category) {
  const double own = lcm_measured_category(one, category);
  const bool whole =
      !isnan(lcm_measured_category(one, lcm_cat_name(LCM_CAT_PC)));
  return isnan(own) && whole && is_part(category) ? 0 : own;
}

double lcm_record_spent(const lcm_measurement *one) {
  double sum = 0;
  for (size_t i = 0; i < one->n_categories; i++)
    if (is_part(one->categories[i].name))
      sum += one->categories[i].value;
  return sum;
}

bool lcm_record_is_like(const lcm_measurement *a, const lcm_measurement *b) {
  bool same = a->n_params == b->n_params;
  for (size_t i = 0; same && i < a->n_params; i++)
    same = !strcmp(a->params[i].name, b->params[i].name) &&
           a->params[i].value == b->params[i].value;
  return same;
}

bool lcm_record_is_sampled(const lcm_measurement *one) {
  return *one->fragment && isnan(one->elapsed) && !one->foreign;
}

int lcm_record_by_setting(const lcm_measurement *a, const lcm_measurement *b) {
  const char *p = a->program ? a->program : "";
  const char *q = b->program ? b->program : "";
  int order = strcmp(p, q);
  if (!order)
    order = (a->n_params > b->n_params) - (a->n_params < b->n_params);
  for (size_t i = 0; i < a->n_params && !order; i++) {
    order = strcmp(a->params[i].name, b->params[i].name);
    if (!order)
      order = lcm_order_numbers(&a->params[i].value, &b->params[i].value);
  }
  return order;
}

int lcm_record_by_run(const lcm_measurement *a, const lcm_measurement *b) {
  const int order = lcm_record_by_setting(a, b);
  return order ? order : lcm_order_numbers(&a->repetition, &b->repetition);
}
