/* Descriptions of machines: their costs, and reading them. */
#include "model/machine/machine.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/json_parse.h"
#include "base/list.h"

/* The costs that every machine has, in seconds. */
static const struct {
  const char *name;
  const char *value;
} DEFAULTS[] = {{"flop", "1e-9"},   {"byte", "1e-10"}, {"fork", "0"},
                {"barrier", "0"},   {"lock", "0"},     {"atomic", "0"},
                {"task", "0"},      {"chunk", "0"},    {"transfer", "0"},
                {"send", "0"},      {"receive", "0"},  {"counter", "0"},
                {"contention", "0"}};

/* What descriptions say of themselves. */
static const char SCHEMA[] = "lcm-machine/1";

/* Bytes of a line, where nobody says it. */
enum { LINE = 64 };

enum { N_DEFAULTS = sizeof DEFAULTS / sizeof *DEFAULTS };

typedef LCM_LIST(struct lcm_cost) cost_list;

/* Parse the cost expression "text". */
static lcm_status parse_cost(const lcm_expr **out, lcm_ctx *ctx,
                             const char *file, const char *text) {
  const struct lcm_expr_source source = {
      .text = text, .len = strlen(text), .at = {file, 0, 0, 0, 0}};
  return lcm_expr_parse(out, ctx, &source);
}

/* Add the defaults that "costs" lacks. */
static void add_defaults(lcm_ctx *ctx, cost_list *costs) {
  for (size_t i = 0; i < N_DEFAULTS; i++) {
    bool known = false;
    for (size_t k = 0; k < costs->n; k++)
      known = known || !strcmp(costs->at[k].name, DEFAULTS[i].name);
    if (known)
      continue;
    const struct lcm_cost cost = {lcm_intern(ctx, DEFAULTS[i].name),
                                  lcm_expr_decimal(ctx, DEFAULTS[i].value),
                                  false};
    LCM_LIST_ADD(lcm_ctx_arena(ctx), costs, cost);
  }
}

struct lcm_run_schedule lcm_openmp_run_schedule(lcm_openmp openmp) {
  return openmp == LCM_LIBGOMP
             ? (struct lcm_run_schedule){.kind = LCM_SCHED_DYNAMIC, .chunk = 1}
             : (struct lcm_run_schedule){.kind = LCM_SCHED_STATIC};
}

const lcm_machine *lcm_machine_default(lcm_ctx *ctx) {
  lcm_machine *machine = LCM_NEW(lcm_ctx_arena(ctx), lcm_machine);
  cost_list costs = {0};
  add_defaults(ctx, &costs);
  *machine = (lcm_machine){.name = "default",
                           .runtime = "",
                           .schedule = "",
                           .run_schedule = lcm_openmp_run_schedule(LCM_LIBGOMP),
                           .sockets = 1,
                           .line = LINE,
                           .costs = costs.at,
                           .n_costs = costs.n};
  return machine;
}

/* A description being read. */
struct reading {
  lcm_ctx *ctx;
  const char *file;
  const lcm_json *json;
  lcm_status status;
};

/* Report that the member "key" is not as it should be. */
static void bad(struct reading *r, const char *key, const char *what) {
  lcm_report(r->ctx, LCM_DIAG_MACHINE, (lcm_loc){.file = r->file}, "'%s' %s",
             key, what);
  r->status = LCM_EPARSE;
}

/* Return the number "key" of "object", "otherwise" where it is not given. */
static double number(struct reading *r, const lcm_json *object, const char *key,
                     double otherwise) {
  const lcm_json *value = object ? lcm_json_get(object, key) : NULL;
  double out = otherwise;
  if (value && !lcm_json_number(&out, value))
    bad(r, key, "is not a number");
  if (!(out >= 0)) {
    bad(r, key, "is negative");
    return otherwise;
  }
  return out;
}

/* Return the interned string "key" of "object", "otherwise" without. */
static const char *text(struct reading *r, const lcm_json *object,
                        const char *key, const char *otherwise) {
  const lcm_json *value = lcm_json_get(object, key);
  const char *out = value ? lcm_json_text(value) : otherwise;
  if (value && !out)
    bad(r, key, "is not a string");
  return lcm_intern(r->ctx, out ? out : otherwise);
}

