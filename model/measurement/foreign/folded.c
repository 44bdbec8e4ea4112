/* Reading folded stacks, as flame graphs are drawn from. */
#include "model/measurement/foreign/folded.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

#include "model/measurement/foreign/tally.h"
#include "model/measurement/scan.h"

/* A line: a stack, and the number behind it. */
struct folded {
  const char *stack;
  const char *stack_end;
  const char *number;
  const char *end;
};

/* Return the line that begins at "at", of a text up to "end". */
static struct folded line_at(const char *at, const char *end) {
  const char *newline = memchr(at, '\n', (size_t)(end - at));
  struct folded line = {.stack = at, .end = newline ? newline : end};
  while (line.end > at && isspace((unsigned char)line.end[-1]))
    line.end--;
  line.number = line.end;
  while (line.number > at && !isspace((unsigned char)line.number[-1]))
    line.number--;
  line.stack_end = line.number;
  while (line.stack_end > at && isspace((unsigned char)line.stack_end[-1]))
    line.stack_end--;
  return line;
}

bool lcm_measured_is_folded(const struct lcm_measured_look *look) {
  const char *end = look->head.text + look->head.len;
  const struct folded line = line_at(look->head.text, end);
  bool named = false;
  for (const char *c = line.stack; c < line.stack_end; c++)
    named = named || *c == ';' || isalpha((unsigned char)*c);
  for (const char *c = line.number; c < line.end; c++)
    named = named && isdigit((unsigned char)*c);
  return named && line.number < line.end;
}

/* Return the frame that "line" ends with. */
static const char *leaf_of(lcm_ctx *ctx, const struct folded *line) {
  const char *at = line->stack_end;
  while (at > line->stack && at[-1] != ';')
    at--;
  return lcm_measured_name(ctx, at, (size_t)(line->stack_end - at));
}

/* Read "line" into "tally". */
static void read_line(struct lcm_scan *scan, struct lcm_tally *tally,
                      const struct folded *line) {
  const char *end = NULL;
  if (line->stack == line->end)
    return;
  const char *number = lcm_measured_name(scan->ctx, line->number,
                                         (size_t)(line->end - line->number));
  const double value = lcm_strtod(number, &end);
  if (end == number || *end || line->stack_end == line->stack) {
    (void)lcm_scan_fail(scan, line->number,
                        "expected a stack, FRAME;FRAME;..., and a number");
    return;
  }
  if (value < 0 || !isfinite(value)) {
    (void)lcm_scan_refuse(scan, line->number, "the number is %s",
                          value < 0 ? "negative" : "not finite");
    return;
  }
  lcm_tally_add(tally, leaf_of(scan->ctx, line), value, scan->line);
}

void lcm_measured_read_folded(struct lcm_reading *reading,
                              struct lcm_measured_text text) {
  const struct lcm_tally_unit unit = {reading->as->unit, "samples", 0};
  struct lcm_tally tally = lcm_tally_new(reading);
  struct lcm_scan scan =
      lcm_scan_whole(reading->ctx, reading->file, text.text, text.len);
  while (scan.at < scan.end) {
    const struct folded line = line_at(scan.at, scan.end);
    const char *newline = memchr(scan.at, '\n', (size_t)(scan.end - scan.at));
    scan.line_at = scan.at;
    scan.failed = false;
    if (*scan.at != '#')
      read_line(&scan, &tally, &line);
    scan.at = newline ? newline + 1 : scan.end;
    scan.line++;
  }
  lcm_tally_give(&tally, &unit);
}
