#pragma once

#include "render/report/internal.h"

/* Append the structure as a picture that can be folded (render/report/picture.c). */
void lcm_page_picture(struct lcm_page *page);
