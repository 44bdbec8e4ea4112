#include "analyzer/lines_internal.h"

#include "base/list.h"

/* Return the offset behind the end of the line that holds the offset "at";
 * "len" in the last line. */
static size_t line_end(const char *text, size_t len, size_t at) {
  while (at < len && text[at] != '\n' && text[at] != '\r')
    at++;
  if (at + 1 < len && text[at] == '\r' && text[at + 1] == '\n')
    at++;
  return at < len ? at + 1 : len;
}

void lcm_lines_read(struct lcm_lines *out, lcm_ctx *ctx, const char *text,
                    size_t len) {
  LCM_LIST(unsigned) starts = {0};
  LCM_LIST_ADD(lcm_ctx_arena(ctx), &starts, 0);
  for (size_t at = line_end(text, len, 0); at < len;
       at = line_end(text, len, at))
    LCM_LIST_ADD(lcm_ctx_arena(ctx), &starts, (unsigned)at);
  if (len && (text[len - 1] == '\n' || text[len - 1] == '\r'))
    LCM_LIST_ADD(lcm_ctx_arena(ctx), &starts, (unsigned)len);
  *out = (struct lcm_lines){starts.at, starts.n, 0};
}

void lcm_lines_find(struct lcm_lines *lines, unsigned offset, unsigned *line,
                    unsigned *column) {
  const unsigned *starts = lines->starts;
  size_t low = lines->last;
  size_t high = low + 8 < lines->n ? low + 8 : lines->n;
  if (offset < starts[low]) {
    high = low;
    low = 0;
  } else if (high < lines->n && offset >= starts[high])
    high = lines->n;
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
