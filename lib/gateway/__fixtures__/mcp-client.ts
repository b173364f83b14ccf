import { z } from 'zod'
import type { TestGateway } from './test-gateway.ts'

export interface McpCallInit {
  /** Of the protocol. */
  readonly version?: string
  readonly token?: string
  /** After `?`. */
  readonly query?: string
  readonly id?: number | string
  readonly headers?: Readonly<Record<string, string>>
  readonly progressToken?: string
  readonly signal?: AbortSignal
}

const modernVersion = '2026-07-28'
/** Sends one message as a client of a protocol version would, without its library. */
export function sendMcp(
  { url, token }: Pick<TestGateway, 'url' | 'token'>,
  method: string,
  params: Readonly<Record<string, unknown>> = {},
  init: McpCallInit = {},
): Promise<Response> {
  const { version = modernVersion, id = 1, headers, query = '', signal, progressToken } = init
  const isModern = version === modernVersion
  const _meta = {
    ...(progressToken !== undefined && { progressToken }),
    ...(isModern && {
      'io.modelcontextprotocol/protocolVersion': version,
      'io.modelcontextprotocol/clientInfo': { name: 'tester', version: '1.0' },
      'io.modelcontextprotocol/clientCapabilities': {},
    }),
  }
  const name = params['name'] ?? params['uri']
  const isNotification = method.startsWith('notifications/')
  return fetch(`${url}/mcp${query}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${init.token ?? token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': version,
      ...(isModern && { 'mcp-method': method, ...(typeof name === 'string' && { 'mcp-name': name }) }),
      ...headers,
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      ...(!isNotification && { id }),
      method,
      params: { ...params, ...(Object.keys(_meta).length > 0 && { _meta }) },
    }),
    ...(signal !== undefined && { signal }),
  })
}

const textBlock = z.looseObject({ type: z.string(), text: z.string().optional(), uri: z.string().optional() })
const resultSchema = z.looseObject({
  content: z.array(textBlock).default([]),
  isError: z.boolean().default(false),
  structuredContent: z.record(z.string(), z.unknown()).optional(),
  tools: z.array(z.looseObject({ name: z.string(), inputSchema: z.looseObject({}) })).default([]),
  resources: z.array(z.looseObject({ uri: z.string(), name: z.string() })).default([]),
  contents: z.array(z.looseObject({ uri: z.string(), text: z.string() })).default([]),
})
const messageSchema = z.looseObject({
  id: z.union([z.string(), z.number()]).nullish(),
  method: z.string().optional(),
  params: z.looseObject({}).optional(),
  result: resultSchema.optional(),
  error: z
    .looseObject({ code: z.number(), message: z.string(), data: z.looseObject({ code: z.string().optional() }).optional() })
    .optional(),
})

export interface McpReply {
  readonly status: number
  readonly headers: Headers
  readonly result: z.output<typeof resultSchema>
  readonly error: z.output<typeof messageSchema>['error'] | null
  /** Text of the result. */
  readonly text: string
  readonly notifications: readonly z.output<typeof messageSchema>[]
}

/** The same, with its answer read. */
export async function askMcp(
  gateway: Pick<TestGateway, 'url' | 'token'>,
  method: string,
  params: Readonly<Record<string, unknown>> = {},
  init: McpCallInit = {},
): Promise<McpReply> {
  const response = await sendMcp(gateway, method, params, init)
  const messages = readMessages(await response.text())
  const last = messages.at(-1)
  const result = last?.result ?? resultSchema.parse({})
  return {
    status: response.status,
    headers: response.headers,
    result,
    error: last?.error ?? null,
    text: result.content[0]?.text ?? '',
    notifications: messages.filter(message => message.method !== undefined),
  }
}

/** Calls a tool. */
export function callTool(
  gateway: Pick<TestGateway, 'url' | 'token'>,
  name: string,
  given: unknown,
  init: McpCallInit = {},
): Promise<McpReply> {
  return askMcp(gateway, 'tools/call', { name, arguments: given }, init)
}

/** Messages of a JSON answer or an event stream. */
function readMessages(text: string): z.output<typeof messageSchema>[] {
  if (text === '') return []
  if (text.startsWith('{')) return [messageSchema.parse(JSON.parse(text))]
  return text
    .split('\n')
    .filter(line => line.startsWith('data: ') && line.length > 'data: '.length)
    .map(line => messageSchema.parse(JSON.parse(line.slice('data: '.length))))
}
