/* Reading tables of measurements. */
#include "model/measurement/csv.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

#include "model/measurement/field.h"
#include "model/measurement/foreign/given_internal.h"
#include "model/measurement/gather.h"
#include "model/measurement/scan.h"
#include "model/structure/structure.h"

/* What a column has. */
enum column_kind {
  COLUMN_PARAM,
  COLUMN_TIME,
  COLUMN_CATEGORY,
  COLUMN_VISITS,
  COLUMN_ITERATIONS,
  COLUMN_REPETITION,
  COLUMN_FRAGMENT, /* the name of a fragment */
  COLUMN_UNIT,     /* the unit of the times of a row */
  COLUMN_WORD      /* words, which tell runs apart where they differ */
};

/* A column. */
struct column {
  const char *name;
  double unit; /* what its numbers are multiplied by */
  enum column_kind kind;
  const char *first; /* what its first row has, NULL before that */
  bool differs;      /* another row has something else */
};

/* A table being read. */
struct csv {
  struct lcm_reading *reading;
  struct lcm_scan scan;
  LCM_LIST(struct column) columns;
  char separator; /* what stands between fields */
  double unit;    /* seconds of times that have no unit in the heading */
  /* how many columns there are up to the one with units of times, or 0 */
  size_t n_to_unit;
  /* the end of the line that is read, NULL before the first */
  const char *stop;
};

/* A row being put together. */
struct row {
  lcm_measurement one;
  lcm_binding *params;
  lcm_binding *categories;
  lcm_buf words; /* the name of its fragment */
};

/* Return the end of the line that begins at "at", of a text up to "end". */
static const char *line_end(const char *at, const char *end) {
  const char *found = memchr(at, '\n', (size_t)(end - at));
  return found ? found : end;
}

/* Return whether "c" may stand around a field. */
static bool is_space(char c) { return c == ' ' || c == '\r'; }

/* Return the field that begins at "*at" of the line up to "end"; "*at" goes on
 * to the next one, NULL behind the last. */
static const char *take_field(struct csv *csv, const char **at,
                              const char *end) {
  return lcm_measured_field(csv->reading->ctx, at, end, csv->separator);
}

/* ---- columns -------------------------------------------------------------
 */

/* Return the column that "name" alone says: the time of processors is that of
 * computation. */
static struct column column_of(struct csv *csv, const char *name) {
  static const struct {
    const char *name;
    enum column_kind kind;
  } KNOWN[] = {{"time", COLUMN_TIME},
               {"elapsed", COLUMN_TIME},
               {"seconds", COLUMN_TIME},
               {"wall_time", COLUMN_TIME},
               {"real_time", COLUMN_TIME},
               {"visits", COLUMN_VISITS},
               {"iterations", COLUMN_ITERATIONS},
               {"repetition", COLUMN_REPETITION},
               {"fragment", COLUMN_FRAGMENT},
               {"region", COLUMN_FRAGMENT},
               {"function", COLUMN_FRAGMENT},
               {"callpath", COLUMN_FRAGMENT},
               {"time_unit", COLUMN_UNIT}};
  if (!strcmp(name, "cpu_time"))
    name = lcm_intern(csv->reading->ctx, lcm_cat_name(LCM_CAT_PC));
  for (size_t i = 0; i < sizeof KNOWN / sizeof *KNOWN; i++)
    if (!strcmp(name, KNOWN[i].name))
      return (struct column){.name = name, .unit = 1, .kind = KNOWN[i].kind};
  return (struct column){.name = name,
                         .unit = 1,
                         .kind = lcm_metric_is_time(name) ? COLUMN_CATEGORY
                                                          : COLUMN_PARAM};
}

/* Return whether "column" has times. */
static bool has_times(const struct column *column) {
  return column->kind == COLUMN_TIME ||
         (column->kind == COLUMN_CATEGORY && lcm_metric_is_time(column->name));
}

/* Return whether "column" has times of which its heading has no unit. */
static bool has_bare_times(const struct column *column) {
  return has_times(column) && column->unit == 1 &&
         strcmp(column->name, "seconds") != 0;
}

/* Return the seconds of the unit called by the "n" bytes at "word", 0 where
 * that is none. */
static double unit_of(const char *word, size_t n) {
  static const struct {
    const char *word;
    double seconds;
  } UNITS[] = {{"s", 1}, {"ms", 1e-3}, {"us", 1e-6}, {"ns", 1e-9}};
  for (size_t i = 0; i < sizeof UNITS / sizeof *UNITS; i++)
    if (strlen(UNITS[i].word) == n && !strncmp(word, UNITS[i].word, n))
      return UNITS[i].seconds;
  return 0;
}

/* Put the seconds of the unit that the row names, if it does, into
 * "csv->unit". */
