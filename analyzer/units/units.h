/* files analysed in processes of their own, or taken from the cache */
#pragma once

#include "analyzer/units/apart.h"
#include "analyzer/units/cache.h"
#include "analyzer/units/database.h"
#include "analyzer/units/recall.h"
#include "analyzer/units/record.h"
#include "analyzer/units/repeated.h"
#include "analyzer/units/response.h"
#include "analyzer/units/unit.h"
#include "analyzer/units/worker.h"
