/* What the variables of the file are set to, and where pointers lead. */
#pragma once

#include "analyzer/clang/clang.h"

/* Variables whose values are being followed, innermost first. */
struct lcm_followed {
  const char *key;
  const struct lcm_followed *outer;
};

struct lcm_flows {
  /* by key; once it is "known" */
  lcm_map values;
  bool known;
  /* pointers that are being followed */
  const struct lcm_followed *following;
  /* how many were followed for the access at hand, and what was found in the
   * file beside the first few */
  unsigned n_followed;
  unsigned n_further;
  /* the functions of parameters, by their keys */
  lcm_map owners;
  /* pointers that others are set to */
  lcm_map copied;
  /* what pointers in memory may point to, and what functions return */
  lcm_map kept;
  lcm_map owned; /* whether pointers in memory lead to memory of their own */
  lcm_map returned;
  /* what may tell other files where pointers point, and the same by key */
  LCM_LIST(const lcm_ast *) givers;
  lcm_map gives;
};
