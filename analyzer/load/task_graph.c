/* Task graphs of other tools as models of contention: the format of the
 * Standard Task Graph Set (.stg), and directed graphs of Graphviz (.dot) with
 * times as attributes. */
#include "analyzer/load/task_graph.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

#include "base/buf.h"
#include "base/list.h"
#include "base/map.h"

/* An arc from task number "from" to task number "to", with what passing on
 * takes. */
struct arc {
  size_t from;
  size_t to;
  double time;
};

/* A task: what it is called, and its time. */
struct graph_task {
  const char *name;
  double time;
};

/* A task graph being read. */
struct graph {
  lcm_ctx *ctx;
  const char *file;
  const char *at;
  const char *end;
  const char *line_at;
  unsigned line;
  const char *token; /* interned; "" at the end */
  lcm_loc token_at;
  LCM_LIST(struct graph_task) tasks;
  LCM_LIST(struct arc) arcs;
  lcm_map numbers; /* by interned name: 1 + the number of the task */
};

/* ---- tokens --------------------------------------------------------------
 */

/* Return whether the file "name" ends in "end". */
static bool ends_in(const char *name, const char *end) {
  const size_t n = strlen(name);
  const size_t k = strlen(end);
  return n > k && !strcmp(name + n - k, end);
}

bool lcm_load_is_task_graph(const char *name) {
  return ends_in(name, ".stg") || ends_in(name, ".dot");
}

/* Report that the token is not "what"; return LCM_EPARSE. */
static lcm_status fail(const struct graph *g, const char *what) {
  lcm_report(g->ctx, LCM_DIAG_SYNTAX, g->token_at, "expected %s%s%s%s", what,
             *g->token ? ", not '" : " before the end", g->token,
             *g->token ? "'" : "");
  return LCM_EPARSE;
}

/* Return whether "text" begins at the present place of "g". */
static bool is_at(const struct graph *g, const char *text) {
  const size_t n = strlen(text);
  return (size_t)(g->end - g->at) >= n && !memcmp(g->at, text, n);
}

/* Skip blanks, and remarks to the end of a line or between marks. */
static void skip(struct graph *g) {
  while (g->at < g->end) {
    if (*g->at == '#' || is_at(g, "//"))
      while (g->at < g->end && *g->at != '\n')
        g->at++;
    else if (is_at(g, "/*"))
      while (g->at < g->end && !is_at(g, "*/"))
        g->at++;
    else if (is_at(g, "*/"))
      g->at += 2;
    else if (*g->at == '\n') {
      g->line++;
      g->line_at = ++g->at;
    } else if (isspace((unsigned char)*g->at))
      g->at++;
    else
      return;
  }
}

/* Go to the next token: a word, a text without its quotes, "->" or a mark. */
static void advance(struct graph *g) {
  skip(g);
  const char *start = g->at;
  const unsigned column = (unsigned)(start - g->line_at) + 1;
  size_t n = 0;
  g->token_at = (lcm_loc){g->file, g->line, column, 0, 0};
  if (g->at < g->end && *g->at == '"') {
    for (g->at++; g->at < g->end && *g->at != '"'; g->at++)
      g->at += *g->at == '\\' && g->at + 1 < g->end;
    n = (size_t)(g->at - start) - 1;
    g->token = lcm_intern_n(g->ctx, start + 1, n);
    g->at += g->at < g->end;
    return;
  }
  while (g->at < g->end &&
         (isalnum((unsigned char)*g->at) || *g->at == '_' || *g->at == '.' ||
          *g->at == '+' || (*g->at == '-' && !is_at(g, "->"))))
    g->at++;
  if (g->at == start && g->at < g->end)
    g->at += is_at(g, "->") ? 2 : 1;
  n = (size_t)(g->at - start);
  g->token = lcm_intern_n(g->ctx, n ? start : "", n);
}

/* Take the token "word", if it is the next one. */
static bool take(struct graph *g, const char *word) {
  if (strcmp(g->token, word) != 0)
    return false;
  advance(g);
  return true;
}

