/* What the files of the library share: requests, and what is in a handle. */
#pragma once

#include <stdbool.h>

#include "analyzer/load/load.h"
#include "api/lcm.h"
#include "composer/scope/scope.h"

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

/* Return the code for "status". */
liblcm_code lcm_api_code(lcm_status status);

/* Put the diagnostics of "ctx" into "log"; false when out of memory. */
bool lcm_api_log(liblcm_log *log, lcm_ctx *ctx);

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

/* ctx       holds the rest */
struct liblcm_program {
  lcm_ctx *ctx;
  /* the structure as .lcs, "len" bytes: every request reads it anew, so that a
   * handle never changes and keeps nothing of the requests */
  const char *text;
  size_t len;
  const char *const *fragments;
  size_t n_fragments;
  const struct liblcm_param *params;
  size_t n_params;
  /* of restructurings, which are not in the text */
  const struct liblcm_premise *premises;
  size_t n_premises;
};

/* ctx   holds the rest */
struct liblcm_machine {
  lcm_ctx *ctx;
  const char *text; /* the description as JSON */
  size_t len;
};

/* ctx  holds "prediction"; NULL where a comparison does */
struct liblcm_prediction {
  lcm_ctx *ctx;
  const lcm_prediction *prediction;
};

/* Make a handle for "program" of the context of a request, which may be freed
 * afterwards, in "*out". */
LCM_NODISCARD lcm_status lcm_api_keep_program(liblcm_program **out,
                                              const lcm_program *program);

/* Read the structure of "handle" into "*out". */
LCM_NODISCARD lcm_status lcm_api_read_program(const lcm_program **out,
                                              lcm_ctx *ctx,
                                              const liblcm_program *handle);

/* The same with a beginning of the run. */
LCM_NODISCARD lcm_status lcm_api_enter_program(const lcm_program **out,
                                               lcm_ctx *ctx,
                                               const liblcm_program *handle);

/* Read the grid and the machine of "options" (may be NULL) into "*grid" and
 * "*out". */
LCM_NODISCARD lcm_status lcm_api_read_options(
    struct lcm_predict_options *out, const lcm_grid **grid, lcm_ctx *ctx,
    const struct liblcm_predict_options *options);

/* Return whether "options" (may be NULL) make sense. */
bool lcm_api_check_options(const struct liblcm_predict_options *options);

/* Return whether "texts" are "n" texts. */
bool lcm_api_check_texts(const char *const *texts, size_t n);

/* Put how "options" (may be NULL) want the "n" inputs at "inputs" read into
 * "*out". */
void lcm_api_load_options(struct lcm_load_options *out,
                          const char *const *inputs, size_t n,
                          const struct liblcm_load_options *options);

/* Return whether the "n" inputs at "inputs" and "options" (may be NULL) make
 * sense. */
bool lcm_api_check_load(const char *const *inputs, size_t n,
                        const struct liblcm_load_options *options);
