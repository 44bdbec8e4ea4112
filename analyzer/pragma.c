#include "analyzer/pragma_internal.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"

/* A directive of OpenMP. */
struct row {
  const char *name;
  bool standalone;
};

static const struct row ROWS[] = {
#define LCM_OMP(name, standalone) {name, standalone},
#include "analyzer/openmp.def"
#undef LCM_OMP
};

/* Return the length of the word at "at" in "text" of length "len". */
static size_t word_length(const char *text, size_t len, size_t at) {
  size_t n = 0;
  while (at + n < len &&
         (isalnum((unsigned char)text[at + n]) || text[at + n] == '_'))
    n++;
  return n;
}

/* Skip blanks and commas from "at". */
static size_t skip(const char *text, size_t len, size_t at) {
  while (at < len && (isspace((unsigned char)text[at]) || text[at] == ','))
    at++;
  return at;
}

/* Return how much of "text" the directive name "name" takes, 0 where it does
 * not stand there. */
static size_t match_name(const char *name, const char *text, size_t len) {
  size_t at = 0;
  for (const char *word = name; *word;) {
    const size_t n = strcspn(word, " ");
    while (at < len && isspace((unsigned char)text[at]))
      at++;
    if (word_length(text, len, at) != n || memcmp(text + at, word, n) != 0)
      return 0;
    at += n;
    word += n + (word[n] == ' ');
  }
  return at;
}

/* Return the longest directive that "text" starts with, its length in "*used";
 * NULL where it is unknown. */
static const struct row *find_directive(size_t *used, const char *text,
                                        size_t len) {
  const struct row *best = NULL;
  *used = 0;
  for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++) {
    const size_t n = match_name(ROWS[i].name, text, len);
    if (n > *used) {
      *used = n;
      best = &ROWS[i];
    }
  }
  return best;
}

/* Return the offset behind the parenthesis that closes the one at "at". */
static size_t closing(const char *text, size_t len, size_t at) {
  int nesting = 0;
  for (; at < len; at++) {
    nesting += text[at] == '(';
    nesting -= text[at] == ')';
    if (!nesting)
      return at + 1;
  }
  return len;
}

/* Return the "len" bytes at "text" with runs of white space made one blank,
 * none at the ends. */
static const char *squeeze(lcm_ctx *ctx, const char *text, size_t len) {
  char *out = lcm_arena_alloc(lcm_ctx_arena(ctx), 1, len + 1);
  size_t n = 0;
  for (size_t i = 0; i < len; i++) {
    const bool blank = isspace((unsigned char)text[i]);
    if (!blank)
      out[n++] = text[i];
    else if (n && out[n - 1] != ' ')
      out[n++] = ' ';
  }
  while (n && out[n - 1] == ' ')
    n--;
  out[n] = '\0';
  return out;
}

/* Parse the clauses in "text" from "at" into "out". */
static void parse_clauses(lcm_pragma *out, lcm_ctx *ctx, const char *text,
                          size_t len, size_t at) {
  LCM_LIST(struct lcm_clause) clauses = {0};
  lcm_arena *arena = lcm_ctx_arena(ctx);
  lcm_buf all = {0};
  while ((at = skip(text, len, at)) < len) {
    struct lcm_clause clause = {"", NULL};
    const size_t n = word_length(text, len, at);
    clause.name = lcm_intern_n(ctx, text + at, n);
    at += n;
    while (at < len && isspace((unsigned char)text[at]))
      at++;
    if (at < len && text[at] == '(') {
      const size_t end = closing(text, len, at);
      const size_t inside = end - at > 1 ? end - at - 2 : 0;
      clause.args = squeeze(ctx, text + at + 1, inside);
      at = end;
    } else if (!n)
      at++;
    if (!n && !clause.args)
      continue;
    LCM_LIST_ADD(arena, &clauses, clause);
    lcm_buf_printf(&all, "%s%s", all.len ? ";" : "", clause.name);
    if (clause.args)
      lcm_buf_printf(&all, "(%s)", clause.args);
  }
  out->clauses = clauses.at;
  out->n_clauses = clauses.n;
  out->text = lcm_arena_strdup(arena, all.text ? all.text : "");
  lcm_buf_free(&all);
}

