/* A calibrated machine as text. */
#include <math.h>
#include <string.h>

#include "render/text/calibration.h"

/* Return the cell that says which values "of_m" or p takes at the points of
 * "cost". */
static const char *range_cell(lcm_ctx *ctx, const struct lcm_calibrated *cost,
                              bool of_m) {
  lcm_buf buf = {0};
  double low = INFINITY;
  double high = 0;
  for (size_t i = 0; i < cost->n; i++) {
    const double value = of_m ? cost->points[i].m : cost->points[i].p;
    low = fmin(low, value);
    high = fmax(high, value);
  }
  if (of_m && high <= 0)
    return "";
  lcm_buf_short(&buf, low, 15);
  if (high > low) {
    lcm_buf_puts(&buf, "..");
    lcm_buf_short(&buf, high, 15);
  }
  return lcm_ctx_text(ctx, &buf);
}

/* Return the cell with the least and the greatest value of "cost". */
static const char *value_cell(lcm_ctx *ctx, const struct lcm_calibrated *cost) {
  lcm_buf buf = {0};
  double low = INFINITY;
  double high = 0;
  for (size_t i = 0; i < cost->n; i++) {
    low = fmin(low, cost->points[i].is.value);
    high = fmax(high, cost->points[i].is.value);
  }
  lcm_put_time(&buf, low);
  if (high > low) {
    lcm_buf_puts(&buf, " .. ");
    lcm_put_time(&buf, high);
  }
  return lcm_ctx_text(ctx, &buf);
}

/* Return the share "error" as a cell, marked where it is of what is "noisy". */
static const char *error_cell(lcm_ctx *ctx, double error, bool noisy) {
  lcm_buf buf = {0};
  lcm_buf_puts(&buf, noisy ? "~" : "");
  lcm_buf_short(&buf, error < 1e-4 ? 0 : 100 * error, 2);
  return lcm_ctx_text(ctx, &buf);
}

/* Append the costs of "machine". */
static void put_costs(lcm_buf *buf, lcm_ctx *ctx,
                      const lcm_calibrated_machine *machine,
                      const struct lcm_style *style) {
  struct lcm_table table = {.ctx = ctx};
  lcm_table_texts(&table, "cost");
  lcm_table_numbers(&table, "p");
  lcm_table_numbers(&table, "m");
  lcm_table_numbers(&table, "measured");
  lcm_table_numbers(&table, "+- %");
  lcm_table_texts(&table, "model");
  for (size_t i = 0; i < machine->n_costs; i++) {
    const struct lcm_calibrated *cost = &machine->costs[i];
    lcm_table_cell(&table, cost->name);
    lcm_table_cell(&table, range_cell(ctx, cost, false));
    lcm_table_cell(&table, range_cell(ctx, cost, true));
    lcm_table_cell(&table, value_cell(ctx, cost));
    lcm_table_look(&table,
                   cost->tiny ? "" : error_cell(ctx, cost->error, cost->noisy),
                   cost->noisy ? LCM_LOOK_BAD : LCM_LOOK_PLAIN);
    lcm_table_cell(&table, cost->tiny ? "not to be told from 0" : cost->text);
  }
  if (machine->n_costs)
    lcm_table_print(buf, &table, LCM_FORMAT_TEXT, style);
}

/* Return the bandwidth "of" as a cell in GB/s. */
static const char *rate_cell(lcm_ctx *ctx, const struct lcm_estimate *of) {
  return of->value > 0 ? lcm_cell_number(ctx, of->value * 1e-9) : "";
}

/* Return the size "bytes" as a cell. */
static const char *size_cell(lcm_ctx *ctx, double bytes) {
  static const char *const UNITS[] = {"B", "KiB", "MiB", "GiB"};
  lcm_buf buf = {0};
  size_t i = 0;
  if (!(bytes > 0))
    return "";
  for (; bytes >= 1024 && i < 3; i++)
    bytes /= 1024;
  lcm_buf_short(&buf, bytes, 4);
  lcm_buf_printf(&buf, " %s", UNITS[i]);
  return lcm_ctx_text(ctx, &buf);
}

/* Return the time "is" as a cell. */
static const char *time_cell(lcm_ctx *ctx, const struct lcm_estimate *is) {
  return is->value > 0 ? lcm_cell_value(ctx, is->value * 1e9) : "";
}

