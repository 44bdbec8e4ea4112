/* The syntax of a C file as our own tree, copied from libclang so that no
 * other file sees a cursor. */
#pragma once

#include "analyzer/analyzer.h"
#include "analyzer/text/lines.h"
#include "analyzer/text/macro.h"
#include "base/list.h"
#include "base/map.h"

/* What a piece of syntax is. */
typedef enum lcm_ast_kind {
  LCM_AST_FUNCTION, /* a definition; children: PARAMs, then the body */
  LCM_AST_PARAM,
  LCM_AST_DECLARATION, /* another declaration at file scope */
  LCM_AST_COMPOUND,
  LCM_AST_DECLSTMT, /* children: VARs */
  LCM_AST_VAR,      /* child: the initializer, if any */
  LCM_AST_FOR,      /* last child: the body */
  LCM_AST_WHILE,    /* condition, body */
  LCM_AST_DO,       /* body, condition */
  LCM_AST_IF,       /* condition, then, else */
  LCM_AST_SWITCH,   /* condition, body */
  LCM_AST_CASE,     /* case: one or two values; default: none.  The statement
                       behind it follows it in a compound, elsewhere it is
                       its last child */
  LCM_AST_LABEL,    /* "name"; the statement as for CASE */
  LCM_AST_RETURN,
  LCM_AST_BREAK,
  LCM_AST_CONTINUE,
  LCM_AST_GOTO, /* to the label "name"; "" where that is computed */
  LCM_AST_ASM,
  LCM_AST_NULL,
  LCM_AST_CALL,      /* the callee's expression, then the arguments */
  LCM_AST_REF,       /* a variable, parameter or function */
  LCM_AST_SUBSCRIPT, /* base, index */
  LCM_AST_MEMBER,    /* base */
  LCM_AST_ASSIGN,    /* left, right */
  LCM_AST_UPDATE,    /* op=, ++, --: target, and the right side of op= */
  LCM_AST_ADDRESS,   /* &operand */
  LCM_AST_DEREF,     /* *operand */
  LCM_AST_SIZEOF,
  LCM_AST_LITERAL,     /* outside lists of initializers */
  LCM_AST_CONDITIONAL, /* condition, then, else */
  LCM_AST_AND,         /* left, right */
  LCM_AST_OR,          /* left, right */
  LCM_AST_BLOCK,       /* ({ ... }): a compound */
  LCM_AST_OTHER        /* any other expression or statement */
} lcm_ast_kind;

/* What an operator computes. */
typedef enum lcm_ast_op {
  LCM_AST_OP_NONE,
  LCM_AST_OP_ADD, /* or subtracts */
  LCM_AST_OP_MUL,
  LCM_AST_OP_DIV,
  LCM_AST_OP_BITS /* also remainders and shifts */
} lcm_ast_op;

/* What a piece of syntax is or has below, so that a walk that looks for some
 * of it passes the rest by. */
enum lcm_ast_holds {
  LCM_AST_HOLDS_CALL = 1,
  LCM_AST_HOLDS_CHANGE = 2,   /* ASSIGN, UPDATE, ADDRESS */
  LCM_AST_HOLDS_VARIABLE = 4, /* VAR, PARAM */
  LCM_AST_HOLDS_MEMBER = 8,
  LCM_AST_HOLDS_STATEMENT = 16, /* FOR to ASM, BLOCK */
  LCM_AST_HOLDS_LABEL = 32,
  LCM_AST_HOLDS_LOOP = 64 /* FOR, WHILE, DO */
};

