/* A scanner of JSON that goes on behind errors. */
#include <math.h>
#include <string.h>

#include "base/json.h"
#include "model/measurement/scan.h"

enum { MOST_NESTED = 100 };

struct lcm_scan lcm_scan_whole(lcm_ctx *ctx, const char *file, const char *text,
                               size_t len) {
  return (struct lcm_scan){.ctx = ctx,
                           .file = file,
                           .at = text,
                           .end = text + len,
                           .line_at = text,
                           .line = 1,
                           .last = true};
}

lcm_loc lcm_scan_place(const struct lcm_scan *scan, const char *at) {
  return (lcm_loc){scan->file, scan->line,
                   at < scan->line_at ? 0 : (unsigned)(at - scan->line_at) + 1,
                   0, 0};
}

bool lcm_scan_fail(struct lcm_scan *scan, const char *at, const char *fmt,
                   ...) {
  if (scan->failed)
    return false;
  scan->failed = true;
  scan->cut = scan->last && at == scan->end;
  if (scan->cut) {
    lcm_report(scan->ctx, LCM_DIAG_CUT, lcm_scan_place(scan, scan->end),
               "the text ends in the midst of a record, which is left out");
    return false;
  }
  va_list args;
  va_start(args, fmt);
  const char *what = lcm_arena_vprintf(lcm_ctx_arena(scan->ctx), fmt, args);
  va_end(args);
  lcm_report(scan->ctx, LCM_DIAG_SYNTAX, lcm_scan_place(scan, at), "%s", what);
  return false;
}

bool lcm_scan_refuse(struct lcm_scan *scan, const char *at, const char *fmt,
                     ...) {
  if (scan->failed)
    return false;
  scan->failed = true;
  va_list args;
  va_start(args, fmt);
  const char *what = lcm_arena_vprintf(lcm_ctx_arena(scan->ctx), fmt, args);
  va_end(args);
  lcm_report(scan->ctx, LCM_DIAG_MEASUREMENT, lcm_scan_place(scan, at),
             "%s; the record is left out", what);
  return false;
}

/* Return whether "c" may stand between values. */
static bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

char lcm_scan_peek(struct lcm_scan *scan) {
  while (scan->at < scan->end && is_blank(*scan->at)) {
    if (*scan->at == '\n') {
      scan->line++;
      scan->line_at = scan->at + 1;
    }
    scan->at++;
  }
  return scan->at < scan->end ? *scan->at : '\0';
}

/* Skip "c", which must come next. */
static bool expect(struct lcm_scan *scan, char c) {
  if (lcm_scan_peek(scan) != c || scan->at == scan->end)
    return lcm_scan_fail(scan, scan->at, "expected '%c'", c);
  scan->at++;
  return true;
}

const char *lcm_measured_name(lcm_ctx *ctx, const char *text, size_t len) {
  const char *name = lcm_intern_n(ctx, text, len);
  const bool zero = memchr(text, '\0', len) != NULL;
  if (!zero && lcm_is_utf8(name))
    return name;
  char *copy = lcm_arena_strndup(lcm_ctx_arena(ctx), text, len);
  for (size_t i = 0; i < len; i++)
    if (!text[i] || (unsigned char)text[i] >= 0x80)
      copy[i] = '?';
  return lcm_intern_n(ctx, copy, len);
}

/* Return whether the list that "close" ends goes on; "*first" is whether it has
 * begun. */
static bool goes_on(struct lcm_scan *scan, char close, bool *first) {
  const bool begins = *first;
  *first = false;
  if (lcm_scan_peek(scan) == close) {
    scan->at++;
    return false;
  }
  return begins || expect(scan, ',');
}

bool lcm_scan_object(struct lcm_scan *scan, lcm_scan_fn fn, void *user) {
  bool first = true;
  if (!expect(scan, '{'))
    return false;
  while (goes_on(scan, '}', &first)) {
    const char *key = NULL;
    if (!lcm_scan_string(scan, &key) || !expect(scan, ':') ||
        !fn(scan, key, user))
      return false;
  }
  return !scan->failed;
}

bool lcm_scan_array(struct lcm_scan *scan, lcm_scan_fn fn, void *user) {
  bool first = true;
  if (!expect(scan, '['))
    return false;
  while (goes_on(scan, ']', &first))
    if (!fn(scan, NULL, user))
      return false;
  return !scan->failed;
}

/* Append the character "code" in UTF-8. */
static void put_character(lcm_buf *buf, unsigned long code) {
  if (code < 0x80) {
    lcm_buf_putc(buf, (char)code);
    return;
  }
  const int more = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
  static const unsigned LEADS[] = {0, 0xc0, 0xe0, 0xf0};
  lcm_buf_putc(buf, (char)(LEADS[more] | code >> (6 * more)));
  for (int i = more; i-- > 0;)
    lcm_buf_putc(buf, (char)(0x80 | (code >> (6 * i) & 0x3f)));
}

/* Read four hexadecimal digits into "*out". */
static bool read_hex(struct lcm_scan *scan, unsigned long *out) {
  *out = 0;
  for (int i = 0; i < 4; i++, scan->at++) {
    static const char DIGITS[] = "0123456789abcdef0123456789ABCDEF";
    const char *digit =
        scan->at < scan->end && *scan->at ? strchr(DIGITS, *scan->at) : NULL;
    if (!digit)
      return lcm_scan_fail(scan, scan->at, "expected four hexadecimal digits");
    *out = *out << 4 | (unsigned long)((digit - DIGITS) & 15);
  }
  return true;
}

