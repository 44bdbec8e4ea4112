/* A construct of OpenMP being lowered. */
#pragma once

#include "analyzer/lower/state/lowering.h"

struct lcm_omp {
  struct lcm_lowering *l;
  const lcm_pragma *pragma;
  const lcm_ast *ast;
  /* the words of its name that are not done yet */
  const char *rest;
  /* index of its pragma; the "n" - 1 behind it are stacked between it and the
   * statement */
  size_t at;
  size_t n;
  /* inside a combined parallel construct, whose end joins anyway */
  bool combined;
};
