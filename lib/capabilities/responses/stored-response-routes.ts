import type { Handler } from '#lib/capabilities/handler.ts'
import type {
  responseCancelContract,
  responseContract,
  responseDeleteContract,
  responseInputItemsContract,
} from '#lib/contracts/api/responses/stored-responses.ts'
import { ApiError } from '#lib/errors.ts'
import type { StoredItem } from './stored-items.ts'
import { readItems, readResponse, type StoredResponses } from './stored-responses.ts'

/** The operations on responses that are stored. */
export interface StoredResponseRoutes {
  readonly get: Handler<typeof responseContract>
  readonly remove: Handler<typeof responseDeleteContract>
  readonly listInput: Handler<typeof responseInputItemsContract>
  readonly cancel: Handler<typeof responseCancelContract>
}

const pageSizeDefault = 20

export function createStoredResponseRoutes(stored: StoredResponses): StoredResponseRoutes {
  return {
    get: async ({ id }, { caller }) => readResponse(await stored.read(caller, id)),

    async remove({ id }, { caller }) {
      await stored.remove(caller, id)
      return { id, object: 'response', deleted: true }
    },

    async listInput({ id, limit, order, after }, { caller }) {
      const items = readItems((await stored.read(caller, id)).input)
      const ordered = order === 'asc' ? items : items.toReversed()
      const from = after ? indexAfter(ordered, after) : 0
      const data = ordered.slice(from, from + (limit ?? pageSizeDefault))
      return {
        object: 'list',
        data: [...data],
        first_id: data.at(0)?.id ?? null,
        last_id: data.at(-1)?.id ?? null,
        has_more: from + data.length < ordered.length,
      }
    },

    async cancel({ id }, { caller }) {
      await stored.read(caller, id)
      const message = 'The response is complete: nothing runs in the background, so it cannot be canceled.'
      throw new ApiError('invalid_value', message, { param: 'id' })
    },
  }
}

/** @throws ApiError `invalid_value` */
function indexAfter(items: readonly StoredItem[], id: string): number {
  const index = items.findIndex(item => item.id === id)
  if (index !== -1) return index + 1
  throw new ApiError('invalid_value', 'Invalid `after`: the response has no input item with this ID.', {
    param: 'after',
  })
}
