/* Detection of quiescence: two phases on a spanning tree (thesis, 3.3).  Each
 * phase counts, from the leaves up, the messages that were created and those
 * whose processing has ended, by processors that are idle.  If the first finds
 * both equal, and the second finds as many created, there is no message. */
#include "chares/quiet.h"

#include <string.h>

#include "chares/post.h"
#include "chares/queue.h"
#include "chares/send.h"
#include "chares/trace.h"

/* What the messages of a phase carry. */
struct md_counts {
  int64_t phase;
  uint64_t created, processed;
};

/* Tell the children of "m" that "phase" begins, and let it begin here. */
static void begin(md *m, int64_t phase) {
  const struct md_counts counts = {phase, 0, 0};
  struct md_quiet *quiet = &m->quiet;
  for (int i = 0; i < MD_FANOUT; i++) {
    const int child = md_child(m, 0, i);
    if (child < 0)
      continue;
    m->probes++;
    lcm_md_post(m, lcm_md_new(m, MD_KIND_BEGIN_PHASE, &counts, sizeof counts),
                child);
  }
  m->probed = true;
  quiet->phase = (int)phase;
  quiet->heard = 0;
  quiet->created = quiet->processed = 0;
}

/* Tell all who asked that there is quiescence. */
static void report(md *m) {
  struct md_quiet *quiet = &m->quiet;
  md_message *asked = quiet->asked;
  quiet->asked = NULL;
  quiet->running = false;
  m->run->found++;
  while (asked) {
    md_message *next = asked->next;
    struct md_reply reply;
    memcpy(&reply, asked->data, sizeof reply);
    lcm_md_post(m, lcm_md_answer(m, reply.id, reply.entry, NULL, 0),
                reply.id.processor);
    lcm_md_drop(m, asked);
    asked = next;
  }
}

/* Decide on the root, where all counts have come together. */
static void decide(md *m) {
  struct md_quiet *quiet = &m->quiet;
  const struct md_machine *machine = &m->run->machine;
  m->run->rounds++;
  if (quiet->phase == 1 && quiet->created == quiet->processed) {
    quiet->before = quiet->created;
    begin(m, 2);
  } else if (quiet->phase == 2 && quiet->created == quiet->before) {
    report(m);
  } else {
    lcm_md_timer(m, 1e-6 + 4 * machine->latency, -2);
  }
}

void lcm_md_quiet_idle(md *m) {
  struct md_quiet *quiet = &m->quiet;
  struct md_counts counts;
  while (m->probed && quiet->heard == md_children(m)) {
    m->probed = false;
    quiet->created += m->created;
    quiet->processed += m->processed;
    if (!m->index) {
      decide(m);
      continue;
    }
    counts = (struct md_counts){quiet->phase, quiet->created, quiet->processed};
    m->probes++;
    lcm_md_post(m, lcm_md_new(m, MD_KIND_COUNTS, &counts, sizeof counts),
                md_parent(m));
  }
}

void lcm_md_quiet_again(md *m) { begin(m, 1); }

void lcm_md_quiet_message(md *m, md_message *message) {
  struct md_quiet *quiet = &m->quiet;
  struct md_counts counts;
  if (message->kind == MD_KIND_ASK_QUIET) {
    message->next = quiet->asked;
    quiet->asked = message;
    if (!quiet->running)
      begin(m, 1);
    quiet->running = true;
    return;
  }
  memcpy(&counts, message->data, sizeof counts);
  if (message->kind == MD_KIND_BEGIN_PHASE) {
    begin(m, counts.phase);
  } else {
    quiet->heard++;
    quiet->created += counts.created;
    quiet->processed += counts.processed;
  }
  lcm_md_drop(m, message);
}
