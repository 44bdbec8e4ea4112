/* Reading protocol buffers: a field is a number whose last three bits say how
 * the value is written, then the value. */
#include "model/measurement/foreign/protobuf.h"

/* How values are written. */
enum { VARINT = 0, FIXED64 = 1, BYTES = 2, FIXED32 = 5 };

bool lcm_protobuf_number(struct lcm_protobuf *wire, uint64_t *out) {
  uint64_t value = 0;
  const unsigned char *at = wire->at;
  for (unsigned shift = 0; at < wire->end && shift < 64; shift += 7) {
    value |= (uint64_t)(*at & 0x7f) << shift;
    if (!(*at++ & 0x80)) {
      wire->at = at;
      *out = value;
      return true;
    }
  }
  return false;
}

/* Take the next "n" bytes of "wire" as those of "out". */
static bool take_bytes(struct lcm_protobuf *wire, uint64_t n,
                       struct lcm_protobuf_field *out) {
  if (n > (uint64_t)(wire->end - wire->at))
    return false;
  out->inside = (struct lcm_protobuf){wire->at, wire->at + n};
  wire->at += n;
  return true;
}

bool lcm_protobuf_next(struct lcm_protobuf *wire,
                       struct lcm_protobuf_field *out) {
  struct lcm_protobuf ahead = *wire;
  uint64_t key = 0;
  uint64_t n = 0;
  bool good = false;
  *out = (struct lcm_protobuf_field){.inside = {wire->at, wire->at}};
  if (wire->at == wire->end || !lcm_protobuf_number(&ahead, &key) ||
      key >> 3 > UINT32_MAX)
    return false;
  out->number = (unsigned)(key >> 3);
  if ((key & 7) == VARINT)
    good = lcm_protobuf_number(&ahead, &out->value);
  else if ((key & 7) == BYTES)
    good = lcm_protobuf_number(&ahead, &n) && take_bytes(&ahead, n, out);
  else if ((key & 7) == FIXED64 || (key & 7) == FIXED32)
    good = take_bytes(&ahead, (key & 7) == FIXED64 ? 8 : 4, out);
  out->packed = (key & 7) == BYTES;
  if (good)
    *wire = ahead;
  return good;
}
