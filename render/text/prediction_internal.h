#pragma once

#include "render/render_internal.h"

/* Fill "table", which is empty, with the points of "prediction" for people. */
void lcm_prediction_table(struct lcm_table *table,
                          const lcm_prediction *prediction);
