/* The section of the report that compares variants. */
#pragma once

#include "render/report/page.h"

/* Append who wins where; the "n" premises of edits at "premises", by edit. */
void lcm_page_winners(struct lcm_page *page);
void lcm_page_premises(struct lcm_page *page,
                       const struct lcm_premise *premises, size_t n);
