/* Requests: a context and a stack of its own, codes, texts.  Logs: the
 * messages of requests. */
#include "api/request.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

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

/* Put the diagnostics of "ctx" into "log"; false when out of memory. */
static bool lcm_api_log(liblcm_log *log, lcm_ctx *ctx) {
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

/* The stack of a request, and what it may shrink to where the system refuses
 * that much. */
enum { STACK_BITS = 30, LEAST_STACK_BITS = 26 };

/* A request being carried out. */
struct request_running {
  const struct lcm_api_request *request;
  lcm_ctx *ctx;
  lcm_status status;
};

const char *liblcm_code_text(liblcm_code code) {
  static const char *const TEXTS[] = {"done",
                                      "the input has errors",
                                      "the request makes no sense",
                                      "the system refused",
                                      "the input is beyond a limit",
                                      "a computation does not converge",
                                      "a result breaks an invariant",
                                      "out of memory"};
  return (unsigned)code < sizeof TEXTS / sizeof *TEXTS ? TEXTS[code]
                                                       : "no such code";
}

const char *liblcm_version(void) { return LCM_VERSION; }

void liblcm_text_free(char *text) { free(text); }

/* Return the code for "status". */
static liblcm_code code_of(lcm_status status) {
  switch (status) {
  case LCM_OK:
    return LIBLCM_OK;
  case LCM_EPARSE:
  case LCM_EUNIT:
  case LCM_EUNBOUND:
  case LCM_EDOMAIN:
  case LCM_ESTRUCT:
    return LIBLCM_ERROR_INPUT;
  case LCM_EBUDGET:
  case LCM_EDEPTH:
  case LCM_ESTOPPED:
    return LIBLCM_ERROR_LIMIT;
  case LCM_EFIT:
    return LIBLCM_ERROR_NUMERIC;
  case LCM_ECHECK:
    return LIBLCM_ERROR_CHECK;
  case LCM_EIO:
    return LIBLCM_ERROR_IO;
  case LCM_EUSAGE:
    return LIBLCM_ERROR_USAGE;
  case LCM_ENOMEM:
    return LIBLCM_ERROR_MEMORY;
  }
  return LIBLCM_ERROR_CHECK;
}

/* Carry out "user" on this stack. */
static void *run(void *user) {
  struct request_running *running = user;
  running->status = lcm_ctx_guard(running->ctx, running->request->body,
                                  running->request->user);
  return NULL;
}

/* Start a thread for "running" with as much stack as there is; return what
 * pthread_create does. */
static int start(pthread_t *thread, struct request_running *running) {
  pthread_attr_t attributes;
  int refused = pthread_attr_init(&attributes);
  if (refused)
    return refused;
  for (int bits = STACK_BITS; bits >= LEAST_STACK_BITS; bits--) {
    refused = pthread_attr_setstacksize(&attributes, (size_t)1 << bits);
    refused =
        refused ? refused : pthread_create(thread, &attributes, run, running);
    if (!refused)
      break;
  }
  pthread_attr_destroy(&attributes);
  return refused;
}

liblcm_code lcm_api_run(lcm_ctx **kept, const struct lcm_api_request *request) {
  const struct lcm_options options = {.strict = request->strict};
  struct request_running running = {.request = request,
                                    .ctx = lcm_ctx_new(&options)};
  pthread_t thread;
  if (!running.ctx)
    return LIBLCM_ERROR_MEMORY;
  if (start(&thread, &running)) {
    lcm_ctx_free(running.ctx);
    return LIBLCM_ERROR_IO;
  }
  pthread_join(thread, NULL);
  if (!lcm_api_log(request->log, running.ctx))
    running.status = LCM_ENOMEM;
  if (!running.status && kept)
    *kept = running.ctx;
  else
    lcm_ctx_free(running.ctx);
  return code_of(running.status);
}

/* ---- texts --------------------------------------------------------------- */

/* A text being made. */
struct text_making {
  const struct lcm_api_printing *printing;
  char *text;
};

/* Make the text of "user". */
static lcm_status make_text(lcm_ctx *ctx, void *user) {
  struct text_making *making = user;
  making->text = making->printing->print(ctx, making->printing->of);
  return making->text ? LCM_OK : LCM_ENOMEM;
}

liblcm_code lcm_api_print(char **out, const struct lcm_api_printing *printing) {
  struct text_making making = {.printing = printing};
  const struct lcm_api_request request = {.body = make_text, .user = &making};
  const liblcm_code code = lcm_api_run(NULL, &request);
  if (!code)
    *out = making.text;
  return code;
}

const char *lcm_api_text(lcm_ctx *ctx, LCM_TAKE char *text) {
  if (!text)
    return NULL;
  const char *kept = lcm_arena_strdup(lcm_ctx_arena(ctx), text);
  free(text);
  return kept;
}

const char *lcm_api_expr(lcm_ctx *ctx, const lcm_expr *e) {
  return e ? lcm_api_text(ctx, lcm_expr_to_str(e, LCM_TEXT)) : NULL;
}

bool lcm_api_check_texts(const char *const *texts, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (!texts || !texts[i])
      return false;
  return true;
}
