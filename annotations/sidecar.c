/* Reading sidecar files: directives that stand beside the source. */
#include <ctype.h>
#include <limits.h>
#include <string.h>

#include "annotations/comment.h"
#include "annotations/sidecar.h"

/* A sidecar file being read: the entry that lines belong to, its lines. */
struct reading {
  lcm_ctx *ctx;
  LCM_LIST(struct lcm_sidecar_entry) entries;
  struct lcm_sidecar_entry entry;
  lcm_piece_list pieces;
  lcm_status status;
};

/* A line of the file without the blanks around it. */
struct text_line {
  const char *text;
  size_t len;
  lcm_loc loc;
};

/* Report "what" at byte "at" of "line". */
static void fail(struct reading *r, const struct text_line *line, size_t at,
                 const char *what) {
  lcm_loc loc = line->loc;
  loc.column += (unsigned)at;
  loc.begin += (unsigned)at;
  lcm_report(r->ctx, LCM_DIAG_SYNTAX, loc, "%s", what);
  r->status = LCM_EPARSE;
}

/* Return whether "text" is the word of a kind of nodes. */
static bool is_kind(const char *text, size_t len) {
  for (int i = 0; i < (int)LCM_NODE_COUNT; i++) {
    const char *word = lcm_node_word((lcm_node_kind)i);
    if (strlen(word) == len && !memcmp(word, text, len))
      return true;
  }
  return false;
}

/* Return the number that the "len" bytes at "text" are, 0 where they are none
 * or too large. */
static unsigned number_of(const char *text, size_t len) {
  unsigned value = 0;
  for (size_t i = 0; i < len; i++) {
    if (!isdigit((unsigned char)text[i]) || value > UINT_MAX / 10 - 1)
      return 0;
    value = value * 10 + (unsigned)(text[i] - '0');
  }
  return value;
}

/* Read `FUNCTION/KIND#N` (the last two optional) behind byte "start" of
 * "line". */
static void read_node(struct reading *r, const struct text_line *line,
                      size_t start) {
  const char *text = line->text + start;
  const size_t len = line->len - start;
  const char *slash = memchr(text, '/', len);
  const size_t name = slash ? (size_t)(slash - text) : len;
  r->entry.function = lcm_intern_n(r->ctx, text, name);
  r->entry.ordinal = 1;
  for (size_t i = 0; i < name; i++)
    if (!isalnum((unsigned char)text[i]) && text[i] != '_') {
      fail(r, line, start + i, "expected FUNCTION/KIND#N or FILE:LINE");
      return;
    }
  if (!slash)
    return;
  const char *kind = slash + 1;
  const size_t rest = len - name - 1;
  const char *hash = memchr(kind, '#', rest);
  const size_t word = hash ? (size_t)(hash - kind) : rest;
  r->entry.kind = lcm_intern_n(r->ctx, kind, word);
  if (!is_kind(kind, word))
    fail(r, line, start + name + 1, "expected a kind of nodes");
  if (hash) {
    r->entry.ordinal = number_of(hash + 1, rest - word - 1);
    if (!r->entry.ordinal)
      fail(r, line, start + name + 1 + word + 1, "expected a number from 1");
  }
}

/* Read the place behind `at` in "line". */
static void read_place(struct reading *r, const struct text_line *line) {
  size_t start = 2;
  while (start < line->len && isspace((unsigned char)line->text[start]))
    start++;
  if (start == line->len) {
    fail(r, line, start, "expected FUNCTION/KIND#N or FILE:LINE");
    return;
  }
  const char *colon = memrchr(line->text + start, ':', line->len - start);
  if (!colon) {
    read_node(r, line, start);
    return;
  }
  const size_t at = (size_t)(colon - line->text);
  r->entry.file = lcm_intern_n(r->ctx, line->text + start, at - start);
  if (at + 1 < line->len && !isdigit((unsigned char)colon[1])) {
    read_node(r, line, at + 1);
    return;
  }
  r->entry.line = number_of(colon + 1, line->len - at - 1);
  if (!r->entry.line)
    fail(r, line, at + 1, "expected the number of a line");
}

/* Finish the entry being read. */
static void end_entry(struct reading *r) {
  const lcm_status status = lcm_pieces_parse(
      &r->entry.directives, &r->entry.n_directives, r->ctx, &r->pieces);
  r->status = r->status ? r->status : status;
  if (r->entry.function || r->entry.line ||
      (!r->entry.file && r->entry.n_directives))
    LCM_LIST_ADD(lcm_ctx_arena(r->ctx), &r->entries, r->entry);
  r->pieces.n = 0;
  r->entry = (struct lcm_sidecar_entry){0};
}

/* Read one line. */
static void read_line(struct reading *r, struct text_line line) {
  while (line.len && isspace((unsigned char)*line.text)) {
    line.text++;
    line.len--;
    line.loc.column++;
    line.loc.begin++;
  }
  while (line.len && isspace((unsigned char)line.text[line.len - 1]))
    line.len--;
  if (!line.len || *line.text == '#')
    return;
  if (line.len >= 2 && !memcmp(line.text, "at", 2) &&
      (line.len == 2 || isspace((unsigned char)line.text[2]))) {
    end_entry(r);
    r->entry.loc = line.loc;
    r->entry.loc.end = line.loc.begin + (unsigned)line.len;
    read_place(r, &line);
    return;
  }
  const lcm_status status =
      lcm_piece_add(r->ctx, &r->pieces, line.text, line.len, line.loc);
  r->status = r->status ? r->status : status;
}

lcm_status lcm_sidecar_parse(const struct lcm_sidecar_entry **out,
                             size_t *n_out, lcm_ctx *ctx, const char *file,
                             const char *text, size_t len) {
  struct reading r = {.ctx = ctx};
  lcm_loc loc = {lcm_intern(ctx, file), 1, 1, 0, 0};
  for (size_t at = 0; at < len; loc.line++) {
    const char *newline = memchr(text + at, '\n', len - at);
    const size_t stop = newline ? (size_t)(newline - text) : len;
    loc.begin = (unsigned)at;
    read_line(&r, (struct text_line){text + at, stop - at, loc});
    at = stop + 1;
  }
  end_entry(&r);
  *out = r.entries.at;
  *n_out = r.entries.n;
  return r.status;
}
