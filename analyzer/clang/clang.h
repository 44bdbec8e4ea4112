/* the syntax of a file, by libclang */
#pragma once

#include "analyzer/clang/ast.h"
#include "analyzer/clang/clang_allowed.h"
#include "analyzer/clang/clang_ast.h"
#include "analyzer/clang/clang_call.h"
#include "analyzer/clang/clang_deps.h"
#include "analyzer/clang/clang_parts.h"
#include "analyzer/clang/clang_pragma.h"
#include "analyzer/clang/clang_unit.h"
#include "analyzer/clang/commas.h"
#include "analyzer/clang/flags.h"
#include "analyzer/clang/libclang.h"
#include "analyzer/clang/ways.h"
