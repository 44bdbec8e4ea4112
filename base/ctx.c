/* The context of a request: its arena, interned names, diagnostics and the way
 * out when memory is exhausted. */
#include "base/ctx.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/list.h"
#include "base/map.h"

/* An interned string with the lower half of its hash and its length (saturated
 * where it is enormous). */
struct name {
  uint32_t hash;
  uint32_t len;
  const char *text;
};

/* names      open-addressing table of "names_cap" (a power of two) places */
struct lcm_ctx {
  lcm_arena arena;
  lcm_arena stack;
  struct lcm_arena_spares spares;
  struct lcm_options options;
  struct name *names;
  size_t names_n;
  size_t names_cap;
  LCM_LIST(lcm_diag) diags;
  size_t counts[3]; /* diagnostics per severity */
  unsigned long long work_left;
  bool work_reported;
  bool muted; /* reports are dropped */
  struct lcm_watch watch;
  bool persists; /* nothing stops what is done */
  unsigned long long worked;
  unsigned long long asked; /* "worked" when the watch was asked last */
  unsigned long long until; /* at which "worked" what is done stops; 0: never */
  enum lcm_stop stop;       /* and why it ended, where "so_far" */
  const char *so_far;       /* what the answer has; NULL: it is whole */
  void *slots[LCM_SLOT_COUNT];
  jmp_buf *recover; /* where an allocation failure goes; NULL aborts */
};

/* Work after which who watches is asked. */
static const unsigned long long ASKED_EACH = 2000;

static const unsigned long long DEFAULT_WORK = 50000000;
static const size_t DEFAULT_MEMORY = (size_t)4 << 30;

/* Leave through the guard of the context "user". */
static void ctx_fail(void *user) {
  lcm_ctx *ctx = user;
  if (ctx->recover)
    longjmp(*ctx->recover, 1);
}

LCM_GIVE lcm_ctx *lcm_ctx_new(const struct lcm_options *opts) {
  lcm_ctx *ctx = calloc(1, sizeof *ctx);
  if (!ctx)
    return NULL;
  if (opts)
    ctx->options = *opts;
  ctx->arena.limit =
      ctx->options.max_memory ? ctx->options.max_memory : DEFAULT_MEMORY;
  ctx->arena.on_fail = ctx_fail;
  ctx->arena.user = ctx;
  ctx->arena.spares = &ctx->spares;
  ctx->stack = ctx->arena;
  lcm_ctx_refill(ctx);
  return ctx;
}

void lcm_ctx_free(LCM_TAKE lcm_ctx *ctx) {
  if (!ctx)
    return;
  lcm_arena_reset(&ctx->arena);
  lcm_arena_reset(&ctx->stack);
  lcm_arena_spares_free(&ctx->spares);
  free(ctx->names);
  free(ctx);
}

lcm_arena *lcm_ctx_arena(lcm_ctx *ctx) { return &ctx->arena; }

lcm_arena *lcm_ctx_stack(lcm_ctx *ctx) { return &ctx->stack; }

const struct lcm_options *lcm_ctx_options(const lcm_ctx *ctx) {
  return &ctx->options;
}

void **lcm_ctx_slot(lcm_ctx *ctx, lcm_slot slot) { return &ctx->slots[slot]; }

struct lcm_map *lcm_ctx_table(lcm_ctx *ctx, lcm_slot slot) {
  void **table = lcm_ctx_slot(ctx, slot);
  if (!*table)
    *table = LCM_NEW(lcm_ctx_arena(ctx), struct lcm_map);
  return *table;
}

bool lcm_ctx_mute(lcm_ctx *ctx, bool mute) {
  const bool before = ctx->muted;
  ctx->muted = mute;
  return before;
}

/* Return the fewer than 8 bytes at "text" as a number; those of different texts
 * of the same length differ. */
static uint64_t few_bytes(const char *text, size_t len) {
  uint32_t first = 0;
  uint32_t last = 0;
  if (len >= sizeof first) {
    memcpy(&first, text, sizeof first);
    memcpy(&last, text + len - sizeof last, sizeof last);
    return first | (uint64_t)last << 32;
  }
  return len ? (uint64_t)(unsigned char)text[0] |
                   (uint64_t)(unsigned char)text[len / 2] << 8 |
                   (uint64_t)(unsigned char)text[len - 1] << 16
             : 0;
}

