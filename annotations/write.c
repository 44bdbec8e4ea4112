/* Inserting directives into source files, and replacing those that were
 * inserted before. */
#include "annotations/write.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "annotations/comment.h"
#include "base/find.h"

enum { WIDTH = 80 };

/* A comment of ours that is alone on its line. */
struct remark {
  /* word, label: the first words of its directive, "" where there are none */
  const char *word;
  const char *label;
  size_t begin; /* begin, end: the whole line with its newline */
  size_t end;
  unsigned line;
  size_t lines; /* the number behind `lines=`, 0 where there is none */
  bool code;    /* `code=` stands in it */
};

typedef LCM_LIST(struct remark) remark_list;
typedef LCM_LIST(struct lcm_written) written_list;

/* Return the word at "*at", and go behind it and the blanks that follow. */
static const char *take_word(lcm_ctx *ctx, const char **at, const char *end) {
  const char *start = *at;
  while (*at < end && !isspace((unsigned char)**at))
    ++*at;
  const char *word = lcm_intern_n(ctx, start, (size_t)(*at - start));
  while (*at < end && isspace((unsigned char)**at))
    ++*at;
  return word;
}

/* Return the number behind " lines=" in the text from "at" to "end", 0 where
 * there is none. */
static size_t count_in(const char *at, const char *end) {
  const char *count = lcm_find(at, (size_t)(end - at), " lines=");
  size_t n = 0;
  for (count = count ? count + 7 : end;
       count < end && isdigit((unsigned char)*count); count++)
    n = n < 100000 ? 10 * n + (size_t)(*count - '0') : n;
  return n;
}

/* Put what "comment" of the "len" bytes at "text" is into "*out"; false where
 * it is not alone on one line. */
static bool read_remark(struct remark *out, lcm_ctx *ctx, const char *text,
                        size_t len, const struct lcm_comment *comment) {
  size_t begin = comment->at.begin;
  size_t end = begin + comment->len;
  if (memchr(comment->text, '\n', comment->len))
    return false;
  const char *at = memchr(comment->text, ':', comment->len);
  const char *stop = text + end - (text[begin + 1] == '*' ? 2 : 0);
  while (begin && (text[begin - 1] == ' ' || text[begin - 1] == '\t'))
    begin--;
  while (end < len && isspace((unsigned char)text[end]) && text[end] != '\n')
    end++;
  if ((begin && text[begin - 1] != '\n') || (end < len && text[end] != '\n'))
    return false;
  for (at++; at < stop && isspace((unsigned char)*at);)
    at++;
  out->word = take_word(ctx, &at, stop);
  out->lines = count_in(at - 1, stop);
  out->code = lcm_find(at - 1, (size_t)(stop + 1 - at), " code=") != NULL;
  out->label = take_word(ctx, &at, stop);
  out->begin = begin;
  out->end = end < len ? end + 1 : end;
  out->line = comment->at.line;
  return true;
}

/* Return the number of the `end` that closes the `begin` number "from", the
 * number of remarks where there is none. */
static size_t closing(const remark_list *all, size_t from) {
  size_t nesting = 0;
  for (size_t i = from + 1; i < all->n; i++) {
    if (all->at[i].label != all->at[from].label)
      continue;
    if (!strcmp(all->at[i].word, "begin"))
      nesting++;
    else if (!strcmp(all->at[i].word, "end") && !nesting--)
      return i;
  }
  return all->n;
}

/* Mark the lines that end with number "last" of "all", where a `measured` of
 * lcm is that says that they are "lines", and the ends of what they begin. */
static void mark(bool *ours, const remark_list *all, size_t last,
                 size_t lines) {
  size_t first = last;
  while (first && last - first + 1 < lines &&
         all->at[first - 1].line + 1 == all->at[first].line)
    first--;
  for (size_t i = first; i <= last; i++)
    ours[i] = true;
  for (size_t i = first; i <= last; i++) {
    const size_t end =
        strcmp(all->at[i].word, "begin") ? all->n : closing(all, i);
    if (end < all->n)
      ours[end] = true;
  }
}

