/* Parsing directives of the comment language. */
#include <ctype.h>
#include <math.h>
#include <string.h>

#include "annotations/comment.h"
#include "model/contract/contract.h"

/* A directive being parsed: its logical line (several lines when continued,
 * delimiters blanked) and the place in it. */
struct line {
  lcm_ctx *ctx;
  const char *text;
  size_t len;
  size_t at;
  lcm_loc loc;
  bool failed;
};

typedef LCM_LIST(lcm_directive) directive_list;
typedef LCM_LIST(const char *) word_list;
typedef LCM_LIST(struct lcm_directive_span) span_list;

/* A row of directives.def. */
struct row {
  const char *word;
  lcm_directive_kind kind;
};

static const struct row ROWS[] = {
#define LCM_DIRECTIVE(name, word, example, meaning) {word, LCM_DIR_##name},
#include "annotations/directives.def"
#undef LCM_DIRECTIVE
};

/* Return the place of offset "at" of the line. */
static lcm_loc loc_at(const struct line *l, size_t at) {
  lcm_loc loc = l->loc;
  loc.column += (unsigned)at;
  for (size_t i = 0; i < at && i < l->len; i++)
    if (l->text[i] == '\n') {
      loc.line++;
      loc.column = (unsigned)(at - i);
    }
  loc.begin += (unsigned)at;
  loc.end = loc.begin;
  return loc;
}

/* Report a syntax error here, once a line. */
static void fail(struct line *l, const char *expected) {
  if (l->failed)
    return;
  l->failed = true;
  size_t n = 0;
  while (l->at + n < l->len && n < 20 && l->text[l->at + n] != '\n')
    n++;
  if (n)
    lcm_report(l->ctx, LCM_DIAG_SYNTAX, loc_at(l, l->at),
               "expected %s before '%.*s'", expected, (int)n, l->text + l->at);
  else
    lcm_report(l->ctx, LCM_DIAG_SYNTAX, loc_at(l, l->at),
               "expected %s at the end of the directive", expected);
}

/* Skip blanks; return the character here, NUL at the end. */
static char peek(struct line *l) {
  while (l->at < l->len && isspace((unsigned char)l->text[l->at]))
    l->at++;
  return l->at < l->len ? l->text[l->at] : '\0';
}

static bool is_word_char(char c) {
  return isalnum((unsigned char)c) || c == '_' || c == '.' || c == '-' ||
         c == '/' || c == '#';
}

/* Return the length of the word here. */
static size_t word_length(struct line *l) {
  size_t n = 0;
  (void)peek(l);
  while (l->at + n < l->len && is_word_char(l->text[l->at + n]))
    n++;
  return n;
}

/* Return the length of the identifier here. */
static size_t name_length(struct line *l) {
  size_t n = 0;
  (void)peek(l);
  while (l->at + n < l->len && (isalnum((unsigned char)l->text[l->at + n]) ||
                                l->text[l->at + n] == '_'))
    n++;
  return n;
}

/* Take the word (or, where "name", the identifier) here; NULL and an error
 * where there is none. */
static const char *take(struct line *l, bool name, const char *expected) {
  const size_t n = name ? name_length(l) : word_length(l);
  if (!n) {
    fail(l, expected);
    return "";
  }
  l->at += n;
  return lcm_intern_n(l->ctx, l->text + l->at - n, n);
}

/* Return how many characters of a member or element of what stands before stand
 * here, ".n" or "[2]"; 0 for none. */
static size_t part_length(const struct line *l) {
  const char *text = l->text + l->at;
  const size_t rest = l->len - l->at;
  size_t n = 1;
  if (rest < 2 || (*text != '.' && *text != '['))
    return 0;
  if (*text == '.') {
    while (n < rest && (isalnum((unsigned char)text[n]) || text[n] == '_'))
      n++;
    return n > 1 && !isdigit((unsigned char)text[1]) ? n : 0;
  }
  while (n < rest && isdigit((unsigned char)text[n]))
    n++;
  return n > 1 && n < rest && text[n] == ']' ? n + 1 : 0;
}

/* Take the name of a variable here, or of a member or element of one, as those
 * are called that the source leaves unknown: "a.b[2].n"; "" and an error where
 * there is none. */
static const char *take_place(struct line *l) {
  const char *name = take(l, true, "a name");
  for (size_t n = part_length(l); *name && n; n = part_length(l)) {
    name = LCM_INTERN_JOINED(l->ctx, name,
                             lcm_intern_n(l->ctx, l->text + l->at, n));
    l->at += n;
  }
  return name;
}

