/* Results of units as bytes. */
#include <stdlib.h>
#include <string.h>

#include "analyzer/units/record.h"
#include "base/list.h"
#include "model/lcs/lcs.h"

/* Kinds of records. */
enum {
  CONSTRUCT = 'c',
  DIAGNOSTIC = 'd',
  DEPENDENCY = 'f',
  PROGRAM = 'p',
  END = 'e'
};

/* Append a number. */
static void put_number(lcm_buf *buf, uint32_t value) {
  char bytes[sizeof value];
  memcpy(bytes, &value, sizeof value);
  lcm_buf_add(buf, bytes, sizeof bytes);
}

/* Append a string with its length; NULL as the empty one. */
static void put_text(lcm_buf *buf, const char *text) {
  const size_t len = text ? strlen(text) : 0;
  put_number(buf, (uint32_t)len);
  lcm_buf_add(buf, text ? text : "", len);
}

/* Append a place. */
static void put_loc(lcm_buf *buf, const lcm_loc *loc) {
  put_text(buf, loc->file);
  put_number(buf, loc->line);
  put_number(buf, loc->column);
  put_number(buf, loc->begin);
  put_number(buf, loc->end);
}

LCM_GIVE char *lcm_unit_pack(size_t *len, const struct lcm_unit *unit,
                             lcm_ctx *ctx) {
  lcm_buf buf = {0};
  size_t n = 0;
  const lcm_diag *diags = lcm_diag_all(ctx, &n);
  for (size_t i = 0; i < unit->n_dependencies; i++) {
    lcm_buf_putc(&buf, DEPENDENCY);
    put_text(&buf, unit->dependencies[i].path);
    put_number(&buf, (uint32_t)unit->dependencies[i].place);
  }
  for (size_t i = 0; i < unit->n_constructs; i++) {
    const lcm_construct *construct = &unit->constructs[i];
    lcm_buf_putc(&buf, CONSTRUCT);
    put_loc(&buf, &construct->loc);
    put_text(&buf, construct->model);
    put_text(&buf, construct->construct);
    put_text(&buf, construct->clauses);
    lcm_buf_putc(&buf, (char)construct->inactive);
  }
  for (size_t i = 0; i < n; i++) {
    lcm_buf_putc(&buf, DIAGNOSTIC);
    put_text(&buf, lcm_diag_name(diags[i].id));
    put_loc(&buf, &diags[i].at);
    put_text(&buf, diags[i].message);
  }
  if (unit->program) {
    char *text = lcm_program_to_str(unit->program);
    lcm_buf_putc(&buf, PROGRAM);
    put_text(&buf, text);
    buf.failed = buf.failed || !text;
    free(text);
  }
  lcm_buf_putc(&buf, END);
  lcm_buf_putc(&buf, (char)unit->failed);
  *len = buf.len;
  return lcm_buf_take(&buf);
}

/* Records being read; "bad" once they end too early. */
struct source {
  lcm_ctx *ctx;
  const char *text;
  size_t len;
  size_t at;
  bool bad;
};

/* Return the next "n" bytes, or NULL. */
static const char *get(struct source *s, size_t n) {
  if (s->bad || s->len - s->at < n) {
    s->bad = true;
    return NULL;
  }
  s->at += n;
  return s->text + s->at - n;
}

/* Return the next number. */
static uint32_t get_number(struct source *s) {
  uint32_t value = 0;
  const char *bytes = get(s, sizeof value);
  if (bytes)
    memcpy(&value, bytes, sizeof value);
  return value;
}

/* Return the next byte. */
static char get_byte(struct source *s) {
  const char *byte = get(s, 1);
  return byte ? *byte : '\0';
}

/* Return the next string, interned. */
static const char *get_text(struct source *s) {
  const uint32_t len = get_number(s);
  const char *text = get(s, len);
  return text ? lcm_intern_n(s->ctx, text, len) : "";
}

