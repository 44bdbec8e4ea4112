/* Measurements being collected, for the files of this folder. */
#pragma once

#include "base/list.h"
#include "model/machine/calibration.h"

/* A quantity with its samples; without any, "point" has its estimate. */
struct lcm_quantity {
  struct lcm_calibration_point point;
  LCM_LIST(double) samples;
};

struct lcm_calibration {
  lcm_ctx *ctx;
  LCM_LIST(struct lcm_calibration_fact) facts;
  LCM_LIST(struct lcm_quantity) quantities;
};

/* Return the number that is the fact "name", "otherwise" without one. */
double lcm_calibration_number(const lcm_calibration *calibration,
                              const char *name, double otherwise);
