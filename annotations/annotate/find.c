/* Reads source files and their structures; finds the nodes that a fit names. */
#include <stdlib.h>
#include <string.h>

#include "analyzer/analyzer.h"
#include "annotations/annotate/find.h"
#include "base/fs.h"
#include "model/link/link.h"

static const size_t NONE = (size_t)-1;

/* A walk over the nodes of a function. */
struct place_walk {
  lcm_ctx *ctx;
  annotate_place_list *out;
  lcm_map *by_key;
  const lcm_function *function;
  struct lcm_ordinals counted;
};

/* Let what "ordinal" is counted as lead to the node number "at". */
static void add_keys(struct place_walk *w, const struct lcm_ordinal *ordinal,
                     size_t at) {
  lcm_arena *arena = lcm_ctx_arena(w->ctx);
  const struct lcm_ordinal opaque = {.kind = LCM_NODE_OPAQUE,
                                     .number = ordinal->opaque};
  if (!ordinal->inside && ordinal->number)
    lcm_map_put(arena, w->by_key, w->out->at[at].key, at);
  if (opaque.number)
    lcm_map_put(arena, w->by_key,
                lcm_intern(w->ctx, lcm_place_key(w->ctx, w->function, &opaque)),
                at);
}

/* Add "node" and what is below it. */
static void add_node(struct place_walk *w, const lcm_node *node,
                     size_t parent) {
  const size_t at = w->out->n;
  const struct lcm_ordinal ordinal = lcm_ordinal_next(
      &w->counted, node, parent == NONE ? NULL : w->out->at[parent].node);
  const char *key = lcm_place_key(w->ctx, w->function, &ordinal);
  const struct annotate_place place = {.node = node,
                                       .function = w->function,
                                       .key = lcm_intern(w->ctx, key),
                                       .parent = parent};
  LCM_LIST_ADD(lcm_ctx_arena(w->ctx), w->out, place);
  add_keys(w, &ordinal, at);
  for (size_t i = 0; i < node->n_children; i++)
    add_node(w, node->children[i], at);
  w->out->at[at].behind = w->out->n;
}

void annotate_list(annotate_place_list *out, lcm_map *by_key, lcm_ctx *ctx,
                   const lcm_program *program) {
  for (size_t i = 0; i < program->n_functions; i++) {
    struct place_walk w = {.ctx = ctx,
                           .out = out,
                           .by_key = by_key,
                           .function = &program->functions[i]};
    if (!w.function->body || w.function->loc.file != program->files[0])
      continue;
    lcm_map_put(lcm_ctx_arena(ctx), by_key, lcm_intern(ctx, w.function->name),
                out->n);
    add_node(&w, w.function->body, NONE);
  }
}

/* Return "path" without "./" before it. */
static const char *plain(const char *path) {
  while (!strncmp(path, "./", 2))
    path += 2;
  return path;
}

/* Return the length of the file in "fragment": FILE:FUNCTION/KIND#N, 0 without
 * one. */
static size_t file_length(const char *fragment) {
  const char *colon = strrchr(fragment, ':');
  return colon ? (size_t)(colon - fragment) : 0;
}

bool annotate_is_in(const struct annotate_file *file, const char *fragment) {
  const size_t n = file_length(fragment);
  const char *name = plain(fragment);
  const size_t n_name = n - (size_t)(name - fragment);
  const char *own = plain(file->name);
  return n && (lcm_path_ends(file->path, strlen(file->path), name, n_name) ||
               lcm_path_ends(fragment, n, own, strlen(own)));
}

/* Return the index of the node called "key" in "by_key", NONE without one. */
static size_t look_up(const lcm_map *by_key, lcm_ctx *ctx, const char *key) {
  size_t at = NONE;
  return lcm_map_get(by_key, lcm_intern(ctx, key), &at) ? at : NONE;
}

/* Return the place in the bare text of the node number "at" of the text as it
 * stands, NONE where it has none. */
static size_t bare_place(const struct annotate_file *file, size_t at) {
  const lcm_node *node = file->given.at[at].node;
  const size_t begin =
      lcm_written_offset(file->written, file->n_written, node->loc.begin);
  for (size_t i = 0; i < file->places.n; i++)
    if (file->places.at[i].node->kind == node->kind &&
        file->places.at[i].node->loc.begin == begin)
      return i;
  return NONE;
}

/* Return the place that bears the name "name" in the source, NONE for none. */
static size_t named_place(const struct annotate_file *file, const char *name) {
  for (size_t i = 0; i < file->places.n; i++)
    if (file->places.at[i].node->name &&
        !strcmp(file->places.at[i].node->name, name))
      return i;
  return NONE;
}

/* Return the number of the line in "place": FILE:LINE, 0 where there is none.
 */
static unsigned long line_of(const char *place) {
  const char *colon = place ? strrchr(place, ':') : NULL;
  return colon ? strtoul(colon + 1, NULL, 10) : 0;
}

