/* Marks for ownership and for what the compiler may check. */
#pragma once

/* The result is owned by the caller, who frees it. */
#define LCM_GIVE
/* The callee takes the argument over, also when it fails. */
#define LCM_TAKE
/* The callee only looks at the argument (the default). */
#define LCM_KEEP

#if defined(__GNUC__)
#define LCM_PRINTF(fmt, args) __attribute__((format(printf, fmt, args)))
#define LCM_NODISCARD __attribute__((warn_unused_result))
#define LCM_NORETURN __attribute__((noreturn))
#define LCM_NOINLINE __attribute__((noinline))
#else
#define LCM_PRINTF(fmt, args)
#define LCM_NODISCARD
#define LCM_NORETURN
#define LCM_NOINLINE
#endif
