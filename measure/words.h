/* The command line of the program. */
#pragma once

#include "measure/profile_internal.h"

/* Put the command "words", "n" of them, into "*argv" (NULL at the end), {NAME}
 * being the value of NAME among the "k" values "params".  An unknown NAME is
 * a message and LCM_EUSAGE. */
lcm_status profile_words(const char *const **argv, lcm_ctx *ctx,
                         const char *const *words, size_t n,
                         const lcm_binding *params, size_t k);

/* Return whether one of the "n" words has {name}. */
bool profile_words_mention(const char *const *words, size_t n,
                           const char *name);

/* Return whether the "n" words start ranks (mpirun and the like). */
bool profile_words_start_ranks(const char *const *words, size_t n);

/* Put what the words of "options" run with the values of "point" into "*out",
 * the name of the program and a digest of the executable file, and the path of
 * that into "*path".  A program that is not there is a diagnostic. */
lcm_status profile_words_program(const char **out, const char **path,
                                 lcm_ctx *ctx,
                                 const struct lcm_profile_options *options,
                                 const struct profile_point *point);

/* Return the values of "params" for people: "n = 256, p = 2". */
const char *profile_words_point(lcm_ctx *ctx, const lcm_binding *params,
                                size_t n);