struct annotate_place *annotate_find(struct annotate *a,
                                     struct annotate_file *file,
                                     const char *fragment, const char *place) {
  const char *colon = strrchr(fragment, ':');
  const unsigned long line = line_of(place);
  size_t at = NONE;
  if (!colon)
    at = named_place(file, fragment);
  else {
    const char *key = colon + 1;
    const size_t given = look_up(&file->given_by_key, a->stands, key);
    at = look_up(&file->by_key, a->source, key);
    const bool matches =
        at != NONE && (!line || file->places.at[at].node->loc.line == line);
    const bool stands = !matches && given != NONE &&
                        (!line || file->given.at[given].node->loc.line == line);
    at = stands && (line || at == NONE) ? bare_place(file, given) : at;
  }
  return at == NONE ? NULL : &file->places.at[at];
}

/* Return whether "flags" ask for C90, which has no line comments. */
static bool is_c90(const struct lcm_unit_input *input) {
  static const char *const WORDS[] = {"c90", "c89", "iso9899:1990",
                                      "iso9899:199409"};
  bool old = false;
  for (size_t i = 0; i < input->n_flags; i++) {
    const char *flag = input->flags[i];
    if (!strcmp(flag, "-ansi"))
      old = true;
    const char *equals = strstr(flag, "-std=") ? strchr(flag, '=') : NULL;
    if (!equals)
      continue;
    old = false;
    for (size_t k = 0; k < sizeof WORDS / sizeof *WORDS; k++)
      old = old || !strcmp(equals + 1, WORDS[k]);
  }
  return old;
}

const char *annotate_name(const struct annotate *a, const char *file) {
  return a->trial && !strcmp(file, a->trial) ? a->how->sidecar : file;
}

void annotate_report(struct annotate *a) {
  size_t n = 0;
  const lcm_diag *all = lcm_diag_all(a->source, &n);
  for (size_t i = 0; i < n; i++) {
    lcm_loc at = all[i].at;
    at.file = at.file ? lcm_intern(a->ctx, annotate_name(a, at.file)) : NULL;
    if (all[i].severity == LCM_ERROR)
      lcm_report(a->ctx, all[i].id, at, "%s", all[i].message);
  }
}

/* Analyse the "len" bytes at "text" as the file of "file" in "ctx" into
 * "*out". */
static lcm_status analyze(const lcm_program **out, lcm_ctx *ctx,
                          struct annotate *a, const struct annotate_file *file,
                          const char *text, size_t len) {
  struct lcm_unit unit;
  const lcm_status status =
      lcm_analyze_source(&unit, ctx, &file->input, text, len, a->options);
  *out = unit.program;
  return status;
}

/* Read the file of "file" and take out what lcm wrote. */
static lcm_status read_text(struct annotate *a, struct annotate_file *file) {
  char *text = NULL;
  const lcm_status status =
      lcm_file_read(&text, &file->len, a->ctx, file->name);
  if (status)
    return status;
  file->text = text;
  file->n_written =
      lcm_written_find(&file->written, a->source, file->name, text, file->len);
  file->bare = lcm_written_remove(&file->bare_len, a->source, text, file->len,
                                  file->written, file->n_written);
  return LCM_OK;
}

/* Find the nodes of "file", whose text is known. */
static lcm_status read_structure(struct annotate *a,
                                 struct annotate_file *file) {
  const lcm_program *given = NULL;
  const size_t errors = lcm_diag_count(a->source, LCM_ERROR);
  const lcm_status status =
      analyze(&file->program, a->source, a, file, file->bare, file->bare_len);
  file->n_errors = lcm_diag_count(a->source, LCM_ERROR) - errors;
  if (status || !file->program) {
    file->program = NULL;
    return status ? status : LCM_EPARSE;
  }
  lcm_outline_read(&file->outline, a->source, file->bare, file->bare_len);
  annotate_list(&file->places, &file->by_key, a->source, file->program);
  if (!file->n_written)
    return LCM_OK;
  const lcm_status stands =
      analyze(&given, a->stands, a, file, file->text, file->len);
  if (!stands && given)
    annotate_list(&file->given, &file->given_by_key, a->stands, given);
  return LCM_OK;
}

lcm_status annotate_add(struct annotate *a, const char *name,
                        const struct lcm_unit_input *input) {
  struct annotate_file file = {
      .name = name, .input = *input, .old = is_c90(input)};
  char *path = realpath(name, NULL);
  file.path = lcm_intern(a->source, path ? path : name);
  free(path);
  if (file.input.directory)
    file.input.file = file.path;
  lcm_status status = read_text(a, &file);
  if (!status && a->fit)
    status = read_structure(a, &file);
  LCM_LIST_ADD(lcm_ctx_arena(a->ctx), &a->files, file);
  return status;
}
