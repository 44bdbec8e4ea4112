/* what predictions, counts, comparisons and advice say */
#pragma once

#include "model/results/advice.h"
#include "model/results/comparison.h"
#include "model/results/contracts.h"
#include "model/results/costs.h"
#include "model/results/costs_json.h"
#include "model/results/data.h"
#include "model/results/data_json.h"
#include "model/results/difference.h"
#include "model/results/distribution.h"
#include "model/results/limits.h"
#include "model/results/prediction.h"
#include "model/results/scalability.h"
#include "model/results/schedule.h"
#include "model/results/sensitivity.h"
#include "model/results/serial_json.h"
