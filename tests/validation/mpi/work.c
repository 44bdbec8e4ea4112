#include "work.h"

#ifdef WITH_SMPI
#include <smpi/smpi.h>
#else
#define smpi_execute_flops(flops) ((void)(flops))
#endif

/* Compute for "seconds" of simulated time. */
// lcm: model time = seconds * 1 s
void work(double seconds) { smpi_execute_flops(seconds * 1e9); }