const struct lcm_clause *lcm_pragma_clause(const lcm_pragma *pragma,
                                           const char *name) {
  for (size_t i = 0; i < pragma->n_clauses; i++)
    if (!strcmp(pragma->clauses[i].name, name))
      return &pragma->clauses[i];
  return NULL;
}

/* Return whether "pragma" governs no statement by what its clauses say. */
static bool is_standalone(const lcm_pragma *pragma) {
  if (!strcmp(pragma->construct, "ordered"))
    return lcm_pragma_clause(pragma, "depend") ||
           lcm_pragma_clause(pragma, "doacross");
  return false;
}

void lcm_pragma_parse(lcm_pragma *out, lcm_ctx *ctx, const char *text,
                      size_t len) {
  size_t used = 0;
  const size_t start = skip(text, len, 0);
  const struct row *row = find_directive(&used, text + start, len - start);
  const size_t first = word_length(text, len, start);
  out->construct = row ? row->name : lcm_intern_n(ctx, text + start, first);
  out->construct = lcm_intern(ctx, out->construct);
  parse_clauses(out, ctx, text, len, start + (row ? used : first));
  out->standalone = (row && row->standalone) || is_standalone(out);
}

/* Return the place behind `#pragma omp` when the "len" bytes at "line" are
 * such a line, else NULL. */
static const char *behind_omp(const char *line, size_t len) {
  const char *end = line + len;
  while (line < end && isspace((unsigned char)*line))
    line++;
  if (line == end || *line++ != '#')
    return NULL;
  static const char *const WORDS[] = {"pragma", "omp"};
  for (size_t i = 0; i < 2; i++) {
    const size_t n = strlen(WORDS[i]);
    while (line < end && (*line == ' ' || *line == '\t'))
      line++;
    if ((size_t)(end - line) < n || memcmp(line, WORDS[i], n) != 0)
      return NULL;
    line += n;
    if (line < end && (isalnum((unsigned char)*line) || *line == '_'))
      return NULL;
  }
  return line;
}

/* Read the line marker `# 12 "file"` in the "len" bytes at "line" into "*n"
 * and "*file"; false where it is none. */
static bool read_marker(unsigned *n, const char **file, lcm_ctx *ctx,
                        const char *line, size_t len) {
  if (len < 5 || line[0] != '#' || line[1] != ' ' ||
      !isdigit((unsigned char)line[2]))
    return false;
  char *end = NULL;
  *n = (unsigned)strtoul(line + 2, &end, 10);
  const char *open = memchr(end, '"', len - (size_t)(end - line));
  const char *close =
      open ? memchr(open + 1, '"', len - (size_t)(open + 1 - line)) : NULL;
  if (!close)
    return false;
  *file = lcm_intern_n(ctx, open + 1, (size_t)(close - open - 1));
  return true;
}

/* Return whether "file" belongs to the project, not to the system. */
static bool is_project(const char *file) {
  return file[0] != '/' && file[0] != '<' && file[0];
}

void lcm_pragmas_of_output(lcm_pragma_list *found, lcm_pragma_list *headers,
                           lcm_ctx *ctx, const char *file, const char *text,
                           size_t len) {
  const char *main_file = lcm_intern(ctx, file);
  const char *now = main_file;
  unsigned line = 1;
  for (size_t at = 0; at < len;) {
    const char *newline = memchr(text + at, '\n', len - at);
    const size_t n = newline ? (size_t)(newline - text) - at : len - at;
    const char *start = text + at;
    at += n + 1;
    if (n > 2 && start[0] == '#' && read_marker(&line, &now, ctx, start, n))
      continue;
    const char *rest = behind_omp(start, n);
    lcm_pragma_list *into = now == main_file ? found : headers;
    if (rest && into && is_project(now) + (now == main_file)) {
      lcm_pragma pragma = {.loc = {now, line, 1, 0, 0}};
      lcm_pragma_parse(&pragma, ctx, rest, n - (size_t)(rest - start));
      LCM_LIST_ADD(lcm_ctx_arena(ctx), into, pragma);
    }
    line++;
  }
}

