/* The syntax of a C file as our own tree, copied from libclang so that no
 * other file sees a cursor. */
#pragma once

#include "analyzer/request/request.h"
#include "analyzer/text/text.h"
#include "base/map.h"

/* What a piece of syntax is: a row of kinds.def. */
typedef enum lcm_ast_kind {
#define LCM_AST_KIND(kind, class, holds) LCM_AST_##kind,
#include "analyzer/clang/kinds.def"
#undef LCM_AST_KIND
} lcm_ast_kind;

/* The classes of kinds. */
enum lcm_ast_class {
  LCM_CLASS_TOP,      /* definitions and declarations at file scope */
  LCM_CLASS_VARIABLE, /* declarations of variables in functions */
  LCM_CLASS_COMPOUND,
  LCM_CLASS_LOOP,
  LCM_CLASS_CHOICE, /* statements that a value decides about */
  LCM_CLASS_LABEL,
  LCM_CLASS_JUMP,
  LCM_CLASS_SIMPLE, /* other statements that are no expressions */
  LCM_CLASS_CALL,
  LCM_CLASS_PLACE,  /* lvalues */
  LCM_CLASS_CHANGE, /* what changes a place or may let others change it */
  LCM_CLASS_MAYBE,  /* expressions with operands that may not be executed */
  LCM_CLASS_VALUE   /* other expressions */
};

