/* Logs: what requests say about their input. */
#ifndef LIBLCM_LOG_H
#define LIBLCM_LOG_H

#include <stddef.h>

#include "status.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum liblcm_severity {
  LIBLCM_NOTE,
  LIBLCM_WARNING,
  LIBLCM_ERROR
} liblcm_severity;

/* One thing said about the input. */
struct liblcm_message {
  liblcm_severity severity;
  /* which, as in docs/reference/diagnostics.md: "unbound-name" */
  const char *id;
  const char *file; /* NULL where no file is meant */
  unsigned line;    /* from 1; 0 where the whole file is meant */
  unsigned column;  /* in bytes from 1; 0 where the whole line is meant */
  const char *text; /* one line without a stop at the end */
};

/* Receives the messages of a request, sorted by their places, when it is done,
 * in the thread that made it; "message" lives for the time of the call. */
typedef void (*liblcm_message_fn)(const struct liblcm_message *message,
                                  void *user);

/* Where requests leave their messages.  A request that is given NULL for its
 * log says nothing. */
typedef struct liblcm_log liblcm_log;

/* Return a new log; NULL when out of memory.  It keeps all messages, and calls
 * "fn" (unless NULL) with each of them and "user". */
liblcm_log *liblcm_log_new(liblcm_message_fn fn, void *user);

/* Return how many messages of at least "severity" there are in "log". */
size_t liblcm_log_count(const liblcm_log *log, liblcm_severity severity);

/* Put message "i" (of liblcm_log_count(log, LIBLCM_NOTE)) into "*out"; it lives
 * until the log is cleared or freed. */
LIBLCM_CHECKED liblcm_code liblcm_log_get(struct liblcm_message *out,
                                          const liblcm_log *log, size_t i);

/* Forget the messages in "log". */
void liblcm_log_clear(liblcm_log *log);

/* Free "log"; NULL is fine. */
void liblcm_log_free(liblcm_log *log);

#ifdef __cplusplus
}
#endif

#endif
