import { CLIENT_INFO_META_KEY } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { findMcpTool, mcpRoute } from '#lib/contracts/api/mcp/mcp-tools.ts'
import { ApiError } from '#lib/errors.ts'
import { parseBody, waitToParse } from '#lib/gateway/http/parse-body.ts'
import { type Exchange, jsonLimits, readJsonBytes } from '#lib/gateway/http/read-body.ts'

/** A JSON-RPC message of a client, with what the gateway reads of it. */
export interface McpMessage {
  readonly body: unknown
  readonly bytes: Buffer
  readonly method: string | null
  readonly id: string | number | null
  /** Of the request log. */
  readonly route: string
  /** Whether it gets a row: lists and handshakes do not. */
  readonly isRecorded: boolean
  /** Name and version that the client states; null: its `User-Agent` names it. */
  readonly client: string | null
  /** Id of the request that it cancels. */
  readonly cancels: string | number | null
}

const bytesMax = 4 * 1024 * 1024
const documentBytesMax = 14 * 1024 * 1024
const limits = { ...jsonLimits, sizeBytesMax: documentBytesMax }

const idSchema = z.union([z.string(), z.number()])
const clientSchema = z.looseObject({ name: z.string(), version: z.string().catch('') })
const messageSchema = z.looseObject({
  method: z.string().nullable().catch(null),
  id: idSchema.nullable().catch(null),
  params: z
    .looseObject({
      name: z.string().nullable().catch(null),
      requestId: idSchema.nullable().catch(null),
      _meta: z
        .looseObject({ [CLIENT_INFO_META_KEY]: clientSchema.nullable().catch(null) })
        .nullable()
        .catch(null),
    })
    .nullable()
    .catch(null),
})

/** @throws ApiError `unsupported_media_type`, `request_too_large`, `invalid_json`, `invalid_value` for a batch */
export async function readMessage(exchange: Exchange): Promise<McpMessage> {
  const bytes = await readJsonBytes(exchange, null, limits)
  const others = waitToParse(bytes.length)
  if (others !== undefined) await others
  const body = parseBody(bytes)
  if (Array.isArray(body)) {
    throw new ApiError('invalid_value', 'Batches are not supported. Send one message per request.')
  }
  const { method, id, params } = messageSchema.catch({ method: null, id: null, params: null }).parse(body)
  const tool = method === 'tools/call' ? findMcpTool(params?.name ?? null) : null
  if (bytes.length > bytesMax && tool !== 'parse_document') throw tooLarge()
  const isRead = method === 'resources/read'
  return {
    body,
    bytes,
    method,
    id,
    route: tool !== null ? mcpRoute(tool) : isRead ? 'mcp-read-resource' : 'mcp',
    isRecorded: tool !== null || isRead,
    client: toClient(params?._meta?.[CLIENT_INFO_META_KEY]),
    cancels: method === 'notifications/cancelled' ? (params?.requestId ?? null) : null,
  }
}

/** Like a `User-Agent`. */
function toClient(info: unknown): string | null {
  const { success, data } = clientSchema.safeParse(info)
  if (!success) return null
  const text = [data.name, data.version].filter(part => part !== '').join('/')
  return text.replaceAll(/[^\x20-\x7e]/g, '').slice(0, 100) || null
}

function tooLarge(): ApiError {
  const message = `The request body is over ${bytesMax / 1024 / 1024} MiB, which only parse_document may be. Send less.`
  return new ApiError('request_too_large', message)
}
