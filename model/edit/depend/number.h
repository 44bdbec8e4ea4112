/* What depends on the numbers of the threads of a team: which one it is, and
 * how many there are. */
#pragma once

#include "model/edit/core/editing.h"

/* Return whether the threads of "node" are started by calls, such as
 * pthread_create: each has work of its own. */
bool lcm_edit_is_started(const lcm_node *node);

/* Return what at and below "root", or in what it calls, asks which thread it is
 * or how many there are, or does what nobody sees; NULL: nothing does. */
const lcm_node *lcm_edit_asks(const struct lcm_editing *e,
                              const lcm_node *root);

/* Note that it is assumed that the "what" do the same with any number of
 * threads, also what "asks" for one. */
void lcm_edit_any_number(struct lcm_editing *e, const lcm_node *asks,
                         const char *what);

/* Return a loop of the team "node", in the function number "function" or in
 * what it calls, of which each thread has a part by its number, where nothing
 * in the team asks how many threads there are: with another number of them,
 * other iterations are done.  NULL: there is none. */
const lcm_node *lcm_edit_divides(struct lcm_editing *e, size_t function,
                                 const lcm_node *node);

/* Return where a thread of "node", also in what it calls, may wait for another
 * one, other than for a lock; NULL: nowhere.  Barriers come first. */
const lcm_node *lcm_edit_waits(const struct lcm_editing *e,
                               const lcm_node *node);
