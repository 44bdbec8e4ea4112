/* Makes the text of a sidecar file, and tries whether it is bound as meant.
 * What a sidecar file has of its author, and what lcm wrote into it. */
#include "annotations/annotate/sidecar.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "analyzer/analyzer.h"
#include "annotations/annotate/below.h"
#include "annotations/annotate/find.h"
#include "annotations/annotate/plan.h"
#include "annotations/annotate/text.h"
#include "base/fs.h"
#include "model/link/link.h"

/* Return "line" without the blanks before it. */
static const char *trimmed(const char *line) {
  while (isspace((unsigned char)*line))
    line++;
  return line;
}

/* Return the number behind " lines=" in "line", 0 where there is none. */
static size_t count_in(const char *line) {
  const char *at = strstr(line, " lines=");
  return at ? strtoul(at + 7, NULL, 10) : 0;
}

/* Return the function that "line", `at FUNCTION/KIND#N`, speaks of, with the
 * file where it names that; NULL where it is no such line. */
static const char *function_in(lcm_ctx *ctx, const char *line) {
  line = trimmed(line);
  if (strncmp(line, "at ", 3) != 0)
    return NULL;
  line = trimmed(line + 3);
  const char *colon = strrchr(line, ':');
  const char *name = colon ? colon + 1 : line;
  return lcm_intern_n(ctx, line,
                      (size_t)(name - line) + strcspn(name, "/ \t\r"));
}

/* Move the last "n" lines of "out" that are yours into a block of its own;
 * blanks stand where they stood. */
static void take_block(struct annotate_kept *out, lcm_ctx *ctx, size_t n) {
  lcm_arena *arena = lcm_ctx_arena(ctx);
  const size_t all = out->yours.n;
  const size_t first = n < all ? all - n : 0;
  struct annotate_block block = {0};
  for (size_t i = first; i < all; i++) {
    const char *line = out->yours.at[i];
    out->yours.at[i] = NULL;
    if (line && !block.lines.n)
      block.function = function_in(ctx, line);
    if (line)
      LCM_LIST_ADD(arena, &block.lines, line);
  }
  LCM_LIST_ADD(arena, &out->blocks, block);
}

/* Put what the text "text" of a sidecar file says into "out" (memory of
 * "ctx"). */
static void annotate_keep(struct annotate_kept *out, lcm_ctx *ctx,
                          const char *text) {
  lcm_arena *arena = lcm_ctx_arena(ctx);
  bool measured = false;
  *out = (struct annotate_kept){0};
  while (*text) {
    const size_t n = strcspn(text, "\n");
    const char *line = lcm_arena_strndup(arena, text, n);
    LCM_LIST_ADD(arena, &out->yours, line);
    measured = !strncmp(trimmed(line), "measured ", 9) ||
               (measured && !strncmp(trimmed(line), "...", 3));
    const size_t count = measured ? count_in(line) : 0;
    if (count)
      take_block(out, ctx, count);
    text += n + (text[n] == '\n');
  }
}

/* Return the lines of "kept" that lcm did not write, with "blanks" an empty one
 * for each of the others (memory of "ctx"). */
static const char *
annotate_yours(lcm_ctx *ctx, const struct annotate_kept *kept, bool blanks) {
  lcm_buf buf = {0};
  for (size_t i = 0; i < kept->yours.n; i++) {
    const char *line = kept->yours.at[i];
    if (line || blanks)
      lcm_buf_printf(&buf, "%s\n", line ? line : "");
  }
  return lcm_ctx_text(ctx, &buf);
}

static const size_t NONE = (size_t)-1;

enum { MAX_ROUNDS = 8 };

/* ---- what is written ------------------------------------------------------
 */

/* Append "lines" with "indent" before each; the last, a `measured`, says how
 * many there are with the "before" ones. */
static void put_lines(lcm_buf *buf, const annotate_lines *lines, size_t before,
                      const char *indent) {
  for (size_t i = 0; i < lines->n; i++) {
    lcm_buf_printf(buf, "%s%s", indent, lines->at[i]);
    if (i + 1 == lines->n)
      lcm_buf_printf(buf, " lines=%zu", lines->n + before);
    lcm_buf_putc(buf, '\n');
  }
}

/* Return whether "line" declares what "other" does: their first two words are
 * the same. */
static bool is_alike(const char *line, const char *other) {
  const size_t word = strcspn(line, " ");
  const size_t blanks = strspn(line + word, " ");
  const size_t n = word + blanks + strcspn(line + word + blanks, " ");
  return !strncmp(line, other, n) && (!other[n] || other[n] == ' ');
}

/* Add the declarations of "block" to "out" that nothing there replaces, but for
 * its `measured`. */
static void add_declared(annotate_lines *out, struct annotate *a,
                         const struct annotate_block *block) {
  const size_t given = out->n;
  for (size_t i = 0; i + 1 < block->lines.n; i++) {
    bool known = false;
    for (size_t k = 0; k < given; k++)
      known = known || is_alike(block->lines.at[i], out->at[k]);
    if (!known)
      LCM_LIST_ADD(lcm_ctx_arena(a->ctx), out, block->lines.at[i]);
  }
}