/* Skip "text" where it stands here (a word only as a whole). */
static bool accept(struct line *l, const char *text) {
  const size_t n = strlen(text);
  (void)peek(l);
  if (l->len - l->at < n || memcmp(l->text + l->at, text, n) != 0)
    return false;
  if (isalpha((unsigned char)*text) && l->at + n < l->len &&
      (isalnum((unsigned char)l->text[l->at + n]) || l->text[l->at + n] == '_'))
    return false;
  l->at += n;
  return true;
}

/* Skip "text", which must stand here. */
static void expect(struct line *l, const char *text, const char *quoted) {
  if (!accept(l, text))
    fail(l, quoted);
}

/* Return whether the word "word" stands at offset "at". */
static bool word_at(const struct line *l, size_t at, const char *word) {
  const size_t n = strlen(word);
  return l->len - at >= n && !memcmp(l->text + at, word, n) &&
         (at == 0 || !isalnum((unsigned char)l->text[at - 1])) &&
         (at + n == l->len || !isalnum((unsigned char)l->text[at + n]));
}

/* Return whether any of the "n" "stops" stands at offset "at": a word, or a
 * single character. */
static bool stops_at(const struct line *l, size_t at, const char *const *stops,
                     size_t n) {
  for (size_t i = 0; i < n; i++)
    if (isalpha((unsigned char)*stops[i])
            ? word_at(l, at, stops[i])
            : !strncmp(l->text + at, stops[i], strlen(stops[i])))
      return true;
  return false;
}

/* Take the text up to the first of the "n" "stops" outside parentheses, or to
 * the end, as an expression. */
static struct lcm_directive_span take_span(struct line *l,
                                           const char *const *stops, size_t n,
                                           const char *expected) {
  (void)peek(l);
  const size_t start = l->at;
  int nesting = 0;
  bool quoted = false;
  for (; l->at < l->len; l->at++) {
    const char c = l->text[l->at];
    quoted = quoted != (c == '"' && nesting > 0);
    if (!quoted && nesting <= 0 && stops_at(l, l->at, stops, n))
      break;
    nesting += c == '(' || c == '[';
    nesting -= c == ')' || c == ']';
  }
  size_t end = l->at;
  while (end > start && isspace((unsigned char)l->text[end - 1]))
    end--;
  if (end == start)
    fail(l, expected);
  return (struct lcm_directive_span){l->text + start, end - start,
                                     loc_at(l, start)};
}

/* Take a quoted text, or NULL where none stands here. */
static const char *take_quoted(struct line *l) {
  if (peek(l) != '"')
    return NULL;
  const size_t start = ++l->at;
  while (l->at < l->len && l->text[l->at] != '"')
    l->at++;
  if (l->at == l->len) {
    fail(l, "a closing '\"'");
    return NULL;
  }
  return lcm_arena_strndup(lcm_ctx_arena(l->ctx), l->text + start,
                           l->at++ - start);
}

/* Take the rest of the line, blanks between words as one. */
static const char *take_rest(struct line *l) {
  (void)peek(l);
  char *text = lcm_arena_alloc(lcm_ctx_arena(l->ctx), 1, l->len - l->at + 1);
  size_t n = 0;
  for (; l->at < l->len; l->at++) {
    const char c = l->text[l->at];
    const bool blank = isspace((unsigned char)c);
    if (!blank)
      text[n++] = c;
    else if (n && text[n - 1] != ' ')
      text[n++] = ' ';
  }
  if (n && text[n - 1] == ' ')
    text[n - 1] = '\0';
  return text;
}

/* Everything that a directive is built from. */
struct draft {
  lcm_directive d;
  word_list words;
  span_list spans;
};

static void add_word(struct line *l, struct draft *draft, const char *word) {
  LCM_LIST_ADD(lcm_ctx_arena(l->ctx), &draft->words, word);
}

static void add_span(struct line *l, struct draft *draft,
                     struct lcm_directive_span span) {
  LCM_LIST_ADD(lcm_ctx_arena(l->ctx), &draft->spans, span);
}

/* Parse `n = 1024 in 64..65536 "text"`; spans: value, low, high (empty where
 * not given); the second word is "=", ":=" or "". */
