/* Parsing expressions of the comment language. */
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/fs.h"
#include "base/list.h"
#include "model/expr/build.h"
#include "model/expr/coef.h"
#include "model/expr/fn.h"
#include "model/expr/intern.h"
#include "model/expr/intern_internal.h"
#include "model/expr/over.h"
#include "model/expr/parse.h"

enum { MAX_NESTING = 1000 };

/* A parser over text[0..len); "at" counts bytes; "exact": names may carry a
 * dimension. */
struct parser {
  lcm_ctx *ctx;
  const struct lcm_expr_source *source;
  size_t at;
  unsigned depth;
  bool exact;
  LCM_LIST(const char *) bound;
  lcm_status failed;
  /* seen, line, line_start: how far places were worked out, the number of the
   * line there counted from 0, and where it starts */
  size_t seen;
  unsigned line;
  size_t line_start;
};

static const lcm_expr *parse_or(struct parser *p);

/* Return the place of offset "at"; the text may go over several lines. */
static lcm_loc loc_at(struct parser *p, size_t at) {
  lcm_loc loc = p->source->at;
  if (at < p->line_start) {
    p->seen = p->line_start = 0;
    p->line = 0;
  }
  for (; p->seen < at && p->seen < p->source->len; p->seen++)
    if (p->source->text[p->seen] == '\n') {
      p->line++;
      p->line_start = p->seen + 1;
    }
  loc.column =
      p->line ? (unsigned)(at - p->line_start) + 1 : loc.column + (unsigned)at;
  loc.line += p->line;
  loc.begin += (unsigned)at;
  loc.end = loc.begin;
  return loc;
}

/* Report a syntax error at the current place; returns NULL. */
static const lcm_expr *fail(struct parser *p, const char *expected) {
  if (p->failed)
    return NULL;
  p->failed = LCM_EPARSE;
  const char *text = p->source->text + p->at;
  size_t n = 0;
  while (p->at + n < p->source->len && n < 20 && text[n] != '\n')
    n++;
  if (n)
    lcm_report(p->ctx, LCM_DIAG_SYNTAX, loc_at(p, p->at),
               "expected %s before '%.*s'", expected, (int)n, text);
  else
    lcm_report(p->ctx, LCM_DIAG_SYNTAX, loc_at(p, p->at),
               "expected %s at the end", expected);
  return NULL;
}

/* Return the character at offset "ahead" from here, NUL at the end. */
static char peek_at(const struct parser *p, size_t ahead) {
  return p->at + ahead < p->source->len ? p->source->text[p->at + ahead] : '\0';
}

/* Skip white space; return the character there. */
static char peek(struct parser *p) {
  while (p->at < p->source->len &&
         isspace((unsigned char)p->source->text[p->at]))
    p->at++;
  return peek_at(p, 0);
}

static bool is_name_char(char c) {
  return isalnum((unsigned char)c) || c == '_';
}

/* Return whether a point with a name behind it stands "ahead". */
static bool is_member(const struct parser *p, size_t ahead) {
  const char c = peek_at(p, ahead + 1);
  return peek_at(p, ahead) == '.' && (isalpha((unsigned char)c) || c == '_');
}

/* Skip "text" where it stands next (a word only as a whole word). */
static bool accept(struct parser *p, const char *text) {
  const size_t len = strlen(text);
  (void)peek(p);
  if (p->source->len - p->at < len ||
      memcmp(p->source->text + p->at, text, len) != 0)
    return false;
  if (is_name_char(text[0]) &&
      (is_name_char(peek_at(p, len)) || is_member(p, len)))
    return false;
  p->at += len;
  return true;
}

/* Return the length of the name at offset "ahead", dots inside included. */
static size_t name_length(const struct parser *p, size_t ahead) {
  size_t n = ahead;
  if (isdigit((unsigned char)peek_at(p, n)))
    return 0;
  while (is_name_char(peek_at(p, n)) || (n > ahead && is_member(p, n)))
    n++;
  return n - ahead;
}

/* Return the unit whose name stands "ahead", or NULL; its length goes into
 * "*len". */
