/* A sweep over the points of a grid: points, runs, places of the source. */
#pragma once

#include "base/map.h"
#include "measure/profile.h"
#include "model/link/link.h"
#include "profiler/raw/raw.h"

/* The file name of the library that measures. */
#define PROFILE_RUNTIME "liblcm-profile.so"

/* What programs run under: libraries to load before others, and the OpenMP
 * tool among them. */
struct profile_runtime {
  const char *preload;
  const char *tool;
};

/* A point of the grid. */
struct profile_point {
  const lcm_binding *params; /* its variables, sorted by name */
  size_t n_params;
  /* how many processors; NAN: as many as the program takes */
  double p;
  LCM_LIST(double) elapsed; /* of the runs there are */
  size_t next;              /* the repetition that the next run is */
  bool failed;              /* a run did not end well: no more of them */
  /* what is run: its name and digest; NULL: not known yet */
  const char *program;
  struct profile_runtime runtime;
};

/* What surrounds the runs, in words for the records. */
struct profile_machine {
  const char *machine; /* its name, processor and how many of them */
  /* on which processors the program may run, what OMP_PROC_BIND and OMP_PLACES
   * say, and how their frequency is governed */
  const char *affinity;
  size_t cores; /* how many of them there are */
};

/* Counters of the machine at one time. */
struct profile_load {
  double busy;      /* processor-seconds that anybody spent */
  double throttles; /* how often a processor was slowed down for its heat */
};

/* How a run of the program ended. */
struct profile_outcome {
  int exit_status; /* its own, or 128 + the signal that killed it */
  int signal;      /* that signal; 0: none did */
  bool failed;     /* it did not end well */
  bool timed_out;  /* the limit was reached */
  bool stopped;    /* the user wants no more */
  /* wall, cpu: seconds that passed, and that it spent on all processors */
  double wall;
  double cpu;
  double switches; /* how often it was made to give up a processor */
  double others;   /* processor-seconds that other programs spent meanwhile */
  bool throttled;  /* a processor was slowed down for its heat meanwhile */
};

/* The points of a sweep, and which of them come next. */
struct profile_plan {
  struct profile_point *points;
  size_t n;
  size_t *order; /* order, n_order, next: the current round */
  size_t n_order;
  size_t next;
  unsigned long long random; /* state of what decides the order */
};

/* A process to run. */
struct profile_child {
  const char *const *argv; /* the program and its arguments, NULL at the end */
  /* names, values: variables of its environment, "n_variables" of them */
  const char *const *names;
  const char *const *values;
  size_t n_variables;
  int output;     /* where its output goes; -1: to standard error */
  size_t seconds; /* wall-clock limit, 0: none */
  int signals;    /* a file descriptor (signalfd) on which the user says stop */
};

/* A function that an address lies in, as it was inlined: the place in the
 * source; what is not known is NULL or 0. */
struct profile_frame {
  const char *function;
  const char *file;
  unsigned line;
};

/* What is known of an address: its module and frames, innermost first. */
struct profile_spot {
  const char *module;
  uint64_t offset;
  bool user;
  LCM_LIST(struct profile_frame) frames;
  /* the begin of the function that gcc made of the construct which the call
   * here begins; NULL: not known */
  struct profile_spot *outlined;
};

/* A module: which functions gcc made of constructs, its code. */
struct profile_image {
  const char *path;
  LCM_LIST(uint64_t) starts;  /* where its functions begin */
  LCM_LIST(uint64_t) entries; /* those that were made of constructs */
  const uint8_t *code;        /* a copy of the section that has code */
  uint64_t begin;             /* its address */
  size_t size;
};

/* Spots by module and offset. */
struct profile_symbols {
  lcm_ctx *ctx;
  lcm_map known;
  LCM_LIST(struct profile_spot *) spots;
  LCM_LIST(struct profile_image) images;
  const char *tool; /* the program that knows lines; NULL: not yet known */
  bool no_tool;     /* there is none */
};

/* A node of a function of the program. */
struct profile_node {
  const lcm_function *function;
  const lcm_node *node;
  size_t parent;  /* in the same list; itself: it is the body of the function */
  unsigned first; /* first, last: its lines */
  unsigned last;
  struct lcm_ordinal ordinal; /* among the nodes of the function */
  /* it, or what it lies in, is left out of predictions */
  bool ignored;
};

/* A source file: its name in nodes and in fragments, its path without links,
 * the nodes of its functions in preorder, where its lines begin. */
struct profile_file {
  const char *name;
  const char *shown;
  const char *path;
  LCM_LIST(struct profile_node) nodes;
  LCM_LIST(unsigned) lines;
};

/* What records are about: see lcm_measurement. */
struct profile_place {
  const char *fragment;
  const char *place;
  const char *label;
  bool ignored;   /* left out of predictions */
  bool inclusive; /* with all inside it, which has records of its own */
};

/* The sources of the program.
 * in the line of the statement before */
struct profile_sources {
  lcm_ctx *ctx;
  LCM_LIST(struct profile_file) files;
  /* folder that the names of files which were found are relative to */
  const char *root;
  bool shortens; /* of all files, also of those that builds name in full */
  /* the program was made by gcc, which has calls of the OpenMP library */
  bool shifted;
};

/* Where a raw file is looked up. */
struct profile_look {
  struct profile_sources *sources;
  struct profile_symbols *symbols;
  const lcm_raw_file *raw;
  /* for each site a place inside the construct that code is known from which
   * was made for it alone; file NULL: there is none */
  struct profile_frame *inside;
};

/* A node of a file; NULL: none. */
struct profile_site_node {
  const struct profile_file *file;
  size_t at;
};

/* A share of what a site spent. */
struct profile_part {
  struct profile_place place;
  double share;
};

/* The parts of a site, and the place of the construct itself. */
typedef struct profile_parts {
  struct profile_part *at;
  size_t n;
  size_t cap;
  struct profile_place own;
  bool serial; /* the site is code that no other construct is run beside */
  /* the site is known as what is around it only: its visits are not counted */
  bool inner;
} profile_parts;

/* The raw files of one run: one, or one a rank. */
struct profile_raws {
  lcm_raw_file *at;
  profile_parts **parts;
  size_t n;
};

/* What runs have in common. */
struct profile_session {
  lcm_ctx *ctx;
  const struct lcm_profile_options *options;
  struct profile_machine machine;
  struct profile_sources sources;
  struct profile_symbols symbols;
  const char *folder; /* for raw files */
  /* where the output of the program goes: a file descriptor */
  int log;
  int signals;              /* where the user says stop */
  bool ranks;               /* the program starts ranks by itself */
  bool given;               /* the command line names sources */
  const char *found;        /* for which program they were looked for last */
  size_t busy;              /* runs beside which others used the machine */
  lcm_profile last;         /* the last run in detail */
  struct profile_raws raws; /* its raw files, to be closed */
};

/* How a run went: it has records; it did not end well; the user wants no
 * more. */
struct profile_result {
  bool measured;
  bool failed;
  bool stopped;
};

/* The runs that there are, and where they are written. */
struct profile_store {
  lcm_ctx *ctx;
  const char *path; /* of the output; NULL: nowhere, "-": standard output */
  const struct lcm_profile_options *options; /* say what is measured */
  int fd;
  bool regular; /* the output is a file, which is resumed and rewritten */
  /* those that it has, those of a run together, the whole run last */
  LCM_LIST(lcm_measurement) records;
  size_t found; /* how many runs of the plan it had */
  size_t added; /* how many are new */
};