static void parse_param(struct line *l, struct draft *draft) {
  static const char *const VALUE[] = {"in", "\""};
  static const char *const LOW[] = {".."};
  static const char *const HIGH[] = {"\""};
  const struct lcm_directive_span none = {"", 0, l->loc};
  add_word(l, draft, take_place(l));
  const bool tied = accept(l, ":=");
  const bool given = tied || accept(l, "=");
  add_word(l, draft, tied ? ":=" : given ? "=" : "");
  add_span(l, draft, given ? take_span(l, VALUE, 2, "a value") : none);
  if (accept(l, "in")) {
    add_span(l, draft, take_span(l, LOW, 1, "a range"));
    expect(l, "..", "'..'");
    add_span(l, draft, take_span(l, HIGH, 1, "the end of the range"));
  }
  draft->d.text = take_quoted(l);
}

/* Parse `pc per iteration = expression`. */
static void parse_model(struct line *l, struct draft *draft) {
  add_word(l, draft, take(l, true, "a category"));
  if (accept(l, "per")) {
    if (accept(l, "iteration"))
      draft->d.per = LCM_PER_ITERATION;
    else if (accept(l, "run"))
      draft->d.per = LCM_PER_RUN;
    else
      fail(l, "'iteration' or 'run'");
  }
  expect(l, "=", "'='");
  add_span(l, draft, take_span(l, NULL, 0, "an expression"));
}

/* Parse `a, b = number`. */
static void parse_covariance(struct line *l, struct draft *draft) {
  add_word(l, draft, take(l, true, "a coefficient"));
  expect(l, ",", "','");
  add_word(l, draft, take(l, true, "a coefficient"));
  expect(l, "=", "'='");
  const struct lcm_directive_span span = take_span(l, NULL, 0, "a number");
  const char *text =
      lcm_arena_strndup(lcm_ctx_arena(l->ctx), span.text, span.len);
  const char *end = text;
  draft->d.value = lcm_strtod(text, &end);
  if (end == text || *end || !isfinite(draft->d.value))
    fail(l, "a number");
}

/* Parse `name = expression, ...`. */
static void parse_with(struct line *l, struct draft *draft) {
  static const char *const STOP[] = {","};
  do {
    add_word(l, draft, take(l, true, "a name"));
    expect(l, "=", "'='");
    add_span(l, draft, take_span(l, STOP, 1, "an expression"));
  } while (!l->failed && accept(l, ","));
}

/* Parse spans between commas. */
static void parse_spans(struct line *l, struct draft *draft,
                        const char *expected) {
  static const char *const STOP[] = {","};
  do
    add_span(l, draft, take_span(l, STOP, 1, expected));
  while (!l->failed && accept(l, ","));
}

/* Parse names between commas. */
static void parse_names(struct line *l, struct draft *draft) {
  do
    add_word(l, draft, take(l, true, "a name"));
  while (!l->failed && accept(l, ","));
}

/* Read the name of a function, or FILE:NAME, and return it interned. */
static const char *take_function(struct line *l) {
  const size_t name = name_length(l);
  size_t n = 0;
  bool colon = false;
  while (l->at + n < l->len && !isspace((unsigned char)l->text[l->at + n]) &&
         l->text[l->at + n] != ',') {
    colon = colon || l->text[l->at + n] == ':';
    n++;
  }
  if (!colon || n == name)
    return take(l, true, "a name");
  l->at += n;
  return lcm_intern_n(l->ctx, l->text + l->at - n, n);
}

/* Parse functions between commas, each with its share or none of them. */
static void parse_targets(struct line *l, struct draft *draft) {
  static const char *const STOP[] = {","};
  bool shares = false;
  do {
    const bool first = !draft->words.n;
    add_word(l, draft, take_function(l));
    const char next = l->failed ? '\0' : peek(l);
    const bool bare = !next || next == ',';
    shares = first ? !bare : shares;
    if (shares)
      add_span(l, draft, take_span(l, STOP, 1, "a share like the others"));
    else if (!bare)
      fail(l, "','");
  } while (!l->failed && accept(l, ","));
}

/* Parse `name(arguments)`, the arguments optional. */
static void parse_instance(struct line *l, struct draft *draft) {
  static const char *const STOP[] = {",", ")"};
  add_word(l, draft, take(l, true, "a name"));
  if (!accept(l, "("))
    return;
  do
    add_span(l, draft, take_span(l, STOP, 2, "an expression"));
  while (!l->failed && accept(l, ","));
  expect(l, ")", "')'");
}

