/* Says in a sentence what a remark is about, and what to do. */
#include "trace/expert/say.h"

#include <string.h>

#include "render/table/table.h"

/* Below so many actors nobody can tell a bottleneck from what has to be. */
enum { MANY = 8 };

/* Append what a remark about balance says. */
static void put_balance(lcm_buf *buf, const struct trace_expert *x,
                        const struct trace_remark *r) {
  const double *n = r->numbers;
  const char *who = trace_actor_name(x->walk->log, (size_t)n[2]);
  if (!strcmp(r->id, "balance-count")) {
    lcm_buf_printf(buf,
                   "%s is unevenly distributed: %s has %.0f of %.0f, an even "
                   "share were %.4g",
                   r->name, who, n[0], n[1], n[1] / (double)x->p);
    return;
  }
  lcm_buf_printf(buf, "%s takes longer on some: on %s ", r->name, who);
  lcm_put_time(buf, n[0]);
  lcm_buf_puts(buf, ", in the mean ");
  lcm_put_time(buf, n[1]);
}

/* Append what a remark about work that is done one after the other says. */
static void put_serial(lcm_buf *buf, const struct trace_expert *x,
                       const struct trace_remark *r) {
  const double *n = r->numbers;
  if (!strcmp(r->id, "sequential-chain")) {
    lcm_buf_printf(buf,
                   "%s is executed by one processor after the other: "
                   "distribute what is done there, if it can be divided",
                   r->name);
    return;
  }
  lcm_buf_printf(buf, "%s has all of %s (%.0f, ",
                 trace_actor_name(x->walk->log, (size_t)n[2]), r->name, n[0]);
  lcm_put_time(buf, n[1]);
  lcm_buf_puts(buf, "), sent by all: a possible bottleneck");
  if (x->p < MANY)
    lcm_buf_puts(buf, "; there are too few processors to decide this");
}

/* Append what a remark about messages says. */
static void put_message(lcm_buf *buf, const struct trace_remark *r) {
  const double *n = r->numbers;
  if (!strcmp(r->id, "tail-end")) {
    lcm_buf_printf(buf,
                   "processors wait because a message is sent at the very end "
                   "of %s: send it earlier, if its data are ready",
                   r->name);
  } else if (!strcmp(r->id, "pipelining")) {
    lcm_buf_printf(buf,
                   "processors wait at %s for a large message (%.0f bytes): "
                   "send it in %.0f parts",
                   r->name, n[1], n[2]);
  } else {
    lcm_buf_printf(buf, "%s lasts only ", r->name);
    lcm_put_time(buf, n[1]);
    lcm_buf_printf(buf, " (%.0f of them), and getting one to run takes ", n[0]);
    lcm_put_time(buf, n[2]);
    lcm_buf_puts(buf, ": let its creator do it, or more at a time");
  }
}

/* Append what a remark about the degree of parallelism says. */
static void put_parallelism(lcm_buf *buf, const struct trace_expert *x,
                            const struct trace_remark *r) {
  if (x->walk->log->driven)
    lcm_buf_printf(buf, "there are too few tasks, at most %.0f at a time: for ",
                   r->numbers[0]);
  else
    lcm_buf_printf(buf, "at most %.0f work at a time: for ", r->numbers[0]);
  lcm_put_percent(buf,
                  (r->gain + r->numbers[2]) / (x->walk->end - x->walk->begin));
  lcm_buf_puts(buf, x->walk->log->driven
                        ? " of the processor-time there is none; create more"
                        : " of the processor-time they wait or are idle, where "
                          "the table says");
}

/* Append what a what-if about tables says. */
static void put_table(lcm_buf *buf, const struct trace_expert *x,
                      const struct trace_remark *r) {
  const double *n = r->numbers;
  if (!strcmp(r->id, "caching"))
    lcm_buf_printf(buf,
                   "%.0f of %.0f questions to table %s are about keys that the "
                   "processor has asked for already: keep what was found there "
                   "(cache), or make it a write-once variable",
                   n[0], n[1], r->name);
  else if (!strcmp(r->id, "locality"))
    lcm_buf_printf(
        buf,
        "%.0f of %.0f questions to table %s go to another processor: "
        "let its hash put entries where they are asked for",
        n[0], n[1], r->name);
  else
    lcm_buf_printf(buf,
                   "%s deals with %.0f of %.0f accesses to table %s: let its "
                   "hash spread the entries",
                   trace_actor_name(x->walk->log, (size_t)n[2]), n[0], n[1],
                   r->name);
}

/* Append what a what-if says. */
static void put_trial(lcm_buf *buf, const struct trace_expert *x,
                      const struct trace_remark *r) {
  const double *n = r->numbers;
  if (!strcmp(r->id, "strategy")) {
    lcm_buf_printf(buf,
                   "new chares are not where processors are free: '%s' places "
                   "them best, of %.0f strategies",
                   r->word, n[0]);
    if (n[1] > 0)
      lcm_buf_printf(buf, " (MD_PERIOD %.3g)", n[1]);
  } else if (!strcmp(r->id, "queue")) {
    lcm_buf_printf(
        buf, "what comes last in the queues is waited for: take '%s'", r->word);
  } else if (!strcmp(r->id, "scheduling")) {
    lcm_buf_printf(buf, "%s is in queues behind what nobody waits for, ",
                   r->name);
    lcm_put_time(buf, n[0]);
    lcm_buf_puts(buf, " until the end: give messages to it priority");
  } else if (!strcmp(r->id, "combining")) {
    lcm_buf_printf(buf,
                   "%.0f messages to %s could be %.0f: one task sends several "
                   "to the same processor",
                   n[0], r->name, n[1]);
  } else {
    put_table(buf, x, r);
  }
  lcm_buf_puts(buf, "; done so once more, the tasks take ");
  lcm_put_time(buf, r->time);
}

const char *trace_remark_text(const struct trace_expert *x,
                              const struct trace_remark *r) {
  const double *n = r->numbers;
  lcm_buf buf = {0};
  if (r->time > 0) {
    put_trial(&buf, x, r);
  } else if (!strncmp(r->id, "balance", 7)) {
    put_balance(&buf, x, r);
  } else if (!strcmp(r->id, "bottleneck") ||
             !strcmp(r->id, "sequential-chain")) {
    put_serial(&buf, x, r);
  } else if (!strcmp(r->id, "parallelism")) {
    put_parallelism(&buf, x, r);
  } else if (!strcmp(r->id, "placement")) {
    lcm_buf_puts(&buf, "there is work, but it is not where processors are free "
                       "(");
    lcm_put_percent(&buf, n[0]);
    lcm_buf_puts(&buf, " of what could be executed is, where that costs most): "
                       "another strategy, or less work for messages");
  } else {
    put_message(&buf, r);
  }
  return lcm_ctx_text(x->walk->log->ctx, &buf);
}
