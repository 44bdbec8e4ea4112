/* Joins the sites of a raw file with the nodes of the sources. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "measure/join.h"
#include "measure/nodes.h"
#include "measure/site.h"
#include "measure/symbol.h"

/* Samples that make up less than this share of the time say nothing of the
 * rest: there the program waited. */
static const double SAMPLED = 0.6;

/* Samples that make up less than this share of the time are chance. */
static const double CHANCE = 0.1;

/* A join being made. */
struct joining {
  struct profile_look look;
  struct profile_sources *sources;
  struct profile_symbols *symbols;
  const lcm_raw_file *raw;
  profile_parts *parts;
  /* the program used its processors nearly all the time that it did not wait in
   * constructs, so that few samples are enough */
  bool computes;
};

/* Return the name under which "path" is shown: that of its file among the
 * sources, else relative to the root where it lies below that. */
static const char *file_name(struct profile_sources *sources,
                             const char *path) {
  const struct profile_file *file = profile_file_find(sources, path);
  const size_t n = sources->root ? strlen(sources->root) : 0;
  if (file)
    return file->shown;
  char *found = realpath(path, NULL);
  const char *real = found ? lcm_intern(sources->ctx, found) : path;
  free(found);
  return n && !strncmp(real, sources->root, n) && real[n] == '/'
             ? lcm_intern(sources->ctx, real + n + 1)
             : path;
}

/* Return "file:line". */
static const char *place_text(lcm_ctx *ctx, const char *file, unsigned line) {
  char number[16];
  snprintf(number, sizeof number, ":%u", line);
  return LCM_INTERN_JOINED(ctx, file, number);
}

/* Return what the author calls node "i" of "file": its name, or, of a
 * construct, that of the loop that it alone has. */
static const char *label_of(const struct profile_file *file, size_t i) {
  const lcm_node *node = file->nodes.at[i].node;
  while (!node->name && node->n_children == 1 &&
         (node->kind == LCM_NODE_TEAM || node->kind == LCM_NODE_SERIES))
    node = node->children[0];
  return node->name;
}

/* Return what is recorded about node "i" of "file". */
static struct profile_place
place_of_node(lcm_ctx *ctx, const struct profile_file *file, size_t i) {
  const struct profile_node *node = &file->nodes.at[i];
  return (struct profile_place){
      .fragment =
          LCM_INTERN_JOINED(ctx, file->shown, ":",
                            lcm_place_key(ctx, node->function, &node->ordinal)),
      .place = place_text(ctx, file->shown, node->first),
      .label = label_of(file, i),
      .ignored = node->ignored};
}

/* What belongs to nobody. */
static const struct profile_place OUTSIDE = {.fragment = "(outside)"};

