/* The head of the page: what is wrong with the program, what to do. */
#pragma once

#include "render/report/page.h"

/* Append the verdict on the program, where the largest losses are, its speedup,
 * the best advice, what all that rests on; why there are no numbers where there
 * are none. */
void lcm_page_hero(struct lcm_page *page);
