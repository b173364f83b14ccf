import { z } from 'zod'
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiResponsesObject } from 'zod-openapi'
import type { Contract } from '#lib/contracts/contract.ts'
import { errorTypes } from '#lib/errors.ts'
import type { RouteHandler } from './endpoint.ts'
import { requestId } from './request-id.ts'
import { sendJson } from './send.ts'

const errorSchema = z
  .object({
    error: z.object({
      message: z.string(),
      type: z.enum(errorTypes),
      param: z.string().nullable().describe('Dotted path of the field at fault.'),
      code: z.string(),
    }),
  })
  .meta({ id: 'Error' })

const failures: Readonly<Record<`${4 | 5}${string}`, string>> = {
  400: 'The request is not valid; `param` names the field.',
  401: 'No key, or one that is not valid.',
  403: 'The key may not use this endpoint or model.',
  404: 'No such model or item.',
  413: 'The body is over 32 MiB.',
  415: 'The body is not JSON.',
  429: 'A limit of the key, or every provider is busy; `retry-after` says when to try again.',
  500: 'A mistake of ours; the request id leads to the log.',
  502: 'The provider failed, after retries and fallbacks.',
  503: 'No provider can be asked now.',
  504: 'The provider did not answer in time.',
}

/** What they mean, and which more there are, where the body is a form with a file. */
const fileFailures: typeof failures = {
  ...failures,
  400: 'The form is not valid.',
  413: 'The file is over 50 MiB.',
  415: 'The body is not a form, or the file of a kind that is not read.',
  422: 'The file is empty, damaged, locked or too large inside, or what could read it is not there.',
  429: 'A limit of the key or address, or too many files are waiting; `retry-after` says when to try again.',
  504: 'Reading the file took longer than it may.',
  507: 'The disk is full.',
}

/** `GET /openapi.json`: printed once from the contracts. */
export function openApi(contracts: readonly Contract[], version: string): RouteHandler {
  const document = printOpenApi(contracts, version)
  return async (_, outgoing) => sendJson(outgoing, 200, document, requestId())
}

/** The OpenAPI 3.1 description of the contracts. */
function printOpenApi(contracts: readonly Contract[], version: string) {
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {}
  for (const contract of contracts) {
    paths[contract.path] = { ...paths[contract.path], [contract.method.toLowerCase()]: toOperation(contract) }
  }
  return createDocument({
    openapi: '3.1.0',
    info: {
      title: 'Sextant',
      version,
      description: 'A unified AI API: one key for chat, embeddings, rerank, web and documents.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    security: [{ bearer: [] }],
    tags: [...new Set(contracts.map(tagOf))].map(name => ({ name })),
    paths,
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
  })
}

function toOperation(contract: Contract): ZodOpenApiOperationObject {
  return {
    operationId: contract.id,
    summary: contract.summary,
    description:
      contract.scope === null ? 'Any valid key.' : `Needs a key with the scope \`${contract.scope}\`.`,
    tags: [tagOf(contract)],
    // Where the operator asks for no key.
    ...(contract.keyOptional === true && { security: [{ bearer: [] }, {}] }),
    ...toInput(contract),
    responses: { '200': toAnswer(contract), ...toFailures(contract) },
  }
}

function toInput(contract: Contract): Pick<ZodOpenApiOperationObject, 'requestBody' | 'requestParams'> {
  if (contract.encoding === 'multipart') {
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema: contract.input } } } }
  }
  if (contract.encoding === 'json') {
    const examples = Object.fromEntries(
      contract.examples.map(({ title, description, input }) => [
        title,
        { summary: description, value: input },
      ]),
    )
    const content = { 'application/json': { schema: contract.input, examples } }
    return { requestBody: { required: true, content } }
  }
  if (!(contract.input instanceof z.ZodObject)) return {}
  const where = contract.path.includes('{') ? 'path' : 'query'
  return { requestParams: { [where]: contract.input } }
}

function toAnswer(contract: Contract): ZodOpenApiResponsesObject['200'] {
  return {
    description: contract.event ? 'The answer; events when `stream` is true.' : 'The answer.',
    headers: {
      'x-request-id': { schema: { type: 'string' }, description: 'Leads to the log and the request row.' },
    },
    content: {
      'application/json': { schema: contract.output },
      ...Object.fromEntries((contract.textTypes ?? []).map(type => [type, { schema: z.string() }])),
      // A failure after the first byte is the last event.
      ...(contract.event && {
        'text/event-stream': { schema: z.union([contract.event, failureSchema(contract)]) },
      }),
    },
  }
}

function toFailures(contract: Contract): ZodOpenApiResponsesObject {
  const usual = contract.encoding === 'multipart' ? fileFailures : failures
  const all = { ...usual, ...contract.moreFailures }
  const statuses = Object.entries(all).filter(
    ([status]) => contract.encoding !== 'none' || !['413', '415', '502', '504'].includes(status),
  )
  return Object.fromEntries(
    statuses.map(([status, description]) => [
      status,
      { description, content: { 'application/json': { schema: failureSchema(contract) } } },
    ]),
  )
}

function failureSchema(contract: Contract): z.ZodType {
  const usual = contract.failure?.schema ?? errorSchema
  return contract.otherFailure === undefined ? usual : z.union([usual, contract.otherFailure.schema])
}

function tagOf(contract: Contract): string {
  return contract.path.split('/')[2] ?? contract.id
}
