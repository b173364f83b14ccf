import type { ErrorFormat } from '#lib/contracts/core/contract.ts'

/** Path of the MCP server. */
export const mcpPath = '/mcp'

const parseError = -32_700
const invalidRequest = -32_600
const serverError = -32_000

/** Errors before a tool runs, as JSON-RPC prints them. `data` has the code of the API. */
export const mcpFailure: ErrorFormat = {
  print: ({ status, message, type, param, code }) => ({
    jsonrpc: '2.0',
    id: null,
    error: { code: numberOf(status, code), message, data: { type, param, code } },
  }),
}

function numberOf(status: number, code: string): number {
  if (code === 'invalid_json') return parseError
  return status === 400 ? invalidRequest : serverError
}
