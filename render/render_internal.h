/* What the files of the folder share: numbers, names, tables. */
#pragma once

#include "base/buf.h"
#include "base/list.h"
#include "render/render.h"

/* A unit of time: its name and its length in seconds. */
struct lcm_time_unit {
  const char *name;
  double seconds;
};

/* Where the cycles of an occurrence or a point go.
 * total    sum of all categories
 * lost     of all but computation and what is not split
 * unsplit  what is not split
 * most     the category that loses most; SIZE_MAX where nothing is lost */
struct lcm_loss {
  double total;
  double lost;
  double unsplit;
  size_t most;
};

struct lcm_table;

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

struct lcm_timetable;
