import type {
  CohereModel,
  Model,
  modelContract,
  ModelKind,
  modelsContract,
} from '#lib/contracts/api/models.ts'
import { ApiError } from '#lib/errors.ts'
import type { Handler } from './handler.ts'

/** The part of the registry that listing needs. */
export interface ModelList {
  list(options: { readonly all: boolean }): Promise<Model[]>
  /** The public ID of a model that the operator or its provider lists; null: only the client says that it exists. */
  listedId(named: string): string | null
  /** @throws ApiError `model_not_found` with how to get the model */
  resolve(publicId: string): unknown
}

/** The models that this key could use now; with `all`, also those that can be downloaded or configured. */
export function createListModels(models: ModelList): Handler<typeof modelsContract> {
  return async (input, context) => {
    const listed = await models.list({ all: input.all === true })
    const allowed = listed.filter(model => context.caller.allows(model.id))
    const { endpoint = null } = input
    const data = allowed.filter(({ type }) => endpoint === null || endpoints[type] === endpoint)
    return { object: 'list', data, models: data.flatMap(toCohereModel) }
  }
}

/** Names of Cohere's endpoints. */
const endpoints: Partial<Record<ModelKind, CohereModel['endpoints'][number]>> = {
  chat: 'chat',
  embeddings: 'embed',
  rerank: 'rerank',
}

function toCohereModel({ id, type, context_window }: Model): CohereModel[] {
  const endpoint = endpoints[type]
  if (endpoint === undefined) return []
  return [
    {
      name: id,
      endpoints: [endpoint],
      ...(context_window !== undefined && { context_length: context_window }),
    },
  ]
}

/** One model of that list. */
export function createGetModel(models: ModelList): Handler<typeof modelContract> {
  return async (input, context) => {
    const listed = await models.list({ all: false })
    const model = listed.find(({ id }) => id === input.id)
    if (model && context.caller.allows(model.id)) return model
    if (!model) models.resolve(input.id)
    throw new ApiError(
      'model_not_found',
      `The model \`${input.id}\` does not exist, or this key does not allow it.`,
      {
        param: 'model',
      },
    )
  }
}
