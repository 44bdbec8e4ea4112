/* Reading what `perf script` prints. */
#include "model/measurement/foreign/perf.h"

#include <ctype.h>
#include <string.h>

#include "model/measurement/foreign/tally.h"
#include "model/measurement/scan.h"

/* A piece of a line. */
struct piece {
  const char *at;
  const char *end;
};

/* What the first line of a sample says. */
struct sample {
  struct piece event;
  double period;      /* 1 where it is not said */
  struct piece frame; /* without stacks: where the sample is; else empty */
};

/* A reading. */
struct perf {
  lcm_ctx *ctx;
  struct lcm_tally tally;
  struct piece event; /* the one that is read; empty: none yet */
  bool timed;         /* amounts are nanoseconds of a clock */
  bool waits;         /* for the innermost frame of a sample */
  double amount;      /* of that sample */
  unsigned line;      /* of that sample */
};

/* Return the word behind the blanks at the beginning of "text". */
static struct piece word_of(struct piece text) {
  const char *at = text.at;
  while (at < text.end && isblank((unsigned char)*at))
    at++;
  const char *end = at;
  while (end < text.end && !isspace((unsigned char)*end))
    end++;
  return (struct piece){at, end};
}

/* Return how many of "text" are digits, from "at" on. */
static size_t digits(const char *at, const char *end) {
  const char *first = at;
  while (at < end && isdigit((unsigned char)*at))
    at++;
  return (size_t)(at - first);
}

/* Return whether "word" is a time: 123.456789: */
static bool is_time(struct piece word) {
  const size_t whole = digits(word.at, word.end);
  const char *point = word.at + whole;
  if (!whole || point == word.end || *point != '.')
    return false;
  const size_t rest = digits(point + 1, word.end);
  return rest && point + 1 + rest + 1 == word.end && word.end[-1] == ':';
}

/* Return whether "word" is the number of a process, or of it and a thread. */
static bool is_process(struct piece word) {
  const char *at = word.at + digits(word.at, word.end);
  if (at > word.at && at < word.end && *at == '/')
    at += 1 + digits(at + 1, word.end);
  return at > word.at && at == word.end;
}

/* Return the number that the digits "word" are. */
static double number_of(struct piece word) {
  double number = 0;
  for (const char *at = word.at; at < word.end; at++)
    number = 10 * number + (*at - '0');
  return number;
}

/* Put what "line" says as the first one of a sample into "*out"; false where it
 * is none: NAME PROCESS [PROCESSOR] TIME: PERIOD EVENT: FRAME, of which period
 * and frame may be missing. */
static bool read_head(struct sample *out, struct piece line) {
  struct piece word = word_of(line);
  bool process = false;
  *out = (struct sample){.period = 1};
  for (size_t i = 0; word.at < word.end && !(process && is_time(word)); i++) {
    process = i && (is_process(word) || (process && *word.at == '['));
    word = word_of((struct piece){word.end, line.end});
  }
  if (word.at == word.end)
    return false;
  word = word_of((struct piece){word.end, line.end});
  if (word.at < word.end &&
      digits(word.at, word.end) == (size_t)(word.end - word.at)) {
    out->period = number_of(word);
    word = word_of((struct piece){word.end, line.end});
  }
  if (word.at == word.end || word.end[-1] != ':')
    return false;
  out->event = (struct piece){word.at, word.end - 1};
  out->frame = (struct piece){word.end, line.end};
  return true;
}

/* Return the line that begins at "at", of a text up to "end". */
static struct piece line_at(const char *at, const char *end) {
  const char *newline = memchr(at, '\n', (size_t)(end - at));
  struct piece line = {at, newline ? newline : end};
  while (line.end > at && isspace((unsigned char)line.end[-1]))
    line.end--;
  return line;
}

bool lcm_measured_is_perf(const struct lcm_measured_look *look) {
  struct sample sample;
  return read_head(&sample,
                   line_at(look->head.text, look->head.text + look->head.len));
}

