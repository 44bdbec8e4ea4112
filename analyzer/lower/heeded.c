/* Which comments of a file count. */
#include "analyzer/lower/heeded.h"

static const size_t NONE = (size_t)-1;

/* Return which of the "n" stretches at "all" holds the offset "at"; NONE where
 * none does. */
static size_t around(const struct lcm_text_part *all, size_t n, unsigned at) {
  for (size_t i = 0; i < n; i++)
    if (at >= all[i].begin && at < all[i].end)
      return i;
  return NONE;
}

/* Return whether something below "ast", or itself, begins inside "stretch". */
static bool begins_inside(const lcm_ast *ast,
                          const struct lcm_text_part *stretch) {
  if (ast->begin >= stretch->begin && ast->begin < stretch->end)
    return true;
  for (const lcm_ast *child = ast->first; child; child = child->next)
    if (begins_inside(child, stretch))
      return true;
  return false;
}

/* Return whether "stretch", which the preprocessor has left out, was read all
 * the same: the file is included more than once. */
static bool is_read(const struct lcm_syntax *syntax,
                    const struct lcm_text_part *stretch) {
  for (const lcm_ast *top = syntax->top; top; top = top->next)
    if (top->begin < stretch->end && top->end > stretch->begin &&
        begins_inside(top, stretch))
      return true;
  return false;
}

/* Say that "comment" and others of its region are left out. */
static void report(lcm_ctx *ctx, const struct lcm_comment *comment) {
  lcm_report(ctx, LCM_DIAG_INACTIVE, comment->at,
             "the preprocessor leaves this part out, and its comments with it: "
             "give -D or -U behind '--' where they are meant");
}

const struct lcm_comment *lcm_comments_heeded(size_t *n, lcm_ctx *ctx,
                                              const struct lcm_comment *all,
                                              const struct lcm_syntax *syntax) {
  LCM_LIST(struct lcm_comment) heeded = {0};
  size_t said = NONE;
  if (!syntax->inactive.n && !syntax->unused.n)
    return all;
  for (size_t i = 0; i < *n; i++) {
    const unsigned at = all[i].at.begin;
    const size_t region = around(syntax->inactive.at, syntax->inactive.n, at);
    if (around(syntax->unused.at, syntax->unused.n, at) != NONE)
      continue;
    if (region == NONE || is_read(syntax, &syntax->inactive.at[region])) {
      LCM_LIST_ADD(lcm_ctx_arena(ctx), &heeded, all[i]);
      continue;
    }
    if (region != said)
      report(ctx, &all[i]);
    said = region;
  }
  *n = heeded.n;
  return heeded.at;
}
