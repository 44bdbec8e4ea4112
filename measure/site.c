/* Finds the node that a site of a raw file is about. */
#include <string.h>

#include "measure/nodes.h"
#include "measure/site.h"
#include "measure/symbol.h"

/* For how many samples a construct inside another one stands: a sample may be
 * taken while a thread comes to a construct or leaves it. */
static const double SURE = 1e9;

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

/* Code that was made for a construct: a frame in it, and how often threads were
 * seen there while they were at the construct. */
struct candidate {
  struct profile_frame frame;
  double seen;
};

/* The candidates of a construct. */
struct candidates {
  LCM_LIST(struct candidate) all;
};

/* Return whether the code that was made for "frame" may be that of the
 * construct at "spot": it is named after the function that this stands in, and
 * is not around it. */
static bool may_be_of(struct profile_look *look,
                      const struct profile_spot *spot,
                      const struct profile_frame *frame) {
  if (!spot || !spot->frames.n || !spot->frames.at[0].function)
    return true;
  lcm_ctx *ctx = look->sources->ctx;
  const char *in = spot->frames.at[0].function;
  const char *outer = spot->frames.at[spot->frames.n - 1].function;
  const char *of = profile_symbol_function(ctx, frame->function);
  const char *own = profile_symbol_function(ctx, in);
  return (!outer || strcmp(outer, frame->function) != 0) &&
         (!of || !strcmp(of, own ? own : in));
}

/* Note that threads at the construct "site" were "seen" at "spot" so often. */
static void note_inside(struct profile_look *look, struct candidates *of,
                        uint32_t site, const struct profile_spot *spot,
                        double seen) {
  if (site >= look->raw->n_sites || !is_outlined(spot))
    return;
  const struct profile_frame *frame = &spot->frames.at[spot->frames.n - 1];
  struct candidates *own = &of[site];
  for (size_t i = 0; i < own->all.n; i++)
    if (!strcmp(own->all.at[i].frame.function, frame->function)) {
      own->all.at[i].seen += seen;
      return;
    }
  if (may_be_of(look, profile_site_spot(look, site), frame))
    LCM_LIST_ADD(lcm_ctx_arena(look->sources->ctx), &own->all,
                 (struct candidate){*frame, seen});
}

/* Note where the samples of "raw" say that constructs are. */
static void note_samples(struct profile_look *look, struct candidates *of,
                         const lcm_raw_file *raw) {
  for (size_t i = 0; i < raw->n_samples; i++)
    for (size_t k = 0; k < raw->samples[i]->capacity; k++) {
      const lcm_raw_sample *sample = &raw->samples[i]->at[k];
      if (sample->count)
        note_inside(
            look, of, sample->site,
            profile_symbol(look->symbols, raw, profile_sample_address(sample)),
            (double)sample->count);
    }
}

void profile_look_begin(struct profile_look *look,
                        struct profile_sources *sources,
                        struct profile_symbols *symbols,
                        const lcm_raw_file *raw) {
  lcm_arena *arena = lcm_ctx_arena(sources->ctx);
  *look =
      (struct profile_look){.sources = sources, .symbols = symbols, .raw = raw};
  look->inside = LCM_NEW_ARRAY(arena, struct profile_frame, raw->n_sites + 1);
  if (!sources->shifted)
    return;
  struct candidates *of =
      LCM_NEW_ARRAY(arena, struct candidates, raw->n_sites + 1);
  for (uint32_t i = 1; i < raw->n_sites; i++)
    if (raw->sites[i])
      note_inside(look, of, raw->sites[i]->parent, profile_site_spot(look, i),
                  SURE);
  note_samples(look, of, raw);
  for (uint32_t i = 0; i < raw->n_sites; i++) {
    double most = 0;
    for (size_t k = 0; k < of[i].all.n; k++)
      if (of[i].all.at[k].seen > most) {
        most = of[i].all.at[k].seen;
        look->inside[i] = of[i].all.at[k].frame;
      }
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

/* Return the node of the construct that the call at "site" of gcc's begins, as
 * the function says that it is given; no file where that is not known. */
static struct profile_site_node outlined_node(const struct profile_look *look,
                                              const lcm_raw_site *site) {
  const struct profile_spot *call = profile_site_spot(look, site->id);
  const struct profile_spot *spot = call ? call->outlined : NULL;
  struct profile_site_node out = {NULL, 0};
  unsigned line = 0;
  if (!look->sources->shifted || !spot)
    return out;
  out.file = profile_frame_file(look->sources, spot, &line);
  out.at = out.file ? profile_node_around(out.file, site->kind, line) : 0;
  if (out.file && out.at == out.file->nodes.n)
    out.file = NULL;
  return out;
}

/* Return whether "site" is a construct that the OpenMP library itself reports
 * as its own, and not as a place of the program's. */
static bool is_of_library(const struct profile_look *look,
                          const lcm_raw_site *site) {
  const struct profile_spot *spot = profile_site_spot(look, site->id);
  const bool openmp =
      site->kind == LCM_RAW_TASK || site->kind == LCM_RAW_TASKLOOP ||
      site->kind == LCM_RAW_TASKWAIT || site->kind == LCM_RAW_TASKGROUP ||
      site->kind == LCM_RAW_BARRIER || site->kind == LCM_RAW_REDUCTION;
  return openmp && !(spot && spot->user);
}

/* Return whether "site" is a part of the region around it: the same call begins
 * both. */
static bool is_of_region(const struct profile_look *look,
                         const lcm_raw_site *site) {
  const lcm_raw_site *parent = site_of(look, site->parent);
  const bool part =
      site->kind == LCM_RAW_BARRIER || site->kind == LCM_RAW_LOOP ||
      site->kind == LCM_RAW_SECTIONS || site->kind == LCM_RAW_WORKSHARE;
  return part && parent && parent->kind == LCM_RAW_PARALLEL &&
         parent->address == site->address;
}

uint32_t profile_site_known(const struct profile_look *look, uint32_t site) {
  const lcm_raw_site *one = site_of(look, site);
  while (one && one->parent &&
         (is_of_library(look, one) || is_of_region(look, one)))
    one = site_of(look, one->parent);
  return one ? one->id : site;
}

struct profile_site_node profile_site_node(const struct profile_look *look,
                                           uint32_t site) {
  unsigned line = 0;
  struct profile_site_node out = {NULL, 0};
  site = profile_site_known(look, site);
  const lcm_raw_site *one = site_of(look, site);
  if (!one || !one->id)
    return out;
  out = outlined_node(look, one);
  if (out.file) {
    out.at = profile_node_combined(out.file, out.at);
    return out;
  }
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