/* Parse `x = uniform(1, 3) "text"`; words: the name and the distribution. */
static void parse_random(struct line *l, struct draft *draft) {
  static const char *const STOP[] = {",", ")"};
  add_word(l, draft, take(l, true, "a name"));
  expect(l, "=", "'='");
  const char *kind = l->failed ? "" : take(l, true, "a distribution");
  add_word(l, draft, kind);
  if (!l->failed && lcm_draw_find(kind) == LCM_DRAW_COUNT) {
    l->at -= strlen(kind);
    fail(l, "exponential, uniform, normal, random or prob");
  }
  if (!l->failed && accept(l, "(")) {
    do
      add_span(l, draft, take_span(l, STOP, 2, "an expression"));
    while (!l->failed && accept(l, ","));
    expect(l, ")", "')'");
  }
  if (!l->failed && draft->spans.n != lcm_draw_arity(lcm_draw_find(kind)))
    fail(l, lcm_draw_arity(lcm_draw_find(kind)) == 2   ? "two arguments"
            : lcm_draw_arity(lcm_draw_find(kind)) == 1 ? "one argument"
                                                       : "no argument");
  draft->d.text = take_quoted(l);
}

/* Parse `mem[0..k] = 1 ps service 2 s "text"`; spans: multiplicity, service,
 * then both ends of each subscript. */
static void parse_resource(struct line *l, struct draft *draft) {
  static const char *const VALUE[] = {"ps", "fcfs", "service", "\""};
  static const char *const FROM[] = {".."};
  static const char *const TO[] = {",", "]"};
  span_list ranges = {0};
  const struct lcm_directive_span none = {"", 0, l->loc};
  add_word(l, draft, take(l, true, "a name"));
  if (accept(l, "[")) {
    do {
      const struct lcm_directive_span from = take_span(l, FROM, 1, "a range");
      expect(l, "..", "'..'");
      const struct lcm_directive_span to =
          take_span(l, TO, 2, "the end of the range");
      LCM_LIST_ADD(lcm_ctx_arena(l->ctx), &ranges, from);
      LCM_LIST_ADD(lcm_ctx_arena(l->ctx), &ranges, to);
    } while (!l->failed && accept(l, ","));
    expect(l, "]", "']'");
  }
  add_span(l, draft,
           accept(l, "=") ? take_span(l, VALUE, 4, "a multiplicity") : none);
  if (accept(l, "ps"))
    draft->d.discipline = LCM_PS;
  else
    (void)accept(l, "fcfs");
  add_span(l, draft,
           accept(l, "service") ? take_span(l, &VALUE[3], 1, "a time") : none);
  for (size_t i = 0; i < ranges.n; i++)
    add_span(l, draft, ranges.at[i]);
  draft->d.text = take_quoted(l);
}

/* Parse `*name`, or `name`, which becomes one word. */
static void parse_parameter(struct line *l, struct draft *draft) {
  const bool behind = accept(l, "*");
  const char *name = take(l, true, "a parameter");
  add_word(l, draft,
           behind ? lcm_intern(l->ctx, lcm_arena_printf(lcm_ctx_arena(l->ctx),
                                                        "*%s", name))
                  : name);
}

/* Parse `flops = expression`, `add = ...`, `reads = ...`, ... or `calls f =
 * ...`, of which `flops`, ... or `calls f` become one word; before all but the
 * last `later` may stand, which belongs to the word. */
static void parse_quantity(struct line *l, struct draft *draft) {
  static const char *const QUANTITIES[] = {"flops", "add",    "mul",   "div",
                                           "reads", "writes", "scans", "fills"};
  static const char *const LATER[] = {
      "later flops", "later add",    "later mul",   "later div",
      "later reads", "later writes", "later scans", "later fills"};
  static const char *const STOP[] = {","};
  const char *name = "";
  const bool later = accept(l, "later");
  for (int i = 0; i < 8 && !*name; i++)
    if (accept(l, QUANTITIES[i]))
      name = later ? LATER[i] : QUANTITIES[i];
  if (!*name && !later && accept(l, "calls"))
    name =
        lcm_intern(l->ctx, lcm_arena_printf(lcm_ctx_arena(l->ctx), "calls %s",
                                            take(l, true, "a parameter")));
  if (!*name)
    fail(l, "flops, add, mul, div, reads, writes, scans, fills, calls, runs, "
            "unknown or shared");
  add_word(l, draft, name);
  expect(l, "=", "'='");
  add_span(l, draft, take_span(l, STOP, 1, "an expression"));
}

/* Parse `f, g(a, *b) flops = expression, ...`, `f(a) runs a` or `f(a) unknown
 * "why", later ...` (or `shared "why"`); words: the functions, "(", the
 * parameters, ")", what the spans are or "runs" and the parameter. */
