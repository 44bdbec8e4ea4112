/* What a libclang cursor says by itself. */
#pragma once

#include "analyzer/clang/ast_internal.h"
