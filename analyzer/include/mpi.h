/* Stand-in for mpi.h where there is none: the C binding of MPI 1 to 4,
 * declarations only, from the tables lcm_mpi.def and lcm_mpi_names.def. */
#ifndef LCM_STAND_IN_MPI_H
#define LCM_STAND_IN_MPI_H

#include <stddef.h>

#define MPI_VERSION 4
#define MPI_SUBVERSION 1

typedef long MPI_Aint;
typedef long long MPI_Offset;
typedef long long MPI_Count;
typedef int MPI_Fint;
typedef int MPI_Datatype;
typedef int MPI_Comm;
typedef int MPI_Group;
typedef int MPI_Request;
typedef int MPI_Op;
typedef int MPI_Win;
typedef int MPI_Info;
typedef int MPI_Errhandler;
typedef int MPI_Message;
typedef int MPI_Session;
typedef struct lcm_mpi_file *MPI_File;
typedef struct MPI_Status {
  int MPI_SOURCE;
  int MPI_TAG;
  int MPI_ERROR;
  int lcm_rest[5];
} MPI_Status;

typedef void MPI_User_function(void *, void *, int *, MPI_Datatype *);
typedef void MPI_Comm_errhandler_function(MPI_Comm *, int *, ...);
typedef void MPI_Win_errhandler_function(MPI_Win *, int *, ...);
typedef void MPI_File_errhandler_function(MPI_File *, int *, ...);
typedef void MPI_Session_errhandler_function(MPI_Session *, int *, ...);
typedef MPI_Comm_errhandler_function MPI_Handler_function;
typedef MPI_Comm_errhandler_function MPI_Comm_errhandler_fn;
typedef MPI_Win_errhandler_function MPI_Win_errhandler_fn;
typedef MPI_File_errhandler_function MPI_File_errhandler_fn;
typedef int MPI_Comm_copy_attr_function(MPI_Comm, int, void *, void *, void *,
                                        int *);
typedef int MPI_Comm_delete_attr_function(MPI_Comm, int, void *, void *);
typedef int MPI_Win_copy_attr_function(MPI_Win, int, void *, void *, void *,
                                       int *);
typedef int MPI_Win_delete_attr_function(MPI_Win, int, void *, void *);
typedef int MPI_Type_copy_attr_function(MPI_Datatype, int, void *, void *,
                                        void *, int *);
typedef int MPI_Type_delete_attr_function(MPI_Datatype, int, void *, void *);
typedef MPI_Comm_copy_attr_function MPI_Copy_function;
typedef MPI_Comm_delete_attr_function MPI_Delete_function;
typedef int MPI_Grequest_query_function(void *, MPI_Status *);
typedef int MPI_Grequest_free_function(void *);
typedef int MPI_Grequest_cancel_function(void *, int);
typedef int MPI_Datarep_extent_function(MPI_Datatype, MPI_Aint *, void *);
typedef int MPI_Datarep_conversion_function(void *, MPI_Datatype, int, void *,
                                            MPI_Offset, void *);

