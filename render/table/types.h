/* Tables: columns and cells, printed aligned or separated. */
#pragma once

#include "base/buf.h"
#include "base/diag.h"
#include "base/list.h"
#include "render/table/style.h"

typedef enum lcm_look {
  LCM_LOOK_PLAIN,
  LCM_LOOK_BOLD,
  LCM_LOOK_DIM,
  LCM_LOOK_GOOD,
  LCM_LOOK_BAD
} lcm_look;

/* A column: its title, and whether it is aligned to the right. */
struct lcm_column {
  const char *title;
  bool right;
};

struct lcm_cell {
  const char *text;
  lcm_look look;
};

/* A table under construction; {.ctx = ctx} is an empty one.  Columns come
 * first, then the cells row by row. */
struct lcm_table {
  lcm_ctx *ctx;
  LCM_LIST(struct lcm_column) columns;
  LCM_LIST(struct lcm_cell) cells;
};
