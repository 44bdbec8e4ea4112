/* A C file parsed by libclang. */
#include <limits.h>
#include <string.h>

#include "analyzer/clang/clang_allowed.h"
#include "analyzer/clang/clang_unit.h"
#include "analyzer/clang/flags.h"
#include "analyzer/clang/libclang.h"
#include "analyzer/clang/libclang_calls.h"
#include "analyzer/text/text.h"
#include "base/fs.h"

/* The most errors of a file that are shown one by one: of each kind, and behind
 * a missing header. */
enum { MAX_ERRORS = 10, MAX_FOLLOWING = 3 };

/* Return the interned text of "string", which is disposed of. */
static const char *take(lcm_ctx *ctx, CXString string) {
  const char *text = clang_getCString(string);
  const char *out = lcm_intern(ctx, text ? text : "");
  clang_disposeString(string);
  return out;
}

/* Return the place of "diagnostic" of the file "path". */
static lcm_loc place_of(lcm_ctx *ctx, CXDiagnostic diagnostic,
                        const char *path) {
  CXFile file = NULL;
  lcm_loc at = {path, 0, 0, 0, 0};
  clang_getExpansionLocation(clang_getDiagnosticLocation(diagnostic), &file,
                             &at.line, &at.column, &at.begin);
  if (file)
    at.file = lcm_printed_file(ctx, take(ctx, clang_getFileName(file)));
  at.end = at.begin;
  return at;
}

bool lcm_tu_same_file(void *a, void *b) {
  CXFileUniqueID id;
  if (a == b || !clang_File_isEqual(a, b))
    return a == b;
  if (!clang_getFileUniqueID(a, &id) && (id.data[0] || id.data[1]))
    return true;
  CXString left = clang_getFileName(a);
  CXString right = clang_getFileName(b);
  const bool same = !strcmp(clang_getCString(left), clang_getCString(right));
  clang_disposeString(left);
  clang_disposeString(right);
  return same;
}

/* Return whether "diagnostic" is about a header that is not there. */
static bool is_header(CXDiagnostic diagnostic) {
  CXString text = clang_getDiagnosticSpelling(diagnostic);
  const bool header = strstr(clang_getCString(text), "file not found") != NULL;
  clang_disposeString(text);
  return header;
}

/* Return whether "diagnostic" is an error of the project: a header that is
 * missing, or something outside the headers of the system. */
static bool is_own(CXDiagnostic diagnostic) {
  return is_header(diagnostic) || !clang_Location_isInSystemHeader(
                                      clang_getDiagnosticLocation(diagnostic));
}

/* Say that "n" errors of headers of the system are passed over, the first of
 * them at "at". */
static void report_foreign(const lcm_tu *tu, lcm_loc at, unsigned n) {
  if (n)
    lcm_report(tu->ctx, LCM_DIAG_SYSTEM_HEADER, at,
               "%u error%s in headers of the system passed over: what only "
               "their own compiler understands",
               n, n == 1 ? "" : "s");
}

/* Return whether "file" is an `omp.h`: that of libomp defines functions twice
 * where OpenMP is off, as it is here, which takes nothing from programs. */
static bool is_omp(const char *file) {
  const char *slash = strrchr(file, '/');
  return !strcmp(slash ? slash + 1 : file, "omp.h");
}

/* Errors being reported. */
struct errors {
  /* headers, others: of missing headers and others of the project, shown */
  unsigned headers;
  unsigned others;
  unsigned left; /* left, first: those not shown, and the first of them */
  lcm_loc first;
  /* foreign, at: those of headers of the system, and the first of them */
  unsigned foreign;
  lcm_loc at;
};