/* Mark the lines that lcm wrote with the `measured` number "at" of "all". */
static void mark_measured(bool *ours, const remark_list *all, size_t at) {
  size_t last = at;
  size_t lines = all->at[at].lines;
  bool code = all->at[at].code;
  while (last + 1 < all->n && !strcmp(all->at[last + 1].word, "...") &&
         all->at[last + 1].line == all->at[last].line + 1) {
    last++;
    lines = all->at[last].lines ? all->at[last].lines : lines;
    code = code || all->at[last].code;
  }
  if (code && lines)
    mark(ours, all, last, lines);
}

/* Let "range", which goes up to the end of a text without a newline there,
 * begin with the newline before it. */
static void take_newline(struct lcm_written *range, const char *text) {
  range->begin -= range->begin > 0;
  if (range->begin && text[range->begin - 1] == '\r')
    range->begin--;
}

size_t lcm_written_find(const struct lcm_written **out, lcm_ctx *ctx,
                        const char *file, const char *text, size_t len) {
  const struct lcm_comment *comments = NULL;
  const size_t n = lcm_comments_scan(&comments, ctx, file, text, len);
  remark_list all = {0};
  written_list found = {0};
  lcm_arena *arena = lcm_ctx_arena(ctx);
  for (size_t i = 0; i < n; i++) {
    struct remark remark;
    if (read_remark(&remark, ctx, text, len, &comments[i]))
      LCM_LIST_ADD(arena, &all, remark);
  }
  bool *ours = LCM_NEW_ARRAY(arena, bool, all.n + 1);
  for (size_t i = 0; i < all.n; i++)
    if (!strcmp(all.at[i].word, "measured"))
      mark_measured(ours, &all, i);
  for (size_t i = 0; i < all.n; i++)
    if (ours[i]) {
      const struct lcm_written range = {all.at[i].begin, all.at[i].end};
      if (found.n && found.at[found.n - 1].end == range.begin)
        found.at[found.n - 1].end = range.end;
      else
        LCM_LIST_ADD(arena, &found, range);
    }
  if (found.n && found.at[found.n - 1].end == len && text[len - 1] != '\n')
    take_newline(&found.at[found.n - 1], text);
  *out = found.at;
  return found.n;
}

char *lcm_written_remove(size_t *left, lcm_ctx *ctx, const char *text,
                         size_t len, const struct lcm_written *written,
                         size_t n) {
  char *out = lcm_arena_alloc(lcm_ctx_arena(ctx), 1, len + 1);
  size_t at = 0;
  *left = 0;
  for (size_t i = 0; i <= n; i++) {
    const size_t stop = i < n ? written[i].begin : len;
    memcpy(out + *left, text + at, stop - at);
    *left += stop - at;
    at = i < n ? written[i].end : len;
  }
  return out;
}

size_t lcm_written_offset(const struct lcm_written *written, size_t n,
                          size_t at) {
  size_t gone = 0;
  for (size_t i = 0; i < n && written[i].begin < at; i++)
    gone += (at < written[i].end ? at : written[i].end) - written[i].begin;
  return at - gone;
}

/* ---- putting lines in ----------------------------------------------------
 */

/* The lines of one insertion. */
struct lines {
  lcm_ctx *ctx;
  LCM_LIST(const char *) text; /* without indentation, one line each */
  size_t room;                 /* columns that a directive may take */
  bool block;
};

/* Add the line of the "len" bytes at "text" of a directive; "more" of it went
 * before. */
static void add_line(struct lines *lines, const char *text, size_t len,
                     bool more) {
  const char *line = lcm_arena_printf(
      lcm_ctx_arena(lines->ctx), "%s lcm: %s%.*s%s", lines->block ? "/*" : "//",
      more ? "... " : "", (int)len, text, lines->block ? " */" : "");
  LCM_LIST_ADD(lcm_ctx_arena(lines->ctx), &lines->text, line);
}

/* Return how much of the "len" bytes at "text" goes on a line of "room" bytes:
 * up to a sign outside parentheses, else a blank there, else any. */
static size_t break_at(const char *text, size_t len, size_t room) {
  size_t best[3] = {0, 0, 0};
  size_t depth = 0;
  if (len <= room)
    return len;
  for (size_t i = 0; i < len && (i <= room || !best[2]); i++) {
    depth += text[i] == '(';
    depth -= text[i] == ')' && depth;
    if (text[i] != ' ' || i <= 8)
      continue;
    const bool sign =
        !strncmp(text + i, " + ", 3) || !strncmp(text + i, " - ", 3);
    best[2] = i;
    best[1] = depth ? best[1] : i;
    best[0] = depth || !sign ? best[0] : i;
  }
  for (size_t k = 0; k < 3; k++)
    if (best[k] * 3 > room)
      return best[k];
  return best[2] ? best[2] : len;
}

