/* How much of what a fragment reads and writes is touched where choices inside
 * of it decide. */
#pragma once

#include "analyzer/lower/access/again.h"
#include "analyzer/lower/cost/chance.h"

/* Of a section: how likely an iteration of the "n" loops "ranges" touches it,
 * NULL: always. */
struct lcm_portion {
  const lcm_expr *chance;
  const lcm_iteration *ranges;
  size_t n;
};

typedef LCM_LIST(struct lcm_portion) lcm_portion_list;

/* A collection of accesses as far as choices matter. */
struct lcm_shares {
  bool on;
  struct lcm_chances chances;
  /* how likely what is looked at is executed, NULL: always */
  const lcm_expr *chance;
  /* the switch whose statements come next, or NULL */
  const struct lcm_arms *arms;
  lcm_portion_list reads; /* of the sections that are read */
  lcm_portion_list writes;
};

/* Take what is looked at from here on to be executed where, besides, "chance"
 * says so; "times": 1 less that. */
void lcm_share_by(struct lcm_shares *s, const lcm_expr *chance, bool contrary);

/* Where the statement "ast" of the switch "arms" begins one of its arms: take
 * what is looked at to be executed as likely as this within "outer". */
void lcm_share_arm(struct lcm_shares *s, const struct lcm_arms *arms,
                   const lcm_expr *outer, const lcm_ast *ast);

/* Note in "list" that section number "i", which is new unless there are more,
 * is touched in the "n" loops "ranges". */
void lcm_share_note(struct lcm_shares *s, lcm_portion_list *list, size_t i,
                    const lcm_iteration *ranges, size_t n);

/* Let the section "to" of one iteration of the "n" loops "ranges", which may
 * have been noted before ("again"), be touched as likely as what is looked at
 * is on average. */
void lcm_share_one(struct lcm_shares *s, lcm_section *to, bool again,
                   const lcm_iteration *ranges, size_t n);

/* Let the sections "reads" and "writes" of "node" say how much of them is
 * touched, and "node" how many bytes each guess decides about. */
void lcm_share_finish(struct lcm_shares *s, lcm_node *node,
                      lcm_section_list *reads, lcm_section_list *writes);
