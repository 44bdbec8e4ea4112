/* Traces of runs: what happens to messages, a line for each. */
#include "chares/trace.h"

#include <inttypes.h>

#include "chares/fail.h"
#include "chares/post.h"

enum { NAME = 200 };

/* Return the word of the variables of "kind". */
static const char *sharing_word(enum md_sharing kind) {
  static const char *const words[] = {[MD_READONLY] = "readonly",
                                      [MD_ACCUMULATOR] = "accumulator",
                                      [MD_MONOTONIC] = "monotonic",
                                      [MD_TABLE] = "table"};
  return words[kind];
}

void lcm_md_trace_head(const struct md_run *run) {
  const struct md_program *program = run->program;
  FILE *out = run->trace;
  (void)fprintf(out, "lcm-trace/1\nprogram %s\n", program->name);
  (void)fprintf(out, "run %s %d %s %s %" PRIu64 "\n", run->options.run,
                run->processors, run->strategy->name, run->options.queue,
                run->options.seed);
  (void)fprintf(out, "machine %.9g %.9g %.9g %.9g %.9g %.9g\n",
                run->machine.send, run->machine.receive, run->machine.latency,
                run->machine.byte, run->machine.schedule, run->machine.lock);
  for (int i = 0; i < program->n_chares; i++)
    (void)fprintf(out, "chare %s %zu\n", program->chares[i].name,
                  program->chares[i].size);
  for (int i = 0; i < program->n_entries; i++)
    (void)fprintf(out, "entry %s@%s\n",
                  program->chares[program->entries[i].chare].name,
                  program->entries[i].name);
  for (int i = 0; i < program->n_variables; i++)
    (void)fprintf(out, "variable %s %s\n",
                  sharing_word(program->variables[i].kind),
                  program->variables[i].name);
}

/* Write the number "id" of a message. */
static void put_id(FILE *out, uint64_t id) {
  (void)fprintf(out, " %" PRIu64 ".%" PRIu64, id >> MD_ID_BITS,
                id & ((UINT64_C(1) << MD_ID_BITS) - 1));
}

void lcm_md_trace_create(md *m, const md_message *message) {
  char what[NAME];
  (void)fprintf(m->present->trace, "create %.9f %d", md_time(m), m->index);
  put_id(m->present->trace, message->id);
  (void)fprintf(m->present->trace, " %s %s %d %.9g %" PRIu32,
                lcm_md_word(message->kind),
                lcm_md_what(what, sizeof what, m, message), message->to,
                md_priority(message), md_paid(message));
  if (message->kind >= MD_KIND_INSERT && message->kind <= MD_KIND_FOUND)
    (void)fprintf(m->present->trace, " %" PRId64, message->key);
  (void)fputc('\n', m->present->trace);
}

void lcm_md_trace_event(md *m, const char *event, uint64_t id, double time,
                        int to) {
  (void)fprintf(m->present->trace, "%s %.9f %d", event, time, m->index);
  put_id(m->present->trace, id);
  if (to >= 0)
    (void)fprintf(m->present->trace, " %d", to);
  (void)fputc('\n', m->present->trace);
}