/* Return the array "key", whose elements are objects, and put their number
 * into "*n"; 0 where it is not given or is none, which is reported. */
static const lcm_json *objects(struct reading *r, const char *key, size_t *n) {
  const lcm_json *list = lcm_json_get(r->json, key);
  *n = lcm_json_is_array(list) ? lcm_json_size(list) : 0;
  bool good = !list || lcm_json_is_array(list);
  for (size_t i = 0; i < *n; i++)
    good = good && lcm_json_is_object(lcm_json_at(list, i));
  if (!good)
    bad(r, key, "is no array of objects");
  return list;
}

/* Read where members of teams are into "machine". */
static void read_placement(struct reading *r, lcm_machine *machine) {
  const char *placement = text(r, r->json, "placement", "spread");
  if (!strcmp(placement, "close"))
    machine->placement = LCM_PLACE_CLOSE;
  else if (strcmp(placement, "spread") != 0)
    bad(r, "placement", "is neither \"spread\" nor \"close\"");
  if (machine->placement == LCM_PLACE_CLOSE && !(machine->processors > 0))
    bad(r, "placement", "is \"close\", but there is no 'processors'");
}

/* Report levels of which none could hold more than one before. */
static void check_levels(struct reading *r, const struct lcm_level *levels,
                         size_t n) {
  if (n > LCM_MAX_LEVELS)
    bad(r, "levels", "has more than 8 levels");
  for (size_t i = 1; i < n; i++)
    if (levels[i].size <= levels[i - 1].size && isfinite(levels[i - 1].size))
      bad(r, "levels", "is not ordered by size, the innermost level first");
}

/* Read the levels of the memory hierarchy into "machine". */
static void read_levels(struct reading *r, lcm_machine *machine) {
  size_t n = 0;
  const lcm_json *list = objects(r, "levels", &n);
  struct lcm_level *levels =
      LCM_NEW_ARRAY(lcm_ctx_arena(r->ctx), struct lcm_level, n + 1);
  for (size_t i = 0; i < n; i++) {
    const lcm_json *one = lcm_json_at(list, i);
    const lcm_json *bandwidth = lcm_json_get(one, "bandwidth");
    levels[i] = (struct lcm_level){text(r, one, "name", "memory"),
                                   number(r, one, "size", INFINITY),
                                   number(r, one, "shared_by", 1),
                                   number(r, bandwidth, "core", INFINITY),
                                   number(r, bandwidth, "socket", INFINITY),
                                   number(r, one, "latency", 0),
                                   number(r, one, "gather", 0)};
  }
  check_levels(r, levels, n);
  machine->levels = levels;
  machine->n_levels = n;
}

/* Read the resources into "machine". */
static void read_resources(struct reading *r, lcm_machine *machine) {
  size_t n = 0;
  const lcm_json *list = objects(r, "resources", &n);
  lcm_resource *resources =
      LCM_NEW_ARRAY(lcm_ctx_arena(r->ctx), lcm_resource, n + 1);
  for (size_t i = 0; i < n; i++) {
    const lcm_json *one = lcm_json_at(list, i);
    resources[i] = (lcm_resource){
        .name = text(r, one, "name", "resource"),
        .multiplicity =
            lcm_expr_real(r->ctx, number(r, one, "multiplicity", 1)),
        .discipline = strcmp(text(r, one, "discipline", "fcfs"), "ps")
                          ? LCM_FCFS
                          : LCM_PS,
        .bandwidth = number(r, one, "bandwidth", 0)};
  }
  machine->resources = resources;
  machine->n_resources = n;
}

const struct lcm_level *lcm_machine_memory(const lcm_machine *machine) {
  for (size_t i = machine->n_levels; i-- > 0;)
    if (isfinite(machine->levels[i].core) ||
        isfinite(machine->levels[i].socket))
      return &machine->levels[i];
  return NULL;
}

bool lcm_machine_has_caches(const lcm_machine *machine) {
  bool found = false;
  for (size_t i = 0; machine && i < machine->n_levels; i++)
    found = found || isfinite(machine->levels[i].size);
  return found;
}

bool lcm_machine_has_gather(const lcm_machine *machine) {
  for (size_t i = 0; i < machine->n_levels; i++)
    if (machine->levels[i].gather > 0)
      return true;
  return false;
}

