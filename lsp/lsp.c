/* The server: documents, one process at a time that looks at one of them, and
 * requests, which wait until what is known is of the text as it is. */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/json_parse.h"
#include "base/json_print.h"
#include "lsp/comment.h"
#include "lsp/show.h"
#include "lsp/worker.h"

/* Errors of JSON-RPC and of the protocol. */
enum {
  UNKNOWN_METHOD = -32601,
  INVALID_PARAMS = -32602,
  NOT_INITIALIZED = -32002,
  CANCELLED = -32800
};

/* After an edit so many seconds pass before the document is looked at: more may
 * come. */
static const double PAUSE = 0.005;

/* A request that waits until its document has been looked at. */
struct waiting {
  lcm_json *message; /* as it came */
  struct waiting *next;
};

/* An open document, and whether it has to be looked at. */
struct open {
  struct lcm_document document;
  bool due;
  double since; /* of the last edit */
  struct open *next;
};

/* The server. */
struct server {
  int out;
  struct lcm_rpc in;
  lcm_lsp_look *look;
  void *user;
  struct open *first;
  struct lcm_lsp_worker worker;
  struct open *looked; /* at what the worker looks */
  struct waiting *waits;
  lcm_json *settings;
  bool initialized;
  bool shut;      /* `shutdown` has come */
  bool over;      /* `exit` has come */
  bool refreshes; /* the client can be asked to ask again */
  unsigned asked; /* requests to the client so far */
};

/* ---- sending ------------------------------------------------------------- */

/* Answer the request "message" with "result". */
static void answer(struct server *s, const lcm_json *message,
                   LCM_TAKE lcm_json *result) {
  (void)lcm_rpc_send(
      s->out, LCM_JSON_NEW({"jsonrpc", LCM_JSON("2.0")},
                           {"id", lcm_json_copy(lcm_json_get(message, "id"))},
                           {"result", result ? result : lcm_json_null()}));
}

/* Answer the request "message" with an error. */
static void refuse(struct server *s, const lcm_json *message, int code,
                   const char *text) {
  lcm_json *error =
      LCM_JSON_NEW({"code", lcm_json_real(code)}, {"message", LCM_JSON(text)});
  (void)lcm_rpc_send(
      s->out, LCM_JSON_NEW({"jsonrpc", LCM_JSON("2.0")},
                           {"id", lcm_json_copy(lcm_json_get(message, "id"))},
                           {"error", error}));
}

/* Send the notification "method". */
static void notify(struct server *s, const char *method,
                   LCM_TAKE lcm_json *params) {
  (void)lcm_rpc_send(s->out, LCM_JSON_NEW({"jsonrpc", LCM_JSON("2.0")},
                                          {"method", LCM_JSON(method)},
                                          {"params", params}));
}

/* Ask the client to ask "what" again. */
static void refresh(struct server *s, const char *what) {
  if (s->refreshes)
    (void)lcm_rpc_send(s->out,
                       LCM_JSON_NEW({"jsonrpc", LCM_JSON("2.0")},
                                    {"id", LCM_JSON((double)++s->asked)},
                                    {"method", LCM_JSON(what)}));
}

/* Send the diagnostics that are known of "open". */
static void publish(struct server *s, const struct open *open) {
  notify(s, "textDocument/publishDiagnostics",
         LCM_JSON_NEW({"uri", LCM_JSON(open->document.uri)},
                      {"version", LCM_JSON((double)open->document.version)},
                      {"diagnostics", lcm_show_diagnostics(&open->document)}));
}

/* ---- documents ----------------------------------------------------------- */

/* Return the open document of "message", NULL where it speaks of none. */
static struct open *document_of(const struct server *s,
                                const lcm_json *message) {
  const lcm_json *params = lcm_json_get(message, "params");
  const char *uri =
      lcm_json_text(lcm_json_get(lcm_json_get(params, "textDocument"), "uri"));
  for (struct open *open = s->first; uri && open; open = open->next)
    if (!strcmp(open->document.uri, uri))
      return open;
  return NULL;
}

/* Let "open" be looked at soon. */
static void mark(struct server *s, struct open *open) {
  open->due = open->document.path != NULL;
  open->since = lcm_clock_now();
  if (s->looked == open) {
    lcm_worker_stop(&s->worker);
    s->looked = NULL;
  }
}

/* Take the version of "message" for "document". */
static void take_version(struct lcm_document *document,
                         const lcm_json *message) {
  double version = 0;
  const lcm_json *of =
      lcm_json_get(lcm_json_get(message, "params"), "textDocument");
  if (lcm_json_number(&version, lcm_json_get(of, "version")))
    document->version = (long)version;
}

