/* Parsing C expressions: clauses, array sections, `param n := N`. */
#include <ctype.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "annotations/bits.h"
#include "annotations/cexpr.h"
#include "annotations/whole.h"

/* LONG: the type of signed numbers as wide as pointers. */
enum { MAX_NESTING = 500, MAX_ARGUMENTS = 16, INT = 32, LONG = 64 };

/* A parser of C expressions. */
struct parser {
  lcm_ctx *ctx;
  const struct lcm_expr_source *source;
  struct lcm_expr_source own; /* what "source" points to */
  size_t at;
  unsigned depth;
  bool quiet; /* say nothing about what has no model */
  bool real;  /* a real number is among the factors read so far */
  bool vague; /* a number may have wrapped around in the widest type */
  /* of the whole number that was read last, as LCM_WHOLE_BITS says */
  unsigned char type;
  lcm_status failed;
};

static const lcm_expr *parse_ternary(struct parser *p);

/* Return the place of offset "at". */
static lcm_loc loc_at(const struct parser *p, size_t at) {
  lcm_loc loc = p->source->at;
  loc.column += (unsigned)at;
  loc.begin += (unsigned)at;
  loc.end = loc.begin;
  return loc;
}

/* Give up: what stands at "start" has no model. */
static const lcm_expr *give_up_at(struct parser *p, size_t start,
                                  const char *what) {
  if (!p->failed && !p->quiet)
    lcm_report(p->ctx, LCM_DIAG_SYNTAX, loc_at(p, start),
               "%s has no model in a C expression", what);
  if (!p->failed)
    p->failed = LCM_EUNBOUND;
  return NULL;
}

/* Give up: what stands here has no model. */
static const lcm_expr *give_up(struct parser *p, const char *what) {
  return give_up_at(p, p->at, what);
}

/* Return the character "ahead" of here. */
static char peek_at(const struct parser *p, size_t ahead) {
  return p->at + ahead < p->source->len ? p->source->text[p->at + ahead] : '\0';
}

/* Skip the comment that begins here; return whether one does. */
static bool skip_comment(struct parser *p) {
  const bool line = peek_at(p, 1) == '/';
  if (peek_at(p, 0) != '/' || (!line && peek_at(p, 1) != '*'))
    return false;
  p->at += 2;
  while (p->at < p->source->len &&
         !(line ? peek_at(p, 0) == '\n'
                : peek_at(p, 0) == '*' && peek_at(p, 1) == '/'))
    p->at++;
  p->at += line ? 0 : 2;
  p->at = p->at < p->source->len ? p->at : p->source->len;
  return true;
}

/* Skip white space and comments; return the character there. */
static char peek(struct parser *p) {
  char c = peek_at(p, 0);
  while (c == ' ' || (c >= '\t' && c <= '\r') || skip_comment(p)) {
    p->at += c != '/';
    c = peek_at(p, 0);
  }
  return c;
}

/* Skip the operator "text" where it stands here, not as the start of a longer
 * one. */
static bool accept(struct parser *p, const char *text) {
  if (peek(p) != *text)
    return false;
  const size_t n = strlen(text);
  if (p->source->len - p->at < n ||
      memcmp(p->source->text + p->at, text, n) != 0)
    return false;
  const char next = peek_at(p, n);
  if (n == 1 && strchr("<>&|=+-^", *text) && (next == *text || next == '='))
    return false;
  p->at += n;
  return true;
}

/* Return the length of the identifier here. */
static size_t name_length(struct parser *p) {
  size_t n = 0;
  (void)peek(p);
  if (isdigit((unsigned char)peek_at(p, 0)))
    return 0;
  while (isalnum((unsigned char)peek_at(p, n)) || peek_at(p, n) == '_')
    n++;
  return n;
}

/* Return the whole number "value". */
static const lcm_expr *whole(lcm_ctx *ctx, unsigned long long value) {
  const lcm_expr *high =
      lcm_expr_mul(ctx, lcm_expr_int(ctx, (long long)(value >> 32)),
                   lcm_expr_int(ctx, 1LL << 32));
  return lcm_expr_add(ctx, high,
                      lcm_expr_int(ctx, (long long)(value & UINT_MAX)));
}

/* Return "e", computed in the type of what was read last, as that type has
 * it. */
static const lcm_expr *wrap(struct parser *p, const lcm_expr *e) {
  const lcm_expr *in = p->type & LCM_WHOLE_NATURAL
                           ? lcm_whole_wrap(p->ctx, p->source, e, p->type)
                           : e;
  p->vague = p->vague || (in != e && (p->type & LCM_WHOLE_BITS) == LONG);
  return in;
}

/* Return "e", a sum, product or shift, likewise where it is known not to
 * fit. */
