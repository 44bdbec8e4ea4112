/* lcm mcp: the Model Context Protocol, one JSON message a line.  A tool is a
 * subcommand, run as a process of its own; none of them writes anything. */
#include "cmd/serve/mcp.h"

#include <stdlib.h>
#include <string.h>

#include "base/fs.h"
#include "base/json_parse.h"
#include "base/json_print.h"
#include "cmd/options.h"

/* The tools there are. */
static const struct tool {
  const char *name;
  const char *subcommand;
  const char *options;
  const char *help;
} TOOLS[] = {
#define LCM_TOOL(name, subcommand, options, help)                              \
  {name, subcommand, options, help},
#include "cmd/serve/tools.def"
#undef LCM_TOOL
};
enum { N_TOOLS = sizeof TOOLS / sizeof *TOOLS };

/* A tool answers within so many seconds, with so many bytes at most. */
enum { SECONDS = 120, LONGEST = 24000 };

/* Errors of JSON-RPC. */
enum { PARSE_ERROR = -32700, UNKNOWN_METHOD = -32601, INVALID_PARAMS = -32602 };

/* Versions of the protocol that are spoken, the newest first. */
static const char *const VERSIONS[] = {"2025-06-18", "2025-03-26",
                                       "2024-11-05"};
enum { N_VERSIONS = sizeof VERSIONS / sizeof *VERSIONS };

static const char INSTRUCTIONS[] =
    "lcm predicts parallel C programs (OpenMP, MPI, threads) from their source "
    "without running them. Ask `predict` for times, `advise` for what to "
    "change, `why_serial` for what stands in the way of a loop, `compare` with "
    "`edits` for what a restructuring would gain. Places are file:line. What a "
    "number assumes stands below the first line: repeat it with the number.";

/* ---- what tools take ----------------------------------------------------- */

/* Return the schema of an array of texts that means "help". */
static lcm_json *texts(const char *help) {
  return LCM_JSON_NEW({"type", LCM_JSON("array")},
                      {"items", LCM_JSON_NEW({"type", LCM_JSON("string")})},
                      {"description", LCM_JSON(help)});
}

/* Return the schema of what a tool takes. */
static lcm_json *input_schema(void) {
  static const char *const REQUIRED[] = {"files"};
  lcm_json *machine = LCM_JSON_NEW(
      {"type", LCM_JSON("string")},
      {"description", LCM_JSON("A machine description (lcm-machine/1), or "
                               "none; that of this host if not given.")});
  lcm_json *entry =
      LCM_JSON_NEW({"type", LCM_JSON("string")},
                   {"description", LCM_JSON("The function where the run "
                                            "begins, if not main.")});
  lcm_json *properties = LCM_JSON_NEW(
      {"files", texts("C files, structures (.lcs), records (.jsonl), or a "
                      "folder with compile_commands.json.")},
      {"defines", texts("Values of variables: p=1,2,4, n=1024, p=1:64:*2.")},
      {"edits", texts("Restructurings to try, such as `parallelize f.c:20`; "
                      "for compare `name: edit; edit`.")},
      {"machine", machine}, {"entry", entry},
      {"flags", texts("Flags for the C compiler: -Iinclude, -DN=3.")});
  return LCM_JSON_NEW({"type", LCM_JSON("object")}, {"properties", properties},
                      {"required", lcm_json_strings(REQUIRED, 1)});
}

/* Return all tools. */
static lcm_json *list_tools(void) {
  lcm_json *all = lcm_json_array();
  for (size_t i = 0; i < N_TOOLS; i++)
    lcm_json_add(
        all,
        LCM_JSON_NEW({"name", LCM_JSON(TOOLS[i].name)},
                     {"description", LCM_JSON(TOOLS[i].help)},
                     {"inputSchema", input_schema()},
                     {"annotations",
                      LCM_JSON_NEW({"readOnlyHint", lcm_json_bool(true)},
                                   {"openWorldHint", lcm_json_bool(false)})}));
  return LCM_JSON_NEW({"tools", all});
}