static const struct lcm_measure *unit_ahead(struct parser *p, size_t ahead,
                                            size_t *len) {
  char name[8];
  *len = name_length(p, ahead);
  if (!*len || *len >= sizeof name)
    return NULL;
  memcpy(name, p->source->text + p->at + ahead, *len);
  name[*len] = '\0';
  return lcm_measure_find(name);
}

/* Return the power behind a unit (`^2`, `^(3/2)`) in halves, 2 where none
 * stands. */
static long long unit_power(struct parser *p) {
  const bool opens = peek(p) == '^' && peek_at(p, 1) == '(';
  const size_t start = p->at + 1 + opens;
  size_t n = start;
  long long power = 0;
  while (n < p->source->len && isdigit((unsigned char)p->source->text[n]) &&
         power < 1000)
    power = 10 * power + (p->source->text[n++] - '0');
  const bool half = opens && p->source->len - n >= 3 &&
                    !memcmp(p->source->text + n, "/2)", 3);
  if (peek_at(p, 0) != '^' || n == start || (opens && !half))
    return 2;
  p->at = n + (half ? 3 : 0);
  return half ? power : 2 * power;
}

/* Return "number" times the units behind it: `ms`, `byte/s`, `GB*s^2`. */
static const lcm_expr *with_units(struct parser *p, const lcm_expr *number) {
  char sign_at = '*';
  for (bool first = true; number; first = false) {
    size_t ahead = 0;
    size_t len = 0;
    sign_at = peek(p);
    if (!first && sign_at != '*' && sign_at != '/')
      return number;
    for (ahead = !first; isspace((unsigned char)peek_at(p, ahead));)
      ahead++;
    const struct lcm_measure *unit = unit_ahead(p, ahead, &len);
    if (!unit)
      return number;
    p->at += ahead + len;
    const long long power = unit_power(p);
    const long long sign = !first && sign_at == '/' ? -1 : 1;
    number =
        lcm_expr_mul(p->ctx, number,
                     lcm_expr_pow(p->ctx, lcm_expr_unit(p->ctx, unit),
                                  lcm_expr_ratio(p->ctx, sign * power, 2)));
  }
  return NULL;
}

/* Return the length of the number that stands next. */
static size_t number_length(const struct parser *p) {
  size_t n = 0;
  while (isdigit((unsigned char)peek_at(p, n)))
    n++;
  if (peek_at(p, n) == '.' && peek_at(p, n + 1) != '.')
    for (n++; isdigit((unsigned char)peek_at(p, n));)
      n++;
  if (n && (peek_at(p, n) == 'e' || peek_at(p, n) == 'E')) {
    const size_t sign = peek_at(p, n + 1) == '+' || peek_at(p, n + 1) == '-';
    if (isdigit((unsigned char)peek_at(p, n + 1 + sign)))
      for (n += 1 + sign; isdigit((unsigned char)peek_at(p, n));)
        n++;
  }
  return n;
}

/* Parse a number without units into an expression. */
static const lcm_expr *parse_number(struct parser *p) {
  (void)peek(p);
  const size_t len = number_length(p);
  if (!len)
    return fail(p, "a number");
  const char *text =
      lcm_arena_strndup(lcm_ctx_arena(p->ctx), p->source->text + p->at, len);
  lcm_expr_at(p->ctx, loc_at(p, p->at));
  p->at += len;
  return lcm_expr_decimal(p->ctx, text);
}

/* Parse a number with its sign into "*out". */
static bool parse_signed(struct parser *p, double *out) {
  const bool negative = accept(p, "-");
  const lcm_expr *e = parse_number(p);
  if (!e || !lcm_expr_is_number(e, out))
    return false;
  *out = negative ? -*out : *out;
  return true;
}

/* Return the identity of a coefficient that starts at offset "start". */
static const char *place_name(struct parser *p, size_t start) {
  const lcm_loc loc = loc_at(p, start);
  char *name = lcm_arena_printf(lcm_ctx_arena(p->ctx), "%s:%u:%u",
                                loc.file ? loc.file : "", loc.line, loc.column);
  for (char *c = name; *c; c++)
    if (*c == '"' || (unsigned char)*c < ' ')
      *c = '_';
  return name;
}

