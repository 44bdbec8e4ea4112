/* Logs: the messages of requests. */
#include <stdlib.h>
#include <string.h>

#include "api/lcm.h"
#include "api/log.h"
#include "base/ctx.h"

/* A message with the block that holds its texts. */
struct log_entry {
  struct liblcm_message message;
  char *block;
};

/* A log. */
struct liblcm_log {
  liblcm_message_fn fn;
  void *user;
  struct log_entry *entries; /* "n" of them, room for "cap" */
  size_t n;
  size_t cap;
  size_t counts[LIBLCM_ERROR + 1]; /* of each severity */
};

liblcm_log *liblcm_log_new(liblcm_message_fn fn, void *user) {
  liblcm_log *log = calloc(1, sizeof *log);
  if (!log)
    return NULL;
  log->fn = fn;
  log->user = user;
  return log;
}

size_t liblcm_log_count(const liblcm_log *log, liblcm_severity severity) {
  size_t n = 0;
  for (int i = (int)severity; log && i >= 0 && i <= (int)LIBLCM_ERROR; i++)
    n += log->counts[i];
  return n;
}

liblcm_code liblcm_log_get(struct liblcm_message *out, const liblcm_log *log,
                           size_t i) {
  if (!out || !log || i >= log->n)
    return LIBLCM_ERROR_USAGE;
  *out = log->entries[i].message;
  return LIBLCM_OK;
}

void liblcm_log_clear(liblcm_log *log) {
  if (!log)
    return;
  for (size_t i = 0; i < log->n; i++)
    free(log->entries[i].block);
  log->n = 0;
  memset(log->counts, 0, sizeof log->counts);
}

void liblcm_log_free(liblcm_log *log) {
  liblcm_log_clear(log);
  if (log)
    free(log->entries);
  free(log);
}

/* Make room for another message; false when out of memory. */
static bool reserve(liblcm_log *log) {
  if (log->n < log->cap)
    return true;
  const size_t cap = log->cap ? 2 * log->cap : 16;
  struct log_entry *entries = realloc(log->entries, cap * sizeof *entries);
  if (!entries)
    return false;
  log->entries = entries;
  log->cap = cap;
  return true;
}

/* Return the severity "severity" as the library calls it. */
static liblcm_severity severity_of(lcm_severity severity) {
  return severity == LCM_ERROR     ? LIBLCM_ERROR
         : severity == LCM_WARNING ? LIBLCM_WARNING
                                   : LIBLCM_NOTE;
}

/* Add "diag"; false when out of memory. */
static bool add(liblcm_log *log, const lcm_diag *diag) {
  const size_t text = strlen(diag->message) + 1;
  const size_t file = diag->at.file ? strlen(diag->at.file) + 1 : 0;
  char *block = reserve(log) ? malloc(text + file) : NULL;
  if (!block)
    return false;
  memcpy(block, diag->message, text);
  if (file)
    memcpy(block + text, diag->at.file, file);
  const struct liblcm_message message = {.severity =
                                             severity_of(diag->severity),
                                         .id = lcm_diag_name(diag->id),
                                         .file = file ? block + text : NULL,
                                         .line = diag->at.line,
                                         .column = diag->at.column,
                                         .text = block};
  log->entries[log->n++] = (struct log_entry){message, block};
  log->counts[message.severity]++;
  return true;
}

bool lcm_api_log(liblcm_log *log, lcm_ctx *ctx) {
  if (!log)
    return true;
  size_t n = 0;
  const size_t first = log->n;
  const lcm_diag *all = lcm_diag_all(ctx, &n);
  bool done = true;
  for (size_t i = 0; i < n && done; i++)
    done = add(log, &all[i]);
  for (size_t i = first; i < log->n && log->fn; i++) {
    const struct liblcm_message message = log->entries[i].message;
    log->fn(&message, log->user);
  }
  return done;
}
