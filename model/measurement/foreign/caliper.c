/* Reading the JSON of Caliper (json-split). */
#include "model/measurement/foreign/caliper.h"

#include <math.h>
#include <string.h>

#include "model/measurement/foreign/tally.h"
#include "model/measurement/scan.h"

/* A column. */
struct column {
  const char *name;
  const char *unit; /* NULL unknown */
  bool is_value;    /* its cells are values, not numbers of nodes */
};

/* A row: its cells are from "first" on. */
struct row {
  size_t first;
  size_t n;
  unsigned line;
};

/* The document. */
struct caliper {
  struct lcm_reading *reading;
  LCM_LIST(double) cells; /* NAN: null, or no number */
  LCM_LIST(struct row) rows;
  LCM_LIST(const char *) names;
  LCM_LIST(struct column) metadata; /* without names */
  LCM_LIST(const char *) nodes;     /* their labels */
};

static lcm_arena *arena_of(const struct lcm_scan *scan) {
  return lcm_ctx_arena(scan->ctx);
}

/* Read a cell of the last row of the document "user". */
static bool read_cell(struct lcm_scan *scan, const char *key, void *user) {
  struct caliper *all = user;
  const char c = lcm_scan_peek(scan);
  double value = NAN;
  (void)key;
  if (c == '"' || c == 't' || c == 'f' ? !lcm_scan_skip(scan)
                                       : !lcm_scan_number(scan, &value))
    return false;
  LCM_LIST_ADD(arena_of(scan), &all->cells, value);
  all->rows.at[all->rows.n - 1].n++;
  return true;
}

/* Read a row of the document "user". */
static bool read_row(struct lcm_scan *scan, const char *key, void *user) {
  struct caliper *all = user;
  (void)key;
  (void)lcm_scan_peek(scan);
  LCM_LIST_ADD(arena_of(scan), &all->rows,
               ((struct row){all->cells.n, 0, scan->line}));
  return lcm_scan_array(scan, read_cell, all);
}

/* Read the name of a column of the document "user". */
static bool read_name(struct lcm_scan *scan, const char *key, void *user) {
  struct caliper *all = user;
  const char *name = NULL;
  (void)key;
  if (!lcm_scan_string(scan, &name))
    return false;
  LCM_LIST_ADD(arena_of(scan), &all->names, name);
  return true;
}

/* Read what "key" says of the column "user". */
static bool read_trait(struct lcm_scan *scan, const char *key, void *user) {
  struct column *column = user;
  const char c = lcm_scan_peek(scan);
  if (!strcmp(key, "is_value"))
    column->is_value = c == 't';
  if ((!strcmp(key, "unit") || !strcmp(key, "attribute.unit")) && c == '"')
    return lcm_scan_string(scan, &column->unit);
  return lcm_scan_skip(scan);
}

/* Read what is said of a column of the document "user". */
static bool read_metadata(struct lcm_scan *scan, const char *key, void *user) {
  struct caliper *all = user;
  struct column column = {0};
  (void)key;
  if (!lcm_scan_object(scan, read_trait, &column))
    return false;
  LCM_LIST_ADD(arena_of(scan), &all->metadata, column);
  return true;
}

/* Read the member "key" of a node, whose label goes to "user". */
static bool read_label(struct lcm_scan *scan, const char *key, void *user) {
  return strcmp(key, "label") || lcm_scan_peek(scan) != '"'
             ? lcm_scan_skip(scan)
             : lcm_scan_string(scan, user);
}

/* Read a node of the document "user". */
static bool read_node(struct lcm_scan *scan, const char *key, void *user) {
  struct caliper *all = user;
  const char *label = NULL;
  (void)key;
  if (!lcm_scan_object(scan, read_label, &label))
    return false;
  LCM_LIST_ADD(arena_of(scan), &all->nodes, label);
  return true;
}

/* Read the member "key" of the document "user". */
static bool read_document(struct lcm_scan *scan, const char *key, void *user) {
  static const struct {
    const char *key;
    lcm_scan_fn read;
  } PARTS[] = {{"data", read_row},
               {"columns", read_name},
               {"column_metadata", read_metadata},
               {"nodes", read_node}};
  const bool list = lcm_scan_peek(scan) == '[';
  for (size_t i = 0; i < sizeof PARTS / sizeof *PARTS && list; i++)
    if (!strcmp(key, PARTS[i].key))
      return lcm_scan_array(scan, PARTS[i].read, user);
  return lcm_scan_skip(scan);
}

/* ---- what columns are ----------------------------------------------------
 */

/* Return what is known of column "i" of "all". */
static struct column column_at(const struct caliper *all, size_t i) {
  struct column column = {0};
  if (i < all->metadata.n)
    column = all->metadata.at[i];
  column.name = all->names.at[i];
  return column;
}

/* Return how likely "name" is the time of a region without those inside it, 0:
 * it is not. */
static int is_own_time(const char *name) {
  static const char *const OTHERS[] = {"inclusive", "(inc)", "(I)",    "min#",
                                       "max#",      "avg#",  "offset", "stamp"};
  for (size_t i = 0; i < sizeof OTHERS / sizeof *OTHERS; i++)
    if (strstr(name, OTHERS[i]))
      return 0;
  const int likely = strstr(name, "time.duration") ? 4
                     : !strncmp(name, "time", 4)   ? 2
                     : !strncmp(name, "Time", 4)   ? 2
                                                   : 0;
  return likely ? likely + (strstr(name, "sum#") != NULL) : 0;
}