/* Return a hash of the "len" bytes at "text": as FNV-1a, by words. */
static uint64_t hash_bytes(const char *text, size_t len) {
  uint64_t hash = 14695981039346656037u ^ len;
  for (; len >= sizeof hash; len -= sizeof hash, text += sizeof hash) {
    uint64_t word;
    memcpy(&word, text, sizeof word);
    hash = (hash ^ word) * 0x9e3779b97f4a7c15u;
    hash ^= hash >> 32;
  }
  hash = (hash ^ few_bytes(text, len)) * 0x9e3779b97f4a7c15u;
  return hash ^ hash >> 32;
}

/* Return the length that a name of "len" bytes is entered with. */
static uint32_t entered_length(size_t len) {
  return len < UINT32_MAX ? (uint32_t)len : UINT32_MAX;
}

/* Return whether "name" is the "len" bytes at "text". */
static bool is_name(const struct name *name, const char *text, size_t len) {
  if (name->len != entered_length(len))
    return false;
  return len < UINT32_MAX ? !memcmp(name->text, text, len)
                          : !strncmp(name->text, text, len) && !name->text[len];
}

/* Return the place for the "len" bytes at "text" in the table of "ctx": the
 * one that holds them or the first empty one. */
static struct name *name_place(const lcm_ctx *ctx, uint64_t hash,
                               const char *text, size_t len) {
  size_t i = (size_t)(hash & (ctx->names_cap - 1));
  for (;; i = (i + 1) & (ctx->names_cap - 1)) {
    struct name *name = &ctx->names[i];
    if (!name->text ||
        (name->hash == (uint32_t)hash && is_name(name, text, len)))
      return name;
  }
}

/* Enter "name", which is not there yet, into the table of "ctx". */
static void enter(lcm_ctx *ctx, struct name name) {
  size_t i = name.hash & (ctx->names_cap - 1);
  while (ctx->names[i].text)
    i = (i + 1) & (ctx->names_cap - 1);
  ctx->names[i] = name;
}

/* Double the table of names. */
static void names_grow(lcm_ctx *ctx) {
  struct name *old = ctx->names;
  const size_t old_cap = ctx->names_cap;
  const size_t cap = old_cap ? old_cap * 2 : 1024;
  struct name *names = calloc(cap, sizeof *names);
  if (!names) {
    ctx_fail(ctx);
    abort();
  }
  ctx->names = names;
  ctx->names_cap = cap;
  for (size_t i = 0; i < old_cap; i++)
    if (old[i].text)
      enter(ctx, old[i]);
  free(old);
}

const char *lcm_intern_n(lcm_ctx *ctx, const char *text, size_t len) {
  if (2 * ctx->names_n >= ctx->names_cap)
    names_grow(ctx);
  const uint64_t hash = hash_bytes(text, len);
  struct name *name = name_place(ctx, hash, text, len);
  if (!name->text) {
    name->text = lcm_arena_strndup(&ctx->arena, text, len);
    name->hash = (uint32_t)hash;
    name->len = entered_length(len);
    ctx->names_n++;
  }
  return name->text;
}

const char *lcm_intern(lcm_ctx *ctx, const char *text) {
  return lcm_intern_n(ctx, text, strlen(text));
}

const char *lcm_intern_parts(lcm_ctx *ctx, const char *const *parts, size_t n) {
  char local[4096];
  size_t len = 0;
  for (size_t i = 0; i < n; i++)
    len += strlen(parts[i]);
  char *whole =
      len < sizeof local ? local : lcm_arena_alloc(&ctx->arena, 1, len + 1);
  char *end = whole;
  for (size_t i = 0; i < n; i++)
    end = stpcpy(end, parts[i]);
  return lcm_intern_n(ctx, whole, len);
}

const char *lcm_ctx_text(lcm_ctx *ctx, lcm_buf *buf) {
  if (buf->failed) {
    ctx_fail(ctx);
    abort();
  }
  const char *text =
      lcm_arena_strndup(&ctx->arena, buf->text ? buf->text : "", buf->len);
  lcm_buf_free(buf);
  return text;
}

lcm_status lcm_ctx_spend(lcm_ctx *ctx, unsigned long long amount) {
  if (ctx->work_left >= amount) {
    ctx->work_left -= amount;
    return LCM_OK;
  }
  ctx->work_left = 0;
  if (!ctx->work_reported)
    lcm_report(ctx, LCM_DIAG_BUDGET, (lcm_loc){0},
               "the expressions of this function grow beyond the budget");
  ctx->work_reported = true;
  return LCM_EBUDGET;
}

bool lcm_ctx_is_spent(const lcm_ctx *ctx) { return !ctx->work_left; }

void lcm_ctx_refill(lcm_ctx *ctx) {
  ctx->work_left = ctx->options.max_work ? ctx->options.max_work : DEFAULT_WORK;
  ctx->work_reported = false;
}

