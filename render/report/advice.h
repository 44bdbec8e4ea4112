#pragma once

#include "render/report/internal.h"

/* Append what is worth doing (render/report/advice.c). */
void lcm_page_advice(struct lcm_page *page);
