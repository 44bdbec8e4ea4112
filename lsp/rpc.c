/* Messages of JSON-RPC as the language server protocol frames them. */
#include "lsp/rpc.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/fs.h"
#include "base/json_print.h"

/* A message is not longer than this. */
static const size_t LONGEST = (size_t)1 << 28;

void lcm_rpc_fill(struct lcm_rpc *rpc) {
  char some[65536];
  const ssize_t n = read(rpc->fd, some, sizeof some);
  if (n > 0)
    lcm_buf_add(&rpc->got, some, (size_t)n);
  else
    rpc->ended = !n || errno != EINTR;
}

/* Return the length that the header of "n" bytes at "text" says; 0 for none. */
static size_t length_of(const char *text, size_t n) {
  static const char KEY[] = "content-length:";
  for (size_t i = 0; i + sizeof KEY <= n; i++)
    if ((!i || text[i - 1] == '\n') &&
        !strncasecmp(text + i, KEY, sizeof KEY - 1))
      return strtoul(text + i + sizeof KEY - 1, NULL, 10);
  return 0;
}

/* Return the offset behind the header that begins at "from", 0 where it is not
 * whole. */
static size_t end_of_header(const lcm_buf *buf, size_t from) {
  for (size_t i = from; i + 1 < buf->len; i++) {
    const size_t n = buf->text[i + 1] == '\n' ? 2 : 3;
    if (buf->text[i] == '\n' &&
        (n == 2 || (i + 2 < buf->len && buf->text[i + 1] == '\r' &&
                    buf->text[i + 2] == '\n')))
      return i + n;
  }
  return 0;
}

const char *lcm_rpc_next(size_t *len, struct lcm_rpc *rpc) {
  lcm_buf *got = &rpc->got;
  if (rpc->at) {
    memmove(got->text, got->text + rpc->at, got->len - rpc->at);
    got->len -= rpc->at;
    rpc->at = 0;
  }
  const size_t header = end_of_header(got, 0);
  const size_t n = header ? length_of(got->text, header) : 0;
  if (header && (!n || n > LONGEST)) {
    rpc->ended = true;
    got->len = 0;
    return NULL;
  }
  if (!header || got->len - header < n)
    return NULL;
  lcm_buf_putc(got, '\0');
  got->len--;
  rpc->at = header + n;
  *len = n;
  return got->text + header;
}

void lcm_rpc_free(struct lcm_rpc *rpc) { lcm_buf_free(&rpc->got); }

bool lcm_rpc_send(int fd, LCM_TAKE lcm_json *message) {
  char *text = lcm_json_print(message);
  lcm_buf all = {0};
  if (!text)
    return false;
  lcm_buf_printf(&all, "Content-Length: %zu\r\n\r\n%s", strlen(text), text);
  free(text);
  const bool sent = !all.failed && lcm_write_all(fd, all.text, all.len);
  lcm_buf_free(&all);
  return sent;
}
