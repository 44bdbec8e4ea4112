/* Measurements become models: what other modules use of fitting. */
#pragma once

#include "fit/points.h"
#include "fit/predict.h"
#include "fit/session/next.h"
#include "fit/session/session.h"
#include "fit/types.h"
