/* JSON of the pieces of a task structure that several documents hold. */
#ifndef LCM_MODEL_STRUCTURE_JSON_INTERNAL_H
#define LCM_MODEL_STRUCTURE_JSON_INTERNAL_H

#include "base/json.h"
#include "model/structure/structure.h"

#ifdef __cplusplus
extern "C" {
#endif

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

#ifdef __cplusplus
}
#endif

#endif