/* Open the document of "message". */
static void did_open(struct server *s, const lcm_json *message) {
  const lcm_json *of =
      lcm_json_get(lcm_json_get(message, "params"), "textDocument");
  const char *uri = lcm_json_text(lcm_json_get(of, "uri"));
  const char *text = lcm_json_text(lcm_json_get(of, "text"));
  struct open *open = document_of(s, message);
  if (!uri || !text)
    return;
  if (!open) {
    open = calloc(1, sizeof *open);
    if (!open)
      return;
    open->document.uri = strdup(uri);
    open->document.path = lcm_uri_path(uri);
    open->next = s->first;
    s->first = open;
  }
  lcm_buf_free(&open->document.text);
  open->document.text = (lcm_buf){0};
  lcm_buf_puts(&open->document.text, text);
  take_version(&open->document, message);
  mark(s, open);
}

/* Change the document of "message". */
static void did_change(struct server *s, const lcm_json *message) {
  struct open *open = document_of(s, message);
  if (!open)
    return;
  lcm_document_change(
      &open->document,
      lcm_json_get(lcm_json_get(message, "params"), "contentChanges"));
  take_version(&open->document, message);
  mark(s, open);
}

/* Free "open", which is in no list. */
static void free_open(struct open *open) {
  lcm_document_free(&open->document);
  free(open);
}

/* Close the document of "message". */
static void did_close(struct server *s, const lcm_json *message) {
  struct open *open = document_of(s, message);
  struct open **at = &s->first;
  if (!open)
    return;
  mark(s, open);
  while (*at != open)
    at = &(*at)->next;
  *at = open->next;
  lcm_document_forget(&open->document);
  publish(s, open);
  free_open(open);
}

/* Look at all documents anew: what the editor is set to has changed. */
static void look_again(struct server *s) {
  for (struct open *open = s->first; open; open = open->next)
    mark(s, open);
}

/* ---- what is asked ------------------------------------------------------- */

/* Return the member "key" of the settings as an array that can be changed. */
static void set_setting(struct server *s, const char *key,
                        LCM_TAKE lcm_json *value) {
  lcm_json *all = lcm_json_copy(s->settings);
  if (!lcm_json_is_object(all)) {
    lcm_json_free(all);
    all = lcm_json_object();
  }
  lcm_json_set(all, key, value);
  lcm_json_free(s->settings);
  s->settings = all;
  look_again(s);
}

/* Execute the command of "message". */
static void execute(struct server *s, const lcm_json *message) {
  static const char *const COMMANDS[][2] = {{"lcm.setGrid", "defines"},
                                            {"lcm.setMachine", "machine"},
                                            {"lcm.setVariant", "variant"}};
  const lcm_json *params = lcm_json_get(message, "params");
  const char *name = lcm_json_text(lcm_json_get(params, "command"));
  const lcm_json *arguments = lcm_json_get(params, "arguments");
  for (size_t i = 0; name && i < sizeof COMMANDS / sizeof *COMMANDS; i++)
    if (!strcmp(name, COMMANDS[i][0])) {
      set_setting(s, COMMANDS[i][1],
                  i ? lcm_json_copy(lcm_json_at(arguments, 0))
                    : lcm_json_copy(arguments));
      answer(s, message, NULL);
      return;
    }
  refuse(s, message, INVALID_PARAMS, "there is no such command");
}

/* Return the lines that the range of "message" holds, all where it has none. */
static void lines_of(size_t *from, size_t *to, const lcm_json *message) {
  const lcm_json *range =
      lcm_json_get(lcm_json_get(message, "params"), "range");
  *from = 0;
  *to = (size_t)-1;
  if (!range)
    return;
  *from = lcm_position_read(lcm_json_get(range, "start")).line;
  *to = lcm_position_read(lcm_json_get(range, "end")).line;
}

/* Return "text", Markdown, which is freed, as a hover; NULL for none. */
static lcm_json *hover_json(LCM_TAKE char *text) {
  lcm_json *out =
      text ? LCM_JSON_NEW(
                 {"contents", LCM_JSON_NEW({"kind", LCM_JSON("markdown")},
                                           {"value", LCM_JSON(text)})})
           : NULL;
  free(text);
  return out;
}

