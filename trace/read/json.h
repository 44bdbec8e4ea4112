/* JSON text, value by value, in little memory: no value is kept. */
#pragma once

#include "trace/read/input.h"

/* What became of reading a value. */
enum trace_json {
  TRACE_JSON_OK,
  TRACE_JSON_CUT, /* the text ends inside of it */
  TRACE_JSON_BAD  /* it is none */
};

/* Text that is read: what goes beyond "room" is left out. */
struct trace_text {
  char *at;
  size_t room; /* with the NUL */
};

/* Return the next byte that is no blank, without stepping behind it; -1 at the
 * end. */
int trace_json_peek(struct trace_input *in);

/* Step behind "c", before which there may be blanks. */
enum trace_json trace_json_expect(struct trace_input *in, int c);

/* Read a string; its escapes become what they stand for. */
enum trace_json trace_json_string(struct trace_input *in,
                                  struct trace_text text);

/* Read a string, a number or a word as text. */
enum trace_json trace_json_scalar(struct trace_input *in,
                                  struct trace_text text);

/* Read any value and forget it. */
enum trace_json trace_json_skip(struct trace_input *in);

/* Read an object: "member" is called for each of its members and has to read
 * the value. */
typedef enum trace_json trace_json_member(struct trace_input *in,
                                          const char *key, void *user);
enum trace_json trace_json_object(struct trace_input *in,
                                  trace_json_member *member, void *user);
