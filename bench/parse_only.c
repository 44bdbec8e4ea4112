/* Times libclang's parse of one file alone: the yardstick for the analyzer.
 * usage: parse_only FILE [flags for the compiler ...] */
#include <clang-c/Index.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

/* Return the processor time that this process has used, in seconds. */
static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

int main(int argc, char **argv) {
  static const char *const OWN[] = {"-fno-openmp", "-D_OPENMP=202111",
                                    "-ferror-limit=0", "-w"};
  const char *args[256];
  int n = 0;
  for (size_t i = 0; i < sizeof OWN / sizeof *OWN; i++)
    args[n++] = OWN[i];
  for (int i = 2; i < argc && n < 256; i++)
    args[n++] = argv[i];
  if (argc < 2)
    return 2;
  const double start = now();
  CXIndex index = clang_createIndex(0, 0);
  CXTranslationUnit unit = NULL;
  const enum CXErrorCode error = clang_parseTranslationUnit2(
      index, argv[1], args, n, NULL, 0,
      CXTranslationUnit_DetailedPreprocessingRecord |
          CXTranslationUnit_KeepGoing,
      &unit);
  printf("%.6f\n", now() - start);
  clang_disposeTranslationUnit(unit);
  clang_disposeIndex(index);
  return error != CXError_Success;
}
