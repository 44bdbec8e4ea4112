/* Results of the analysis of units, kept from run to run.
 *
 * An entry is called by what it depends on.  A first one, called by the digest
 * of the unit's source, of its flags and options, of lcm and of libclang, lists
 * the other files that the analysis read, or would have read had they been
 * there.  A second one, called by the digest of the first name and of the
 * contents of those files, is the result.  Nothing in an entry is believed
 * unless its digest is right; entries are never changed, only put in place and
 * removed, so that several runs can share a directory. */
#pragma once

#include "analyzer/request/request.h"
#include "base/digest.h"

struct lcm_cache;

/* Return the cache that "options" say for "n" units; NULL where they say none
 * or there can be none. */
struct lcm_cache *lcm_cache_open(lcm_ctx *ctx, size_t n,
                                 const struct lcm_analyze_options *options);

/* Look for the result of "input", unit number "i", and put it into "*unit" and
 * its diagnostics into the context; false where there is none. */
bool lcm_cache_find(struct lcm_cache *cache, struct lcm_unit *unit,
                    const struct lcm_unit_input *input, size_t i);

/* Keep the "len" bytes at "text", which lcm_unit_pack gave for the "unit" of
 * number "i" after lcm_cache_find looked for it in vain. */
void lcm_cache_keep(struct lcm_cache *cache, const struct lcm_unit *unit,
                    const struct lcm_unit_input *input, size_t i,
                    const char *text, size_t len);

/* Put into "*name" what the result of "input" is called; false where there is
 * none, or, when "settled", where a file that it comes from has changed since
 * the cache was opened. */
bool lcm_cache_name(struct lcm_digest *name, struct lcm_cache *cache,
                    const struct lcm_unit_input *input, bool settled);

/* Return where the entries of "cache" are. */
struct lcm_unit_store *lcm_cache_store(struct lcm_cache *cache);

/* Remove the oldest entries where there are too many. */
void lcm_cache_close(struct lcm_cache *cache);
