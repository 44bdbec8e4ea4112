/* Reading the flat profile of gprof. */
#include "model/measurement/foreign/gprof.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

#include "model/measurement/foreign/tally.h"
#include "model/measurement/scan.h"

/* Numbers before the name of a function: share, cumulative and own seconds,
 * calls, and own and total time of a call where it was called. */
enum { SHARE, CUMULATIVE, OWN, CALLS, OWN_CALL, TOTAL_CALL, NUMBERS };

static const char HEADING[] = "Flat profile:";

bool lcm_measured_is_gprof(const struct lcm_measured_look *look) {
  return look->head.len >= sizeof HEADING - 1 &&
         !memcmp(look->head.text, HEADING, sizeof HEADING - 1);
}

/* Return the end of the line at "scan". */
static const char *line_end(const struct lcm_scan *scan) {
  const char *end = memchr(scan->at, '\n', (size_t)(scan->end - scan->at));
  return end ? end : scan->end;
}

/* Skip blanks up to "end". */
static const char *skip_blanks(const char *at, const char *end) {
  while (at < end && isspace((unsigned char)*at))
    at++;
  return at;
}

/* Read the number that is the word at "*at" of a line up to "end" into "*out"
 * and go behind it; false, and nothing done, where the word is none. */
static bool take_number(lcm_ctx *ctx, const char **at, const char *end,
                        double *out) {
  const char *start = skip_blanks(*at, end);
  const char *stop = start;
  const char *rest = NULL;
  while (stop < end && !isspace((unsigned char)*stop))
    stop++;
  if (start == stop || !isdigit((unsigned char)*start) || stop - start > 40)
    return false;
  const char *word = lcm_measured_name(ctx, start, (size_t)(stop - start));
  *out = lcm_strtod(word, &rest);
  if (*rest)
    return false;
  *at = stop;
  return true;
}

/* Read the row of a function at "scan" up to "end" into "tally". */
static void read_row(struct lcm_scan *scan, struct lcm_tally *tally,
                     const char *end) {
  double numbers[NUMBERS] = {0, 0, 0, NAN, 0, 0};
  const char *at = scan->at;
  const char *own = NULL;
  for (int i = SHARE; i <= OWN; i++)
    if (!take_number(scan->ctx, &at, end, &numbers[i])) {
      (void)lcm_scan_fail(scan, skip_blanks(at, end),
                          "expected a row of a flat profile: share, "
                          "cumulative and own seconds, calls, name");
      return;
    }
  own = at;
  for (int i = CALLS; i < NUMBERS; i++)
    if (!take_number(scan->ctx, &at, end, &numbers[i])) {
      at = own;
      numbers[CALLS] = NAN;
      break;
    }
  at = skip_blanks(at, end);
  while (end > at && isspace((unsigned char)end[-1]))
    end--;
  if (at == end) {
    (void)lcm_scan_fail(scan, at, "there is no name of a function");
    return;
  }
  const char *name = lcm_measured_name(scan->ctx, at, (size_t)(end - at));
  struct lcm_tallied *function =
      lcm_tally_add(tally, name, numbers[OWN], scan->line);
  function->visits = numbers[CALLS];
}

/* Return whether the line of "scan" up to "end" says that the run ended before
 * the first sample, so that the seconds of all functions are none. */
static bool is_untimed(const struct lcm_scan *scan, const char *end) {
  static const char WORDS[] = "no time accumulated";
  const char *at = skip_blanks(scan->at, end);
  return (size_t)(end - at) >= sizeof WORDS - 1 &&
         !memcmp(at, WORDS, sizeof WORDS - 1);
}

/* Return whether the line of "scan" up to "end" is the last of the heading of
 * the table. */
static bool is_names(const struct lcm_scan *scan, const char *end) {
  const char *at = skip_blanks(scan->at, end);
  while (end > at && isspace((unsigned char)end[-1]))
    end--;
  return end - at > 8 && !memcmp(at, "time", 4) && !memcmp(end - 4, "name", 4);
}

void lcm_measured_read_gprof(struct lcm_reading *reading,
                             struct lcm_measured_text text) {
  const struct lcm_tally_unit unit = {1, NULL, 0};
  struct lcm_tally tally = lcm_tally_new(reading);
  struct lcm_scan scan =
      lcm_scan_whole(reading->ctx, reading->file, text.text, text.len);
  bool inside = false;
  bool done = false;
  while (scan.at < scan.end && !done) {
    const char *end = line_end(&scan);
    scan.line_at = scan.at;
    scan.failed = false;
    if (inside) {
      done = skip_blanks(scan.at, end) == end || *scan.at == '\f';
      if (!done)
        read_row(&scan, &tally, end);
    } else if (is_untimed(&scan, end)) {
      (void)lcm_scan_fail(&scan, skip_blanks(scan.at, end),
                          "the run ended before gprof's first sample: let it "
                          "take longer");
      return;
    } else {
      inside = is_names(&scan, end);
    }
    scan.at = end < scan.end ? end + 1 : end;
    scan.line++;
  }
  lcm_tally_give(&tally, &unit);
}
