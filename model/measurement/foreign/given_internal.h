/* What the user, or the name of a file, says of the runs in it. */
#pragma once

#include "model/measurement/measurement_internal.h"

/* Give the records of "reading" the params that the user says and, where
 * "named", those that the name of the file has: NAME=NUMBER behind anything but
 * a letter, a digit or a '_'.  What a record has stays, and the user is right
 * where the file is called something else. */
void lcm_measured_give(struct lcm_reading *reading, bool named);

/* Return what the user calls the param or column "name" of the file. */
const char *lcm_measured_renamed(const struct lcm_reading *reading,
                                 const char *name);