/* Return the number of the column with the times, -1 for none. */
static int time_column(const struct caliper *all) {
  int found = -1;
  int best = 0;
  for (size_t i = 0; i < all->names.n; i++) {
    const int likely = is_own_time(all->names.at[i]);
    if (likely > best && column_at(all, i).is_value) {
      found = (int)i;
      best = likely;
    }
  }
  return found;
}

/* Return the number of the column with the nodes of regions, -1 for none. */
static int path_column(const struct caliper *all) {
  int found = -1;
  for (size_t i = 0; i < all->names.n; i++)
    if (!column_at(all, i).is_value &&
        (found < 0 || !strcmp(all->names.at[i], "path")))
      found = (int)i;
  return found;
}

/* Return the seconds that 1 is in "column": what the user says, its unit, or
 * what its name says: time.duration is in microseconds. */
static double unit_of(const struct caliper *all, const struct column *column) {
  static const struct {
    const char *word;
    double seconds;
  } UNITS[] = {{"sec", 1},     {"s", 1},     {"msec", 1e-3}, {"ms", 1e-3},
               {"usec", 1e-6}, {"us", 1e-6}, {"nsec", 1e-9}, {"ns", 1e-9}};
  const size_t n = strlen(column->name);
  if (all->reading->as->unit > 0)
    return all->reading->as->unit;
  for (size_t i = 0; column->unit && i < sizeof UNITS / sizeof *UNITS; i++)
    if (!strcmp(column->unit, UNITS[i].word))
      return UNITS[i].seconds;
  if (n > 3 && !strcmp(column->name + n - 3, ".ns"))
    return 1e-9;
  return strstr(column->name, "time.duration") ? 1e-6 : 1;
}

/* ---- rows ----------------------------------------------------------------
 */

/* Return cell "column" of "row", NAN where there is none. */
static double cell(const struct caliper *all, const struct row *row,
                   int column) {
  return column >= 0 && (size_t)column < row->n
             ? all->cells.at[row->first + (size_t)column]
             : NAN;
}

/* Return how many ranks there are, 0 where nothing says it. */
static size_t count_ranks(const struct caliper *all) {
  lcm_map seen = {0};
  int rank = -1;
  for (size_t i = 0; i < all->names.n; i++)
    if (!strcmp(all->names.at[i], "mpi.rank"))
      rank = (int)i;
  for (size_t i = 0; i < all->rows.n; i++) {
    const double value = cell(all, &all->rows.at[i], rank);
    size_t known = 0;
    if (!(value >= 0 && value < 1e9))
      continue;
    const void *key = lcm_intern(
        all->reading->ctx,
        lcm_arena_printf(lcm_ctx_arena(all->reading->ctx), "%.0f", value));
    if (!lcm_map_get(&seen, key, &known))
      lcm_map_put(lcm_ctx_arena(all->reading->ctx), &seen, key, 0);
  }
  return seen.n;
}

/* Add the time of "row" to that of its region. */
static void add_row(const struct caliper *all, struct lcm_tally *tally,
                    const struct row *row, const int columns[2]) {
  const double time = cell(all, row, columns[0]);
  const double node = cell(all, row, columns[1]);
  const bool known = node >= 0 && node < (double)all->nodes.n;
  const char *label = known ? all->nodes.at[(size_t)node] : NULL;
  if (isnan(time))
    return;
  if (time < 0 || isinf(time) || (!known && !isnan(node)))
    lcm_report(all->reading->ctx, LCM_DIAG_MEASUREMENT,
               (lcm_loc){all->reading->file, row->line, 0, 0, 0},
               "%s; the record is left out",
               known || isnan(node) ? "the time is negative or infinite"
                                    : "there is no such node");
  else
    lcm_tally_add(tally,
                  label ? label
                        : lcm_intern(all->reading->ctx, "outside all regions"),
                  time, row->line);
}

void lcm_measured_read_caliper(struct lcm_reading *reading,
                               struct lcm_measured_text text) {
  struct caliper all = {.reading = reading};
  struct lcm_tally tally = lcm_tally_new(reading);
  struct lcm_scan scan =
      lcm_scan_whole(reading->ctx, reading->file, text.text, text.len);
  if (!lcm_scan_object(&scan, read_document, &all))
    return;
  const int columns[2] = {time_column(&all), path_column(&all)};
  if (columns[0] < 0 || columns[1] < 0) {
    lcm_report(reading->ctx, LCM_DIAG_MEASUREMENT,
               (lcm_loc){reading->file, 0, 0, 0, 0}, "no column has %s",
               columns[0] < 0 ? "the times of regions without those inside "
                                "them, such as sum#time.duration"
                              : "the nodes of regions, such as path");
    return;
  }
  const struct column time = column_at(&all, (size_t)columns[0]);
  const size_t ranks = count_ranks(&all);
  for (size_t i = 0; i < all.rows.n; i++)
    add_row(&all, &tally, &all.rows.at[i], columns);
  lcm_tally_give(&tally, &(struct lcm_tally_unit){unit_of(&all, &time), NULL,
                                                  ranks ? (double)ranks : 1});
  lcm_measured_give_ranks(reading, ranks);
}
