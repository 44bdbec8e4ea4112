-- A session of Neovim with the language server: opens a file, asks for all that
-- the server offers, edits, and writes what came as JSON.
--
-- usage: LSP_NVIM='{"lcm": ..., "file": ..., "out": ..., "edits": N,
--   "settings": {...}}' nvim --headless -u NONE -c 'luafile tests/cli/lsp_nvim.lua'
local how = vim.json.decode(vim.env.LSP_NVIM)
local out = {}
local latest = nil
local WAIT = 120000

local function now()
  return vim.loop.hrtime() / 1e9
end

local function session()
  vim.cmd('edit ' .. vim.fn.fnameescape(how.file))
  local buffer = vim.api.nvim_get_current_buf()
  local uri = vim.uri_from_bufnr(buffer)
  local began = now()
  local id = vim.lsp.start_client({
    name = 'lcm',
    cmd = { how.lcm, 'lsp' },
    root_dir = vim.fn.fnamemodify(how.file, ':h'),
    init_options = { lcm = how.settings },
    handlers = {
      ['textDocument/publishDiagnostics'] = function(_, result)
        latest = result
      end,
    },
  })
  vim.lsp.buf_attach_client(buffer, id)
  vim.wait(WAIT, function()
    return vim.lsp.get_client_by_id(id) ~= nil and vim.lsp.get_client_by_id(id).initialized
  end, 1)
  local client = vim.lsp.get_client_by_id(id)
  local document = { uri = uri }

  local function ask(method, params)
    params = params or {}
    params.textDocument = document
    local answer = client.request_sync(method, params, WAIT, buffer)
    if not answer or answer.err then
      error(method .. ': ' .. vim.inspect(answer))
    end
    return answer.result
  end

  -- Wait for diagnostics of the buffer as it is.
  local function diagnostics()
    local ok = vim.wait(WAIT, function()
      return latest and latest.version == vim.lsp.util.buf_versions[buffer]
    end, 1)
    if not ok then
      error('no diagnostics of version ' .. vim.lsp.util.buf_versions[buffer])
    end
    return latest.diagnostics
  end

  out.lenses = ask('textDocument/codeLens')
  out.diagnostics = diagnostics()
  out.opened = now() - began
  local lines = vim.api.nvim_buf_line_count(buffer)
  out.lines = lines
  local whole = { start = { line = 0, character = 0 }, ['end'] = { line = lines, character = 0 } }
  out.hints = ask('textDocument/inlayHint', { range = whole })
  -- the first lens is that of the whole
  local lens, hint = out.lenses[2], out.hints[1]
  local line = lens and lens.range.start.line or hint and hint.position.line or 0
  out.hover = ask('textDocument/hover', { position = { line = line, character = 0 } })
  -- Advice comes last: until then its hints and actions are not there.  Where
  -- nobody says how long to wait for it, an action is enough.
  local function advised()
    for _, one in ipairs(latest.diagnostics) do
      if one.severity == 4 then
        return true
      end
    end
    if how.advice then
      return false
    end
    local actions =
      ask('textDocument/codeAction', { range = whole, context = { diagnostics = {} } })
    for _, one in ipairs(actions) do
      if one.kind == 'refactor.rewrite' then
        return true
      end
    end
    return false
  end
  local patience = now() + (how.advice or 20)
  while not advised() and now() < patience do
    vim.wait(100, function()
      return false
    end)
  end
  out.actions = ask('textDocument/codeAction', { range = whole, context = { diagnostics = {} } })
  out.advised = latest.diagnostics
  out.tokens = #ask('textDocument/semanticTokens/full').data / 5

  -- A comment for lcm is begun above the first line, and taken back.
  vim.api.nvim_buf_set_lines(buffer, 0, 0, false, { '// lcm: param NAME = 8' })
  out.words = ask('textDocument/completion', { position = { line = 0, character = 8 } })
  out.renamed =
    ask('textDocument/rename', { position = { line = 0, character = 14 }, newName = 'other' })
  out.meaning = ask('textDocument/hover', { position = { line = 0, character = 9 } })
  out.coloured = #ask('textDocument/semanticTokens/full').data / 5
  vim.api.nvim_buf_set_lines(buffer, 0, 1, false, {})
  client.request_sync(
    'workspace/executeCommand',
    { command = 'lcm.setGrid', arguments = { 'p=2' } },
    WAIT,
    buffer
  )
  out.two = ask('textDocument/codeLens')

  -- Statements come and go in a function: seconds until what is known is of
  -- the text as it is.
  out.took = {}
  local at = how.line or math.floor(lines / 2)
  for i = 1, how.edits or 0 do
    local from = now()
    if i % 2 == 1 then
      vim.api.nvim_buf_set_lines(buffer, at, at, false, { how.text or '/* */' })
    else
      vim.api.nvim_buf_set_lines(buffer, at, at + 1, false, {})
    end
    -- the client sends what changed with the next request
    ask('textDocument/codeLens')
    diagnostics()
    table.insert(out.took, now() - from)
  end
  vim.lsp.stop_client(id)
end

local fine, why = pcall(session)
if not fine then
  out.error = tostring(why)
end
local file = io.open(how.out, 'w')
file:write(vim.json.encode(out))
file:close()
vim.cmd('qa!')