/* A piece of syntax.
 * begin, end    offsets in the file (of the expansion where macros made it)
 * anchor        1 + the index of what comments are bound to here; 0: none
 * name          of what is declared, referred to or called; NULL otherwise
 * key           USR of that; NULL otherwise, and for a member in a file
 *               without threads and ranks; of a member that is an action
 *               "S.member"
 * callee        of a CALL: key of the function when it is known, else NULL
 * size          bytes of the value (a VAR: of the whole); 0 when unknown
 * sizes         of a variable: bytes of what 0, 1, 2 or 3 subscripts leave of
 *               it, 0 when unknown; else NULL
 * flops, ops    floating-point and whole-number operations that this
 *               expression itself does; op: which ones
 * is_local      the variable lives in a function
 * is_static     internal linkage
 * is_pointer    of pointer or array type; of a CALL: what it returns
 * is_array      of array type
 * is_union      a MEMBER of a union
 * is_record     of structure or union type
 * is_flat       of a VAR: no pointers lie in it; of a FUNCTION: it returns no
 *               pointer to data
 * is_real       an UPDATE: of a floating-point type
 * is_system     declared in a system header
 * is_function   a REF to a function
 * is_action     a variable, place, call or argument that is a pointer to a
 *               function, or an array of them; a FUNCTION that returns one
 * is_extern     a DECLARATION of what is defined elsewhere
 * type          canonical type of a FUNCTION; of an action: the name of all
 *               pointers of its type that pointers point to
 * is_zero       a LITERAL of an integer that is 0
 * n_args        of a CALL
 * value         of a DECLARATION: the whole number that it begins with, where
 *               "has_value"
 * marked        needs nodes of its own, or something below it does
 * holds         what it is or has below: lcm_ast_holds
 * in_place      it is written in the file from begin to end as it is, neither
 *               made by a macro nor in parentheses or with a cast
 * ends_here     it is, or a macro without arguments that stands at its end
 *               makes it */
typedef struct lcm_ast {
  lcm_ast_kind kind : 8;
  unsigned flops : 4;
  unsigned ops : 1;
  unsigned op : 3;
  bool is_local : 1;
  bool is_static : 1;
  bool is_pointer : 1;
  bool is_array : 1;
  bool is_union : 1;
  bool is_record : 1;
  bool is_flat : 1;
  bool is_real : 1;
  bool is_system : 1;
  bool is_function : 1;
  bool is_action : 1;
  bool is_extern : 1;
  bool marked : 1;
  bool is_zero : 1;
  bool has_value : 1;
  bool in_place : 1;
  bool ends_here : 1;
  unsigned holds : 7;
  unsigned n_args : 22;
  unsigned begin;
  unsigned end;
  unsigned anchor;
  const char *name;
  const char *key;
  long long size;
  const long long *sizes;
  union {
    const char *type;
    long long value;
  };
  struct lcm_ast *parent;
  struct lcm_ast *first;
  struct lcm_ast *last;
  struct lcm_ast *next;
} lcm_ast;

/* The value of a constant (enumerator, const variable). */
struct lcm_constant {
  const char *name;
  long long value;
};

/* A type with a name, as casts and sizeof use it: its size in bytes, 0 when
 * unknown, and whether its values are real numbers. */
struct lcm_type_name {
  const char *name;
  long long size;
  bool is_real;
};

/* A call in a function. */
struct lcm_called {
  const lcm_ast *call;
  const lcm_ast *function;
};

/* A value in a list of initializers that goes into a pointer to functions or
 * data: "member" or, where that is NULL, "variable". */
struct lcm_filled {
  const lcm_ast *variable;
  const char *member;
  const lcm_ast *value;
};

/* A call that is given pointers to the structures "records", "S;T", in which
 * pointers to functions are. */
struct lcm_exposed {
  const lcm_ast *call;
  const char *records;
};

/* A parsed file.
 * calls      in functions, in their order
 * actions    pointers to functions, variables at file scope with some in
 *            them, functions that are not called where they stand, returns of
 *            functions that return pointers to some
 * filled     such pointers in lists of initializers
 * pointing   pointers to data that variables at file scope begin with, and in
 *            lists of initializers
 * exposed    calls that are given structures with such pointers
 * foreign    structures of the system with such pointers
 * unit       the name of the unit, to which its static names belong
 * beside     all "n_beside" files of the unit, where there are several
 * top        what stands at file scope in the file itself, in order
 * constants  met anywhere
 * by_name    index of a constant by its name
 * types      names of types met in the file; type_by_name: their indices
 * macros     as they stand at the end of the file
 * lines      of the file */
struct lcm_syntax {
  const char *unit;
  const struct lcm_syntax *const *beside;
  size_t n_beside;
  lcm_ast *top;
  LCM_LIST(struct lcm_constant) constants;
  lcm_map by_name;
  LCM_LIST(struct lcm_type_name) types;
  lcm_map type_by_name;
  struct lcm_macro_table macros;
  struct lcm_lines *lines;
  LCM_LIST(struct lcm_called) calls;
  LCM_LIST(const lcm_ast *) actions;
  LCM_LIST(struct lcm_filled) filled;
  LCM_LIST(struct lcm_filled) pointing;
  LCM_LIST(struct lcm_exposed) exposed;
  LCM_LIST(const char *) foreign;
};
