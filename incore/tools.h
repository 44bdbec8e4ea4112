/* The programs that are run, by their names, and the flags that they get. */
#pragma once

#include "base/buf.h"
#include "base/ctx.h"
#include "base/list.h"

/* Words of a command. */
typedef LCM_LIST(const char *) lcm_incore_words;

/* Return whether the compiler "name" is one that is run: gcc, clang, cc or
 * mpicc, also with a version behind it (gcc-12) or a target before it
 * (x86_64-linux-gnu-gcc). */
bool lcm_incore_is_compiler(const char *name);

/* Return the path of the program "name" as PATH has it, NULL where it has
 * none.  Directories of PATH that are relative do not count. */
const char *lcm_incore_find(lcm_ctx *ctx, const char *name);

/* Return the path of the newest llvm-mca that PATH has, NULL for none. */
const char *lcm_incore_mca(lcm_ctx *ctx);

/* Add those of the "n" flags at "flags" to "words" that say what code is made
 * of a file: of optimization, architecture, language, macros and headers.  What
 * writes other files or runs other programs is left out. */
void lcm_incore_flags(lcm_incore_words *words, lcm_ctx *ctx,
                      const char *const *flags, size_t n);

/* Return the architecture that code is made for by "compiler" with the "n"
 * flags at "flags"; that of this machine where they say none. */
const char *lcm_incore_target(lcm_ctx *ctx, const char *compiler,
                              const char *const *flags, size_t n);

/* Return the processor that the last -mcpu= or -march= of the "n" flags at
 * "flags" names; NULL where they name none or a family of many. */
const char *lcm_incore_processor(const char *const *flags, size_t n);

/* Append what the outcome depends on besides files and flags to "buf": which
 * programs are there as "compiler" and as llvm-mca, and the processor. */
void lcm_incore_identify(lcm_buf *buf, lcm_ctx *ctx, const char *compiler);
