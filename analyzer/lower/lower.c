/* A file as a program: its functions, one after the other. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "analyzer/lower/access/table.h"
#include "analyzer/lower/arguments/options.h"
#include "analyzer/lower/chares/chare_check.h"
#include "analyzer/lower/chares/chare_cover.h"
#include "analyzer/lower/chares/chare_find.h"
#include "analyzer/lower/chares/chare_hidden.h"
#include "analyzer/lower/chares/chare_prune.h"
#include "analyzer/lower/chares/chare_reach.h"
#include "analyzer/lower/control/anchor.h"
#include "analyzer/lower/control/external.h"
#include "analyzer/lower/control/header/header.h"
#include "analyzer/lower/control/leave.h"
#include "analyzer/lower/control/mark.h"
#include "analyzer/lower/control/mean.h"
#include "analyzer/lower/control/node.h"
#include "analyzer/lower/control/sidecar_internal.h"
#include "analyzer/lower/control/stmt.h"
#include "analyzer/lower/control/syntax.h"
#include "analyzer/lower/cost/code.h"
#include "analyzer/lower/heeded.h"
#include "analyzer/lower/lower.h"
#include "analyzer/lower/members/members.h"
#include "analyzer/lower/mpi/reserved.h"
#include "analyzer/lower/openmp/privates.h"
#include "analyzer/lower/openmp/standalone.h"
#include "analyzer/lower/threads/thread_find.h"
#include "analyzer/lower/threads/thread_param.h"
#include "analyzer/lower/threads/thread_sync.h"
#include "analyzer/lower/values/change.h"
#include "analyzer/lower/values/elements/elements.h"
#include "analyzer/lower/values/names.h"
#include "analyzer/lower/values/once.h"
#include "analyzer/lower/values/pointer.h"
#include "analyzer/lower/values/points.h"
#include "analyzer/lower/values/returns.h"
#include "analyzer/lower/values/run/run.h"
#include "analyzer/lower/values/sign.h"
#include "base/find.h"
#include "base/map.h"
#include "model/link/link.h"

/* Parse the comments of the file and take what they declare. */
static void read_comments(struct lcm_lowering *l) {
  const struct lcm_comment *comments = NULL;
  size_t n = lcm_comments_scan(&comments, l->ctx, l->file, l->text, l->len);
  comments = lcm_comments_heeded(&n, l->ctx, comments, l->syntax);
  lcm_status status = lcm_directives_parse(
      &l->bound.directives, &l->bound.n_directives, l->ctx, comments, n);
  l->status = l->status ? l->status : status;
  const struct lcm_scope scope = lcm_lower_scope(l);
  status = lcm_directives_declare(&l->declared, l->ctx, l->bound.directives,
                                  l->bound.n_directives, l->options->variant,
                                  &scope);
  l->status = l->status ? l->status : status;
  status = lcm_externals_declare(&l->outside.own, l->ctx, l->bound.directives,
                                 l->bound.n_directives, l->options->variant);
  l->status = l->status ? l->status : status;
}

/* Return whether one of the "n" directives at "all" gives a cost. */
static bool gives_cost(const lcm_directive *all, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (all[i].kind == LCM_DIR_MODEL)
      return true;
  return false;
}

/* Return whether comments or sidecar files give costs. */
static bool has_models(const struct lcm_lowering *l) {
  bool any = gives_cost(l->bound.directives, l->bound.n_directives);
  for (size_t i = 0; i < l->bound.n_entries; i++)
    any = any || gives_cost(l->bound.entries[i].directives,
                            l->bound.entries[i].n_directives);
  return any;
}

/* Return whether "word" stands as a word, with or without underscores around
 * it, in the source from "begin" to "end". */
static bool has_word(const struct lcm_lowering *l, size_t begin, size_t end,
                     const char *word) {
  const size_t n = strlen(word);
  const char *at = l->text + begin;
  const char *stop = l->text + end;
  for (;;) {
    at = begin < end ? lcm_find(at, (size_t)(stop - at), word) : NULL;
    if (!at)
      return false;
    const char *from = at;
    at += n;
    while (from > l->text && from[-1] == '_')
      from--;
    while (at < stop && *at == '_')
      at++;
    if ((from == l->text || !isalnum((unsigned char)from[-1])) &&
        (at == stop || !isalnum((unsigned char)*at)))
      return true;
  }
}

