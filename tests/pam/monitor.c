/* The second program of van Gemund 1996, appendix E.5: the monitor alone. */
#include "pam.h"

int main(void) {
  pam_init("main");
  pam_debug("monitor", 0);
  pam_exit();
}
