/* The nodes that messages become. */
#include <string.h>

#include "analyzer/lower/chares/chare_call.h"
#include "analyzer/lower/chares/chare_hidden.h"
#include "analyzer/lower/chares/chare_node.h"
#include "analyzer/lower/control/node.h"
#include "analyzer/lower/threads/thread_use.h"
#include "analyzer/lower/threads/thread_value.h"
#include "analyzer/lower/values/local.h"

/* The number of the parameter of an entry that is the size of the message. */
enum { SIZE = 3 };

/* Return the bytes that the call "ast" sends; NULL where that is not known. */
static const lcm_expr *bytes_of(struct lcm_lowering *l, const lcm_ast *ast) {
  const struct lcm_chare_function *call = lcm_chare_call(l, ast);
  if (!call || call->act == LCM_CHARE_RUN)
    return NULL;
  const lcm_ast *size = lcm_chare_argument(ast, call->size);
  return size ? lcm_thread_expr(l, size) : lcm_expr_int(l->ctx, 0);
}

/* Let the TASK "task" be the message that the call "ast" sends. */
static void set_bytes(struct lcm_lowering *l, lcm_node *task,
                      const lcm_ast *ast) {
  task->u.task.bytes = bytes_of(l, ast);
  if (task->u.task.bytes)
    return;
  task->u.task.bytes = lcm_expr_int(l->ctx, 0);
  lcm_lower_assume(l, task,
                   "messages of a size that is not known have no bytes");
}

/* Return the message that the call "ast" sends, NULL for none. */
static const lcm_ast *data_of(const struct lcm_lowering *l,
                              const lcm_ast *ast) {
  const struct lcm_chare_function *call = lcm_chare_call(l, ast);
  return call ? lcm_chare_argument(ast, call->data) : NULL;
}

lcm_node *lcm_chare_entry_call(struct lcm_lowering *l,
                               const struct lcm_chare_sending *sending) {
  const lcm_ast *ast = sending->ast;
  const lcm_ast *defined = sending->entry->defined;
  lcm_arena *arena = lcm_ctx_arena(l->ctx);
  lcm_expr_list args = {0};
  lcm_node *node = lcm_lower_node(l, LCM_NODE_CALL, ast);
  const lcm_chare_reads reads =
      defined ? lcm_chare_reads_of(l, defined) : (lcm_chare_reads){0};
  for (int i = 0; i <= SIZE; i++) {
    const bool place = i == 0 && l->chares->placed;
    LCM_LIST_ADD(arena, &args,
                 place       ? sending->processor
                 : i == SIZE ? bytes_of(l, ast)
                             : NULL);
  }
  for (size_t i = 0; i < reads.n; i++)
    LCM_LIST_ADD(arena, &args,
                 lcm_chare_given(l, ast, data_of(l, ast), &reads.at[i]));
  if (defined)
    lcm_chare_add_shared(l, &args, sending->less);
  node->label = lcm_arena_printf(arena, "%s()", sending->entry->function);
  node->u.call.callee =
      lcm_lower_key(l, sending->entry->function, defined && defined->is_static);
  node->u.call.args = args.at;
  node->u.call.n_args = args.n;
  return node;
}

/* Return whether "value", which a message tells, is computed from what the
 * sender was told. */
static bool is_computed(struct lcm_lowering *l, const lcm_expr *value) {
  const char *name = value ? lcm_expr_name(value) : NULL;
  const struct lcm_local *local = name ? lcm_lower_local(l, name) : NULL;
  if (!value || name)
    return local && !local->is_param;
  switch (lcm_expr_kind_of(value)) {
  case LCM_X_OF_LEAVES:
  case LCM_X_OF_TRUTH:
  case LCM_X_COUNT:
    return false;
  case LCM_X_SUM_OF:
  case LCM_X_MUL_OF:
  case LCM_X_POW:
  case LCM_X_MAX:
  case LCM_X_MIN:
  case LCM_X_ABS:
  case LCM_X_FLOOR:
  case LCM_X_CEIL:
  case LCM_X_OF_LOGARITHMS:
  case LCM_X_SQRT:
  case LCM_X_MOD:
  case LCM_X_DIV:
  case LCM_X_IF:
  case LCM_X_OF_LOOPS:
    break;
  }
  return true;
}

bool lcm_chare_changes(struct lcm_lowering *l,
                       const struct lcm_chare_sending *sending) {
  const lcm_ast *defined = sending->entry->defined;
  const lcm_chare_reads reads =
      defined ? lcm_chare_reads_of(l, defined) : (lcm_chare_reads){0};
  for (size_t i = 0; i < reads.n; i++) {
    const lcm_expr *value = lcm_chare_given(
        l, sending->ast, data_of(l, sending->ast), &reads.at[i]);
    if (is_computed(l, value))
      return true;
  }
  return false;
}

const lcm_node *lcm_chare_task(struct lcm_lowering *l,
                               const struct lcm_chare_sending *sending) {
  const lcm_ast *ast = sending->ast;
  const struct lcm_chare_function *call = lcm_chare_call(l, ast);
  lcm_node *task = lcm_lower_node(l, LCM_NODE_TASK, ast);
  const lcm_ast *priority = lcm_chare_argument(ast, call->priority);
  long long number = 1;
  set_bytes(l, task, ast);
  task->label = sending->entry->name;
  lcm_lower_attribute(l, task, "construct", ast->name);
  lcm_lower_attribute(l, task, "message", sending->entry->name);
  if (priority && priority->end <= l->len &&
      !(lcm_chare_constant(&number, l, priority) && !number))
    lcm_lower_attribute(l, task, "priority",
                        lcm_intern_n(l->ctx, l->text + priority->begin,
                                     priority->end - priority->begin));
  lcm_lower_child(l, task, lcm_chare_entry_call(l, sending));
  return task;
}

lcm_node *lcm_chare_fragment(struct lcm_lowering *l, const lcm_ast *ast,
                             const lcm_expr *seconds) {
  lcm_node *node = lcm_lower_node(l, LCM_NODE_FRAGMENT, ast);
  lcm_model *model = LCM_NEW(lcm_ctx_arena(l->ctx), lcm_model);
  *model = (lcm_model){
      .category = lcm_intern(l->ctx, lcm_cat_name(LCM_CAT_PC)),
      .expr = lcm_expr_mul(l->ctx, seconds,
                           lcm_expr_unit(l->ctx, lcm_measure_find("s"))),
      .provenance = LCM_PROV_ANNOTATED,
      .loc = node->loc};
  node->label = lcm_lower_label(l, ast);
  node->models = model;
  node->n_models = 1;
  return node;
}

const lcm_node *lcm_chare_system_task(struct lcm_lowering *l,
                                      const lcm_ast *ast,
                                      const lcm_node *then) {
  lcm_node *task = lcm_lower_node(l, LCM_NODE_TASK, ast);
  set_bytes(l, task, ast);
  task->label = lcm_lower_label(l, ast);
  lcm_lower_attribute(l, task, "construct", ast->name);
  lcm_lower_attribute(l, task, "message", "the system");
  lcm_lower_child(l, task,
                  then ? then
                       : lcm_chare_fragment(l, ast, lcm_expr_int(l->ctx, 0)));
  return task;
}
