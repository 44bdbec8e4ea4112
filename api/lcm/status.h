/* Codes that requests return, the version, and freeing texts. */
#ifndef LIBLCM_STATUS_H
#define LIBLCM_STATUS_H

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define LIBLCM_CHECKED __attribute__((warn_unused_result))
#else
#define LIBLCM_CHECKED
#endif

/* What a request came to. */
typedef enum liblcm_code {
  LIBLCM_OK = 0,
  LIBLCM_ERROR_INPUT,   /* the input has errors: the log has them */
  LIBLCM_ERROR_USAGE,   /* the request makes no sense: no such fragment, an
                           index beyond the end, a NULL that may not be one */
  LIBLCM_ERROR_IO,      /* a file cannot be read, or the system refuses a
                           thread or a process */
  LIBLCM_ERROR_LIMIT,   /* the input is nested too deeply, or its expressions
                           grow beyond all bounds */
  LIBLCM_ERROR_NUMERIC, /* a computation that does not converge */
  LIBLCM_ERROR_CHECK,   /* a result breaks an invariant: our fault */
  LIBLCM_ERROR_MEMORY   /* out of memory */
} liblcm_code;

/* Return what "code" means, in a few words. */
const char *liblcm_code_text(liblcm_code code);

/* Return the version of the library, such as "0.1.0". */
const char *liblcm_version(void);

/* Free the "text" that a function of the library has given. */
void liblcm_text_free(char *text);

#ifdef __cplusplus
}
#endif

#endif
