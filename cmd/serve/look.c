/* What the language server says of a file: what `check`, `predict`, `advise`
 * and `analyze --why-serial` say, for lines. */
#include "cmd/serve/look.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "analyzer/load/load.h"
#include "base/fs.h"
#include "base/heap.h"
#include "cmd/common.h"
#include "cmd/loading.h"
#include "cmd/options.h"
#include "model/edit/edit.h"
#include "model/link/link.h"
#include "render/formula/formula.h"
#include "render/text/text.h"
#include "study/advise/advise.h"
#include "study/check/check.h"
#include "study/patch/patch.h"

/* A file that is looked at. */
struct looking {
  int fd;
  const struct lcm_lsp_job *job;
  struct command command;
  const char *file; /* of the job, as places have it */
  const lcm_program *program;
  struct lcm_predict_options options;
  lcm_json *nodes;
  const char *headline;
  LCM_LIST(const lcm_program *) runs; /* what was predicted */
  double p;
};

/* ---- the command line ---------------------------------------------------- */

/* Return the directory at or above that of "path" with a compilation database,
 * NULL where there is none. */
static const char *build_of(lcm_ctx *ctx, const char *path) {
  lcm_arena *arena = lcm_ctx_arena(ctx);
  for (size_t n = strlen(path); n;) {
    while (n && path[n - 1] != '/')
      n--;
    n -= n > 0;
    const char *directory = lcm_arena_strndup(arena, path, n);
    if (lcm_path_exists(
            lcm_arena_printf(arena, "%s/compile_commands.json", directory)))
      return *directory ? directory : "/";
  }
  return NULL;
}

typedef LCM_LIST(char *) argument_list;

/* Add the argument "text" to "out". */
static void add(argument_list *out, lcm_ctx *ctx, const char *text) {
  char *copy = lcm_arena_printf(lcm_ctx_arena(ctx), "%s", text);
  LCM_LIST_ADD(lcm_ctx_arena(ctx), out, copy);
}

/* Add "option" and the text "key" of the settings, where that is one. */
static void add_setting(argument_list *out, lcm_ctx *ctx,
                        const lcm_json *settings, const char *option,
                        const char *key) {
  const char *text = lcm_json_text(lcm_json_get(settings, key));
  if (!text || !*text)
    return;
  add(out, ctx, option);
  add(out, ctx, text);
}

/* Put the command line that asks for the file of "l" into its command. */
static bool parse(struct looking *l, lcm_ctx *ctx) {
  static const struct subcommand CHECK = {.name = "check", .letter = 'k'};
  const lcm_json *settings = l->job->settings;
  const lcm_json *defines = lcm_json_get(settings, "defines");
  const lcm_json *flags = lcm_json_get(settings, "flags");
  const char *build = build_of(ctx, l->job->path);
  argument_list arguments = {0};
  add(&arguments, ctx, l->job->path);
  for (size_t i = 0; i < lcm_json_size(defines); i++) {
    const char *text = lcm_json_text(lcm_json_at(defines, i));
    add(&arguments, ctx, "-D");
    add(&arguments, ctx, text ? text : "");
  }
  add_setting(&arguments, ctx, settings, "--machine", "machine");
  add_setting(&arguments, ctx, settings, "--variant", "variant");
  add_setting(&arguments, ctx, settings, "--entry", "entry");
  if (build) {
    add(&arguments, ctx, "-p");
    add(&arguments, ctx, build);
  }
  if (lcm_json_size(flags))
    add(&arguments, ctx, "--");
  for (size_t i = 0; i < lcm_json_size(flags); i++) {
    const char *text = lcm_json_text(lcm_json_at(flags, i));
    add(&arguments, ctx, text ? text : "");
  }
  l->command = (struct command){.ctx = ctx};
  l->file = lcm_intern(ctx, l->job->path);
  return command_parse(&l->command, &CHECK, (int)arguments.n, arguments.at);
}

/* ---- predictions --------------------------------------------------------- */

/* A node of the file and what all its occurrences take together. */
struct seen {
  const lcm_node *node;
  const char *label;
  double time;
  double share;
  double total; /* processor-seconds */
  double lost;
  const double *cats;
  const char *most; /* the category that loses most, or NULL */
  const char *provenance;
  bool critical;
  bool parallel;
  bool whole;
  bool shown;
};

/* All nodes that were seen. */
struct seen_list {
  LCM_LIST(struct seen) all;
  lcm_map by_node; /* from 1 */
  lcm_map lines;   /* in which nodes stand, and that of each parallel one */
  lcm_map parallel;
};