/* Parse the name of a coefficient and `=`, if they stand here, into
 * "*coef". */
static void parse_coef_name(struct parser *p, lcm_coef *coef) {
  const size_t start = p->at;
  (void)peek(p);
  const bool quoted = peek_at(p, 0) == '"';
  const size_t skip = quoted;
  size_t len = quoted ? 0 : name_length(p, 0);
  while (quoted && peek_at(p, 1 + len) && peek_at(p, 1 + len) != '"')
    len++;
  const size_t from = p->at + skip;
  p->at += len + 2 * skip;
  if (len && peek(p) == '=' && peek_at(p, 1) != '=') {
    p->at++;
    coef->name = lcm_intern_n(p->ctx, p->source->text + from, len);
    coef->anonymous = quoted;
  } else
    p->at = start;
}

/* Return the uncertain coefficient behind the parenthesis at "start", or NULL
 * with the place unchanged where none stands there. */
static const lcm_expr *parse_coef(struct parser *p, size_t start) {
  const size_t inside = p->at;
  lcm_coef coef = {.name = NULL};
  parse_coef_name(p, &coef);
  const size_t body = p->at;
  (void)accept(p, "-");
  (void)peek(p);
  const size_t len = number_length(p);
  p->at += len;
  const bool uncertain = len && accept(p, "+/-");
  p->at = uncertain ? body : inside;
  if (!uncertain)
    return NULL;
  if (!parse_signed(p, &coef.value) || !accept(p, "+/-"))
    return fail(p, "+/-");
  if (!parse_signed(p, &coef.half_width))
    return NULL;
  if (!accept(p, ")"))
    return fail(p, "')'");
  if (coef.half_width < 0) {
    lcm_report(p->ctx, LCM_DIAG_DOMAIN, loc_at(p, start),
               "a half-width cannot be negative");
    p->failed = LCM_EDOMAIN;
    return NULL;
  }
  if (!coef.name) {
    coef.name = place_name(p, start);
    coef.anonymous = true;
  }
  lcm_expr_at(p->ctx, loc_at(p, start));
  const lcm_expr *e = with_units(p, lcm_expr_coef(p->ctx, &coef));
  if (!e && !p->failed)
    p->failed = LCM_EDOMAIN;
  return e;
}

/* Parse what is in parentheses behind the one at "start". */
static const lcm_expr *parse_group(struct parser *p, size_t start) {
  const lcm_expr *coef = parse_coef(p, start);
  if (coef || p->failed)
    return coef;
  const lcm_expr *e = parse_or(p);
  if (e && !accept(p, ")"))
    return fail(p, "')'");
  return e;
}

/* Return the symbol "name" of the dimension in braces that stands next. */
static const lcm_expr *with_dimension(struct parser *p, const char *name) {
  const char *text = p->source->text + p->at + 1;
  const size_t left = p->source->len - p->at - 1;
  const char *close = memchr(text, '}', left < 64 ? left : 64);
  lcm_dim dim;
  if (!close || !lcm_dim_parse(&dim, text, (size_t)(close - text)))
    return fail(p, "a dimension in braces");
  p->at += (size_t)(close - text) + 2;
  return lcm_expr_symbol(p->ctx, name, dim);
}

/* Remember that "name" was read at "at". */
static void add_name(lcm_ctx *ctx, const char *name, lcm_loc at) {
  struct lcm_expr_state *state = lcm_expr_state(ctx);
  if (state->n_names == state->cap_names)
    state->names = lcm_list_grow(lcm_ctx_arena(ctx), state->names,
                                 &state->cap_names, sizeof *state->names);
  state->names[state->n_names++] = (struct lcm_name_read){name, at};
}

/* Return whether the "n" bytes at "text" begin with the identifier "name" and
 * "before" stands before them. */
static bool begins_with(const char *text, size_t n, const char *name,
                        char before) {
  const size_t len = strlen(name);
  if (n < len || memcmp(text, name, len) != 0)
    return false;
  const char after = n > len ? text[len] : ' ';
  return !isalnum((unsigned char)after) && after != '_' &&
         !isalnum((unsigned char)before) && before != '_' && before != '.';
}

