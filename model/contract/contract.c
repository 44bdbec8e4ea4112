/* Reads what `expect` promises. */
#include <ctype.h>
#include <string.h>

#include "base/list.h"
#include "model/contract/contract.h"

/* Contracts that are gathered. */
struct contracts {
  LCM_LIST(lcm_contract) all;
};

/* The text of a contract, and the place in it. */
struct reading {
  lcm_ctx *ctx;
  const char *text;
  size_t len;
  size_t at;
  lcm_loc loc;
  lcm_status status;
};

/* Return the place of offset "at". */
static lcm_loc loc_at(const struct reading *r, size_t at) {
  lcm_loc loc = r->loc;
  loc.column += (unsigned)at;
  for (size_t i = 0; i < at && i < r->len; i++)
    if (r->text[i] == '\n') {
      loc.line++;
      loc.column = (unsigned)(at - i);
    }
  loc.begin += (unsigned)at;
  loc.end = loc.begin;
  return loc;
}

/* Report that "expected" does not stand here, once. */
static void fail(struct reading *r, const char *expected) {
  size_t n = 0;
  if (r->status)
    return;
  r->status = LCM_EPARSE;
  while (r->at + n < r->len && n < 20 && r->text[r->at + n] != '\n')
    n++;
  if (n)
    lcm_report(r->ctx, LCM_DIAG_SYNTAX, loc_at(r, r->at),
               "expected %s before '%.*s'", expected, (int)n, r->text + r->at);
  else
    lcm_report(r->ctx, LCM_DIAG_SYNTAX, loc_at(r, r->at),
               "expected %s at the end of the directive", expected);
}

/* Return whether "c" is a character of a name. */
static bool is_name(char c) { return isalnum((unsigned char)c) || c == '_'; }

/* Skip blanks; return the character here, NUL at the end. */
static char peek(struct reading *r) {
  while (r->at < r->len && isspace((unsigned char)r->text[r->at]))
    r->at++;
  return r->at < r->len ? r->text[r->at] : '\0';
}

/* Skip "text" where it stands here, a word only as a whole. */
static bool accept(struct reading *r, const char *text) {
  const size_t n = strlen(text);
  (void)peek(r);
  if (r->len - r->at < n || memcmp(r->text + r->at, text, n) != 0 ||
      (is_name(*text) && r->at + n < r->len && is_name(r->text[r->at + n])))
    return false;
  r->at += n;
  return true;
}

/* Take the name here, as those of members and elements are written, too; ""
 * and an error where there is none. */
static const char *take_name(struct reading *r, const char *expected) {
  size_t n = 0;
  (void)peek(r);
  while (r->at + n < r->len &&
         (is_name(r->text[r->at + n]) || strchr(".[]", r->text[r->at + n])))
    n++;
  if (!n)
    fail(r, expected);
  r->at += n;
  return lcm_intern_n(r->ctx, r->text + r->at - n, n);
}

/* Return whether the word `at` stands at offset "at". */
static bool ends_here(const struct reading *r, size_t at) {
  return r->len - at >= 2 && !memcmp(r->text + at, "at", 2) && at > 0 &&
         !is_name(r->text[at - 1]) &&
         (at + 2 == r->len || !is_name(r->text[at + 2]));
}

/* Take the text up to "stop" (a ',', or NUL for the word `at`), or to the end,
 * without blanks behind it: "*n" bytes. */
static const char *take_text(struct reading *r, size_t *n, char stop) {
  int nesting = 0;
  (void)peek(r);
  const size_t start = r->at;
  for (; r->at < r->len; r->at++) {
    const char c = r->text[r->at];
    if (nesting <= 0 && (stop ? c == stop : ends_here(r, r->at)))
      break;
    nesting += c == '(' || c == '[';
    nesting -= c == ')' || c == ']';
  }
  *n = r->at - start;
  while (*n && isspace((unsigned char)r->text[start + *n - 1]))
    --*n;
  return r->text + start;
}

/* Return the "n" bytes at "text", a part of what is read, as an expression. */
static const lcm_expr *parse(struct reading *r, const char *text, size_t n) {
  const struct lcm_expr_source source = {
      .text = text, .len = n, .at = loc_at(r, (size_t)(text - r->text))};
  const lcm_expr *out = NULL;
  if (!n) {
    fail(r, "an expression");
    return NULL;
  }
  if (!r->status)
    r->status = lcm_expr_parse(&out, r->ctx, &source);
  return out;
}

bool lcm_contract_is_share(const char *quantity) {
  return strcmp(quantity, "time") != 0 && strcmp(quantity, "work") != 0 &&
         strcmp(quantity, "speedup") != 0 &&
         strcmp(quantity, "efficiency") != 0;
}

/* Read a limit of "out": a time, or a number, of which `%` are hundredths. */
static void read_limit(struct reading *r, struct lcm_promise *out) {
  const bool timed =
      !strcmp(out->quantity, "time") || !strcmp(out->quantity, "work");
  size_t n = 0;
  const char *text = take_text(r, &n, '\0');
  const size_t start = (size_t)(text - r->text);
  const bool percent = n && text[n - 1] == '%';
  out->limit = parse(r, text, percent ? n - 1 : n);
  if (out->limit && percent)
    out->limit = lcm_expr_mul(r->ctx, out->limit, lcm_expr_real(r->ctx, 0.01));
  if (out->limit && !lcm_dim_equal(lcm_expr_dim(out->limit),
                                   timed ? LCM_DIM_TIME : LCM_DIM_NONE)) {
    lcm_report(r->ctx, LCM_DIAG_UNIT, loc_at(r, start),
               timed ? "the limit of '%s' is a time, such as 2 ms"
                     : "the limit of '%s' is a number without a unit",
               out->quantity);
    r->status = LCM_EUNIT;
  }
}

