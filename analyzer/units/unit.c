/* The analysis of one unit, in this process: parsed, its constructs listed or
 * its functions lowered. */
#include <string.h>

#include "analyzer/lower/lower.h"
#include "analyzer/units/unit.h"
#include "analyzer/units/used.h"
#include "base/fs.h"
#include "incore/incore.h"
#include "model/link/link.h"
#include "sandbox/sandbox.h"

/* Add the pragmas of "pragmas" that are wanted to "out". */
static void add_pragmas(lcm_construct_list *out, lcm_ctx *ctx,
                        const lcm_pragma_list *pragmas, bool inactive) {
  const char *const model = "openmp";
  for (size_t i = 0; i < pragmas->n; i++) {
    const lcm_pragma *pragma = &pragmas->at[i];
    if (!*pragma->construct || (pragma->inactive && !inactive))
      continue;
    const lcm_construct construct = {pragma->loc, model, pragma->construct,
                                     pragma->text, pragma->inactive};
    LCM_LIST_ADD(lcm_ctx_arena(ctx), out, construct);
  }
}

/* Return the word of the directive "kind" where it makes or unmakes something
 * parallel, else NULL. */
static const char *parallel_word(lcm_directive_kind kind) {
  static const char *const WORDS[] = {
      [LCM_DIR_PARALLEL] = "parallel", [LCM_DIR_SERIAL] = "serial",
      [LCM_DIR_SCHEDULE] = "schedule", [LCM_DIR_TEAM] = "team",
      [LCM_DIR_SIGNAL] = "signal",     [LCM_DIR_WAIT] = "wait"};
  return kind < sizeof WORDS / sizeof *WORDS ? WORDS[kind] : NULL;
}

/* Return what follows "word" in the source of the directive at "loc", white
 * space made single blanks. */
static const char *behind_word(const lcm_tu *tu, const char *word,
                               lcm_loc loc) {
  const size_t end = loc.end < tu->len ? loc.end : tu->len;
  const size_t len = loc.begin < end ? end - loc.begin : 0;
  const char *text =
      lcm_arena_strndup(lcm_ctx_arena(tu->ctx), tu->text + loc.begin, len);
  const char *from = strstr(text, word);
  char *out = lcm_arena_alloc(lcm_ctx_arena(tu->ctx), 1, len + 1);
  size_t n = 0;
  for (from = from ? from + strlen(word) : ""; *from; from++) {
    const bool blank = strchr(" \t\r\n", *from) != NULL;
    if (!blank)
      out[n++] = *from;
    else if (n && out[n - 1] != ' ')
      out[n++] = ' ';
  }
  return lcm_intern_n(tu->ctx, out, n - (n && out[n - 1] == ' '));
}

/* Add the directives in the comments of "tu" that make something parallel to
 * "out". */
static void add_directives(lcm_construct_list *out, const lcm_tu *tu) {
  const struct lcm_comment *comments = NULL;
  const lcm_directive *directives = NULL;
  size_t n = lcm_comments_scan(&comments, tu->ctx, tu->file, tu->text, tu->len);
  if (lcm_directives_parse(&directives, &n, tu->ctx, comments, n))
    return;
  for (size_t i = 0; i < n; i++) {
    const char *word = parallel_word(directives[i].kind);
    if (!word)
      continue;
    const lcm_construct construct = {
        .loc = directives[i].loc,
        .model = "lcm",
        .construct = word,
        .clauses = behind_word(tu, word, directives[i].loc)};
    LCM_LIST_ADD(lcm_ctx_arena(tu->ctx), out, construct);
  }
}

/* What a unit has besides its syntax. */
struct unit_pragmas {
  lcm_pragma_list own;
  lcm_pragma_list headers;       /* of what it includes */
  const struct lcm_incore *code; /* NULL: not looked at */
};

/* Return whether the flags of "input" say what code is made of it. */
static bool says_code(const struct lcm_unit_input *input) {
  for (size_t i = 0; i < input->n_flags; i++)
    if (!strncmp(input->flags[i], "-O", 2))
      return true;
  return input->compiler != NULL;
}

/* Return the code that a compiler makes of "input" where "options" want it;
 * NULL where not, or where there is none. */
