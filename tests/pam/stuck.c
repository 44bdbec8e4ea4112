/* Two processes that wait for each other. */
#include <stddef.h>

#include "pam.h"

static pam_sema *a;
static pam_sema *b;

static void other(void) {
  pam_P(b);
  pam_delay(1);
  pam_P(a);
}

int main(void) {
  pam_init("main");
  a = pam_alloc("a", 1);
  b = pam_alloc("b", 1);
  pam_fork("other", other, 0);
  pam_P(a);
  pam_delay(1);
  pam_P(b);
  pam_quit();
}