/* Return whether "node" is something that several processors execute. */
static bool is_parallel(const lcm_node *node) {
  return node->kind == LCM_NODE_TEAM || node->kind == LCM_NODE_PARALLEL ||
         node->kind == LCM_NODE_PARLOOP || node->kind == LCM_NODE_TASK;
}

/* Return what stands for line "line" in a map. */
static const void *key_of(unsigned line) {
  return (const void *)(uintptr_t)(line + 1);
}

/* Return whether the loop "node" belongs to a region in its line or the one
 * before, among "seen". */
static bool is_of_region(const struct seen_list *seen, const lcm_node *node) {
  size_t at = 0;
  return node->kind == LCM_NODE_PARLOOP &&
         (lcm_map_get(&seen->parallel, key_of(node->loc.line), &at) ||
          (node->loc.line &&
           lcm_map_get(&seen->parallel, key_of(node->loc.line - 1), &at)));
}

/* Return what was seen of "one" in "seen", a new element where that is
 * nothing. */
static struct seen *seen_of(struct looking *l, struct seen_list *seen,
                            const lcm_occurrence *one) {
  lcm_arena *arena = lcm_ctx_arena(l->command.ctx);
  const lcm_node *node = one->node;
  const bool body = one->function->body == node;
  size_t at = 0;
  if (lcm_map_get(&seen->by_node, node, &at))
    return &seen->all.at[at - 1];
  const bool first = !lcm_map_get(&seen->lines, key_of(node->loc.line), &at);
  const struct seen fresh = {
      .node = node,
      .label = body ? one->function->name : node->label,
      .provenance = one->provenance,
      .whole = one->depth == 0,
      .shown = first && (body || node->kind != LCM_NODE_SERIES),
      .parallel = is_parallel(node) && !is_of_region(seen, node)};
  LCM_LIST_ADD(arena, &seen->all, fresh);
  lcm_map_put(arena, &seen->by_node, node, seen->all.n);
  lcm_map_put(arena, &seen->lines, key_of(node->loc.line), 1);
  if (fresh.parallel)
    lcm_map_put(arena, &seen->parallel, key_of(node->loc.line), 1);
  return &seen->all.at[seen->all.n - 1];
}

/* Return what was seen of a node as JSON. */
static lcm_json *node_json(const struct seen *seen) {
  const lcm_loc at = seen->node->loc;
  return LCM_JSON_NEW(
      {"line", LCM_JSON(at.line)}, {"column", LCM_JSON(at.column)},
      {"label", LCM_JSON(seen->label ? seen->label : "")},
      {"time", LCM_JSON(seen->time)}, {"share", LCM_JSON(seen->share)},
      {"lost", LCM_JSON(seen->most)},
      {"lost_share", LCM_JSON(seen->total > 0 ? seen->lost / seen->total : 0)},
      {"critical", LCM_JSON(seen->critical)},
      {"provenance", LCM_JSON(seen->provenance ? seen->provenance : "")},
      {"parallel", LCM_JSON(seen->parallel)}, {"whole", LCM_JSON(seen->whole)},
      {"shown", LCM_JSON(seen->shown)});
}

/* Add the nodes of the file that the last point of "prediction" has. */
static void add_nodes(struct looking *l, const lcm_prediction *prediction) {
  const lcm_point *point = &prediction->points[prediction->grid->n_points - 1];
  struct seen_list list = {0};
  for (size_t i = 0; i < point->n_occurrences; i++) {
    const lcm_occurrence *one = &point->occurrences[i];
    if (!one->node->loc.file || strcmp(one->node->loc.file, l->file) != 0)
      continue;
    struct seen *seen = seen_of(l, &list, one);
    const struct lcm_loss loss = lcm_loss_of(prediction, one->cats);
    seen->time += one->time;
    seen->share += one->share;
    seen->total += loss.total;
    seen->lost += loss.lost;
    if (loss.most < prediction->n_cats && !seen->most)
      seen->most = prediction->cat_names[loss.most];
    seen->critical = seen->critical || one->critical;
  }
  for (size_t i = 0; i < list.all.n; i++)
    lcm_json_add(l->nodes, node_json(&list.all.at[i]));
}

/* Return the first line of "text", which is freed, in memory of "ctx". */
static const char *first_line(lcm_ctx *ctx, LCM_TAKE char *text) {
  const char *line = text ? lcm_intern_n(ctx, text, strcspn(text, "\n")) : "";
  free(text);
  return line;
}

