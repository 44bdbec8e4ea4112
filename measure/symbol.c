/* Functions, files and lines of addresses, by llvm-symbolizer, or by addr2line
 * where that is not there. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fs.h"
#include "measure/code/outlined.h"
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

/* Return the spot of "offset" in the module "path", which is the "user"'s or
 * not, added to "all" where nothing is known of it yet. */
static struct profile_spot *spot_at(struct profile_symbols *symbols,
                                    question_list *all, const char *path,
                                    uint64_t offset, bool user) {
  lcm_ctx *ctx = symbols->ctx;
  size_t found = 0;
  const char *key = key_of(ctx, path, offset);
  if (lcm_map_get(&symbols->known, key, &found))
    return symbols->spots.at[found];
  struct profile_spot *spot = LCM_NEW(lcm_ctx_arena(ctx), struct profile_spot);
  *spot = (struct profile_spot){.module = path, .offset = offset, .user = user};
  lcm_map_put(lcm_ctx_arena(ctx), &symbols->known, key, symbols->spots.n);
  LCM_LIST_ADD(lcm_ctx_arena(ctx), &symbols->spots, spot);
  if (all)
    LCM_LIST_ADD(lcm_ctx_arena(ctx), &question_of(all, ctx, path)->spots, spot);
  return spot;
}

/* Return the spot of "address" in "raw", added to "all" where nothing is known
 * of it yet; NULL where it lies in no module. */
static struct profile_spot *spot_of(struct profile_symbols *symbols,
                                    question_list *all, const lcm_raw_file *raw,
                                    uint64_t address) {
  uint64_t offset = 0;
  const lcm_raw_module *module =
      address ? lcm_raw_find_module(raw, address, &offset) : NULL;
  return module ? spot_at(symbols, all, module_path(symbols->ctx, module),
                          offset, module->user != 0)
                : NULL;
}

/* Note the spot of "site" of "raw" in "all", and that of the function that its
 * call is given. */
static void note_site(struct profile_symbols *symbols, question_list *all,
                      const lcm_raw_file *raw, const lcm_raw_site *site) {
  struct profile_spot *spot =
      spot_of(symbols, all, raw, profile_site_address(site));
  const bool given = site->kind == LCM_RAW_PARALLEL ||
                     site->kind == LCM_RAW_TASK ||
                     site->kind == LCM_RAW_TASKLOOP;
  if (!spot || !spot->user || !given || spot->outlined)
    return;
  const uint64_t entry =
      profile_outlined(symbols, spot->module, spot->offset + 1);
  if (entry)
    spot->outlined = spot_at(symbols, all, spot->module, entry, true);
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

/* Take the answer "text" to "question", as addr2line prints it: for each
 * address a line with it, and two for each frame, the innermost first. */
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

/* Programs that know lines, the best first.  addr2line up to 2.40 is mistaken
 * about files that are included, where there is DWARF 5, and has no lines of
 * programs whose debug information is in other files (-gsplit-dwarf). */
static const char *const TOOLS[] = {"llvm-symbolizer",    "llvm-symbolizer-22",
                                    "llvm-symbolizer-19", "llvm-symbolizer-14",
                                    PROFILE_SPARE_TOOL,   NULL};

/* Have "tool" answer "question", whose addresses are "input"; its answer goes
 * to "*text", its status to "*exit_status". */
static lcm_status ask_tool(char **text, int *exit_status, lcm_ctx *ctx,
                           const char *tool,
                           const struct address_question *question,
                           const lcm_buf *input) {
  const bool spare = !strcmp(tool, PROFILE_SPARE_TOOL);
  const char *argv[] = {tool, "-f", "-i", "-a", "-e", question->module,
                        NULL, NULL};
  size_t len = 0;
  argv[6] = spare ? NULL : "--output-style=GNU";
  const struct lcm_child child = {.argv = argv,
                                  .input = input->text,
                                  .input_len = input->len,
                                  .seconds = SECONDS};
  return lcm_child_run(text, &len, exit_status, ctx, &child);
}

/* Ask "question"; from now on of the first tool that there is. */
static lcm_status ask(struct profile_symbols *symbols,
                      const struct address_question *question) {
  lcm_buf input = {0};
  char *text = NULL;
  int exit_status = NOT_FOUND;
  lcm_status status = LCM_OK;
  for (size_t i = 0; i < question->spots.n; i++)
    lcm_buf_printf(&input, "0x%llx\n",
                   (unsigned long long)question->spots.at[i]->offset);
  for (size_t i = 0;
       TOOLS[i] && !status && exit_status == NOT_FOUND && !symbols->no_tool;
       i++) {
    if (symbols->tool && strcmp(symbols->tool, TOOLS[i]) != 0)
      continue;
    status =
        ask_tool(&text, &exit_status, symbols->ctx, TOOLS[i], question, &input);
    symbols->tool = exit_status == NOT_FOUND ? NULL : TOOLS[i];
  }
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
      note_site(symbols, &all, raw, raw->sites[i]);
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