/* What an operator computes. */
typedef enum lcm_ast_op {
  LCM_AST_OP_NONE,
  LCM_AST_OP_ADD, /* or subtracts */
  LCM_AST_OP_MUL,
  LCM_AST_OP_DIV,
  LCM_AST_OP_BITS, /* also shifts */
  LCM_AST_OP_REST  /* a remainder */
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
 * flops, ops    floating-point and whole-number operations that this
 *               expression itself does; op: which ones
 * is_local      the variable lives in a function
 * is_static     internal linkage
 * is_pointer    of pointer or array type; of a CALL: what it returns
 * is_array      of array type
 * is_union      a MEMBER of a union
 * is_record     of structure or union type
 * to_record     a pointer to such; of a CALL: it returns that, or such
 * is_flat       of a VAR: no pointers lie in it; of a FUNCTION: it returns no
 *               pointer to data
 * is_real       an UPDATE, operator, variable, place or CALL: of a
 *               floating-point type
 * is_atomic     of an _Atomic type
 * is_volatile   a place of a volatile type
 * is_thread     each thread has a variable of its own: it is _Thread_local
 * is_system     declared in a system header
 * is_function   a REF to a function
 * is_action     a variable, place, call or argument that is a pointer to a
 *               function, or an array of them; a FUNCTION that returns one
 * is_extern     a DECLARATION of what is defined elsewhere
 * is_zero       a LITERAL of an integer that is 0
 * n_args        of a CALL
 * marked        needs nodes of its own, or something below it does
 * kept          marked, but only since loops are to be nodes for edits
 * holds         what it is or has below: lcm_ast_holds
 * in_place      it is written in the file from begin to end as it is, neither
 *               made by a macro nor in parentheses or with a cast
 * is_recast     a pointer that a cast lets step by elements of another size
 * is_bits       a MEMBER that is a bit-field
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
  bool to_record : 1;
  bool is_flat : 1;
  bool is_real : 1;
  bool is_atomic : 1;
  bool is_volatile : 1;
  bool is_thread : 1;
  bool is_system : 1;
  bool is_function : 1;
  bool is_action : 1;
  bool is_extern : 1;
  bool marked : 1;
  bool kept : 1;
  bool is_zero : 1;
  bool has_value : 1;
  bool in_place : 1;
  bool ends_here : 1;
  bool is_recast : 1;
  bool is_bits : 1;
  unsigned holds : 7;
  unsigned n_args : 20;
  /* of a value, variable, bit-field or result of a FUNCTION of a whole-number
   * type, as lcm_ast_range says; 0: of another type */
  unsigned char range;
  /* likewise of the types that it is converted to, one after the other, as far
   * as that may change it; behind the last one 0 */
  unsigned char casts[3];
  /* begin, end: offsets in the file (of the expansion where macros made it) */
  unsigned begin;
  unsigned end;
  /* 1 + the index of what comments are bound to here; 0: none */
  unsigned anchor;
  /* of what is declared, referred to or called; NULL otherwise */
  const char *name;
  /* USR of that; NULL otherwise; of a member that is an action "S.member" */
  const char *key;
  long long size; /* bytes of the value (a VAR: of the whole); 0 when unknown */
  /* of a variable: bytes of what 0, 1, 2 or 3 subscripts leave of it, 0 when
   * unknown; else NULL */
  const long long *sizes;
  union {
    /* canonical type of a FUNCTION; of an action: the name of all pointers of
     * its type that pointers point to */
    const char *type;
    /* of a DECLARATION: the whole number that it begins with, where
     * "has_value"; of a MEMBER that is no action: bytes from the begin of the
     * structure to it, below 0 where they are not known */
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

/* What happens to the members of a structure other than by their names. */
enum lcm_record_event {
  LCM_RECORD_SPOILED, /* they may change unseen */
  LCM_RECORD_ZEROED,  /* some begin with zeros, at "node" or before the run */
  LCM_RECORD_BEGINS,  /* a member begins with what stands from "begin" on */
  LCM_RECORD_LACKING, /* a variable with some is defined elsewhere: "name" */
  LCM_RECORD_DEFINED, /* the variable "name" is defined here */
  LCM_RECORD_GIVEN,   /* a pointer to one is an argument of the call "node" */
  LCM_RECORD_HIDDEN,  /* a pointer to one, "node", becomes one to void */
  LCM_RECORD_PASSED,  /* a pointer to void, "node", goes on as one */
  LCM_RECORD_BLIND,   /* or becomes one to what is no structure */
  LCM_RECORD_FOREIGN, /* a pointer to what may be no structure, "node", is one
                         to void */
  /* the variable "name", with the key "record", is defined in another file of
   * the unit; where "known", it begins with "value", the number or all zeros */
  LCM_RECORD_OUTSIDE
};

/* One of these. */
struct lcm_record_note {
  enum lcm_record_event event;
  const char *record; /* the key of the structure or member, or NULL */
  /* of HIDDEN and ZEROED, at a "node": what the structure begins with, NULL for
   * one that lies in another */
  const char *name;
  const lcm_ast *function; /* where; NULL: at file scope */
  const lcm_ast *node;     /* or NULL */
  unsigned begin;
  unsigned end;
  bool known; /* the value is "value"; of GIVEN: no pointers lie in it */
  long long value;
  unsigned char range; /* of the member of a BEGINS, as in lcm_ast */
};

/* From one offset to another. */
struct lcm_text_part {
  unsigned begin;
  unsigned end;
};

/* A parsed file. */
struct lcm_syntax {
  const char *unit; /* the name of the unit, to which its static names belong */
  const char *file; /* its own name, as it is printed */
  /* all "n_beside" files of the unit, where there are several */
  const struct lcm_syntax *const *beside;
  size_t n_beside;
  /* static functions of headers among them: from a name to the index of the
   * file that it belongs to; NULL: there are none */
  const lcm_map *of_headers;
  /* of a header: functions that the unit does not use, and that are left out */
  LCM_LIST(struct lcm_text_part) unused;
  /* regions that the preprocessor leaves out, where comments may be in them */
  LCM_LIST(struct lcm_text_part) inactive;
  /* what stands at file scope in the file itself, in order */
  lcm_ast *top;
  LCM_LIST(struct lcm_constant) constants; /* met anywhere */
  /* index of a constant by its key and, where it is no variable of a function,
   * by its name */
  lcm_map by_name;
  LCM_LIST(struct lcm_type_name) types; /* names of types met in the file */
  lcm_map type_by_name;                 /* their indices */
  /* as they stand at the end of the file */
  struct lcm_macro_table macros;
  struct lcm_lines *lines;           /* of the file */
  LCM_LIST(struct lcm_called) calls; /* in functions, in their order */
  /* pointers to functions, variables at file scope with some in them, functions
   * that are not called where they stand, returns of functions that return
   * pointers to some */
  LCM_LIST(const lcm_ast *) actions;
  LCM_LIST(struct lcm_filled) filled; /* such pointers in initializers */
  /* pointers to data that variables at file scope begin with, and in lists of
   * initializers */
  LCM_LIST(struct lcm_filled) pointing;
  /* calls that are given structures with such pointers */
  LCM_LIST(struct lcm_exposed) exposed;
  LCM_LIST(const char *) foreign; /* structures of the system with them */
  /* what happens to structures */
  LCM_LIST(struct lcm_record_note) records;
};

/* The values of a type of whole numbers: its bits, and whether it has no
 * negative ones. */
enum { LCM_RANGE_BITS = 127, LCM_RANGE_NATURAL = 128 };

/* Return the range of whole numbers of "bits" bits. */
static inline unsigned char lcm_ast_range(unsigned bits, bool natural) {
  return (unsigned char)(bits | (natural ? LCM_RANGE_NATURAL : 0));
}

/* Return whether each number of the range "from" is one of "to". */
static inline bool lcm_ast_holds_range(unsigned char to, unsigned char from) {
  const unsigned a = from & LCM_RANGE_BITS;
  const unsigned b = to & LCM_RANGE_BITS;
  const bool natural = from & LCM_RANGE_NATURAL;
  return natural == (bool)(to & LCM_RANGE_NATURAL) ? a <= b : natural && a < b;
}

/* Return the class of "kind". */
enum lcm_ast_class lcm_ast_class_of(lcm_ast_kind kind);

/* Return what a piece of "kind" is, of lcm_ast_holds. */
unsigned lcm_ast_holds_of(lcm_ast_kind kind);

/* Return whether "ast" is a loop. */
static inline bool lcm_ast_is_loop(const lcm_ast *ast) {
  return lcm_ast_class_of(ast->kind) == LCM_CLASS_LOOP;
}

/* Return whether "ast" changes a place or takes its address. */
static inline bool lcm_ast_is_change(const lcm_ast *ast) {
  return lcm_ast_class_of(ast->kind) == LCM_CLASS_CHANGE;
}