enum {
#define LCM_MPI_VALUE(name, value) name = value,
#define LCM_MPI_TYPE(name, bytes) name,
  LCM_MPI_FIRST = 100,
#include "lcm_mpi_names.def"
#undef LCM_MPI_TYPE
#undef LCM_MPI_VALUE
  MPI_LB, MPI_UB, MPI_DATATYPE_NULL,
  MPI_GROUP_NULL, MPI_GROUP_EMPTY,
  MPI_REQUEST_NULL, MPI_MESSAGE_NULL, MPI_MESSAGE_NO_PROC, MPI_WIN_NULL,
  MPI_INFO_NULL, MPI_INFO_ENV, MPI_SESSION_NULL,
  MPI_OP_NULL, MPI_MAX, MPI_MIN, MPI_SUM, MPI_PROD, MPI_LAND, MPI_BAND,
  MPI_LOR, MPI_BOR, MPI_LXOR, MPI_BXOR, MPI_MAXLOC, MPI_MINLOC, MPI_REPLACE,
  MPI_NO_OP,
  MPI_ERRHANDLER_NULL, MPI_ERRORS_ARE_FATAL, MPI_ERRORS_RETURN,
  MPI_ERRORS_ABORT,
  MPI_IDENT, MPI_CONGRUENT, MPI_SIMILAR, MPI_UNEQUAL,
  MPI_GRAPH, MPI_CART, MPI_DIST_GRAPH,
  MPI_COMM_TYPE_SHARED, MPI_COMM_TYPE_HW_GUIDED, MPI_COMM_TYPE_HW_UNGUIDED,
  MPI_COMM_TYPE_RESOURCE_GUIDED,
  MPI_TAG_UB, MPI_HOST, MPI_IO, MPI_WTIME_IS_GLOBAL, MPI_UNIVERSE_SIZE,
  MPI_APPNUM, MPI_LASTUSEDCODE,
  MPI_WIN_BASE, MPI_WIN_SIZE, MPI_WIN_DISP_UNIT, MPI_WIN_CREATE_FLAVOR,
  MPI_WIN_MODEL, MPI_WIN_FLAVOR_CREATE, MPI_WIN_FLAVOR_ALLOCATE,
  MPI_WIN_FLAVOR_DYNAMIC, MPI_WIN_FLAVOR_SHARED, MPI_WIN_SEPARATE,
  MPI_WIN_UNIFIED,
  MPI_MODE_NOCHECK = 1, MPI_MODE_NOSTORE = 2, MPI_MODE_NOPUT = 4,
  MPI_MODE_NOPRECEDE = 8, MPI_MODE_NOSUCCEED = 16,
  MPI_THREAD_SINGLE = 0, MPI_THREAD_FUNNELED, MPI_THREAD_SERIALIZED,
  MPI_THREAD_MULTIPLE,
  MPI_COMBINER_NAMED = 1, MPI_COMBINER_DUP, MPI_COMBINER_CONTIGUOUS,
  MPI_COMBINER_VECTOR, MPI_COMBINER_HVECTOR, MPI_COMBINER_INDEXED,
  MPI_COMBINER_HINDEXED, MPI_COMBINER_INDEXED_BLOCK,
  MPI_COMBINER_HINDEXED_BLOCK, MPI_COMBINER_STRUCT, MPI_COMBINER_SUBARRAY,
  MPI_COMBINER_DARRAY, MPI_COMBINER_F90_REAL, MPI_COMBINER_F90_COMPLEX,
  MPI_COMBINER_F90_INTEGER, MPI_COMBINER_RESIZED,
  MPI_ORDER_C, MPI_ORDER_FORTRAN, MPI_DISTRIBUTE_BLOCK,
  MPI_DISTRIBUTE_CYCLIC, MPI_DISTRIBUTE_NONE, MPI_DISTRIBUTE_DFLT_DARG,
  MPI_TYPECLASS_REAL, MPI_TYPECLASS_INTEGER, MPI_TYPECLASS_COMPLEX,
  MPI_KEYVAL_INVALID, MPI_BSEND_OVERHEAD, MPI_MAX_PROCESSOR_NAME = 256,
  MPI_MAX_ERROR_STRING = 512, MPI_MAX_OBJECT_NAME = 128,
  MPI_MAX_LIBRARY_VERSION_STRING = 8192, MPI_MAX_INFO_KEY = 256,
  MPI_MAX_INFO_VAL = 1024, MPI_MAX_PORT_NAME = 1024,
  MPI_MAX_DATAREP_STRING = 128, MPI_MAX_PSET_NAME_LEN = 256,
  MPI_MAX_STRINGTAG_LEN = 256,
  MPI_MODE_RDONLY = 2, MPI_MODE_RDWR = 8, MPI_MODE_WRONLY = 4,
  MPI_MODE_CREATE = 1, MPI_MODE_EXCL = 64, MPI_MODE_DELETE_ON_CLOSE = 16,
  MPI_MODE_UNIQUE_OPEN = 32, MPI_MODE_SEQUENTIAL = 256,
  MPI_MODE_APPEND = 128, MPI_SEEK_SET = 600, MPI_SEEK_CUR, MPI_SEEK_END,
  MPI_DISPLACEMENT_CURRENT = -54278278,
  MPI_ERR_BUFFER = 1, MPI_ERR_COUNT, MPI_ERR_TYPE, MPI_ERR_TAG,
  MPI_ERR_COMM, MPI_ERR_RANK, MPI_ERR_ROOT, MPI_ERR_GROUP, MPI_ERR_OP,
  MPI_ERR_TOPOLOGY, MPI_ERR_DIMS, MPI_ERR_ARG, MPI_ERR_UNKNOWN,
  MPI_ERR_TRUNCATE, MPI_ERR_OTHER, MPI_ERR_INTERN, MPI_ERR_IN_STATUS,
  MPI_ERR_PENDING, MPI_ERR_REQUEST, MPI_ERR_ACCESS, MPI_ERR_AMODE,
  MPI_ERR_BAD_FILE, MPI_ERR_CONVERSION, MPI_ERR_DUP_DATAREP,
  MPI_ERR_FILE_EXISTS, MPI_ERR_FILE_IN_USE, MPI_ERR_FILE, MPI_ERR_INFO,
  MPI_ERR_INFO_KEY, MPI_ERR_INFO_VALUE, MPI_ERR_INFO_NOKEY, MPI_ERR_IO,
  MPI_ERR_NAME, MPI_ERR_NO_MEM, MPI_ERR_NOT_SAME, MPI_ERR_NO_SPACE,
  MPI_ERR_NO_SUCH_FILE, MPI_ERR_PORT, MPI_ERR_QUOTA, MPI_ERR_READ_ONLY,
  MPI_ERR_SERVICE, MPI_ERR_SPAWN, MPI_ERR_UNSUPPORTED_DATAREP,
  MPI_ERR_UNSUPPORTED_OPERATION, MPI_ERR_WIN, MPI_ERR_BASE,
  MPI_ERR_LOCKTYPE, MPI_ERR_KEYVAL, MPI_ERR_RMA_CONFLICT, MPI_ERR_RMA_SYNC,
  MPI_ERR_SIZE, MPI_ERR_DISP, MPI_ERR_ASSERT, MPI_ERR_RMA_RANGE,
  MPI_ERR_RMA_ATTACH, MPI_ERR_RMA_SHARED, MPI_ERR_RMA_FLAVOR,
  MPI_ERR_SESSION, MPI_ERR_PROC_ABORTED, MPI_ERR_VALUE_TOO_LARGE,
  MPI_ERR_ERRHANDLER, MPI_ERR_LASTCODE
};

