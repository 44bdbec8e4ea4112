/* The data that a program moves between its parallel parts. */
#ifndef LIBLCM_DATA_H
#define LIBLCM_DATA_H

#include <stddef.h>

#include "log.h"
#include "program.h"
#include "status.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The data that a program moves between its parallel parts. */
typedef struct liblcm_data liblcm_data;

/* Find the movements of "program" into "*out". */
LIBLCM_CHECKED liblcm_code liblcm_data_find(liblcm_data **out,
                                            const liblcm_program *program,
                                            liblcm_log *log);

/* One movement. */
struct liblcm_movement {
  const char *section; /* what moves: "a[k][0:n]" */
  const char *kind;    /* "true", "anti" or "output" dependence */
  /* from, to: ids of the occurrences that it leaves and reaches */
  const char *from;
  const char *to;
  const char *lca;   /* id of their least common ancestor */
  const char *bytes; /* of one transfer, an expression; NULL: not known */
  const char *count; /* how often in a run, an expression; NULL: not known */
  int crossing;      /* between members of one team, across a barrier */
};

/* Return how many movements there are. */
size_t liblcm_data_movements(const liblcm_data *data);

/* Put movement "i" into "*out". */
LIBLCM_CHECKED liblcm_code liblcm_data_movement(struct liblcm_movement *out,
                                                const liblcm_data *data,
                                                size_t i);

/* Put "data" as JSON (lcm-data/1) into "*out". */
LIBLCM_CHECKED liblcm_code liblcm_data_json(char **out,
                                            const liblcm_data *data);

/* Free "data"; NULL is fine. */
void liblcm_data_free(liblcm_data *data);

#ifdef __cplusplus
}
#endif

#endif
