/* Programs as JSON (lcm-structure/1). */
#pragma once
#include "base/json.h"
#include "model/lcs/fields.h"

/* Return "program" as a JSON document (lcm-structure/1). */
LCM_GIVE char *lcm_program_to_json(lcm_ctx *ctx, const lcm_program *program);

/* Return the "n" ranges at "ranges". */
LCM_GIVE lcm_json *lcm_ranges_json(const lcm_iteration *ranges, size_t n);

/* Return "e" as a string in the comment language, null for NULL. */
LCM_GIVE lcm_json *lcm_expr_json(const lcm_expr *e);

/* Return "loc" as an object; null for nowhere. */
LCM_GIVE lcm_json *lcm_loc_json(lcm_loc loc);

/* Return "section": `datum section extents key element exact declared private
 * range`. */
LCM_GIVE lcm_json *lcm_section_json(const lcm_section *section);

/* Return the "n" sections at "sections". */
LCM_GIVE lcm_json *lcm_sections_json(const lcm_section *sections, size_t n);