/* Add the directive "text", in several lines where it is long. */
static void add_directive(struct lines *lines, const char *text) {
  size_t len = strlen(text);
  bool more = false;
  while (len) {
    const size_t n = break_at(text, len, lines->room - (more ? 4 : 0));
    add_line(lines, text, n, more);
    text += n;
    len -= n;
    while (len && *text == ' ') {
      text++;
      len--;
    }
    more = true;
  }
}

/* Return the columns that the "n" bytes at "indent" take. */
static size_t columns_of(const char *indent, size_t n) {
  size_t columns = 0;
  for (size_t i = 0; i < n; i++)
    columns = indent[i] == '\t' ? (columns / 8 + 1) * 8 : columns + 1;
  return columns;
}

/* Put the lines of "insertion" into "lines", its last directive saying that
 * they are "count", where it is counted. */
static void lay_out_as(struct lines *lines,
                       const struct lcm_insertion *insertion, size_t count) {
  lines->text.n = 0;
  for (size_t i = 0; i < insertion->n; i++) {
    const char *text = insertion->directives[i];
    if (insertion->counted && i + 1 == insertion->n)
      text = lcm_arena_printf(lcm_ctx_arena(lines->ctx), "%s lines=%zu", text,
                              count);
    add_directive(lines, text);
  }
}

/* Put the lines of "insertion" into "lines". */
static void lay_out(struct lines *lines,
                    const struct lcm_insertion *insertion) {
  const size_t taken = columns_of(insertion->indent, insertion->n_indent) +
                       (insertion->block ? 11 : 8);
  lines->room = taken + 40 < WIDTH ? WIDTH - taken : 40;
  lines->block = insertion->block;
  size_t count = insertion->n;
  for (;;) {
    lay_out_as(lines, insertion, count);
    if (lines->text.n <= count)
      break;
    count = lines->text.n;
  }
  if (lines->text.n < count)
    lay_out_as(lines, insertion, lines->text.n);
}

/* Return how the line around offset "at" of the "len" bytes at "text" ends: the
 * one before, else the one behind. */
static const char *ending_at(const char *text, size_t len, size_t at) {
  const char *newline = at ? text + at - 1 : NULL;
  if (!newline || *newline != '\n')
    newline = memchr(text + at, '\n', len - at);
  if (!newline && len)
    newline = memrchr(text, '\n', len);
  return newline && newline > text && newline[-1] == '\r' ? "\r\n" : "\n";
}

/* Append the lines of "insertion" to "buf". */
static void put_lines(lcm_buf *buf, const struct lines *lines,
                      const struct lcm_insertion *insertion, const char *ending,
                      bool first) {
  for (size_t i = 0; i < lines->text.n; i++) {
    if (first)
      lcm_buf_puts(buf, ending);
    lcm_buf_add(buf, insertion->indent, insertion->n_indent);
    lcm_buf_puts(buf, lines->text.at[i]);
    if (!first)
      lcm_buf_puts(buf, ending);
  }
}

char *lcm_insert(size_t *out_len, lcm_ctx *ctx, const char *text, size_t len,
                 const struct lcm_insertions *all) {
  lcm_buf buf = {0};
  struct lines lines = {.ctx = ctx};
  size_t at = 0;
  for (size_t i = 0; i < all->n; i++) {
    const struct lcm_insertion *one = &all->at[i];
    const bool last = one->at == len && len && text[len - 1] != '\n';
    lcm_buf_add(&buf, text + at, one->at - at);
    at = one->at;
    all->where[i].begin = buf.len;
    lay_out(&lines, one);
    put_lines(&buf, &lines, one, ending_at(text, len, at), last);
    all->where[i].end = buf.len;
  }
  lcm_buf_add(&buf, text + at, len - at);
  *out_len = buf.len;
  char *out =
      lcm_arena_strndup(lcm_ctx_arena(ctx), buf.text ? buf.text : "", buf.len);
  lcm_buf_free(&buf);
  return out;
}