static const lcm_expr *wrap_known(struct parser *p, const lcm_expr *e) {
  return !p->real && lcm_whole_is_out(p->source, e, p->type) ? wrap(p, e) : e;
}

/* Convert "*a", of the type "type", and "*b", read last, to the type that an
 * operation on both has. */
static void balance(struct parser *p, const lcm_expr **a, unsigned char type,
                    const lcm_expr **b) {
  const unsigned char common = lcm_whole_common(type, p->type);
  const bool natural = (common & LCM_WHOLE_NATURAL) && !p->real;
  if (natural && !(type & LCM_WHOLE_NATURAL))
    *a = lcm_whole_convert(p->ctx, p->source, *a, common);
  if (natural && !(p->type & LCM_WHOLE_NATURAL))
    *b = lcm_whole_convert(p->ctx, p->source, *b, common);
  p->type = common;
}

/* Skip the suffixes of a number; return the type that they say. */
static unsigned char take_suffix(struct parser *p) {
  unsigned char type = INT;
  bool natural = false;
  for (; peek_at(p, 0) && strchr("uUlLfF", peek_at(p, 0)); p->at++) {
    natural = natural || tolower(peek_at(p, 0)) == 'u';
    type = tolower(peek_at(p, 0)) == 'l' ? LONG : type;
  }
  return natural ? type | LCM_WHOLE_NATURAL : type;
}

/* Return the type of the number "value", whose suffixes say "type"; written
 * with a base of 16 where "hex". */
static unsigned char type_of_number(unsigned char type,
                                    unsigned long long value, bool hex) {
  const unsigned char sign = type & LCM_WHOLE_NATURAL;
  if (value > LLONG_MAX)
    return LONG | LCM_WHOLE_NATURAL;
  if (value > UINT_MAX)
    return LONG | sign;
  if (value > INT_MAX && type == INT)
    return hex ? INT | LCM_WHOLE_NATURAL : LONG;
  return type;
}

/* Parse a number with its suffixes. */
static const lcm_expr *parse_number(struct parser *p) {
  const char *text = p->source->text + p->at;
  size_t n = 0;
  bool real = false;
  const bool hex = peek_at(p, 0) == '0' && tolower(peek_at(p, 1)) == 'x';
  for (n = hex ? 2 : 0;; n++) {
    const char c = peek_at(p, n);
    const bool exponent = !hex && tolower(c) == 'e';
    real = real || (!hex && (c == '.' || exponent));
    if (exponent && (peek_at(p, n + 1) == '-' || peek_at(p, n + 1) == '+'))
      n++;
    else if (!(hex ? isxdigit((unsigned char)c)
                   : isdigit((unsigned char)c) || c == '.' || exponent))
      break;
  }
  const char *copy = lcm_arena_strndup(lcm_ctx_arena(p->ctx), text, n);
  p->at += n;
  p->type = take_suffix(p);
  p->real = p->real || real;
  if (real)
    return lcm_expr_decimal(p->ctx, copy);
  const unsigned long long value = strtoull(copy, NULL, 0);
  p->type = type_of_number(p->type, value, hex);
  return whole(p->ctx, value);
}

/* Parse a character constant. */
static const lcm_expr *parse_character(struct parser *p) {
  const char c = peek_at(p, 1);
  if (c == '\\' || peek_at(p, 2) != '\'')
    return give_up(p, "this character constant");
  p->at += 3;
  p->type = INT;
  return lcm_expr_int(p->ctx, (unsigned char)c);
}

/* Return the size of the basic type called by the "n" characters at "text", 0
 * where it is none. */
static int type_size(const char *text, size_t n) {
  static const struct {
    const char *name;
    int size;
  } TYPES[] = {
      {"char", 1},      {"short", 2},         {"int", 4},      {"long", 8},
      {"unsigned", 4},  {"signed", 4},        {"float", 4},    {"double", 8},
      {"size_t", 8},    {"_Bool", 1},         {"bool", 1},     {"int64_t", 8},
      {"uint64_t", 8},  {"int32_t", 4},       {"uint32_t", 4}, {"ptrdiff_t", 8},
      {"long long", 8}, {"unsigned long", 8}, {"const", 0}};
  for (size_t i = 0; i < sizeof TYPES / sizeof *TYPES; i++)
    if (strlen(TYPES[i].name) == n && !memcmp(TYPES[i].name, text, n))
      return TYPES[i].size;
  return 0;
}

/* Return the size of the type whose name of "n" characters stands here, with
 * its `struct` if it has one, 0 where it is none; "*n" becomes its length. */