/* Return the result of "message", a request on "document". */
static lcm_json *result_of(const lcm_json *message, const char *method,
                           const struct lcm_document *document) {
  const lcm_json *params = lcm_json_get(message, "params");
  const struct lcm_position at =
      lcm_position_read(lcm_json_get(params, "position"));
  size_t from = 0;
  size_t to = 0;
  lines_of(&from, &to, message);
  if (!strcmp(method, "textDocument/codeLens"))
    return lcm_show_lenses(document);
  if (!strcmp(method, "textDocument/inlayHint"))
    return lcm_show_hints(document, from, to);
  if (!strcmp(method, "textDocument/codeAction"))
    return lcm_show_actions(document, from, to);
  if (!strcmp(method, "textDocument/completion"))
    return lcm_comment_complete(&document->text, at);
  if (!strcmp(method, "textDocument/semanticTokens/full"))
    return lcm_comment_tokens(&document->text);
  if (!strcmp(method, "textDocument/rename")) {
    const char *name = lcm_json_text(lcm_json_get(params, "newName"));
    lcm_json *edits =
        name ? lcm_comment_rename(&document->text, at, name) : NULL;
    return edits
               ? LCM_JSON_NEW({"changes", LCM_JSON_NEW({document->uri, edits})})
               : NULL;
  }
  char *comment = lcm_comment_hover(&document->text, at);
  return hover_json(comment ? comment : lcm_show_hover(document, at.line));
}

/* Return whether the answer to "method" comes from what was found of the
 * document. */
static bool is_of_findings(const char *method) {
  static const char *const METHODS[] = {
      "textDocument/codeLens", "textDocument/inlayHint",
      "textDocument/codeAction", "textDocument/hover"};
  for (size_t i = 0; i < sizeof METHODS / sizeof *METHODS; i++)
    if (!strcmp(METHODS[i], method))
      return true;
  return false;
}

/* Return whether "method" asks for something of a document. */
static bool is_of_document(const char *method) {
  return is_of_findings(method) || !strcmp(method, "textDocument/completion") ||
         !strcmp(method, "textDocument/rename") ||
         !strcmp(method, "textDocument/semanticTokens/full");
}

/* Return whether what "method" asks for is not known yet of the text of "open"
 * as it is now. */
static bool is_behind(const struct server *s, const struct open *open,
                      const char *method) {
  const struct lcm_document *document = &open->document;
  const bool formulas = !strcmp(method, "textDocument/hover");
  return open->due || (s->looked == open &&
                       !(formulas ? document->formulas : document->found));
}

/* Answer those waiting requests whose documents have been looked at. */
static void answer_waiting(struct server *s) {
  struct waiting **at = &s->waits;
  while (*at) {
    struct waiting *one = *at;
    const struct open *open = document_of(s, one->message);
    const char *method = lcm_json_text(lcm_json_get(one->message, "method"));
    if (open && is_behind(s, open, method)) {
      at = &one->next;
      continue;
    }
    *at = one->next;
    answer(s, one->message,
           open ? result_of(one->message, method, &open->document) : NULL);
    lcm_json_free(one->message);
    free(one);
  }
}

/* Return whether the ids "a" and "b" are the same. */
static bool same_id(const lcm_json *a, const lcm_json *b) {
  double x = 0;
  double y = 0;
  const char *s = lcm_json_text(a);
  const char *t = lcm_json_text(b);
  if (s && t)
    return !strcmp(s, t);
  return lcm_json_number(&x, a) && lcm_json_number(&y, b) && x == y;
}

/* Take back the waiting request that "message" cancels. */
static void cancel(struct server *s, const lcm_json *message) {
  const lcm_json *id = lcm_json_get(lcm_json_get(message, "params"), "id");
  for (struct waiting **at = &s->waits; *at; at = &(*at)->next)
    if (same_id(id, lcm_json_get((*at)->message, "id"))) {
      struct waiting *one = *at;
      *at = one->next;
      refuse(s, one->message, CANCELLED, "cancelled");
      lcm_json_free(one->message);
      free(one);
      return;
    }
}

/* Let the request "message" wait for its document, or answer it at once. */
static void ask(struct server *s, const lcm_json *message, const char *method) {
  struct open *open = document_of(s, message);
  struct waiting *one = NULL;
  if (!open || !is_of_findings(method) || !is_behind(s, open, method) ||
      !(one = calloc(1, sizeof *one))) {
    answer(s, message,
           open ? result_of(message, method, &open->document) : NULL);
    return;
  }
  one->message = lcm_json_copy(message);
  struct waiting **at = &s->waits;
  while (*at)
    at = &(*at)->next;
  *at = one;
}

/* ---- the life of the server ---------------------------------------------- */

