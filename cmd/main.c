#include <stdio.h>

/* The entry of the command. */
int main(void) {
  fputs("lcm " LCM_VERSION "\n", stdout);
  return 0;
}
