/* leads through the analysis of files */
#pragma once

#include "analyzer/analyze.h"
