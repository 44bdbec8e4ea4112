/* What is known of a document as the editor shows it. */
#pragma once

#include "lsp/document.h"

/* Return the diagnostics (an array of Diagnostic) that are known of
 * "document": those of the analysis, and advice as hints. */
LCM_GIVE lcm_json *lcm_show_diagnostics(const struct lcm_document *document);

/* Return a CodeLens for each parallel construct and each function, and the
 * verdict on the whole above the first line. */
LCM_GIVE lcm_json *lcm_show_lenses(const struct lcm_document *document);

/* Return an InlayHint for each loop that takes more than a hundredth of the
 * time, between the lines "from" and "to" (from 0). */
LCM_GIVE lcm_json *lcm_show_hints(const struct lcm_document *document,
                                  size_t from, size_t to);

/* Return what is known of line "line" (from 0), in Markdown; NULL where nothing
 * is.  The caller frees it. */
LCM_GIVE char *lcm_show_hover(const struct lcm_document *document, size_t line);

/* Return the CodeActions between the lines "from" and "to" (from 0). */
LCM_GIVE lcm_json *lcm_show_actions(const struct lcm_document *document,
                                    size_t from, size_t to);
