/* Detectors of teams, sections and tasks of the wrong number or size. */
#pragma once

#include "study/advise/advising.h"

/* Statements in a row that need nothing of each other. */
void lcm_advise_sections(struct lcm_advising *a,
                         const struct lcm_advised_site *site);

/* Regions in a row that could be one. */
void lcm_advise_regions(struct lcm_advising *a,
                        const struct lcm_advised_site *site);

/* A region of less work than more threads are worth. */
void lcm_advise_region_fine(struct lcm_advising *a,
                            const struct lcm_advised_site *site);

/* Parts that run at the same time, on teams of wrong sizes. */
void lcm_advise_shares(struct lcm_advising *a,
                       const struct lcm_advised_site *site);

/* Tasks of too little work. */
void lcm_advise_task_fine(struct lcm_advising *a,
                          const struct lcm_advised_site *site);

/* Tasks that come late for what waits for them. */
void lcm_advise_task_order(struct lcm_advising *a,
                           const struct lcm_advised_site *site);