/* Return "text" without comments and line splices, its length in "*len". */
static char *plain(lcm_ctx *ctx, const char *text, size_t *len) {
  char *out = lcm_arena_strndup(lcm_ctx_arena(ctx), text, *len);
  for (size_t i = 0; i + 1 < *len; i++) {
    if (out[i] == '\\' && (out[i + 1] == '\n' || out[i + 1] == '\r'))
      out[i] = out[i + 1] = ' ';
    if (out[i] == '/' && out[i + 1] == '/')
      *len = i;
    else if (out[i] == '/' && out[i + 1] == '*') {
      while (i + 1 < *len && !(out[i] == '*' && out[i + 1] == '/'))
        out[i++] = ' ';
      out[i] = ' ';
      if (i + 1 < *len)
        out[i + 1] = ' ';
    }
  }
  return out;
}

/* Return the length of the logical line at "at": spliced lines together. */
static size_t logical_length(const char *text, size_t len, size_t at) {
  size_t n = 0;
  while (at + n < len && text[at + n] != '\n') {
    size_t skip_to = n + 1;
    if (text[at + n] == '\\' && at + skip_to < len &&
        text[at + skip_to] == '\r')
      skip_to++;
    n = text[at + n] == '\\' && at + skip_to < len && text[at + skip_to] == '\n'
            ? skip_to + 1
            : n + 1;
  }
  return n;
}

void lcm_pragmas_of_source(lcm_pragma_list *found, lcm_ctx *ctx,
                           const char *file, const char *text, size_t len) {
  const char *name = lcm_intern(ctx, file);
  unsigned line = 1;
  if (!memmem(text, len, "omp", 3))
    return;
  for (size_t at = 0; at < len;) {
    const size_t n = logical_length(text, len, at);
    const char *rest = behind_omp(text + at, n);
    if (rest) {
      size_t rest_len = n - (size_t)(rest - (text + at));
      const char *clean = plain(ctx, rest, &rest_len);
      const char *hash = memchr(text + at, '#', n);
      const size_t column = (size_t)(hash - (text + at));
      lcm_pragma pragma = {.raw = true,
                           .loc = {name, line, (unsigned)column + 1,
                                   (unsigned)(at + column),
                                   (unsigned)(at + n)}};
      lcm_pragma_parse(&pragma, ctx, clean, rest_len);
      LCM_LIST_ADD(lcm_ctx_arena(ctx), found, pragma);
    }
    for (size_t i = 0; i <= n && at + i < len; i++)
      line += text[at + i] == '\n';
    at += n + 1;
  }
}

/* Order pragmas by offset. */
static int pragma_order(const void *a, const void *b) {
  const lcm_pragma *x = a;
  const lcm_pragma *y = b;
  if (x->loc.begin != y->loc.begin)
    return x->loc.begin < y->loc.begin ? -1 : 1;
  return (x->loc.line > y->loc.line) - (x->loc.line < y->loc.line);
}

/* Return the offset of the first byte of "line" in "text". */
static size_t line_offset(const char *text, size_t len, unsigned line) {
  size_t at = 0;
  for (; line > 1 && at < len; line--) {
    const char *newline = memchr(text + at, '\n', len - at);
    at = newline ? (size_t)(newline - text) + 1 : len;
  }
  return at;
}

void lcm_pragmas_merge(lcm_pragma_list *out, lcm_ctx *ctx,
                       const lcm_pragma_list *active,
                       const lcm_pragma_list *raw, const char *text,
                       size_t len) {
  lcm_arena *arena = lcm_ctx_arena(ctx);
  size_t k = 0;
  for (size_t i = 0; i < active->n; i++) {
    lcm_pragma pragma = active->at[i];
    for (; k < raw->n && raw->at[k].loc.line < pragma.loc.line; k++) {
      lcm_pragma inactive = raw->at[k];
      inactive.inactive = true;
      LCM_LIST_ADD(arena, out, inactive);
    }
    if (k < raw->n && raw->at[k].loc.line == pragma.loc.line) {
      pragma.loc = raw->at[k++].loc;
      pragma.raw = true;
    } else {
      const size_t at = line_offset(text, len, pragma.loc.line);
      pragma.loc.begin = pragma.loc.end = (unsigned)at;
    }
    LCM_LIST_ADD(arena, out, pragma);
  }
  for (; k < raw->n; k++) {
    lcm_pragma inactive = raw->at[k];
    inactive.inactive = true;
    LCM_LIST_ADD(arena, out, inactive);
  }
  if (out->n)
    qsort(out->at, out->n, sizeof *out->at, pragma_order);
}