/* Return whether a file of "a" has the function "called": NAME or FILE:NAME. */
static bool has_function(const struct annotate *a, const char *called) {
  const char *colon = strrchr(called, ':');
  const char *name = colon ? colon + 1 : called;
  for (size_t i = 0; i < a->files.n; i++) {
    const struct annotate_file *file = &a->files.at[i];
    if (colon &&
        !lcm_place_is_file(file->name, called, (size_t)(colon - called)))
      continue;
    for (size_t k = 0; k < file->places.n; k = file->places.at[k].behind)
      if (!strcmp(file->places.at[k].function->name, name))
        return true;
  }
  return false;
}

/* Return "key", of a place in "function" of "file" or the function itself, as a
 * sidecar file names it: with the file where other files may have a function of
 * that name. */
static const char *named(struct annotate *a, const struct annotate_file *file,
                         const lcm_function *function, const char *key) {
  const char *name = file->name;
  while (!strncmp(name, "./", 2))
    name += 2;
  return function->is_static
             ? lcm_arena_printf(lcm_ctx_arena(a->ctx), "%s:%s", name, key)
             : key;
}

/* Append what is declared for all of "a", and what was for the entries that
 * stay, where there are "others". */
static void put_declarations(lcm_buf *buf, struct annotate *a,
                             const struct annotate_kept *kept, bool others) {
  annotate_lines lines = {0};
  for (size_t i = 0; i < a->files.n; i++)
    annotate_declare(&lines, a, &a->files.at[i]);
  for (size_t i = 0; i < kept->blocks.n && others; i++)
    if (!kept->blocks.at[i].function)
      add_declared(&lines, a, &kept->blocks.at[i]);
  if (!lines.n)
    return;
  LCM_LIST_ADD(lcm_ctx_arena(a->ctx), &lines, "measured code=00000000");
  put_lines(buf, &lines, 0, "");
}

/* Return the entry of the node number "at" of "file". */
static struct annotate_block entry_of(struct annotate *a,
                                      struct annotate_file *file, size_t at) {
  const struct annotate_place *place = &file->places.at[at];
  annotate_lines lines = {0};
  lcm_buf buf = {0};
  struct annotate_block block = {
      .function = named(a, file, place->function, place->function->name)};
  annotate_say(&lines, a, file, at);
  const bool all =
      place->parent == NONE && place->node->kind == LCM_NODE_SERIES;
  lcm_buf_printf(&buf, "at %s\n",
                 all ? block.function
                     : named(a, file, place->function, place->key));
  put_lines(&buf, &lines, 1, "  ");
  const char *text = lcm_ctx_text(a->ctx, &buf);
  const char *whole =
      lcm_arena_strndup(lcm_ctx_arena(a->ctx), text, strlen(text) - 1);
  LCM_LIST_ADD(lcm_ctx_arena(a->ctx), &block.lines, whole);
  return block;
}

/* A list of entries. */
typedef LCM_LIST(struct annotate_block) block_list;

/* Add "block" to "all", behind those of its function and of those that come
 * before that by name. */
static void add_block(block_list *all, lcm_ctx *ctx,
                      struct annotate_block block) {
  LCM_LIST_ADD(lcm_ctx_arena(ctx), all, block);
  for (size_t i = all->n - 1;
       i > 0 && strcmp(all->at[i - 1].function, block.function) > 0; i--) {
    all->at[i] = all->at[i - 1];
    all->at[i - 1] = block;
  }
}

/* Put the entries that the sidecar file is to have into "out": those that lcm
 * wrote for other files, which stand in "kept", and those of "a"; return
 * whether there are others. */
static bool list_blocks(block_list *out, struct annotate *a,
                        const struct annotate_kept *kept) {
  for (size_t i = 0; i < kept->blocks.n; i++)
    if (kept->blocks.at[i].function &&
        !has_function(a, kept->blocks.at[i].function))
      add_block(out, a->ctx, kept->blocks.at[i]);
  const bool others = out->n;
  for (size_t i = 0; i < a->files.n; i++) {
    struct annotate_file *file = &a->files.at[i];
    for (size_t k = 0; k < file->places.n && file->wanted; k++)
      if (annotate_is_said(&file->places.at[k])) {
        add_block(out, a->ctx, entry_of(a, file, k));
        file->n_models += file->places.at[k].entries.n;
      }
  }
  return others;
}

/* Return the text of the sidecar file: our declarations, what you have in
 * "kept", our entries. */
static const char *make_text(struct annotate *a,
                             const struct annotate_kept *kept) {
  lcm_buf buf = {0};
  block_list blocks = {0};
  const bool others = list_blocks(&blocks, a, kept);
  put_declarations(&buf, a, kept, others);
  lcm_buf_puts(&buf, annotate_yours(a->ctx, kept, false));
  for (size_t i = 0; i < blocks.n; i++)
    for (size_t k = 0; k < blocks.at[i].lines.n; k++)
      lcm_buf_printf(&buf, "%s\n", blocks.at[i].lines.at[k]);
  return lcm_ctx_text(a->ctx, &buf);
}

