/* What the files fit*.c say to each other. */
#pragma once

#define LCM_FIT_SCHEMA "lcm-fit/1"
