/* Reading conditions on measurements, as "n >= 100 and p = 4". */
#include <ctype.h>
#include <string.h>

#include "base/list.h"
#include "fit/experiment/where.h"

/* Conditions being read. */
struct reading {
  lcm_ctx *ctx;
  const char *at;
  const char *bad;
};

/* Skip what separates conditions. */
static void skip_between(struct reading *r) {
  for (;;) {
    const bool word =
        !strncmp(r->at, "and", 3) && !isalnum((unsigned char)r->at[3]);
    if (word)
      r->at += 3;
    else if (*r->at && strchr(" \t\n,&;", *r->at))
      r->at++;
    else
      return;
  }
}

/* Read a name into "*out". */
static bool read_name(struct reading *r, const char **out) {
  const char *start = r->at;
  while (isalnum((unsigned char)*r->at) || *r->at == '_' || *r->at == '.')
    r->at++;
  *out = lcm_intern_n(r->ctx, start, (size_t)(r->at - start));
  if (r->at == start)
    r->bad = "a condition begins with the name of a variable";
  while (*r->at == ' ')
    r->at++;
  return r->at > start && **out;
}

/* Read a relation into "*out". */
static bool read_relation(struct reading *r, const char **out) {
  static const char *const RELATIONS[] = {
      "==", "!=", "<=", ">=", "=", "<", ">"};
  for (size_t i = 0; i < sizeof RELATIONS / sizeof *RELATIONS; i++)
    if (!strncmp(r->at, RELATIONS[i], strlen(RELATIONS[i]))) {
      *out = RELATIONS[i];
      r->at += strlen(RELATIONS[i]);
      while (*r->at == ' ')
        r->at++;
      return true;
    }
  r->bad = "expected =, !=, <, <=, > or >= behind a name";
  return false;
}

/* Read the value of "condition". */
static bool read_value(struct reading *r,
                       struct lcm_experiment_condition *condition) {
  const char *start = r->at;
  const char *end = NULL;
  while (*r->at && !strchr(" \t\n,&;", *r->at))
    r->at++;
  condition->text = lcm_intern_n(r->ctx, start, (size_t)(r->at - start));
  condition->value = lcm_strtod(condition->text, &end);
  const bool number = *condition->text && !*end;
  if (!strcmp(condition->name, "tag")) {
    if (strchr("<>", condition->relation[0]))
      r->bad = "a tag is the same as another or not";
    return !strchr("<>", condition->relation[0]);
  }
  if (!number)
    r->bad = "expected a number in a condition";
  return number;
}

lcm_status
lcm_experiment_conditions(const struct lcm_experiment_condition **out,
                          size_t *n, const char **bad, lcm_ctx *ctx,
                          const char *text) {
  struct reading r = {ctx, text, NULL};
  LCM_LIST(struct lcm_experiment_condition) all = {0};
  for (skip_between(&r); *r.at; skip_between(&r)) {
    struct lcm_experiment_condition one = {NULL, NULL, 0, NULL};
    if (!read_name(&r, &one.name) || !read_relation(&r, &one.relation) ||
        !read_value(&r, &one)) {
      *bad = r.bad;
      return LCM_EUSAGE;
    }
    LCM_LIST_ADD(lcm_ctx_arena(ctx), &all, one);
  }
  *out = all.at;
  *n = all.n;
  return LCM_OK;
}