void lcm_ctx_watch(lcm_ctx *ctx, const struct lcm_watch *watch) {
  ctx->watch = *watch;
}

/* Return why what is done in "ctx" is to stop, which who watches it says or the
 * memory that it has. */
static enum lcm_stop ask(const lcm_ctx *ctx) {
  const size_t held = ctx->arena.held + ctx->stack.held;
  const size_t most =
      ctx->options.max_memory ? ctx->options.max_memory : DEFAULT_MEMORY;
  if (held > most - most / 8)
    return LCM_STOP_MEMORY;
  return ctx->watch.asks(ctx->watch.user);
}

bool lcm_ctx_persist(lcm_ctx *ctx, bool on) {
  const bool before = ctx->persists;
  ctx->persists = on;
  return before;
}

bool lcm_ctx_work(lcm_ctx *ctx, unsigned long long amount) {
  ctx->worked += amount;
  if (ctx->watch.asks && !ctx->so_far && !ctx->stop && !ctx->persists &&
      ctx->worked - ctx->asked >= ASKED_EACH) {
    ctx->asked = ctx->worked;
    ctx->stop = ask(ctx);
  }
  return lcm_ctx_is_stopped(ctx);
}

unsigned long long lcm_ctx_worked(const lcm_ctx *ctx) { return ctx->worked; }

bool lcm_ctx_is_stopped(const lcm_ctx *ctx) {
  return (ctx->stop && !ctx->so_far) || lcm_ctx_is_over(ctx);
}

unsigned long long lcm_ctx_limit(lcm_ctx *ctx, unsigned long long until) {
  const unsigned long long before = ctx->until;
  ctx->until = until;
  return before;
}

bool lcm_ctx_is_over(const lcm_ctx *ctx) {
  return ctx->until && ctx->worked >= ctx->until;
}

void lcm_ctx_tell(lcm_ctx *ctx, const char *what, size_t done, size_t n) {
  if (ctx->watch.tells)
    ctx->watch.tells(ctx->watch.user, what, done, n);
}

void lcm_ctx_end(lcm_ctx *ctx, const char *fmt, ...) {
  static const char *const WHY[] = {
      [LCM_STOP_NOT] = "stopped",
      [LCM_STOP_ASKED] = "interrupted",
      [LCM_STOP_TIME] = "the processor time is nearly spent",
      [LCM_STOP_MEMORY] = "the memory is nearly spent"};
  va_list args;
  const bool muted = lcm_ctx_mute(ctx, false);
  va_start(args, fmt);
  const char *text = lcm_arena_vprintf(&ctx->arena, fmt, args);
  va_end(args);
  if (ctx->so_far)
    (void)lcm_diag_withdraw(ctx, LCM_DIAG_STOPPED, (lcm_loc){0});
  ctx->so_far = ctx->so_far
                    ? lcm_arena_printf(&ctx->arena, "%s, %s", ctx->so_far, text)
                    : text;
  lcm_report(ctx, LCM_DIAG_STOPPED, (lcm_loc){0}, "%s: the answer so far: %s",
             WHY[ctx->stop], ctx->so_far);
  (void)lcm_ctx_mute(ctx, muted);
}

const char *lcm_ctx_so_far(const lcm_ctx *ctx, enum lcm_stop *why) {
  if (why)
    *why = ctx->stop;
  return ctx->so_far;
}

lcm_status lcm_ctx_guard(lcm_ctx *ctx, lcm_status (*body)(lcm_ctx *, void *),
                         void *user) {
  jmp_buf here;
  jmp_buf *const outer = ctx->recover;
  lcm_status status = LCM_ENOMEM;
  ctx->recover = &here;
  if (!setjmp(here))
    status = body(ctx, user);
  ctx->recover = outer;
  return status;
}

lcm_status lcm_ctx_within(lcm_ctx *ctx, size_t bytes,
                          lcm_status (*body)(lcm_ctx *, void *), void *user) {
  const size_t limit = ctx->arena.limit;
  const bool near_end = limit && limit - ctx->arena.held <= bytes;
  if (!near_end)
    ctx->arena.limit = ctx->arena.held + bytes;
  const lcm_status status = lcm_ctx_guard(ctx, body, user);
  ctx->arena.limit = limit;
  if (status == LCM_ENOMEM && near_end)
    ctx_fail(ctx);
  return status == LCM_ENOMEM ? LCM_EBUDGET : status;
}

