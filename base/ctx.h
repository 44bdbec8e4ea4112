/* The context that every request runs in: memory, names, diagnostics. */
#pragma once

#include "base/arena.h"
#include "base/buf.h"
#include "base/diag.h"

/* How a context behaves. */
struct lcm_options {
  bool strict; /* warnings about source that could not be modelled are errors */
  bool check;  /* run the checkers after every pass */
  /* budget of symbolic operations for one function of the input; 0 stands for
   * the default */
  unsigned long long max_work;
  /* bytes that the context may hold before it is out of memory; 0 stands for
   * the default, 4 GiB */
  size_t max_memory;
};

/* Return a new context with "opts" (NULL for the defaults); NULL when out of
 * memory.  A context belongs to one thread. */
LCM_GIVE lcm_ctx *lcm_ctx_new(const struct lcm_options *opts);

/* Free "ctx" and all that was allocated in it; NULL is fine. */
void lcm_ctx_free(LCM_TAKE lcm_ctx *ctx);

/* Return the arena whose memory lives as long as "ctx". */
lcm_arena *lcm_ctx_arena(lcm_ctx *ctx);

/* Return the arena for what is given back in the opposite order, by
 * lcm_arena_release, and at the latest with "ctx". */
lcm_arena *lcm_ctx_stack(lcm_ctx *ctx);

/* Return the options of "ctx". */
const struct lcm_options *lcm_ctx_options(const lcm_ctx *ctx);

/* Return the one copy of the string "text" in "ctx": equal strings are the
 * same pointer. */
const char *lcm_intern(lcm_ctx *ctx, const char *text);

/* Return the one copy of the "len" bytes at "text". */
const char *lcm_intern_n(lcm_ctx *ctx, const char *text, size_t len);

/* Return the one copy of the "n" strings "parts" put one behind another. */
const char *lcm_intern_parts(lcm_ctx *ctx, const char *const *parts, size_t n);

/* The one copy in CTX of the strings that follow put one behind another. */
#define LCM_INTERN_JOINED(ctx, ...)                                            \
  lcm_intern_parts((ctx), (const char *const[]){__VA_ARGS__},                  \
                   sizeof((const char *const[]){__VA_ARGS__}) /                \
                       sizeof(const char *))

/* Return what "buf" holds, in memory of "ctx"; "buf" is empty afterwards. */
const char *lcm_ctx_text(lcm_ctx *ctx, lcm_buf *buf);

/* Return "text" as it may go to a terminal, on one line (lcm_buf_shown). */
const char *lcm_ctx_shown(lcm_ctx *ctx, const char *text);

/* Spend "amount" of the work budget; LCM_EBUDGET (reported once per refill)
 * when nothing is left. */
LCM_NODISCARD lcm_status lcm_ctx_spend(lcm_ctx *ctx, unsigned long long amount);

/* Return whether the work budget is spent. */
bool lcm_ctx_is_spent(const lcm_ctx *ctx);

/* Give the budget of "ctx" its full amount again. */
void lcm_ctx_refill(lcm_ctx *ctx);

/* Why a request is to end with what it knows. */
enum lcm_stop {
  LCM_STOP_NOT,
  LCM_STOP_ASKED,  /* who made it wants no more */
  LCM_STOP_TIME,   /* its processor time is nearly spent */
  LCM_STOP_MEMORY, /* its memory is */
};

/* Who watches a request. */
struct lcm_watch {
  enum lcm_stop (*asks)(void *user); /* asked now and then */
  /* "done" of "n" of "what" are done */
  void (*tells)(void *user, const char *what, size_t done, size_t n);
  void *user; /* for both */
};

/* Let "watch" watch what is done in "ctx" from now on. */
void lcm_ctx_watch(lcm_ctx *ctx, const struct lcm_watch *watch);

/* Count "amount" of work in "ctx", about what a node takes that is executed;
 * return whether it is to stop: nothing that goes on has a result then. */
bool lcm_ctx_work(lcm_ctx *ctx, unsigned long long amount);

/* Let what is done in "ctx" go on to its end ("on"), or be stopped again;
 * return what was so before. */
bool lcm_ctx_persist(lcm_ctx *ctx, bool on);

/* Return how much work was counted in "ctx" so far, the same in every run. */
unsigned long long lcm_ctx_worked(const lcm_ctx *ctx);

/* Return whether what is done in "ctx" is to stop. */
bool lcm_ctx_is_stopped(const lcm_ctx *ctx);