/* ---- is it bound? ---------------------------------------------------------
 */

/* A check of the entries of one file. */
struct sidecar_trial {
  struct annotate *a;
  struct annotate_file *file;
  const char *path;
  bool again;
};

/* Return whether "node" has a model in all that "place" is to have. */
static bool has_models(lcm_ctx *ctx, const lcm_node *node,
                       const struct annotate_place *place) {
  for (size_t i = 0; i < place->entries.n; i++)
    if (!lcm_node_model(node, lcm_intern(ctx, place->entries.at[i].category)))
      return false;
  return true;
}

/* Mark the nodes of the file of "user" that have not what the sidecar file
 * says. */
static lcm_status try_file(lcm_ctx *ctx, void *user) {
  struct sidecar_trial *trial = user;
  struct annotate_file *file = trial->file;
  struct lcm_analyze_options options = *trial->a->options;
  struct lcm_unit unit;
  annotate_place_list places = {0};
  lcm_map by_key = {0};
  options.sidecars = &trial->path;
  options.n_sidecars = 1;
  const lcm_status status = lcm_analyze_source(
      &unit, ctx, &file->input, file->bare, file->bare_len, &options);
  if (!unit.program)
    return status ? status : LCM_EPARSE;
  annotate_list(&places, &by_key, ctx, unit.program);
  for (size_t i = 0; i < file->places.n; i++) {
    struct annotate_place *place = &file->places.at[i];
    bool bound = !place->entries.n;
    for (size_t k = 0; k < places.n && !bound; k++) {
      const lcm_node *node = places.at[k].node;
      bound = node->kind == place->node->kind &&
              node->loc.begin == place->node->loc.begin &&
              node->loc.end == place->node->loc.end &&
              has_models(ctx, node, place);
    }
    if (!bound && trial->a->each && !place->whole)
      place->whole = true;
    else if (!bound)
      place->cannot = "no entry of a sidecar file can speak of it";
    trial->again = trial->again || !bound;
  }
  return LCM_OK;
}

/* Check what stands in the sidecar file "path"; return whether all of it is
 * bound. */
static bool is_bound(struct annotate *a, const char *path) {
  bool bound = true;
  for (size_t i = 0; i < a->files.n; i++) {
    struct sidecar_trial trial = {a, &a->files.at[i], path, false};
    if (!trial.file->wanted)
      continue;
    lcm_ctx *ctx = lcm_ctx_new(lcm_ctx_options(a->ctx));
    if (!ctx || lcm_ctx_guard(ctx, try_file, &trial))
      trial.again = false;
    lcm_ctx_free(ctx);
    bound = bound && !trial.again;
  }
  return bound;
}

/* Plan all files and return the text of the sidecar file. */
static const char *plan(struct annotate *a, const struct annotate_kept *kept) {
  for (size_t i = 0; i < a->files.n; i++) {
    a->files.at[i].n_models = 0;
    if (a->files.at[i].wanted)
      annotate_plan(a, &a->files.at[i]);
  }
  return make_text(a, kept);
}

/* ---- the file -------------------------------------------------------------
 */

lcm_status annotate_aside(struct annotate *a) {
  const char *path = a->how->sidecar;
  char *text = NULL;
  size_t len = 0;
  if (!lcm_path_exists(path))
    return LCM_OK;
  const lcm_status status = lcm_file_read(&text, &len, a->ctx, path);
  if (status)
    return status;
  a->beside = text;
  annotate_keep(&a->kept, a->ctx, text);
  const char *yours = annotate_yours(a->ctx, &a->kept, true);
  return lcm_file_write(a->ctx, a->trial, yours, strlen(yours));
}

lcm_status annotate_sidecar(struct lcm_annotated_file *out,
                            struct annotate *a) {
  const char *text = annotate_yours(a->ctx, &a->kept, false);
  bool bound = !a->fit;
  for (int i = 0; i < MAX_ROUNDS && !bound; i++) {
    const bool muted = lcm_ctx_mute(a->ctx, true);
    text = plan(a, &a->kept);
    (void)lcm_ctx_mute(a->ctx, muted);
    const lcm_status status =
        lcm_file_write(a->ctx, a->trial, text, strlen(text));
    if (status)
      return status;
    bound = is_bound(a, a->trial);
  }
  if (a->fit)
    text = plan(a, &a->kept);
  *out = (struct lcm_annotated_file){
      .name = a->how->sidecar,
      .path = a->beside ? a->how->sidecar : "/dev/null",
      .text = text,
      .len = strlen(text),
      .same = a->beside && !strcmp(a->beside, text),
      .wanted = a->fit != NULL};
  for (size_t i = 0; i < a->files.n; i++)
    out->n_models += a->files.at[i].n_models;
  return LCM_OK;
}
