/* pragmas, tokens, macros and paths, without libclang */
#pragma once

#include "analyzer/text/attribute.h"
#include "analyzer/text/choice.h"
#include "analyzer/text/lines.h"
#include "analyzer/text/macro.h"
#include "analyzer/text/missing.h"
#include "analyzer/text/more_errors.h"
#include "analyzer/text/nesting.h"
#include "analyzer/text/path.h"
#include "analyzer/text/pragma.h"
