/* liblcmodel: the lost cycles modeler as a C library.
 *
 *   const char *files[] = {"heat.c"};
 *   const char *grid[] = {"n=1024", "p=1:64:*2"};
 *   struct liblcm_predict_options options = {.grid = grid, .n_grid = 2};
 *   liblcm_program *program = NULL;
 *   liblcm_prediction *prediction = NULL;
 *   liblcm_log *log = liblcm_log_new(NULL, NULL);
 *   if (!liblcm_program_load(&program, files, 1, NULL, log) &&
 *       !liblcm_predict(&prediction, program, &options, log))
 *     use(liblcm_prediction_lost(prediction, 0, "li"));
 *
 * Errors.  What can fail returns a liblcm_code and puts its result into its
 * first argument, which a failure leaves alone.  What is wrong with the input,
 * and where, is said in the log.  Nothing is printed and nothing exits; running
 * out of memory is a code, after which every handle is as it was before.
 *
 * Ownership.  A handle (liblcm_program * and so on) that a function puts into
 * "*out" is the caller's, who gives it back with the free function of its type
 * (NULL is fine).  A char * is the caller's, who gives it back with
 * liblcm_text_free.  A const char *, and what a struct points to, belong to the
 * handle that they come from and live as long as it does.  Arguments are read
 * during the call and not kept.
 *
 * Units.  Times are in seconds, lost cycles in processor-seconds (summed over
 * the processors), sizes in bytes.  A number that there is none of is NaN.
 *
 * Threads.  A handle never changes once it is made: several threads may use one
 * at the same time, except a log, which belongs to one thread at a time.  There
 * is no state besides the handles.  A request runs on a stack of its own, so
 * that deep input needs none of the caller's.
 *
 * Structs of options have the defaults where they are zero.
 *
 * Programs include this header, <lcmodel/lcm.h>; its parts are in lcm/. */
#ifndef LIBLCM_LCM_H
#define LIBLCM_LCM_H

#include "lcm/annotate.h"
#include "lcm/comparison.h"
#include "lcm/data.h"
#include "lcm/edit.h"
#include "lcm/log.h"
#include "lcm/machine.h"
#include "lcm/measure.h"
#include "lcm/prediction.h"
#include "lcm/program.h"
#include "lcm/report.h"
#include "lcm/status.h"

#endif