/* Predict the run of "entered" by executing it, keep its nodes, and note its
 * functions in "covered". */
static void predict(struct looking *l, const lcm_program *entered,
                    const lcm_grid *grid, lcm_map *covered) {
  lcm_ctx *ctx = l->command.ctx;
  const struct lcm_style style = {0};
  const lcm_prediction *prediction = NULL;
  struct lcm_predict_options options = l->options;
  options.nodes = true;
  options.interpret = true;
  if (lcm_predict(&prediction, ctx, entered, grid, &options))
    return;
  const lcm_point *point = &prediction->points[prediction->grid->n_points - 1];
  add_nodes(l, prediction);
  l->p = point->p;
  if (!*l->headline)
    l->headline = first_line(
        ctx, lcm_render_prediction(ctx, prediction, LCM_FORMAT_TEXT, &style));
  LCM_LIST_ADD(lcm_ctx_arena(ctx), &l->runs, entered);
  for (size_t i = 0; i < point->n_occurrences; i++)
    lcm_map_put(lcm_ctx_arena(ctx), covered,
                point->occurrences[i].function->key, 1);
}

/* How many functions are predicted at most where a file has no main. */
enum { MOST_ENTRIES = 24 };

/* Predict the run of the program, or, where nobody says where that begins, of
 * each function of the file that no other one predicted has called: those
 * behind come first, which call the others. */
static void predict_all(struct looking *l, const lcm_grid *grid) {
  lcm_ctx *ctx = l->command.ctx;
  const lcm_program *entered = NULL;
  lcm_map covered = {0};
  size_t n = 0;
  const char *entry = l->command.values[OPT_ENTRY];
  const char *start = entry ? entry : lcm_program_start(ctx, l->program);
  const bool muted = lcm_ctx_mute(ctx, !start);
  if (start && !lcm_program_enter(&entered, ctx, l->program, entry)) {
    l->program = entered;
    predict(l, entered, grid, &covered);
  }
  for (size_t i = l->program->n_functions; i-- > 0 && !start;) {
    const lcm_function *function = &l->program->functions[i];
    size_t known = 0;
    if (function->body && n < MOST_ENTRIES &&
        !lcm_map_get(&covered, function->key, &known) &&
        !lcm_program_enter(&entered, ctx, l->program, function->name)) {
      predict(l, entered, grid, &covered);
      n++;
    }
  }
  (void)lcm_ctx_mute(ctx, muted);
}

/* ---- what is said -------------------------------------------------------- */

/* Return the diagnostics about the file of "l" as JSON. */
static lcm_json *diagnostics(struct looking *l) {
  size_t n = 0;
  const lcm_diag *all = lcm_diag_all(l->command.ctx, &n);
  lcm_json *out = lcm_json_array();
  for (size_t i = 0; i < n; i++)
    if (all[i].at.file && !strcmp(all[i].at.file, l->file))
      lcm_json_add(out,
                   LCM_JSON_NEW({"line", LCM_JSON(all[i].at.line)},
                                {"column", LCM_JSON(all[i].at.column)},
                                {"severity",
                                 LCM_JSON(lcm_severity_name(all[i].severity))},
                                {"id", LCM_JSON(lcm_diag_name(all[i].id))},
                                {"message", LCM_JSON(all[i].message)}));
  return out;
}

/* Send what is found so far. */
static void send_found(struct looking *l) {
  lcm_json *found =
      LCM_JSON_NEW({"headline", LCM_JSON(l->headline)}, {"p", LCM_JSON(l->p)},
                   {"diagnostics", diagnostics(l)}, {"nodes", l->nodes});
  (void)lcm_rpc_send(l->fd, LCM_JSON_NEW({"found", found}));
}

/* Return the closed form of the run of "program" as JSON; NULL where it has
 * none. */
static lcm_json *formula_json(struct looking *l, const lcm_program *program,
                              const lcm_grid *grid) {
  lcm_ctx *ctx = l->command.ctx;
  const lcm_prediction *prediction = NULL;
  const lcm_function *entry = lcm_program_function(program, program->entry);
  struct lcm_predict_options options = l->options;
  options.formula = true;
  if (!entry || lcm_predict(&prediction, ctx, program, grid, &options) ||
      !prediction->formula)
    return NULL;
  return LCM_JSON_NEW(
      {"line", LCM_JSON(entry->body->loc.line)},
      {"text", LCM_JSON(first_line(
                   ctx, lcm_render_formula(ctx, prediction, LCM_READER)))});
}