static long long named_size(struct parser *p, size_t *n, bool *real) {
  const char *text = p->source->text + p->at;
  long long size = 0;
  if ((*n == 6 && !memcmp(text, "struct", 6)) ||
      (*n == 5 && !memcmp(text, "union", 5)) ||
      (*n == 4 && !memcmp(text, "enum", 4))) {
    const size_t start = p->at;
    p->at += *n;
    *n = name_length(p) + (p->at - start);
    p->at = start;
  }
  const char *name = lcm_intern_n(p->ctx, text, *n);
  if (!p->source->type || !p->source->type(&size, real, name, p->source->user))
    return 0;
  return size > 0 ? size : 1;
}

/* Return whether the "n" characters at "text" say that a type has no sign. */
static bool says_unsigned(const char *text, size_t n) {
  static const char *const WORDS[] = {"unsigned", "unsigned long", "size_t",
                                      "uint32_t", "uint64_t"};
  for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++)
    if (strlen(WORDS[i]) == n && !memcmp(WORDS[i], text, n))
      return true;
  return false;
}

/* Skip the type in parentheses that starts here, if one does; its size goes to
 * "*size", whether it is a real one to "*real"; as a type of whole numbers it
 * goes to the parser; a narrow one with a name of the user's goes as int:
 * nobody says whether it has a sign. */
static bool accept_type(struct parser *p, int *size, bool *real) {
  const size_t start = p->at;
  bool is_unsigned = false;
  bool named = false;
  *real = false;
  *size = 0;
  while (peek(p)) {
    size_t n = name_length(p);
    bool is_real = false;
    const bool skipped = n == 5 && !memcmp(p->source->text + p->at, "const", 5);
    long long own = n ? type_size(p->source->text + p->at, n) : 0;
    const bool basic = own || !n || skipped;
    own = basic ? own : named_size(p, &n, &is_real);
    named = named || !basic;
    if (!own && !skipped)
      break;
    *size = own > *size || own == 2 || own == 1 ? (int)own : *size;
    *real = *real || is_real ||
            (n == 5 && !memcmp(p->source->text + p->at, "float", n)) ||
            (n == 6 && !memcmp(p->source->text + p->at, "double", n));
    is_unsigned = is_unsigned || says_unsigned(p->source->text + p->at, n);
    p->at += n;
  }
  if (*size && peek(p) == '*') {
    *size = 8;
    *real = false;
    is_unsigned = false;
    while (peek(p) == '*')
      p->at++;
  }
  p->type = (unsigned char)(*size > 0 && *size <= 8 ? 8 * *size : LONG);
  if (named && p->type < INT)
    p->type = INT;
  if (is_unsigned)
    p->type |= LCM_WHOLE_NATURAL;
  if (*size && peek(p) == ')') {
    p->at++;
    return true;
  }
  p->at = start;
  return false;
}

/* A C function that has a counterpart in the language; whether what it returns
 * is a real number. */
static const struct {
  const char *name;
  lcm_expr_kind kind;
  bool is_real;
} FUNCTIONS[] = {{"sqrt", LCM_X_SQRT, true}, {"log", LCM_X_LOG, true},
                 {"log2", LCM_X_LOG2, true}, {"log10", LCM_X_LOG10, true},
                 {"exp", LCM_X_EXP, true},   {"floor", LCM_X_FLOOR, true},
                 {"ceil", LCM_X_CEIL, true}, {"fabs", LCM_X_ABS, true},
                 {"abs", LCM_X_ABS, false},  {"labs", LCM_X_ABS, false},
                 {"fmax", LCM_X_MAX, true},  {"fmin", LCM_X_MIN, true},
                 {"pow", LCM_X_POW, true}};

/* Run-time queries and the reserved names that they give. */
static const struct {
  const char *name;
  const char *symbol;
} QUERIES[] = {{"omp_get_max_threads", "p"},
               {"omp_get_num_threads", "team"},
               {"omp_get_thread_num", "thread"},
               {"omp_get_num_procs", "procs"},
               {"omp_get_team_size", "team"}};

/* The query whether a team has several members. */
static const char *const IN_PARALLEL = "omp_in_parallel";

/* Skip the text or character that begins here; false where it has no end. */
static bool skip_text(struct parser *p) {
  const char quote = peek_at(p, 0);
  for (p->at++; peek_at(p, 0) && peek_at(p, 0) != quote; p->at++)
    p->at += peek_at(p, 0) == '\\' && peek_at(p, 1);
  return peek_at(p, 0) == quote;
}

/* Skip the rest of an argument, up to the comma or parenthesis behind it; false
 * where there is none. */
