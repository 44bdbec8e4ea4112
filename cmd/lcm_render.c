/* lcm-render: draws DOT with Graphviz, a program of its own for the sake of
 * licences. */
#include <stdlib.h>
#include <string.h>

#include "render/graphviz/graphviz.h"

/* Exit statuses. */
enum { EXIT_DONE = 0, EXIT_USAGE = 2 };

const char *__lsan_default_suppressions(void);
const char *__lsan_default_options(void);

/* Return what is known to leak in the libraries that Graphviz loads; the leak
 * checker of sanitized builds asks for it. */
const char *__lsan_default_suppressions(void) {
  return "leak:libfontconfig\nleak:libpango\nleak:libglib\nleak:libgvc\n"
         "leak:libgvplugin\nleak:libexpat\n";
}

/* Return how the leak checker is to behave. */
const char *__lsan_default_options(void) { return "print_suppressions=0"; }

/* Write the help to "out". */
static void help(FILE *out) {
  fputs("usage: lcm-render [-T svg|png|pdf] [--svg]\n"
        "Draw the graph in DOT on standard input to standard output, as `lcm "
        "graph`\nlaid it out; graphs without positions are laid out by dot. "
        "With --svg there is a\npicture in SVG on standard input.\n",
        out);
}

/* Return whether all that was written to standard output is out. */
static bool is_out(void) {
  if (!fflush(stdout) && !ferror(stdout))
    return true;
  perror("lcm-render: standard output");
  return false;
}

/* Set "*type" and "*svg" as the arguments say; return whether to go on, else
 * put the exit status into "*done". */
static bool parse(const char **type, bool *svg, int *done, int argc,
                  char **argv) {
  *done = EXIT_USAGE;
  for (int i = 1; i < argc; i++) {
    if (!strcmp(argv[i], "-h") || !strcmp(argv[i], "--help")) {
      help(stdout);
      *done = is_out() ? EXIT_DONE : EXIT_USAGE;
      return false;
    }
    if (!strcmp(argv[i], "--version")) {
      fputs("lcm-render " LCM_VERSION "\n", stdout);
      *done = is_out() ? EXIT_DONE : EXIT_USAGE;
      return false;
    }
    if (!strcmp(argv[i], "--svg"))
      *svg = true;
    else if (!strcmp(argv[i], "-T") && i + 1 < argc)
      *type = argv[++i];
    else if (!strncmp(argv[i], "-T", 2) && argv[i][2])
      *type = argv[i] + 2;
    else {
      fprintf(stderr, "lcm-render: what is '%s'?\n", argv[i]);
      help(stderr);
      return false;
    }
  }
  if (lcm_draw_knows(*type))
    return true;
  fprintf(stderr,
          "lcm-render: there is no picture of type '%s'; there are svg, png "
          "and pdf\n",
          *type);
  return false;
}

/* Write "picture" to standard output; return whether that went well. */
static bool write_out(const lcm_buf *picture) {
  (void)fwrite(picture->text, 1, picture->len, stdout);
  return is_out();
}

/* Draw what stands on standard input. */
int main(int argc, char **argv) {
  const char *type = "svg";
  int done = EXIT_DONE;
  lcm_buf picture = {0};
  lcm_buf message = {0};
  bool svg = false;
  if (!parse(&type, &svg, &done, argc, argv))
    return done;
  const lcm_status status = svg ? lcm_draw_svg(&picture, &message, stdin, type)
                                : lcm_draw(&picture, &message, stdin, type);
  if (message.len)
    fprintf(stderr, "lcm-render: %s%s\n",
            status ? "" : "warning: ", message.text);
  const bool good = !status && write_out(&picture);
  lcm_buf_free(&picture);
  lcm_buf_free(&message);
  return good ? EXIT_DONE : EXIT_USAGE;
}
