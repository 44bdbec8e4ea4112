/* Printing directives in canonical form. */
#include <ctype.h>
#include <string.h>

#include "annotations/directive.h"
#include "tests/common/directive_print.h"

/* Return the word of "kind". */
static const char *word_of(lcm_directive_kind kind) {
  static const char *const WORDS[] = {
#define LCM_DIRECTIVE(name, word, example, meaning) word,
#include "annotations/directives.def"
#undef LCM_DIRECTIVE
  };
  return WORDS[kind];
}

/* Skip blanks from "*at" to "end"; return whether there were any. */
static bool skip_blanks(const char **at, const char *end) {
  const char *start = *at;
  while (*at < end && isspace((unsigned char)**at))
    ++*at;
  return *at > start;
}

/* Append the "len" bytes at "text", blanks between words as one space: what
 * goes on over several lines comes out as one. */
static void put(lcm_buf *buf, const char *text, size_t len) {
  const char *end = text + len;
  (void)skip_blanks(&text, end);
  while (text < end) {
    const bool gap = skip_blanks(&text, end);
    if (text == end)
      break;
    if (gap)
      lcm_buf_putc(buf, ' ');
    lcm_buf_putc(buf, *text++);
  }
}

/* Append "before" and span number "i" of "d". */
static void put_span(lcm_buf *buf, const char *before, const lcm_directive *d,
                     size_t i) {
  lcm_buf_puts(buf, before);
  put(buf, d->spans[i].text, d->spans[i].len);
}

/* Append the spans of "d" from number "from" on, with commas between. */
static void put_spans(lcm_buf *buf, const lcm_directive *d, size_t from) {
  for (size_t i = from; i < d->n_spans; i++)
    put_span(buf, i == from ? "" : ", ", d, i);
}

/* Append the description of "d", if it has one. */
static void put_quoted(lcm_buf *buf, const lcm_directive *d) {
  if (!d->text)
    return;
  lcm_buf_puts(buf, " \"");
  put(buf, d->text, strlen(d->text));
  lcm_buf_putc(buf, '"');
}

/* Append `n = 1024 in 64..65536 "text"`. */
static void put_param(lcm_buf *buf, const lcm_directive *d) {
  lcm_buf_puts(buf, d->words[0]);
  if (*d->words[1]) {
    lcm_buf_printf(buf, " %s", d->words[1]);
    put_span(buf, " ", d, 0);
  }
  if (d->n_spans > 2) {
    put_span(buf, " in ", d, 1);
    put_span(buf, "..", d, 2);
  }
  put_quoted(buf, d);
}

/* Append `pc per iteration = expression`. */
static void put_model(lcm_buf *buf, const lcm_directive *d) {
  static const char *const PER[] = {"", " per iteration", " per run"};
  lcm_buf_printf(buf, "%s%s", d->words[0], PER[d->per]);
  put_span(buf, " = ", d, 0);
}

/* Append `a = e, b = f`. */
static void put_with(lcm_buf *buf, const lcm_directive *d) {
  for (size_t i = 0; i < d->n_words; i++) {
    lcm_buf_printf(buf, "%s%s", i ? ", " : "", d->words[i]);
    put_span(buf, " = ", d, i);
  }
}

/* Append the words of "d" with commas between. */
static void put_words(lcm_buf *buf, const lcm_directive *d) {
  for (size_t i = 0; i < d->n_words; i++)
    lcm_buf_printf(buf, "%s%s", i ? ", " : "", d->words[i]);
}

/* Append `f 0.7, g 0.3`, the shares optional. */
static void put_targets(lcm_buf *buf, const lcm_directive *d) {
  for (size_t i = 0; i < d->n_words; i++) {
    lcm_buf_printf(buf, "%s%s", i ? ", " : "", d->words[i]);
    if (i < d->n_spans)
      put_span(buf, " ", d, i);
  }
}

/* Append `name(arguments)`. */
static void put_instance(lcm_buf *buf, const lcm_directive *d) {
  lcm_buf_puts(buf, d->words[0]);
  if (!d->n_spans)
    return;
  lcm_buf_putc(buf, '(');
  put_spans(buf, d, 0);
  lcm_buf_putc(buf, ')');
}

/* Append `mem[0..k] = 1 ps service 2 s "text"`. */
static void put_resource(lcm_buf *buf, const lcm_directive *d) {
  lcm_buf_puts(buf, d->words[0]);
  for (size_t i = 2; i + 1 < d->n_spans; i += 2) {
    put_span(buf, i == 2 ? "[" : ", ", d, i);
    put_span(buf, "..", d, i + 1);
  }
  if (d->n_spans > 2)
    lcm_buf_putc(buf, ']');
  if (d->spans[0].len)
    put_span(buf, " = ", d, 0);
  if (d->discipline == LCM_PS)
    lcm_buf_puts(buf, " ps");
  if (d->spans[1].len)
    put_span(buf, " service ", d, 1);
  put_quoted(buf, d);
}

/* Append `x = uniform(1, 3) "text"`. */
static void put_random(lcm_buf *buf, const lcm_directive *d) {
  lcm_buf_printf(buf, "%s = %s", d->words[0], d->words[1]);
  if (d->n_spans) {
    lcm_buf_putc(buf, '(');
    put_spans(buf, d, 0);
    lcm_buf_putc(buf, ')');
  }
  put_quoted(buf, d);
}

/* Append the word of a schedule, and `,4`. */
static void put_schedule(lcm_buf *buf, const lcm_directive *d) {
  lcm_buf_puts(buf, lcm_schedule_word(d->schedule));
  if (d->n_spans)
    put_span(buf, ",", d, 0);
}

