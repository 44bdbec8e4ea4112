/* Records the memory accesses of a program that a compiler has instrumented
 * for finding data races (-fsanitize=thread): these are the functions that such
 * code calls, and they write what happens, in order, to the file MOVEMENT_LOG;
 * of ranks each has one of its own, whose name goes on behind that.  Each line
 * is an event: `r` or `w`, member of a team (-1: outside all), thread, place in
 * the code, address, bytes; `a` for a block that was allocated, which is never
 * used again; `f` and `x` where a function begins, with its frame and the place
 * behind its call, and ends. */
#include <omp.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

void *__real_malloc(size_t size);
void *__real_calloc(size_t n, size_t size);
void *__real_memset(void *to, int c, size_t n);
void *__real_memcpy(void *to, const void *from, size_t n);
void *__real_memmove(void *to, const void *from, size_t n);

static FILE *file;
static int n_threads;
static _Thread_local int number;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

#define HERE __builtin_return_address(0)

/* Return the file to write to; what each rank has of its own tells them apart,
 * be they processes or not. */
static FILE *open_log(void) {
  char name[4096];
  const char *base = getenv("MOVEMENT_LOG");
#ifdef RANKS
  snprintf(name, sizeof name, "%s.%ld.%lx", base, (long)getpid(),
           (unsigned long)&file);
#else
  snprintf(name, sizeof name, "%s", base);
#endif
  return fopen(name, "w");
}

/* Note an event with two numbers. */
void movement_note(char what, int first, int second, const void *pc,
                   const volatile void *at, unsigned long n) {
  pthread_mutex_lock(&mutex);
  if (!file)
    file = open_log();
  fprintf(file, "%c %d %d %lx %lx %lx\n", what, first, second,
          (unsigned long)pc, (unsigned long)at, n);
  pthread_mutex_unlock(&mutex);
}

/* Note an event; a thread that no team has is a member of its own. */
static void note(char what, const void *pc, const volatile void *at,
                 unsigned long n) {
  if (!number) {
    pthread_mutex_lock(&mutex);
    number = ++n_threads;
    pthread_mutex_unlock(&mutex);
  }
  movement_note(what,
                omp_in_parallel() ? omp_get_thread_num()
                : number == 1     ? -1
                                  : 1000 + number,
                number, pc, at, n);
}

/* As note, for profiler/core/ranks.c. */
void movement_access(char what, const void *pc, const volatile void *at,
                     unsigned long n) {
  note(what, pc, at, n);
}

#define ACCESS(n)                                                              \
  void __tsan_read##n(void *at) { note('r', HERE, at, n); }                    \
  void __tsan_write##n(void *at) { note('w', HERE, at, n); }                   \
  void __tsan_unaligned_read##n(void *at) { note('r', HERE, at, n); }          \
  void __tsan_unaligned_write##n(void *at) { note('w', HERE, at, n); }         \
  void __tsan_volatile_read##n(void *at) { note('r', HERE, at, n); }           \
  void __tsan_volatile_write##n(void *at) { note('w', HERE, at, n); }          \
  void __tsan_read_write##n(void *at) {                                        \
    note('r', HERE, at, n);                                                    \
    note('w', HERE, at, n);                                                    \
  }
ACCESS(1)
ACCESS(2)
ACCESS(4)
ACCESS(8)
ACCESS(16)

void __tsan_read_range(void *at, unsigned long n) { note('r', HERE, at, n); }
void __tsan_write_range(void *at, unsigned long n) { note('w', HERE, at, n); }

#define ATOMIC(bits, type)                                                     \
  type __tsan_atomic##bits##_load(const volatile type *at, int order) {        \
    (void)order;                                                               \
    note('r', HERE, at, sizeof *at);                                           \
    return __atomic_load_n(at, __ATOMIC_SEQ_CST);                              \
  }                                                                            \
  void __tsan_atomic##bits##_store(volatile type *at, type v, int order) {     \
    (void)order;                                                               \
    note('w', HERE, at, sizeof *at);                                           \
    __atomic_store_n(at, v, __ATOMIC_SEQ_CST);                                 \
  }                                                                            \
  type __tsan_atomic##bits##_fetch_add(volatile type *at, type v, int order) { \
    (void)order;                                                               \
    note('r', HERE, at, sizeof *at);                                           \
    note('w', HERE, at, sizeof *at);                                           \
    return __atomic_fetch_add(at, v, __ATOMIC_SEQ_CST);                        \
  }                                                                            \
  type __tsan_atomic##bits##_exchange(volatile type *at, type v, int order) {  \
    (void)order;                                                               \
    note('r', HERE, at, sizeof *at);                                           \
    note('w', HERE, at, sizeof *at);                                           \
    return __atomic_exchange_n(at, v, __ATOMIC_SEQ_CST);                       \
  }                                                                            \
  type __tsan_atomic##bits##_compare_exchange_val(                             \
      volatile type *at, type old, type v, int order, int other) {             \
    (void)order;                                                               \
    (void)other;                                                               \
    note('r', HERE, at, sizeof *at);                                           \
    note('w', HERE, at, sizeof *at);                                           \
    __atomic_compare_exchange_n(at, &old, v, 0, __ATOMIC_SEQ_CST,              \
                                __ATOMIC_SEQ_CST);                             \
    return old;                                                                \
  }
ATOMIC(8, char)
ATOMIC(32, int)
ATOMIC(64, long)

void __tsan_init(void) {}
void __tsan_func_entry(void *pc) {
  note('f', HERE, __builtin_frame_address(1), (unsigned long)pc);
}
void __tsan_func_exit(void) { note('x', HERE, NULL, 0); }

void *__wrap_malloc(size_t n) {
  void *at = __real_malloc(n);
  note('a', HERE, at, n);
  return at;
}

void *__wrap_calloc(size_t n, size_t size) {
  void *at = __real_calloc(n, size);
  note('a', HERE, at, n * size);
  return at;
}

/* Keep what is freed, so that no two blocks have one address. */
void __wrap_free(void *at) { (void)at; }

void *__wrap_memset(void *to, int c, size_t n) {
  note('w', HERE, to, n);
  return __real_memset(to, c, n);
}

void *__wrap_memcpy(void *to, const void *from, size_t n) {
  note('r', HERE, from, n);
  note('w', HERE, to, n);
  return __real_memcpy(to, from, n);
}

void *__wrap_memmove(void *to, const void *from, size_t n) {
  note('r', HERE, from, n);
  note('w', HERE, to, n);
  return __real_memmove(to, from, n);
}

void *__tsan_memset(void *to, int c, size_t n) {
  note('w', HERE, to, n);
  return __real_memset(to, c, n);
}

void *__tsan_memcpy(void *to, const void *from, size_t n) {
  note('r', HERE, from, n);
  note('w', HERE, to, n);
  return __real_memcpy(to, from, n);
}

void *__tsan_memmove(void *to, const void *from, size_t n) {
  note('r', HERE, from, n);
  note('w', HERE, to, n);
  return __real_memmove(to, from, n);
}