bool lcm_machine_has_slow(const lcm_machine *machine) {
  bool found = machine && (machine->lines_given ||
                           lcm_machine_cost(machine, "page_fault") ||
                           lcm_machine_cost(machine, "shared_line"));
  for (size_t i = 0; machine && i < machine->n_levels; i++)
    found = found || machine->levels[i].latency > 0 ||
            machine->levels[i].gather > 0;
  return found;
}

double lcm_machine_cycle(const lcm_machine *machine) {
  return machine->clock > 0 ? 1e-9 / machine->clock : 0;
}

bool lcm_machine_times_cycles(const lcm_machine *machine,
                              const lcm_node *node) {
  return machine->clock > 0 && node->cycles && node->rest;
}

double lcm_machine_cores(const lcm_machine *machine) {
  return machine->processors > 0
             ? fmax(1, floor(machine->processors / fmax(1, machine->sockets)))
             : INFINITY;
}

size_t lcm_machine_socket(const lcm_machine *machine, size_t i) {
  const double cores = lcm_machine_cores(machine);
  const double sockets = fmax(1, machine->sockets);
  const double at = machine->placement == LCM_PLACE_SPREAD || !isfinite(cores)
                        ? (double)i
                        : floor((double)i / cores);
  return (size_t)fmod(at, sockets);
}

/* Add the cost of a byte where "costs" lacks it and the memory of "machine"
 * has a bandwidth for one core. */
static void add_byte(lcm_ctx *ctx, cost_list *costs,
                     const lcm_machine *machine) {
  const struct lcm_level *memory = lcm_machine_memory(machine);
  const struct lcm_cost cost = {lcm_intern(ctx, "byte"),
                                memory && isfinite(memory->core) && memory->core
                                    ? lcm_expr_real(ctx, 1 / memory->core)
                                    : NULL,
                                true};
  for (size_t i = 0; i < costs->n; i++)
    if (costs->at[i].name == cost.name)
      return;
  if (cost.expr)
    LCM_LIST_ADD(lcm_ctx_arena(ctx), costs, cost);
}

/* Read the costs into "machine". */
static void read_costs(struct reading *r, lcm_machine *machine) {
  const lcm_json *object = lcm_json_get(r->json, "costs");
  cost_list costs = {0};
  const size_t n = lcm_json_is_object(object) ? lcm_json_size(object) : 0;
  if (object && !lcm_json_is_object(object))
    bad(r, "costs", "is no object");
  for (size_t i = 0; i < n; i++) {
    const char *key = lcm_json_key(object, i);
    const lcm_json *value = lcm_json_get(object, key);
    struct lcm_cost cost = {lcm_intern(r->ctx, key), NULL, true};
    double given = 0;
    if (lcm_json_number(&given, value))
      cost.expr = lcm_expr_real(r->ctx, given);
    else if (!lcm_json_text(value) ||
             parse_cost(&cost.expr, r->ctx, r->file, lcm_json_text(value)))
      bad(r, key, "is neither a number nor an expression");
    if (cost.expr)
      LCM_LIST_ADD(lcm_ctx_arena(r->ctx), &costs, cost);
  }
  add_byte(r->ctx, &costs, machine);
  add_defaults(r->ctx, &costs);
  machine->costs = costs.at;
  machine->n_costs = costs.n;
}

/* Warn about the members that nothing reads. */
static void warn_unknown(struct reading *r) {
  static const char *const KNOWN[] = {
      "schema",      "name",      "processors",     "runtime",
      "sockets",     "placement", "levels",         "resources",
      "costs",       "schedule",  "ranks_per_node", "errors",
      "calibration", "clock",     "line",           "tlb",
      "source"};
  for (size_t i = 0; i < lcm_json_size(r->json); i++) {
    const char *key = lcm_json_key(r->json, i);
    bool known = false;
    for (size_t k = 0; k < sizeof KNOWN / sizeof *KNOWN; k++)
      known = known || !strcmp(key, KNOWN[k]);
    if (!known)
      lcm_report(r->ctx, LCM_DIAG_MACHINE_KEY, (lcm_loc){.file = r->file},
                 "'%s' is not known", key);
  }
}