/* Return the place of "name" in the part "within" of its file, "within" itself
 * where it is not found there. */
static lcm_loc find_in_file(lcm_ctx *ctx, const char *name, lcm_loc within) {
  char *text = NULL;
  size_t len = 0;
  lcm_loc at = within;
  if (!within.file || !*name || !lcm_path_exists(within.file) ||
      lcm_file_read(&text, &len, ctx, within.file))
    return within;
  for (size_t i = within.begin; i < within.end && i < len; i++) {
    if (begins_with(text + i, len - i, name, i ? text[i - 1] : ' ')) {
      at.begin = (unsigned)i;
      at.end = at.begin + (unsigned)strlen(name);
      return at;
    }
    at.column = text[i] == '\n' ? 1 : at.column + 1;
    at.line += text[i] == '\n';
  }
  return within;
}

lcm_loc lcm_expr_name_place(lcm_ctx *ctx, const char *name, lcm_loc within) {
  const struct lcm_expr_state *state = lcm_expr_state(ctx);
  for (size_t i = 0; i < state->n_names; i++) {
    const struct lcm_name_read *read = &state->names[i];
    if (!strcmp(read->name, name) && read->at.file == within.file &&
        read->at.begin >= within.begin && read->at.begin < within.end)
      return read->at;
  }
  return find_in_file(ctx, name, within);
}

/* Return the symbol for the name "name" at "start". */
static const lcm_expr *resolve(struct parser *p, const char *name,
                               size_t start) {
  for (size_t i = p->bound.n; i-- > 0;)
    if (p->bound.at[i] == name)
      return lcm_expr_symbol(p->ctx, name, LCM_DIM_NONE);
  if (p->exact && peek_at(p, 0) == '{')
    return with_dimension(p, name);
  lcm_loc at = loc_at(p, start);
  at.end = at.begin + (unsigned)strlen(name);
  add_name(p->ctx, name, at);
  if (!p->source->resolve)
    return lcm_expr_symbol(p->ctx, name, LCM_DIM_NONE);
  const lcm_expr *e = p->source->resolve(p->ctx, name, at, p->source->user);
  if (!e && !p->failed)
    p->failed = LCM_EUNBOUND;
  return e;
}

typedef LCM_LIST(const lcm_expr *) expr_list;

/* Parse arguments up to the closing parenthesis into "args". */
static bool parse_arguments(struct parser *p, expr_list *args) {
  do {
    const lcm_expr *e = parse_or(p);
    if (!e)
      return false;
    LCM_LIST_ADD(lcm_ctx_arena(p->ctx), args, e);
  } while (accept(p, ","));
  if (accept(p, ")"))
    return true;
  fail(p, "',' or ')'");
  return false;
}

/* Return the name that stands alone before a comma, or NULL. */
static const char *lone_name(struct parser *p) {
  (void)peek(p);
  const size_t len = name_length(p, 0);
  size_t n = len;
  while (isspace((unsigned char)peek_at(p, n)))
    n++;
  if (!len || peek_at(p, n) != ',')
    return NULL;
  return lcm_intern_n(p->ctx, p->source->text + p->at, len);
}

/* Return whether four arguments follow up to the closing parenthesis. */
static bool has_four_arguments(const struct parser *p) {
  unsigned nesting = 0;
  unsigned commas = 0;
  for (size_t i = 0; peek_at(p, i); i++) {
    const char c = peek_at(p, i);
    if ((c == ')' || c == ']') && !nesting--)
      break;
    nesting += c == '(' || c == '[';
    commas += c == ',' && !nesting;
  }
  return commas == 3;
}

/* Parse the range form `i, from, to, body)` of sum, prod and max. */
static const lcm_expr *parse_over(struct parser *p, lcm_expr_kind kind,
                                  const char *index) {
  p->at += strlen(index);
  (void)accept(p, ",");
  const lcm_expr *from = parse_or(p);
  if (from && !accept(p, ","))
    return fail(p, "','");
  const lcm_expr *to = from ? parse_or(p) : NULL;
  if (to && !accept(p, ","))
    return fail(p, "','");
  LCM_LIST_ADD(lcm_ctx_arena(p->ctx), &p->bound, index);
  const lcm_expr *body = to ? parse_or(p) : NULL;
  p->bound.n--;
  if (body && !accept(p, ")"))
    return fail(p, "')'");
  return lcm_expr_over(p->ctx, kind, (struct lcm_range){index, from, to}, body);
}

