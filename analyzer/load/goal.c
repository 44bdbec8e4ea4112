/* Schedules in GOAL as structures.  A rank has operations: calc, nanoseconds on
 * its processor, send and recv; an operation that requires another begins when
 * that has ended, one that irequires it when that has begun.
 *
 * The structure executes the operations of a rank in an order in which each
 * comes behind those that it requires, else in that of the file.  What is
 * received is asked for at once (MPI_Irecv), and waited for before the first
 * operation that requires it, and at the end. */
#include "analyzer/load/goal.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

#include "base/json_print.h"
#include "base/list.h"
#include "base/map.h"

/* How many operations there may be, and ranks. */
enum { MOST_OPERATIONS = 1000000, MOST_RANKS = 100000 };

/* What is done. */
enum kind { CALC, SEND, RECV };

/* That an operation needs another of its rank, by its number. */
struct need {
  size_t other;
  bool begun; /* it is enough that that has begun */
};

/* An operation. */
struct operation {
  enum kind kind;
  double amount; /* nanoseconds, or bytes */
  double peer;
  double tag;
  const char *label; /* NULL: none */
  lcm_loc at;
  LCM_LIST(struct need) needs;
  size_t met;   /* how many of these were looked at */
  bool entered; /* it, or what it needs, is being written */
  bool written;
  bool waited; /* it was waited for, or need not be */
};

/* A rank. */
struct rank {
  double number;
  lcm_loc at;
  LCM_LIST(struct operation) operations;
  lcm_map labels; /* from labels to numbers of operations */
};

/* A text being read, and what was read. */
struct goal {
  lcm_ctx *ctx;
  const char *file;
  const char *at; /* at, end: the next byte, and behind the last */
  const char *end;
  const char *line_at;
  unsigned line;
  lcm_loc token_at;  /* where the token begins */
  const char *token; /* interned; "" at the end */
  double ranks;      /* as the text says */
  size_t n;          /* operations */
  LCM_LIST(struct rank) all;
};

/* ---- tokens --------------------------------------------------------------
 */

bool lcm_load_is_goal(const char *name) {
  const size_t n = strlen(name);
  return n > 5 && !strcmp(name + n - 5, ".goal");
}

/* Report that the token is not "what"; return LCM_EPARSE. */
static lcm_status fail(const struct goal *g, const char *what) {
  lcm_report(g->ctx, LCM_DIAG_SYNTAX, g->token_at, "expected %s%s%s%s", what,
             *g->token ? ", not '" : " before the end", g->token,
             *g->token ? "'" : "");
  return LCM_EPARSE;
}

/* Skip blanks and remarks. */
static void skip(struct goal *g) {
  while (g->at < g->end) {
    const bool remark = *g->at == '#' || (*g->at == '/' && g->end - g->at > 1 &&
                                          g->at[1] == '/');
    if (remark) {
      const char *end = memchr(g->at, '\n', (size_t)(g->end - g->at));
      g->at = end ? end : g->end;
    } else if (*g->at == '\n') {
      g->line++;
      g->line_at = ++g->at;
    } else if (isspace((unsigned char)*g->at)) {
      g->at++;
    } else {
      return;
    }
  }
}

/* Return whether "c" is a token of its own. */
static bool is_mark(char c) { return c == '{' || c == '}' || c == ':'; }

/* Go to the next token. */
static void advance(struct goal *g) {
  skip(g);
  const char *start = g->at;
  if (g->at < g->end && is_mark(*g->at))
    g->at++;
  else
    while (g->at < g->end && !is_mark(*g->at) &&
           !isspace((unsigned char)*g->at))
      g->at++;
  const size_t n = (size_t)(g->at - start);
  g->token = lcm_intern_n(g->ctx, n ? start : "", n);
  g->token_at =
      (lcm_loc){g->file, g->line, (unsigned)(start - g->line_at) + 1, 0, 0};
}

/* Take the token "word", if it is the next one. */
static bool take(struct goal *g, const char *word) {
  if (strcmp(g->token, word) != 0)
    return false;
  advance(g);
  return true;
}

