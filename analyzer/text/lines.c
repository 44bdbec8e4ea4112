/* Lines and columns of offsets in a text. */
#include "analyzer/text/lines.h"

#include <string.h>

#include "base/list.h"

/* The bytes of a line of a program with few comments. */
enum { USUAL_LENGTH = 32 };

/* Return the offset behind the end of the line that holds the offset "at";
 * "len" in the last line.  Carriage returns may end lines from the offset
 * "returns" on. */
static size_t line_end(const char *text, size_t len, size_t at,
                       size_t returns) {
  const char *feed = memchr(text + at, '\n', len - at);
  const size_t end = feed ? (size_t)(feed - text) : len;
  size_t back = at > returns ? at : returns;
  while (back < end && text[back] != '\r')
    back++;
  if (back + 1 < end)
    return back + 1;
  return end < len ? end + 1 : len;
}

void lcm_lines_read(struct lcm_lines *out, lcm_ctx *ctx, const char *text,
                    size_t len) {
  LCM_LIST(unsigned) starts = {0};
  const char *back = memchr(text, '\r', len);
  const size_t returns = back ? (size_t)(back - text) : len;
  starts.cap = len / USUAL_LENGTH + 1;
  starts.at = LCM_NEW_ARRAY(lcm_ctx_arena(ctx), unsigned, starts.cap);
  LCM_LIST_ADD(lcm_ctx_arena(ctx), &starts, 0);
  for (size_t at = line_end(text, len, 0, returns); at < len;
       at = line_end(text, len, at, returns))
    LCM_LIST_ADD(lcm_ctx_arena(ctx), &starts, (unsigned)at);
  if (len && (text[len - 1] == '\n' || text[len - 1] == '\r'))
    LCM_LIST_ADD(lcm_ctx_arena(ctx), &starts, (unsigned)len);
  *out = (struct lcm_lines){starts.at, starts.n, 0};
}

void lcm_lines_find(struct lcm_lines *lines, unsigned offset, unsigned *line,
                    unsigned *column) {
  const unsigned *starts = lines->starts;
  size_t low = lines->last;
  size_t high = low + 1;
  size_t step = 1;
  for (; starts[low] > offset; step *= 2) {
    high = low;
    low = low > step ? low - step : 0;
  }
  for (; high < lines->n && starts[high] <= offset; step *= 2) {
    low = high;
    high = high + step < lines->n ? high + step : lines->n;
  }
  while (high - low > 1) {
    const size_t middle = low + (high - low) / 2;
    if (starts[middle] <= offset)
      low = middle;
    else
      high = middle;
  }
  lines->last = low;
  *line = (unsigned)low + 1;
  *column = offset - starts[low] + 1;
}
