/* The entries of a program of chares, as the tables of the file list them.
 * Tables are read from the text: `struct md_entry NAME[] = {{0, "a", a}}`. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "analyzer/lower/chares/chare_call.h"
#include "analyzer/lower/chares/chare_find.h"
#include "base/find.h"

/* A text that is read word by word: "word" of "n" bytes is the present one,
 * NULL at the end. */
struct words {
  const char *at;
  const char *end;
  const char *word;
  size_t n;
};

/* Return where the comment that begins at "at" ends, "at" where none does. */
static const char *comment_end(const char *at, const char *end) {
  const bool block = at + 1 < end && at[0] == '/' && at[1] == '*';
  if (at + 1 < end && at[0] == '/' && at[1] == '/')
    while (at < end && *at != '\n')
      at++;
  for (const char *p = at + 2; block && p + 1 < end; p++)
    if (p[0] == '*' && p[1] == '/')
      return p + 2;
  return at;
}

/* Go on to the next word of "w": a name or number, a text in quotes, or one
 * character. */
static void next(struct words *w) {
  const char *at = w->at;
  const char *from = NULL;
  do {
    from = at;
    while (at < w->end && isspace((unsigned char)*at))
      at++;
    at = comment_end(at, w->end);
  } while (at > from);
  w->word = at < w->end ? at : NULL;
  if (at < w->end && (*at == '"' || *at == '\'')) {
    const char quote = *at++;
    while (at < w->end && *at != quote)
      at += *at == '\\' ? 2 : 1;
    at++;
  } else if (at < w->end && (isalnum((unsigned char)*at) || *at == '_')) {
    while (at < w->end && (isalnum((unsigned char)*at) || *at == '_'))
      at++;
  } else
    at += at < w->end;
  w->at = at < w->end ? at : w->end;
  w->n = w->word ? (size_t)(w->at - w->word) : 0;
}

/* Return whether the present word of "w" is "text". */
static bool is(const struct words *w, const char *text) {
  return w->word && strlen(text) == w->n && !memcmp(w->word, text, w->n);
}

/* Go on to behind the next "text" of "w"; return whether there is one. */
static bool skip_to(struct words *w, const char *text) {
  for (next(w); w->word; next(w))
    if (is(w, text))
      return true;
  return false;
}

/* Return the value of the constant that the present word of "w" is, -1 where it
 * is none. */
static long long number_of(const struct lcm_lowering *l,
                           const struct words *w) {
  size_t at = 0;
  const char *name = lcm_intern_n(l->ctx, w->word, w->n);
  if (isdigit((unsigned char)*w->word))
    return strtoll(name, NULL, 0);
  return lcm_map_get(&l->syntax->by_name, name, &at)
             ? l->syntax->constants.at[at].value
             : -1;
}

/* A row of a table: its number, and the words of its fields as far as they are
 * single ones. */
struct row {
  long long number;
  long long size;  /* .size of variables, -1: none or not known */
  long long flood; /* and .flood */
  const char *fields[3];
  long long values[3];
};

typedef LCM_LIST(struct row) row_list;

/* Return the value of the present word of "w" as `.size`: a number, or one in
 * `sizeof(int)`; "old" where it is neither. */
static long long size_of(const struct lcm_lowering *l, const struct words *w,
                         long long old) {
  static const struct {
    const char *type;
    long long size;
  } TYPES[] = {
      {"char", 1},     {"bool", 1},     {"short", 2},   {"int", 4},
      {"unsigned", 4}, {"float", 4},    {"long", 8},    {"double", 8},
      {"size_t", 8},   {"int8_t", 1},   {"uint8_t", 1}, {"int16_t", 2},
      {"int32_t", 4},  {"uint32_t", 4}, {"int64_t", 8}, {"uint64_t", 8}};
  for (size_t i = 0; i < sizeof TYPES / sizeof *TYPES; i++)
    if (is(w, TYPES[i].type))
      return TYPES[i].size;
  return isdigit((unsigned char)*w->word) ? number_of(l, w) : old;
}

