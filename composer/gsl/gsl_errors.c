/* Keeps GSL from ending the process at errors. */
#include <gsl/gsl_errno.h>

#include "composer/gsl/gsl_errors.h"

lcm_gsl_handler *lcm_gsl_silence(void) { return gsl_set_error_handler_off(); }

void lcm_gsl_restore(lcm_gsl_handler *before) {
  (void)gsl_set_error_handler(before);
}