/* Send the closed forms of all runs that were predicted. */
static void send_formulas(struct looking *l, const lcm_grid *grid) {
  lcm_json *out = lcm_json_array();
  for (size_t i = 0; i < l->runs.n; i++) {
    lcm_json *one = formula_json(l, l->runs.at[i], grid);
    if (one)
      lcm_json_add(out, one);
  }
  (void)lcm_rpc_send(l->fd, LCM_JSON_NEW({"formulas", out}));
}

/* A loop that is looked for in regions that teams execute. */
struct inside {
  unsigned line;
  bool found;
};

/* Note whether "node" is the loop of "user". */
static lcm_status meet(const lcm_node *node, void *user) {
  struct inside *in = user;
  in->found = in->found || node->loc.line == in->line;
  return LCM_OK;
}

/* Look for the loop of "user" where "node" is a team. */
static lcm_status visit_team(const lcm_node *node, void *user) {
  return node->kind == LCM_NODE_TEAM ? lcm_node_foreach(node, meet, user)
                                     : LCM_OK;
}

/* Return whether a team of the file executes what stands in line "line". */
static bool is_in_team(const struct looking *l, unsigned line) {
  struct inside in = {.line = line};
  for (size_t i = 0; i < l->program->n_functions; i++) {
    const lcm_node *body = l->program->functions[i].body;
    if (body && body->loc.file && !strcmp(body->loc.file, l->file) &&
        lcm_node_foreach(body, visit_team, &in))
      return true;
  }
  return in.found;
}

/* Return what is known of "loop", which could be executed in parallel; NULL
 * where its clauses cannot be written. */
static lcm_json *loop_json(struct looking *l,
                           const struct lcm_serial_loop *loop) {
  lcm_buf pragma = {0};
  lcm_buf title = {0};
  lcm_buf_puts(&pragma, "#pragma omp parallel for");
  if (!lcm_patch_clauses(&pragma, loop)) {
    lcm_buf_free(&pragma);
    return NULL;
  }
  lcm_buf_puts(&title, "Run this loop in parallel (lcm");
  if (!isnan(loop->share)) {
    lcm_buf_puts(&title, ": it takes ");
    lcm_put_percent(&title, loop->share);
    lcm_buf_puts(&title, " of the time");
  }
  lcm_buf_puts(&title, loop->rounded ? ", rounds sums in another order)" : ")");
  return LCM_JSON_NEW(
      {"line", LCM_JSON(loop->at.line)}, {"column", LCM_JSON(loop->at.column)},
      {"title", LCM_JSON(lcm_cell_take(l->command.ctx, &title))},
      {"pragma", LCM_JSON(lcm_cell_take(l->command.ctx, &pragma))});
}

/* Return the loops of the file that could be executed in parallel. */
static lcm_json *loops_json(struct looking *l, const lcm_grid *grid) {
  struct lcm_serial serial;
  lcm_json *out = lcm_json_array();
  lcm_serial_find(&serial, l->command.ctx, l->program, grid, &l->options, 0);
  for (size_t i = 0; i < serial.n; i++) {
    const struct lcm_serial_loop *loop = &serial.loops[i];
    lcm_json *one = loop->verdict == LCM_SERIAL_FREE && loop->at.file &&
                            !strcmp(loop->at.file, l->file) &&
                            !is_in_team(l, loop->at.line)
                        ? loop_json(l, loop)
                        : NULL;
    if (one)
      lcm_json_add(out, one);
  }
  return out;
}

/* Give the text of the editor where "path" is the file of "user". */
static bool read_editor(const char **text, size_t *len, const char *path,
                        void *user) {
  const struct looking *l = user;
  char *copy = NULL;
  if (strcmp(path, l->file) != 0)
    return false;
  copy = lcm_arena_strndup(lcm_ctx_arena(l->command.ctx), l->job->text,
                           l->job->len);
  *text = copy;
  *len = l->job->len;
  return true;
}

/* Return the lines of the file that the edit "text" changes, and what they
 * become, as JSON; NULL where it cannot be written there. */
