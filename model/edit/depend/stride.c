/* Finds strides that meet all pairs. */
#include "model/edit/depend/stride.h"

/* Where strides of the golden section lead is as even as can be. */
static const double GOLDEN = 0.6180339887;

/* Return whether no number but 1 divides both. */
static bool are_coprime(size_t a, size_t b) {
  while (b) {
    const size_t rest = a % b;
    a = b;
    b = rest;
  }
  return a == 1;
}

size_t lcm_edit_stride(size_t n, bool many) {
  size_t stride = many ? (size_t)((double)n * GOLDEN) : 1;
  while (stride > 1 && !are_coprime(n, stride))
    stride++;
  return stride > 0 ? stride : 1;
}
