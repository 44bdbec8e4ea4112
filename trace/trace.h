/* traces of measured or simulated runs: read, repaired, understood */
#pragma once

#include "trace/document.h"
#include "trace/examine.h"
#include "trace/text.h"
#include "trace/types.h"
#include "trace/views/page.h"
#include "trace/views/show.h"