/* ---- running them -------------------------------------------------------- */

/* A command line being put together. */
struct line {
  lcm_ctx *ctx;
  LCM_LIST(const char *) words;
  const char *wrong; /* why it cannot be run, or NULL */
};

/* Add "word" to "line". */
static void add(struct line *line, const char *word) {
  LCM_LIST_ADD(lcm_ctx_arena(line->ctx), &line->words, word);
}

/* Add the texts in "list", each behind "option" (NULL: alone); alone none may
 * be an option. */
static void add_all(struct line *line, const char *option, const lcm_json *list,
                    bool plain) {
  for (size_t i = 0; i < lcm_json_size(list); i++) {
    const char *text = lcm_json_text(lcm_json_at(list, i));
    if (!text || (plain && text[0] == '-'))
      line->wrong = "files are names of files, which do not begin with '-'";
    if (option)
      add(line, option);
    add(line, text ? text : "");
  }
}

/* Add "option" and "value", where there is one. */
static void add_one(struct line *line, const char *option,
                    const lcm_json *value) {
  const char *text = lcm_json_text(value);
  if (!text || !*text)
    return;
  add(line, option);
  add(line, text);
}

/* Return the words that run "tool" with "arguments", NULL at the end. */
static const char *const *words_of(struct line *line, const struct tool *tool,
                                   const lcm_json *arguments) {
  const lcm_json *flags = lcm_json_get(arguments, "flags");
  add(line, "/proc/self/exe");
  add(line, tool->subcommand);
  if (*tool->options)
    add(line, tool->options);
  add_all(line, NULL, lcm_json_get(arguments, "files"), true);
  add_all(line, "-D", lcm_json_get(arguments, "defines"), false);
  add_all(line, "--edit", lcm_json_get(arguments, "edits"), false);
  add_one(line, "--machine", lcm_json_get(arguments, "machine"));
  add_one(line, "--entry", lcm_json_get(arguments, "entry"));
  if (lcm_json_size(flags))
    add(line, "--");
  add_all(line, NULL, flags, false);
  if (!lcm_json_size(lcm_json_get(arguments, "files")))
    line->wrong = "there are no files";
  add(line, NULL);
  return line->words.at;
}

/* Return the result of a tool that says "text". */
static lcm_json *said(const char *text, bool failed) {
  lcm_json *content = lcm_json_array();
  lcm_json_add(content, LCM_JSON_NEW({"type", LCM_JSON("text")},
                                     {"text", LCM_JSON(text)}));
  return LCM_JSON_NEW({"content", content}, {"isError", lcm_json_bool(failed)});
}

/* Return what "tool" says of "arguments". */
static lcm_json *run_tool(lcm_ctx *ctx, const struct tool *tool,
                          const lcm_json *arguments) {
  struct line line = {.ctx = ctx};
  const struct lcm_child child = {.argv = words_of(&line, tool, arguments),
                                  .seconds = SECONDS,
                                  .group = true,
                                  .messages = true};
  char *out = NULL;
  size_t len = 0;
  int status = 0;
  if (line.wrong)
    return said(line.wrong, true);
  if (lcm_child_run(&out, &len, &status, ctx, &child))
    return said("it cannot be run", true);
  if (len > LONGEST)
    out = lcm_arena_printf(lcm_ctx_arena(ctx),
                           "%.*s\n... (%zu bytes more: ask for fewer points "
                           "or files)",
                           LONGEST, out, len - LONGEST);
  if (status >= 128)
    out = lcm_arena_printf(lcm_ctx_arena(ctx),
                           "%s\nstopped: no answer within %d s", out, SECONDS);
  return said(out, status != EXIT_DONE && status != EXIT_OPEN);
}

/* ---- the protocol -------------------------------------------------------- */

