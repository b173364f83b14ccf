import { z } from 'zod'
import { defineContract } from '#lib/contracts/core/contract.ts'
import { responseSchema } from './responses.ts'

const inputItemsMax = 100

const idSchema = z.string().min(1).max(128).describe('ID of a stored response.')

const examples = [
  {
    title: 'A stored response',
    description: 'By its ID.',
    input: { id: 'resp_4fQz8Yc1Wm0Rk7Tn2Vb9Xa5D4fQz8Yc1' },
  },
]

const stored = { scope: 'chat', encoding: 'none', apiFormat: 'responses', examples } as const

export const responseContract = defineContract({
  ...stored,
  id: 'response',
  method: 'GET',
  path: '/v1/responses/{id}',
  summary: 'Get a stored response',
  input: z.object({
    id: idSchema,
    stream: z
      .literal(false, 'must be false: a stored response is complete, so it cannot be streamed')
      .nullish(),
  }),
  output: responseSchema,
})

export const responseDeleteContract = defineContract({
  ...stored,
  id: 'response-delete',
  method: 'DELETE',
  path: '/v1/responses/{id}',
  summary: 'Delete a stored response',
  input: z.object({ id: idSchema }),
  output: z
    .looseObject({ id: z.string(), object: z.literal('response'), deleted: z.literal(true) })
    .meta({ id: 'ResponseDeleted' }),
})

export const responseInputItemsContract = defineContract({
  ...stored,
  id: 'response-input-items',
  method: 'GET',
  path: '/v1/responses/{id}/input_items',
  summary: 'List the input items of a stored response',
  input: z.object({
    id: idSchema,
    limit: z.int().min(1).max(inputItemsMax).nullish().meta({ default: 20 }),
    order: z.enum(['asc', 'desc']).nullish().meta({ default: 'desc' }),
    after: z.string().max(200).nullish().describe('`last_id` of the previous page.'),
  }),
  output: z
    .looseObject({
      object: z.literal('list'),
      data: z.array(z.looseObject({ id: z.string(), type: z.string() })),
      first_id: z.string().nullable(),
      last_id: z.string().nullable(),
      has_more: z.boolean(),
    })
    .meta({ id: 'ResponseInputItems' }),
})

/** Always rejected: nothing runs in the background. */
export const responseCancelContract = defineContract({
  ...stored,
  id: 'response-cancel',
  method: 'POST',
  path: '/v1/responses/{id}/cancel',
  summary: 'Cancel a background response, of which there are none',
  input: z.object({ id: idSchema }),
  output: responseSchema,
})