/* A function of the language: its name, kind and number of arguments (-1: one
 * or more; -2: a range). */
struct function {
  const char *name;
  lcm_expr_kind kind;
  int arity;
};

static const struct function FUNCTIONS[] = {
    {"min", LCM_X_MIN, -1},    {"max", LCM_X_MAX, -1},  {"abs", LCM_X_ABS, 1},
    {"floor", LCM_X_FLOOR, 1}, {"ceil", LCM_X_CEIL, 1}, {"sqrt", LCM_X_SQRT, 1},
    {"exp", LCM_X_EXP, 1},     {"log", LCM_X_LOG, 1},   {"log2", LCM_X_LOG2, 1},
    {"log10", LCM_X_LOG10, 1}, {"if", LCM_X_IF, 3},     {"sum", LCM_X_SUM, -2},
    {"prod", LCM_X_PROD, -2},
};

/* Return the function called by the "len" characters at "name", or NULL. */
static const struct function *find_function(const char *name, size_t len) {
  for (size_t i = 0; i < sizeof FUNCTIONS / sizeof *FUNCTIONS; i++)
    if (strlen(FUNCTIONS[i].name) == len &&
        !memcmp(FUNCTIONS[i].name, name, len))
      return &FUNCTIONS[i];
  return NULL;
}

/* Parse the call of "function" behind its opening parenthesis. */
static const lcm_expr *
parse_call(struct parser *p, const struct function *function, size_t start) {
  expr_list args = {0};
  const char *index = lone_name(p);
  if (index && function->arity == -2)
    return parse_over(p, function->kind, index);
  if (index && function->kind == LCM_X_MAX && has_four_arguments(p))
    return parse_over(p, LCM_X_MAX_OVER, index);
  if (function->arity == -2)
    return fail(p, "an index and a comma");
  if (!parse_arguments(p, &args))
    return NULL;
  lcm_expr_at(p->ctx, loc_at(p, start));
  if (function->arity > 0 && args.n != (size_t)function->arity) {
    lcm_report(p->ctx, LCM_DIAG_SYNTAX, loc_at(p, start),
               "%s takes %d argument%s, not %zu", function->name,
               function->arity, function->arity == 1 ? "" : "s", args.n);
    p->failed = LCM_EPARSE;
    return NULL;
  }
  if (function->kind == LCM_X_IF)
    return lcm_expr_if(p->ctx, args.at[0], args.at[1], args.at[2]);
  if (function->arity == 1)
    return lcm_expr_apply(p->ctx, function->kind, args.at[0]);
  return lcm_expr_nary(p->ctx, function->kind, args.at, args.n);
}

/* Parse a name in backquotes. */
static const lcm_expr *parse_quoted(struct parser *p, size_t start) {
  const char *text = p->source->text + p->at;
  const size_t left = p->source->len - p->at;
  const char *close = left ? memchr(text, '`', left) : NULL;
  const size_t len = close ? (size_t)(close - text) : 0;
  if (!len || memchr(text, '\n', len) || memchr(text, '\0', len))
    return fail(p, "a name that ends in '`'");
  p->at += len + 1;
  return resolve(p, lcm_intern_n(p->ctx, text, len), start);
}

/* Parse a name or a call. */
static const lcm_expr *parse_name(struct parser *p) {
  const size_t start = p->at;
  const size_t len = name_length(p, 0);
  const char *text = p->source->text + start;
  p->at += len;
  if (peek(p) != '(')
    return resolve(p, lcm_intern_n(p->ctx, text, len), start);
  const struct function *function = find_function(text, len);
  if (!function) {
    lcm_report(p->ctx, LCM_DIAG_SYNTAX, loc_at(p, start),
               "there is no function '%.*s'", (int)len, text);
    p->failed = LCM_EPARSE;
    return NULL;
  }
  p->at++;
  return parse_call(p, function, start);
}

