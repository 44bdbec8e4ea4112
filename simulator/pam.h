/* The PAMELA run-time library: simulations written in C as processes that
 * delay, take semaphores and fork (A. van Gemund, Performance Modeling of
 * Parallel Systems, 1996, appendix E).
 *
 *   pam_init("main");
 *   server = pam_alloc("server", 1);
 *   pam_fork("client", client, 1);
 *   ...
 *   pam_P(server); pam_delay(1.0); pam_V(server);
 *
 * Processes are threads of their own, of which one runs until it delays,
 * blocks or switches.  There is one simulation in a program, as the interface
 * has no handle for it, and all calls come from one thread of the system.
 * Compile with -lpam -lm. */
#ifndef PAM_H
#define PAM_H

#ifdef __cplusplus
extern "C" {
#endif

/* A process, and a counting semaphore with its queue. */
typedef struct pam_proc pam_proc;
typedef struct pam_sema pam_sema;

/* The semaphore in whose queue processes wait for their time, and the process
 * that stands for an interrupt. */
#define pam_sched (pam_ready())
#define pam_null (pam_interrupter())

/* Return pam_sched. */
pam_sema *pam_ready(void);

/* Return pam_null. */
pam_proc *pam_interrupter(void);

/* ---- initialization ------------------------------------------------------ */

/* Make the caller a process called "name", at time 0, with level 0 and no
 * trap.  The first call of all. */
void pam_init(const char *name);

/* End the program. */
void pam_quit(void);

/* Call "handler" with a message when something goes wrong: all processes wait
 * for one another, a negative delay, no memory for another process.  NULL:
 * print the message and start the monitor.  The program ends where the handler
 * returns and nothing can go on. */
void pam_trap(void (*handler)(const char *message));

/* ---- processes ----------------------------------------------------------- */

/* Return a new process that will run "func"; it is scheduled now.  "name" is
 * for the monitor and must last, "args" for pam_args. */
pam_proc *pam_fork(const char *name, void (*func)(void), int args);

/* End process "p"; end the caller.  What they possess stays taken. */
void pam_kill(pam_proc *p);
void pam_exit(void);

/* Let the next process run that is scheduled for the present time; return 0
 * where there is none. */
int pam_switch(void);

/* Return the caller; the name of a process; its number. */
pam_proc *pam_me(void);
const char *pam_name(const pam_proc *p);
int pam_args(const pam_proc *p);

/* Return in whose queue "p" is: NULL where it runs, pam_sched where it is
 * scheduled. */
pam_sema *pam_mode(const pam_proc *p);

/* ---- time ---------------------------------------------------------------- */

/* Let "delta" pass.  Return the caller, or pam_null after an interrupt. */
pam_proc *pam_delay(double delta);

/* Return the present time; let it be zero. */
double pam_time(void);
void pam_reset(void);

/* Interrupt what "p" waits for after "itv": its pam_delay or pam_P returns
 * pam_null.  pam_cancel takes the first interrupt that is meant for "p"
 * back. */
void pam_post(pam_proc *p, double itv);
void pam_cancel(pam_proc *p);

/* ---- semaphores ---------------------------------------------------------- */

/* Return a new semaphore of credit "cred", called "name" in the monitor. */
pam_sema *pam_alloc(const char *name, int cred);

/* Delete "s", for which nobody waits. */
void pam_free(pam_sema *s);

/* Take one from the credit of "s", waiting in its queue where there is none.
 * Return the caller where it did not wait, else the process that ended the
 * wait, or pam_null after an interrupt. */
pam_proc *pam_P(pam_sema *s);

/* Resume the process that has waited longest for "s", or add one to the
 * credit. */
void pam_V(pam_sema *s);

/* Return the credit of "s"; less than 0: so many wait. */
int pam_T(const pam_sema *s);

/* Be served by "s" for "tau" together with all others that do so: while there
 * are more of them than the credit of "s", it is divided equally.  Return as
 * pam_delay does. */
pam_proc *pam_use(pam_sema *s, double tau);

/* ---- debugging ----------------------------------------------------------- */

/* Start the monitor with "prompt" where "level" is not above that of
 * pam_level.  The library does so itself: from level 1 on at pam_fork,
 * pam_exit, pam_kill, pam_switch, pam_quit; 2: pam_delay, pam_P, pam_V, pam_T,
 * pam_use, pam_reset; 3: pam_alloc, pam_free; 4: pam_post, pam_cancel; 5: at
 * each switch between processes. */
void pam_debug(const char *prompt, int level);
void pam_level(int level);

#ifdef __cplusplus
}
#endif

#endif