/* Append the levels of "machine". */
static void put_levels(lcm_buf *buf, lcm_ctx *ctx,
                       const lcm_calibrated_machine *machine,
                       const struct lcm_style *style) {
  struct lcm_table table = {.ctx = ctx};
  bool timed = false;
  for (size_t i = 0; i < machine->n_levels; i++)
    timed = timed || machine->levels[i].latency.value > 0 ||
            machine->levels[i].gather.value > 0;
  lcm_table_texts(&table, "level");
  lcm_table_numbers(&table, "size");
  lcm_table_numbers(&table, "shared by");
  lcm_table_numbers(&table, "core [GB/s]");
  lcm_table_numbers(&table, "+- %");
  lcm_table_numbers(&table, "socket [GB/s]");
  lcm_table_numbers(&table, "+- %");
  if (timed) {
    lcm_table_numbers(&table, "latency [ns]");
    lcm_table_numbers(&table, "gather [ns]");
  }
  for (size_t i = 0; i < machine->n_levels; i++) {
    const struct lcm_calibrated_level *level = &machine->levels[i];
    lcm_table_cell(&table, level->name);
    lcm_table_cell(&table, size_cell(ctx, level->size));
    lcm_table_cell(
        &table, level->size > 0 ? lcm_cell_value(ctx, level->shared_by) : "");
    lcm_table_cell(&table, rate_cell(ctx, &level->core));
    lcm_table_cell(&table, error_cell(ctx, level->core.half / level->core.value,
                                      level->core.noisy));
    lcm_table_cell(&table, rate_cell(ctx, &level->socket));
    lcm_table_cell(
        &table, level->socket.value > 0
                    ? error_cell(ctx, level->socket.half / level->socket.value,
                                 level->socket.noisy)
                    : "");
    if (timed) {
      lcm_table_cell(&table, time_cell(ctx, &level->latency));
      lcm_table_cell(&table, time_cell(ctx, &level->gather));
    }
  }
  if (!machine->n_levels)
    return;
  lcm_buf_putc(buf, '\n');
  lcm_table_print(buf, &table, LCM_FORMAT_TEXT, style);
}

/* Append what the machine is. */
static void put_heading(lcm_buf *buf, const lcm_calibration *calibration) {
  static const struct {
    const char *name;
    const char *before;
    const char *one;
    const char *many;
  } FACTS[] = {{"name", "", "", ""},
               {"processors", ": ", " processor", " processors"},
               {"sockets", ", ", " socket", " sockets"},
               {"runtime", ", ", "", ""},
               {"mpi", ", ", "", ""},
               {"ranks_per_node", ", ", " rank a node", " ranks a node"}};
  const size_t begin = buf->len;
  for (size_t i = 0; i < sizeof FACTS / sizeof *FACTS; i++) {
    const char *value = lcm_calibration_fact(calibration, FACTS[i].name);
    if (!value)
      continue;
    lcm_buf_printf(buf, "%s%s%s", buf->len > begin ? FACTS[i].before : "",
                   value, strcmp(value, "1") ? FACTS[i].many : FACTS[i].one);
  }
  lcm_buf_puts(buf, buf->len > begin ? "\n\n" : "");
}

/* Return whether "machine" has the cost "name". */
static bool has(const lcm_calibrated_machine *machine, const char *name) {
  for (size_t i = 0; i < machine->n_costs; i++)
    if (!strcmp(machine->costs[i].name, name))
      return true;
  return false;
}

/* Return with how many threads, or ranks, costs of "machine" were measured. */
static double most(const lcm_calibrated_machine *machine, bool ranks) {
  double out = 0;
  for (size_t i = 0; i < machine->n_costs; i++)
    for (size_t k = 0; k < machine->costs[i].n; k++)
      if (!strncmp(machine->costs[i].name, "MPI_", 4) == ranks)
        out = fmax(out, machine->costs[i].points[k].p);
  return out;
}

/* Append what was not measured, and what that means. */
static void put_missing(lcm_buf *buf, const lcm_calibration *calibration,
                        const lcm_calibrated_machine *machine) {
  const char *where = lcm_calibration_fact(calibration, "messages");
  const bool ranks = has(machine, "MPI_Barrier");
  lcm_buf_puts(buf, "\nnot measured:\n  ");
  if (has(machine, "flop") || !ranks)
    lcm_buf_printf(buf, "more than %.0f threads%s", most(machine, false),
                   ranks ? ", " : "");
  if (ranks)
    lcm_buf_printf(buf, "more than %.0f ranks", most(machine, true));
  lcm_buf_puts(buf, ": the models go on\n");
  if (!has(machine, "flop"))
    lcm_buf_puts(buf, "  threads and memory: the defaults stay\n");
  if (!ranks)
    lcm_buf_puts(buf,
                 "  messages (--mpi 'mpirun -np {p}'): transfer is that of "
                 "data between threads,\n    send and receive are 0, "
                 "collectives are made of messages\n");
  else
    lcm_buf_printf(buf, "  %s: transfer is that of messages %s\n",
                   has(machine, "flop") ? "data between threads"
                                        : "other messages",
                   where ? where : "");
  lcm_buf_printf(buf, "  inject (messages do not wait for each other)%s\n",
                 has(machine, "file") ? "" : ", file (not known)");
}

LCM_GIVE char *lcm_render_calibration(lcm_ctx *ctx,
                                      const lcm_calibration *calibration,
                                      const lcm_calibrated_machine *machine,
                                      const struct lcm_style *style) {
  lcm_buf buf = {0};
  put_heading(&buf, calibration);
  put_costs(&buf, ctx, machine, style);
  put_levels(&buf, ctx, machine, style);
  put_missing(&buf, calibration, machine);
  return lcm_buf_take(&buf);
}