/* Read what the time grows like at most, behind `O`. */
static void read_growth(struct reading *r, struct lcm_promise *out) {
  size_t n = 0;
  out->kind = LCM_CONTRACT_GROWTH;
  if (strcmp(out->quantity, "time") != 0)
    fail(r, "'<=' or '>=': only the time has a growth");
  if (peek(r) != '(')
    fail(r, "'('");
  const char *text = take_text(r, &n, '\0');
  if (n && text[n - 1] != ')')
    fail(r, "')'");
  out->limit = parse(r, text, n);
  if (out->limit && !lcm_dim_equal(lcm_expr_dim(out->limit), LCM_DIM_NONE)) {
    lcm_report(r->ctx, LCM_DIAG_UNIT, r->loc,
               "what the time grows like is a number without a unit");
    r->status = LCM_EUNIT;
  }
}

/* Read the values of variables behind `at`. */
static void read_point(struct reading *r, struct lcm_promise *out) {
  LCM_LIST(struct lcm_assign) at = {0};
  do {
    struct lcm_assign one = {take_name(r, "a name"), NULL};
    size_t n = 0;
    if (!r->status && !accept(r, "="))
      fail(r, "'='");
    const char *text = take_text(r, &n, ',');
    one.value = parse(r, text, n);
    LCM_LIST_ADD(lcm_ctx_arena(r->ctx), &at, one);
  } while (!r->status && accept(r, ","));
  out->at = at.at;
  out->n_at = at.n;
}

/* Read the relation of "out" and what stands behind it. */
static void read_relation(struct reading *r, struct lcm_promise *out) {
  if (accept(r, "=")) {
    if (!accept(r, "O"))
      fail(r, "'O(' behind '='; a limit has '<=' or '>='");
    read_growth(r, out);
    return;
  }
  const char c = peek(r);
  if (c != '<' && c != '>') {
    fail(r, "'<=', '>=' or '= O('");
    return;
  }
  r->at++;
  out->least = c == '>';
  out->strict = !accept(r, "=");
  read_limit(r, out);
}

lcm_status lcm_contract_read(struct lcm_promise *out, lcm_ctx *ctx,
                             const char *text, size_t len, lcm_loc loc) {
  struct reading r = {.ctx = ctx, .text = text, .len = len, .loc = loc};
  *out = (struct lcm_promise){
      LCM_CONTRACT_LIMIT, NULL, false, false, NULL, NULL, 0};
  if (accept(&r, "no")) {
    out->kind = LCM_CONTRACT_RACE;
    out->quantity = lcm_intern(ctx, "race");
    if (!accept(&r, "race"))
      fail(&r, "'race'");
  } else {
    out->quantity = take_name(
        &r, "time, work, speedup, efficiency, lost, a category or 'no race'");
    if (!r.status)
      read_relation(&r, out);
    if (!r.status && accept(&r, "at"))
      read_point(&r, out);
  }
  if (!r.status && peek(&r))
    fail(&r, "nothing more");
  return r.status;
}

/* Add the contract in the "len" bytes at "text", which begin at "loc", to
 * "out", where there is one. */
static lcm_status read_line(struct contracts *out, lcm_ctx *ctx,
                            const char *text, size_t len, lcm_loc loc) {
  struct reading r = {.ctx = ctx, .text = text, .len = len, .loc = loc};
  struct lcm_promise promise;
  if (!peek(&r))
    return LCM_OK;
  (void)accept(&r, "expect");
  (void)peek(&r);
  const lcm_contract one = {lcm_intern_n(ctx, text + r.at, len - r.at),
                            loc_at(&r, r.at)};
  LCM_LIST_ADD(lcm_ctx_arena(ctx), &out->all, one);
  return lcm_contract_read(&promise, ctx, one.text, len - r.at, one.loc);
}

lcm_status lcm_contracts_read(lcm_program *program, lcm_ctx *ctx,
                              const char *file, const char *text, size_t len) {
  struct contracts out = {0};
  lcm_loc loc = {.file = file, .line = 1, .column = 1};
  lcm_status status = LCM_OK;
  for (size_t i = 0; i < program->n_contracts; i++)
    LCM_LIST_ADD(lcm_ctx_arena(ctx), &out.all, program->contracts[i]);
  for (size_t at = 0; at < len && !status; loc.line++) {
    const char *end = memchr(text + at, '\n', len - at);
    const size_t n = end ? (size_t)(end - text) - at : len - at;
    const char *comment = memchr(text + at, '#', n);
    size_t said = comment ? (size_t)(comment - text) - at : n;
    while (said && isspace((unsigned char)text[at + said - 1]))
      said--;
    loc.begin = loc.end = (unsigned)at;
    status = read_line(&out, ctx, text + at, said, loc);
    at += n + 1;
  }
  program->contracts = out.all.at;
  program->n_contracts = out.all.n;
  return status;
}
