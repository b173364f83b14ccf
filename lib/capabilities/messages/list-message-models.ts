import type { Handler } from '#lib/capabilities/handler.ts'
import type { ModelList } from '#lib/capabilities/list-models.ts'
import type { RequestContext } from '#lib/capabilities/request-context.ts'
import type {
  MessageModel,
  messageModelContract,
  messageModelsContract,
} from '#lib/contracts/api/messages/message-models.ts'
import type { Model } from '#lib/contracts/api/models.ts'
import { ApiError } from '#lib/errors.ts'

const limitDefault = 20
const prefix = 'anthropic:'

/**
 * The chat models of a key, page by page.
 * @param toId the id under which a client lists a model
 */
export function createListMessageModels(
  models: ModelList,
  toId: (id: string) => string,
): Handler<typeof messageModelsContract> {
  return async ({ limit, after_id: after, before_id: before }, context) => {
    const listed = await listChatModels(models, context)
    const own = new Set(listed.map(({ id }) => id))
    // An alias that is the id of another model names that one.
    const named = listed.filter(({ id }) => toId(id) === id || !own.has(toId(id)))
    const all = named.map(model => toMessageModel(model, toId))
    const last = after ? all.findIndex(({ id }) => id === after) : -1
    // Not the first page again: the client would ask for the same pages forever.
    const from = after && last === -1 ? all.length : last + 1
    const to = before ? all.findIndex(({ id }) => id === before) : all.length
    const rest = all.slice(from, to === -1 ? all.length : to)
    const size = limit ?? limitDefault
    const data = before ? rest.slice(-size) : rest.slice(0, size)
    return {
      data,
      has_more: rest.length > data.length,
      first_id: data[0]?.id ?? null,
      last_id: data.at(-1)?.id ?? null,
    }
  }
}

/** One model of that list, under either of its ids. */
export function createGetMessageModel(models: ModelList): Handler<typeof messageModelContract> {
  return async ({ id }, context) => {
    const listed = await listChatModels(models, context)
    const wanted = withoutAlias(id, name => listed.some(each => each.id === name))
    const model = listed.find(each => each.id === wanted)
    if (model !== undefined) return toMessageModel(model, () => id)
    const message = `The chat model \`${wanted}\` does not exist, or this key does not allow it.`
    throw new ApiError('model_not_found', message, { param: 'model' })
  }
}

/** The id under which Claude Code lists a model: it shows only ids that begin with `claude` or `anthropic`. */
export function toAlias(id: string): string {
  return /^(claude|anthropic)/i.test(id) ? id : prefix + id
}

/** @param isModel whether a model has this very id */
export function withoutAlias(id: string, isModel: (id: string) => boolean): string {
  return id.startsWith(prefix) && !isModel(id) ? id.slice(prefix.length) : id
}

async function listChatModels(models: ModelList, { caller }: RequestContext): Promise<Model[]> {
  const listed = await models.list({ all: false })
  return listed.filter(({ id, type }) => type === 'chat' && caller.allows(id))
}

function toMessageModel(
  { id, created, context_window: window }: Model,
  toId: (id: string) => string,
): MessageModel {
  return {
    type: 'model',
    id: toId(id),
    display_name: id,
    created_at: new Date(created * 1000).toISOString(),
    max_input_tokens: window ?? null,
    max_tokens: null,
    capabilities: null,
    lifecycle: 'active',
    line: null,
    deprecated_at: null,
    retires_at: null,
  }
}