/* Return "path" as a word of a shell. */
static const char *as_word(lcm_ctx *ctx, const char *path) {
  static const char PLAIN[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUV"
                              "WXYZ0123456789_./+-,=@%:";
  const char *mark = strchr(path, '\'') ? "\"" : "'";
  return path[strspn(path, PLAIN)]
             ? lcm_arena_printf(lcm_ctx_arena(ctx), "%s%s%s", mark, path, mark)
             : path;
}

/* Report that a header is missing, which "text" says, number "i" of them, and
 * how to give its directory. */
static void report_header(lcm_tu *tu, lcm_loc at, const char *text,
                          unsigned i) {
  enum { MAX_LOOKED_FOR = 3 };
  const char *begin = strchr(text, '\'');
  const char *end = begin ? strchr(begin + 1, '\'') : NULL;
  bool several = false;
  const char *lies =
      end && i < MAX_LOOKED_FOR
          ? lcm_missing_lies(
                &several, tu->ctx, at.file,
                lcm_intern_n(tu->ctx, begin + 1, (size_t)(end - begin) - 1))
          : NULL;
  const char *build = tu->input->directory
                          ? "; the build names no directory that has it"
                          : ", or the directory of the build with -p";
  if (lies && several)
    lcm_report(tu->ctx, LCM_DIAG_MISSING_HEADER, at,
               "%s; there are several, the first in '%s': give the directory "
               "of the one that is meant, `-I DIR`, behind '--'%s",
               text, lies, build);
  else if (lies)
    lcm_report(tu->ctx, LCM_DIAG_MISSING_HEADER, at,
               "%s; there is one in '%s': give `-I %s` behind '--'%s", text,
               lies, as_word(tu->ctx, lies), build);
  else
    lcm_report(tu->ctx, LCM_DIAG_MISSING_HEADER, at,
               "%s: give its directory, `-I DIR`, behind '--'%s", text, build);
}

/* Return the first name in quotes in "text" where it is written as macros are,
 * all in capital letters; else NULL. */
static const char *macro_in(lcm_ctx *ctx, const char *text) {
  static const char CAPITALS[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";
  const char *begin = strchr(text, '\'');
  const size_t n = begin ? strspn(begin + 1, CAPITALS) : 0;
  return n > 1 && begin[1 + n] == '\'' ? lcm_intern_n(ctx, begin + 1, n) : NULL;
}

/* Return what to add to the error "text" of "tu": that flags may be missing,
 * where a name is not known, and which; which files may be read. */
static const char *missing_flags(const lcm_tu *tu, const char *text) {
  if (strstr(text, "Permission denied"))
    return "; where you may read it, it lies outside of the project, and `-I` "
           "with its folder, behind '--', lets the analysis read it";
  const bool name =
      strstr(text, "undeclared") || strstr(text, "unknown type name");
  const char *macro = name ? macro_in(tu->ctx, text) : NULL;
  if (macro)
    return lcm_arena_printf(lcm_ctx_arena(tu->ctx),
                            "; if the build defines it, give `-D%s=VALUE` "
                            "behind '--', or the directory of the build with "
                            "-p",
                            macro);
  return name && !tu->input->n_flags
             ? "; where the compiler knows it, give its flags behind '--', or "
               "the directory of the build with -p"
             : "";
}

/* Report the error "diagnostic", or count it. */
static void report_error(struct errors *e, lcm_tu *tu,
                         CXDiagnostic diagnostic) {
  const bool header = is_header(diagnostic);
  unsigned *count = header ? &e->headers : &e->others;
  const lcm_loc at = place_of(tu->ctx, diagnostic, tu->file);
  if (!is_own(diagnostic)) {
    if (!is_omp(at.file))
      e->at = e->foreign++ ? e->at : at;
    return;
  }
  if (*count >= (header || !e->headers ? MAX_ERRORS : MAX_FOLLOWING)) {
    e->first = e->left++ ? e->first : at;
    return;
  }
  const char *text = take(tu->ctx, clang_getDiagnosticSpelling(diagnostic));
  if (header)
    report_header(tu, at, text, *count);
  else
    lcm_report(tu->ctx, LCM_DIAG_PARSE_ERROR, at, "%s%s", text,
               !*count && !e->headers ? missing_flags(tu, text) : "");
  (*count)++;
}

/* Return whether the file "name" is one of C++, as its name tells. */
static bool is_named_cxx(const char *name) {
  static const char *const ENDS[] = {".cpp", ".cc", ".cxx", ".C", ".c++"};
  const char *dot = strrchr(name, '.');
  for (size_t i = 0; dot && i < sizeof ENDS / sizeof *ENDS; i++)
    if (!strcmp(dot, ENDS[i]))
      return true;
  return false;
}

/* Return whether the error "text" is one that C++ gives a parser of C. */
static bool is_of_cxx(const char *text) {
  static const char *const WORDS[] = {"'template'", "'namespace'", "'using'",
                                      "'class'",    "'std'",       "'typename'",
                                      "'public'"};
  const char *begin = strchr(text, '\'');
  const char *end = begin ? strchr(begin + 1, '\'') : NULL;
  const bool file = end && !strncmp(end, "' file not found", 16);
  if (file && !memchr(begin, '.', (size_t)(end - begin)) &&
      !memchr(begin, '/', (size_t)(end - begin)))
    return true;
  for (size_t i = 0; !file && i < sizeof WORDS / sizeof *WORDS; i++)
    if (strstr(text, WORDS[i]) &&
        (strstr(text, "undeclared") || strstr(text, "unknown type name")))
      return true;
  return false;
}

/* Report, where the "n" errors of "tu" come of that, that it is C++; return
 * whether it is. */
static bool report_cxx(lcm_tu *tu, unsigned n) {
  unsigned errors = 0;
  lcm_loc first = {0};
  bool cxx = is_named_cxx(tu->file);
  for (unsigned i = 0; i < n; i++) {
    CXDiagnostic diagnostic = clang_getDiagnostic(tu->unit, i);
    if (clang_getDiagnosticSeverity(diagnostic) >= CXDiagnostic_Error &&
        is_own(diagnostic)) {
      first = errors++ ? first : place_of(tu->ctx, diagnostic, tu->file);
      cxx = cxx ||
            is_of_cxx(take(tu->ctx, clang_getDiagnosticSpelling(diagnostic)));
    }
    clang_disposeDiagnostic(diagnostic);
  }
  if (!cxx || !errors)
    return false;
  lcm_report(
      tu->ctx, LCM_DIAG_PARSE_ERROR, first,
      "this is C++, as it seems, and lcm reads C: give it the files of "
      "the program that are C, or its structure in the text form (.lcs)");
  return true;
}

/* Report the errors that libclang found: all missing headers up to a number,
 * and the first of the others; few where a header is missing, for most of them
 * come of that.  Those in headers of the system, which say what only their own
 * compiler understands, are no errors of the project: they are counted. */
static void report_errors(lcm_tu *tu) {
  const unsigned n = clang_getNumDiagnostics(tu->unit);
  struct errors e = {0};
  tu->has_errors = report_cxx(tu, n);
  for (unsigned i = 0; i < n && !tu->has_errors; i++) {
    CXDiagnostic diagnostic = clang_getDiagnostic(tu->unit, i);
    if (clang_getDiagnosticSeverity(diagnostic) >= CXDiagnostic_Error)
      report_error(&e, tu, diagnostic);
    clang_disposeDiagnostic(diagnostic);
  }
  tu->has_errors = tu->has_errors || e.headers + e.others > 0;
  if (e.left)
    lcm_more_errors_report(tu->ctx, e.first, e.left, e.headers > 0);
  if (!tu->has_errors)
    report_foreign(tu, e.at, e.foreign);
}

/* Return what "error" means. */
static const char *reason(enum CXErrorCode error) {
  return error == CXError_Crashed ? "libclang crashed on it"
                                  : "libclang could not parse it";
}

/* Return the header "path" of ours with the text "text". */
static struct CXUnsavedFile stand_in(const char *path, const char *text) {
  return (struct CXUnsavedFile){path, text, strlen(text)};
}

/* Return the folder of libclang's own headers where it does not find them: it
 * looks in ../lib/clang from the folder that it was loaded from, and systems
 * have it in another one, too; NULL where it does, or they are nowhere. */
static const char *own_headers(lcm_ctx *ctx) {
  const char *file = lcm_libclang_file(ctx);
  if (!file)
    return NULL;
  const char *usual = lcm_arena_printf(lcm_ctx_arena(ctx), "%s/../lib/clang",
                                       lcm_path_directory(ctx, file));
  return !lcm_path_exists(usual) && lcm_path_exists(LCM_CLANG_HEADERS)
             ? LCM_CLANG_HEADERS
             : NULL;
}

/* Put the flags for "input" on the machine that "machine" says into "*out";
 * return how many there are. */
static int all_flags(const char *const **out, lcm_ctx *ctx,
                     const struct lcm_unit_input *input,
                     enum lcm_flags_machine machine) {
  const char *const *flags = NULL;
  const size_t n = lcm_parse_flags(&flags, ctx, input, machine);
  const char *headers = own_headers(ctx);
  const char **all = LCM_NEW_ARRAY(lcm_ctx_arena(ctx), const char *, n + 2);
  size_t k = 0;
  if (headers) {
    all[k++] = "-resource-dir";
    all[k++] = headers;
  }
  for (size_t i = 0; i < n; i++)
    all[k++] = flags[i];
  *out = all;
  return (int)k;
}

/* Let libclang parse the file of "tu", from disk where its text is not known,
 * with those of the flags about the machine that "machine" says. */
static enum CXErrorCode parse_for(lcm_tu *tu, enum lcm_flags_machine machine) {
  const char *const *flags = NULL;
  const int n = all_flags(&flags, tu->ctx, tu->input, machine);
  struct CXUnsavedFile unsaved[] = {
      stand_in(LCM_STAND_IN_DIR "/omp.h", lcm_stand_in_omp),
      stand_in(LCM_STAND_IN_DIR "/mpi.h", lcm_stand_in_mpi),
      stand_in(LCM_STAND_IN_DIR "/lcm_mpi.def", lcm_stand_in_mpi_functions),
      stand_in(LCM_STAND_IN_DIR "/lcm_mpi_names.def", lcm_stand_in_mpi_names),
      {tu->input->file, tu->text, tu->len}};
  const unsigned n_unsaved = sizeof unsaved / sizeof *unsaved;
  CXTranslationUnit unit = NULL;
  tu->index = clang_createIndex(0, 0);
  const enum CXErrorCode error = clang_parseTranslationUnit2(
      tu->index, tu->input->file, flags, n, unsaved,
      tu->text ? n_unsaved : n_unsaved - 1,
      CXTranslationUnit_KeepGoing |
          CXTranslationUnit_DetailedPreprocessingRecord,
      &unit);
  tu->unit = unit;
  return error;
}

/* Return how much of "tu", which "error" came of, does not work for want of
 * what its flags ask for: flags that are not known, headers that are missing.
 */
static unsigned count_lacks(const lcm_tu *tu, enum CXErrorCode error) {
  unsigned n = 0;
  if (error != CXError_Success)
    return UINT_MAX;
  for (unsigned i = 0; i < clang_getNumDiagnostics(tu->unit); i++) {
    CXDiagnostic diagnostic = clang_getDiagnostic(tu->unit, i);
    CXFile file = NULL;
    clang_getExpansionLocation(clang_getDiagnosticLocation(diagnostic), &file,
                               NULL, NULL, NULL);
    n += clang_getDiagnosticSeverity(diagnostic) >= CXDiagnostic_Error &&
         (!file || is_header(diagnostic));
    clang_disposeDiagnostic(diagnostic);
  }
  return n;
}

/* Let libclang parse the file of "tu": without flags about a machine that it
 * does not know, or whose headers are not here, where that is better. */
static enum CXErrorCode parse(lcm_tu *tu) {
  enum CXErrorCode error = parse_for(tu, LCM_FLAGS_ALL);
  const char *all = lcm_flags_of_machine(tu->ctx, tu->input, true);
  const unsigned lacks = all ? count_lacks(tu, error) : 0;
  if (!lacks)
    return error;
  for (int i = LCM_FLAGS_TARGET_ALONE; i <= LCM_FLAGS_THIS_MACHINE; i++) {
    const bool whole = i == LCM_FLAGS_THIS_MACHINE;
    lcm_tu_close(tu);
    error = parse_for(tu, (enum lcm_flags_machine)i);
    if (count_lacks(tu, error) >= lacks)
      continue;
    lcm_report(tu->ctx, LCM_DIAG_BUILD, (lcm_loc){0},
               whole
                   ? "'%s' is left out, for libclang or headers of the system "
                     "here lack it: types have the sizes of this machine"
                   : "'%s' is left out: libclang does not know it",
               lcm_flags_of_machine(tu->ctx, tu->input, whole));
    return error;
  }
  lcm_tu_close(tu);
  return parse_for(tu, LCM_FLAGS_ALL);
}

/* Report that the file of "tu" cannot be analysed because of "why". */
static lcm_status refuse(lcm_tu *tu, const char *why) {
  lcm_report(tu->ctx, LCM_DIAG_PARSE_ERROR, (lcm_loc){.file = tu->file}, "%s",
             why);
  lcm_tu_close(tu);
  return LCM_EPARSE;
}

/* Take the text of "tu" from what libclang has read, where it is not known. */
static void take_text(lcm_tu *tu) {
  size_t len = 0;
  CXFile file = tu->text ? NULL : clang_getFile(tu->unit, tu->input->file);
  const char *text = file ? clang_getFileContents(tu->unit, file, &len) : NULL;
  if (text) {
    tu->text = text;
    tu->len = len;
  }
}

/* Return LCM_OK where the text of "tu" is one, not binary data. */
static lcm_status check_text(lcm_tu *tu) {
  const char *nul = memchr(tu->text, '\0', tu->len);
  if (!nul)
    return LCM_OK;
  return refuse(tu, lcm_arena_printf(lcm_ctx_arena(tu->ctx),
                                     "it is no C source: there is a NUL at "
                                     "offset %zu",
                                     (size_t)(nul - tu->text)));
}

lcm_status lcm_tu_open(lcm_tu *out, lcm_ctx *ctx,
                       const struct lcm_unit_input *input, const char *text,
                       size_t len) {
  *out = (lcm_tu){.ctx = ctx,
                  .input = input,
                  .file = lcm_intern(ctx, input->file),
                  .text = text,
                  .len = len};
  lcm_status status = text ? check_text(out) : LCM_OK;
  if (!status)
    status = lcm_libclang_load(ctx);
  if (status)
    return status;
  const enum CXErrorCode error = parse(out);
  if (error != CXError_Success)
    return refuse(out, reason(error));
  const char *forbidden = lcm_tu_forbidden(out);
  if (forbidden)
    return refuse(out, lcm_arena_printf(
                           lcm_ctx_arena(ctx),
                           "it reads '%s', which is no header by its name and "
                           "lies outside of its folder",
                           forbidden));
  take_text(out);
  if (!out->text)
    return refuse(out, reason(CXError_Failure));
  status = text ? LCM_OK : check_text(out);
  if (!status)
    report_errors(out);
  return status;
}

void lcm_tu_close(lcm_tu *tu) {
  if (tu->unit)
    clang_disposeTranslationUnit(tu->unit);
  if (tu->index)
    clang_disposeIndex(tu->index);
  tu->unit = NULL;
  tu->index = NULL;
}
