/* Reading a list of edits. */
#include <string.h>

#include "model/edit/core/editing.h"
#include "model/edit/parse.h"

/* Whether something follows the places of a verb. */
enum argument { NONE, MAY, MUST };

/* The rows of edits.def. */
static const struct {
  const char *word;
  size_t places;
  enum argument argument;
  const char *syntax;
} VERBS[] = {
#define LCM_VERB(name, word, places, argument, syntax, of, meaning)            \
  {#word, places, argument, syntax},
#include "model/edit/core/edits.def"
#undef LCM_VERB
};

const char *lcm_verb_word(lcm_verb verb) { return VERBS[verb].word; }

/* A text being read: from "at" to "end". */
struct reading {
  lcm_ctx *ctx;
  const char *begin; /* of the whole text */
  const char *at;
  const char *end;
  const char *file; /* its name in diagnostics */
};

/* Return the place in the text of the "n" bytes at "at". */
static lcm_loc loc_of(const struct reading *r, const char *at, size_t n) {
  const unsigned from = (unsigned)(at - r->begin);
  return (lcm_loc){r->file, 1, from + 1, from, from + (unsigned)n};
}

/* Return whether "c" is white space. */
static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n'; }

/* Pass over white space. */
static void skip(struct reading *r) {
  while (r->at < r->end && is_blank(*r->at))
    r->at++;
}

/* Return what is behind the quoted word that begins at "at", at most "end". */
static const char *behind_quoted(const char *at, const char *end) {
  for (at++; at < end && *at != '"'; at++)
    at += *at == '\\' && at + 1 < end;
  return at < end ? at + 1 : end;
}

/* Put the word that begins with the quote at hand into "*word", without its
 * quotes and the backslashes before what they quote; return its length. */
static size_t next_quoted(const char **word, struct reading *r) {
  const char *behind = behind_quoted(r->at, r->end);
  const bool closed = behind > r->at + 1 && behind[-1] == '"';
  const char *end = closed ? behind - 1 : behind;
  char *out =
      lcm_arena_alloc(lcm_ctx_arena(r->ctx), 1, (size_t)(behind - r->at) + 1);
  size_t n = 0;
  for (const char *at = r->at + 1; at < end; at++) {
    at += *at == '\\' && at + 1 < end;
    out[n++] = *at;
  }
  *word = out;
  r->at = behind;
  return n;
}

/* Put the next word, up to white space, into "*word"; return its length, 0 at
 * the end. */
static size_t next_word(const char **word, struct reading *r) {
  skip(r);
  *word = r->at;
  while (r->at < r->end && !is_blank(*r->at))
    r->at++;
  return (size_t)(r->at - *word);
}

/* Return whether the "n" bytes at "word" are "text". */
static bool is_word(const char *word, size_t n, const char *text) {
  return n == strlen(text) && !memcmp(word, text, n);
}

/* Put the verb of the "n" bytes at "word" into "*verb"; LCM_EPARSE, and a
 * message, where there is none. */
static lcm_status read_verb(lcm_verb *verb, const struct reading *r,
                            const char *word, size_t n) {
  lcm_buf list = {0};
  for (size_t i = 0; i < LCM_VERB_COUNT; i++) {
    if (is_word(word, n, VERBS[i].word)) {
      *verb = (lcm_verb)i;
      lcm_buf_free(&list);
      return LCM_OK;
    }
    lcm_buf_printf(&list, "%s%s", i ? ", " : "", VERBS[i].word);
  }
  lcm_report(r->ctx, LCM_DIAG_SYNTAX, loc_of(r, word, n),
             "expected what to do before '%.*s': %s", (int)n, word,
             list.text ? list.text : "");
  lcm_buf_free(&list);
  return LCM_EPARSE;
}

/* Report that "step" should be as its syntax says. */
static lcm_status expected(const struct reading *r,
                           const struct lcm_edit_step *step, const char *at,
                           size_t n) {
  lcm_report(r->ctx, LCM_DIAG_SYNTAX, loc_of(r, at, n), "expected %s %s",
             VERBS[step->verb].word, VERBS[step->verb].syntax);
  return LCM_EPARSE;
}

/* Read the places of "step". */
static void read_places(struct lcm_edit_step *step, struct reading *r) {
  while (step->n_places < VERBS[step->verb].places) {
    const char *word = NULL;
    skip(r);
    const bool quoted = r->at < r->end && *r->at == '"';
    const size_t n = quoted ? next_quoted(&word, r) : next_word(&word, r);
    if (!n)
      return;
    step->places[step->n_places++] = lcm_intern_n(r->ctx, word, n);
  }
}

/* Read one thing to do, from r->at to "end", into "step". */
static lcm_status read_step(struct lcm_edit_step *step, struct reading *r,
                            const char *end) {
  struct reading own = *r;
  const char *word = NULL;
  own.end = end;
  const size_t n = next_word(&word, &own);
  while (end > word && is_blank(end[-1]))
    end--;
  own.end = end;
  step->text = lcm_intern_n(r->ctx, word, (size_t)(end - word));
  step->at = loc_of(r, word, (size_t)(end - word));
  const lcm_status status = read_verb(&step->verb, &own, word, n);
  if (status)
    return status;
  const enum argument argument = VERBS[step->verb].argument;
  read_places(step, &own);
  skip(&own);
  const size_t rest = (size_t)(own.end - own.at);
  if (!step->n_places || (rest && argument == NONE) ||
      (!rest && argument == MUST))
    return expected(r, step, own.at, rest);
  if (rest) {
    step->argument = lcm_intern_n(r->ctx, own.at, rest);
    step->argument_at = loc_of(r, own.at, rest);
  }
  return LCM_OK;
}

/* Return the semicolon that ends the first step of what stands from "at" to
 * "end"; NULL where there is none. */
static const char *end_of_step(const char *at, const char *end) {
  while (at < end && *at != ';')
    at = *at == '"' ? behind_quoted(at, end) : at + 1;
  return at < end ? at : NULL;
}

/* Read the name of "out" before a colon, and of what it is made, if they stand
 * there. */
static void read_name(lcm_restructuring *out, struct reading *r) {
  struct reading ahead = *r;
  const char *name = NULL;
  const char *word = NULL;
  const char *base = NULL;
  size_t n = next_word(&name, &ahead);
  size_t k = 0;
  if (n && name[n - 1] != ':') {
    k = next_word(&word, &ahead);
    if (!is_word(word, k, "from"))
      return;
    k = next_word(&base, &ahead);
    if (k < 2 || base[k - 1] != ':')
      return;
    out->from = lcm_intern_n(r->ctx, base, k - 1);
    n++;
  }
  if (n < 2)
    return;
  out->name = lcm_intern_n(r->ctx, name, n - 1);
  r->at = ahead.at;
}

lcm_status lcm_restructuring_parse(const lcm_restructuring **out, lcm_ctx *ctx,
                                   const char *text) {
  lcm_arena *arena = lcm_ctx_arena(ctx);
  lcm_restructuring *edits = LCM_NEW(arena, lcm_restructuring);
  LCM_LIST(struct lcm_edit_step) steps = {0};
  const char *own = lcm_arena_strdup(arena, text);
  struct reading r = {ctx, own, own, own + strlen(own),
                      lcm_intern(ctx, "--edit")};
  lcm_status status = LCM_OK;
  read_name(edits, &r);
  skip(&r);
  edits->text = r.at;
  while (!status) {
    struct lcm_edit_step step = {.n_places = 0};
    const char *stop = end_of_step(r.at, r.end);
    status = read_step(&step, &r, stop ? stop : r.end);
    LCM_LIST_ADD(arena, &steps, step);
    if (!stop)
      break;
    r.at = stop + 1;
    skip(&r);
    if (r.at == r.end)
      break;
  }
  edits->steps = steps.at;
  edits->n_steps = steps.n;
  *out = edits;
  return status;
}
