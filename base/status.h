/* What a function that can fail on valid use returns. */
#pragma once

/* The outcome of an operation.  Whoever detects a failure reports it once
 * as a diagnostic; callers only pass the status up. */
typedef enum lcm_status {
  LCM_OK = 0,
  LCM_EPARSE,   /* text that is not in the language it should be in */
  LCM_EUNIT,    /* dimensions that do not fit */
  LCM_EUNBOUND, /* a name whose value nothing determines */
  LCM_EDOMAIN,  /* a value out of its domain: NaN, negative cost, p = 0 */
  LCM_ESTRUCT,  /* a task structure that breaks an invariant */
  LCM_EBUDGET,  /* the budget on symbolic growth or time is spent */
  LCM_EDEPTH,   /* nesting deeper than LCM_MAX_DEPTH */
  LCM_EFIT,     /* numerics that did not converge */
  LCM_ECHECK,   /* an invariant of a prediction does not hold */
  LCM_EIO,      /* the operating system refused */
  LCM_EUSAGE,   /* a request that makes no sense */
  LCM_ESTOPPED, /* who asked wants no more, or a budget of the run is spent */
  LCM_ENOMEM    /* out of memory */
} lcm_status;

/* The greatest nesting depth of any input before LCM_EDEPTH. */
#define LCM_MAX_DEPTH 10000