static bool skip_argument(struct parser *p) {
  unsigned depth = 0;
  for (; peek_at(p, 0); p->at++) {
    const char c = peek_at(p, 0);
    if ((c == '"' || c == '\'') && !skip_text(p))
      return false;
    if (!depth && (c == ',' || c == ')'))
      return true;
    depth += c == '(' || c == '[' || c == '{';
    depth -= c == ')' || c == ']' || c == '}';
  }
  return false;
}

/* Return the argument of a call that stands here if it is the formula of a
 * number, "*real" of one that is not whole, of the type "*type", else NULL; it
 * is skipped, "*ends" is whether something is behind it. */
static const lcm_expr *parse_argument(struct parser *p, bool *real,
                                      unsigned char *type, bool *ends) {
  struct parser inner = *p;
  inner.source = &inner.own;
  inner.quiet = true;
  inner.real = false;
  const lcm_expr *e = parse_ternary(&inner);
  const char next = peek(&inner);
  if (e && !inner.failed && (next == ',' || next == ')')) {
    p->at = inner.at;
    *real = inner.real;
    *type = inner.type;
    *ends = true;
    return e;
  }
  *ends = skip_argument(p);
  return NULL;
}

/* Return the value of a call of the function "name", which stands at "start",
 * if it has one. */
static const lcm_expr *parse_other_call(struct parser *p, const char *name,
                                        size_t start) {
  const lcm_expr *args[MAX_ARGUMENTS];
  bool reals[MAX_ARGUMENTS] = {false};
  unsigned char types[MAX_ARGUMENTS] = {0};
  struct lcm_expr_call call = {name, args, reals, types, 0};
  bool ends = true;
  if (!p->source->call)
    return give_up_at(p, start, "this call");
  if (!accept(p, ")"))
    do {
      if (call.n == MAX_ARGUMENTS)
        return give_up_at(p, start, "this call");
      args[call.n] = parse_argument(p, &reals[call.n], &types[call.n], &ends);
      call.n++;
    } while (ends && accept(p, ","));
  if (!ends || (call.n && !accept(p, ")")))
    return give_up_at(p, start, "this call");
  const lcm_expr *e = p->source->call(p->ctx, &call, p->source->user);
  return e ? e : give_up_at(p, start, "this call");
}

/* Return where the escape sequence ends whose backslash is at "at"; put whether
 * it is the character 0 into "*zero". */
static const char *skip_escape(const char *at, bool *zero) {
  const char *from = ++at;
  const bool hex = *at == 'x';
  unsigned value = 0;
  if (!hex && (*at < '0' || *at > '7')) {
    *zero = false;
    return at + (*at != 0);
  }
  for (at += hex; hex ? isxdigit((unsigned char)*at)
                      : *at >= '0' && *at <= '7' && at < from + 3;
       at++)
    value |= *at != '0';
  *zero = !value;
  return at;
}

/* Put how many characters the string literals at "*text" have before the first
 * 0 into "*n", and let "*text" be what is behind; false where there are
 * none. */
static bool take_length(const char **text, long long *n) {
  const char *at = *text;
  bool zero = false;
  for (*n = 0; *at == '"'; at += strspn(at, " \t\r\n")) {
    for (at++; *at && *at != '"';) {
      bool here = false;
      at = *at == '\\' ? skip_escape(at, &here) : at + 1;
      zero = zero || here;
      *n += !zero;
    }
    if (*at++ != '"')
      return false;
  }
  const bool any = at != *text;
  *text = at;
  return any;
}

/* Parse what strlen is asked of, at "start", where that is a literal or a name
 * of one. */
static const lcm_expr *parse_length(struct parser *p, size_t start) {
  long long length = 0;
  (void)peek(p);
  const char *rest = lcm_arena_strndup(
      lcm_ctx_arena(p->ctx), p->source->text + p->at, p->source->len - p->at);
  const size_t n = name_length(p);
  const char *text = rest;
  if (n)
    text =
        p->source->literal
            ? p->source->literal(lcm_intern_n(p->ctx, rest, n), p->source->user)
            : NULL;
  const char *end = text;
  if (!text || !take_length(&end, &length))
    return give_up_at(p, start, "this call");
  p->at += n ? n : (size_t)(end - text);
  return accept(p, ")") ? lcm_expr_int(p->ctx, length)
                        : give_up_at(p, start, "this call");
}

