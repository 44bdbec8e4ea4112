/* What processors do in equal timesteps of a run. */
#pragma once

#include "render/report/page.h"

/* Append the timesteps of the measured run of "page", if it has one. */
void lcm_page_steps(struct lcm_page *page);
