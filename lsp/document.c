/* Documents that are open in the editor: their text as it is there. */
#include "lsp/document.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static const char FILE_URI[] = "file://";

/* Return the value of the hexadecimal digit "c", -1 for none. */
static int digit_of(char c) {
  return c >= '0' && c <= '9'   ? c - '0'
         : c >= 'a' && c <= 'f' ? c - 'a' + 10
         : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                : -1;
}

LCM_GIVE char *lcm_uri_path(const char *uri) {
  lcm_buf path = {0};
  if (!uri || strncmp(uri, FILE_URI, strlen(FILE_URI)) != 0)
    return NULL;
  for (const char *at = uri + strlen(FILE_URI); *at; at++) {
    const int high = *at == '%' ? digit_of(at[1]) : -1;
    const int low = high >= 0 ? digit_of(at[2]) : -1;
    lcm_buf_putc(&path, low >= 0 ? (char)(16 * high + low) : *at);
    at += low >= 0 ? 2 : 0;
  }
  return lcm_buf_take(&path);
}

size_t lcm_document_line(size_t *len, const lcm_buf *text, size_t line) {
  const char *at = text->text ? text->text : "";
  const char *end = at + text->len;
  while (line-- && at < end) {
    const char *next = memchr(at, '\n', (size_t)(end - at));
    at = next ? next + 1 : end;
  }
  const char *stop = memchr(at, '\n', (size_t)(end - at));
  *len = (size_t)((stop ? stop : end) - at);
  *len -= *len && at[*len - 1] == '\r';
  return text->text ? (size_t)(at - text->text) : 0;
}

/* Return how many units of UTF-16 the character of "n" bytes takes. */
static size_t units_of(size_t n) { return n == 4 ? 2 : 1; }

/* Return how many bytes the character at "text" has, of "len": 1 where it is
 * none. */
static size_t bytes_of(const char *text, size_t len) {
  const size_t n = lcm_utf8_length(text, len);
  return n ? n : 1;
}

size_t lcm_document_offset(const lcm_buf *text, struct lcm_position position) {
  size_t len = 0;
  const size_t start = lcm_document_line(&len, text, position.line);
  size_t at = 0;
  for (size_t units = 0; at < len && units < position.character;) {
    const size_t n = bytes_of(text->text + start + at, len - at);
    units += units_of(n);
    at += n;
  }
  return start + at;
}

struct lcm_position lcm_document_position(const lcm_buf *text, size_t line,
                                          size_t column) {
  size_t len = 0;
  struct lcm_position out = {line ? line - 1 : 0, 0};
  const size_t start = lcm_document_line(&len, text, out.line);
  size_t to = column ? column - 1 : 0;
  while (!column && to < len && isspace((unsigned char)text->text[start + to]))
    to++;
  for (size_t at = 0; at < len && at < to;) {
    const size_t n = bytes_of(text->text + start + at, len - at);
    out.character += units_of(n);
    at += n;
  }
  return out;
}

/* Put "with" in the place of the bytes from "from" to "to" of "text". */
static void replace(lcm_buf *text, size_t from, size_t to, const char *with) {
  lcm_buf all = {0};
  lcm_buf_puts(&all, "");
  if (text->text)
    lcm_buf_add(&all, text->text, from);
  lcm_buf_puts(&all, with);
  if (text->text && to < text->len)
    lcm_buf_add(&all, text->text + to, text->len - to);
  lcm_buf_free(text);
  *text = all;
}

void lcm_document_change(struct lcm_document *document,
                         const lcm_json *changes) {
  for (size_t i = 0; i < lcm_json_size(changes); i++) {
    const lcm_json *one = lcm_json_at(changes, i);
    const lcm_json *range = lcm_json_get(one, "range");
    const char *text = lcm_json_text(lcm_json_get(one, "text"));
    size_t from = 0;
    size_t to = document->text.len;
    if (range) {
      from = lcm_document_offset(
          &document->text, lcm_position_read(lcm_json_get(range, "start")));
      to = lcm_document_offset(&document->text,
                               lcm_position_read(lcm_json_get(range, "end")));
    }
    if (text && from <= to)
      replace(&document->text, from, to, text);
  }
}

/* Return the member "key" of "json" as a number from 0. */
static size_t number_of(const lcm_json *json, const char *key) {
  double value = 0;
  return lcm_json_number(&value, lcm_json_get(json, key)) && value > 0 &&
                 value < 1e9
             ? (size_t)value
             : 0;
}

struct lcm_position lcm_position_read(const lcm_json *json) {
  return (struct lcm_position){number_of(json, "line"),
                               number_of(json, "character")};
}

LCM_GIVE lcm_json *lcm_position_json(struct lcm_position position) {
  return LCM_JSON_NEW({"line", LCM_JSON(position.line)},
                      {"character", LCM_JSON(position.character)});
}

LCM_GIVE lcm_json *lcm_range_json(struct lcm_position from,
                                  struct lcm_position to) {
  return LCM_JSON_NEW({"start", lcm_position_json(from)},
                      {"end", lcm_position_json(to)});
}

void lcm_document_forget(struct lcm_document *document) {
  lcm_json_free(document->found);
  lcm_json_free(document->formulas);
  lcm_json_free(document->advice);
  document->found = document->formulas = document->advice = NULL;
}

void lcm_document_free(struct lcm_document *document) {
  free(document->uri);
  free(document->path);
  lcm_buf_free(&document->text);
  lcm_document_forget(document);
}