/* Take a whole number up to "most", behind which "unit" may stand, into
 * "*out"; "what" is what it is. */
static lcm_status take_number(struct goal *g, double *out, const char *unit,
                              const char *what) {
  const double most = 9007199254740992.0;
  const char *end = g->token;
  *out = lcm_strtod(g->token, &end);
  if (end == g->token || !isdigit((unsigned char)*g->token) ||
      (*end && strcmp(end, unit) != 0) || *out > most || *out != floor(*out))
    return fail(g, what);
  advance(g);
  return LCM_OK;
}

/* ---- reading -------------------------------------------------------------
 */

/* Read what follows the size of "one": whom it is about, its tag, and on which
 * processor and interface it is, which does not matter here. */
static lcm_status read_rest(struct goal *g, struct operation *one) {
  double ignored = 0;
  lcm_status status = LCM_OK;
  if (one->kind != CALC) {
    const char *word = one->kind == SEND ? "to" : "from";
    if (!take(g, word))
      return fail(g,
                  one->kind == SEND ? "'to' and a rank" : "'from' and a rank");
    status = take_number(g, &one->peer, "", "a rank");
  }
  while (!status) {
    if (one->kind != CALC && take(g, "tag"))
      status = take_number(g, &one->tag, "", "a tag");
    else if (take(g, "cpu") || take(g, "nic"))
      status = take_number(g, &ignored, "", "a number");
    else
      return LCM_OK;
  }
  return status;
}

/* Read the operation "label" (NULL: it has none), which begins at "at". */
static lcm_status read_operation(struct goal *g, struct rank *rank,
                                 const char *label, lcm_loc at) {
  static const char *const WORDS[] = {"calc", "send", "recv"};
  struct operation one = {.label = label, .at = at};
  size_t known = 0;
  int kind = 0;
  while (kind < 3 && strcmp(g->token, WORDS[kind]) != 0)
    kind++;
  if (kind == 3)
    return fail(g, "calc, send or recv");
  if (label && lcm_map_get(&rank->labels, label, &known)) {
    lcm_report(g->ctx, LCM_DIAG_SYNTAX, at, "a second operation %s", label);
    return LCM_EPARSE;
  }
  if (g->n++ == MOST_OPERATIONS) {
    lcm_report(g->ctx, LCM_DIAG_SYNTAX, at, "more than %d operations",
               MOST_OPERATIONS);
    return LCM_EPARSE;
  }
  one.kind = (enum kind)kind;
  one.waited = one.kind != RECV;
  advance(g);
  lcm_status status =
      take_number(g, &one.amount, one.kind == CALC ? "" : "b",
                  one.kind == CALC ? "nanoseconds" : "a size, such as 8b");
  status = status ? status : read_rest(g, &one);
  if (label)
    lcm_map_put(lcm_ctx_arena(g->ctx), &rank->labels, label,
                rank->operations.n);
  LCM_LIST_ADD(lcm_ctx_arena(g->ctx), &rank->operations, one);
  return status;
}

/* Read that "label" requires another operation. */
static lcm_status read_need(struct goal *g, struct rank *rank,
                            const char *label, lcm_loc at) {
  const bool begun = !strcmp(g->token, "irequires");
  size_t i = 0;
  struct need need = {0, begun};
  advance(g);
  if (!lcm_map_get(&rank->labels, label, &i)) {
    lcm_report(g->ctx, LCM_DIAG_SYNTAX, at,
               "there is no operation %s before this line", label);
    return LCM_EPARSE;
  }
  if (!*g->token || !lcm_map_get(&rank->labels, g->token, &need.other))
    return fail(g, "the label of an operation before this line");
  advance(g);
  LCM_LIST_ADD(lcm_ctx_arena(g->ctx), &rank->operations.at[i].needs, need);
  return LCM_OK;
}

/* Read a line of "rank". */
static lcm_status read_line(struct goal *g, struct rank *rank) {
  const lcm_loc at = g->token_at;
  const char *word = g->token;
  if (!strcmp(word, "calc") || !strcmp(word, "send") || !strcmp(word, "recv"))
    return read_operation(g, rank, NULL, at);
  if (!*word || is_mark(*word))
    return fail(g, "an operation or '}'");
  advance(g);
  if (take(g, ":"))
    return read_operation(g, rank, word, at);
  if (!strcmp(g->token, "requires") || !strcmp(g->token, "irequires"))
    return read_need(g, rank, word, at);
  return fail(g, "':', requires or irequires behind a label");
}

