/* Detectors of locks that others wait for. */
#include <string.h>

#include "study/advise/candidate.h"
#include "study/advise/find_lock.h"
#include "study/advise/words.h"

enum { MOST_LOCKS = 256 };

/* What is done under a lock. */
struct holding {
  /* read, write: the first shared section that is read, and written; NULL:
   * none */
  const lcm_section *read;
  const lcm_section *write;
  bool chosen;  /* a condition decides what is written */
  bool entries; /* what is written are entries of arrays */
};

/* Return the first of the "n" sections "all" that is shared, NULL for none. */
static const lcm_section *first_shared(const lcm_section *all, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (!all[i].is_private)
      return &all[i];
  return NULL;
}

/* Add what "node" and all below it do to "h"; "chosen": below a condition. */
static void look(struct holding *h, const lcm_node *node, bool chosen) {
  const lcm_section *read = first_shared(node->reads, node->n_reads);
  const lcm_section *write = first_shared(node->writes, node->n_writes);
  if (!h->read)
    h->read = read;
  if (write && !h->write) {
    h->write = write;
    h->chosen = chosen;
    h->entries = write->n_extents > 0;
  }
  for (size_t i = 0; i < node->n_children; i++)
    look(h, node->children[i], chosen || node->kind == LCM_NODE_BRANCH);
}

/* Return whether "site" is a lock for which threads wait long enough to matter,
 * and put what is done under it into "*h". */
static bool is_lock(struct holding *h, const struct lcm_advising *a,
                    const struct lcm_advised_site *site) {
  *h = (struct holding){NULL, NULL, false, false};
  if (site->node->kind != LCM_NODE_USING || a->point->p < 2 ||
      (a->waited > 0 && site->waits <= a->options->threshold * a->point->time))
    return false;
  look(h, site->node, false);
  return true;
}

/* Return what the lock "site" is called in sentences. */
static const char *lock_name(struct lcm_advising *a,
                             const struct lcm_advised_site *site) {
  const char *name = site->node->u.resource.n_instances
                         ? site->node->u.resource.instances[0].name
                         : "critical";
  return strcmp(name, "critical")
             ? lcm_arena_printf(lcm_ctx_arena(a->ctx), "the lock '%s'", name)
             : "the critical section";
}

/* Add a candidate of "kind" at "site": how often the lock is taken, and "what"
 * for. */
static struct lcm_candidate *add(struct lcm_advising *a, lcm_advice_kind kind,
                                 const struct lcm_advised_site *site,
                                 const char *what) {
  return lcm_advise_add(
      a, kind, site,
      lcm_arena_printf(lcm_ctx_arena(a->ctx),
                       "%s is entered %s times, by one thread after the "
                       "other%s",
                       lock_name(a, site),
                       lcm_advise_number(a->ctx, site->visits), what));
}

static const char *purpose(struct lcm_advising *a, const char *what,
                           const lcm_section *section) {
  return section ? lcm_arena_printf(lcm_ctx_arena(a->ctx), ", to %s '%s'", what,
                                    section->datum)
                 : "";
}

/* Add the edit "verb" of "site", and "more" behind it, to "c". */
static void way(struct lcm_advising *a, struct lcm_candidate *c, lcm_verb verb,
                const char *more) {
  lcm_advise_way(a, c,
                 lcm_arena_printf(lcm_ctx_arena(a->ctx), "%s %s%s",
                                  lcm_verb_word(verb),
                                  lcm_advise_place(a, c->site, verb), more));
}

void lcm_advise_lock(struct lcm_advising *a,
                     const struct lcm_advised_site *site) {
  struct holding h;
  if (!is_lock(&h, a, site) || h.entries)
    return;
  struct lcm_candidate *c =
      add(a, LCM_ADVICE_LOCK, site,
          purpose(a, h.chosen ? "replace" : "add to", h.write));
  way(a, c, LCM_VERB_REDUCE, "");
}

void lcm_advise_unlock(struct lcm_advising *a,
                       const struct lcm_advised_site *site) {
  struct holding h;
  if (!is_lock(&h, a, site) || (!h.read && !h.write))
    return;
  struct lcm_candidate *c =
      add(a, LCM_ADVICE_UNLOCK, site,
          h.write ? purpose(a, "write its own part of", h.write)
                  : purpose(a, "read", h.read));
  way(a, c, LCM_VERB_UNLOCK, "");
}

void lcm_advise_bound(struct lcm_advising *a,
                      const struct lcm_advised_site *site) {
  struct holding h;
  if (!is_lock(&h, a, site) || !h.write || !h.chosen)
    return;
  struct lcm_candidate *c =
      add(a, LCM_ADVICE_BOUND, site,
          purpose(a, "compare and rarely replace", h.write));
  way(a, c, LCM_VERB_CHECK, "");
}

void lcm_advise_table(struct lcm_advising *a,
                      const struct lcm_advised_site *site) {
  struct holding h;
  if (!is_lock(&h, a, site) || !h.write || !h.entries)
    return;
  struct lcm_candidate *c =
      add(a, LCM_ADVICE_TABLE, site, purpose(a, "touch an entry of", h.write));
  for (int n = 2; n <= MOST_LOCKS; n *= 2)
    way(a, c, LCM_VERB_PARTITION,
        lcm_arena_printf(lcm_ctx_arena(a->ctx), " %d", n));
}