static void parse_external(struct line *l, struct draft *draft) {
  parse_names(l, draft);
  expect(l, "(", "'('");
  add_word(l, draft, "(");
  if (!accept(l, ")")) {
    do
      parse_parameter(l, draft);
    while (!l->failed && accept(l, ","));
    expect(l, ")", "')'");
  }
  add_word(l, draft, ")");
  draft->d.shared = accept(l, "shared");
  if (draft->d.shared || accept(l, "unknown")) {
    draft->d.text = take_quoted(l);
    if (!draft->d.text)
      fail(l, "a text in quotes");
    if (!accept(l, ","))
      return;
  }
  if (accept(l, "runs")) {
    add_word(l, draft, "runs");
    add_word(l, draft, take(l, true, "a parameter"));
    return;
  }
  do
    parse_quantity(l, draft);
  while (!l->failed && accept(l, ","));
}

/* Parse the word of a schedule, and maybe `,4`, into "draft". */
static void parse_schedule(struct line *l, struct draft *draft) {
  const size_t n = name_length(l);
  if (!lcm_schedule_find(&draft->d.schedule, l->text + l->at, n,
                         LCM_SCHED_IN_COMMENT)) {
    fail(l, lcm_schedule_list(lcm_ctx_arena(l->ctx), LCM_SCHED_IN_COMMENT));
    return;
  }
  l->at += n;
  if (accept(l, ","))
    add_span(l, draft, take_span(l, NULL, 0, "a chunk size"));
}

/* Return whether "text" is a colour, "#rrggbb". */
static bool is_colour(const char *text) {
  return text[0] == '#' && strlen(text) == 7 &&
         strspn(text + 1, "0123456789abcdefABCDEF") == 6;
}

/* Parse `sorting "#8c564b"`. */
static void parse_state(struct line *l, struct draft *draft) {
  add_word(l, draft, take(l, false, "a name"));
  (void)peek(l);
  const size_t at = l->at;
  draft->d.text = take_quoted(l);
  if (!draft->d.text || is_colour(draft->d.text))
    return;
  l->at = at;
  fail(l, "a colour, \"#rrggbb\"");
}

/* Parse `efficiency >= 0.8 at p = 64`. */
static void parse_expect(struct line *l, struct draft *draft) {
  struct lcm_promise terms;
  (void)peek(l);
  l->failed = lcm_contract_read(&terms, l->ctx, l->text + l->at, l->len - l->at,
                                loc_at(l, l->at)) != LCM_OK;
  draft->d.text = take_rest(l);
}

/* Parse what follows the word of the directive. */
static void parse_body(struct line *l, struct draft *draft) {
  switch (draft->d.kind) {
  case LCM_DIR_PARAM:
    parse_param(l, draft);
    break;
  case LCM_DIR_FRAGMENT:
  case LCM_DIR_BEGIN:
  case LCM_DIR_END:
    add_word(l, draft, take(l, false, "a name"));
    break;
  case LCM_DIR_MODEL:
    parse_model(l, draft);
    break;
  case LCM_DIR_COVARIANCE:
  case LCM_DIR_CORRELATION:
    parse_covariance(l, draft);
    break;
  case LCM_DIR_WITH:
    parse_with(l, draft);
    break;
  case LCM_DIR_INPUT:
  case LCM_DIR_OUTPUT:
    parse_spans(l, draft, "a variable or section");
    break;
  case LCM_DIR_COUNT:
  case LCM_DIR_PROB:
  case LCM_DIR_TEAM:
    add_span(l, draft, take_span(l, NULL, 0, "an expression"));
    break;
  case LCM_DIR_CALL:
    parse_targets(l, draft);
    break;
  case LCM_DIR_SIZE:
  case LCM_DIR_SIGNAL:
  case LCM_DIR_WAIT:
    parse_instance(l, draft);
    break;
  case LCM_DIR_RESOURCE:
    parse_resource(l, draft);
    break;
  case LCM_DIR_RANDOM:
    parse_random(l, draft);
    break;
  case LCM_DIR_USE:
    add_word(l, draft, take(l, true, "a resource"));
    add_span(l, draft, take_span(l, NULL, 0, "a time"));
    break;
  case LCM_DIR_PARALLEL:
    if (accept(l, "schedule"))
      parse_schedule(l, draft);
    break;
  case LCM_DIR_SCHEDULE:
    parse_schedule(l, draft);
    break;
  case LCM_DIR_EXPECT:
    parse_expect(l, draft);
    break;
  case LCM_DIR_ASSUME:
  case LCM_DIR_MEASURED:
    draft->d.text = take_rest(l);
    break;
  case LCM_DIR_CATEGORY:
    add_word(l, draft, take(l, true, "a name"));
    draft->d.text = take_quoted(l);
    break;
  case LCM_DIR_STATE:
    parse_state(l, draft);
    break;
  case LCM_DIR_EXTERNAL:
    parse_external(l, draft);
    break;
  case LCM_DIR_SERIAL:
  case LCM_DIR_IGNORE:
  case LCM_N_DIRECTIVES:
    break;
  }
}