/* Let what is done in "ctx" stop once "until" (0: any amount) of work was
 * counted, also where nothing else stops it; return what was so before. */
unsigned long long lcm_ctx_limit(lcm_ctx *ctx, unsigned long long until);

/* Return whether so much work was counted in "ctx" as lcm_ctx_limit says. */
bool lcm_ctx_is_over(const lcm_ctx *ctx);

/* Tell who watches that "done" of "n" of "what" are done. */
void lcm_ctx_tell(lcm_ctx *ctx, const char *what, size_t done, size_t n);

/* What was asked of "ctx" has stopped: the answer is what is known so far, of
 * which the text says what that is.  What is still needed for it is done and
 * not stopped again.  A warning says so.  Who puts parts together adds what it
 * has of them. */
void lcm_ctx_end(lcm_ctx *ctx, const char *fmt, ...) LCM_PRINTF(2, 3);

/* Return what the answer has so far, where it ended before all was done; NULL
 * where it is whole.  "*why" (or NULL): why it ended. */
const char *lcm_ctx_so_far(const lcm_ctx *ctx, enum lcm_stop *why);

/* Drop what is reported in "ctx" from now on where "mute" is true, keep it
 * where it is not.  Return what was done before. */
bool lcm_ctx_mute(lcm_ctx *ctx, bool mute);

/* A slot of "ctx" in which a higher module keeps its per-context state (the
 * table of interned expressions, for one).  Slots are named in ctx.h so that
 * they cannot collide. */
typedef enum lcm_slot {
  LCM_SLOT_EXPR,
  LCM_SLOT_COEF,
  LCM_SLOT_SETS,
  LCM_SLOT_TRAFFIC,
  LCM_SLOT_MET,
  LCM_SLOT_CHANCES,
  LCM_SLOT_WHOLE,
  LCM_SLOT_JOINED,
  LCM_SLOT_FLAT,
  LCM_SLOT_COUNT
} lcm_slot;

/* Return the address of the pointer kept in "slot", which starts as NULL. */
void **lcm_ctx_slot(lcm_ctx *ctx, lcm_slot slot);

struct lcm_map;

/* Return the table kept in "slot", which starts as empty. */
struct lcm_map *lcm_ctx_table(lcm_ctx *ctx, lcm_slot slot);

/* Run "body(ctx, user)".  Return what it returns, or LCM_ENOMEM when memory
 * ran out inside: then "ctx" may only be freed. */
LCM_NODISCARD lcm_status lcm_ctx_guard(lcm_ctx *ctx,
                                       lcm_status (*body)(lcm_ctx *, void *),
                                       void *user);

/* As lcm_ctx_guard for something that is not worth more than "bytes" of memory:
 * LCM_EBUDGET when it asks for more.  What it holds by then stays held. */
LCM_NODISCARD lcm_status lcm_ctx_within(lcm_ctx *ctx, size_t bytes,
                                        lcm_status (*body)(lcm_ctx *, void *),
                                        void *user);

/* Issue diagnostic "id" for the source range "at"; the message is copied. */
void lcm_report(lcm_ctx *ctx, lcm_diag_id id, lcm_loc at, const char *fmt, ...)
    LCM_PRINTF(4, 5);

/* Return how many diagnostics of at least "severity" were issued in "ctx"
 * and its finished child contexts. */
size_t lcm_diag_count(const lcm_ctx *ctx, lcm_severity severity);

/* Take back the diagnostics "id" at "at", which turned out not to hold; return
 * whether there were any. */
bool lcm_diag_withdraw(lcm_ctx *ctx, lcm_diag_id id, lcm_loc at);

/* Take back one of the diagnostics "id" whose message begins with "begin", and
 * put it into "*out"; false where there is none. */
bool lcm_diag_take(lcm_diag *out, lcm_ctx *ctx, lcm_diag_id id,
                   const char *begin);

/* Return whether "message" was said of the file "file" as diagnostic "id",
 * wherever in it. */
bool lcm_diag_is_said(const lcm_ctx *ctx, lcm_diag_id id, const char *file,
                      const char *message);

/* Sort the diagnostics of "ctx" by file, line, column and id, drop exact
 * repetitions, and return them; "*n" receives their number.  The array stays
 * valid until the next report. */
const lcm_diag *lcm_diag_all(lcm_ctx *ctx, size_t *n);

/* Return "file:line:col: severity: message [id]" in memory of "ctx". */
const char *lcm_diag_format(lcm_ctx *ctx, const lcm_diag *diag);