static const struct lcm_incore *
code_of(lcm_ctx *ctx, const struct lcm_unit_input *input,
        const struct lcm_analyze_options *options) {
  const struct lcm_incore_request request = {.file = input->file,
                                             .directory = input->directory,
                                             .compiler = input->compiler,
                                             .flags = input->flags,
                                             .n_flags = input->n_flags,
                                             .seconds = options->seconds};
  const bool asked = options->incore == LCM_INCORE_COMPILER;
  if (!asked && (options->incore != LCM_INCORE_AUTO || !says_code(input)))
    return NULL;
  const struct lcm_incore *code = lcm_incore_read(ctx, &request);
  if (code->why && (asked || !code->missing))
    lcm_report(ctx, LCM_DIAG_INCORE, (lcm_loc){.file = input->file},
               "loops are priced by the operations in the source, not by the "
               "code of a compiler: %s",
               code->why);
  return code->why ? NULL : code;
}

/* List the constructs of "tu", which includes "parts" and has the pragmas
 * "pragmas", in "*out". */
static void list_constructs(struct lcm_unit *out, lcm_tu *tu,
                            const struct lcm_part_list *parts,
                            const struct unit_pragmas *pragmas,
                            const struct lcm_analyze_options *options) {
  lcm_construct_list constructs = {0};
  lcm_tu_calls(&constructs, tu, options->headers ? NULL : parts);
  add_pragmas(&constructs, tu->ctx, &pragmas->own, options->inactive);
  add_pragmas(&constructs, tu->ctx, &pragmas->headers, options->inactive);
  add_directives(&constructs, tu);
  for (size_t i = 0; i < parts->n; i++)
    add_directives(&constructs, &parts->at[i]);
  lcm_constructs_sort(constructs.at, constructs.n);
  out->constructs = constructs.at;
  out->n_constructs = constructs.n;
}

/* Lower the file "tu", whose syntax is "syntax", into "*out". */
static lcm_status lower(const lcm_program **out, const lcm_tu *tu,
                        const struct lcm_syntax *syntax,
                        const struct unit_pragmas *pragmas,
                        const struct lcm_analyze_options *options) {
  const lcm_tu *whole = tu->whole ? tu->whole : tu;
  const lcm_included_list headers = lcm_tu_declaring(whole);
  const struct lcm_parsed_file file = {.name = tu->file,
                                       .text = tu->text,
                                       .len = tu->len,
                                       .syntax = syntax,
                                       .pragmas = &pragmas->own,
                                       .code = pragmas->code,
                                       .headers = &headers,
                                       .broken = whole->has_errors};
  const bool was_muted = lcm_expr_mute(tu->ctx, true);
  const lcm_status status = lcm_lower_unit(out, tu->ctx, options, &file);
  (void)lcm_expr_mute(tu->ctx, was_muted);
  return status;
}

/* Return those of "pragmas" that stand in "file". */
static lcm_pragma_list pragmas_of(lcm_ctx *ctx, const lcm_pragma_list *pragmas,
                                  const char *file) {
  lcm_pragma_list own = {0};
  for (size_t i = 0; i < pragmas->n; i++)
    if (pragmas->at[i].loc.file == file)
      LCM_LIST_ADD(lcm_ctx_arena(ctx), &own, pragmas->at[i]);
  return own;
}

/* Lower "tu" and "parts", which it includes, each with its own text, into one
 * program. */
static lcm_status lower_with_parts(const lcm_program **out, lcm_tu *tu,
                                   const struct lcm_part_list *parts,
                                   const struct unit_pragmas *pragmas,
                                   const struct lcm_analyze_options *options) {
  lcm_arena *arena = lcm_ctx_arena(tu->ctx);
  const size_t n = parts->n + 1;
  const lcm_program **programs = LCM_NEW_ARRAY(arena, const lcm_program *, n);
  struct lcm_syntax **all = LCM_NEW_ARRAY(arena, struct lcm_syntax *, n);
  lcm_status status = LCM_OK;
  for (size_t i = 0; i < n; i++)
    all[i] = lcm_tu_syntax(i ? &parts->at[i - 1] : tu);
  lcm_unit_keep_used(tu->ctx, all, parts);
  for (size_t i = 0; i < n && !status; i++) {
    const lcm_tu *part = i ? &parts->at[i - 1] : tu;
    struct unit_pragmas own = *pragmas;
    if (i)
      own.own = pragmas_of(tu->ctx, &pragmas->headers, part->file);
    lcm_unit_drop_unused(&own.own, all[i]);
    status = lower(&programs[i], part, all[i], &own, options);
  }
  return status ? status : lcm_program_join(out, tu->ctx, programs, n, false);
}