/* Return how many letters "a" and "b" have in common at the start. */
static size_t common_start(const char *a, const char *b) {
  size_t n = 0;
  while (a[n] && a[n] == b[n])
    n++;
  return n;
}

/* Report the unknown directive "word" and the nearest known one. */
static void unknown(struct line *l, size_t at, const char *word) {
  const char *best = NULL;
  size_t most = 1;
  for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++)
    if (common_start(ROWS[i].word, word) > most) {
      most = common_start(ROWS[i].word, word);
      best = ROWS[i].word;
    }
  l->failed = true;
  lcm_report(l->ctx, LCM_DIAG_UNKNOWN_DIRECTIVE, loc_at(l, at),
             "there is no directive '%s'%s%s%s", word,
             best ? "; did you mean '" : "", best ? best : "",
             best ? "'?" : "");
}

/* Parse the line into "*out"; false on error. */
static bool parse_line(lcm_directive *out, struct line *l) {
  struct draft draft = {.d = {.loc = l->loc}};
  if (accept(l, "variant")) {
    draft.d.variant = take(l, true, "the name of a variant");
    expect(l, ":", "':'");
  }
  (void)peek(l);
  const size_t start = l->at;
  draft.d.loc = loc_at(l, start);
  const char *word = l->failed ? "" : take(l, true, "a directive");
  size_t i = 0;
  while (i < sizeof ROWS / sizeof *ROWS && strcmp(ROWS[i].word, word) != 0)
    i++;
  if (!l->failed && i == sizeof ROWS / sizeof *ROWS)
    unknown(l, start, word);
  if (l->failed)
    return false;
  draft.d.kind = ROWS[i].kind;
  parse_body(l, &draft);
  if (!l->failed && peek(l))
    fail(l, "nothing more");
  draft.d.loc.end = l->loc.begin + (unsigned)l->len;
  draft.d.words = draft.words.at;
  draft.d.n_words = draft.words.n;
  draft.d.spans = draft.spans.at;
  draft.d.n_spans = draft.spans.n;
  *out = draft.d;
  return !l->failed;
}

/* Return whether "line" is text: a NUL byte in it is reported. */
static bool is_text(struct line *line) {
  const char *nul = line->len ? memchr(line->text, '\0', line->len) : NULL;
  if (!nul)
    return true;
  lcm_report(line->ctx, LCM_DIAG_SYNTAX,
             loc_at(line, (size_t)(nul - line->text)),
             "a byte of value 0 in a directive");
  return false;
}

lcm_status lcm_pieces_parse(const lcm_directive **out, size_t *n_out,
                            lcm_ctx *ctx, const lcm_piece_list *pieces) {
  directive_list found = {0};
  lcm_status status = LCM_OK;
  for (size_t i = 0; i < pieces->n; i++) {
    struct line line = {.ctx = ctx,
                        .text = pieces->at[i].text,
                        .len = pieces->at[i].len,
                        .loc = pieces->at[i].loc};
    lcm_directive directive;
    if (is_text(&line) && parse_line(&directive, &line))
      LCM_LIST_ADD(lcm_ctx_arena(ctx), &found, directive);
    else
      status = LCM_EPARSE;
  }
  *out = found.at;
  *n_out = found.n;
  return status;
}

lcm_status lcm_directives_parse(const lcm_directive **out, size_t *n_out,
                                lcm_ctx *ctx,
                                const struct lcm_comment *comments, size_t n) {
  lcm_piece_list pieces = {0};
  lcm_status status = LCM_OK;
  for (size_t i = 0; i < n; i++) {
    if (!lcm_comment_is_ours(&comments[i]))
      continue;
    const lcm_status own = lcm_piece_add_comment(ctx, &pieces, &comments[i]);
    status = status ? status : own;
  }
  const lcm_status parsed = lcm_pieces_parse(out, n_out, ctx, &pieces);
  return status ? status : parsed;
}
