/* Writing words, strings, expressions and places of the text form. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "model/lcs/text.h"

void lcs_put_string(lcm_buf *buf, const char *text) {
  lcm_buf_putc(buf, '"');
  for (const char *c = text; *c; c++)
    if (*c == '"' || *c == '\\')
      lcm_buf_printf(buf, "\\%c", *c);
    else if (*c == '\n')
      lcm_buf_puts(buf, "\\n");
    else if (*c == '\t')
      lcm_buf_puts(buf, "\\t");
    else if ((unsigned char)*c < ' ' || *c == 127)
      lcm_buf_printf(buf, "\\x%02x", (unsigned)*c);
    else
      lcm_buf_putc(buf, *c);
  lcm_buf_putc(buf, '"');
}

bool lcs_is_word_char(char c) {
  return isalnum((unsigned char)c) || c == '_' || c == '.';
}

bool lcs_is_file_char(char c) {
  return lcs_is_word_char(c) || (c && strchr("/+-,~%=", c));
}

/* Return whether "text" is a word: its first character is no digit. */
static bool is_word(const char *text) {
  if (isdigit((unsigned char)*text))
    return false;
  for (const char *c = text; *c; c++)
    if (!lcs_is_word_char(*c))
      return false;
  return *text != '\0';
}

/* Return whether "text" is a file name that needs no quotes. */
static bool is_file(const char *text) {
  for (const char *c = text; *c; c++)
    if (!lcs_is_file_char(*c))
      return false;
  return *text != '\0';
}

void lcs_put_word(lcm_buf *buf, const char *text) {
  if (is_word(text))
    lcm_buf_puts(buf, text);
  else
    lcs_put_string(buf, text);
}

void lcs_put_expr(lcm_buf *buf, const lcm_expr *e) {
  char *text = e ? lcm_expr_to_str(e, LCM_EXACT) : NULL;
  lcm_buf_puts(buf, text ? text : "?");
  buf->failed = buf->failed || (e && !text);
  free(text);
}

void lcs_put_loc(lcm_buf *buf, lcm_loc loc, const char *home) {
  if (!loc.file && !loc.line && !loc.column && !loc.begin && !loc.end)
    return;
  lcm_buf_puts(buf, " @");
  const char *file = loc.file ? loc.file : "?";
  const bool same = home && !strcmp(file, home);
  if (!loc.file || (!same && is_file(file)))
    lcm_buf_puts(buf, file);
  else if (!same)
    lcs_put_string(buf, file);
  lcm_buf_printf(buf, ":%u:%u:%u-%u", loc.line, loc.column, loc.begin, loc.end);
}

/* Append " key=value" for "field" of "record" where it is there. */
static void put_field(lcm_buf *buf, const struct lcs_field *field,
                      const void *record) {
  const void *at = lcs_field_get(field, record);
  unsigned word = 0;
  switch (field->type) {
  case LCS_TEXT:
    if (*(const char *const *)at) {
      lcm_buf_printf(buf, " %s=", field->key);
      lcs_put_word(buf, *(const char *const *)at);
    }
    break;
  case LCS_EXPR:
    if (*(const lcm_expr *const *)at) {
      lcm_buf_printf(buf, " %s=(", field->key);
      lcs_put_expr(buf, *(const lcm_expr *const *)at);
      lcm_buf_putc(buf, ')');
    }
    break;
  case LCS_FLAG:
    if (*(const bool *)at)
      lcm_buf_printf(buf, " %s", field->key);
    break;
  case LCS_WORD:
    memcpy(&word, at, sizeof word);
    if (word != field->otherwise)
      lcm_buf_printf(buf, " %s=%s", field->key, field->words[word]);
    break;
  }
}

void lcs_put_fields(lcm_buf *buf, struct lcs_fields fields,
                    const void *record) {
  for (size_t i = 0; i < fields.n; i++)
    put_field(buf, &fields.at[i], record);
}

void lcs_put_instance(lcm_buf *buf, const struct lcm_instance *instance) {
  lcs_put_word(buf, instance->name);
  for (size_t i = 0; i < instance->n_indices; i++) {
    lcm_buf_puts(buf, i ? ", " : "[");
    lcs_put_expr(buf, instance->indices[i]);
  }
  lcm_buf_puts(buf, instance->n_indices ? "]" : "");
}

void lcs_put_extents(lcm_buf *buf, const lcm_section *section) {
  for (size_t i = 0; i < section->n_extents; i++) {
    const struct lcm_extent *extent = &section->extents[i];
    lcm_buf_puts(buf, i ? ", " : "[");
    if (extent->field) {
      lcm_buf_putc(buf, '.');
      lcs_put_word(buf, extent->field);
      continue;
    }
    if (!extent->lower && !extent->length) {
      lcm_buf_putc(buf, '*');
      continue;
    }
    lcs_put_expr(buf, extent->lower);
    lcm_buf_putc(buf, ':');
    lcs_put_expr(buf, extent->length);
  }
  lcm_buf_puts(buf, section->n_extents ? "]" : "");
}

void lcs_put_range(lcm_buf *buf, const char *key, const lcm_iteration *range) {
  lcm_buf_printf(buf, " %s=", key);
  lcs_put_word(buf, range->index ? range->index : "");
  lcm_buf_putc(buf, '(');
  lcs_put_expr(buf, range->from);
  lcm_buf_puts(buf, ", ");
  lcs_put_expr(buf, range->to);
  if (range->step) {
    lcm_buf_puts(buf, ", ");
    lcs_put_expr(buf, range->step);
  }
  if (range->factor) {
    lcm_buf_puts(buf, ", *");
    lcs_put_expr(buf, range->factor);
  }
  lcm_buf_putc(buf, ')');
}
