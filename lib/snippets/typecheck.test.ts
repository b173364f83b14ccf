import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { chatContract } from '#lib/contracts/api/chat.ts'
import { embeddingsContract } from '#lib/contracts/api/embeddings.ts'
import { mapContract } from '#lib/contracts/api/map.ts'
import { rerankContract } from '#lib/contracts/api/rerank.ts'
import { scrapeContract } from '#lib/contracts/api/scrape.ts'
import { responsesContract } from '#lib/contracts/api/responses/responses.ts'
import { searchContract } from '#lib/contracts/api/search/search.ts'
import { run } from './__fixtures__/run-program.ts'
import { connectClients } from './connect/all-clients.ts'
import { flavoursOf, toSnippet } from './to-snippet.ts'

const oddFields = { models: ['a', 'b'], top_k: 4, stop: null, n: 2 }

test('every TypeScript program passes the strict compiler', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sextant-types-'))
  try {
    await symlink(resolve('node_modules'), join(folder, 'node_modules'))
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.mts'] }))
    for (const [index, { contract, body }] of bodies().entries()) {
      const { id, path } = contract
      const request = { contract: id, baseUrl: 'http://127.0.0.1:3000', path, body: JSON.stringify(body) }
      for (const { flavour } of flavoursOf(id).filter(each => each.flavour.startsWith('typescript'))) {
        for (const handlesErrors of [true, false]) {
          const { code } = toSnippet(request, { flavour, handlesErrors })
          await writeFile(join(folder, `${flavour}-${index}-${handlesErrors}.mts`), code)
        }
      }
    }

    for (const [id, code] of connectPrograms()) await writeFile(join(folder, `connect-${id}.mts`), code)

    const { code, stdout } = await run(process.execPath, ['node_modules/typescript/bin/tsc', '-p', folder])

    expect(stdout).toBe('')
    expect(code).toBe(0)
  } finally {
    await rm(folder, { recursive: true })
  }
}, 60_000)

/** The TypeScript programs of the page Connect whose SDK is installed. */
function connectPrograms(): readonly (readonly [string, string])[] {
  const server = {
    address: 'http://127.0.0.1:3000',
    model: 'm',
    contextWindow: null,
    readsImages: false,
    apiKey: null,
  }
  return connectClients
    .flatMap(({ ways }) => ways.filter(({ proof }) => proof.kind === 'tested'))
    .flatMap(way => way.lines(server).setUp.map(block => [way.id, block] as const))
    .flatMap(([id, block]) =>
      block.kind === 'code' && block.language === 'typescript' ? [[id, block.code]] : [],
    )
}

const compilerOptions = {
  strict: true,
  noUnusedLocals: true,
  noEmit: true,
  skipLibCheck: true,
  target: 'es2024',
  lib: ['es2024', 'dom', 'dom.iterable', 'dom.asynciterable'],
  module: 'nodenext',
  types: ['node'],
}

/** Every kind of item and option that the chat playground sends. */
const responsesBody = {
  model: 'm',
  instructions: 'Be brief.',
  input: [
    { role: 'developer', content: 'Answer in French.' },
    {
      role: 'user',
      content: [
        { type: 'input_text', text: 'Hi' },
        { type: 'input_image', image_url: 'https://a.example/a.png', detail: 'auto' },
      ],
    },
    { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'x' },
    { role: 'assistant', content: 'Wait.' },
    { type: 'function_call', call_id: 'a', name: 'f', arguments: '{}' },
    { type: 'function_call_output', call_id: 'a', output: 'one' },
  ],
  tools: [{ type: 'function', name: 'f', parameters: { type: 'object' }, strict: false }],
  tool_choice: { type: 'function', name: 'f' },
  parallel_tool_calls: false,
  text: { format: { type: 'json_schema', name: 'out', schema: { type: 'object' } } },
  reasoning: { effort: 'low', summary: 'auto' },
  include: ['reasoning.encrypted_content'],
  max_output_tokens: 9,
  presence_penalty: 1,
  metadata: { a: 'b' },
  store: false,
}

function bodies(): readonly { readonly contract: { id: string; path: string }; readonly body: object }[] {
  const asked = chatContract.examples.flatMap(({ input }) =>
    [true, false].flatMap(stream => [
      { ...input, stream },
      { ...input, ...oddFields, stream },
    ]),
  )
  const answered = [true, false].flatMap(stream => [
    ...responsesContract.examples.map(({ input }) => ({ ...input, stream })),
    { ...responsesBody, stream },
  ])
  const texts = Array.from({ length: 600 }, (_, index) => `${index} ${'word '.repeat(20)}`)
  const embedded = [
    ...embeddingsContract.examples.map(({ input }) => input),
    { model: 'm', input: 'a', encoding_format: 'base64', dimensions: null, user: null, task: 'separation' },
    { model: 'm', input: [[1, 2], [3]], encoding_format: 'float', dimensions: 5, truncate: null },
    { model: 'm', input: texts, embedding_type: 'base64' },
  ]
  const ranked = [
    ...rerankContract.examples.map(({ input }) => input),
    { model: 'm', query: 'q', documents: texts, top_n: null },
  ]
  const mapped = mapContract.examples.flatMap(({ input }) => [
    { ...input, limit: null, ignoreSitemap: true },
    { ...input, stream: true, details: true },
  ])
  const scraped = [
    ...scrapeContract.examples.map(({ input }) => input),
    ...['text', 'html', 'rawHtml', 'links', 'screenshot'].map(format => ({
      model: 'scrape',
      params: {
        url: 'https://a.example',
        formats: [format],
        parsePDF: true,
        timeout: null,
        headers: { a: 'b' },
      },
    })),
  ]
  const searched = searchContract.examples.flatMap(({ input }) =>
    [true, false].map(stream => ({ ...input, stream })),
  )
  return [
    ...searched.map(body => ({ contract: searchContract, body })),
    ...mapped.map(body => ({ contract: mapContract, body })),
    ...scraped.map(body => ({ contract: scrapeContract, body })),
    ...asked.map(body => ({ contract: chatContract, body })),
    ...answered.map(body => ({ contract: responsesContract, body })),
    ...embedded.map(body => ({ contract: embeddingsContract, body })),
    ...ranked.map(body => ({ contract: rerankContract, body })),
  ]
}