/* Return the function of the frame "line": ADDRESS FUNCTION+OFFSET (FILE). */
static const char *function_of(lcm_ctx *ctx, struct piece line) {
  const struct piece address = word_of(line);
  const char *at = word_of((struct piece){address.end, line.end}).at;
  const char *end = line.end;
  for (const char *c = at; c + 1 < line.end; c++)
    if (c[0] == ' ' && c[1] == '(')
      end = c;
  for (const char *c = at; c + 2 < end; c++)
    if (memcmp(c, "+0x", 3) == 0) {
      end = c;
      break;
    }
  return end > at ? lcm_measured_name(ctx, at, (size_t)(end - at))
                  : "[unknown]";
}

/* Let the sample that waits be of the function "name". */
static void settle(struct perf *perf, const char *name) {
  if (perf->waits)
    lcm_tally_add(&perf->tally, name, perf->amount, perf->line);
  perf->waits = false;
}

/* Return whether two pieces are the same words. */
static bool is_same(struct piece a, struct piece b) {
  return a.end - a.at == b.end - b.at &&
         memcmp(a.at, b.at, (size_t)(a.end - a.at)) == 0;
}

/* Return whether samples of "event" say how many nanoseconds they stand for. */
static bool is_clock(struct piece event) {
  static const char *const CLOCKS[] = {"cpu-clock", "task-clock"};
  for (size_t i = 0; i < sizeof CLOCKS / sizeof *CLOCKS; i++) {
    const size_t n = strlen(CLOCKS[i]);
    if ((size_t)(event.end - event.at) >= n &&
        memcmp(event.at, CLOCKS[i], n) == 0 &&
        (event.at + n == event.end || event.at[n] == ':'))
      return true;
  }
  return false;
}

/* Begin the sample "sample" in line "line". */
static void begin(struct perf *perf, const struct sample *sample,
                  unsigned line) {
  settle(perf, "[unknown]");
  if (perf->event.at == perf->event.end) {
    perf->event = sample->event;
    perf->timed =
        !(perf->tally.reading->as->unit > 0) && is_clock(sample->event);
  }
  perf->waits = is_same(perf->event, sample->event);
  perf->amount = perf->timed ? sample->period : 1;
  perf->line = line;
  if (word_of(sample->frame).at < sample->frame.end)
    settle(perf, function_of(perf->ctx, sample->frame));
}

/* Read "line", the present one of "scan". */
static void read_line(struct perf *perf, struct lcm_scan *scan,
                      struct piece line) {
  struct sample sample;
  if (line.at == line.end || *line.at == '#')
    return;
  if (read_head(&sample, line))
    begin(perf, &sample, (unsigned)scan->line);
  else if (isspace((unsigned char)*line.at) && perf->event.at)
    settle(perf, function_of(perf->ctx, line));
  else
    (void)lcm_scan_fail(scan, line.at,
                        "expected a sample, as `perf script` prints it");
}

void lcm_measured_read_perf(struct lcm_reading *reading,
                            struct lcm_measured_text text) {
  struct perf perf = {.ctx = reading->ctx, .tally = lcm_tally_new(reading)};
  struct lcm_scan scan =
      lcm_scan_whole(reading->ctx, reading->file, text.text, text.len);
  while (scan.at < scan.end) {
    const char *newline = memchr(scan.at, '\n', (size_t)(scan.end - scan.at));
    scan.line_at = scan.at;
    scan.failed = false;
    read_line(&perf, &scan, line_at(scan.at, scan.end));
    scan.at = newline ? newline + 1 : scan.end;
    scan.line++;
  }
  settle(&perf, "[unknown]");
  const struct lcm_tally_unit unit = {perf.timed ? 1e-9 : reading->as->unit,
                                      "samples", 0};
  lcm_tally_give(&perf.tally, &unit);
}