/* Find out which library the text `runtime` of "machine" names. */
static void find_openmp(struct reading *r, lcm_machine *machine) {
  static const struct {
    const char *part;
    lcm_openmp is;
  } NAMES[] = {{"gomp", LCM_LIBGOMP},  {"gcc", LCM_LIBGOMP},
               {"libomp", LCM_LIBOMP}, {"iomp", LCM_LIBOMP},
               {"llvm", LCM_LIBOMP},   {"clang", LCM_LIBOMP}};
  machine->openmp = LCM_LIBGOMP;
  for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++)
    if (strstr(machine->runtime, NAMES[i].part)) {
      machine->openmp = NAMES[i].is;
      return;
    }
  if (*machine->runtime)
    lcm_report(r->ctx, LCM_DIAG_MACHINE_KEY, (lcm_loc){.file = r->file},
               "'runtime' names no library whose schedules are known, "
               "libgomp or libomp; libgomp's are taken");
}

/* Read what schedule(runtime) does on "machine": `[MODIFIER:]KIND[,CHUNK]`, as
 * in the environment variable OMP_SCHEDULE. */
static void read_schedule(struct reading *r, lcm_machine *machine) {
  struct lcm_run_schedule *out = &machine->run_schedule;
  machine->schedule = text(r, r->json, "schedule", "");
  *out = lcm_openmp_run_schedule(machine->openmp);
  const char *at = machine->schedule;
  if (!*at)
    return;
  *out = (struct lcm_run_schedule){.given = true};
  out->monotonic = !strncmp(at, "monotonic:", 10);
  at += out->monotonic ? 10 : strncmp(at, "nonmonotonic:", 13) ? 0 : 13;
  const size_t n = strcspn(at, ",");
  char *end = NULL;
  if (lcm_schedule_find(&out->kind, at, n, LCM_SCHED_IN_OMP_SCHEDULE)) {
    out->chunk = at[n] ? (double)strtoul(at + n + 1, &end, 10) : 0;
    if (!at[n] || (end && !*end && out->chunk >= 1))
      return;
  }
  bad(r, "schedule", "is not [MODIFIER:]KIND[,CHUNK]");
}

/* Return the member "key", how many of something there are, which is at least
 * one where it is given; "other" where it is not. */
static double how_many(struct reading *r, const char *key, double other) {
  const lcm_json *value = lcm_json_get(r->json, key);
  double n = 1;
  if (value && lcm_json_number(&n, value) && n >= 0 && (n < 1 || n != floor(n)))
    bad(r, key, "is no whole number from 1 on");
  return number(r, r->json, key, other);
}

/* Read the members of the description into "machine". */
static void read_members(struct reading *r, lcm_machine *machine) {
  machine->name = text(r, r->json, "name", r->file ? r->file : "");
  machine->runtime = text(r, r->json, "runtime", "");
  find_openmp(r, machine);
  read_schedule(r, machine);
  machine->processors = how_many(r, "processors", 0);
  machine->clock = number(r, r->json, "clock", 0);
  machine->line = number(r, r->json, "line", LINE);
  machine->lines_given = lcm_json_get(r->json, "line") != NULL;
  machine->tlb = number(r, r->json, "tlb", 0);
  machine->sockets = how_many(r, "sockets", 1);
  machine->ranks_per_node = how_many(r, "ranks_per_node", 0);
  read_placement(r, machine);
  read_levels(r, machine);
  read_resources(r, machine);
  read_costs(r, machine);
  warn_unknown(r);
}

/* Report that what "r" reads is no description of a machine, and what to do;
 * "schema" is what it says of itself, "" where it says nothing. */
static void complain_other(struct reading *r, const char *schema) {
  const lcm_loc at = {.file = r->file, .line = 1, .column = 1};
  const bool said = *schema != '\0';
  lcm_report(r->ctx, LCM_DIAG_MACHINE, at,
             "this does not describe a machine, which is JSON with \"schema\": "
             "\"%s\"%s%s%s: lcm calibrate writes that, --machine none goes "
             "without",
             SCHEMA, said ? " instead of \"" : "", schema, said ? "\"" : "");
  r->status = LCM_EPARSE;
}

