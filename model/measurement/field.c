/* Fields of a line of a table: plain, or in quotes. */
#include "model/measurement/field.h"

#include <string.h>

#include "base/buf.h"
#include "model/measurement/scan.h"

/* Return whether "c" may stand around a field. */
static bool is_space(char c) { return c == ' ' || c == '\r'; }

/* Return the field in quotes that begins at "*at", interned; "*at" goes behind
 * the quotes. */
static const char *take_quoted(lcm_ctx *ctx, const char **at, const char *end) {
  lcm_buf buf = {0};
  const char *c = *at + 1;
  for (; c < end && (*c != '"' || (c + 1 < end && c[1] == '"')); c++) {
    c += *c == '"';
    lcm_buf_putc(&buf, *c);
  }
  const char *field = lcm_measured_name(ctx, buf.text ? buf.text : "", buf.len);
  lcm_buf_free(&buf);
  *at = c < end ? c + 1 : end;
  return field;
}

const char *lcm_measured_field(lcm_ctx *ctx, const char **at, const char *end,
                               char separator) {
  const char *start = *at;
  const char *field = NULL;
  while (start < end && is_space(*start))
    start++;
  if (start < end && *start == '"')
    field = take_quoted(ctx, &start, end);
  const char *stop = memchr(start, separator, (size_t)(end - start));
  *at = stop ? stop + 1 : NULL;
  stop = stop ? stop : end;
  while (stop > start && is_space(stop[-1]))
    stop--;
  return field ? field : lcm_measured_name(ctx, start, (size_t)(stop - start));
}
