/* Lengths of texts that are written in the source. */
#include <string.h>

#define NAME "abc"

static const char *const title = "two"
                                 " parts";

static void count(int n) {
  for (int i = 0; i < n; i++)
    // lcm: model time = 1 s
    ;
}

int main(void) {
  const char *word = "hello";
  const char array[] = "four";
  const char *moved = "long text";
  moved = "x";
  count((int)strlen("ab\n\x41\0cd"));
  count((int)strlen(NAME));
  int n = strlen(word);
  count(n);
  for (size_t i = 0; i < strlen(array); i++)
    count(1);
  count((int)strlen(title) + 1);
  count((int)strlen(""));
  count((int)strlen(moved));
  return 0;
}
