/* The functions of libclang, for who calls them: by their own names, through
 * the pointers that lcm_libclang_load has found. */
#pragma once
#include <clang-c/Index.h>

/* What lcm calls, by the names of libclang; set by lcm_libclang_load. */
struct lcm_libclang {
#define CLANG(name) __typeof__(name) *name;
#include "analyzer/clang/libclang.def"
#undef CLANG
};

extern struct lcm_libclang lcm_libclang;

#include <lcm_libclang_names.h>