/* Return "names" (NULL: none) and "name", with a blank between. */
static const char *with_name(struct lcm_lowering *l, const char *names,
                             const char *name) {
  return names ? LCM_INTERN_JOINED(l->ctx, names, " ", name) : name;
}

/* Add the names of the parameters of "ast" to "function". */
static void add_params(struct lcm_lowering *l, lcm_function *function,
                       const lcm_ast *ast) {
  LCM_LIST(const char *) params = {0};
  for (const lcm_ast *at = ast->first; at; at = at->next)
    if (at->kind == LCM_AST_PARAM) {
      const char *name = at->name ? lcm_lower_name(l, at->name) : "";
      LCM_LIST_ADD(lcm_ctx_arena(l->ctx), &params, name);
      if (*name && at->end <= l->len &&
          has_word(l, at->begin, at->end, "restrict"))
        function->restricts = with_name(l, function->restricts, name);
    }
  for (const lcm_ast *at = ast->first; at; at = at->next)
    for (unsigned k = 0; k < lcm_elements_passed(l, ast, at); k++) {
      const lcm_expr *element = lcm_elements_symbol(l->ctx, at->name, k);
      LCM_LIST_ADD(lcm_ctx_arena(l->ctx), &params, lcm_expr_name(element));
    }
  for (size_t i = 0; lcm_thread_hidden(l, ast, i); i++)
    LCM_LIST_ADD(lcm_ctx_arena(l->ctx), &params, lcm_thread_hidden(l, ast, i));
  for (size_t i = 0; lcm_chare_hidden(l, ast, i); i++)
    LCM_LIST_ADD(lcm_ctx_arena(l->ctx), &params, lcm_chare_hidden(l, ast, i));
  function->params = params.at;
  function->n_params = params.n;
}

/* Return whether other units may define the function "ast" too: it is inline,
 * or has the attribute "weak", behind what ends at "before". */
static bool is_weak(const struct lcm_lowering *l, const lcm_ast *ast,
                    size_t before) {
  const size_t end = ast->last ? ast->last->begin : ast->begin;
  if (ast->is_static || end > l->len)
    return false;
  const char *attribute =
      before < end ? lcm_find(l->text + before, end - before, "__attribute__")
                   : NULL;
  return has_word(l, ast->begin, end, "inline") ||
         (attribute && has_word(l, (size_t)(attribute - l->text), end, "weak"));
}

/* Return whether the loop "ast" counts "local", which it declares. */
static bool counts(struct lcm_lowering *l, const lcm_ast *ast,
                   const struct lcm_local *local) {
  lcm_iteration range;
  return ast && ast->kind == LCM_AST_FOR && lcm_lower_header(&range, l, ast) &&
         range.index == lcm_lower_name(l, local->name);
}

/* Return whether the value of "local", a number, is not known each time. */
static bool is_unknown(struct lcm_lowering *l, const struct lcm_local *local) {
  return !local->is_pointer && !local->is_static &&
         (local->n_unknown || local->unstable || local->changed ||
          local->is_pointed || local->is_stored ||
          local->n_assigned > local->n_values) &&
         !counts(l, local->home, local);
}

/* Return whether what "section" is speaks of "name", and no range of its own
 * does. */
static bool section_has(const lcm_section *section, const char *name) {
  for (size_t i = 0; i < section->n_over; i++)
    if (section->over[i].index == name)
      return false;
  for (size_t i = 0; i < section->n_extents; i++) {
    const struct lcm_extent *extent = &section->extents[i];
    if ((extent->lower && lcm_expr_has(extent->lower, name)) ||
        (extent->length && lcm_expr_has(extent->length, name)))
      return true;
  }
  return false;
}

/* Return whether what is touched in "node" and below depends on "name", or a
 * value that is handed on there does. */
