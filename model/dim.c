#include "model/dim.h"

#include <stdio.h>
#include <string.h>

static const struct lcm_measure UNITS[] = {
#define LCM_UNIT(name, num, den, s, b, f)                                      \
  {name, (double)(num) / (den), num, den, {s, b, f}},
#include "model/units.def"
#undef LCM_UNIT
};

const struct lcm_measure *lcm_measure_find(const char *name) {
  for (size_t i = 0; i < sizeof UNITS / sizeof *UNITS; i++)
    if (!strcmp(UNITS[i].name, name))
      return &UNITS[i];
  return NULL;
}

bool lcm_dim_equal(lcm_dim a, lcm_dim b) {
  return a.second == b.second && a.byte == b.byte && a.flop == b.flop;
}

/* Append the power "halves"/2 of the unit "name" to "text", after "separator"
 * where something stands there. */
static void add_power(char text[64], const char *name, int halves) {
  char power[24];
  const char *separator = *text && text[strlen(text) - 1] != '/' ? "*" : "";
  if (halves == 2)
    snprintf(power, sizeof power, "%s%s", separator, name);
  else if (halves % 2)
    snprintf(power, sizeof power, "%s%s^(%d/2)", separator, name, halves);
  else
    snprintf(power, sizeof power, "%s%s^%d", separator, name, halves / 2);
  strncat(text, power, 63 - strlen(text));
}

void lcm_dim_print(char text[64], lcm_dim dim) {
  const struct {
    const char *name;
    int halves;
  } parts[] = {{"flop", dim.flop}, {"byte", dim.byte}, {"s", dim.second}};
  *text = '\0';
  for (size_t i = 0; i < 3; i++)
    if (parts[i].halves > 0)
      add_power(text, parts[i].name, parts[i].halves);
  if (!*text)
    strcpy(text, "1");
  for (size_t i = 0; i < 3; i++)
    if (parts[i].halves < 0) {
      strncat(text, "/", 63 - strlen(text));
      add_power(text, parts[i].name, -parts[i].halves);
    }
}
