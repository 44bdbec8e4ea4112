/* Assembly as text becomes functions and instructions. */
#include <ctype.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "incore/parse.h"

/* Reading under way. */
struct parsing {
  lcm_ctx *ctx;
  struct lcm_asm *out;
  struct lcm_asm_function *function; /* the present one, or NULL */
  const char *next; /* the function whose label is to come, or NULL */
  unsigned file;
  unsigned line;
  bool inlined;
};

/* Return "text" behind white space. */
static const char *behind_blanks(const char *text) {
  return text + strspn(text, " \t\r");
}

/* Return the length of what "text" begins with up to white space. */
static size_t word_length(const char *text) { return strcspn(text, " \t\r"); }

/* Return whether "text" begins with the word "word". */
static bool has_word(const char *text, const char *word) {
  const size_t n = strlen(word);
  return word_length(text) == n && !memcmp(text, word, n);
}

/* Return the text between the quotation marks that "*at" begins with, NULL
 * where it does not, and go behind it. */
static const char *quoted(struct parsing *p, const char **at) {
  const char *begin = behind_blanks(*at);
  if (*begin != '"')
    return NULL;
  const char *end = strchr(begin + 1, '"');
  if (!end)
    return NULL;
  *at = end + 1;
  return lcm_intern_n(p->ctx, begin + 1, (size_t)(end - begin) - 1);
}

/* Read `.file NUMBER "DIRECTORY" "NAME"`, of which "text" is what follows the
 * first word. */
static void read_file(struct parsing *p, const char *text) {
  char *at = NULL;
  const unsigned long number = strtoul(text, &at, 10);
  const char *behind = at;
  if (at == text || number >= UINT32_MAX)
    return;
  const char *first = quoted(p, &behind);
  const char *second = first ? quoted(p, &behind) : NULL;
  if (!first)
    return;
  struct lcm_asm_file file = {(unsigned)number + 1, first};
  if (second && second[0] == '/')
    file.path = second;
  else if (second)
    file.path = lcm_arena_printf(lcm_ctx_arena(p->ctx), "%s/%s", first, second);
  LCM_LIST_ADD(lcm_ctx_arena(p->ctx), &p->out->files, file);
}

/* Read `.loc FILE LINE ...`; line 0 says nothing new. */
static void read_place(struct parsing *p, const char *text) {
  char *at = NULL;
  const unsigned long file = strtoul(text, &at, 10);
  const char *from = at;
  const unsigned long line = strtoul(from, &at, 10);
  if (at == from || file >= UINT32_MAX || line >= UINT32_MAX || !line)
    return;
  p->file = (unsigned)file + 1;
  p->line = (unsigned)line;
}

/* Read `.type NAME, @function`. */
static void read_type(struct parsing *p, const char *text) {
  text = behind_blanks(text);
  const size_t n = strcspn(text, ", \t\r");
  if (strstr(text + n, "@function") || strstr(text + n, "%function"))
    p->next = lcm_intern_n(p->ctx, text, n);
}

/* Begin the function "name". */
static void begin_function(struct parsing *p, const char *name) {
  const struct lcm_asm_function function = {.name = name};
  LCM_LIST_ADD(lcm_ctx_arena(p->ctx), &p->out->functions, function);
  p->function = &p->out->functions.at[p->out->functions.n - 1];
  p->next = NULL;
  p->file = p->line = 0;
}

/* Read the directive "text". */
static void read_directive(struct parsing *p, const char *text) {
  const char *rest = text + word_length(text);
  if (has_word(text, ".loc"))
    read_place(p, rest);
  else if (has_word(text, ".file"))
    read_file(p, rest);
  else if (has_word(text, ".type"))
    read_type(p, rest);
  else if (has_word(text, ".size"))
    p->function = NULL;
}

/* Read the label "text" of "n" characters. */
static void read_label(struct parsing *p, const char *text, size_t n) {
  const char *name = lcm_intern_n(p->ctx, text, n);
  if (name == p->next)
    begin_function(p, name);
  else if (p->function) {
    const struct lcm_asm_label label = {name, p->function->instrs.n};
    LCM_LIST_ADD(lcm_ctx_arena(p->ctx), &p->function->labels, label);
  }
}