/* Parse an operand. */
static const lcm_expr *parse_primary(struct parser *p) {
  const char c = peek(p);
  const size_t start = p->at;
  if (isdigit((unsigned char)c) || c == '.') {
    const lcm_expr *number = parse_number(p);
    return with_units(p, number);
  }
  if (accept(p, "("))
    return with_units(p, parse_group(p, start));
  if (accept(p, "[")) {
    const lcm_expr *e = parse_or(p);
    if (e && !accept(p, "]"))
      return fail(p, "']'");
    return lcm_expr_binary(p->ctx, LCM_X_NE, e, lcm_expr_int(p->ctx, 0));
  }
  if (accept(p, "`"))
    return parse_quoted(p, start);
  if (name_length(p, 0))
    return parse_name(p);
  return fail(p, "an expression");
}

static const lcm_expr *parse_unary(struct parser *p);

/* Parse a power: to the right, above the unary minus on its left. */
static const lcm_expr *parse_power(struct parser *p) {
  const lcm_expr *base = parse_primary(p);
  const size_t at = p->at;
  if (!base || !accept(p, "^"))
    return base;
  const lcm_expr *exponent = parse_unary(p);
  lcm_expr_at(p->ctx, loc_at(p, at));
  return lcm_expr_pow(p->ctx, base, exponent);
}

/* Parse signs and what they stand before. */
static const lcm_expr *parse_unary(struct parser *p) {
  if (++p->depth > MAX_NESTING) {
    if (!p->failed)
      lcm_report(p->ctx, LCM_DIAG_DEPTH, loc_at(p, p->at),
                 "an expression is nested more than %d deep", MAX_NESTING);
    p->failed = LCM_EDEPTH;
    return NULL;
  }
  const lcm_expr *e = NULL;
  if (accept(p, "-"))
    e = lcm_expr_neg(p->ctx, parse_unary(p));
  else if (peek(p) == '+' && accept(p, "+"))
    e = parse_unary(p);
  else
    e = parse_power(p);
  p->depth--;
  return e;
}

/* Parse products. */
static const lcm_expr *parse_product(struct parser *p) {
  const lcm_expr *e = parse_unary(p);
  while (e) {
    (void)peek(p);
    const size_t at = p->at;
    lcm_expr_kind kind = LCM_X_MUL_OF;
    bool divide = false;
    if (accept(p, "/"))
      divide = true;
    else if (accept(p, "mod"))
      kind = LCM_X_MOD;
    else if (accept(p, "div"))
      kind = LCM_X_DIV;
    else if (!accept(p, "*"))
      break;
    const lcm_expr *right = parse_unary(p);
    lcm_expr_at(p->ctx, loc_at(p, at));
    e = divide                 ? lcm_expr_div(p->ctx, e, right)
        : kind == LCM_X_MUL_OF ? lcm_expr_mul(p->ctx, e, right)
                               : lcm_expr_binary(p->ctx, kind, e, right);
  }
  return e;
}

/* Parse sums: all terms first, so that long sums are built at once. */
static const lcm_expr *parse_sum(struct parser *p) {
  expr_list terms = {0};
  const lcm_expr *e = parse_product(p);
  lcm_dim dim = e ? e->dim : LCM_DIM_NONE;
  while (e) {
    LCM_LIST_ADD(lcm_ctx_arena(p->ctx), &terms, e);
    const char c = peek(p);
    const size_t at = p->at;
    if ((c != '+' && c != '-') || (c == '+' && peek_at(p, 1) == '/'))
      break;
    p->at++;
    e = parse_product(p);
    e = c == '-' ? lcm_expr_neg(p->ctx, e) : e;
    if (!e)
      return NULL;
    lcm_expr_at(p->ctx, loc_at(p, at));
    if (!lcm_expr_is_zero(e) && !lcm_dim_equal(dim, e->dim) &&
        !lcm_expr_is_zero(terms.at[terms.n - 1]))
      return lcm_expr_mismatch(p->ctx, c == '-' ? "a difference" : "a sum", dim,
                               e->dim);
    dim = e->dim;
  }
  if (!e)
    return NULL;
  return terms.n == 1 ? e
                      : lcm_expr_nary(p->ctx, LCM_X_SUM_OF, terms.at, terms.n);
}