/* Return what the server can do. */
static lcm_json *capabilities(void) {
  static const char *const COMMANDS[] = {"lcm.setGrid", "lcm.setMachine",
                                         "lcm.setVariant"};
  static const char *const TRIGGERS[] = {":", " "};
  enum { INCREMENTAL = 2 };
  lcm_json *none = lcm_json_array();
  return LCM_JSON_NEW(
      {"textDocumentSync", LCM_JSON_NEW({"openClose", lcm_json_bool(true)},
                                        {"change", lcm_json_real(INCREMENTAL)},
                                        {"save", lcm_json_bool(true)})},
      {"codeLensProvider", lcm_json_object()},
      {"inlayHintProvider", lcm_json_bool(true)},
      {"hoverProvider", lcm_json_bool(true)},
      {"codeActionProvider", lcm_json_bool(true)},
      {"renameProvider", lcm_json_bool(true)},
      {"completionProvider",
       LCM_JSON_NEW({"triggerCharacters", lcm_json_strings(TRIGGERS, 2)})},
      {"semanticTokensProvider",
       LCM_JSON_NEW(
           {"legend", LCM_JSON_NEW({"tokenTypes", lcm_comment_token_types()},
                                   {"tokenModifiers", none})},
           {"full", lcm_json_bool(true)})},
      {"executeCommandProvider",
       LCM_JSON_NEW({"commands", lcm_json_strings(COMMANDS, 3)})});
}

/* Return the settings in "json", which may stand below "lcm". */
static lcm_json *settings_of(const lcm_json *json) {
  const lcm_json *own = lcm_json_get(json, "lcm");
  return lcm_json_copy(own ? own : json);
}

/* Begin, as "message" says. */
static void initialize(struct server *s, const lcm_json *message) {
  const lcm_json *params = lcm_json_get(message, "params");
  const lcm_json *workspace =
      lcm_json_get(lcm_json_get(params, "capabilities"), "workspace");
  s->initialized = true;
  s->refreshes = lcm_json_is_true(
      lcm_json_get(lcm_json_get(workspace, "codeLens"), "refreshSupport"));
  lcm_json_free(s->settings);
  s->settings = settings_of(lcm_json_get(params, "initializationOptions"));
  lcm_json *info = LCM_JSON_NEW({"name", LCM_JSON("lcm")},
                                {"version", LCM_JSON(LCM_VERSION)});
  answer(s, message,
         LCM_JSON_NEW({"capabilities", capabilities()}, {"serverInfo", info}));
}

/* Take the settings of "message". */
static void configure(struct server *s, const lcm_json *message) {
  lcm_json_free(s->settings);
  s->settings =
      settings_of(lcm_json_get(lcm_json_get(message, "params"), "settings"));
  look_again(s);
}

/* Do what the notification "message" says. */
static void take_notification(struct server *s, const lcm_json *message,
                              const char *method) {
  if (!strcmp(method, "textDocument/didOpen"))
    did_open(s, message);
  else if (!strcmp(method, "textDocument/didChange"))
    did_change(s, message);
  else if (!strcmp(method, "textDocument/didClose"))
    did_close(s, message);
  else if (!strcmp(method, "textDocument/didSave"))
    look_again(s);
  else if (!strcmp(method, "workspace/didChangeConfiguration"))
    configure(s, message);
  else if (!strcmp(method, "$/cancelRequest"))
    cancel(s, message);
  else if (!strcmp(method, "exit"))
    s->over = true;
}

/* Answer the request "message". */
static void take_request(struct server *s, const lcm_json *message,
                         const char *method) {
  if (!strcmp(method, "initialize"))
    initialize(s, message);
  else if (!s->initialized)
    refuse(s, message, NOT_INITIALIZED, "initialize comes first");
  else if (!strcmp(method, "shutdown")) {
    s->shut = true;
    answer(s, message, NULL);
  } else if (!strcmp(method, "workspace/executeCommand"))
    execute(s, message);
  else if (is_of_document(method))
    ask(s, message, method);
  else
    refuse(s, message, UNKNOWN_METHOD, "there is no such method");
}

/* Parse the "len" bytes at "text" into "*out" and call "take(s, *out)". */
static void parse(struct server *s, const char *text, size_t len,
                  void (*take)(struct server *, lcm_json *)) {
  lcm_ctx *ctx = lcm_ctx_new(NULL);
  lcm_json *message = NULL;
  if (ctx && !lcm_json_parse(&message, ctx, "message", text, len))
    take(s, message);
  lcm_ctx_free(ctx);
}

/* Do what "message" of the client says, and free it. */
static void take_message(struct server *s, lcm_json *message) {
  const char *method = lcm_json_text(lcm_json_get(message, "method"));
  const bool request = lcm_json_get(message, "id") != NULL;
  if (method && request)
    take_request(s, message, method);
  else if (method)
    take_notification(s, message, method);
  lcm_json_free(message);
}