void lcm_report(lcm_ctx *ctx, lcm_diag_id id, lcm_loc at, const char *fmt,
                ...) {
  va_list args;
  if (ctx->muted)
    return;
  va_start(args, fmt);
  const char *message = lcm_arena_vprintf(&ctx->arena, fmt, args);
  va_end(args);
  lcm_severity severity = lcm_diag_severity(id);
  if (severity == LCM_WARNING && ctx->options.strict)
    severity = LCM_ERROR;
  const lcm_diag diag = {id, severity, at, message};
  LCM_LIST_ADD(&ctx->arena, &ctx->diags, diag);
  ctx->counts[severity]++;
}

size_t lcm_diag_count(const lcm_ctx *ctx, lcm_severity severity) {
  size_t n = 0;
  for (int i = (int)severity; i <= (int)LCM_ERROR; i++)
    n += ctx->counts[i];
  return n;
}

/* Order two numbers. */
static int order(unsigned a, unsigned b) { return (a > b) - (a < b); }

/* Order diagnostics by place, then id, then message. */
static int diag_order(const void *a, const void *b) {
  const lcm_diag *x = a;
  const lcm_diag *y = b;
  int by = strcmp(x->at.file ? x->at.file : "", y->at.file ? y->at.file : "");
  by = by ? by : order(x->at.line, y->at.line);
  by = by ? by : order(x->at.column, y->at.column);
  by = by ? by : order((unsigned)x->id, (unsigned)y->id);
  return by ? by : strcmp(x->message, y->message);
}

bool lcm_diag_withdraw(lcm_ctx *ctx, lcm_diag_id id, lcm_loc at) {
  size_t kept = 0;
  for (size_t i = 0; i < ctx->diags.n; i++) {
    const lcm_diag *diag = &ctx->diags.at[i];
    if (diag->at.begin == at.begin && diag->id == id &&
        diag->at.file == at.file)
      ctx->counts[diag->severity]--;
    else if (kept++ != i)
      ctx->diags.at[kept - 1] = *diag;
  }
  const bool any = kept < ctx->diags.n;
  ctx->diags.n = kept;
  return any;
}

bool lcm_diag_take(lcm_diag *out, lcm_ctx *ctx, lcm_diag_id id,
                   const char *begin) {
  for (size_t i = 0; i < ctx->diags.n; i++) {
    const lcm_diag diag = ctx->diags.at[i];
    if (diag.id != id || strncmp(diag.message, begin, strlen(begin)) != 0)
      continue;
    *out = diag;
    ctx->counts[diag.severity]--;
    ctx->diags.n--;
    memmove(&ctx->diags.at[i], &ctx->diags.at[i + 1],
            (ctx->diags.n - i) * sizeof *ctx->diags.at);
    return true;
  }
  return false;
}

bool lcm_diag_is_said(const lcm_ctx *ctx, lcm_diag_id id, const char *file,
                      const char *message) {
  bool found = false;
  for (size_t i = 0; i < ctx->diags.n && !found; i++) {
    const lcm_diag *diag = &ctx->diags.at[i];
    found = diag->id == id && !strcmp(diag->message, message) &&
            !strcmp(diag->at.file ? diag->at.file : "", file ? file : "");
  }
  return found;
}

const lcm_diag *lcm_diag_all(lcm_ctx *ctx, size_t *n) {
  size_t kept = 0;
  if (ctx->diags.n)
    qsort(ctx->diags.at, ctx->diags.n, sizeof *ctx->diags.at, diag_order);
  for (size_t i = 0; i < ctx->diags.n; i++)
    if (!kept || diag_order(&ctx->diags.at[kept - 1], &ctx->diags.at[i]))
      ctx->diags.at[kept++] = ctx->diags.at[i];
    else
      ctx->counts[ctx->diags.at[i].severity]--;
  ctx->diags.n = kept;
  *n = kept;
  return ctx->diags.at;
}

const char *lcm_ctx_shown(lcm_ctx *ctx, const char *text) {
  lcm_buf buf = {0};
  lcm_buf_puts(&buf, "");
  lcm_buf_shown(&buf, text, strlen(text), "");
  return lcm_ctx_text(ctx, &buf);
}

const char *lcm_diag_format(lcm_ctx *ctx, const lcm_diag *diag) {
  const char *where = diag->at.file ? lcm_ctx_shown(ctx, diag->at.file) : "lcm";
  if (diag->at.file && diag->at.line)
    where = lcm_arena_printf(&ctx->arena, "%s:%u:%u", where, diag->at.line,
                             diag->at.column ? diag->at.column : 1);
  return lcm_arena_printf(
      &ctx->arena, "%s: %s: %s [%s]", where, lcm_severity_name(diag->severity),
      lcm_ctx_shown(ctx, diag->message), lcm_diag_name(diag->id));
}
