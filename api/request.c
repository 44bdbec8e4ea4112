/* Requests: a context and a stack of its own, codes, texts. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "api/lcm.h"
#include "api/log.h"
#include "api/request.h"

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
