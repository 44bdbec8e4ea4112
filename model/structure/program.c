/* Finding the draws, functions and parameters that a program has. */
#include "model/structure/program.h"

#include <string.h>

const struct lcm_draw *lcm_program_draw(const lcm_program *program,
                                        const char *name) {
  for (size_t i = 0; i < program->n_draws; i++)
    if (program->draws[i].name == name)
      return &program->draws[i];
  return NULL;
}

/* Return the parameter "name" as the source calls it. */
static const char *plain_name(const char *name) {
  return strncmp(name, "c.", 2) ? name : name + 2;
}

/* Return whether "section" may be of a parameter of "function": its key, where
 * that says of which function it is, says so. */
static bool is_of(const lcm_function *function, const lcm_section *section) {
  const char *at = section->key ? strstr(section->key, "@F@") : NULL;
  const char *name = function->name ? function->name : "";
  const size_t n = strlen(name);
  return !at || (!strncmp(at + 3, name, n) && at[3 + n] == '@');
}

size_t lcm_function_param(const lcm_function *function,
                          const lcm_section *section) {
  size_t i = 0;
  if (!is_of(function, section))
    return function->n_params;
  while (i < function->n_params &&
         strcmp(plain_name(function->params[i]), section->datum) != 0)
    i++;
  return i;
}

const lcm_function *lcm_program_function(const lcm_program *program,
                                         const char *key) {
  size_t low = 0;
  size_t high = program->n_functions;
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    const int by = strcmp(program->functions[middle].key, key);
    if (!by)
      return &program->functions[middle];
    if (by < 0)
      low = middle + 1;
    else
      high = middle;
  }
  return NULL;
}