/* Keep "message" of the worker, what it found. */
static void take_found(struct server *s, lcm_json *message) {
  const lcm_json *found = lcm_json_get(message, "found");
  const lcm_json *formulas = lcm_json_get(message, "formulas");
  const lcm_json *advice = lcm_json_get(message, "advice");
  struct lcm_document *document = &s->looked->document;
  lcm_json **kept = found      ? &document->found
                    : formulas ? &document->formulas
                               : &document->advice;
  const lcm_json *news = found ? found : formulas ? formulas : advice;
  lcm_json_free(*kept);
  *kept = lcm_json_copy(news);
  lcm_json_free(message);
  if (!formulas)
    publish(s, s->looked);
  answer_waiting(s);
  if (formulas)
    return;
  refresh(s,
          found ? "workspace/codeLens/refresh" : "workspace/inlayHint/refresh");
}

/* Start to look at a document that has waited long enough where nothing is
 * looked at; return how many milliseconds may pass until there is one, -1 for
 * any number. */
static int start_looking(struct server *s) {
  double least = -1;
  for (struct open *open = s->first; open && !s->looked; open = open->next) {
    const double left =
        open->due ? PAUSE - (lcm_clock_now() - open->since) : -1;
    const struct lcm_lsp_job job = {open->document.path,
                                    open->document.text.text,
                                    open->document.text.len, s->settings};
    if (!open->due)
      continue;
    if (left > 0) {
      least = least < 0 || left < least ? left : least;
      continue;
    }
    lcm_document_forget(&open->document);
    open->due = false;
    if (lcm_worker_start(&s->worker, &job, s->look, s->user))
      s->looked = open;
  }
  return s->looked || least < 0 ? -1 : (int)(1000 * least) + 1;
}

/* Return what is found where the process that looked has died. */
static lcm_json *nothing_found(void) {
  lcm_json *all = lcm_json_array();
  lcm_json_add(
      all,
      LCM_JSON_NEW({"line", lcm_json_real(1)}, {"column", lcm_json_real(0)},
                   {"severity", LCM_JSON("error")},
                   {"id", LCM_JSON(lcm_diag_name(LCM_DIAG_WORKER))},
                   {"message", LCM_JSON("the analysis of this file was "
                                        "stopped: it takes too much time or "
                                        "memory, or crashed")}));
  return LCM_JSON_NEW({"diagnostics", all});
}

/* Take what the worker has found so far. */
static void take_work(struct server *s) {
  size_t len = 0;
  const char *text = NULL;
  lcm_rpc_fill(&s->worker.rpc);
  while (s->looked && (text = lcm_rpc_next(&len, &s->worker.rpc)))
    parse(s, text, len, take_found);
  if (s->looked && s->worker.rpc.ended) {
    struct lcm_document *document = &s->looked->document;
    if (!document->found) {
      document->found = nothing_found();
      publish(s, s->looked);
    }
    lcm_worker_stop(&s->worker);
    s->looked = NULL;
    answer_waiting(s);
  }
}

/* Take what the client says. */
static void take_input(struct server *s) {
  size_t len = 0;
  const char *text = NULL;
  lcm_rpc_fill(&s->in);
  while (!s->over && (text = lcm_rpc_next(&len, &s->in)))
    parse(s, text, len, take_message);
}

/* Free what "s" holds. */
static void free_server(struct server *s) {
  lcm_worker_stop(&s->worker);
  while (s->first) {
    struct open *open = s->first;
    s->first = open->next;
    free_open(open);
  }
  while (s->waits) {
    struct waiting *one = s->waits;
    s->waits = one->next;
    lcm_json_free(one->message);
    free(one);
  }
  lcm_json_free(s->settings);
  lcm_rpc_free(&s->in);
}

int lcm_lsp_serve(int in, int out, lcm_lsp_look *look, void *user) {
  struct server s = {.out = out, .in = {.fd = in}, .look = look, .user = user};
  signal(SIGPIPE, SIG_IGN);
  while (!s.over && !s.in.ended) {
    const int pause = start_looking(&s);
    struct pollfd of[] = {
        {.fd = in, .events = POLLIN},
        {.fd = s.looked ? s.worker.rpc.fd : -1, .events = POLLIN}};
    if (poll(of, 2, pause) < 0 && errno != EINTR)
      break;
    if (of[1].revents && s.looked)
      take_work(&s);
    if (of[0].revents)
      take_input(&s);
    answer_waiting(&s);
  }
  free_server(&s);
  return s.shut ? 0 : 1;
}
