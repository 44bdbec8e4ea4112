/* Makes edits (restructurings), which users give as texts, in programs. */
#include <string.h>

#include "model/edit/edit.h"
#include "study/variants/edits.h"

enum { MOST_LETTERS = 24 };

void lcm_edits_keep(struct lcm_analyze_options *options, lcm_ctx *ctx,
                    const struct lcm_edits *all, bool loops) {
  LCM_LIST(const char *) places = {0};
  const bool muted = lcm_ctx_mute(ctx, true);
  for (size_t i = 0; i < all->n; i++) {
    const lcm_restructuring *edits = NULL;
    if (lcm_restructuring_parse(&edits, ctx, all->at[i]))
      continue;
    for (size_t k = 0; k < edits->n_steps; k++)
      for (size_t p = 0; p < edits->steps[k].n_places; p++)
        LCM_LIST_ADD(lcm_ctx_arena(ctx), &places, edits->steps[k].places[p]);
  }
  (void)lcm_ctx_mute(ctx, muted);
  if (loops)
    LCM_LIST_ADD(lcm_ctx_arena(ctx), &places, LCM_KEEP_LOOPS);
  options->kept = places.at;
  options->n_kept = places.n;
}

lcm_status lcm_edits_make(const lcm_program **program, lcm_ctx *ctx,
                          const struct lcm_edits *all) {
  lcm_status status = LCM_OK;
  for (size_t i = 0; i < all->n && !status; i++) {
    const lcm_restructuring *edits = NULL;
    status = lcm_restructuring_parse(&edits, ctx, all->at[i]);
    if (!status)
      status =
          lcm_program_restructure(program, ctx, *program, edits, all->force);
  }
  return status;
}

/* Return the variant among "variants" that is called "name" (NULL: the first),
 * or NULL and a diagnostic. */
static const struct lcm_variant *
base_of(lcm_ctx *ctx, const lcm_variants *variants, const char *name) {
  for (size_t i = 0; i < variants->n; i++)
    if (!name || !strcmp(variants->at[i].name, name))
      return &variants->at[i];
  if (name)
    lcm_report(ctx, LCM_DIAG_USAGE, (lcm_loc){0},
               "there is no variant '%s' to edit", name);
  else
    lcm_report(ctx, LCM_DIAG_USAGE, (lcm_loc){0}, "there is nothing to edit");
  return NULL;
}

/* Return what the result of "edits", number "i" of all, is called. */
static const char *name_of(lcm_ctx *ctx, const lcm_restructuring *edits,
                           size_t i) {
  if (edits->name)
    return edits->name;
  return strlen(edits->text) <= MOST_LETTERS
             ? edits->text
             : lcm_arena_printf(lcm_ctx_arena(ctx), "edit %zu", i + 1);
}

lcm_status lcm_edits_add_variants(lcm_variants *variants, lcm_ctx *ctx,
                                  const struct lcm_edits *all) {
  lcm_status status = LCM_OK;
  for (size_t i = 0; i < all->n && !status; i++) {
    const lcm_restructuring *edits = NULL;
    status = lcm_restructuring_parse(&edits, ctx, all->at[i]);
    if (status)
      break;
    const struct lcm_variant *base = base_of(ctx, variants, edits->from);
    struct lcm_variant variant = {name_of(ctx, edits, i), NULL};
    if (!base)
      return LCM_EUSAGE;
    for (size_t k = 0; k < variants->n; k++)
      if (!strcmp(variants->at[k].name, variant.name)) {
        lcm_report(ctx, LCM_DIAG_USAGE, (lcm_loc){0},
                   "there are two variants '%s'", variant.name);
        return LCM_EUSAGE;
      }
    status = lcm_program_restructure(&variant.program, ctx, base->program,
                                     edits, all->force);
    LCM_LIST_ADD(lcm_ctx_arena(ctx), variants, variant);
  }
  return status;
}