/* Return the number that "text" is, at least 0; NaN where it is none. */
static double number_of(const char *text) {
  const char *end = text;
  const double value = lcm_strtod(text, &end);
  return end != text && !*end && value >= 0 && isfinite(value) ? value : NAN;
}

/* Take a number into "*out". */
static lcm_status take_number(struct graph *g, double *out, const char *what) {
  *out = number_of(g->token);
  if (isnan(*out))
    return fail(g, what);
  advance(g);
  return LCM_OK;
}

/* Return the number of the task "name", which is new where nobody has spoken of
 * it. */
static size_t task_named(struct graph *g, const char *name) {
  size_t number = 0;
  if (lcm_map_get(&g->numbers, name, &number))
    return number - 1;
  const struct graph_task task = {name, 1};
  LCM_LIST_ADD(lcm_ctx_arena(g->ctx), &g->tasks, task);
  lcm_map_put(lcm_ctx_arena(g->ctx), &g->numbers, name, g->tasks.n);
  return g->tasks.n - 1;
}

/* ---- the Standard Task Graph Set ------------------------------------------
 */

/* Read a line: the number of a task, its time, and those before it. */
static lcm_status read_stg_task(struct graph *g) {
  const char *name = g->token;
  double number = 0;
  double time = 0;
  double n = 0;
  lcm_status status = take_number(g, &number, "the number of a task");
  status = status ? status : take_number(g, &time, "the time of a task");
  status = status ? status : take_number(g, &n, "how many tasks come before");
  if (status)
    return status;
  const size_t task = task_named(g, name);
  g->tasks.at[task].time = time;
  for (double k = 0; k < n && !status; k++) {
    const char *before = g->token;
    status = take_number(g, &number, "the number of a task before");
    const struct arc arc = {status ? 0 : task_named(g, before), task, 0};
    if (!status)
      LCM_LIST_ADD(lcm_ctx_arena(g->ctx), &g->arcs, arc);
  }
  return status;
}

/* Read a graph of the set: how many tasks there are, then a line for each, and
 * for the first and last one that do nothing. */
static lcm_status read_stg(struct graph *g) {
  double n = 0;
  lcm_status status = take_number(g, &n, "the number of tasks");
  while (!status && *g->token)
    status = read_stg_task(g);
  if (!status && (double)g->tasks.n < n)
    return fail(g, "more tasks");
  return status;
}

/* ---- Graphviz -------------------------------------------------------------
 */

/* Read attributes in brackets, if there are any: put the first that says a time
 * into "*time", which stays where none does. */
static lcm_status read_attributes(struct graph *g, double *time) {
  static const char *const NAMES[] = {"time",     "weight", "cost",
                                      "duration", "size",   "label"};
  enum { N_NAMES = sizeof NAMES / sizeof *NAMES };
  size_t best = N_NAMES;
  while (take(g, "[")) {
    while (!take(g, "]")) {
      const char *name = g->token;
      if (!*name)
        return fail(g, "]");
      advance(g);
      if (!take(g, "="))
        return fail(g, "=");
      for (size_t k = 0; k < best; k++)
        if (!strcmp(NAMES[k], name) && !isnan(number_of(g->token))) {
          *time = number_of(g->token);
          best = k;
        }
      advance(g);
      if (!take(g, ","))
        (void)take(g, ";");
    }
  }
  return LCM_OK;
}

/* Read a statement of a graph. */
static lcm_status read_statement(struct graph *g) {
  const char *name = g->token;
  const size_t first = g->arcs.n;
  double time = NAN;
  if (!strcmp(name, "subgraph") || !strcmp(name, "{") || !*name)
    return fail(g, "a task or an arc");
  advance(g);
  const bool is_default =
      !strcmp(name, "graph") || !strcmp(name, "node") || !strcmp(name, "edge");
  if (take(g, "=")) {
    advance(g);
    return LCM_OK;
  }
  if (is_default)
    return read_attributes(g, &time);
  size_t task = task_named(g, name);
  while (take(g, "->")) {
    const struct arc arc = {task, task_named(g, g->token), 0};
    if (!*g->token || !strcmp(g->token, "{"))
      return fail(g, "a task");
    LCM_LIST_ADD(lcm_ctx_arena(g->ctx), &g->arcs, arc);
    task = arc.to;
    advance(g);
  }
  const lcm_status status = read_attributes(g, &time);
  for (size_t i = first; i < g->arcs.n && !isnan(time); i++)
    g->arcs.at[i].time = time;
  if (first == g->arcs.n && !isnan(time))
    g->tasks.at[task].time = time;
  return status;
}

