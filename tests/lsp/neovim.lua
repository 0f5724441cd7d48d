-- Run by test_neovim.py in the folder of train.py: opens it, types, puts a fix in, and says what was seen, as JSON.
local seen = {}

local function diagnostics()
  local found = {}
  for _, each in ipairs(vim.diagnostic.get(0)) do
    table.insert(found, { each.lnum, each.col, each.code or each.user_data.lsp.code })
  end
  table.sort(found, function(a, b) return a[1] < b[1] or (a[1] == b[1] and a[2] < b[2]) end)
  return found
end

local function wait_for(what, condition)
  if not vim.wait(20000, condition, 20) then error('waited in vain for ' .. what) end
end

local function ask(method, line, column)
  local place = { line = line, character = column }
  local params = { textDocument = vim.lsp.util.make_text_document_params(), position = place,
    range = { start = place, ['end'] = place }, context = { diagnostics = {} } }
  local answers = vim.lsp.buf_request_sync(0, method, params, 20000)
  local _, answer = next(answers)
  return answer.result
end

local function run()
  vim.cmd('edit train.py')
  local client = vim.lsp.start_client({
    name = 'syncfree-lint',
    cmd = { vim.env.SYNCFREE_PROGRAM, 'lsp' },
    root_dir = vim.fn.getcwd(),
  })
  vim.lsp.buf_attach_client(0, client)
  wait_for('findings', function() return #vim.diagnostic.get(0) > 0 end)
  seen.opened = diagnostics()
  seen.hover = ask('textDocument/hover', 11, 20).contents.value

  vim.api.nvim_buf_set_lines(0, 0, 0, false, { '# é', '' })
  wait_for('moved findings', function() return diagnostics()[1] and diagnostics()[1][1] == seen.opened[1][1] + 2 end)

  local actions = ask('textDocument/codeAction', 13, 20)
  seen.titles = vim.tbl_map(function(action) return action.title end, actions)
  local action = actions[1]
  vim.lsp.util.apply_workspace_edit(action.edit, 'utf-16')
  wait_for('one finding less', function() return #vim.diagnostic.get(0) == #seen.opened - 1 end)
  seen.text = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n') .. '\n'

  vim.lsp.stop_client(client)
  wait_for('the end', function() return vim.lsp.client_is_stopped(client) end)
end

local ok, message = pcall(run)
seen.error = not ok and message or nil
vim.fn.writefile({ vim.fn.json_encode(seen) }, 'seen.json')
vim.cmd('qall!')