static bool node_has(const lcm_node *node, const char *name) {
  bool found = node->kind == LCM_NODE_LET && node->u.let.value &&
               lcm_expr_has(node->u.let.value, name);
  const size_t n = lcm_node_is_loop(node->kind) ? node->u.loop.n_ranges : 0;
  for (size_t i = 0; i < node->n_reads && !found; i++)
    found = section_has(&node->reads[i], name);
  for (size_t i = 0; i < node->n_writes && !found; i++)
    found = section_has(&node->writes[i], name);
  for (size_t i = 0; i < n && !found; i++)
    found = (node->u.loop.ranges[i].from &&
             lcm_expr_has(node->u.loop.ranges[i].from, name)) ||
            (node->u.loop.ranges[i].to &&
             lcm_expr_has(node->u.loop.ranges[i].to, name));
  if (node->kind == LCM_NODE_CALL)
    for (size_t i = 0; i < node->u.call.n_args && !found; i++)
      found = node->u.call.args[i] && lcm_expr_has(node->u.call.args[i], name);
  for (size_t i = 0; i < node->n_children && !found; i++)
    found = node_has(node->children[i], name);
  return found;
}

/* Let "body", of the function that is lowered, say for edits and races which
 * locals have values that are not followed, and where they are declared:
 * "k@12;m@34". */
static void note_unknown(struct lcm_lowering *l, lcm_node *body) {
  const char *list = NULL;
  if (l->options->costs)
    return;
  for (size_t i = 0; i < l->locals.all.n; i++) {
    const struct lcm_local *local = &l->locals.all.at[i];
    if (is_unknown(l, local) &&
        (l->options->n_kept || node_has(body, lcm_lower_name(l, local->name))))
      list = lcm_arena_printf(lcm_ctx_arena(l->ctx), "%s%s%s@%u",
                              list ? list : "", list ? ";" : "",
                              lcm_lower_name(l, local->name), local->begin);
  }
  if (list)
    lcm_lower_attribute(l, body, "unknown", list);
}

/* Let "body", of the function "ast", begin with what may be missing of it,
 * where the file has errors. */
static void note_broken(struct lcm_lowering *l, lcm_node *body,
                        const lcm_ast *ast) {
  lcm_node_list all = {0};
  if (!l->broken)
    return;
  lcm_node *node = lcm_lower_node(l, LCM_NODE_OPAQUE, ast);
  node->u.opaque.reason = "its file has errors: parts of it may be missing";
  lcm_lower_attribute(l, node, "broken", "1");
  LCM_LIST_ADD(lcm_ctx_arena(l->ctx), &all, node);
  for (size_t i = 0; i < body->n_children; i++)
    LCM_LIST_ADD(lcm_ctx_arena(l->ctx), &all, body->children[i]);
  body->children = all.at;
  body->n_children = all.n;
}

/* Return whether a function with the key of "ast" is in "known", to which it is
 * added: the front end has said that it is defined twice, and the first one
 * counts. */
static bool is_again(struct lcm_lowering *l, lcm_map *known,
                     const lcm_ast *ast) {
  const char *key = lcm_lower_key(l, ast->name, ast->is_static);
  size_t found = 0;
  if (lcm_map_get(known, key, &found))
    return true;
  lcm_map_put(lcm_ctx_arena(l->ctx), known, key, 1);
  return false;
}

/* Lower the function "ast", which comes behind what ends at "before". */
static void lower_function(struct lcm_lowering *l, lcm_ast *ast,
                           size_t before) {
  lcm_function function = {.key = lcm_lower_key(l, ast->name, ast->is_static),
                           .name = ast->name,
                           .usr = ast->key,
                           .type = ast->type,
                           .flags_hash = "",
                           .is_static = ast->is_static,
                           .weak = is_weak(l, ast, before),
                           .loc = lcm_lower_loc(l, ast)};
  add_params(l, &function, ast);
  lcm_ctx_refill(l->ctx);
  lcm_lower_mark(l, ast);
  lcm_thread_enter(l, ast);
  lcm_lower_locals(l, ast);
  lcm_leave_stories(l, ast);
  l->region.begin = 0;
  l->region.privates.n = l->region.first_private = l->region.n_threadprivate;
  lcm_node *body = lcm_lower_node(l, LCM_NODE_SERIES, ast);
  if (ast->last && ast->last->kind == LCM_AST_COMPOUND)
    lcm_lower_child(l, body,
                    lcm_chare_cover(l, ast, lcm_lower_body(l, ast->last)));
  note_broken(l, body, ast);
  lcm_options_assume(l, body, ast->name);
  lcm_options_results(l, body, ast);
  lcm_members_note(l, body, ast);
  note_unknown(l, body);
  function.body = lcm_sidecars_apply(
      l, ast, lcm_lower_apply(l, body, lcm_lower_anchor(ast)));
  LCM_LIST_ADD(lcm_ctx_arena(l->ctx), &l->functions, function);
}

