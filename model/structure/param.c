/* Joins what several places of a program say of one param. */
#include "model/structure/param.h"
#include "model/structure/spelling.h"

#include <string.h>

bool lcm_param_join(lcm_param *known, const lcm_param *more) {
  const bool says = more->value || more->tied;
  if (says && !known->value && !known->tied) {
    known->value = more->value;
    known->tied = more->tied;
  } else if (says && (known->value != more->value || known->tied != more->tied))
    return false;
  if (!known->low && !known->high) {
    known->low = more->low;
    known->high = more->high;
  }
  known->description =
      known->description ? known->description : more->description;
  return true;
}

const char *lcm_param_other(const lcm_param *param) {
  const char *tie =
      param->tied && !param->value ? lcm_expr_name(param->tied) : NULL;
  return tie ? lcm_name_plain(tie) : NULL;
}

const lcm_param *lcm_param_alias(const lcm_program *program, const char *name) {
  for (size_t i = 0; i < program->n_params; i++) {
    const char *other = lcm_param_other(&program->params[i]);
    if (other && !strcmp(other, name) && strcmp(program->params[i].name, name))
      return &program->params[i];
  }
  return NULL;
}
