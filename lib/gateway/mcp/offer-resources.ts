import {
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  ResourceNotFoundError,
  type Server,
} from '@modelcontextprotocol/server'
import { readAnswer } from '#lib/capabilities/mcp/read-answer.ts'
import { cutText } from '#lib/capabilities/mcp/cut-text.ts'
import { libraryItemIdSchema } from '#lib/contracts/api/library-item.ts'
import { libraryItemContract, libraryListContract } from '#lib/contracts/api/library.ts'
import { ApiError, toApiError } from '#lib/errors.ts'
import { logUnexpected } from '#lib/gateway/log.ts'
import { limitDuration } from './call-tool.ts'
import { libraryUri, libraryUriTemplate, readLibraryUri } from './library-uri.ts'
import type { McpExchange, McpServerDeps } from './mcp-exchange.ts'

const pageMax = 100
const mimeType = 'text/markdown'
// At most 1 MiB of UTF-8.
const textCharsMax = 349_525

/** The items of the team's library as resources. */
export function offerResources(
  server: Server,
  exchange: McpExchange,
  { library, gateway, callMsMax }: McpServerDeps,
): void {
  const { context, key } = exchange
  const { routes } = library

  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: [
      {
        uriTemplate: libraryUriTemplate,
        name: 'library-item',
        title: 'Item of the library',
        description: 'A page or document that your team saved, as Markdown.',
        mimeType,
      },
    ],
  }))

  server.setRequestHandler('resources/list', async ({ params }) => {
    const input = { limit: pageMax, cursor: params?.cursor }
    try {
      await context.limits.take(key, false)
      const { data, next_cursor } = await readAnswer(libraryListContract, routes.list, input, context)
      const resources = data.map(({ id, title }) => ({ uri: libraryUri(id), name: title, mimeType }))
      return { resources, ...(next_cursor !== null && { nextCursor: next_cursor }) }
    } catch (thrown) {
      throw toProtocolError(asCursorError(thrown))
    }
  })

  server.setRequestHandler('resources/read', async ({ params }) => {
    const reading = read(params.uri)
    exchange.work = reading.then(
      () => null,
      (thrown: unknown) => toApiError(thrown),
    )
    try {
      const result = await reading
      capture(result)
      return result
    } catch (thrown) {
      const error = toApiError(thrown)
      logUnexpected(gateway.log, context, { error, thrown })
      const { code, message, data } =
        error.code === 'item_not_found' ? new ResourceNotFoundError(params.uri) : toProtocolError(thrown)
      capture({ error: { code, message, data } })
      throw new ProtocolError(code, message, data)
    } finally {
      context.limits.release()
    }
  })

  function capture(answer: object): void {
    context.capture?.answer([Buffer.from(JSON.stringify(answer))])
  }

  async function read(uri: string): Promise<ReadResourceResult> {
    using _deadline = limitDuration(context, callMsMax)
    await context.limits.take(key, true)
    const id = libraryItemIdSchema.safeParse(readLibraryUri(uri))
    if (!id.success) throw new ApiError('item_not_found', 'There is no such resource.', { param: 'uri' })
    const { text } = await readAnswer(libraryItemContract, routes.item, { id: id.data }, context)
    if (context.journaled !== null) await context.journaled
    context.trace.first()
    const slice = cutText(text, 0, textCharsMax)
    const rest = slice.next === null ? '' : `\n\n[${text.length - slice.next} more characters]`
    return { contents: [{ uri, mimeType, text: slice.text + rest }] }
  }
}

/** The protocol has another name for the cursor of the next page than the API. */
function asCursorError(thrown: unknown): unknown {
  if (!(thrown instanceof ApiError) || thrown.param !== 'cursor') return thrown
  const message = 'Invalid `cursor`. Use `nextCursor` of the previous result.'
  return new ApiError(thrown.code, message, { param: 'cursor', cause: thrown })
}

/** For the client, with the code of the API. */
export function toProtocolError(thrown: unknown): ProtocolError {
  const { code, message, status } = toApiError(thrown)
  const number = status >= 500 ? ProtocolErrorCode.InternalError : ProtocolErrorCode.InvalidParams
  return new ProtocolError(number, message, { code })
}
