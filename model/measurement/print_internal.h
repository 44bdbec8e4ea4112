#pragma once

#include "model/measurement/internal.h"

/* Append "all" in one of the formats. */
void lcm_put_measured_lines(lcm_buf *buf, const lcm_measurements *all);
void lcm_put_measured_pp(lcm_buf *buf, const lcm_measurements *all);