/* Append `f, g(a, *b) flops = e, reads = f`. */
static void put_external(lcm_buf *buf, const lcm_directive *d) {
  size_t i = 0;
  for (; strcmp(d->words[i], "(") != 0; i++)
    lcm_buf_printf(buf, "%s%s", i ? ", " : "", d->words[i]);
  lcm_buf_putc(buf, '(');
  for (i++; strcmp(d->words[i], ")") != 0; i++)
    lcm_buf_printf(buf, "%s%s", strcmp(d->words[i - 1], "(") ? ", " : "",
                   d->words[i]);
  lcm_buf_putc(buf, ')');
  if (d->text)
    lcm_buf_puts(buf, d->shared ? " shared" : " unknown");
  put_quoted(buf, d);
  if (d->n_words > i + 2 && !d->n_spans)
    lcm_buf_printf(buf, " runs %s", d->words[i + 2]);
  for (size_t k = 0; k < d->n_spans; k++) {
    lcm_buf_printf(buf, "%s %s", k || d->text ? "," : "", d->words[i + 1 + k]);
    put_span(buf, " = ", d, k);
  }
}

/* Append what follows the word of "d". */
static void put_body(lcm_buf *buf, const lcm_directive *d) {
  switch (d->kind) {
  case LCM_DIR_PARAM:
    put_param(buf, d);
    break;
  case LCM_DIR_MODEL:
    put_model(buf, d);
    break;
  case LCM_DIR_COVARIANCE:
  case LCM_DIR_CORRELATION:
    put_words(buf, d);
    lcm_buf_puts(buf, " = ");
    lcm_buf_double(buf, d->value);
    break;
  case LCM_DIR_WITH:
    put_with(buf, d);
    break;
  case LCM_DIR_INPUT:
  case LCM_DIR_OUTPUT:
  case LCM_DIR_COUNT:
  case LCM_DIR_PROB:
  case LCM_DIR_TEAM:
    put_spans(buf, d, 0);
    break;
  case LCM_DIR_FRAGMENT:
  case LCM_DIR_BEGIN:
  case LCM_DIR_END:
    put_words(buf, d);
    break;
  case LCM_DIR_CALL:
    put_targets(buf, d);
    break;
  case LCM_DIR_SIZE:
  case LCM_DIR_SIGNAL:
  case LCM_DIR_WAIT:
    put_instance(buf, d);
    break;
  case LCM_DIR_RESOURCE:
    put_resource(buf, d);
    break;
  case LCM_DIR_RANDOM:
    put_random(buf, d);
    break;
  case LCM_DIR_USE:
    put_words(buf, d);
    put_span(buf, " ", d, 0);
    break;
  case LCM_DIR_PARALLEL:
    if (d->schedule != LCM_SCHED_DEFAULT) {
      lcm_buf_puts(buf, "schedule ");
      put_schedule(buf, d);
    }
    break;
  case LCM_DIR_SCHEDULE:
    put_schedule(buf, d);
    break;
  case LCM_DIR_EXPECT:
  case LCM_DIR_ASSUME:
  case LCM_DIR_MEASURED:
    put(buf, d->text, strlen(d->text));
    break;
  case LCM_DIR_CATEGORY:
  case LCM_DIR_STATE:
    put_words(buf, d);
    put_quoted(buf, d);
    break;
  case LCM_DIR_EXTERNAL:
    put_external(buf, d);
    break;
  case LCM_DIR_SERIAL:
  case LCM_DIR_IGNORE:
  case LCM_N_DIRECTIVES:
    break;
  }
}

LCM_GIVE char *lcm_directive_to_str(const lcm_directive *directive) {
  lcm_buf buf = {0};
  if (directive->variant)
    lcm_buf_printf(&buf, "variant %s: ", directive->variant);
  lcm_buf_puts(&buf, word_of(directive->kind));
  lcm_buf_putc(&buf, ' ');
  put_body(&buf, directive);
  if (!buf.failed && buf.text[buf.len - 1] == ' ')
    buf.text[--buf.len] = '\0';
  return lcm_buf_take(&buf);
}

/* Return whether the "n" bytes at "a" and the "m" at "b" are equal, however
 * many blanks stand between the words. */
static bool same_text(const char *a, size_t n, const char *b, size_t m) {
  const char *const a_end = a + n;
  const char *const b_end = b + m;
  (void)skip_blanks(&a, a_end);
  (void)skip_blanks(&b, b_end);
  while (a < a_end && b < b_end) {
    const bool gap_a = skip_blanks(&a, a_end) && a < a_end;
    const bool gap_b = skip_blanks(&b, b_end) && b < b_end;
    if (a == a_end || b == b_end)
      break;
    if (gap_a != gap_b || *a++ != *b++)
      return false;
  }
  (void)skip_blanks(&a, a_end);
  (void)skip_blanks(&b, b_end);
  return a == a_end && b == b_end;
}

/* Return whether the strings "a" and "b" are equal up to blanks; either may be
 * NULL. */
static bool same_string(const char *a, const char *b) {
  return a && b ? same_text(a, strlen(a), b, strlen(b)) : a == b;
}

bool lcm_directive_equal(const lcm_directive *a, const lcm_directive *b) {
  bool equal = a->kind == b->kind && same_string(a->variant, b->variant) &&
               a->n_words == b->n_words && a->n_spans == b->n_spans &&
               a->value == b->value && same_string(a->text, b->text) &&
               a->per == b->per && a->schedule == b->schedule &&
               a->discipline == b->discipline;
  for (size_t i = 0; equal && i < a->n_words; i++)
    equal = !strcmp(a->words[i], b->words[i]);
  for (size_t i = 0; equal && i < a->n_spans; i++)
    equal = same_text(a->spans[i].text, a->spans[i].len, b->spans[i].text,
                      b->spans[i].len);
  return equal;
}
