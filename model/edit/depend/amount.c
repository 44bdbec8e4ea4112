/* By how much iterations of a loop move a variable: by the same amount each,
 * another variable of which each thread knows the value, or else. */
#include <string.h>

#include "model/edit/depend/amount.h"
#include "model/edit/depend/scalar.h"

/* A variable that the rounds of a loop move. */
struct moving {
  lcm_ctx *ctx;
  const lcm_node *loop;
  const struct lcm_edit_changed *changed;
  enum lcm_edit_moves how; /* as far as is seen */
  bool added;              /* a write adds to it */
  bool limited; /* one lets it be the smaller or larger of it and another */
};

/* Note that the rounds move it no better than "how". */
static void limit(struct moving *m, enum lcm_edit_moves how) {
  m->how = how < m->how ? how : m->how;
}

/* Note that "e" (NULL: nothing) decides by how much "access" moves it. */
static void decided_by(struct moving *m, const struct lcm_edit_access *access,
                       const lcm_expr *e) {
  const char *const *names = NULL;
  const size_t n = e ? lcm_expr_names(&names, m->ctx, e) : 0;
  for (size_t i = 0; i < n; i++) {
    if (m->loop->u.loop.n_ranges && names[i] == m->loop->u.loop.ranges[0].index)
      limit(m, LCM_MOVES_ODDLY);
    else if (!strcmp(names[i], LCM_AMOUNT_OPEN) || *names[i] == '?')
      limit(m, LCM_MOVES_PERHAPS);
    else if (lcm_edit_change_of(m->changed, names[i]))
      limit(m, LCM_MOVES_PERHAPS);
    for (size_t k = 0; k < access->n_ranges; k++)
      if (access->ranges[k].index == names[i])
        limit(m, LCM_MOVES_PERHAPS);
  }
}

/* Return whether "access" is made by the text of the loop itself: what each
 * thread has of the variable is not what other functions change. */
static bool is_inside(const struct moving *m,
                      const struct lcm_edit_access *access) {
  const lcm_loc *at = &access->node->loc;
  const lcm_loc *loop = &m->loop->loc;
  return at->file == loop->file && at->begin >= loop->begin &&
         at->begin < loop->end;
}

/* Note how "access", a write, moves the variable. */
static void move(struct moving *m, const struct lcm_edit_access *access) {
  const lcm_section *section = access->section;
  m->added = m->added || section->by;
  m->limited = m->limited || (!section->by && section->combined);
  if (!section->by && !section->combined)
    m->how = LCM_MOVES_ODDLY;
  if (!section->by)
    return;
  decided_by(m, access, section->by);
  for (size_t i = 0; i < access->n_ranges; i++) {
    const lcm_iteration *range = &access->ranges[i];
    decided_by(m, access, range->from);
    decided_by(m, access, range->to);
    decided_by(m, access, range->step);
    if (!range->from || !range->to || range->factor)
      limit(m, LCM_MOVES_PERHAPS);
  }
  if (access->maybe || !access->full || !section->sure || !section->exact ||
      section->n_over || !is_inside(m, access))
    limit(m, LCM_MOVES_PERHAPS);
}

/* Return how the rounds move it, after all its writes: where it is added to, a
 * minimum or maximum may never matter. */
static enum lcm_edit_moves outcome(struct moving *m) {
  if (m->limited)
    limit(m, m->added ? LCM_MOVES_PERHAPS : LCM_MOVES_ODDLY);
  return m->how;
}

enum lcm_edit_moves lcm_edit_moves(lcm_ctx *ctx, const lcm_node *loop,
                                   const struct lcm_edit_accesses *all,
                                   const struct lcm_edit_changed *changed,
                                   const lcm_section *whole) {
  struct moving m = {
      .ctx = ctx, .loop = loop, .changed = changed, .how = LCM_MOVES_EVENLY};
  for (size_t i = 0; i < all->of.n; i++)
    if (all->of.at[i].writes && lcm_edit_is_same(all->of.at[i].section, whole))
      move(&m, &all->of.at[i]);
  return outcome(&m);
}