/* Parse the call of the "n" characters at "name" behind its parenthesis. */
static const lcm_expr *parse_call(struct parser *p, const char *name,
                                  size_t n) {
  const size_t start = (size_t)(name - p->source->text);
  for (size_t i = 0; i < sizeof QUERIES / sizeof *QUERIES; i++)
    if (strlen(QUERIES[i].name) == n && !memcmp(QUERIES[i].name, name, n) &&
        accept(p, ")"))
      return lcm_expr_symbol(p->ctx, QUERIES[i].symbol, LCM_DIM_NONE);
  if (n == strlen(IN_PARALLEL) && !memcmp(IN_PARALLEL, name, n) &&
      accept(p, ")"))
    return lcm_expr_binary(p->ctx, LCM_X_LT, lcm_expr_int(p->ctx, 1),
                           lcm_expr_symbol(p->ctx, "team", LCM_DIM_NONE));
  for (size_t i = 0; i < sizeof FUNCTIONS / sizeof *FUNCTIONS; i++) {
    if (strlen(FUNCTIONS[i].name) != n || memcmp(FUNCTIONS[i].name, name, n))
      continue;
    const lcm_expr *a = parse_ternary(p);
    const lcm_expr *b = a && accept(p, ",") ? parse_ternary(p) : NULL;
    if (!accept(p, ")"))
      return give_up_at(p, start, "this call");
    p->real = p->real || FUNCTIONS[i].is_real;
    return b ? lcm_expr_binary(p->ctx, FUNCTIONS[i].kind, a, b)
             : lcm_expr_apply(p->ctx, FUNCTIONS[i].kind, a);
  }
  if (n == 6 && !memcmp(name, "strlen", n))
    return parse_length(p, start);
  return parse_other_call(p, lcm_intern_n(p->ctx, name, n), start);
}

/* Skip the subscripts that stand next; add how many there are to "*n"; false
 * where one does not end. */
static bool skip_subscripts(struct parser *p, size_t *n) {
  for (; peek(p) == '['; ++*n) {
    size_t depth = 0;
    do {
      const char c = peek_at(p, 0);
      if (!c || c == '"' || c == '\'')
        return false;
      depth += c == '[';
      depth -= c == ']';
      p->at++;
    } while (depth);
  }
  return true;
}

/* Skip a variable, what it points to or an element, in parentheses or not;
 * return its name, NULL where something else stands here.  How many subscripts
 * and stars there are is added to "*n". */
static const char *skip_place(struct parser *p, size_t *n) {
  const char *name = NULL;
  if (p->depth > MAX_NESTING)
    return NULL;
  if (accept(p, "*")) {
    ++*n;
    p->depth++;
    name = skip_place(p, n);
    p->depth--;
    return name;
  }
  if (accept(p, "(")) {
    p->depth++;
    name = skip_place(p, n);
    p->depth--;
    name = name && accept(p, ")") ? name : NULL;
  } else if (name_length(p)) {
    const size_t length = name_length(p);
    name = lcm_intern_n(p->ctx, p->source->text + p->at, length);
    p->at += length;
  }
  return name && skip_subscripts(p, n) ? name : NULL;
}

/* Parse what sizeof is asked of where that is a variable, an element of one or
 * what it points to. */
static const lcm_expr *parse_sized(struct parser *p) {
  const size_t start = p->at;
  size_t depth = 0;
  long long size = 0;
  const char *name = p->source->size ? skip_place(p, &depth) : NULL;
  if (!name || peek(p) == '(' || peek(p) == '.' ||
      (peek(p) == '-' && peek_at(p, 1) == '>') ||
      !p->source->size(&size, name, depth, p->source->user))
    return give_up_at(p, start, "sizeof of this");
  return lcm_expr_int(p->ctx, size);
}

/* Parse sizeof. */
static const lcm_expr *parse_sizeof(struct parser *p) {
  int size = 0;
  bool real = false;
  const size_t start = p->at;
  if (accept(p, "(") && accept_type(p, &size, &real))
    return lcm_expr_int(p->ctx, size);
  p->at = start;
  return parse_sized(p);
}

/* Return how many characters a number in brackets with a member behind takes
 * that stands next, `[1]` of `a[1].b`; 0 where there is none. */
static size_t element_length(const struct parser *p) {
  const char *text = p->source->text + p->at;
  const size_t rest = p->source->len - p->at;
  size_t n = 1;
  if (rest < 4 || *text != '[')
    return 0;
  while (n < rest && isdigit((unsigned char)text[n]))
    n++;
  return n > 1 && n + 1 < rest && text[n] == ']' &&
                 (text[n + 1] == '.' || text[n + 1] == '-')
             ? n + 1
             : 0;
}

/* Return the name that the "n" characters at "text" and the members that follow
 * make, "a.b.c" or "a[1].b". */
static const char *take_members(struct parser *p, const char *text, size_t n) {
  const char *name = lcm_intern_n(p->ctx, text, n);
  while (p->source->members) {
    const size_t start = p->at;
    const size_t element = element_length(p);
    p->at += element;
    const bool member = accept(p, "->") || accept(p, ".");
    const size_t more = member && peek(p) ? name_length(p) : 0;
    if (!more) {
      p->at = start;
      break;
    }
    name = LCM_INTERN_JOINED(
        p->ctx, name, lcm_intern_n(p->ctx, p->source->text + start, element),
        ".", lcm_intern_n(p->ctx, p->source->text + p->at, more));
    p->at += more;
  }
  return name;
}