/* Return the next place. */
static lcm_loc get_loc(struct source *s) {
  lcm_loc loc = {0};
  const char *file = get_text(s);
  loc.file = *file ? file : NULL;
  loc.line = get_number(s);
  loc.column = get_number(s);
  loc.begin = get_number(s);
  loc.end = get_number(s);
  return loc;
}

size_t lcm_unit_skip(const char *text, size_t len) {
  struct source s = {NULL, text, len, 0, false};
  size_t end = 0;
  while (get_byte(&s) == DEPENDENCY) {
    (void)get(&s, get_number(&s));
    (void)get_number(&s);
    end = s.bad ? end : s.at;
  }
  return end;
}

/* Return the next construct. */
static lcm_construct get_construct(struct source *s) {
  lcm_construct construct = {.loc = get_loc(s)};
  construct.model = get_text(s);
  construct.construct = get_text(s);
  construct.clauses = get_text(s);
  construct.inactive = get_byte(s) != 0;
  return construct;
}

/* Return the next dependency. */
static struct lcm_dependency get_dependency(struct source *s) {
  struct lcm_dependency dependency = {.path = get_text(s)};
  dependency.place = (int32_t)get_number(s);
  return dependency;
}

/* A diagnostic as received. */
struct said {
  lcm_diag_id id;
  lcm_loc at;
  const char *message;
};

/* Return the next diagnostic. */
static struct said get_said(struct source *s) {
  struct said said = {0};
  s->bad = lcm_diag_find(&said.id, get_text(s)) != LCM_OK || s->bad;
  said.at = get_loc(s);
  said.message = get_text(s);
  return said;
}

/* Return whether "said" is about a header and has been said of another unit. */
static bool is_repeated(const lcm_ctx *ctx, const struct said *said) {
  return said->id == LCM_DIAG_SYSTEM_HEADER &&
         lcm_diag_is_said(ctx, said->id, said->at.file, said->message);
}

lcm_status lcm_unit_unpack(struct lcm_unit *unit, lcm_ctx *ctx,
                           const char *text, size_t len) {
  struct source s = {ctx, text, len, 0, false};
  LCM_LIST(lcm_construct) constructs = {0};
  LCM_LIST(struct lcm_dependency) dependencies = {0};
  LCM_LIST(struct said) said = {0};
  const char *program = NULL;
  size_t program_len = 0;
  char kind = get_byte(&s);
  for (; !s.bad && kind != END; kind = get_byte(&s)) {
    if (kind == CONSTRUCT)
      LCM_LIST_ADD(lcm_ctx_arena(ctx), &constructs, get_construct(&s));
    else if (kind == DEPENDENCY)
      LCM_LIST_ADD(lcm_ctx_arena(ctx), &dependencies, get_dependency(&s));
    else if (kind == DIAGNOSTIC)
      LCM_LIST_ADD(lcm_ctx_arena(ctx), &said, get_said(&s));
    else if (kind == PROGRAM) {
      program_len = get_number(&s);
      program = get(&s, program_len);
    } else
      s.bad = true;
  }
  const bool failed = get_byte(&s) != 0;
  if (s.bad || s.at != s.len)
    return LCM_EPARSE;
  for (size_t i = 0; i < said.n; i++)
    if (!is_repeated(ctx, &said.at[i]))
      lcm_report(ctx, said.at[i].id, said.at[i].at, "%s", said.at[i].message);
  unit->constructs = constructs.at;
  unit->n_constructs = constructs.n;
  unit->dependencies = dependencies.at;
  unit->n_dependencies = dependencies.n;
  unit->failed = failed;
  if (!program)
    return LCM_OK;
  lcm_coef_apart(ctx, unit->file);
  const lcm_status status =
      lcm_program_parse(&unit->program, ctx, unit->file, program, program_len);
  lcm_coef_apart(ctx, NULL);
  return status;
}
