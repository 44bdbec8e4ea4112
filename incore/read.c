/* The loops that a compiler makes of a file: it writes assembly, which is taken
 * apart, and llvm-mca says the cycles. */
#include "incore/read.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/fs.h"
#include "incore/forward.h"
#include "incore/loops.h"
#include "incore/mca.h"
#include "incore/parse.h"
#include "incore/tools.h"
#include "incore/x86.h"

/* Seconds that a program may take, bytes that a compiler may write, loops that
 * are looked at. */
enum { PATIENCE = 20, MOST_LOOPS = 4000 };
static const size_t OUTPUT = (size_t)128 << 20;

/* Return the path "path", relative to "directory", as the system has it. */
static const char *real_path(lcm_ctx *ctx, const char *directory,
                             const char *path) {
  const char *whole =
      path[0] == '/' || !directory
          ? path
          : lcm_arena_printf(lcm_ctx_arena(ctx), "%s/%s", directory, path);
  char *real = realpath(whole, NULL);
  const char *out = lcm_intern(ctx, real ? real : whole);
  free(real);
  return out;
}

/* Return whether a function of that name may stand for a loop. */
static bool stands_for_loop(const char *name) {
  static const char *const NAMES[] = {"memset", "memcpy", "memmove",
                                      "bzero",  "strlen", "memcmp"};
  for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++)
    if (!strncmp(name, NAMES[i], strlen(NAMES[i])))
      return true;
  return false;
}

/* Note the calls in "function" that may stand for loops. */
static void note_calls(struct lcm_incore *out, lcm_ctx *ctx,
                       const struct lcm_asm_function *function) {
  for (size_t i = 0; i < function->instrs.n; i++) {
    const struct lcm_asm_instr *instr = &function->instrs.at[i];
    const bool goes =
        !strncmp(instr->name, "call", 4) || !strncmp(instr->name, "jmp", 3);
    if (!goes || !instr->n_operands || !stands_for_loop(instr->operands[0]))
      continue;
    const struct lcm_incore_call call = {
        instr->file, instr->line,
        lcm_intern_n(ctx, instr->operands[0],
                     strcspn(instr->operands[0], "@ "))};
    LCM_LIST_ADD(lcm_ctx_arena(ctx), &out->calls, call);
  }
}

struct lcm_incore *lcm_incore_parse(lcm_ctx *ctx, const char *text,
                                    const char *directory) {
  lcm_arena *arena = lcm_ctx_arena(ctx);
  struct lcm_incore *out = LCM_NEW(arena, struct lcm_incore);
  struct lcm_asm *code = LCM_NEW(arena, struct lcm_asm);
  lcm_asm_parse(code, ctx, text);
  for (size_t i = 0; i < code->files.n; i++) {
    const struct lcm_asm_file file = {
        code->files.at[i].number,
        real_path(ctx, directory, code->files.at[i].path)};
    LCM_LIST_ADD(arena, &out->files, file);
  }
  for (size_t i = 0; i < code->functions.n; i++) {
    note_calls(out, ctx, &code->functions.at[i]);
    if (out->loops.n < MOST_LOOPS)
      lcm_asm_loops(&out->loops, ctx, &code->functions.at[i]);
  }
  for (size_t i = 0; i < out->loops.n; i++) {
    lcm_x86_facts(&out->loops.at[i], ctx);
    lcm_forward_find(&out->loops.at[i]);
  }
  return out;
}

/* Return that nothing is known, for the reason "why". */
static struct lcm_incore *unknown(lcm_ctx *ctx, const char *why) {
  struct lcm_incore *out = LCM_NEW(lcm_ctx_arena(ctx), struct lcm_incore);
  out->why = why;
  return out;
}

/* Return why nothing can be tried with the compiler "name", whose path is
 * "path", the "n" flags at "flags" and "mca"; NULL: it can. */
static const char *hindrance(lcm_ctx *ctx, const char *name, const char *path,
                             const struct lcm_incore_request *request,
                             const char *mca) {
  static const char *const READ = "x86_64";
  const char *target =
      lcm_incore_target(ctx, name, request->flags, request->n_flags);
  if (!lcm_incore_is_compiler(name))
    return lcm_arena_printf(lcm_ctx_arena(ctx),
                            "'%s' is no compiler that lcm runs", name);
  if (!path)
    return lcm_arena_printf(lcm_ctx_arena(ctx), "there is no '%s'", name);
  if (!mca)
    return "there is no llvm-mca";
  if (strcmp(target, READ) != 0 ||
      strcmp(lcm_incore_target(ctx, "cc", NULL, 0), READ) != 0)
    return "only code for x86-64 is read, on such a machine";
  return NULL;
}

