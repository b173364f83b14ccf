import { expect, test } from 'vitest'
import { z } from 'zod'
import { chatContract, chatRequestSchema } from '#lib/contracts/api/chat.ts'
import { toContractInfo } from '#lib/contracts/core/contract-info.ts'
import type { Contract } from '#lib/contracts/core/contract.ts'
import { embeddingsContract } from '#lib/contracts/api/embeddings.ts'
import { mapContract } from '#lib/contracts/api/map.ts'
import { rerankContract } from '#lib/contracts/api/rerank.ts'
import { scrapeContract } from '#lib/contracts/api/scrape.ts'
import { contractFields, type ContractField } from './contract-fields.ts'

test('every field of the chat contract becomes a control with its limits', () => {
  const fields = contractFields(toContractInfo(chatContract))

  expect(fields.slice(0, 2).map(field => [field.name, field.required])).toEqual([
    ['model', true],
    ['messages', true],
  ])
  expect(fields.map(({ name }) => name)).toEqual(Object.keys(chatRequestSchema.shape))
  expect(Object.fromEntries(fields.map(field => [field.name, describe(field)]))).toMatchObject({
    model: 'model',
    messages: 'json',
    stream: 'switch',
    stream_options: 'json',
    temperature: 'slider 0..2 by 0.1',
    max_tokens: 'integer 1..',
    max_completion_tokens: 'integer 1..',
    top_p: 'slider 0..1 by 0.01',
    presence_penalty: 'slider -2..2 by 0.1',
    frequency_penalty: 'slider -2..2 by 0.1',
    seed: 'integer ..',
    stop: 'list of 4',
    n: 'integer 1..128',
    logprobs: 'switch',
    top_logprobs: 'integer 0..20',
    logit_bias: 'json',
    response_format: 'json',
    tools: 'json',
    tool_choice: 'json',
    parallel_tool_calls: 'switch',
    reasoning_effort: 'text',
    user: 'text',
    metadata: 'json',
    models: 'list of 8',
  })
})

test('label, help and default come from the contract', () => {
  const fields = contractFields(toContractInfo(chatContract))

  expect(fields.find(field => field.name === 'max_tokens')).toMatchObject({
    label: 'Max tokens',
    help: 'Maximum number of tokens to generate.',
    default: undefined,
  })
  expect(fields.find(field => field.name === 'temperature')?.default).toBe(1)
})

test('a field added to a contract appears in the form automatically', () => {
  const schema = z.toJSONSchema(
    z.object({
      focusMode: z.enum(['a', 'b', 'c', 'd']).nullish(),
      language: z.enum(['a', 'b', 'c', 'd', 'e']).nullish(),
      file: z.file(),
      ratio: z.number().min(0).nullish(),
      query: z.string().max(2000).meta({ multiline: true }),
      odd: z.unknown(),
    }),
    { io: 'input', unrepresentable: 'any' },
  )

  const fields = contractFields({ schema })

  expect(Object.fromEntries(fields.map(field => [field.label, describe(field)]))).toEqual({
    'Focus mode': 'segmented a b c d',
    Language: 'select a b c d e',
    File: 'file',
    Ratio: 'decimal 0..',
    Query: 'textarea to 2000',
    Odd: 'json',
  })
})

function describe({ control }: ContractField): string {
  switch (control.kind) {
    case 'slider':
      return `slider ${control.min}..${control.max} by ${control.step}`
    case 'number':
      return `${control.integer ? 'integer' : 'decimal'} ${control.min ?? ''}..${control.max ?? ''}`
    case 'segmented':
    case 'select':
    case 'toggles':
      return `${control.kind} ${control.options.join(' ')}`
    case 'list':
      return `list of ${control.itemsMax ?? '∞'}`
    case 'text':
    case 'textarea':
      return control.lengthMax === undefined ? control.kind : `${control.kind} to ${control.lengthMax}`
    case 'switch':
    case 'json':
    case 'file':
    case 'model':
      return control.kind
  }
}

test('the fields of embeddings and rerank get controls of their type', () => {
  const kinds = (contract: Contract) =>
    Object.fromEntries(
      contractFields(toContractInfo(contract)).map(({ name, control }) => [name, control.kind]),
    )

  expect(kinds(embeddingsContract)).toMatchObject({
    model: 'model',
    input: 'json',
    encoding_format: 'segmented',
    dimensions: 'number',
    task: 'select',
    truncate: 'switch',
    normalized: 'switch',
    user: 'text',
  })
  expect(kinds(rerankContract)).toMatchObject({
    query: 'text',
    documents: 'json',
    top_n: 'number',
    return_documents: 'switch',
    rank_fields: 'list',
    max_tokens_per_doc: 'number',
  })
})

test('the fields of a required object appear in the form by their path', () => {
  const fields = contractFields(toContractInfo(scrapeContract))

  expect(fields.filter(({ required }) => required).map(({ name }) => name)).toEqual(['params.url'])
  expect(Object.fromEntries(fields.map(field => [field.name, describe(field)]))).toEqual({
    'params.url': 'text to 2048',
    'params.formats': 'toggles markdown html rawHtml text links screenshot',
    'params.onlyMainContent': 'switch',
    'params.includeTags': 'list of 50',
    'params.excludeTags': 'list of 50',
    'params.headers': 'json',
    'params.timeout': 'integer 1000..120000',
    'params.waitFor': 'integer 0..60000',
    'params.maxAge': 'integer 0..',
    'params.mobile': 'switch',
    'params.skipTlsVerification': 'switch',
    'params.removeBase64Images': 'switch',
    'params.parsePDF': 'switch',
    'params.library': 'json',
  })
  expect(fields.find(({ key }) => key === 'formats')?.default).toEqual(['markdown'])
})

test("the map form shows the API's defaults", () => {
  const fields = contractFields(toContractInfo(mapContract))

  expect(Object.fromEntries(fields.map(field => [field.name, field.default]))).toEqual({
    url: undefined,
    search: undefined,
    ignoreSitemap: false,
    includeSubdomains: false,
    limit: 5000,
    timeout: 30_000,
    sitemapOnly: false,
    details: false,
    stream: false,
  })
})