/* Read a rank. */
static lcm_status read_rank(struct goal *g) {
  struct rank rank = {.at = g->token_at};
  if (!take(g, "rank"))
    return fail(g, "'rank' and a number");
  const lcm_loc at = g->token_at;
  lcm_status status = take_number(g, &rank.number, "", "the number of a rank");
  if (!status && rank.number >= g->ranks) {
    lcm_report(g->ctx, LCM_DIAG_SYNTAX, at, "there are %g ranks, from 0 on",
               g->ranks);
    return LCM_EPARSE;
  }
  if (!status && !take(g, "{"))
    return fail(g, "'{'");
  while (!status && !take(g, "}"))
    status = read_line(g, &rank);
  LCM_LIST_ADD(lcm_ctx_arena(g->ctx), &g->all, rank);
  return status;
}

/* Read all. */
static lcm_status read_all(struct goal *g) {
  advance(g);
  if (!take(g, "num_ranks"))
    return fail(g, "num_ranks");
  const lcm_loc at = g->token_at;
  lcm_status status = take_number(g, &g->ranks, "", "how many ranks there are");
  if (!status && (g->ranks < 1 || g->ranks > MOST_RANKS)) {
    lcm_report(g->ctx, LCM_DIAG_SYNTAX, at, "ranks are 1 to %d, not %g",
               MOST_RANKS, g->ranks);
    return LCM_EPARSE;
  }
  while (!status && *g->token)
    status = read_rank(g);
  return status;
}

/* ---- writing -------------------------------------------------------------
 */

/* A structure being written. */
struct writing {
  lcm_ctx *ctx;
  lcm_buf buf;
  size_t nodes; /* how many there are */
};

/* Append where a node is, and the end of the line. */
static void put_place(struct writing *w, lcm_loc at, const char *more) {
  lcm_buf_printf(&w->buf, " @:%u:%u:0-0%s\n", at.line, at.column, more);
}

/* Append the beginning of a node of kind "kind", which is called "label". */
static void put_node(struct writing *w, const char *kind, const char *label) {
  lcm_buf_printf(&w->buf, "%s #%zu label=", kind, ++w->nodes);
  lcm_json_put_string(&w->buf, label);
}

/* Return what "one", number "i" of its rank, is called. */
static const char *label_of(lcm_ctx *ctx, const struct operation *one,
                            size_t i) {
  static const char *const WORDS[] = {"calc", "send", "recv"};
  return one->label ? one->label
                    : lcm_arena_printf(lcm_ctx_arena(ctx), "%s %zu",
                                       WORDS[one->kind], i + 1);
}

/* Append that "one", number "i" of its rank, is waited for. */
static void put_wait(struct writing *w, struct operation *one, size_t i) {
  if (one->waited)
    return;
  one->waited = true;
  put_node(w, "message", label_of(w->ctx, one, i));
  lcm_buf_printf(
      &w->buf, " operation=MPI_Wait request=r%zu status=MPI_STATUS_IGNORE", i);
  put_place(w, one->at, "");
}

/* Append "one", number "i" of its rank. */
static void put_operation(struct writing *w, struct operation *one, size_t i) {
  const char *label = label_of(w->ctx, one, i);
  if (one->kind == CALC) {
    put_node(w, "fragment", label);
    put_place(w, one->at, " {");
    lcm_buf_printf(&w->buf, "model time (%.0f ns)", one->amount);
    put_place(w, one->at, "");
    lcm_buf_puts(&w->buf, "}\n");
    return;
  }
  put_node(w, "message", label);
  lcm_buf_printf(&w->buf, " comm=MPI_COMM_WORLD bytes=(%.0f)", one->amount);
  if (one->kind == SEND)
    lcm_buf_printf(&w->buf, " operation=MPI_Send to=(%.0f) tag=(%.0f)",
                   one->peer, one->tag);
  else
    lcm_buf_printf(&w->buf,
                   " operation=MPI_Irecv from=(%.0f) from_tag=(%.0f) "
                   "request=r%zu",
                   one->peer, one->tag, i);
  put_place(w, one->at, "");
}