/* Return how many seconds a program may take for "request". */
static unsigned patience(const struct lcm_incore_request *request) {
  return request->seconds && request->seconds < PATIENCE ? request->seconds
                                                         : PATIENCE;
}

/* Return whether "request" does not say how far to optimize. */
static bool is_bare(const struct lcm_incore_request *request) {
  for (size_t i = 0; i < request->n_flags; i++)
    if (!strncmp(request->flags[i], "-O", 2))
      return false;
  return !request->compiler;
}

/* Return the command of "request" as far as it matters, with the compiler
 * "name". */
static const char *joined(lcm_ctx *ctx, const char *name,
                          const struct lcm_incore_request *request) {
  lcm_arena *arena = lcm_ctx_arena(ctx);
  lcm_incore_words words = {0};
  const char *out =
      is_bare(request) ? lcm_arena_printf(arena, "%s -O2", name) : name;
  lcm_incore_flags(&words, ctx, request->flags, request->n_flags);
  for (size_t i = 0; i < words.n; i++)
    if (words.at[i][0] == '-' && strchr("Omf", words.at[i][1]))
      out = lcm_arena_printf(arena, "%s %s", out, words.at[i]);
  return out;
}

/* Have the compiler "path" write the assembly of "request" into "*text"; return
 * why it did not, or NULL. */
static const char *compile(const char **text, lcm_ctx *ctx, const char *path,
                           const struct lcm_incore_request *request) {
  static const char *const BEHIND[] = {"-S", "-g1", "-o", "-", "-w", "-x", "c"};
  lcm_arena *arena = lcm_ctx_arena(ctx);
  lcm_incore_words words = {0};
  char *out = NULL;
  size_t len = 0;
  int status = 0;
  LCM_LIST_ADD(arena, &words, path);
  if (is_bare(request))
    LCM_LIST_ADD(arena, &words, "-O2");
  lcm_incore_flags(&words, ctx, request->flags, request->n_flags);
  for (size_t i = 0; i < sizeof BEHIND / sizeof *BEHIND; i++)
    LCM_LIST_ADD(arena, &words, BEHIND[i]);
  LCM_LIST_ADD(arena, &words, real_path(ctx, NULL, request->file));
  LCM_LIST_ADD(arena, &words, NULL);
  const struct lcm_child child = {.argv = words.at,
                                  .directory = request->directory,
                                  .seconds = patience(request),
                                  .most = OUTPUT,
                                  .group = true};
  if (lcm_child_run(&out, &len, &status, ctx, &child))
    return "the compiler cannot be started";
  if (status > 127)
    return "the compiler takes too long, or cannot be run";
  if (status)
    return lcm_arena_printf(arena, "the compiler fails with status %d", status);
  *text = out;
  return memchr(out, '\0', len) ? "the compiler writes no assembly" : NULL;
}

const struct lcm_incore *
lcm_incore_read(lcm_ctx *ctx, const struct lcm_incore_request *request) {
  const char *name = request->compiler ? request->compiler : "cc";
  const char *path =
      lcm_incore_is_compiler(name) ? lcm_incore_find(ctx, name) : NULL;
  const struct lcm_mca mca = {
      lcm_incore_mca(ctx),
      lcm_incore_processor(request->flags, request->n_flags),
      patience(request)};
  const char *text = NULL;
  bool host = false;
  const char *why = hindrance(ctx, name, path, request, mca.path);
  if (why) {
    struct lcm_incore *out = unknown(ctx, why);
    out->missing = true;
    return out;
  }
  why = compile(&text, ctx, path, request);
  if (why)
    return unknown(ctx, why);
  struct lcm_incore *out = lcm_incore_parse(
      ctx, text,
      request->directory ? real_path(ctx, NULL, request->directory) : NULL);
  if (out->loops.n && !lcm_mca_run(&out->loops, &host, ctx, &mca))
    return unknown(ctx, "llvm-mca says nothing of the code");
  out->made = joined(ctx, name, request);
  out->timed = mca.processor && !host ? mca.processor : "this processor";
  return out;
}