/* Parse a comparison of two sums. */
static const lcm_expr *parse_comparison(struct parser *p) {
  const lcm_expr *a = parse_sum(p);
  static const struct {
    const char *text;
    lcm_expr_kind kind;
    bool swap;
  } OPERATORS[] = {{"<=", LCM_X_LE, false}, {">=", LCM_X_LE, true},
                   {"==", LCM_X_EQ, false}, {"!=", LCM_X_NE, false},
                   {"<", LCM_X_LT, false},  {">", LCM_X_LT, true}};
  (void)peek(p);
  const size_t at = p->at;
  for (size_t i = 0; a && i < sizeof OPERATORS / sizeof *OPERATORS; i++)
    if (accept(p, OPERATORS[i].text)) {
      const lcm_expr *b = parse_sum(p);
      lcm_expr_at(p->ctx, loc_at(p, at));
      return OPERATORS[i].swap
                 ? lcm_expr_binary(p->ctx, OPERATORS[i].kind, b, a)
                 : lcm_expr_binary(p->ctx, OPERATORS[i].kind, a, b);
    }
  return a;
}

/* Parse negations. */
static const lcm_expr *parse_not(struct parser *p) {
  unsigned negations = 0;
  while (accept(p, "not"))
    negations++;
  const lcm_expr *e = parse_comparison(p);
  for (; negations; negations--)
    e = lcm_expr_apply(p->ctx, LCM_X_NOT, e);
  return e;
}

/* Parse conjunctions. */
static const lcm_expr *parse_and(struct parser *p) {
  const lcm_expr *e = parse_not(p);
  while (e && accept(p, "and"))
    e = lcm_expr_binary(p->ctx, LCM_X_AND, e, parse_not(p));
  return e;
}

/* Parse disjunctions. */
static const lcm_expr *parse_or(struct parser *p) {
  const lcm_expr *e = parse_and(p);
  while (e && accept(p, "or"))
    e = lcm_expr_binary(p->ctx, LCM_X_OR, e, parse_and(p));
  return e;
}

/* Parse as lcm_expr_parse_exact where "exact", else as parse_prefix.
 */
static lcm_status parse_source(const lcm_expr **out, struct parser *p,
                               size_t *used) {
  lcm_expr_at(p->ctx, p->source->at);
  const bool was_muted = lcm_expr_mute(p->ctx, false);
  const lcm_expr *e = parse_or(p);
  (void)lcm_expr_mute(p->ctx, was_muted);
  *used = p->at;
  if (!e)
    return p->failed ? p->failed : LCM_EUNIT;
  if (p->failed)
    return p->failed;
  *out = e;
  return LCM_OK;
}

/* As lcm_expr_parse, but the expression may end before the text does: put the
 * number of bytes read into "*used". */
static lcm_status parse_prefix(const lcm_expr **out, size_t *used, lcm_ctx *ctx,
                               const struct lcm_expr_source *source) {
  struct parser p = {.ctx = ctx, .source = source};
  return parse_source(out, &p, used);
}

lcm_status lcm_expr_parse_exact(const lcm_expr **out, size_t *used,
                                lcm_ctx *ctx,
                                const struct lcm_expr_source *source) {
  struct parser p = {.ctx = ctx, .source = source, .exact = true};
  return parse_source(out, &p, used);
}

lcm_status lcm_expr_parse(const lcm_expr **out, lcm_ctx *ctx,
                          const struct lcm_expr_source *source) {
  const lcm_expr *e = NULL;
  size_t used = 0;
  const lcm_status status = parse_prefix(&e, &used, ctx, source);
  if (status)
    return status;
  struct parser p = {.ctx = ctx, .source = source, .at = used};
  (void)peek(&p);
  if (p.at < source->len) {
    fail(&p, "an operator");
    return LCM_EPARSE;
  }
  *out = e;
  return LCM_OK;
}