/* Read the fields of a row of "w", whose brace is open, into "*row". */
static void read_fields(struct row *row, const struct lcm_lowering *l,
                        struct words *w) {
  static const char *const NAMES[] = {"chare", "name", "run"};
  size_t field = 0;
  int depth = 0;
  bool size = false;
  bool flood = false;
  for (next(w); w->word && (depth || !is(w, "}")); next(w)) {
    if (w->word[-1] == '.') {
      size = is(w, "size");
      flood = is(w, "flood");
    } else if (size)
      row->size = size_of(l, w, row->size);
    else if (flood && isdigit((unsigned char)*w->word))
      row->flood = number_of(l, w);
    depth += is(w, "(") || is(w, "{") || is(w, "[");
    depth -= is(w, ")") || is(w, "}") || is(w, "]");
    if (!depth && is(w, ",")) {
      field++;
      continue;
    }
    for (size_t i = 0; i < 3 && w->word[-1] == '.'; i++)
      field = is(w, NAMES[i]) ? i : field;
    const bool named =
        w->word[-1] == '.' || is(w, ".") || is(w, "=") || is(w, "&");
    if (named || depth || field > 2)
      continue;
    const bool text = *w->word == '"' && w->n > 1;
    row->fields[field] =
        lcm_intern_n(l->ctx, w->word + text, w->n - 2 * (size_t)text);
    row->values[field] = text ? -1 : number_of(l, w);
  }
}

/* Read the rows of the table at "w", whose brace is open, into "out". */
static void read_rows(row_list *out, const struct lcm_lowering *l,
                      struct words *w) {
  long long number = 0;
  for (next(w); w->word && !is(w, "}"); next(w)) {
    if (is(w, "[")) {
      next(w);
      number = w->word ? number_of(l, w) : 0;
    }
    if (!is(w, "{"))
      continue;
    struct row row = {.number = number++, .size = -1};
    read_fields(&row, l, w);
    LCM_LIST_ADD(lcm_ctx_arena(l->ctx), out, row);
  }
}

/* Read the rows of all tables of "type", `struct TYPE NAME[] = {...}`, into
 * "out". */
static void read_tables(row_list *out, const struct lcm_lowering *l,
                        const char *type) {
  struct words w = {.at = l->text, .end = l->text + l->len};
  while (skip_to(&w, type)) {
    next(&w);
    next(&w);
    if (!is(&w, "["))
      continue;
    while (w.word && !is(&w, "=") && !is(&w, ";"))
      next(&w);
    if (is(&w, "="))
      next(&w);
    if (is(&w, "{"))
      read_rows(out, l, &w);
  }
}

/* Return the function of the file called "name", NULL for none. */
static const lcm_ast *defined(const struct lcm_lowering *l, const char *name) {
  const lcm_ast *top = l->syntax->top;
  while (top && name && (top->kind != LCM_AST_FUNCTION || top->name != name))
    top = top->next;
  return name ? top : NULL;
}

/* Return the name of the chare with the number "number" among "chares". */
static const char *chare_name(const row_list *chares, long long number) {
  for (size_t i = 0; i < chares->n; i++)
    if (chares->at[i].number == number && chares->at[i].fields[0])
      return chares->at[i].fields[0];
  return "?";
}

/* Add the entries that the tables list. */
static void add_entries(struct lcm_lowering *l) {
  lcm_arena *arena = lcm_ctx_arena(l->ctx);
  row_list chares = {0};
  row_list entries = {0};
  read_tables(&chares, l, "md_chare");
  read_tables(&entries, l, "md_entry");
  for (size_t i = 0; i < entries.n; i++) {
    const struct row *row = &entries.at[i];
    const char *function = row->fields[2];
    const struct lcm_chare_entry entry = {
        row->number,
        lcm_intern(l->ctx,
                   lcm_arena_printf(arena, "%s@%s",
                                    chare_name(&chares, row->values[0]),
                                    row->fields[1] ? row->fields[1] : "?")),
        function, function ? defined(l, function) : NULL};
    LCM_LIST_ADD(arena, &l->chares->entries, entry);
  }
}

