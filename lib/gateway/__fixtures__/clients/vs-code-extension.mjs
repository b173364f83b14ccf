// An extension of VS Code: writes down its tools of MCP, and what one of them answers.
import { renameSync, writeFileSync } from 'node:fs'
import { env } from 'node:process'
import * as vscode from 'vscode'

const { SEXTANT_TEST_PAGE: url, SEXTANT_TEST_OUTPUT: output } = env

export async function activate() {
  write({ state: 'started' })
  const tools = await findTools()
  const { token } = new vscode.CancellationTokenSource()
  const input = { input: { url }, toolInvocationToken: undefined }
  const { content } = await vscode.lm.invokeTool('mcp_sextant_scrape', input, token)
  write({ state: 'done', tools, text: content.map(part => part.value).join('') })
}

/** The MCP server is started after the extension. */
async function findTools() {
  for (;;) {
    const names = vscode.lm.tools.map(({ name }) => name).filter(name => name.startsWith('mcp_sextant_'))
    if (names.length > 0) return names
    await new Promise(resolve => setTimeout(resolve, 200))
  }
}

function write(answer) {
  writeFileSync(`${output}.new`, JSON.stringify(answer))
  renameSync(`${output}.new`, output)
}
