/* Comments for lcm in a document: their words, and what can stand there. */
#pragma once

#include "lsp/document.h"

/* Return the semantic tokens of "text" as the protocol has them; and the types
 * that they speak of. */
LCM_GIVE lcm_json *lcm_comment_tokens(const lcm_buf *text);
LCM_GIVE lcm_json *lcm_comment_token_types(void);

/* Return what can be written at "position" of "text", an array of
 * CompletionItem; empty outside of comments for lcm. */
LCM_GIVE lcm_json *lcm_comment_complete(const lcm_buf *text,
                                        struct lcm_position position);

/* Return what the word at "position" of "text" means, in Markdown; NULL where
 * nothing is known of it.  The caller frees it. */
LCM_GIVE char *lcm_comment_hover(const lcm_buf *text,
                                 struct lcm_position position);

/* Return the edits (an array of TextEdit) that rename the variable at
 * "position" of "text" to "name" in all comments for lcm; NULL where there is
 * none. */
LCM_GIVE lcm_json *lcm_comment_rename(const lcm_buf *text,
                                      struct lcm_position position,
                                      const char *name);
