/* Nodes with what was predicted of them, and questions about them. */
#pragma once

#include "study/advise/advising.h"

/* Predict the program of "a" and gather its sites, which are there also where
 * it cannot be predicted. */
LCM_NODISCARD lcm_status lcm_advise_look(struct lcm_advising *a);

/* Return the site of "node", which is one of the program. */
const struct lcm_advised_site *lcm_advise_site(const struct lcm_advising *a,
                                               const lcm_node *node);

/* Return the node around "site", NULL for a body. */
const lcm_node *lcm_site_parent(const struct lcm_advised_site *site);

/* Return the number of "site" among the children of its parent, which is
 * there. */
size_t lcm_site_index(const struct lcm_advised_site *site);

/* Return the innermost node of "kind" around "site" in its function, or
 * NULL. */
const lcm_node *lcm_site_around(const struct lcm_advised_site *site,
                                lcm_node_kind kind);

/* Return the first node of "kind" below "node" in preorder, or NULL; what is
 * called is not looked into. */
const lcm_node *lcm_site_below(const lcm_node *node, lcm_node_kind kind);

/* Return how many iterations one execution of the loop "site" has on average,
 * all members taken together, and how long one computes. */
double lcm_site_iterations(const struct lcm_advising *a,
                           const struct lcm_advised_site *site);
double lcm_site_grain(const struct lcm_advising *a,
                      const struct lcm_advised_site *site);

/* Return where people look for "site": of a loop that threads share the
 * construct that says so. */
lcm_loc lcm_site_at(const struct lcm_advised_site *site);

/* Return the share of the time of the run that "site" takes. */
double lcm_site_part(const struct lcm_advising *a,
                     const struct lcm_advised_site *site);

/* Return whether "site" is executed and takes long enough to matter. */
bool lcm_site_matters(const struct lcm_advising *a,
                      const struct lcm_advised_site *site);

/* Return whether all that "node" does is seen: nothing in it, or in what it
 * calls, is a function from elsewhere without a model, or code that is not
 * modelled. */
bool lcm_advise_is_seen(const struct lcm_advising *a, const lcm_node *node);

/* Return whether it is also known what all of that costs, apart from how often
 * loops run and branches are taken. */
bool lcm_advise_is_priced(const struct lcm_advising *a, const lcm_node *node);

/* Return whether one execution of "site" takes so long that more threads can be
 * worth starting.  Where the machine says nothing of what that costs it is
 * taken to be a microsecond, less than on any there is. */
bool lcm_site_is_long(const struct lcm_advising *a,
                      const struct lcm_advised_site *site);