#define MPI_BOTTOM ((void *)0)
#define MPI_IN_PLACE ((void *)-1)
#define MPI_BUFFER_AUTOMATIC ((void *)-2)
#define MPI_STATUS_IGNORE ((MPI_Status *)0)
#define MPI_STATUSES_IGNORE ((MPI_Status *)0)
#define MPI_ERRCODES_IGNORE ((int *)0)
#define MPI_ARGV_NULL ((char **)0)
#define MPI_ARGVS_NULL ((char ***)0)
#define MPI_UNWEIGHTED ((int *)0)
#define MPI_WEIGHTS_EMPTY ((int *)0)
#define MPI_FILE_NULL ((MPI_File)0)
#define MPI_NULL_COPY_FN ((MPI_Copy_function *)0)
#define MPI_NULL_DELETE_FN ((MPI_Delete_function *)0)
#define MPI_DUP_FN ((MPI_Copy_function *)0)
#define MPI_COMM_NULL_COPY_FN ((MPI_Comm_copy_attr_function *)0)
#define MPI_COMM_NULL_DELETE_FN ((MPI_Comm_delete_attr_function *)0)
#define MPI_COMM_DUP_FN ((MPI_Comm_copy_attr_function *)0)
#define MPI_WIN_NULL_COPY_FN ((MPI_Win_copy_attr_function *)0)
#define MPI_WIN_NULL_DELETE_FN ((MPI_Win_delete_attr_function *)0)
#define MPI_WIN_DUP_FN ((MPI_Win_copy_attr_function *)0)
#define MPI_TYPE_NULL_COPY_FN ((MPI_Type_copy_attr_function *)0)
#define MPI_TYPE_NULL_DELETE_FN ((MPI_Type_delete_attr_function *)0)
#define MPI_TYPE_DUP_FN ((MPI_Type_copy_attr_function *)0)
#define MPI_CONVERSION_FN_NULL ((MPI_Datarep_conversion_function *)0)

#define LCM_MPI_N int
#define LCM_MPI_D int
#define LCM_MPI_A MPI_Aint
#define LCM_MPI(result, name, kind, mode, roles, args)                         \
  result name args;                                                            \
  result P##name args;
#define LCM_MPI_LARGE LCM_MPI
#include "lcm_mpi.def"
#undef LCM_MPI_LARGE
#undef LCM_MPI
#undef LCM_MPI_A
#undef LCM_MPI_D
#undef LCM_MPI_N

#define LCM_MPI_N MPI_Count
#define LCM_MPI_D MPI_Aint
#define LCM_MPI_A MPI_Count
#define LCM_MPI(result, name, kind, mode, roles, args)
#define LCM_MPI_LARGE(result, name, kind, mode, roles, args)                   \
  result name##_c args;                                                        \
  result P##name##_c args;
#include "lcm_mpi.def"
#undef LCM_MPI_LARGE
#undef LCM_MPI
#undef LCM_MPI_A
#undef LCM_MPI_D
#undef LCM_MPI_N

#endif