static bool take_unit(struct csv *csv) {
  const char *at = csv->scan.at;
  csv->unit = csv->reading->as->unit > 0 ? csv->reading->as->unit : 1;
  for (size_t i = 0; i < csv->n_to_unit && at; i++) {
    const char *start = at;
    const char *field = take_field(csv, &at, csv->stop);
    if (i + 1 < csv->n_to_unit)
      continue;
    csv->unit = unit_of(field, strlen(field));
    if (!(csv->unit > 0))
      return lcm_scan_refuse(&csv->scan, start,
                             "the time_unit is none of ns, us, ms and s");
  }
  return true;
}

/* Return the column that the heading "name" says, "time_ms" or "time [ms]" with
 * its unit. */
static struct column headed(struct csv *csv, const char *name) {
  const size_t n = strlen(name);
  const bool bracket = n && (name[n - 1] == ']' || name[n - 1] == ')');
  size_t begin = n - bracket;
  while (begin && islower((unsigned char)name[begin - 1]))
    begin--;
  if (!begin || !strchr(bracket ? "[(" : "_", name[begin - 1]))
    return column_of(csv, name);
  const char *unit = name + begin;
  const size_t length = n - bracket - begin;
  size_t stop = begin - 1;
  while (stop && name[stop - 1] == ' ')
    stop--;
  struct column column =
      column_of(csv, lcm_intern_n(csv->reading->ctx, name, stop));
  if (!has_times(&column) || !(unit_of(unit, length) > 0))
    return column_of(csv, name);
  column.unit = unit_of(unit, length);
  return column;
}

/* Read the names of the columns from the line. */
static bool read_names(struct csv *csv) {
  const char *end = csv->stop;
  static const char SEPARATORS[] = ",;\t";
  bool timed = false;
  for (size_t i = 0; !csv->separator && SEPARATORS[i]; i++)
    if (memchr(csv->scan.at, SEPARATORS[i], (size_t)(end - csv->scan.at)))
      csv->separator = SEPARATORS[i];
  for (const char *at = csv->scan.at; at;) {
    const char *start = at;
    const char *name =
        lcm_measured_renamed(csv->reading, take_field(csv, &at, end));
    struct column column = headed(csv, name);
    if (csv->columns.n == LCM_MOST_MEASURED)
      return lcm_scan_fail(&csv->scan, start, "more than %d columns",
                           LCM_MOST_MEASURED);
    for (size_t i = 0; i < csv->columns.n; i++)
      if (!strcmp(csv->columns.at[i].name, column.name))
        return lcm_scan_fail(&csv->scan, start, "a second column %s",
                             column.name);
    timed = timed || has_times(&column);
    LCM_LIST_ADD(lcm_ctx_arena(csv->reading->ctx), &csv->columns, column);
    if (column.kind == COLUMN_UNIT)
      csv->n_to_unit = csv->columns.n;
  }
  return timed ||
         lcm_scan_fail(&csv->scan, csv->scan.at,
                       "the first line of a table names its columns, and none "
                       "of them is time or a category: --param time=NAME says "
                       "which is");
}

/* Note what the row says of the columns. */
static void look_at_row(struct csv *csv) {
  const char *at = csv->scan.at;
  for (size_t i = 0; i < csv->columns.n && at; i++) {
    struct column *column = &csv->columns.at[i];
    const char *rest = NULL;
    const char *field = take_field(csv, &at, csv->stop);
    (void)lcm_strtod(field, &rest);
    if (!column->first && column->kind == COLUMN_PARAM && *field &&
        rest == field)
      column->kind = COLUMN_WORD;
    column->first = column->first ? column->first : field;
    column->differs = column->differs || column->first != field;
  }
}

/* ---- rows ----------------------------------------------------------------
 */

/* Put the number "text" at "at" into "*out". */
static bool number_of(struct csv *csv, const char *at, const char *text,
                      double *out) {
  const char *end = text;
  *out = lcm_strtod(text, &end);
  if (end == text || *end || !isfinite(*out))
    return lcm_scan_refuse(&csv->scan, at, "'%s' is no number", text);
  return true;
}

/* Put "value" of "column" into "row". */
static void take_number(struct row *row, const struct column *column,
                        double value) {
  switch (column->kind) {
  case COLUMN_TIME:
    row->one.elapsed = value;
    return;
  case COLUMN_VISITS:
    row->one.visits = value;
    return;
  case COLUMN_ITERATIONS:
    row->one.iterations = value;
    return;
  case COLUMN_REPETITION:
    row->one.repetition = value;
    return;
  case COLUMN_CATEGORY:
    row->categories[row->one.n_categories++] =
        (lcm_binding){column->name, value};
    return;
  case COLUMN_PARAM:
    row->params[row->one.n_params++] = (lcm_binding){column->name, value};
    return;
  case COLUMN_FRAGMENT:
  case COLUMN_UNIT:
  case COLUMN_WORD:
    return;
  }
}