/* Return whether what stands next goes on with an operand: a member, a
 * subscript or a change. */
static bool goes_on(struct parser *p) {
  const char c = peek(p);
  const char next = peek_at(p, 1);
  return c == '[' || c == '.' || (c == '-' && (next == '>' || next == '-')) ||
         (c == '+' && next == '+');
}

/* Parse the subscripts of the array "name", which stands at "start": all but
 * the last are numbers. */
static const lcm_expr *parse_element(struct parser *p, const char *name,
                                     size_t start) {
  const lcm_expr *index = accept(p, "[") ? parse_ternary(p) : NULL;
  bool closed = index && accept(p, "]");
  double row = 0;
  while (closed && peek(p) == '[' && lcm_expr_is_number(index, &row) &&
         row >= 0 && row < 1e9 && row == (double)(long)row) {
    name = lcm_intern(
        p->ctx, lcm_arena_printf(lcm_ctx_arena(p->ctx), "%s[%.0f]", name, row));
    index = accept(p, "[") ? parse_ternary(p) : NULL;
    closed = index && accept(p, "]");
  }
  if (!closed || goes_on(p))
    return give_up_at(p, start, "this operand");
  const lcm_expr *e = p->source->element(p->ctx, name, index, p->source->user);
  p->type = INT;
  return e ? e : give_up_at(p, start, "this operand");
}

/* Parse a name, call or sizeof. */
static const lcm_expr *parse_name(struct parser *p) {
  const size_t start = p->at;
  const size_t n = name_length(p);
  const char *text = p->source->text + start;
  p->at += n;
  if (n == 6 && !memcmp(text, "sizeof", 6)) {
    const lcm_expr *size = parse_sizeof(p);
    p->type = LONG | LCM_WHOLE_NATURAL;
    return size;
  }
  if (accept(p, "(")) {
    const lcm_expr *result = parse_call(p, text, n);
    const unsigned char type =
        p->source->whole
            ? p->source->whole(lcm_intern_n(p->ctx, text, n), p->source->user)
            : 0;
    p->type = type                                   ? type
              : n == 6 && !memcmp(text, "strlen", n) ? LONG | LCM_WHOLE_NATURAL
                                                     : INT;
    return result;
  }
  const char *name = take_members(p, text, n);
  const unsigned char type =
      p->source->whole ? p->source->whole(name, p->source->user) : 0;
  p->type = type ? type : INT;
  if (peek(p) == '[' && p->source->element)
    return parse_element(p, name, start);
  if (goes_on(p))
    return give_up_at(p, start, "this operand");
  lcm_loc at = loc_at(p, start);
  at.end = at.begin + (unsigned)(p->at - start);
  const lcm_expr *e =
      p->source->resolve ? p->source->resolve(p->ctx, name, at, p->source->user)
                         : lcm_expr_symbol(p->ctx, name, LCM_DIM_NONE);
  if (!e && !p->failed)
    p->failed = LCM_EUNBOUND;
  return e;
}

static const lcm_expr *parse_unary(struct parser *p);

/* Parse what is cast to a type, a real one where "real". */
static const lcm_expr *parse_cast(struct parser *p, bool real) {
  const bool before = p->real;
  const unsigned char type = p->type;
  p->real = false;
  const lcm_expr *e = parse_unary(p);
  if (p->real && !real)
    e = lcm_whole_cut(p->ctx, p->source, e);
  if (!real && (p->real || p->type != type))
    e = lcm_whole_convert(p->ctx, p->source, e, type);
  p->type = type;
  p->real = before || real;
  return e;
}

/* Parse an operand with its signs and casts. */
static const lcm_expr *parse_unary(struct parser *p) {
  int size = 0;
  bool real = false;
  if (++p->depth > MAX_NESTING)
    return give_up(p, "nesting this deep");
  const lcm_expr *e = NULL;
  const char c = peek(p);
  p->type = INT;
  if (accept(p, "-") || accept(p, "~")) {
    e = lcm_expr_neg(p->ctx, parse_unary(p));
    e = c == '~' ? lcm_expr_sub(p->ctx, e, lcm_expr_int(p->ctx, 1)) : e;
    p->type = lcm_whole_common(p->type, INT);
    e = p->real ? e : wrap(p, e);
  } else if (accept(p, "+"))
    e = parse_unary(p);
  else if (c == '!' && peek_at(p, 1) != '=') {
    p->at++;
    e = lcm_expr_apply(p->ctx, LCM_X_NOT, parse_unary(p));
    p->type = INT;
  } else if (accept(p, "(")) {
    if (accept_type(p, &size, &real))
      e = parse_cast(p, real);
    else {
      e = parse_ternary(p);
      if (e && !accept(p, ")"))
        e = give_up(p, "this");
    }
  } else if (isdigit((unsigned char)c) ||
             (c == '.' && isdigit((unsigned char)peek_at(p, 1))))
    e = parse_number(p);
  else if (c == '\'')
    e = parse_character(p);
  else if (name_length(p))
    e = parse_name(p);
  else
    e = give_up(p, "this");
  p->depth--;
  return e;
}

