/* What GSL does about errors (GSL, in composer/gsl/gsl_errors.c). */
#pragma once

/* What is done about an error, in the whole process. */
typedef void lcm_gsl_handler(const char *reason, const char *file, int line,
                             int code);

/* Let errors be nothing but codes that functions of GSL return; return what was
 * done about them before.  Not while other threads use GSL. */
lcm_gsl_handler *lcm_gsl_silence(void);

/* Let "before" be done about errors again. */
void lcm_gsl_restore(lcm_gsl_handler *before);
