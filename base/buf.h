/* A string that grows on the heap. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "base/attributes.h"

/* Text being written; {0} is valid and empty. */
typedef struct lcm_buf {
  char *text; /* NUL-terminated; NULL as long as nothing was added */
  size_t len; /* bytes without the NUL */
  size_t cap; /* room */
  /* nonzero once the system had no memory; later additions do nothing and
   * lcm_buf_take gives NULL */
  int failed;
} lcm_buf;

/* Append the "len" bytes at "text". */
void lcm_buf_add(lcm_buf *buf, const char *text, size_t len);

/* Append the string "text". */
void lcm_buf_puts(lcm_buf *buf, const char *text);

/* Append the character "c". */
void lcm_buf_putc(lcm_buf *buf, char c);

/* Append "value" in decimal. */
void lcm_buf_whole(lcm_buf *buf, unsigned long long value);

/* Append formatted text. */
void lcm_buf_printf(lcm_buf *buf, const char *fmt, ...) LCM_PRINTF(2, 3);

/* Append the shortest decimal that reads back as exactly "value"; "inf",
 * "-inf" and "nan" for what has no digits.  Independent of the locale. */
void lcm_buf_double(lcm_buf *buf, double value);

/* Append "value" with "digits" significant digits (%g, no locale). */
void lcm_buf_short(lcm_buf *buf, double value, int digits);

/* The codes by which lcm colours text on a terminal: plain, bold, faint, and
 * two colours. */
extern const char *const lcm_terminal_codes[5];

/* Append the "len" bytes at "text" as they may go to a terminal: what controls
 * one, turns the direction of text or is no UTF-8 is shown as \x and two digits
 * for each byte, except the control characters in "kept"; an escape character
 * there stands for our own colours. */
void lcm_buf_shown(lcm_buf *buf, const char *text, size_t len,
                   const char *kept);

/* Return how many bytes the UTF-8 character at "text" has, of which "len" are
 * there; 0 where there is none. */
size_t lcm_utf8_length(const char *text, size_t len);

/* Return whether the UTF-8 character of "n" bytes at "text" controls a terminal
 * or turns the direction of text. */
bool lcm_utf8_is_control(const char *text, size_t n);

/* Return the text (never NULL unless memory ran out), which the caller
 * frees with free(); "buf" is empty afterwards. */
LCM_GIVE char *lcm_buf_take(lcm_buf *buf);

/* Free what "buf" holds. */
void lcm_buf_free(lcm_buf *buf);

/* Return the number that starts at "text", read as in the C locale whatever
 * the locale is, and put the place behind it into "*end" ("text" itself
 * where no number starts). */
double lcm_strtod(const char *text, const char **end);