/* Return a / b or, where "rest", a % b of whole numbers; "type" is that of
 * "a". */
static const lcm_expr *divide(struct parser *p, const lcm_expr *a,
                              unsigned char type, const lcm_expr *b,
                              bool rest) {
  if (p->real)
    return lcm_expr_div(p->ctx, a, b);
  balance(p, &a, type, &b);
  if (p->vague)
    return give_up(p, "a quotient of numbers that large");
  return rest ? lcm_whole_remain(p->ctx, p->source, a, b)
              : lcm_whole_divide(p->ctx, p->source, a, b);
}

/* Parse products; whether a real number is among the factors decides how "/"
 * divides. */
static const lcm_expr *parse_product(struct parser *p) {
  const bool before = p->real;
  p->real = false;
  const lcm_expr *e = parse_unary(p);
  while (e) {
    const unsigned char type = p->type;
    const bool times = accept(p, "*");
    const bool by = !times && accept(p, "/");
    if (!times && !by && !accept(p, "%"))
      break;
    const lcm_expr *right = parse_unary(p);
    if (times)
      balance(p, &e, type, &right);
    e = times ? wrap_known(p, lcm_expr_mul(p->ctx, e, right))
              : divide(p, e, type, right, !by);
  }
  p->real = p->real || before;
  return e;
}

/* Parse sums. */
static const lcm_expr *parse_sum(struct parser *p) {
  const lcm_expr *e = parse_product(p);
  while (e) {
    const unsigned char type = p->type;
    const bool more = accept(p, "+");
    if (!more && !accept(p, "-"))
      break;
    const lcm_expr *right = parse_product(p);
    balance(p, &e, type, &right);
    e = more      ? wrap_known(p, lcm_expr_add(p->ctx, e, right))
        : p->real ? lcm_expr_sub(p->ctx, e, right)
                  : wrap(p, lcm_expr_sub(p->ctx, e, right));
  }
  return e;
}

/* Parse by how many bits to shift; return the factor that this makes. */
static const lcm_expr *power_of_two(struct parser *p) {
  const unsigned char type = p->type;
  const lcm_expr *two = lcm_expr_int(p->ctx, 2);
  const lcm_expr *power = lcm_expr_pow(p->ctx, two, parse_sum(p));
  p->type = lcm_whole_common(type, INT);
  return power;
}

/* Parse shifts; to the right they round down. */
static const lcm_expr *parse_shift(struct parser *p) {
  const lcm_expr *e = parse_sum(p);
  while (e) {
    if (accept(p, "<<"))
      e = wrap_known(p, lcm_expr_mul(p->ctx, e, power_of_two(p)));
    else if (accept(p, ">>"))
      e = lcm_expr_apply(p->ctx, LCM_X_FLOOR,
                         lcm_expr_div(p->ctx, e, power_of_two(p)));
    else
      break;
  }
  return e;
}

/* Parse comparisons. */
static const lcm_expr *parse_comparison(struct parser *p) {
  static const struct {
    const char *text;
    lcm_expr_kind kind;
    bool swap;
  } OPERATORS[] = {{"<=", LCM_X_LE, false}, {">=", LCM_X_LE, true},
                   {"==", LCM_X_EQ, false}, {"!=", LCM_X_NE, false},
                   {"<", LCM_X_LT, false},  {">", LCM_X_LT, true}};
  const lcm_expr *a = parse_shift(p);
  const unsigned char type = p->type;
  const char c = peek(p);
  const bool compares = c == '<' || c == '>' || c == '=' || c == '!';
  for (size_t i = 0; a && compares && i < sizeof OPERATORS / sizeof *OPERATORS;
       i++)
    if (accept(p, OPERATORS[i].text)) {
      const lcm_expr *b = parse_shift(p);
      balance(p, &a, type, &b);
      p->type = INT;
      return OPERATORS[i].swap
                 ? lcm_expr_binary(p->ctx, OPERATORS[i].kind, b, a)
                 : lcm_expr_binary(p->ctx, OPERATORS[i].kind, a, b);
    }
  return a;
}