/* Report that the model "model" is of a category that is none; say which there
 * are. */
static void report_category(struct lcm_lowering *l, const lcm_model *model) {
  lcm_buf list = {0};
  for (size_t i = 0; lcm_amount_of_model(i); i++)
    lcm_buf_printf(&list, "%s%s", i ? ", " : "", lcm_amount_of_model(i));
  for (size_t i = 0; i < l->declared.categories.n; i++)
    lcm_buf_printf(&list, ", %s", l->declared.categories.at[i].name);
  lcm_report(l->ctx, LCM_DIAG_UNKNOWN_CATEGORY, model->loc,
             "there is no category '%s': there are %s, and those that "
             "`// lcm: category %s` declares",
             model->category, lcm_ctx_text(l->ctx, &list), model->category);
  l->status = LCM_EPARSE;
}

/* Check that the categories of all models are known. */
static lcm_status check_category(const lcm_node *node, void *user) {
  struct lcm_lowering *l = user;
  for (size_t i = 0; i < node->n_models; i++) {
    const char *category = node->models[i].category;
    bool known = lcm_amount_traits(category) & LCM_OF_MODEL;
    for (size_t k = 0; k < l->declared.categories.n; k++)
      known = known || l->declared.categories.at[k].name == category;
    if (!known)
      report_category(l, &node->models[i]);
  }
  return LCM_OK;
}

/* Return the program that the lowering found. */
static lcm_program *program_of(struct lcm_lowering *l) {
  lcm_arena *arena = lcm_ctx_arena(l->ctx);
  lcm_program *program = LCM_NEW(arena, lcm_program);
  const char **files = LCM_NEW(arena, const char *);
  *files = l->file;
  program->files = files;
  program->n_files = 1;
  program->functions = l->functions.at;
  program->n_functions = l->functions.n;
  program->params = l->declared.params.at;
  program->n_params = l->declared.params.n;
  program->resources = l->declared.resources.at;
  program->n_resources = l->declared.resources.n;
  program->categories = l->declared.categories.at;
  program->n_categories = l->declared.categories.n;
  program->covariances = l->declared.covariances.at;
  program->n_covariances = l->declared.covariances.n;
  program->contracts = l->declared.contracts.at;
  program->n_contracts = l->declared.contracts.n;
  program->draws = l->declared.draws.at;
  program->n_draws = l->declared.draws.n;
  program->n_pointers =
      lcm_pointers_join(&program->pointers, l->ctx, l->held.at, l->held.n);
  program->points = l->points.at;
  program->n_points = l->points.n;
  program->nesting_off = l->nesting_off;
  program->variant = l->options->variant;
  return program;
}

/* Return whether a call below "ast" switches nested parallelism off. */
static bool switches_nesting_off(const struct lcm_lowering *l,
                                 const lcm_ast *ast) {
  if (!(ast->holds & LCM_AST_HOLDS_CALL))
    return false;
  if (ast->kind == LCM_AST_CALL && ast->name) {
    const char *open = memchr(l->text + ast->begin, '(', 80);
    const char argument = open ? open[1 + strspn(open + 1, " ")] : '?';
    if ((!strcmp(ast->name, "omp_set_max_active_levels") &&
         (argument == '1' || argument == '0')) ||
        (!strcmp(ast->name, "omp_set_nested") && argument == '0'))
      return true;
  }
  for (const lcm_ast *child = ast->first; child; child = child->next)
    if (switches_nesting_off(l, child))
      return true;
  return false;
}

/* Return what is known of the code of "file" for "l"; NULL: nothing. */
static struct lcm_lowered_code *code_of(struct lcm_lowering *l,
                                        const struct lcm_parsed_file *file) {
  char *real = file->code ? realpath(file->name, NULL) : NULL;
  if (!real)
    return NULL;
  struct lcm_lowered_code *out =
      LCM_NEW(lcm_ctx_arena(l->ctx), struct lcm_lowered_code);
  out->code = file->code;
  out->real = lcm_intern(l->ctx, real);
  free(real);
  return out;
}

