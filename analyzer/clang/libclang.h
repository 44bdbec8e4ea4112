/* libclang: loaded when the first file is parsed, for it takes thirty times as
 * long to load as lcm itself, and most commands find what they ask for in the
 * cache or read no C at all. */
#pragma once
#include "base/ctx.h"

/* Load libclang, once in a process: that which $LCM_LIBCLANG names, else that
 * which lcm was built with, else one of the same release where the system looks
 * for libraries.  Returns LCM_EIO, reported, where there is none.  Any number
 * of threads may call this. */
lcm_status lcm_libclang_load(lcm_ctx *ctx);

/* Return what tells the libclang that lcm_libclang_load loads from others: its
 * file, size and time of last change; "" where it is not known before the
 * system has looked for it.  It lives as long as "ctx". */
const char *lcm_libclang_identity(lcm_ctx *ctx);

/* Return the file that lcm_libclang_load loads or has loaded; NULL where there
 * is none but what the system may find.  It lives as long as "ctx". */
const char *lcm_libclang_file(lcm_ctx *ctx);
