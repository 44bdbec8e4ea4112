/* Predictions of a program at the points of a grid. */
#ifndef LIBLCM_PREDICTION_H
#define LIBLCM_PREDICTION_H

#include <stddef.h>

#include "log.h"
#include "machine.h"
#include "program.h"
#include "status.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What to predict. */
struct liblcm_predict_options {
  /* values of variables, each as after `lcm predict -D`: "n=1024", "p=1,2,4",
   * "p=1:64", "p=1:64:*2", "n=1024*sqrt(p)"; "n_grid" of them; p is 1 unless it
   * is given, a param has its default */
  const char *const *grid;
  size_t n_grid;
  const liblcm_machine *machine; /* NULL: the default, without overheads */
  /* keep the occurrences of the nodes at each point */
  int nodes;
  int formula; /* build the closed form */
  /* check the invariants of every point (LIBLCM_ERROR_CHECK) */
  int check;
  /* thesis_li, thesis_barrier: load imbalance as Crovella 1994 prints it;
   * waiting at explicit barriers is synchronization loss */
  int thesis_li;
  int thesis_barrier;
  int nesting_off; /* nested teams have one member */
};

/* The predicted runs of a program at the points of a grid. */
typedef struct liblcm_prediction liblcm_prediction;

/* Predict "program" as "options" (NULL: one point, the defaults) say into
 * "*out". */
LIBLCM_CHECKED liblcm_code
liblcm_predict(liblcm_prediction **out, const liblcm_program *program,
               const struct liblcm_predict_options *options, liblcm_log *log);

/* Return how many variables the grid of "prediction" has, the name of number
 * "j" (NULL beyond the last), and the value of one at point "i" (NaN where
 * there is no such point or variable). */
size_t liblcm_prediction_variables(const liblcm_prediction *prediction);
const char *liblcm_prediction_variable(const liblcm_prediction *prediction,
                                       size_t j);
double liblcm_prediction_value(const liblcm_prediction *prediction, size_t i,
                               const char *variable);

/* Return how many categories of lost cycles "prediction" has, and the name of
 * number "k": "pc", "li", "ip", "sl", "cl", "rc", "unsplit", then the user's;
 * NULL beyond the last. */
size_t liblcm_prediction_categories(const liblcm_prediction *prediction);
const char *liblcm_prediction_category(const liblcm_prediction *prediction,
                                       size_t k);

/* The prediction at one point. */
struct liblcm_point {
  double p;    /* processors */
  double time; /* elapsed seconds */
  /* low, high: 90 % interval of the time; both equal to it where no coefficient
   * is uncertain */
  double low;
  double high;
  double time1;   /* time on one processor */
  double speedup; /* time1 / time; efficiency is speedup / p */
  double efficiency;
  double work;         /* processor-seconds of computation */
  double span;         /* time on unlimited processors without overheads */
  double bound;        /* the time cannot be below this */
  const char *binding; /* the resource that sets the bound, or NULL */
};

/* Return how many points "prediction" has; the first variable of the grid
 * changes slowest. */
size_t liblcm_prediction_points(const liblcm_prediction *prediction);

/* Put point "i" into "*out". */
LIBLCM_CHECKED liblcm_code liblcm_prediction_point(
    struct liblcm_point *out, const liblcm_prediction *prediction, size_t i);

/* Return the processor-seconds of "category" at point "i" (NaN where there is
 * no such point or category).  Over all categories they sum to p times the
 * time. */
double liblcm_prediction_lost(const liblcm_prediction *prediction, size_t i,
                              const char *category);

/* A node of the structure as it is reached by one path of calls. */
struct liblcm_occurrence {
  /* the calls and the number of the node: "main/3>fft/2" */
  const char *id;
  const char *kind;     /* "parloop", "fragment", "barrier", ... */
  const char *name;     /* of the fragment, or NULL */
  const char *label;    /* a short line of source, or NULL */
  const char *function; /* that it stands in */
  const char *file;     /* file, line: where; NULL and 0 where not known */
  unsigned line;
  unsigned depth; /* 0 for the root; occurrences come in preorder */
  double visits;  /* expected executions in the run */
  /* seconds along the path that determines the end of the run */
  double time;
  double share;      /* time as a part of the whole time */
  double processors; /* that it had */
  int critical;      /* it is on the critical path */
  /* of its cost: "measured", "annotated", "derived", "machine" or "composed" */
  const char *provenance;
};

/* Return how many occurrences point "i" has: 0 unless "nodes" asked for
 * them. */
size_t liblcm_prediction_occurrences(const liblcm_prediction *prediction,
                                     size_t i);

/* Put occurrence "k" of point "i" into "*out". */
LIBLCM_CHECKED liblcm_code liblcm_prediction_occurrence(
    struct liblcm_occurrence *out, const liblcm_prediction *prediction,
    size_t i, size_t k);

/* Return the processor-seconds of "category" in occurrence "k" of point "i";
 * NaN where there is none of these. */
double liblcm_prediction_occurrence_lost(const liblcm_prediction *prediction,
                                         size_t i, size_t k,
                                         const char *category);

/* A node without a cost, or with a part that is not in the times. */
struct liblcm_unknown {
  const char *file;
  unsigned line;
  const char *reason; /* in words */
};

/* Return how many such nodes "prediction" has. */
size_t liblcm_prediction_unknowns(const liblcm_prediction *prediction);

/* Put number "i" of them into "*out". */
LIBLCM_CHECKED liblcm_code liblcm_prediction_unknown(
    struct liblcm_unknown *out, const liblcm_prediction *prediction, size_t i);

typedef enum liblcm_notation {
  LIBLCM_TEXT, /* for people */
  LIBLCM_LATEX,
  LIBLCM_C,     /* an expression of doubles over <math.h> */
  LIBLCM_PYTHON /* over math.* */
} liblcm_notation;

/* Put the closed form of the time, in seconds, into "*out"; NULL where there is
 * none or "formula" did not ask for it. */
LIBLCM_CHECKED liblcm_code liblcm_prediction_formula(
    char **out, const liblcm_prediction *prediction, liblcm_notation notation);

/* Put "prediction" as JSON (lcm-prediction/1) into "*out". */
LIBLCM_CHECKED liblcm_code
liblcm_prediction_json(char **out, const liblcm_prediction *prediction);

/* Free "prediction"; NULL is fine. */
void liblcm_prediction_free(liblcm_prediction *prediction);

#ifdef __cplusplus
}
#endif

#endif