/* Read a directed graph of Graphviz. */
static lcm_status read_dot(struct graph *g) {
  (void)take(g, "strict");
  if (!take(g, "digraph"))
    return fail(g, "digraph");
  if (strcmp(g->token, "{") != 0)
    advance(g);
  if (!take(g, "{"))
    return fail(g, "{");
  lcm_status status = LCM_OK;
  while (!status && !take(g, "}")) {
    status = read_statement(g);
    while (!status && take(g, ";"))
      ;
  }
  return status;
}

/* ---- writing --------------------------------------------------------------
 */

/* Append the equation of task number "i": it waits for what comes before, uses
 * a processor and tells those behind it. */
static void put_task(lcm_buf *buf, const struct graph *g, size_t i) {
  size_t n = 0;
  lcm_buf_printf(buf, "task[%zu] =", i);
  for (size_t k = 0; k < g->arcs.n; k++) {
    const struct arc *arc = &g->arcs.at[k];
    if (arc->to == i)
      lcm_buf_printf(buf, arc->time > 0 ? "%s passed[%zu]" : "%s done[%zu]",
                     n++ ? "," : " wait({", arc->time > 0 ? k : arc->from);
  }
  lcm_buf_printf(buf, "%s use(cpu, ", n ? "}) ;" : "");
  lcm_buf_short(buf, g->tasks.at[i].time, 17);
  lcm_buf_printf(buf, ") ; signal(done[%zu])\n", i);
}

/* Return the model of "g". */
static char *write_model(const struct graph *g) {
  lcm_buf buf = {0};
  size_t n_passed = 0;
  const size_t n = g->tasks.n;
  lcm_buf_printf(&buf, "param P = %zu\nresource cpu = P\ncond done[0..%zu]", n,
                 n ? n - 1 : 0);
  for (size_t k = 0; k < g->arcs.n; k++)
    n_passed += g->arcs.at[k].time > 0;
  if (n_passed)
    lcm_buf_printf(&buf, ", passed[0..%zu]", g->arcs.n - 1);
  lcm_buf_printf(&buf, "\nL = par (i = 0, %zu) task[i]", n - 1);
  for (size_t k = 0; k < g->arcs.n; k++) {
    const struct arc *arc = &g->arcs.at[k];
    if (!(arc->time > 0))
      continue;
    lcm_buf_printf(&buf, "\n  || { wait(done[%zu]) ; delay(", arc->from);
    lcm_buf_short(&buf, arc->time, 17);
    lcm_buf_printf(&buf, ") ; signal(passed[%zu]) }", k);
  }
  lcm_buf_putc(&buf, '\n');
  for (size_t i = 0; i < n; i++)
    put_task(&buf, g, i);
  return lcm_buf_take(&buf);
}

lcm_status lcm_task_graph_to_pam(char **out, lcm_ctx *ctx, const char *file,
                                 const char *text, size_t len) {
  struct graph g = {.ctx = ctx,
                    .file = lcm_intern(ctx, file),
                    .at = text,
                    .end = text + len,
                    .line_at = text,
                    .line = 1};
  advance(&g);
  const lcm_status status = ends_in(file, ".dot") ? read_dot(&g) : read_stg(&g);
  if (status)
    return status;
  if (!g.tasks.n)
    return fail(&g, "a task");
  *out = write_model(&g);
  return *out ? LCM_OK : LCM_ENOMEM;
}
