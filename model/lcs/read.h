/* Reading words, numbers, expressions and places of the text form. */
#pragma once

#include "model/structure/structure.h"

/* Text being read, a line at a time. */
struct lcs {
  lcm_ctx *ctx;
  const char *file; /* interned, for diagnostics */
  const char *home; /* file of the places that name none; NULL: they must */
  const char *text;
  size_t len;
  /* offset of the next byte; line and start: its line and where that begins */
  size_t at;
  unsigned line;
  size_t start;
  size_t stop; /* offset of the end of the line */
  /* LCM_OK until something is wrong; then nothing more is read */
  lcm_status status;
};

/* Go to the next line that holds anything; false at the end of the text. */
bool lcs_next_line(struct lcs *l);

/* Return the place of offset "at" of the current line. */
lcm_loc lcs_place(const struct lcs *l, size_t at);

/* Report that something else was expected at the current place. */
void lcs_fail(struct lcs *l, const char *expected);

/* Skip blanks; return whether nothing more stands on the line. */
bool lcs_at_end(struct lcs *l);

/* Report what stands on the rest of the line, if anything. */
void lcs_end(struct lcs *l);

/* Skip "c" where it stands next, after blanks. */
bool lcs_accept(struct lcs *l, char c);

/* As lcs_accept; anything else is reported as not "what". */
bool lcs_expect(struct lcs *l, char c, const char *what);

/* Return the word or string that stands next, interned; where none does, NULL
 * and "what" was expected. */
const char *lcs_word(struct lcs *l, const char *what);

/* Return the string or word that stands next, or NULL, nothing being said. */
const char *lcs_word_if(struct lcs *l);

/* Return the expression that stands next; NULL after an error. */
const lcm_expr *lcs_expr(struct lcs *l);

/* Put the expression that stands next into "*out", NULL for "?"; return false
 * after an error. */
bool lcs_expr_or_none(struct lcs *l, const lcm_expr **out);

/* Return the expression in parentheses that stands next. */
const lcm_expr *lcs_group(struct lcs *l);

/* Return the number below 2^32 that stands next. */
unsigned lcs_number(struct lcs *l, const char *what);

/* Return the hexadecimal number that stands next. */
unsigned long long lcs_hash(struct lcs *l);

/* Return the real number that stands next. */
double lcs_real(struct lcs *l);