/* Return where the operand that "text" begins with ends: at a comma outside
 * parentheses, or at the end. */
static size_t operand_length(const char *text) {
  size_t n = 0;
  int depth = 0;
  for (; text[n] && (text[n] != ',' || depth > 0); n++)
    depth += (text[n] == '(') - (text[n] == ')');
  return n;
}

/* Put the operands "text" into "instr". */
static void read_operands(struct parsing *p, struct lcm_asm_instr *instr,
                          const char *text) {
  text = behind_blanks(text);
  while (*text && instr->n_operands < LCM_ASM_OPERANDS) {
    const size_t n = operand_length(text);
    size_t used = n;
    while (used && strchr(" \t\r", text[used - 1]))
      used--;
    instr->operands[instr->n_operands++] = lcm_intern_n(p->ctx, text, used);
    text = text[n] ? behind_blanks(text + n + 1) : text + n;
  }
}

/* Return whether "name" of "n" characters is a prefix of instructions. */
static bool is_prefix(const char *name, size_t n) {
  static const char *const PREFIXES[] = {"lock", "rep",   "repe",  "repz",
                                         "bnd",  "repne", "repnz", "notrack"};
  for (size_t i = 0; i < sizeof PREFIXES / sizeof *PREFIXES; i++)
    if (strlen(PREFIXES[i]) == n && !memcmp(PREFIXES[i], name, n))
      return true;
  return false;
}

/* Read the instruction "text". */
static void read_instr(struct parsing *p, const char *text) {
  struct lcm_asm_instr instr = {
      .file = p->file, .line = p->line, .inlined = p->inlined};
  size_t end = strlen(text);
  while (end && strchr(" \t\r", text[end - 1]))
    end--;
  instr.text = lcm_intern_n(p->ctx, text, end);
  const char *at = instr.text;
  size_t n = word_length(at);
  while (is_prefix(at, n) && at[n]) {
    at = behind_blanks(at + n);
    n = word_length(at);
  }
  instr.name = lcm_intern_n(p->ctx, at, n);
  read_operands(p, &instr, at + n);
  LCM_LIST_ADD(lcm_ctx_arena(p->ctx), &p->function->instrs, instr);
}

/* Return the length of the label that "text" begins with, 0 where it begins
 * with none. */
static size_t label_length(const char *text) {
  size_t n = 0;
  while (text[n] &&
         (isalnum((unsigned char)text[n]) || strchr("._$@", text[n])))
    n++;
  return n && text[n] == ':' ? n : 0;
}

/* Read the line "text", whose end may be changed. */
static void read_line(struct parsing *p, char *text) {
  const char *at = behind_blanks(text);
  if (!strncmp(at, "#APP", 4) || !strncmp(at, "#NO_APP", 7)) {
    p->inlined = at[1] == 'A';
    return;
  }
  const size_t n = label_length(at);
  if (n) {
    read_label(p, at, n);
    return;
  }
  if (*at == '.') {
    read_directive(p, at);
    return;
  }
  text[strcspn(text, "#")] = '\0';
  if (*at && p->function && isalpha((unsigned char)*at))
    read_instr(p, at);
}

void lcm_asm_parse(struct lcm_asm *out, lcm_ctx *ctx, const char *text) {
  struct parsing p = {.ctx = ctx, .out = out};
  lcm_arena *arena = lcm_ctx_arena(ctx);
  memset(out, 0, sizeof *out);
  while (*text) {
    const size_t n = strcspn(text, "\n");
    read_line(&p, lcm_arena_strndup(arena, text, n));
    text += n + (text[n] == '\n');
  }
}

unsigned lcm_asm_vector_bytes(const char *operand) {
  static const char *const NAMES[] = {"%xmm", "%ymm", "%zmm"};
  for (unsigned i = 0; i < sizeof NAMES / sizeof *NAMES; i++)
    if (!strncmp(operand, NAMES[i], strlen(NAMES[i])))
      return 16u << i;
  return 0;
}
