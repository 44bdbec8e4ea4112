/* SPDX-License-Identifier: MIT
 *
 * Reading raw files (profiler/raw/raw.h), whatever state they are in. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "profiler/raw/types.h"

/* Return the names of the "kind" of a site
 * ("parallel"), of a thread's "role" ("worker"); "?" for what there is not. */
const char *lcm_raw_site_kind(uint32_t kind);
const char *lcm_raw_role(uint32_t role);

/* A raw file that was read.  Everything points into "bytes". */
typedef struct lcm_raw_file {
  unsigned char *bytes;
  size_t size;
  const lcm_raw_header *header; /* never NULL */
  /* by id; a site that is missing (the file was cut) is NULL */
  const lcm_raw_site **sites;
  size_t n_sites;
  /* by id, likewise; `threads[i]` with role VACANT is no thread */
  const lcm_raw_thread **threads;
  size_t n_threads;
  /* cells, texts, modules, samples, intervals, times: in the order of the
   * file */
  const lcm_raw_cell **cells;
  size_t n_cells;
  const lcm_raw_text **texts;
  size_t n_texts;
  const lcm_raw_module **modules;
  size_t n_modules;
  const lcm_raw_samples **samples;
  size_t n_samples;
  const lcm_raw_intervals **intervals;
  size_t n_intervals;
  const lcm_raw_times **times;
  size_t n_times;
  /* of the measured part of the run; where it did not end, until the last that
   * is known of it */
  uint64_t elapsed_ns;
  uint64_t sum_ns; /* of all cells, `open_ns` included */
  /* by thread: what the thread (or vacant processors) was at when the program
   * was killed, to be added to its cell of `threads[i]->site`, `category`; all
   * 0 where it ended */
  uint64_t *open_ns;
  bool ended; /* whether the program got to finish the file */
  bool cut;   /* whether records are missing at its end */
  /* what to tell the user, each a sentence; the array ends with NULL */
  char *messages[16];
} lcm_raw_file;

/* Read the file "path" into "*out", to be closed by lcm_raw_close.  Return NULL
 * or what is wrong, a string that the caller frees; "*out" is empty then. */
char *lcm_raw_open(lcm_raw_file *out, const char *path);

/* Read the "size" bytes at "bytes" likewise; they come from malloc, and belong
 * to "*out" or are freed. */
char *lcm_raw_parse(lcm_raw_file *out, unsigned char *bytes, size_t size);

/* Free what "file" has. */
void lcm_raw_close(lcm_raw_file *file);

/* Return the module of "file" that "address" lies in, or NULL; "*offset" is
 * what addr2line wants for it. */
const lcm_raw_module *lcm_raw_find_module(const lcm_raw_file *file,
                                          uint64_t address, uint64_t *offset);
