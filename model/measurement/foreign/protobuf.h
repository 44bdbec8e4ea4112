/* Reading protocol buffers. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A message being read: its bytes, and where the next field begins. */
struct lcm_protobuf {
  const unsigned char *at;
  const unsigned char *end;
};

/* A field. */
struct lcm_protobuf_field {
  unsigned number;
  bool packed; /* bytes follow: a message, a string, or packed numbers */
  uint64_t value;
  struct lcm_protobuf inside; /* these bytes, none where it is a number */
};

/* Read the next field of "wire" into "*out"; false at the end, and where the
 * bytes are no field: then "wire" is not at its end. */
bool lcm_protobuf_next(struct lcm_protobuf *wire,
                       struct lcm_protobuf_field *out);

/* Read the next packed number of "wire" into "*out"; false as above. */
bool lcm_protobuf_number(struct lcm_protobuf *wire, uint64_t *out);
