/* Writing words, strings, expressions and places of the text form. */
#pragma once

#include "model/lcs/fields.h"

/* Append "text" between quotes, with escapes. */
void lcs_put_string(lcm_buf *buf, const char *text);

/* Append "text" as a word where it is one, else between quotes. */
void lcs_put_word(lcm_buf *buf, const char *text);

/* Append "e" (NULL: "?"). */
void lcs_put_expr(lcm_buf *buf, const lcm_expr *e);

/* Append " @file:line:column:begin-end"; nothing for nowhere.  The file is left
 * out where it is "home", which may be NULL. */
void lcs_put_loc(lcm_buf *buf, lcm_loc loc, const char *home);

/* Append the fields of "record", each after a space. */
void lcs_put_fields(lcm_buf *buf, struct lcs_fields fields, const void *record);

/* Append `name[i, j]`. */
void lcs_put_instance(lcm_buf *buf, const struct lcm_instance *instance);

/* Append `[lower:length, .field, *]`; nothing where there are no extents. */
void lcs_put_extents(lcm_buf *buf, const lcm_section *section);

/* Append " KEY=i(from, to)". */
void lcs_put_range(lcm_buf *buf, const char *key, const lcm_iteration *range);

/* Return whether "c" may stand in a word that needs no quotes. */
bool lcs_is_word_char(char c);

/* Return whether "c" may stand in a file name that needs no quotes. */
bool lcs_is_file_char(char c);
