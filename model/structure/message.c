/* What the functions of MPI do (mpi.def). */
#include "model/structure/message.h"

#include <string.h>

/* The number of elements of the array "a". */
#define COUNT(a) (sizeof(a) / sizeof *(a))

static const struct lcm_mpi_function FUNCTIONS[] = {
#define LCM_MPI(result, name, kind, mode, roles, args)                         \
  {#name,           LCM_MESSAGE_##kind,                                        \
   LCM_MODE_##mode, roles,                                                     \
   #args,           sizeof #result == sizeof "int"},
#define LCM_MPI_LARGE LCM_MPI
#include "model/structure/mpi.def"
#undef LCM_MPI_LARGE
#undef LCM_MPI
};

/* A constant of MPI. */
static const struct constant {
  const char *name;
  long long value;
} CONSTANTS[] = {
#define LCM_MPI_VALUE(name, value) {#name, value},
#define LCM_MPI_TYPE(name, bytes) {#name, bytes},
#include "model/structure/mpi_names.def"
#undef LCM_MPI_TYPE
#undef LCM_MPI_VALUE
};

const struct lcm_mpi_function *lcm_mpi_function(const char *name) {
  name += name[0] == 'P';
  if (strncmp(name, "MPI_", 4) != 0)
    return NULL;
  const size_t n = strlen(name);
  const bool large = n > 2 && !strcmp(name + n - 2, "_c");
  for (size_t i = 0; i < COUNT(FUNCTIONS); i++) {
    const char *own = FUNCTIONS[i].name;
    if (!strcmp(own, name) ||
        (large && !strncmp(own, name, n - 2) && !own[n - 2]))
      return &FUNCTIONS[i];
  }
  return NULL;
}

bool lcm_mpi_reads(const struct lcm_mpi_function *function, size_t i) {
  const char *at = function->types + 1;
  for (; at && i; i--) {
    at = strchr(at, ',');
    at = at ? at + 1 + strspn(at + 1, " \t\n") : NULL;
  }
  return at && !strncmp(at, "const ", 6);
}

bool lcm_mpi_value(long long *value, const char *name) {
  if (strncmp(name, "MPI_", 4) != 0)
    return false;
  for (size_t i = 0; i < COUNT(CONSTANTS); i++)
    if (!strcmp(CONSTANTS[i].name, name)) {
      *value = CONSTANTS[i].value;
      return true;
    }
  return false;
}

bool lcm_message_is_collective(lcm_message_kind kind) {
  return (kind >= LCM_MESSAGE_BARRIER && kind <= LCM_MESSAGE_SCAN) ||
         kind == LCM_MESSAGE_FENCE || kind == LCM_MESSAGE_WIN ||
         kind == LCM_MESSAGE_DUP || kind == LCM_MESSAGE_SPLIT ||
         kind == LCM_MESSAGE_COMM || kind == LCM_MESSAGE_FILE_ALL ||
         kind == LCM_MESSAGE_FILE_MEET || kind == LCM_MESSAGE_CART ||
         kind == LCM_MESSAGE_GRAPH || kind == LCM_MESSAGE_GRAPH_ALL ||
         kind == LCM_MESSAGE_GRAPH_EDGES || kind == LCM_MESSAGE_CREATE ||
         kind == LCM_MESSAGE_CART_SUB;
}

bool lcm_message_tells(lcm_message_kind kind) {
  return lcm_message_is_grid(kind) || kind == LCM_MESSAGE_INIT ||
         kind == LCM_MESSAGE_STATE;
}

bool lcm_message_is_grid(lcm_message_kind kind) {
  return kind >= LCM_MESSAGE_DIMS && kind <= LCM_MESSAGE_GROUP_RANK;
}