/* Parse what stands behind an operator on bits by "parse", which "operate"
 * joins with "a". */
static const lcm_expr *join_bits(struct parser *p, const lcm_expr *a,
                                 const lcm_expr *(*operate)(lcm_ctx *,
                                                            const lcm_expr *,
                                                            const lcm_expr *),
                                 const lcm_expr *(*parse)(struct parser *)) {
  const unsigned char type = p->type;
  const lcm_expr *b = parse(p);
  balance(p, &a, type, &b);
  return operate(p->ctx, a, b);
}

/* Parse what has `&`, and nothing that binds less. */
static const lcm_expr *parse_bits_and(struct parser *p) {
  const lcm_expr *e = parse_comparison(p);
  while (e && accept(p, "&"))
    e = join_bits(p, e, lcm_bits_and, parse_comparison);
  return e;
}

/* Parse what has `^`, and nothing that binds less. */
static const lcm_expr *parse_bits_xor(struct parser *p) {
  const lcm_expr *e = parse_bits_and(p);
  while (e && accept(p, "^"))
    e = join_bits(p, e, lcm_bits_xor, parse_bits_and);
  return e;
}

/* Parse operations on bits. */
static const lcm_expr *parse_bits(struct parser *p) {
  const lcm_expr *e = parse_bits_xor(p);
  while (e && accept(p, "|"))
    e = join_bits(p, e, lcm_bits_or, parse_bits_xor);
  return e;
}

/* Parse what "parse" does, which is evaluated where "cond" holds, or where it
 * does not (by "holds"); NULL: always. */
static const lcm_expr *parse_where(struct parser *p, const lcm_expr *cond,
                                   bool holds,
                                   const lcm_expr *(*parse)(struct parser *)) {
  const struct lcm_given given = {cond, holds, p->own.given};
  if (!cond)
    return parse(p);
  p->own.given = &given;
  const lcm_expr *e = parse(p);
  p->own.given = given.outer;
  return e;
}

/* Parse && and ||. */
static const lcm_expr *parse_logic(struct parser *p) {
  const lcm_expr *any = NULL;
  unsigned n = 0;
  do {
    const lcm_expr *all = parse_where(p, any, false, parse_bits);
    for (; all && accept(p, "&&"); n++)
      all = lcm_expr_binary(p->ctx, LCM_X_AND, all,
                            parse_where(p, all, true, parse_bits));
    if (!all)
      return NULL;
    any = any ? lcm_expr_binary(p->ctx, LCM_X_OR, any, all) : all;
    n++;
  } while (accept(p, "||"));
  p->type = n > 1 ? INT : p->type;
  return any;
}

/* Parse c ? a : b. */
static const lcm_expr *parse_ternary(struct parser *p) {
  const lcm_expr *cond = parse_logic(p);
  if (!cond || !accept(p, "?"))
    return cond;
  const lcm_expr *yes = parse_where(p, cond, true, parse_ternary);
  const unsigned char type = p->type;
  if (!yes || !accept(p, ":"))
    return yes ? give_up(p, "this") : NULL;
  const lcm_expr *no = parse_where(p, cond, false, parse_ternary);
  balance(p, &yes, type, &no);
  return lcm_expr_if(p->ctx, cond, yes, no);
}

lcm_status lcm_cexpr_parse(const lcm_expr **out, lcm_ctx *ctx,
                           const struct lcm_expr_source *source, bool quiet) {
  struct parser p = {.ctx = ctx, .own = *source, .quiet = quiet};
  p.source = &p.own;
  lcm_expr_at(ctx, source->at);
  const bool was_muted = lcm_expr_mute(ctx, quiet);
  const lcm_expr *e = parse_ternary(&p);
  (void)lcm_expr_mute(ctx, was_muted);
  (void)peek(&p);
  if (e && p.at < source->len)
    e = give_up(&p, "this");
  if (!e)
    return p.failed ? p.failed : LCM_EUNBOUND;
  *out = e;
  return LCM_OK;
}

const lcm_expr *lcm_cexpr_cut(lcm_ctx *ctx,
                              const struct lcm_expr_source *source,
                              const lcm_expr *e) {
  return lcm_whole_cut(ctx, source, e);
}

const lcm_expr *lcm_cexpr_convert(lcm_ctx *ctx,
                                  const struct lcm_expr_source *source,
                                  const lcm_expr *e, unsigned char type) {
  return lcm_whole_convert(ctx, source, e, type);
}

const lcm_expr *lcm_cexpr_number(lcm_ctx *ctx, double value,
                                 unsigned char type) {
  return lcm_whole_of(ctx, value, type);
}
