#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/fs.h"
#include "cmd/annotate_internal.h"

static const size_t NONE = (size_t)-1;

enum { MAX_ROUNDS = 8 };

/* The lines of a sidecar file. */
typedef LCM_LIST(const char *) line_list;

/* ---- what stands there ----------------------------------------------------
 */

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

/* Add the lines of "text" to "out" but for those that lcm wrote: as many as
 * their last says, a `measured`. */
static void keep_lines(line_list *out, lcm_ctx *ctx, const char *text) {
  lcm_arena *arena = lcm_ctx_arena(ctx);
  bool measured = false;
  while (*text) {
    const size_t n = strcspn(text, "\n");
    const char *line = lcm_arena_strndup(arena, text, n);
    LCM_LIST_ADD(arena, out, line);
    measured = !strncmp(trimmed(line), "measured ", 9) ||
               (measured && !strncmp(trimmed(line), "...", 3));
    const size_t count = measured ? count_in(line) : 0;
    out->n -= count < out->n ? count : count ? out->n : 0;
    text += n + (text[n] == '\n');
  }
}

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

/* Append what is declared for all of "a". */
static void put_declarations(lcm_buf *buf, struct annotate *a) {
  annotate_lines lines = {0};
  for (size_t i = 0; i < a->files.n; i++)
    annotate_declare(&lines, a, &a->files.at[i]);
  if (!lines.n)
    return;
  LCM_LIST_ADD(lcm_ctx_arena(a->ctx), &lines, "measured code=00000000");
  put_lines(buf, &lines, 0, "");
}

/* Append the entry of the node number "at" of "file". */
static void put_entry(lcm_buf *buf, struct annotate *a,
                      struct annotate_file *file, size_t at) {
  const struct annotate_place *place = &file->places.at[at];
  annotate_lines lines = {0};
  annotate_say(&lines, a, file, at);
  const bool all =
      place->parent == NONE && place->node->kind == LCM_NODE_SERIES;
  lcm_buf_printf(buf, "at %s\n", all ? place->function->name : place->key);
  put_lines(buf, &lines, 1, "  ");
}

/* Return the text of the sidecar file: our declarations, what else stands in
 * "kept", our entries. */
static const char *make_text(struct annotate *a, const line_list *kept) {
  lcm_buf buf = {0};
  put_declarations(&buf, a);
  for (size_t i = 0; i < kept->n; i++)
    lcm_buf_printf(&buf, "%s\n", kept->at[i]);
  for (size_t i = 0; i < a->files.n; i++) {
    struct annotate_file *file = &a->files.at[i];
    for (size_t k = 0; k < file->places.n && file->wanted; k++)
      if (annotate_is_said(&file->places.at[k])) {
        put_entry(&buf, a, file, k);
        file->n_models += file->places.at[k].entries.n;
      }
  }
  return lcm_ctx_text(a->ctx, &buf);
}

/* ---- is it bound? ---------------------------------------------------------
 */

/* A check of the entries of one file. */
struct trial {
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
  struct trial *trial = user;
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
    if (!bound)
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
    struct trial trial = {a, &a->files.at[i], path, false};
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
static const char *plan(struct annotate *a, const line_list *kept) {
  for (size_t i = 0; i < a->files.n; i++) {
    a->files.at[i].n_models = 0;
    if (a->files.at[i].wanted)
      annotate_plan(a, &a->files.at[i]);
  }
  return make_text(a, kept);
}

lcm_status annotate_sidecar(struct annotate *a, const char *path) {
  line_list kept = {0};
  char *before = NULL;
  size_t len = 0;
  if (lcm_path_exists(path)) {
    const lcm_status status = lcm_file_read(&before, &len, a->ctx, path);
    if (status)
      return status;
    keep_lines(&kept, a->ctx, before);
  }
  bool bound = false;
  for (int i = 0; i < MAX_ROUNDS && !bound; i++) {
    const bool muted = lcm_ctx_mute(a->ctx, true);
    const char *text = plan(a, &kept);
    (void)lcm_ctx_mute(a->ctx, muted);
    const lcm_status status = lcm_file_write(a->ctx, path, text, strlen(text));
    if (status)
      return status;
    bound = is_bound(a, path);
  }
  (void)plan(a, &kept);
  size_t n = 0;
  for (size_t i = 0; i < a->files.n; i++)
    n += a->files.at[i].n_models;
  if (!a->command->given[OPT_QUIET])
    printf("%s: %zu model%s\n", path, n, n == 1 ? "" : "s");
  return LCM_OK;
}