/* Return the last part of "path". */
static const char *base_name(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

/* Return the innermost frame of "spot" that is no part of the header by which
 * programs call the profiler. */
static const struct profile_frame *user_frame(const struct profile_spot *spot) {
  size_t i = 0;
  while (i + 1 < spot->frames.n && spot->frames.at[i].file &&
         !strcmp(base_name(spot->frames.at[i].file), "lcm_profile.h"))
    i++;
  return &spot->frames.at[i];
}

/* Return what is recorded about a function: by the frame, else by the module,
 * of "spot", which may be NULL. */
static struct profile_place place_of_spot(struct profile_sources *sources,
                                          const struct profile_spot *spot,
                                          bool line) {
  lcm_ctx *ctx = sources->ctx;
  if (!spot || !spot->user)
    return OUTSIDE;
  if (!spot->frames.n) {
    const char *text = lcm_arena_printf(lcm_ctx_arena(ctx), "%s+0x%llx",
                                        base_name(spot->module),
                                        (unsigned long long)spot->offset);
    return (struct profile_place){.fragment = lcm_intern(ctx, text)};
  }
  const struct profile_frame *frame = user_frame(spot);
  const char *function =
      frame->function ? profile_symbol_function(ctx, frame->function) : NULL;
  if (!frame->file)
    return (struct profile_place){.fragment =
                                      function ? function : frame->function};
  const char *file = file_name(sources, frame->file);
  const char *place = place_text(ctx, file, frame->line);
  return (struct profile_place){
      .fragment = line || !function
                      ? place
                      : LCM_INTERN_JOINED(ctx, file, ":", function),
      .place = place};
}

/* Return the place of the function of which node "i" of "file" is a part. */
static struct profile_place
whole_function(lcm_ctx *ctx, const struct profile_file *file, size_t i) {
  const struct profile_node *node = &file->nodes.at[i];
  return (struct profile_place){
      .fragment =
          LCM_INTERN_JOINED(ctx, file->shown, ":", node->function->name),
      .place = place_text(ctx, file->shown, node->function->loc.line),
      .ignored = file->nodes.at[i].ignored};
}

/* Return whether node "i" of "file" is a statement whose time is its own: no
 * group, no branch, no call of a function that has statements. */
static bool is_own(const struct profile_file *file, size_t i) {
  const lcm_node *node = file->nodes.at[i].node;
  if (node->kind == LCM_NODE_SERIES)
    return node->name && file->nodes.at[i].parent != i;
  return node->kind != LCM_NODE_BRANCH && node->kind != LCM_NODE_LET;
}

/* Return node "i" of "file" at "line", or, where that is a call, the rest of
 * its statement. */
static size_t rest_of_call(const struct profile_file *file, size_t i,
                           unsigned line) {
  const struct profile_node *call = &file->nodes.at[i];
  for (size_t k = call->parent;
       call->node->kind == LCM_NODE_CALL && k < file->nodes.n; k++) {
    const struct profile_node *node = &file->nodes.at[k];
    if (node->parent == call->parent && node->node->kind == LCM_NODE_FRAGMENT &&
        node->first <= line && line <= node->last)
      return k;
  }
  return i;
}

/* Return node "i" of "file", or, where that is ignored, the outermost that is
 * for the same reason. */
static size_t ignored_whole(const struct profile_file *file, size_t i) {
  while (file->nodes.at[i].ignored && file->nodes.at[i].parent != i &&
         file->nodes.at[file->nodes.at[i].parent].ignored)
    i = file->nodes.at[i].parent;
  return i;
}

/* Return the place of serial code at "spot". */
static struct profile_place serial_place(struct joining *j,
                                         const struct profile_spot *spot) {
  unsigned line = 0;
  const struct profile_file *file = profile_frame_file(j->sources, spot, &line);
  const size_t at = file ? profile_node_at(file, line) : 0;
  if (!file || at == file->nodes.n)
    return place_of_spot(j->sources, spot, false);
  const size_t node = ignored_whole(file, rest_of_call(file, at, line));
  return is_own(file, node) ? place_of_node(j->sources->ctx, file, node)
                            : whole_function(j->sources->ctx, file, node);
}

/* Return what the user calls the tag "site". */
static struct profile_place tag_place(struct joining *j,
                                      const lcm_raw_site *site) {
  lcm_ctx *ctx = j->sources->ctx;
  const char *name =
      site->name_length
          ? lcm_intern_n(ctx, site->name,
                         strnlen(site->name, site->name_length))
          : lcm_intern(ctx, lcm_arena_printf(lcm_ctx_arena(ctx), "tag %llu",
                                             (unsigned long long)site->tag));
  const struct profile_place spot =
      place_of_spot(j->sources, profile_site_spot(&j->look, site->id), true);
  return (struct profile_place){
      .fragment = name, .place = spot.place, .label = name, .inclusive = true};
}

/* Return the place of the construct "site". */
static struct profile_place construct_place(struct joining *j,
                                            const lcm_raw_site *site) {
  if (site->kind == LCM_RAW_TAG)
    return tag_place(j, site);
  if (!site->id)
    return OUTSIDE;
  const struct profile_site_node node = profile_site_node(&j->look, site->id);
  if (node.file && site->kind == LCM_RAW_THREAD_FUNCTION)
    return whole_function(j->sources->ctx, node.file, node.at);
  return node.file ? place_of_node(j->sources->ctx, node.file, node.at)
                   : place_of_spot(
                         j->sources,
                         profile_site_spot(
                             &j->look, profile_site_known(&j->look, site->id)),
                         true);
}

/* Return the function that "node" is a part of, NULL for none. */
static const lcm_function *function_of(const struct profile_site_node *node) {
  return node->file ? node->file->nodes.at[node->at].function : NULL;
}

/* Return the place of main as a whole; one without a fragment where the sources
 * have none. */
static struct profile_place whole_main(struct profile_sources *sources) {
  for (size_t i = 0; i < sources->files.n; i++) {
    const struct profile_file *file = &sources->files.at[i];
    for (size_t k = 0; k < file->nodes.n; k++)
      if (!strcmp(file->nodes.at[k].function->name, "main"))
        return whole_function(sources->ctx, file, k);
  }
  return (struct profile_place){0};
}

/* Return the place of the code between the nodes "before" and "behind", of
 * which one may be none: the only statement there, else the function that has
 * both; where these are two, or it is the begin or end of the program, main,
 * which calls them. */
static struct profile_place
between_nodes(struct joining *j, const struct profile_site_node *before,
              const struct profile_site_node *behind) {
  const struct profile_site_node *known = before->file ? before : behind;
  const lcm_function *function = function_of(known);
  const bool one = before->file && behind->file
                       ? function_of(before) == function_of(behind)
                       : !strcmp(function->name, "main");
  const struct profile_place around = whole_main(j->sources);
  if (!one && around.fragment)
    return around;
  const size_t only =
      profile_node_between(known->file, before->file ? before->at : SIZE_MAX,
                           behind->file ? behind->at : SIZE_MAX);
  return one && only < known->file->nodes.n
             ? place_of_node(j->sources->ctx, known->file, only)
             : whole_function(j->sources->ctx, known->file, known->at);
}

/* Return the site that "site" lies in and that is no tag, itself where it is no
 * gap: tags are fragments beside the code that is in them. */
static const lcm_raw_site *around_tags(const struct joining *j,
                                       const lcm_raw_site *site) {
  const lcm_raw_site *at = site;
  while (at && (at->kind == LCM_RAW_GAP || at->kind == LCM_RAW_TAG))
    at = at->parent < j->raw->n_sites && at->id ? j->raw->sites[at->parent]
                                                : NULL;
  return at ? at : site;
}

/* Return whether code directly in "site" is serial: the program, or a thread of
 * its own. */
static bool is_serial(const lcm_raw_site *site) {
  return !site->id || site->kind == LCM_RAW_THREAD_FUNCTION;
}

/* Return the tag that the gap "site" lies in; NULL where it lies in none. */
static const lcm_raw_site *tag_of(const struct joining *j,
                                  const lcm_raw_site *site) {
  const lcm_raw_site *parent =
      site->parent < j->raw->n_sites ? j->raw->sites[site->parent] : NULL;
  return parent && parent->kind == LCM_RAW_TAG ? parent : NULL;
}

/* Return the place of code in the tag "tag" of which nothing more is known: the
 * function that begins it. */
static struct profile_place in_tag(struct joining *j, const lcm_raw_site *tag) {
  unsigned line = 0;
  const struct profile_spot *spot = profile_site_spot(&j->look, tag->id);
  const struct profile_file *file = profile_frame_file(j->sources, spot, &line);
  const size_t at = file ? profile_node_at(file, line) : 0;
  return file && at < file->nodes.n ? whole_function(j->sources->ctx, file, at)
                                    : place_of_spot(j->sources, spot, false);
}

/* Return the place of the code between the constructs around the gap "site" for
 * which there are no samples. */
static struct profile_place between(struct joining *j,
                                    const lcm_raw_site *site) {
  const struct profile_site_node before =
      profile_site_node(&j->look, site->previous);
  const struct profile_site_node behind =
      profile_site_node(&j->look, site->next);
  const lcm_raw_site *parent = around_tags(j, site);
  const lcm_raw_site *tag = tag_of(j, site);
  if (parent->id && parent != site)
    return construct_place(j, parent);
  if (tag && !(before.file && behind.file))
    return in_tag(j, tag);
  if (before.file || behind.file)
    return between_nodes(j, &before, &behind);
  if (!site->previous && !site->next)
    return OUTSIDE;
  return place_of_spot(
      j->sources,
      profile_site_spot(&j->look, site->previous ? site->previous : site->next),
      false);
}

/* Add "weight" to the share of "place" in "parts". */
static void add_part(struct joining *j, profile_parts *parts,
                     struct profile_place place, double weight) {
  for (size_t i = 0; i < parts->n; i++)
    if (!strcmp(parts->at[i].place.fragment, place.fragment)) {
      parts->at[i].share += weight;
      return;
    }
  LCM_LIST_ADD(lcm_ctx_arena(j->sources->ctx), parts,
               (struct profile_part){place, weight});
}

/* Return the place that "sample" at the region "site" belongs to: the innermost
 * construct inside the region that it lies in, also by what was inlined there;
 * else the region. */
static struct profile_place region_place(struct joining *j,
                                         const lcm_raw_site *site,
                                         const lcm_raw_sample *sample) {
  const struct profile_spot *spot =
      profile_symbol(j->symbols, j->raw, profile_sample_address(sample));
  for (size_t i = 0; spot && i < spot->frames.n; i++) {
    const struct profile_frame *frame = &spot->frames.at[i];
    const struct profile_file *file =
        profile_file_find(j->sources, frame->file);
    const size_t node =
        file ? profile_node_construct(file, profile_node_at(file, frame->line))
             : 0;
    if (file && node < file->nodes.n)
      return place_of_node(j->sources->ctx, file, node);
  }
  return construct_place(j, site);
}

/* Return whether the time of "site", which is no tag, is divided by samples. */
static bool is_divided(const struct joining *j, const lcm_raw_site *site) {
  const lcm_raw_site *around = around_tags(j, site);
  return site->kind == LCM_RAW_PARALLEL ||
         site->kind == LCM_RAW_THREAD_FUNCTION ||
         (site->kind == LCM_RAW_GAP &&
          (is_serial(around) || around->kind == LCM_RAW_PARALLEL));
}

/* Add the samples of "group" to the parts of their sites. */
static void add_samples(struct joining *j, const lcm_raw_samples *group) {
  for (size_t i = 0; i < group->capacity; i++) {
    const lcm_raw_sample *sample = &group->at[i];
    const lcm_raw_site *site =
        sample->site < j->raw->n_sites ? j->raw->sites[sample->site] : NULL;
    if (!sample->count || !site || !is_divided(j, site))
      continue;
    const struct profile_spot *spot =
        profile_symbol(j->symbols, j->raw, profile_sample_address(sample));
    const lcm_raw_site *around = around_tags(j, site);
    add_part(j, &j->parts[site->id],
             around->kind == LCM_RAW_PARALLEL ? region_place(j, around, sample)
                                              : serial_place(j, spot),
             (double)sample->count * (double)j->raw->header->interval_ns);
  }
}

/* Return how long "site" computed, in nanoseconds. */
static double computed(const lcm_raw_file *raw, uint32_t site) {
  double ns = 0;
  for (size_t i = 0; i < raw->n_cells; i++)
    if (raw->cells[i]->site == site)
      ns += (double)raw->cells[i]->ns[LCM_RAW_PC];
  return ns;
}

/* Make the weights of the parts of "site" shares; what samples do not tell
 * anything of goes where it must have been. */
static void finish_parts(struct joining *j, const lcm_raw_site *site) {
  profile_parts *parts = &j->parts[site->id];
  const double time = parts->n ? computed(j->raw, site->id) : 0;
  double sum = 0;
  parts->serial = !site->id || (site->kind == LCM_RAW_GAP &&
                                is_serial(around_tags(j, site)));
  parts->inner = profile_site_known(&j->look, site->id) != site->id;
  for (size_t i = 0; i < parts->n; i++)
    sum += parts->at[i].share;
  parts->own =
      site->kind == LCM_RAW_GAP ? between(j, site) : construct_place(j, site);
  if (sum < CHANCE * time && !j->computes) {
    parts->n = 0;
    sum = 0;
  }
  if (!parts->n || (sum < SAMPLED * time && !j->computes)) {
    add_part(j, parts, parts->own, parts->n ? time - sum : 1);
    sum = parts->n > 1 || sum > 0 ? time : 1;
  }
  for (size_t i = 0; i < parts->n; i++)
    parts->at[i].share /= sum;
}

/* Return whether the samples of "raw" make up most of the time that it
 * computed. */
static bool computes(const lcm_raw_file *raw) {
  double time = 0;
  double sum = 0;
  for (size_t i = 0; i < raw->n_cells; i++)
    time += (double)raw->cells[i]->ns[LCM_RAW_PC];
  for (size_t i = 0; i < raw->n_samples; i++)
    for (size_t k = 0; k < raw->samples[i]->capacity; k++)
      sum += (double)raw->samples[i]->at[k].count *
             (double)raw->header->interval_ns;
  return sum > SAMPLED * time;
}

lcm_status profile_join(profile_parts **out, struct profile_sources *sources,
                        struct profile_symbols *symbols,
                        const lcm_raw_file *raw) {
  struct joining j = {.sources = sources, .symbols = symbols, .raw = raw};
  j.computes = computes(raw);
  profile_look_begin(&j.look, sources, symbols, raw);
  j.parts = LCM_NEW_ARRAY(lcm_ctx_arena(sources->ctx), profile_parts,
                          raw->n_sites + 1);
  for (size_t i = 0; i < raw->n_samples; i++)
    add_samples(&j, raw->samples[i]);
  for (size_t i = 0; i < raw->n_sites; i++)
    if (raw->sites[i])
      finish_parts(&j, raw->sites[i]);
  *out = j.parts;
  return LCM_OK;
}