lcm_status lcm_machine_parse(const lcm_machine **out, lcm_ctx *ctx,
                             const char *file, const char *source, size_t len) {
  struct reading r = {ctx, lcm_intern(ctx, file), NULL, LCM_OK};
  size_t at = 0;
  while (at < len && strchr(" \t\r\n", source[at]) && source[at])
    at++;
  if (at == len || (source[at] != '{' && source[at] != '[')) {
    complain_other(&r, "");
    return r.status;
  }
  lcm_json *json = NULL;
  const lcm_status status = lcm_json_parse(&json, ctx, file, source, len);
  if (status)
    return status;
  r.json = json;
  const char *schema = text(&r, json, "schema", "");
  lcm_machine *machine = LCM_NEW(lcm_ctx_arena(ctx), lcm_machine);
  if (!r.status && strcmp(schema, SCHEMA) != 0)
    complain_other(&r, schema);
  if (!r.status)
    read_members(&r, machine);
  lcm_json_free(json);
  if (!r.status)
    *out = machine;
  return r.status;
}

const struct lcm_cost *lcm_machine_cost(const lcm_machine *machine,
                                        const char *name) {
  for (size_t i = 0; i < machine->n_costs; i++)
    if (!strcmp(machine->costs[i].name, name))
      return &machine->costs[i];
  return NULL;
}

static const lcm_expr *byte_rate(lcm_ctx *ctx, double value) {
  return lcm_expr_mul(ctx, lcm_expr_real(ctx, value),
                      lcm_expr_div(ctx,
                                   lcm_expr_unit(ctx, lcm_measure_find("byte")),
                                   lcm_expr_unit(ctx, lcm_measure_find("s"))));
}

/* Return the bandwidth of the level or resource called by the "len" bytes at
 * "name". */
static const lcm_expr *bandwidth(lcm_ctx *ctx, const lcm_machine *machine,
                                 const char *name, size_t len, bool socket) {
  for (size_t i = 0; i < machine->n_levels; i++) {
    const struct lcm_level *level = &machine->levels[i];
    const double value = socket ? level->socket : level->core;
    if (strlen(level->name) == len && !memcmp(level->name, name, len) &&
        isfinite(value))
      return byte_rate(ctx, value);
  }
  for (size_t i = 0; i < machine->n_resources && !socket; i++) {
    const lcm_resource *resource = &machine->resources[i];
    if (strlen(resource->name) == len && !memcmp(resource->name, name, len) &&
        resource->bandwidth > 0)
      return byte_rate(ctx, resource->bandwidth);
  }
  return NULL;
}

lcm_dim lcm_machine_dim(const char *name) {
  const char *dot = strrchr(name, '.');
  if (!strcmp(name, "machine.flop"))
    return (lcm_dim){2, 0, -2};
  if (!strcmp(name, "machine.byte"))
    return (lcm_dim){2, -2, 0};
  if (dot && (!strcmp(dot, ".bandwidth") || !strcmp(dot, ".socket")))
    return (lcm_dim){-2, 2, 0};
  if (!strcmp(name, "machine.processors") || !strcmp(name, "machine.sockets"))
    return LCM_DIM_NONE;
  return LCM_DIM_TIME;
}

const lcm_expr *lcm_machine_name(lcm_ctx *ctx, const lcm_machine *machine,
                                 const char *name) {
  const lcm_expr *second = lcm_expr_unit(ctx, lcm_measure_find("s"));
  if (strncmp(name, "machine.", 8) != 0)
    return NULL;
  const char *key = name + 8;
  const char *dot = strrchr(key, '.');
  if (dot && !strcmp(dot, ".bandwidth"))
    return bandwidth(ctx, machine, key, (size_t)(dot - key), false);
  if (dot && !strcmp(dot, ".socket"))
    return bandwidth(ctx, machine, key, (size_t)(dot - key), true);
  if (!strcmp(key, "processors"))
    return lcm_expr_real(ctx, machine->processors);
  if (!strcmp(key, "sockets"))
    return lcm_expr_real(ctx, machine->sockets);
  const struct lcm_cost *cost = lcm_machine_cost(machine, key);
  if (!cost)
    return NULL;
  const lcm_expr *unit = second;
  if (!strcmp(key, "flop") || !strcmp(key, "byte"))
    unit = lcm_expr_div(ctx, second, lcm_expr_unit(ctx, lcm_measure_find(key)));
  return lcm_expr_mul(ctx, cost->expr, unit);
}