/* Take what headers of "file" and other files declare for it. */
static void read_others(struct lcm_lowering *l,
                        const struct lcm_parsed_file *file) {
  for (size_t i = 0; i < file->headers->n; i++)
    lcm_external_include(l, &file->headers->at[i]);
  for (size_t i = 0; i < l->options->n_said; i++)
    lcm_external_include(l, &l->options->said[i]);
}

lcm_status lcm_lower_unit(const lcm_program **out, lcm_ctx *ctx,
                          const struct lcm_analyze_options *options,
                          const struct lcm_parsed_file *file) {
  const lcm_pragma_list *pragmas = file->pragmas;
  struct lcm_lowering l = {.ctx = ctx,
                           .options = options,
                           .file = lcm_intern(ctx, file->name),
                           .text = file->text,
                           .len = file->len,
                           .broken = file->broken,
                           .syntax = file->syntax};
  l.parsing.scratch.on_fail = lcm_ctx_arena(ctx)->on_fail;
  l.parsing.scratch.user = lcm_ctx_arena(ctx)->user;
  for (size_t i = 0; i < pragmas->n; i++)
    if (!pragmas->at[i].inactive)
      LCM_LIST_ADD(lcm_ctx_arena(ctx), &l.bound.pragmas, pragmas->at[i]);
  lcm_commas_split(l.syntax->top, l.text, l.len);
  for (lcm_ast *top = l.syntax->top; top; top = top->next)
    lcm_blocks_settle(ctx, top);
  for (lcm_ast *top = l.syntax->top; top; top = top->next)
    lcm_chains_split(ctx, top);
  lcm_chares_find(&l);
  lcm_options_take(&l);
  lcm_signs_find(&l);
  lcm_leave_tell(&l);
  lcm_run_tell(&l);
  lcm_lower_globals(&l);
  lcm_options_globals(&l);
  lcm_tables_settle(&l);
  lcm_pointers_find(&l);
  lcm_threads_find(&l);
  lcm_chare_find_members(&l);
  lcm_once_find(&l);
  lcm_returns_find(&l);
  l.bound.claimed =
      LCM_NEW_ARRAY(lcm_ctx_arena(ctx), bool, l.bound.pragmas.n + 1);
  read_comments(&l);
  read_others(&l, file);
  lcm_sidecars_read(&l);
  lcm_reserved_check(&l);
  lcm_lower_bind(&l);
  lcm_sidecars_bind(&l);
  lcm_chare_find_rounds(&l);
  lcm_chare_check(&l);
  lcm_lower_threadprivate(&l);
  l.modelled = has_models(&l);
  l.code = code_of(&l, file);
  const bool nesting = lcm_find(l.text, l.len, "omp_set_") != NULL;
  l.sets_crew =
      nesting && lcm_find(l.text, l.len, "omp_set_num_threads") != NULL;
  l.nests = nesting && (lcm_find(l.text, l.len, "omp_set_max_active_levels") ||
                        lcm_find(l.text, l.len, "omp_set_nested"));
  lcm_map known = {0};
  size_t before = 0;
  for (lcm_ast *top = l.syntax->top; top; before = top->end, top = top->next)
    if (top->kind == LCM_AST_FUNCTION && !is_again(&l, &known, top)) {
      if (top->begin < before)
        memset(l.bound.claimed, 0, l.bound.pragmas.n * sizeof *l.bound.claimed);
      lower_function(&l, top, before);
      l.nesting_off =
          l.nesting_off || (nesting && switches_nesting_off(&l, top));
    }
  lcm_chare_prune(&l);
  lcm_lower_unclaimed(&l);
  lcm_threads_finish(&l);
  lcm_points_find(&l);
  lcm_code_note(&l);
  lcm_program *program = program_of(&l);
  lcm_status status = lcm_program_finish(ctx, program);
  const size_t said =
      l.bound.n_directives + l.bound.n_entries ? program->n_functions : 0;
  for (size_t i = 0; i < said && !status; i++)
    if (program->functions[i].body)
      status = lcm_node_foreach(program->functions[i].body, check_category, &l);
  lcm_arena_reset(&l.parsing.scratch);
  *out = program;
  return status ? status : l.status;
}