/* Append the character that the escape behind a backslash stands for. */
static bool read_escape(struct lcm_scan *scan, lcm_buf *buf) {
  static const char NAMES[] = "\"\\/bfnrt";
  static const char MEANT[] = "\"\\/\b\f\n\r\t";
  const char c = scan->at < scan->end ? *scan->at : '\0';
  const char *name = c ? strchr(NAMES, c) : NULL;
  unsigned long code = 0;
  unsigned long low = 0;
  if (name) {
    scan->at++;
    lcm_buf_putc(buf, MEANT[name - NAMES]);
    return true;
  }
  if (c != 'u')
    return lcm_scan_fail(scan, scan->at, "there is no such escape");
  scan->at++;
  if (!read_hex(scan, &code))
    return false;
  if (code >= 0xd800 && code < 0xdc00 && scan->end - scan->at >= 6 &&
      scan->at[0] == '\\' && scan->at[1] == 'u') {
    scan->at += 2;
    if (!read_hex(scan, &low))
      return false;
    code = 0x10000 + ((code - 0xd800) << 10) + ((low - 0xdc00) & 0x3ff);
  }
  const bool lone = code >= 0xd800 && code < 0xe000;
  put_character(buf, code && !lone ? code : '?');
  return true;
}

bool lcm_scan_string(struct lcm_scan *scan, const char **out) {
  lcm_buf buf = {0};
  if (!expect(scan, '"'))
    return false;
  const char *start = scan->at;
  while (scan->at < scan->end && *scan->at != '"') {
    if ((unsigned char)*scan->at < 0x20) {
      lcm_buf_free(&buf);
      return lcm_scan_fail(scan, scan->at, "a control character in a string");
    }
    if (*scan->at++ != '\\')
      continue;
    lcm_buf_add(&buf, start, (size_t)(scan->at - 1 - start));
    if (!read_escape(scan, &buf)) {
      lcm_buf_free(&buf);
      return false;
    }
    start = scan->at;
  }
  if (scan->at == scan->end) {
    lcm_buf_free(&buf);
    return lcm_scan_fail(scan, scan->at, "expected '\"'");
  }
  const size_t len = (size_t)(scan->at++ - start);
  if (buf.text) {
    lcm_buf_add(&buf, start, len);
    *out = lcm_measured_name(scan->ctx, buf.text, buf.len);
  } else {
    *out = lcm_measured_name(scan->ctx, start, len);
  }
  lcm_buf_free(&buf);
  return true;
}

/* Skip the word "word"; false, and nothing done, where it does not come next.
 */
static bool take_word(struct lcm_scan *scan, const char *word) {
  const size_t n = strlen(word);
  if ((size_t)(scan->end - scan->at) < n || memcmp(scan->at, word, n) != 0)
    return false;
  scan->at += n;
  return true;
}

static bool in_number(char c) {
  return (c >= '0' && c <= '9') || c == '.' || c == '-' || c == '+' ||
         c == 'e' || c == 'E';
}

/* Return how many bytes from the next on could be part of a number. */
static size_t number_span(const struct lcm_scan *scan) {
  size_t n = 0;
  while (scan->at + n < scan->end && in_number(scan->at[n]))
    n++;
  return n;
}

bool lcm_scan_number(struct lcm_scan *scan, double *out) {
  static const struct {
    const char *word;
    double value;
  } WORDS[] = {{"NaN", NAN},        {"nan", NAN},
               {"null", NAN},       {"Infinity", INFINITY},
               {"inf", INFINITY},   {"-Infinity", -INFINITY},
               {"-inf", -INFINITY}, {"-nan", NAN}};
  char local[64] = "";
  const char *end = local;
  lcm_scan_peek(scan);
  const size_t n = number_span(scan);
  const bool digit = n && *scan->at >= '0' && *scan->at <= '9';
  for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS && !digit; i++)
    if (take_word(scan, WORDS[i].word)) {
      *out = WORDS[i].value;
      return true;
    }
  const bool fits = n && n < sizeof local && *scan->at != '+';
  if (fits) {
    memcpy(local, scan->at, n);
    *out = lcm_strtod(local, &end);
  }
  if (!fits || end != local + n)
    return lcm_scan_fail(
        scan, scan->at + n == scan->end || !n ? scan->at + n : scan->at,
        "expected a number");
  scan->at += n;
  return true;
}

/* Skip a member or an element; "user" points to how deep it is nested. */
static bool skip_part(struct lcm_scan *scan, const char *key, void *user) {
  (void)key;
  int *depth = user;
  double number = 0;
  const char *text = NULL;
  if (++*depth > MOST_NESTED)
    return lcm_scan_fail(scan, scan->at, "nested too deeply");
  const char c = lcm_scan_peek(scan);
  const bool done = c == '{'   ? lcm_scan_object(scan, skip_part, depth)
                    : c == '[' ? lcm_scan_array(scan, skip_part, depth)
                    : c == '"'
                        ? lcm_scan_string(scan, &text)
                        : take_word(scan, "true") || take_word(scan, "false") ||
                              lcm_scan_number(scan, &number);
  --*depth;
  return done;
}

bool lcm_scan_skip(struct lcm_scan *scan) {
  int depth = 0;
  return skip_part(scan, NULL, &depth);
}
