/* Dimensions (powers of second, byte, flop) and units. */
#include "model/expr/dim.h"

#include <stdio.h>
#include <string.h>

static const struct lcm_measure UNITS[] = {
#define LCM_UNIT(name, num, den, s, b, f)                                      \
  {name, (double)(num) / (den), num, den, {s, b, f}},
#include "model/expr/units.def"
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

/* A dimension being read. */
struct reading {
  const char *at;
  const char *end;
};

/* Skip "text" where it stands next. */
static bool accept(struct reading *r, const char *text) {
  const size_t n = strlen(text);
  if ((size_t)(r->end - r->at) < n || memcmp(r->at, text, n) != 0)
    return false;
  r->at += n;
  return true;
}

/* Read a whole number below 1000 into "*out". */
static bool read_digits(struct reading *r, int *out) {
  const char *start = r->at;
  for (*out = 0; r->at < r->end && *r->at >= '0' && *r->at <= '9'; r->at++) {
    *out = 10 * *out + (*r->at - '0');
    if (*out > 999)
      return false;
  }
  return r->at > start;
}

/* Read the power behind a unit, `^2` or `^(3/2)`, in halves; 2 where none
 * stands, 0 where it makes no sense. */
static int read_power(struct reading *r) {
  int power = 0;
  if (!accept(r, "^"))
    return 2;
  if (!accept(r, "("))
    return read_digits(r, &power) ? 2 * power : 0;
  return read_digits(r, &power) && accept(r, "/2)") ? power : 0;
}

/* Read a unit with its power into "*out", inverted where "sign" is -1. */
static bool read_factor(struct reading *r, lcm_dim *out, int sign) {
  short *part = accept(r, "flop")   ? &out->flop
                : accept(r, "byte") ? &out->byte
                : accept(r, "s")    ? &out->second
                                    : NULL;
  const int power = part ? read_power(r) : 0;
  if (power)
    *part = (short)(*part + sign * power);
  return power != 0;
}

bool lcm_dim_parse(lcm_dim *out, const char *text, size_t len) {
  struct reading r = {text, text + len};
  lcm_dim dim = LCM_DIM_NONE;
  bool good = len < 64 && (accept(&r, "1") || read_factor(&r, &dim, 1));
  while (good && r.at < r.end) {
    const int sign = accept(&r, "/") ? -1 : 1;
    good = (sign < 0 || accept(&r, "*")) && read_factor(&r, &dim, sign);
  }
  if (good)
    *out = dim;
  return good;
}