/* Write "message" on one line. */
static void send(LCM_TAKE lcm_json *message) {
  char *text = lcm_json_print(message);
  for (char *c = text; c && *c; c++)
    *c = *c == '\n' ? ' ' : *c;
  if (text)
    puts(text);
  fflush(stdout);
  free(text);
}

/* Return the id of "message". */
static lcm_json *id_of(const lcm_json *message) {
  return lcm_json_copy(lcm_json_get(message, "id"));
}

/* Answer "message" with "result". */
static void answer(const lcm_json *message, LCM_TAKE lcm_json *result) {
  send(LCM_JSON_NEW({"jsonrpc", LCM_JSON("2.0")}, {"id", id_of(message)},
                    {"result", result}));
}

/* Answer "message" with an error. */
static void refuse(const lcm_json *message, int code, const char *text) {
  send(LCM_JSON_NEW({"jsonrpc", LCM_JSON("2.0")}, {"id", id_of(message)},
                    {"error", LCM_JSON_NEW({"code", lcm_json_real(code)},
                                           {"message", LCM_JSON(text)})}));
}

/* Return what the server says of itself to the client of "params". */
static lcm_json *introduction(const lcm_json *params) {
  const char *wanted = lcm_json_text(lcm_json_get(params, "protocolVersion"));
  const char *version = VERSIONS[0];
  for (size_t i = 0; wanted && i < N_VERSIONS; i++)
    if (!strcmp(VERSIONS[i], wanted))
      version = VERSIONS[i];
  return LCM_JSON_NEW(
      {"protocolVersion", LCM_JSON(version)},
      {"capabilities", LCM_JSON_NEW({"tools", lcm_json_object()})},
      {"serverInfo", LCM_JSON_NEW({"name", LCM_JSON("lcm")},
                                  {"version", LCM_JSON(LCM_VERSION)})},
      {"instructions", LCM_JSON(INSTRUCTIONS)});
}

/* Answer the call of a tool, "message". */
static void call(lcm_ctx *ctx, const lcm_json *message) {
  const lcm_json *params = lcm_json_get(message, "params");
  const char *name = lcm_json_text(lcm_json_get(params, "name"));
  for (size_t i = 0; name && i < N_TOOLS; i++)
    if (!strcmp(TOOLS[i].name, name)) {
      answer(message,
             run_tool(ctx, &TOOLS[i], lcm_json_get(params, "arguments")));
      return;
    }
  refuse(message, INVALID_PARAMS, "there is no such tool");
}

/* Answer "message" where that is a request. */
static void take(lcm_ctx *ctx, const lcm_json *message) {
  const char *method = lcm_json_text(lcm_json_get(message, "method"));
  if (!method || !lcm_json_get(message, "id"))
    return;
  if (!strcmp(method, "initialize"))
    answer(message, introduction(lcm_json_get(message, "params")));
  else if (!strcmp(method, "ping"))
    answer(message, lcm_json_object());
  else if (!strcmp(method, "tools/list"))
    answer(message, list_tools());
  else if (!strcmp(method, "tools/call"))
    call(ctx, message);
  else
    refuse(message, UNKNOWN_METHOD, "there is no such method");
}

/* Answer the line of "len" bytes at "text". */
static void take_line(const char *text, size_t len) {
  lcm_ctx *ctx = lcm_ctx_new(NULL);
  lcm_json *message = NULL;
  if (ctx && lcm_json_parse(&message, ctx, "message", text, len))
    refuse(NULL, PARSE_ERROR, "this is no JSON");
  else if (ctx)
    take(ctx, message);
  lcm_json_free(message);
  lcm_ctx_free(ctx);
}

int run_mcp(struct command *command) {
  char *line = NULL;
  size_t room = 0;
  ssize_t len = 0;
  if (command->inputs.n) {
    command_complain("mcp takes no inputs: the agent names files");
    return EXIT_USAGE;
  }
  while ((len = getline(&line, &room, stdin)) > 0)
    if (line[strspn(line, " \r\n")])
      take_line(line, (size_t)len);
  free(line);
  return EXIT_DONE;
}
