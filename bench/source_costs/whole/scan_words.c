/* Words of a text: a state and two comparisons a byte. */
#include "../kernel.h"

static char *text;

/* Make a text of "n" bytes. */
void prepare(long n) {
  text = malloc((size_t)n + 1);
  unsigned s = 1;
  for (long i = 0; i < n; i++) {
    s = s * 1664525u + 1013904223u;
    text[i] = (char)(s >> 29 ? 'a' + (s >> 24) % 26 : ' ');
  }
  text[n] = 0;
}

/* Count the words of "n" bytes. */
double kernel(long n) {
  long words = 0;
  int inside = 0;
  for (long i = 0; i < n; i++) {
    const int letter = text[i] != ' ';
    words += letter && !inside;
    inside = letter;
  }
  return (double)words;
}
