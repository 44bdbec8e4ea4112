/* Categories of the time of measured runs: those of lcm, and what the profiler
 * has beyond them. */
#pragma once

#include "model/structure/structure.h"
#include "profiler/raw/raw.h"

/* The first of them are those of lcm from "pc" to "rc"; all are those of raw
 * files of the profiler. */
enum { TRACE_CATS = LCM_RAW_FIRST_USER };

/* Return the category "word", TRACE_CATS where there is none. */
unsigned trace_category_find(const char *word);

/* Return the word, the full name of category "cat". */
const char *trace_category_word(unsigned cat);
const char *trace_category_title(unsigned cat);
