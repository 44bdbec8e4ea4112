/* Edits of a structure as changes of the source text. */
#pragma once

#include "study/patch/clauses.h"
#include "study/patch/diff.h"
#include "study/patch/make.h"
