/* The first program of van Gemund 1996, appendix E.5: two breakpoints. */
#include <stddef.h>

#include "pam.h"

static pam_sema *s;

static void f(void) {
  pam_delay(1.0);
  pam_debug("checkpoint 1", 0);
  pam_P(s);
}

int main(void) {
  pam_init("main");
  s = pam_alloc("s", 0);
  pam_fork("f", f, 1);
  pam_delay(2.0);
  pam_debug("checkpoint 2", 0);
  pam_V(s);
  pam_exit();
}
