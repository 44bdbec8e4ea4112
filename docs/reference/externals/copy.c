#include <stdlib.h>
#include <string.h>

/* a = b: how much that is only the call of atoi knows */
int main(int argc, char **argv) {
  static char a[1000], b[1000];
  memcpy(a, b, (size_t)atoi(argv[argc - 1]));
  return 0;
}
