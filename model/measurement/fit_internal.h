/* What the files fit*.c say to each other. */
#ifndef LCM_MODEL_FIT_INTERNAL_H
#define LCM_MODEL_FIT_INTERNAL_H

#define LCM_FIT_SCHEMA "lcm-fit/1"

#endif
