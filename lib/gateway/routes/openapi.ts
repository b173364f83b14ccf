import { z } from 'zod'
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiResponsesObject } from 'zod-openapi'
import type { Contract } from '#lib/contracts/core/contract.ts'
import { failuresOf } from '#lib/contracts/core/failures.ts'
import { errorTypes } from '#lib/errors.ts'
import type { RouteHandler } from '#lib/gateway/http/endpoint.ts'
import { requestId } from '#lib/gateway/http/request-id.ts'
import { sendJson } from '#lib/gateway/http/send.ts'

const errorSchema = z
  .object({
    error: z.object({
      message: z.string(),
      type: z.enum(errorTypes),
      param: z.string().nullable().describe('Dotted path of the invalid field.'),
      code: z.string(),
    }),
    message: z.string().optional().describe('The same message, for Cohere’s clients; only under `/v2`.'),
  })
  .meta({ id: 'Error' })

/** `GET /openapi.json`: generated once from the contracts. */
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
      contract.scope === null ? 'Any valid key.' : `Requires a key with the scope \`${contract.scope}\`.`,
    tags: [tagOf(contract)],
    // Unless the operator requires a key.
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
  const members = Object.entries(contract.input.shape)
  const inPath = members.filter(([name]) => contract.path.includes(`{${name}}`))
  const inQuery = members.filter(([name]) => !contract.path.includes(`{${name}}`))
  return {
    requestParams: {
      ...(inPath.length > 0 && { path: z.object(Object.fromEntries(inPath)) }),
      ...(inQuery.length > 0 && { query: z.object(Object.fromEntries(inQuery)) }),
    },
  }
}

function toAnswer(contract: Contract): ZodOpenApiResponsesObject['200'] {
  return {
    description: contract.event ? 'The response; events when `stream` is true.' : 'The response.',
    headers: {
      'x-request-id': {
        schema: { type: 'string' },
        description: 'Identifies the request in the log and the console.',
      },
    },
    content: {
      'application/json': { schema: contract.output },
      ...Object.fromEntries((contract.textTypes ?? []).map(type => [type, { schema: z.string() }])),
      // An error after the first byte is the last event.
      ...(contract.event && {
        'text/event-stream': { schema: z.union([contract.event, failureSchema(contract)]) },
      }),
    },
  }
}

function toFailures(contract: Contract): ZodOpenApiResponsesObject {
  return Object.fromEntries(
    failuresOf(contract).map(({ status, meaning }) => [
      status,
      { description: meaning, content: { 'application/json': { schema: failureSchema(contract) } } },
    ]),
  )
}

function failureSchema(contract: Contract): z.ZodType {
  const defaultValue = contract.failure?.schema ?? errorSchema
  return contract.otherFailure === undefined
    ? defaultValue
    : z.union([defaultValue, contract.otherFailure.schema ?? errorSchema])
}

function tagOf(contract: Contract): string {
  return contract.path.split('/')[2] ?? contract.id
}
