/* Functions, files and lines of addresses, by addr2line. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fs.h"
#include "measure/symbol.h"

enum { NOT_FOUND = 127, SECONDS = 120 };

/* Addresses of one module to ask for: offsets in it, and their spots. */
struct address_question {
  const char *module;
  LCM_LIST(struct profile_spot *) spots;
};

typedef LCM_LIST(struct address_question) question_list;

/* Return the name of "module", which may lack its final 0, interned. */
static const char *module_path(lcm_ctx *ctx, const lcm_raw_module *module) {
  return lcm_intern_n(ctx, module->path,
                      strnlen(module->path, module->path_length));
}

/* Return the key of "offset" in the module "path". */
static const char *key_of(lcm_ctx *ctx, const char *path, uint64_t offset) {
  char text[32];
  const int n =
      snprintf(text, sizeof text, "%llx@", (unsigned long long)offset);
  const char *parts[] = {lcm_intern_n(ctx, text, (size_t)n), path};
  return lcm_intern_parts(ctx, parts, 2);
}

/* Return the question about the module "path", a new one where there is
 * none. */
static struct address_question *question_of(question_list *all, lcm_ctx *ctx,
                                            const char *path) {
  for (size_t i = 0; i < all->n; i++)
    if (all->at[i].module == path)
      return &all->at[i];
  LCM_LIST_ADD(lcm_ctx_arena(ctx), all,
               (struct address_question){.module = path});
  return &all->at[all->n - 1];
}

/* Return the spot of "address" in "raw", added to "all" where nothing is known
 * of it yet; NULL where it lies in no module. */
static struct profile_spot *spot_of(struct profile_symbols *symbols,
                                    question_list *all, const lcm_raw_file *raw,
                                    uint64_t address) {
  lcm_ctx *ctx = symbols->ctx;
  uint64_t offset = 0;
  size_t found = 0;
  const lcm_raw_module *module =
      address ? lcm_raw_find_module(raw, address, &offset) : NULL;
  if (!module)
    return NULL;
  const char *path = module_path(ctx, module);
  const char *key = key_of(ctx, path, offset);
  if (lcm_map_get(&symbols->known, key, &found))
    return symbols->spots.at[found];
  struct profile_spot *spot = LCM_NEW(lcm_ctx_arena(ctx), struct profile_spot);
  *spot = (struct profile_spot){
      .module = path, .offset = offset, .user = module->user != 0};
  lcm_map_put(lcm_ctx_arena(ctx), &symbols->known, key, symbols->spots.n);
  LCM_LIST_ADD(lcm_ctx_arena(ctx), &symbols->spots, spot);
  if (all)
    LCM_LIST_ADD(lcm_ctx_arena(ctx), &question_of(all, ctx, path)->spots, spot);
  return spot;
}

/* Return the next line at "*at", its newline replaced, NULL at the end. */
static char *next_line(char **at) {
  char *line = *at;
  char *newline = line ? strchr(line, '\n') : NULL;
  if (!newline)
    return NULL;
  *newline = '\0';
  *at = newline + 1;
  return line;
}

/* Add the frame of function "name" at "place" ("FILE:LINE ...") to "spot". */
static void add_frame(lcm_ctx *ctx, struct profile_spot *spot, const char *name,
                      const char *place) {
  const char *colon = strrchr(place, ':');
  struct profile_frame frame = {0};
  if (strcmp(name, "??") != 0)
    frame.function = lcm_intern(ctx, name);
  if (colon && strncmp(place, "??", 2) != 0) {
    frame.line = (unsigned)strtoul(colon + 1, NULL, 10);
    frame.file =
        frame.line ? lcm_intern_n(ctx, place, (size_t)(colon - place)) : NULL;
  }
  if (frame.function || frame.file)
    LCM_LIST_ADD(lcm_ctx_arena(ctx), &spot->frames, frame);
}

/* Take the answer "text" of addr2line to "question": for each address a line
 * with it, and two for each frame, the innermost first. */
static void take_answer(lcm_ctx *ctx, const struct address_question *question,
                        char *text) {
  size_t i = 0;
  char *at = text;
  char *name = next_line(&at);
  while (name) {
    const bool heads = !strncmp(name, "0x", 2);
    i += heads;
    char *place = heads ? NULL : next_line(&at);
    if (place && i && i <= question->spots.n)
      add_frame(ctx, question->spots.at[i - 1], name, place);
    name = next_line(&at);
  }
}

/* Ask addr2line "question". */
static lcm_status ask(struct profile_symbols *symbols,
                      const struct address_question *question) {
  const char *argv[] = {"addr2line",      "-f", "-i", "-a", "-e",
                        question->module, NULL};
  lcm_buf input = {0};
  char *text = NULL;
  size_t len = 0;
  int exit_status = 0;
  for (size_t i = 0; i < question->spots.n; i++)
    lcm_buf_printf(&input, "0x%llx\n",
                   (unsigned long long)question->spots.at[i]->offset);
  const struct lcm_child child = {.argv = argv,
                                  .input = input.text,
                                  .input_len = input.len,
                                  .seconds = SECONDS};
  const lcm_status status =
      lcm_child_run(&text, &len, &exit_status, symbols->ctx, &child);
  lcm_buf_free(&input);
  symbols->no_tool = symbols->no_tool || exit_status == NOT_FOUND;
  if (!status && !exit_status)
    take_answer(symbols->ctx, question, text);
  return status;
}

lcm_status profile_symbols_find(struct profile_symbols *symbols,
                                const lcm_raw_file *raw) {
  question_list all = {0};
  lcm_status status = LCM_OK;
  for (size_t i = 0; i < raw->n_sites; i++)
    if (raw->sites[i])
      (void)spot_of(symbols, &all, raw, profile_site_address(raw->sites[i]));
  for (size_t i = 0; i < raw->n_samples; i++)
    for (size_t k = 0; k < raw->samples[i]->capacity; k++)
      if (raw->samples[i]->at[k].count)
        (void)spot_of(symbols, &all, raw,
                      profile_sample_address(&raw->samples[i]->at[k]));
  for (size_t i = 0; i < all.n && !status; i++)
    status = ask(symbols, &all.at[i]);
  return status;
}

const struct profile_spot *profile_symbol(struct profile_symbols *symbols,
                                          const lcm_raw_file *raw,
                                          uint64_t address) {
  return spot_of(symbols, NULL, raw, address);
}

bool profile_symbols_lack_lines(const struct profile_symbols *symbols) {
  bool any = false;
  for (size_t i = 0; i < symbols->spots.n; i++) {
    const struct profile_spot *spot = symbols->spots.at[i];
    any = any || spot->user;
    for (size_t k = 0; k < spot->frames.n; k++)
      if (spot->user && spot->frames.at[k].file)
        return false;
  }
  return any;
}

uint64_t profile_site_address(const lcm_raw_site *site) {
  const bool entry = site->kind == LCM_RAW_THREAD_FUNCTION;
  return site->address - (site->address && !entry);
}

uint64_t profile_sample_address(const lcm_raw_sample *sample) {
  return sample->pc - (sample->pc && sample->inner);
}

const char *profile_symbol_function(lcm_ctx *ctx, const char *name) {
  const size_t n = strcspn(name, ".");
  return n ? lcm_intern_n(ctx, name, n) : NULL;
}
