/* Reading archives of OTF2: several binary files, which otf2-print, a program
 * that comes with the library, writes as text, an event a line. */
#include "model/measurement/foreign/otf2.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/fs.h"
#include "model/measurement/foreign/tally.h"
#include "model/measurement/scan.h"

/* Seconds that otf2-print may take. */
enum { PATIENCE = 300 };

/* A thread or process: the regions that it is in, and since when it does what
 * it does now. */
struct location {
  LCM_LIST(const char *) stack;
  double since;
};

/* An archive being read. */
struct archive {
  struct lcm_reading *reading;
  struct lcm_tally tally;
  LCM_LIST(struct location) locations;
  lcm_map location_of; /* from their numbers, as words */
  double ticks;        /* in a second */
  size_t wrong;        /* events that leave what was not entered, or go back */
};

/* A line of otf2-print. */
struct line {
  const char *at;
  const char *end;
};

bool lcm_measured_is_otf2(const struct lcm_measured_look *look) {
  static const char MARK[] = "OTF2";
  enum { AT = 2 };
  return look->all.len >= AT + sizeof MARK &&
         !memcmp(look->all.text + AT, MARK, sizeof MARK);
}

/* Put what otf2-print says with "option" (NULL: without) into "*out"; false,
 * and a diagnostic, where it says nothing. */
static bool print(struct lcm_measured_text *out, struct lcm_reading *reading,
                  const char *option) {
  const char *const with[] = {"otf2-print", option, "--", reading->file, NULL};
  const char *const plain[] = {"otf2-print", "--", reading->file, NULL};
  const struct lcm_child child = {
      .argv = option ? with : plain, .seconds = PATIENCE, .most = LCM_MAX_FILE};
  enum { NOT_THERE = 127 };
  char *text = NULL;
  int status = 0;
  if (lcm_child_run(&text, &out->len, &status, reading->ctx, &child))
    return false;
  out->text = text;
  if (status)
    lcm_report(reading->ctx, LCM_DIAG_IO, (lcm_loc){reading->file, 0, 0, 0, 0},
               status == NOT_THERE
                   ? "archives of OTF2 are read by otf2-print, which is not "
                     "there: install otf2-tools"
                   : "otf2-print cannot read the archive, or it is too large");
  return !status;
}

/* Put the next line of the text up to "end" into "line"; false at the end. */
static bool next_line(struct line *line, const char *end) {
  line->at = line->end ? line->end + 1 : line->at;
  if (line->at >= end)
    return false;
  const char *newline = memchr(line->at, '\n', (size_t)(end - line->at));
  line->end = newline ? newline : end;
  return true;
}

/* Return the next word of "line", interned; "line" goes on behind it. */
static const char *next_word(lcm_ctx *ctx, struct line *line) {
  while (line->at < line->end && isspace((unsigned char)*line->at))
    line->at++;
  const char *start = line->at;
  while (line->at < line->end && !isspace((unsigned char)*line->at))
    line->at++;
  return lcm_measured_name(ctx, start, (size_t)(line->at - start));
}

/* Return the name that stands in quotes behind "Region:" in "line", NULL for
 * none: a number in angle brackets follows. */
static const char *region_of(lcm_ctx *ctx, const struct line *line) {
  static const char BEGIN[] = "Region: \"";
  const size_t n = sizeof BEGIN - 1;
  const char *start = line->at;
  while ((size_t)(line->end - start) > n && memcmp(start, BEGIN, n) != 0)
    start++;
  const char *stop = line->end;
  while (stop > start && !(*stop == '"' && stop + 2 < line->end &&
                           stop[1] == ' ' && stop[2] == '<'))
    stop--;
  if ((size_t)(line->end - start) <= n || stop < start + n)
    return NULL;
  return lcm_measured_name(ctx, start + n, (size_t)(stop - start) - n);
}

/* Return the location called "word", a new one where it was not met. */
static struct location *location_at(struct archive *all, const char *word) {
  lcm_arena *arena = lcm_ctx_arena(all->reading->ctx);
  size_t i = all->locations.n;
  if (!lcm_map_get(&all->location_of, word, &i)) {
    lcm_map_put(arena, &all->location_of, word, i);
    LCM_LIST_ADD(arena, &all->locations, ((struct location){.since = NAN}));
  }
  return &all->locations.at[i];
}

/* Let "location" enter "region", or leave it (NULL), at "time"; false where
 * that cannot be. */
static bool move(struct archive *all, struct location *location,
                 const char *region, double time) {
  const size_t n = location->stack.n;
  if (!(time >= 0) || time < location->since || (!region && !n))
    return false;
  if (n)
    (void)lcm_tally_add(&all->tally, location->stack.at[n - 1],
                        time - location->since, 0);
  location->since = time;
  if (region)
    LCM_LIST_ADD(lcm_ctx_arena(all->reading->ctx), &location->stack, region);
  else
    location->stack.n--;
  return true;
}

/* Read the event in "line", if it enters or leaves a region. */
static void read_event(struct archive *all, struct line line) {
  lcm_ctx *ctx = all->reading->ctx;
  const char *end = NULL;
  const bool enters = !strncmp(line.at, "ENTER ", 6);
  if (line.end - line.at < 6 || (!enters && strncmp(line.at, "LEAVE ", 6) != 0))
    return;
  (void)next_word(ctx, &line);
  struct location *location = location_at(all, next_word(ctx, &line));
  const char *word = next_word(ctx, &line);
  const double time = lcm_strtod(word, &end);
  const char *region = region_of(ctx, &line);
  if (*end || end == word || !region ||
      !move(all, location, enters ? region : NULL, time))
    all->wrong++;
}

/* Return how many ticks the definitions in "text" say that a second has, 0
 * where they do not. */
static double ticks_of(struct lcm_measured_text text) {
  static const char BEGIN[] = "Ticks per Seconds: ";
  const char *found = text.len ? strstr(text.text, BEGIN) : NULL;
  const char *end = NULL;
  return found ? lcm_strtod(found + sizeof BEGIN - 1, &end) : 0;
}

/* Report what was left out of "all". */
static void report(const struct archive *all) {
  const lcm_loc at = {all->reading->file, 0, 0, 0, 0};
  if (all->wrong)
    lcm_report(all->reading->ctx, LCM_DIAG_MEASUREMENT, at,
               "%zu events leave what was not entered, or go back in time; "
               "they are left out",
               all->wrong);
}

void lcm_measured_read_otf2(struct lcm_reading *reading,
                            struct lcm_measured_text text) {
  struct archive all = {.reading = reading, .tally = lcm_tally_new(reading)};
  struct lcm_measured_text said = {NULL, 0};
  struct line line = {NULL, NULL};
  (void)text;
  if (!print(&said, reading, "-G"))
    return;
  all.ticks = ticks_of(said);
  if (!(all.ticks > 0)) {
    lcm_report(reading->ctx, LCM_DIAG_MEASUREMENT,
               (lcm_loc){reading->file, 0, 0, 0, 0},
               "the archive does not say how long a tick of its clock is");
    return;
  }
  if (!print(&said, reading, NULL))
    return;
  line.at = said.text;
  while (next_line(&line, said.text + said.len))
    read_event(&all, line);
  report(&all);
  const size_t n = all.locations.n;
  lcm_tally_give(&all.tally,
                 &(struct lcm_tally_unit){1 / all.ticks, NULL, (double)n});
  lcm_measured_give_ranks(reading, n);
}