/* Put the words "field" of "column" into the name of the fragment of "row". */
static void take_words(struct row *row, const struct column *column,
                       const char *field) {
  if (column->kind == COLUMN_WORD && !column->differs)
    return;
  if (row->words.len)
    lcm_buf_puts(&row->words, ", ");
  if (column->kind == COLUMN_WORD)
    lcm_buf_printf(&row->words, "%s=", column->name);
  lcm_buf_puts(&row->words, field);
}

/* Return whether no row has anything in "column", of which the heading does not
 * say that it is a time or the like. */
static bool is_empty(const struct column *column) {
  return column->kind == COLUMN_PARAM && !column->differs && column->first &&
         !*column->first;
}

/* Put the field of "column" that begins at "*at" into "row". */
static bool read_field(struct csv *csv, struct row *row,
                       const struct column *column, const char **at) {
  const char *start = *at;
  const char *end = csv->stop;
  double value = 0;
  if (!start)
    return lcm_scan_refuse(&csv->scan, end, "there is no %s", column->name);
  const char *field = take_field(csv, at, end);
  if (column->kind == COLUMN_UNIT)
    return true;
  if (column->kind == COLUMN_FRAGMENT || column->kind == COLUMN_WORD) {
    take_words(row, column, field);
    return true;
  }
  if (!*field && is_empty(column))
    return true;
  if (!number_of(csv, start, field, &value))
    return false;
  if (value < 0 && column->kind != COLUMN_PARAM &&
      (column->kind != COLUMN_CATEGORY || lcm_measured_is_time(column->name)))
    return lcm_scan_refuse(&csv->scan, start, "%s is negative: %s",
                           column->name, field);
  take_number(row, column,
              value * (has_bare_times(column) ? csv->unit : column->unit));
  return true;
}

/* Read the row into a measurement. */
static void read_row(struct csv *csv) {
  lcm_ctx *ctx = csv->reading->ctx;
  const size_t n = csv->columns.n + 1;
  struct row row = {.one = lcm_measured_nothing(csv->reading, csv->scan.line),
                    .params = LCM_NEW_ARRAY(lcm_ctx_arena(ctx), lcm_binding, n),
                    .categories =
                        LCM_NEW_ARRAY(lcm_ctx_arena(ctx), lcm_binding, n)};
  const char *at = csv->scan.at;
  bool good = take_unit(csv);
  for (size_t i = 0; i < csv->columns.n && good; i++)
    good = read_field(csv, &row, &csv->columns.at[i], &at);
  if (good && at)
    good = lcm_scan_refuse(&csv->scan, at, "more fields than the %zu columns",
                           csv->columns.n);
  if (good) {
    row.one.fragment =
        lcm_intern_n(ctx, row.words.text ? row.words.text : "", row.words.len);
    row.one.params = row.params;
    row.one.categories = row.categories;
    lcm_measured_add(csv->reading, row.one);
  }
  lcm_buf_free(&row.words);
}

/* Go to the next line that has something, from the one that "stop" ends on,
 * and put its end into "stop"; false at the end. */
static bool next_line(struct csv *csv) {
  struct lcm_scan *scan = &csv->scan;
  while (!csv->stop || csv->stop < scan->end) {
    scan->line++;
    scan->line_at = scan->at = csv->stop ? csv->stop + 1 : scan->at;
    csv->stop = line_end(scan->at, scan->end);
    const char *first = scan->at;
    while (first < csv->stop && is_space(*first))
      first++;
    scan->failed = false;
    if (first < csv->stop && *first != '#')
      return true;
  }
  return false;
}

bool lcm_measured_is_csv(const struct lcm_measured_look *look) {
  const char *text = look->head.text;
  const char *end = line_end(text, text + look->head.len);
  const size_t n = (size_t)(end - text);
  const char *last = end;
  while (last > text && is_space(last[-1]))
    last--;
  return (memchr(text, ',', n) || memchr(text, ';', n) ||
          memchr(text, '\t', n)) &&
         last > text && !isdigit((unsigned char)last[-1]);
}

void lcm_measured_read_csv(struct lcm_reading *reading,
                           struct lcm_measured_text text) {
  struct csv csv = {.reading = reading};
  csv.scan = lcm_scan_whole(reading->ctx, reading->file, text.text, text.len);
  csv.scan.line = 0;
  if (!text.len || !next_line(&csv) || !read_names(&csv))
    return;
  const struct csv heading = csv;
  while (next_line(&csv))
    look_at_row(&csv);
  csv.scan = heading.scan;
  csv.stop = heading.stop;
  while (next_line(&csv))
    read_row(&csv);
}
