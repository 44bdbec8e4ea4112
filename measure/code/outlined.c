/* Finds the function that a call of gcc's OpenMP library is given, in the
 * program itself: the call has the line of the statement before, or none, and
 * the function that of its construct. */
#include <elf.h>
#include <string.h>

#include "base/fs.h"
#include "measure/code/outlined.h"

/* A program that is mapped: its bytes, and its table of sections, which lies
 * inside them. */
struct elf_file {
  const char *text;
  size_t len;
  Elf64_Ehdr head;
};

/* Put section "i" of "file" into "*out"; return whether it lies inside. */
static bool section_of(Elf64_Shdr *out, const struct elf_file *file, size_t i) {
  const uint64_t at = file->head.e_shoff + i * sizeof *out;
  if (i >= file->head.e_shnum || at > file->len || file->len - at < sizeof *out)
    return false;
  memcpy(out, file->text + at, sizeof *out);
  return out->sh_type == SHT_NOBITS ||
         (out->sh_offset <= file->len &&
          out->sh_size <= file->len - out->sh_offset);
}

/* Return whether the bytes of "file" are a program for processors whose code
 * find_load knows, and put its head there. */
static bool is_known(struct elf_file *file) {
  if (!file->text || file->len < sizeof file->head)
    return false;
  memcpy(&file->head, file->text, sizeof file->head);
  return !memcmp(file->head.e_ident, ELFMAG, SELFMAG) &&
         file->head.e_ident[EI_CLASS] == ELFCLASS64 &&
         file->head.e_ident[EI_DATA] == ELFDATA2LSB &&
         file->head.e_machine == EM_X86_64 &&
         file->head.e_shentsize == sizeof(Elf64_Shdr) &&
         file->head.e_shoff <= file->len;
}

/* Add the functions in the table "table" of "file" to "image", apart those that
 * were made of constructs. */
static void add_entries(struct profile_image *image, lcm_ctx *ctx,
                        const struct elf_file *file, const Elf64_Shdr *table) {
  Elf64_Shdr names;
  if (!section_of(&names, file, table->sh_link) || names.sh_type != SHT_STRTAB)
    return;
  for (size_t i = 0; i < table->sh_size / sizeof(Elf64_Sym); i++) {
    Elf64_Sym symbol;
    memcpy(&symbol, file->text + table->sh_offset + i * sizeof symbol,
           sizeof symbol);
    if (ELF64_ST_TYPE(symbol.st_info) != STT_FUNC ||
        symbol.st_name >= names.sh_size)
      continue;
    const char *name = file->text + names.sh_offset + symbol.st_name;
    const size_t most = names.sh_size - symbol.st_name;
    const char *copy = lcm_intern_n(ctx, name, strnlen(name, most));
    LCM_LIST_ADD(lcm_ctx_arena(ctx), &image->starts, symbol.st_value);
    if (strstr(copy, "._omp_fn."))
      LCM_LIST_ADD(lcm_ctx_arena(ctx), &image->entries, symbol.st_value);
  }
}

/* Copy the code in the section "code" of "file" into "image", if it has more
 * than that has. */
static void take_code(struct profile_image *image, lcm_ctx *ctx,
                      const struct elf_file *file, const Elf64_Shdr *code) {
  if (code->sh_size <= image->size)
    return;
  uint8_t *copy = LCM_NEW_ARRAY(lcm_ctx_arena(ctx), uint8_t, code->sh_size + 1);
  memcpy(copy, file->text + code->sh_offset, code->sh_size);
  image->code = copy;
  image->begin = code->sh_addr;
  image->size = code->sh_size;
}

/* Read what "image" is to know. */
static void read_image(struct profile_image *image, lcm_ctx *ctx) {
  struct elf_file file = {0};
  Elf64_Shdr section;
  file.text = lcm_file_map(&file.len, image->path);
  const bool known = is_known(&file);
  for (size_t i = 0; known && i < file.head.e_shnum; i++)
    if (section_of(&section, &file, i) && section.sh_type == SHT_SYMTAB)
      add_entries(image, ctx, &file, &section);
  for (size_t i = 0; known && image->entries.n && i < file.head.e_shnum; i++)
    if (section_of(&section, &file, i) && section.sh_type == SHT_PROGBITS &&
        (section.sh_flags & SHF_EXECINSTR))
      take_code(image, ctx, &file, &section);
  if (file.text)
    lcm_file_unmap(file.text, file.len);
}

/* Return the image of the module "path", read when it is first asked for. */
static const struct profile_image *image_of(struct profile_symbols *symbols,
                                            const char *path) {
  for (size_t i = 0; i < symbols->images.n; i++)
    if (symbols->images.at[i].path == path)
      return &symbols->images.at[i];
  struct profile_image image = {.path = path};
  read_image(&image, symbols->ctx);
  LCM_LIST_ADD(lcm_ctx_arena(symbols->ctx), &symbols->images, image);
  return &symbols->images.at[symbols->images.n - 1];
}

