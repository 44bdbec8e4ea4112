/* A prediction as text: headline, table, categories, formula. */
#pragma once

#include "model/results/prediction.h"
#include "render/table/table.h"

/* Fill "table", which is empty, with the points of "prediction" for people. */
void lcm_prediction_table(struct lcm_table *table,
                          const lcm_prediction *prediction);
