/* Carrying requests out, and what they make texts with. */
#pragma once

#include "api/lcm.h"
#include "model/expr/expr.h"

/* What a request does in its context "ctx" with "user". */
typedef lcm_status (*lcm_api_fn)(lcm_ctx *ctx, void *user);

/* A request. */
struct lcm_api_request {
  lcm_api_fn body; /* body, user: what it does */
  void *user;
  liblcm_log *log; /* where its messages go; NULL: nowhere */
  bool strict;     /* warnings are errors */
};

/* Carry "request" out in a context and on a stack of its own.  The context
 * goes to "*kept" (unless NULL) where that succeeds, for the caller to free. */
liblcm_code lcm_api_run(lcm_ctx **kept, const struct lcm_api_request *request);

/* A text to be made out of a result: what "print" returns for "of" in a context
 * made for it. */
struct lcm_api_printing {
  char *(*print)(lcm_ctx *ctx, const void *of);
  const void *of;
};

/* Put the text of "printing" into "*out". */
liblcm_code lcm_api_print(char **out, const struct lcm_api_printing *printing);

/* Return "text", which is freed, as text of "ctx"; NULL for NULL. */
const char *lcm_api_text(lcm_ctx *ctx, LCM_TAKE char *text);

/* Return "e" in the comment language, as text of "ctx"; NULL for NULL. */
const char *lcm_api_expr(lcm_ctx *ctx, const lcm_expr *e);

/* Return whether "texts" are "n" texts. */
bool lcm_api_check_texts(const char *const *texts, size_t n);
