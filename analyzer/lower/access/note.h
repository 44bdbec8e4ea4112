/* Accesses as sections: which to note, and which to leave out as private. */
#pragma once

#include "analyzer/lower/access/collection.h"
#include "analyzer/lower/access/object.h"

/* Note that "object" is used as "mode" says; "size": bytes of an element. */
void lcm_access_note(struct lcm_collection *c, const struct lcm_object *object,
                     enum lcm_mode mode, long long size, const lcm_ast *ast);

/* Note that the lvalue "ast" is used as "mode" says. */
void lcm_access_note_at(struct lcm_collection *c, const lcm_ast *ast,
                        enum lcm_mode mode);

/* Add "reads" and "writes" to what "node" reads and writes. */
void lcm_lower_touch(struct lcm_lowering *l, lcm_node *node,
                     const lcm_section_list *reads,
                     const lcm_section_list *writes);

/* Return the section of the C lvalue between "begin" and "end", whose syntax
 * is "ast"; datum NULL where it is none. */
lcm_section lcm_lower_place(struct lcm_lowering *l, const lcm_ast *ast);
