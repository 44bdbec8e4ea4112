#include <string.h>

#include "cmd/profile_internal.h"

/* Return "site" of "look", NULL where there is none. */
static const lcm_raw_site *site_of(const struct profile_look *look,
                                   uint32_t site) {
  return site < look->raw->n_sites ? look->raw->sites[site] : NULL;
}

const struct profile_spot *profile_site_spot(const struct profile_look *look,
                                             uint32_t site) {
  const lcm_raw_site *at = site_of(look, site);
  return at ? profile_symbol(look->symbols, look->raw, profile_site_address(at))
            : NULL;
}

const struct profile_file *profile_frame_file(struct profile_sources *sources,
                                              const struct profile_spot *spot,
                                              unsigned *line) {
  for (size_t i = 0; spot && i < spot->frames.n; i++) {
    const struct profile_file *file =
        profile_file_find(sources, spot->frames.at[i].file);
    if (file) {
      *line = spot->frames.at[i].line;
      return file;
    }
  }
  return NULL;
}

/* Return whether "spot" lies in code that gcc made of a construct alone; then
 * its last frame is a place inside that. */
static bool is_outlined(const struct profile_spot *spot) {
  const struct profile_frame *last =
      spot && spot->frames.n ? &spot->frames.at[spot->frames.n - 1] : NULL;
  return last && last->file && last->function &&
         strstr(last->function, "._omp_fn.");
}

/* Note that "spot" lies inside the construct "site". */
static void note_inside(struct profile_look *look, uint32_t site,
                        const struct profile_spot *spot) {
  if (site < look->raw->n_sites && !look->inside[site].file &&
      is_outlined(spot))
    look->inside[site] = spot->frames.at[spot->frames.n - 1];
}

void profile_look_begin(struct profile_look *look,
                        struct profile_sources *sources,
                        struct profile_symbols *symbols,
                        const lcm_raw_file *raw) {
  *look =
      (struct profile_look){.sources = sources, .symbols = symbols, .raw = raw};
  look->inside = LCM_NEW_ARRAY(lcm_ctx_arena(sources->ctx),
                               struct profile_frame, raw->n_sites + 1);
  if (!sources->shifted)
    return;
  for (uint32_t i = 1; i < raw->n_sites; i++)
    if (raw->sites[i])
      note_inside(look, raw->sites[i]->parent, profile_site_spot(look, i));
  for (size_t i = 0; i < raw->n_samples; i++)
    for (size_t k = 0; k < raw->samples[i]->capacity; k++) {
      const lcm_raw_sample *sample = &raw->samples[i]->at[k];
      if (sample->count)
        note_inside(
            look, sample->site,
            profile_symbol(symbols, raw, profile_sample_address(sample)));
    }
}

/* Return how many addresses before that of "site" are constructs of its kind in
 * its line of its function. */
static size_t rank_of(const struct profile_look *look,
                      const lcm_raw_site *site) {
  const struct profile_spot *own = profile_site_spot(look, site->id);
  size_t rank = 0;
  uint64_t last = 0;
  for (uint32_t i = 1; i < look->raw->n_sites; i++) {
    const lcm_raw_site *other = look->raw->sites[i];
    const struct profile_spot *spot =
        other && other->kind == site->kind && other->address < site->address
            ? profile_site_spot(look, i)
            : NULL;
    const bool same =
        spot && spot->frames.n == 1 && own->frames.n == 1 &&
        spot->module == own->module &&
        spot->frames.at[0].function == own->frames.at[0].function &&
        spot->frames.at[0].line == own->frames.at[0].line;
    rank += same && other->address != last;
    last = same ? other->address : last;
  }
  return rank;
}

/* Return the node that the construct "site" of gcc's in "line" of "file" is
 * about: the one around code that was made for it, or the next ones in the
 * order of their addresses; the number of nodes where none is. */
static size_t shifted_node(const struct profile_look *look,
                           const lcm_raw_site *site,
                           const struct profile_file *file, unsigned line) {
  const struct profile_frame *inside = &look->inside[site->id];
  const struct profile_file *known =
      profile_file_find(look->sources, inside->file);
  const size_t around =
      known == file ? profile_node_around(file, site->kind, inside->line)
                    : file->nodes.n;
  return around < file->nodes.n
             ? around
             : profile_node_ranked(file, site->kind, line, rank_of(look, site));
}

/* Return the site that "site" is a part of: of the barrier at the end of a
 * region the region, else itself. */
static uint32_t whole_of(const struct profile_look *look, uint32_t site) {
  const lcm_raw_site *one = site_of(look, site);
  const lcm_raw_site *parent = one ? site_of(look, one->parent) : NULL;
  return parent && one->kind == LCM_RAW_BARRIER &&
                 parent->kind == LCM_RAW_PARALLEL &&
                 parent->address == one->address
             ? parent->id
             : site;
}

struct profile_site_node profile_site_node(const struct profile_look *look,
                                           uint32_t site) {
  unsigned line = 0;
  struct profile_site_node out = {NULL, 0};
  site = whole_of(look, site);
  const lcm_raw_site *one = site_of(look, site);
  if (!one || !one->id)
    return out;
  out.file =
      profile_frame_file(look->sources, profile_site_spot(look, site), &line);
  if (!out.file)
    return out;
  out.at = look->sources->shifted ? shifted_node(look, one, out.file, line)
                                  : out.file->nodes.n;
  if (out.at == out.file->nodes.n)
    out.at = profile_node_of_site(out.file, one->kind, line);
  if (out.at < out.file->nodes.n)
    out.at = profile_node_combined(out.file, out.at);
  else
    out.file = NULL;
  return out;
}