/* Append operation "i" of "rank" behind all that it needs; LCM_EPARSE, and a
 * diagnostic, where that needs it. */
static lcm_status put_from(struct writing *w, struct rank *rank, size_t i) {
  LCM_LIST(size_t) stack = {0};
  LCM_LIST_ADD(lcm_ctx_arena(w->ctx), &stack, i);
  while (stack.n) {
    const size_t k = stack.at[stack.n - 1];
    struct operation *one = &rank->operations.at[k];
    one->entered = true;
    if (one->written || one->met == one->needs.n) {
      for (size_t m = 0; m < one->needs.n && !one->written; m++)
        if (!one->needs.at[m].begun)
          put_wait(w, &rank->operations.at[one->needs.at[m].other],
                   one->needs.at[m].other);
      if (!one->written)
        put_operation(w, one, k);
      one->written = true;
      stack.n--;
      continue;
    }
    const size_t next = one->needs.at[one->met++].other;
    const struct operation *other = &rank->operations.at[next];
    if (other->entered && !other->written) {
      lcm_report(w->ctx, LCM_DIAG_SYNTAX, other->at,
                 "%s requires itself, by way of others",
                 label_of(w->ctx, other, next));
      return LCM_EPARSE;
    }
    if (!other->written)
      LCM_LIST_ADD(lcm_ctx_arena(w->ctx), &stack, next);
  }
  return LCM_OK;
}

/* Append "rank". */
static lcm_status put_rank(struct writing *w, struct rank *rank) {
  const char *label =
      lcm_arena_printf(lcm_ctx_arena(w->ctx), "rank %.0f", rank->number);
  lcm_status status = LCM_OK;
  put_node(w, "branch", label);
  put_place(w, rank->at, " {");
  lcm_buf_printf(&w->buf, "series #%zu if=(rank == %.0f)", ++w->nodes,
                 rank->number);
  put_place(w, rank->at, " {");
  for (size_t i = 0; i < rank->operations.n && !status; i++)
    status = put_from(w, rank, i);
  for (size_t i = 0; i < rank->operations.n; i++)
    put_wait(w, &rank->operations.at[i], i);
  lcm_buf_puts(&w->buf, "}\n}\n");
  return status;
}

lcm_status lcm_goal_to_lcs(char **out, lcm_ctx *ctx, const char *file,
                           const char *text, size_t len) {
  const lcm_loc top = {NULL, 1, 1, 0, 0};
  struct writing w = {.ctx = ctx};
  struct goal g = {.ctx = ctx,
                   .file = lcm_intern(ctx, file),
                   .at = text,
                   .end = text + len,
                   .line_at = text,
                   .line = 1};
  lcm_status status = read_all(&g);
  lcm_buf_puts(&w.buf, "lcs 1\nfile ");
  lcm_json_put_string(&w.buf, file);
  lcm_buf_puts(&w.buf, "\n\nfunction main @");
  lcm_json_put_string(&w.buf, file);
  lcm_buf_printf(&w.buf, ":1:1:0-0 {\nseries #%zu", ++w.nodes);
  put_place(&w, top, " {");
  put_node(&w, "message", "MPI_Init");
  lcm_buf_puts(&w.buf, " operation=MPI_Init");
  put_place(&w, top, "");
  for (size_t i = 0; i < g.all.n && !status; i++)
    status = put_rank(&w, &g.all.at[i]);
  put_node(&w, "message", "MPI_Finalize");
  lcm_buf_puts(&w.buf, " operation=MPI_Finalize");
  put_place(&w, top, "");
  lcm_buf_puts(&w.buf, "}\n}\n");
  *out = NULL;
  if (!status && w.buf.failed)
    status = LCM_ENOMEM;
  if (!status)
    *out = lcm_buf_take(&w.buf);
  lcm_buf_free(&w.buf);
  return status;
}