/* Return the function of "image" whose address the four bytes at "at" of its
 * code are, as they stand or counted from behind them; 0 where they are
 * none. */
static uint64_t entry_at(const struct profile_image *image, size_t at) {
  int32_t value = 0;
  memcpy(&value, image->code + at, sizeof value);
  const uint64_t behind = image->begin + at + sizeof value;
  for (size_t i = 0; i < image->entries.n; i++)
    if (image->entries.at[i] == behind + (uint64_t)(int64_t)value ||
        image->entries.at[i] == (uint64_t)(uint32_t)value)
      return image->entries.at[i];
  return 0;
}

/* Registers by their numbers in instructions. */
enum { REG_BX = 3, REG_BP = 5, REG_DI = 7, REG_12 = 12, NO_REGISTER = 16 };

/* Return whether functions that are called leave register "reg" as it is. */
static bool is_kept(unsigned reg) {
  return reg == REG_BX || reg == REG_BP || reg >= REG_12;
}

/* Return the register that an instruction which ends at "end" of the code of
 * "image" puts the address of one of its functions into, `lea F(%rip), R` or
 * `mov $F, R`, and that function in "*entry"; NO_REGISTER for others. */
static unsigned loaded_by(const struct profile_image *image, size_t end,
                          uint64_t *entry) {
  enum { OP = 7, LEA = 0x8d, RIP = 5, MOV = 0xb8, MOV_WIDE = 0xc7 };
  if (end < OP)
    return NO_REGISTER;
  *entry = entry_at(image, end - sizeof(int32_t));
  const uint8_t *at = image->code + end - OP;
  const unsigned low = at[2] & 7u;
  const bool wide = (at[0] & 0xf8u) == 0x48;
  if (!*entry)
    return NO_REGISTER;
  if (wide && at[1] == LEA && (at[2] & 0xc7u) == RIP)
    return (at[2] >> 3 & 7u) + (at[0] & 4u ? 8 : 0);
  if (wide && at[1] == MOV_WIDE && (at[2] & 0xf8u) == 0xc0)
    return low + (at[0] & 1u ? 8 : 0);
  return (at[2] & 0xf8u) == MOV ? low + (at[1] == 0x41 ? 8 : 0) : NO_REGISTER;
}

/* Return the register from which an instruction that ends at "end" of the code
 * of "image" copies the first argument of a call, `mov R, %rdi`; NO_REGISTER
 * for others. */
static unsigned copied_by(const struct profile_image *image, size_t end) {
  enum { OP = 3, STORE = 0x89 };
  if (end < OP)
    return NO_REGISTER;
  const uint8_t *at = image->code + end - OP;
  const bool copies = (at[0] & 0xfbu) == 0x48 && at[1] == STORE &&
                      (at[2] & 0xc7u) == (0xc0 | REG_DI);
  return copies ? (at[2] >> 3 & 7u) + (at[0] & 4u ? 8 : 0) : NO_REGISTER;
}

/* Return where the function of "image" begins in its code that has "end". */
static size_t begin_of(const struct profile_image *image, size_t end) {
  size_t begin = 0;
  for (size_t i = 0; i < image->starts.n; i++) {
    const uint64_t start = image->starts.at[i];
    if (start >= image->begin && start - image->begin <= end &&
        start - image->begin > begin)
      begin = (size_t)(start - image->begin);
  }
  return begin;
}

/* Return the function whose address "reg" has behind "end" of the code of
 * "image": that which was put there last, in the same function; 0 where that
 * is not known, as where a register that calls keep gets several. */
static uint64_t entry_in(const struct profile_image *image, unsigned reg,
                         size_t end) {
  uint64_t found = 0;
  const size_t begin = begin_of(image, end);
  for (size_t at = end; at > begin; at--) {
    uint64_t entry = 0;
    if (loaded_by(image, at, &entry) != reg)
      continue;
    if (!is_kept(reg))
      return entry;
    if (found && entry != found)
      return 0;
    found = entry;
  }
  return found;
}

uint64_t profile_outlined(struct profile_symbols *symbols, const char *path,
                          uint64_t end) {
  enum { CALL = 5, FAR = 256 };
  const struct profile_image *image = image_of(symbols, path);
  if (end < image->begin || end - image->begin > image->size ||
      end - image->begin < CALL)
    return 0;
  const size_t last = (size_t)(end - image->begin) - CALL;
  for (size_t at = last; at > 0 && last - at <= FAR; at--) {
    uint64_t entry = 0;
    if (loaded_by(image, at, &entry) == REG_DI)
      return entry;
    const unsigned from = copied_by(image, at);
    if (from != NO_REGISTER)
      return entry_in(image, from, at - 1);
  }
  return 0;
}
