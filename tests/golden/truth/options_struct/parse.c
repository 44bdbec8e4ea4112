#include "parse.h"
#include <stdlib.h>
#include <string.h>

struct settings parse(int argc, char **argv) {
  struct settings out;
  out.rows = 40;
  out.count = 5;
  out.kind = 1;
  out.scale = 0.5;
  for (int i = 1; i + 1 < argc; i += 2)
    if (!strcmp(argv[i], "--rows"))
      out.rows = atoi(argv[i + 1]);
    else if (!strcmp(argv[i], "--count"))
      out.count = atoi(argv[i + 1]);
  if (getenv("KIND"))
    out.kind = 9;
  return out;
}