static lcm_json *change_json(struct looking *l, const char *text) {
  const struct lcm_patch_options options = {.read = read_editor, .user = l};
  const lcm_restructuring *edits = NULL;
  struct lcm_patch patch;
  struct lcm_patch_span span;
  lcm_ctx *ctx = l->command.ctx;
  if (lcm_restructuring_parse(&edits, ctx, text) ||
      lcm_patch_make(&patch, ctx, l->program, edits, &options) ||
      patch.n_files != 1 || strcmp(patch.files[0].path, l->file) != 0)
    return NULL;
  lcm_patch_span(&span, &patch.files[0]);
  return LCM_JSON_NEW({"from", LCM_JSON(span.from)}, {"to", LCM_JSON(span.to)},
                      {"text", LCM_JSON(lcm_arena_strndup(
                                   lcm_ctx_arena(ctx), span.text, span.len))});
}

/* Return the findings of advice on the program in the file. */
static lcm_json *findings_json(struct looking *l, const lcm_grid *grid) {
  lcm_ctx *ctx = l->command.ctx;
  const lcm_advice *advice = NULL;
  const struct lcm_advise_options options = {.predict = &l->options,
                                             .threshold = 0.01,
                                             .most = 200,
                                             .memory = LCM_ADVISE_MEMORY / 4,
                                             .work = LCM_ADVISE_WORK / 4};
  lcm_json *out = lcm_json_array();
  if (!l->program->entry ||
      lcm_advise(&advice, ctx, l->program, grid, &options))
    return out;
  for (size_t i = 0; i < advice->n_findings; i++) {
    const lcm_finding *one = &advice->findings[i];
    lcm_buf text = {0};
    if (!one->at.file || strcmp(one->at.file, l->file) != 0)
      continue;
    lcm_buf_printf(&text, "%s; %s would gain ", one->what, one->edit);
    lcm_put_percent(&text, one->gain / (one->time + one->gain));
    lcm_json *finding =
        LCM_JSON_NEW({"line", LCM_JSON(one->at.line)},
                     {"id", LCM_JSON(lcm_advice_id(one->kind))},
                     {"edit", LCM_JSON(one->edit)},
                     {"message", LCM_JSON(lcm_cell_take(ctx, &text))});
    lcm_json *change = change_json(l, one->edit);
    if (change)
      lcm_json_set(finding, "change", change);
    lcm_json_add(out, finding);
  }
  return out;
}

/* Look at the file of "user". */
static lcm_status look(lcm_ctx *ctx, void *user) {
  struct looking *l = user;
  struct lcm_load_options options;
  const lcm_grid *grid = NULL;
  lcm_status status = parse(l, ctx) ? LCM_OK : LCM_EUSAGE;
  l->nodes = lcm_json_array();
  l->headline = "";
  status = status ? status : command_predict_options(&l->options, &l->command);
  status = status ? status : command_loading(&options, &l->command);
  if (!status) {
    const struct lcm_load_text text = {l->job->path, l->job->text, l->job->len};
    options.texts = &text;
    options.n_texts = 1;
    options.analyze.cache = NULL;
    options.analyze.own_process = true;
    lcm_edits_keep(&options.analyze, ctx, &(struct lcm_edits){0}, true);
    status = lcm_check(&l->program, ctx, &options);
  }
  const char *const none = "p=16";
  const bool says =
      lcm_grid_says_processors(l->command.defines.at, l->command.defines.n);
  LCM_LIST(const char *) defines = {0};
  for (size_t i = 0; i < l->command.defines.n; i++)
    LCM_LIST_ADD(lcm_ctx_arena(ctx), &defines, l->command.defines.at[i]);
  if (!says)
    LCM_LIST_ADD(lcm_ctx_arena(ctx), &defines, none);
  status = status ? status : lcm_grid_parse(&grid, ctx, defines.at, defines.n);
  if (!status && l->program)
    predict_all(l, grid);
  send_found(l);
  if (status || !l->program)
    return LCM_OK;
  (void)lcm_ctx_mute(ctx, true);
  send_formulas(l, grid);
  lcm_json *loops = loops_json(l, grid);
  (void)lcm_rpc_send(
      l->fd, LCM_JSON_NEW({"advice", LCM_JSON_NEW({"loops", loops},
                                                  {"findings",
                                                   findings_json(l, grid)})}));
  return LCM_OK;
}

void command_look(int fd, const struct lcm_lsp_job *job, void *user) {
  struct looking l = {.fd = fd, .job = job};
  lcm_heap_prepare();
  lcm_ctx *ctx = lcm_ctx_new(NULL);
  (void)user;
  if (!ctx || lcm_ctx_guard(ctx, look, &l))
    (void)lcm_rpc_send(fd, LCM_JSON_NEW({"found", lcm_json_object()}));
}
