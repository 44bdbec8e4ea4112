#include <string.h>

#include "profiler/raw/read.h"
#include "tests/fuzz/fuzz.h"

/* How large files are at most, and what a record may have beyond its kind's
 * least size. */
enum { ROOM = 3 << 16, MORE = 512 };

/* A file being made of bytes. */
struct making {
  const uint8_t *data;
  size_t len;
  size_t at;
  unsigned char *file;
  size_t size;
};

/* Return the next byte; 0 behind the last. */
static uint8_t take(struct making *m) {
  return m->at < m->len ? m->data[m->at++] : 0;
}

/* Put "n" numbers of 32 bits at "to", small ones and now and then a large
 * one. */
static void put_numbers(struct making *m, unsigned char *to, size_t n) {
  for (size_t i = 0; i < n && m->at < m->len; i++) {
    const uint8_t byte = take(m);
    const uint32_t number = byte == 255   ? UINT32_MAX
                            : byte >= 250 ? (uint32_t)take(m) << 24
                                          : byte;
    memcpy(to + 4 * i, &number, sizeof number);
  }
}

/* Put the header: what makes it one, and numbers for the rest. */
static void put_header(struct making *m) {
  lcm_raw_header header = {0};
  put_numbers(m, (unsigned char *)&header, 16);
  memcpy(header.magic, LCM_RAW_MAGIC, sizeof header.magic);
  header.version = LCM_RAW_VERSION;
  header.n_categories =
      LCM_RAW_FIRST_USER +
      header.n_categories % (LCM_RAW_CATEGORIES + 2 - LCM_RAW_FIRST_USER);
  header.pid = -1;
  memcpy(m->file, &header, sizeof header);
  m->size = LCM_RAW_HEADER_SIZE;
}

/* Put a record: of a known kind mostly, with its least size and more. */
static void put_record(struct making *m) {
  static const size_t LEAST[] = {16,
                                 sizeof(lcm_raw_text),
                                 sizeof(lcm_raw_module),
                                 sizeof(lcm_raw_site),
                                 sizeof(lcm_raw_thread),
                                 sizeof(lcm_raw_cell),
                                 sizeof(lcm_raw_samples),
                                 sizeof(lcm_raw_intervals),
                                 sizeof(lcm_raw_times)};
  lcm_raw_record head = {take(m) % 10, 0};
  const size_t least = LEAST[head.kind < 9 ? head.kind : 0];
  const uint8_t more = take(m);
  head.size = (uint32_t)((least + more % MORE + 15) / 16 * 16);
  if (m->size + head.size > ROOM)
    return;
  put_numbers(m, m->file + m->size + sizeof head,
              head.size / 4 - 2 < more ? head.size / 4 - 2 : more);
  memcpy(m->file + m->size, &head, sizeof head);
  m->size += head.size - (more == 255 ? 16 : 0);
}

/* Return whether what "file" points to lies in its bytes. */
static bool is_inside(const lcm_raw_file *file) {
  const uintptr_t from = (uintptr_t)file->bytes;
  const uintptr_t to = from + file->size;
  for (size_t i = 0; i < file->n_cells; i++)
    if ((uintptr_t)file->cells[i] < from ||
        (uintptr_t)(file->cells[i] + 1) > to)
      return false;
  for (size_t i = 0; i < file->n_sites; i++)
    if (file->sites[i] &&
        ((uintptr_t)file->sites[i] < from || (uintptr_t)file->sites[i] >= to))
      return false;
  return true;
}

/* Read the "size" bytes at "bytes", which are taken: they are a raw file, or a
 * message says why not; addresses are looked up in what was read. */
static void read_file(unsigned char *bytes, size_t size) {
  lcm_raw_file file;
  uint64_t offset = 0;
  char *wrong = lcm_raw_parse(&file, bytes, size);
  fuzz_require(wrong || is_inside(&file), "records lie inside the file");
  for (size_t i = 0; !wrong && i < file.n_sites; i++)
    if (file.sites[i])
      (void)lcm_raw_site_kind(file.sites[i]->kind);
  for (uint64_t bit = 0; !wrong && bit < 64; bit++)
    (void)lcm_raw_find_module(&file, (uint64_t)1 << bit, &offset);
  if (!wrong)
    lcm_raw_close(&file);
  free(wrong);
}

/* The bytes as a file, and a file made of them. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len) {
  struct making m = {.data = data, .len = len};
  unsigned char *copy = malloc(len ? len : 1);
  m.file = calloc(1, ROOM);
  fuzz_require(copy && m.file, "there is memory");
  if (len)
    memcpy(copy, data, len);
  read_file(copy, len);
  put_header(&m);
  while (m.at < m.len)
    put_record(&m);
  unsigned char *exact = realloc(m.file, m.size);
  read_file(exact ? exact : m.file, m.size);
  return 0;
}
