/* The tree of factors of an efficiency. */
#include "model/results/factors.h"
#include "model/results/scalability.h"

/* A row of factors.def. */
struct row {
  lcm_factor_kind parent;
  const char *name;
  bool is_signed;
};

static const struct row ROWS[] = {
#define LCM_FACTOR(name, parent, text, is_signed, meaning)                     \
  {LCM_FACTOR_##parent, text, is_signed},
#include "model/results/factors.def"
#undef LCM_FACTOR
};

const char *lcm_factor_name(lcm_factor_kind kind) { return ROWS[kind].name; }

lcm_factor_kind lcm_factor_parent(lcm_factor_kind kind) {
  return ROWS[kind].parent;
}

unsigned lcm_factor_depth(lcm_factor_kind kind) {
  unsigned depth = 0;
  for (; kind != LCM_FACTOR_TOTAL; kind = ROWS[kind].parent)
    depth++;
  return depth;
}

bool lcm_factor_is_signed(lcm_factor_kind kind) { return ROWS[kind].is_signed; }
