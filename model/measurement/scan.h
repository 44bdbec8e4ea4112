/* A scanner of JSON that goes on behind errors. */
#pragma once

#include "base/ctx.h"

/* Text being read. */
struct lcm_scan {
  lcm_ctx *ctx;
  const char *file; /* interned */
  const char *at;   /* at, end: the next byte, and behind the last one */
  const char *end;
  const char *line_at; /* where the line begins that has number "line" */
  unsigned line;
  bool last;   /* nothing follows "end" in the file */
  bool failed; /* something of the record was reported */
  bool cut;    /* the text ended where more was expected */
};

/* What is done with a member (of name "key") or an element (NULL) that comes
 * next; false where reading has failed. */
typedef bool (*lcm_scan_fn)(struct lcm_scan *scan, const char *key, void *user);

/* Return a scan of the "len" bytes at "text", the whole file "file". */
struct lcm_scan lcm_scan_whole(lcm_ctx *ctx, const char *file, const char *text,
                               size_t len);

/* Return the place of "at". */
lcm_loc lcm_scan_place(const struct lcm_scan *scan, const char *at);

/* Report that what is at the place "at" is not in its language (as what was cut
 * short where it is the end of the last record), once a record; return false.
 */
bool lcm_scan_fail(struct lcm_scan *scan, const char *at, const char *fmt, ...)
    LCM_PRINTF(3, 4);

/* Report that the measurement at "at" makes no sense, once a record; return
 * false. */
bool lcm_scan_refuse(struct lcm_scan *scan, const char *at, const char *fmt,
                     ...) LCM_PRINTF(3, 4);

/* Return the "len" bytes at "text" as a name, interned: zeros, and bytes that
 * are no UTF-8, are '?'. */
const char *lcm_measured_name(lcm_ctx *ctx, const char *text, size_t len);

/* Skip blanks; return the next byte, 0 at the end. */
char lcm_scan_peek(struct lcm_scan *scan);

/* Read an object (array), each of its members (elements) by "fn". */
bool lcm_scan_object(struct lcm_scan *scan, lcm_scan_fn fn, void *user);
bool lcm_scan_array(struct lcm_scan *scan, lcm_scan_fn fn, void *user);

/* Read a string into "*out" (interned). */
bool lcm_scan_string(struct lcm_scan *scan, const char **out);

/* Read a number into "*out"; NaN and Infinity, which are not JSON, but which
 * programs write, are numbers here, null is NaN. */
bool lcm_scan_number(struct lcm_scan *scan, double *out);

/* Read any value and forget it. */
bool lcm_scan_skip(struct lcm_scan *scan);
