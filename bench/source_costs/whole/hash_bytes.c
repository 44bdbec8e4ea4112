/* A hash of a text, byte by byte. */
#include "../kernel.h"

enum { SIZE = 4096 };
static unsigned char text[SIZE];

/* Make the text. */
void prepare(long n) {
  for (int i = 0; i < SIZE; i++)
    text[i] = (unsigned char)(i * 7 + n);
}

/* Hash the text "n" times. */
double kernel(long n) {
  unsigned h = 2166136261u;
  for (long k = 0; k < n; k++)
    for (int i = 0; i < SIZE; i++)
      h = (h ^ text[i]) * 16777619u;
  return h;
}
