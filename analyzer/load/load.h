/* files that the user names become units or one program */
#pragma once

#include "analyzer/load/inputs.h"
#include "analyzer/load/limit.h"
#include "analyzer/load/program.h"
#include "analyzer/load/types.h"