/* Add the shared variables that the tables list. */
static void add_variables(struct lcm_lowering *l) {
  row_list rows = {0};
  read_tables(&rows, l, "md_variable");
  for (size_t i = 0; i < rows.n; i++)
    LCM_LIST_ADD(
        lcm_ctx_arena(l->ctx), &l->chares->variables,
        ((struct lcm_chare_variable){rows.at[i].number, rows.at[i].size,
                                     rows.at[i].flood > 0}));
}

/* Return the variable that `.user = &NAME` in the file gives, or NULL. */
static const char *find_user(const struct lcm_lowering *l) {
  struct words w = {.at = l->text, .end = l->text + l->len};
  while (skip_to(&w, "user")) {
    const bool member = w.word > l->text && w.word[-1] == '.';
    next(&w);
    if (!member || !is(&w, "="))
      continue;
    next(&w);
    if (is(&w, "&"))
      next(&w);
    if (w.word && (isalpha((unsigned char)*w.word) || *w.word == '_'))
      return lcm_intern_n(l->ctx, w.word, w.n);
  }
  return NULL;
}

/* Note the functions that "function", which entries execute, calls. */
static void add_within(struct lcm_lowering *l, const lcm_ast *function) {
  size_t known = 0;
  if (!function || lcm_map_get(&l->chares->within, function->name, &known))
    return;
  lcm_map_put(lcm_ctx_arena(l->ctx), &l->chares->within, function->name,
              (size_t)(uintptr_t)function);
  for (size_t i = 0; i < l->syntax->calls.n; i++)
    if (l->syntax->calls.at[i].function == function)
      add_within(l, defined(l, l->syntax->calls.at[i].call->name));
}

void lcm_chares_find(struct lcm_lowering *l) {
  if (!lcm_find(l->text, l->len, "md_entry"))
    return;
  l->chares = LCM_NEW(lcm_ctx_arena(l->ctx), struct lcm_chares);
  add_entries(l);
  if (!l->chares->entries.n) {
    l->chares = NULL;
    return;
  }
  add_variables(l);
  l->chares->user = find_user(l);
  for (size_t i = 0; i < l->chares->entries.n; i++)
    add_within(l, l->chares->entries.at[i].defined);
  for (size_t i = 0; i < l->syntax->calls.n; i++) {
    const lcm_ast *call = l->syntax->calls.at[i].call;
    const struct lcm_chare_function *function = lcm_chare_call(l, call);
    l->chares->computes =
        l->chares->computes || (function && function->act == LCM_CHARE_COMPUTE);
    l->chares->placed = l->chares->placed ||
                        (function && !strcmp(function->name, "md_processor"));
  }
}

const struct lcm_chare_entry *lcm_chare_entry_at(const struct lcm_lowering *l,
                                                 long long number) {
  for (size_t i = 0; i < l->chares->entries.n; i++)
    if (l->chares->entries.at[i].number == number)
      return &l->chares->entries.at[i];
  return NULL;
}

const struct lcm_chare_entry *lcm_chare_entry_of(const struct lcm_lowering *l,
                                                 const char *function) {
  for (size_t i = 0; i < l->chares->entries.n; i++)
    if (l->chares->entries.at[i].function == function)
      return &l->chares->entries.at[i];
  return NULL;
}

const lcm_ast *lcm_chare_message(const struct lcm_lowering *l,
                                 const lcm_ast *function) {
  enum { MESSAGE = 2 };
  const lcm_ast *at = l->chares && lcm_chare_entry_of(l, function->name)
                          ? function->first
                          : NULL;
  for (int i = 0; at && at->kind == LCM_AST_PARAM && i < MESSAGE; i++)
    at = at->next;
  return at && at->kind == LCM_AST_PARAM ? at : NULL;
}