/* Analyse the parsed file "tu", of which a compiler makes "code", into
 * "*out". */
static lcm_status analyze_tu(struct lcm_unit *out, lcm_tu *tu,
                             const struct lcm_analyze_options *options,
                             const struct lcm_incore *code) {
  struct unit_pragmas pragmas = {.code = code};
  const struct lcm_part_list parts = lcm_tu_parts(tu);
  const bool all = options->headers && options->constructs_only;
  lcm_tu_pragmas(&pragmas.own, &pragmas.headers, tu, all ? NULL : &parts);
  if (options->dependencies || options->cache)
    out->n_dependencies = lcm_tu_dependencies(&out->dependencies, tu);
  if (options->constructs_only) {
    list_constructs(out, tu, &parts, &pragmas, options);
    return LCM_OK;
  }
  if (parts.n)
    return lower_with_parts(&out->program, tu, &parts, &pragmas, options);
  return lower(&out->program, tu, lcm_tu_syntax(tu), &pragmas, options);
}

/* Analyse the "len" bytes at "text" (NULL: what the file holds) as the file of
 * "input" into "*out".  In a worker no program is run once libclang reads. */
static lcm_status analyze_text(struct lcm_unit *out, lcm_ctx *ctx,
                               const struct lcm_unit_input *input,
                               const struct lcm_analyze_options *options,
                               const char *text, size_t len) {
  const bool code = !text && !options->constructs_only;
  const struct lcm_incore *made = code ? code_of(ctx, input, options) : NULL;
  lcm_tu tu;
  out->file = lcm_intern(ctx, input->file);
  if (!options->in_process)
    lcm_confine_to_reading();
  lcm_status status = lcm_tu_open(&tu, ctx, input, text, len);
  out->failed = status != LCM_OK;
  if (status)
    return status;
  status = analyze_tu(out, &tu, options, made);
  if (options->in_process)
    lcm_tu_close(&tu);
  return status;
}

/* Return LCM_OK where the statements of the "len" bytes at "text" of "file" are
 * not nested too deeply for libclang; otherwise say it. */
static lcm_status check_nesting(lcm_ctx *ctx, const char *file,
                                const char *text, size_t len) {
  struct lcm_lines lines;
  lcm_loc at = {.file = lcm_intern(ctx, file)};
  size_t offset = 0;
  if (!lcm_nesting_is_deep(&offset, text, len))
    return LCM_OK;
  at.begin = at.end = (unsigned)offset;
  lcm_lines_read(&lines, ctx, text, len);
  lcm_lines_find(&lines, at.begin, &at.line, &at.column);
  lcm_report(ctx, LCM_DIAG_DEPTH, at, "statements are nested more than %d deep",
             LCM_MAX_DEPTH);
  return LCM_EDEPTH;
}

/* Analyse the text that "input" has into "*out". */
static lcm_status analyze_given(struct lcm_unit *out, lcm_ctx *ctx,
                                const struct lcm_unit_input *input,
                                const struct lcm_analyze_options *options) {
  const lcm_status status =
      check_nesting(ctx, input->file, input->text, input->len);
  return status
             ? status
             : analyze_text(out, ctx, input, options, input->text, input->len);
}

lcm_status lcm_unit_analyze(struct lcm_unit *out, lcm_ctx *ctx,
                            const struct lcm_unit_input *input,
                            const struct lcm_analyze_options *options) {
  char *text = NULL;
  size_t len = 0;
  lcm_status status = LCM_OK;
  if (input->text)
    return analyze_given(out, ctx, input, options);
  const char *mapped = lcm_file_is_readable(input->file)
                           ? lcm_file_map(&len, input->file)
                           : NULL;
  if (!mapped)
    status = lcm_file_read(&text, &len, ctx, input->file);
  status = status
               ? status
               : check_nesting(ctx, input->file, mapped ? mapped : text, len);
  if (mapped)
    lcm_file_unmap(mapped, len);
  out->failed = status != LCM_OK;
  return status ? status : analyze_text(out, ctx, input, options, text, len);
}
